#ifndef SGT_T_UNIT_STATES_H
#define SGT_T_UNIT_STATES_H

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "store/states.h"
#include "unit.h"

/* A home of its own in /tmp for each case, and decisions to put there. */
struct rig {
	struct home home;
	struct states *s;
	struct pool pool;
};

static inline void
rig_open(struct rig *r)
{
	struct err e = { 0 };

	OK(states_open(&r->home, true, &r->s, &e) == 0);
	SAME_INT(states_refresh(r->s, &e), 0);
}

static inline void
rig_begin(struct rig *r)
{
	*r = (struct rig){ 0 };
	r->home.workspace =
	    open(unit_folder(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	(void)snprintf(r->home.slug, sizeof(r->home.slug), "default");
	rig_open(r);
}

static inline void
rig_again(struct rig *r)
{
	states_close(r->s);
	rig_open(r);
}

static inline void
rig_end(struct rig *r)
{
	states_close(r->s);
	pool_done(&r->pool);
	(void)close(r->home.workspace);
}

static inline struct span
text(const char *s)
{
	return span_of(s);
}

/* What the rig puts: as_of tells one decision from another. */
struct put {
	const char *watch;
	const char *subject;
	int64_t as_of;
	int64_t wakes;
	/* ids of its events, of which it has as many; ids newly seen */
	const char *events[4];
	const char *seen[4];
	const char *verdict;
};

static inline int
rig_put(struct rig *r, const struct put *p)
{
	struct state next = { 0 };
	struct verdict v = { .kind = VERDICT_QUIET, .why = WHY_NOTHING };
	struct event events[4] = { 0 };
	struct span seen[4];
	struct err e = { 0 };
	size_t i;

	next.watch.wakes = p->wakes;
	next.subject.as_of_ms = p->as_of;
	next.subject.looked = true;
	for (i = 0; i < 4 && p->events[i] != NULL; i++) {
		events[i].type = text("test.happened");
		events[i].id = text(p->events[i]);
		events[i].source = text("//sergeant.local/decide");
		events[i].subject = text(p->subject);
		events[i].watch = text(p->watch);
		events[i].verdict = text(p->verdict);
	}
	v.n_events = i;
	v.events = events;
	if (i > 0) {
		v.kind = VERDICT_WAKE;
		v.why = WHY_DUE;
		(void)snprintf(v.id, sizeof(v.id), "%s", p->verdict);
	}
	for (i = 0; i < 4 && p->seen[i] != NULL; i++)
		seen[i] = text(p->seen[i]);
	v.n_seen = i;
	v.seen = seen;
	v.watch = text(p->watch);
	v.subject = text(p->subject);
	v.time_ms = 1796053500000;
	v.changed = true;
	return states_put(r->s, text(p->watch), text("command"),
	    text(p->subject), &next, &v, &e);
}

static inline void
rig_decide(struct rig *r, const struct put *p)
{
	struct err e = { 0 };

	OK(rig_put(r, p) == 0);
	OK(states_commit(r->s, &e) == 0);
}

static inline int64_t
rig_as_of(struct rig *r, const char *watch, const char *subject)
{
	struct state s;

	states_get(r->s, text(watch), text("command"), text(subject), &s);
	return s.subject.as_of_ms;
}

static inline bool
rig_seen(struct rig *r, const char *watch, const char *id)
{
	struct state s;

	states_get(r->s, text(watch), text("command"), text("command:x"), &s);
	return s.seen(s.seen_arg, text(id));
}

/* Append lines to a log as another program would. */
static inline void
rig_log(struct rig *r, const char *name, const char *const *lines, size_t n)
{
	struct span spans[16];
	struct log log;
	struct err e = { 0 };
	int64_t seq;
	size_t i;

	for (i = 0; i < n; i++)
		spans[i] = text(lines[i]);
	OK(log_open(&log, r->home.workspace, name, true, &e) == 0);
	OK(log_append(&log, spans, n, &seq, &e) == 0);
	log_close(&log);
}

static inline off_t
rig_size(struct rig *r, const char *name)
{
	struct stat st = { 0 };

	(void)fstatat(r->home.workspace, name, &st, 0);
	return st.st_size;
}

#define SEGMENT_1 "state/log-00000000000000000001.jsonl"
#define W1 "sen_01JDYB2C3D4E5F6G7H8J9K0M1N"
#define W2 "sen_01JDYB2C3D4E5F6G7H8J9K0M2P"
#define V1 "vrd_000000000000000000000001"
#define V2 "vrd_000000000000000000000002"
#define E1 "evt_00000000000000000000000a"
#define E2 "evt_00000000000000000000000b"
#define E3 "evt_00000000000000000000000c"

#endif
