/* sgt-dispatch - the brief, and what the environment says */

#include "base/err.h"
#include "base/num.h"
#include "dispatch.h"
#include "store/briefs.h"
#include "store/home.h"

/* spec/callback.md 2 */
#define ACK_S 60
#define ACK_MAX_S 3600

int
dispatch_brief(struct dispatch *d, struct err *e)
{
	const struct order *o = d->order;
	struct buf text = { 0 };
	struct span s;
	int r;

	if (o->brief_file != NULL)
		return brief_read(o->brief_file, &d->brief, e);
	/* td holds the text, and its worker asks it there */
	if (o->brief == NULL)
		buf_format(&text, "Work on task %s of td.", o->td);
	else
		buf_text(&text, o->brief);
	r = brief_check(buf_as_span(&text), &s, e);
	if (r == 0)
		buf_span(&d->brief, s);
	buf_done(&text);
	return r;
}

int
dispatch_settings(struct dispatch *d, struct err *e)
{
	const char *s = home_variable("SGT_NOTIFICATION_ACK_TIMEOUT");
	int64_t ack_s = ACK_S;

	if (s != NULL &&
	    num_parse(span_of(s), 1, ACK_MAX_S, &ack_s, NULL) == -1)
		return err_set(e, STATUS_CONFIG,
		    "SGT_NOTIFICATION_ACK_TIMEOUT is no number from 1 to %d",
		    ACK_MAX_S);
	d->ack_ms = ack_s * 1000;
	d->panes.socket = home_variable("SGT_TMUX_SOCKET");
	d->panes.folder = home_variable("TMUX_TMPDIR");
	d->panes.session = "sergeant";
	if (home_config_path(d->config, e) == -1 ||
	    home_trees_path(d->trees, e) == -1)
		return -1;
	return 0;
}
