#include "store/overview.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "store/reading.h"
#include "store/survey.h"

static void
take_report(struct overview *o, const struct report *r)
{
	o->watches[r->status]++;
	o->n_watches++;
	o->conditions += r->n_open;
	if (r->last_ms > o->last_ms)
		o->last_ms = r->last_ms;
	if (r->status == WATCH_ACTIVE || r->status == WATCH_ERROR) {
		if (o->next_ms == 0 || r->next_ms < o->next_ms)
			o->next_ms = r->next_ms;
	}
}

static int
read_watches(const struct home *h, struct overview *o, struct err *e)
{
	const struct report *reports;
	struct survey s;
	struct err why;
	size_t i;

	if (survey_open(h, &s, e) == -1)
		return -1;
	reports = survey_reports(&s);
	for (i = 0; i < s.watches.n; i++)
		take_report(o, &reports[i]);
	o->n_bad = s.watches.n_bad;
	/* what the journal cannot say counts as not told */
	(void)states_settle(s.states, &why);
	o->verdicts = states_untold_count(s.states);
	survey_done(&s);
	return 0;
}

static void
take_messages(struct overview *o, const struct reading *r)
{
	size_t i;

	(void)snprintf(o->party, sizeof(o->party), "%s", r->name);
	o->unread = r->in.n_messages;
	for (i = 0; i < r->in.n_messages; i++)
		o->critical += r->in.messages[i].priority == PRIORITY_CRITICAL;
}

int
overview_read(int64_t now_ms, struct overview *ret, struct err *e)
{
	struct overview o = { 0 };
	struct reading r = { 0 };
	int status = -1;

	if (reading_open(&r, NULL, now_ms, e) == -1)
		return -1;
	if (read_watches(&r.home, &o, e) == 0 && reading_load(&r, e) == 0) {
		take_messages(&o, &r);
		*ret = o;
		status = 0;
	}
	reading_done(&r);
	return status;
}

void
overview_print(const struct overview *o, struct buf *out)
{
	int i;

	buf_byte(out, '{');
	json_member(out, "watches");
	buf_byte(out, '{');
	for (i = WATCH_ACTIVE; i <= WATCH_ERROR; i++)
		json_member_int(out, watch_status_name((enum watch_status)i),
		    (int64_t)o->watches[i]);
	buf_byte(out, '}');
	json_member_int(out, "conditions", (int64_t)o->conditions);
	json_member_int(out, "verdicts", (int64_t)o->verdicts);
	json_member_text(out, "party", span_of(o->party));
	json_member_int(out, "unread", (int64_t)o->unread);
	json_member_int(out, "critical", (int64_t)o->critical);
	if (o->last_ms != 0)
		json_member_stamp(out, "last", o->last_ms);
	if (o->next_ms != 0)
		json_member_stamp(out, "next", o->next_ms);
	buf_byte(out, '}');
}
