#include "store/reading.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/mem.h"
#include "engine/fold.h"
#include "store/inboxes.h"

int
reading_open(
    struct reading *r, const char *party, int64_t now_ms, struct err *e)
{
	struct party parsed;

	if (home_open(&r->home, e) != 0)
		return -1;
	if (party == NULL && home_default_party(r->name, e) != 0)
		return -1;

	r->party = span_of(party == NULL ? r->name : party);
	r->now_ms = now_ms;
	return party_parse(r->party, &parsed, e);
}

void
reading_done(struct reading *r)
{
	free(r->list);
	inbox_done(&r->in);
	home_close(&r->home);
	memset(r, 0, sizeof(*r));
}

static void
make_list(struct reading *r)
{
	r->list = mem_new((r->in.n_messages + 1) * sizeof(*r->list));
}

static struct inbox_reader
reader_of(const struct reading *r)
{
	return (struct inbox_reader){ &r->home, r->party, &r->policy, r->warn };
}

int
reading_load(struct reading *r, struct err *e)
{
	struct inbox_reader asked = reader_of(r);

	if (inboxes_read(&asked, r->now_ms, &r->in, e) != 0)
		return -1;

	fold_release(&r->in, &r->policy, r->now_ms);
	make_list(r);
	return 0;
}

int
reading_wait(struct reading *r, int64_t wait_ms, struct err *e)
{
	struct inbox_reader asked = reader_of(r);
	int64_t deadline_ms = INT64_MAX;
	int status;

	if (wait_ms != -1)
		deadline_ms = clock_mono_ms() + wait_ms;
	status = inboxes_wait(&asked, deadline_ms, &r->in, e);
	if (status == 0) {
		r->now_ms = clock_now_ms();
		make_list(r);
	}
	return status;
}

void
reading_pick(struct reading *r, bool (*is)(const struct message *))
{
	size_t i;

	for (i = 0; i < r->in.n_messages; i++) {
		if (is == NULL || is(&r->in.messages[i]))
			r->list[r->n++] = &r->in.messages[i];
	}
}

static const struct message *
find_short(const struct reading *r, const char *id, size_t short_len)
{
	const struct message *found = NULL;
	size_t i, n = 0;
	size_t len = strlen(id);

	for (i = 0; i < r->in.n_messages && len >= short_len; i++) {
		if (strncmp(r->in.messages[i].id, id, len) == 0) {
			found = &r->in.messages[i];
			n++;
		}
	}
	return n == 1 ? found : NULL;
}

bool
reading_pick_id(struct reading *r, const char *id, size_t short_len)
{
	const struct message *m = inbox_find_id(&r->in, span_of(id));
	size_t i;

	if (m == NULL)
		m = find_short(r, id, short_len);
	if (m == NULL)
		return false;
	for (i = 0; i < r->n; i++) {
		if (r->list[i] == m)
			return true;
	}
	r->list[r->n++] = m;
	return true;
}

int
reading_ack(struct reading *r, int64_t through, int64_t for_ms,
    struct buf *ret_line, struct err *e)
{
	struct inbox_ack ack = { &r->in, r->list, r->n, through, 0, r->warn };

	if (r->n == 0 && through == 0)
		return 0;
	if (for_ms > 0)
		ack.until_ms = r->now_ms + for_ms;
	return inboxes_ack(&r->home, &ack, r->now_ms, ret_line, e);
}
