#include "engine/status.h"

#include "base/pool.h"
#include "unit.h"

#define NOW 1796054400000

static struct clause clauses[2];
static const struct watch watch = {
	.clauses = clauses,
	.n_clauses = 2,
};

/* The report with what is known, of a watch with two subjects. */
static struct report
ask(const struct watch *w, const struct watch_state *own, const struct row *a,
    const struct row *b, struct pool *p)
{
	const struct row *rows[] = { a, b };
	struct status_facts f = { .own = own, .rows = rows };
	struct report r = { 0 };

	watch_status(w, &f, p, &r);
	return r;
}

static void
looks(struct pool *p)
{
	struct row a = { .last_ms = NOW - 5000, .next_ms = NOW + 9000 };
	struct row b = { .last_ms = NOW - 7000, .next_ms = NOW + 2000 };
	struct report r;

	unit_case("a watch that nobody looked at is active and due");
	r = ask(&watch, NULL, NULL, NULL, p);
	SAME_INT(r.status, WATCH_ACTIVE);
	SAME_INT(r.last_ms, 0);
	SAME_INT(r.next_ms, 0);
	OK(r.why.s == NULL);

	unit_case("the last look is the newest, the next the earliest");
	r = ask(&watch, NULL, &a, &b, p);
	SAME_INT(r.last_ms, NOW - 5000);
	SAME_INT(r.next_ms, NOW + 2000);

	unit_case("one subject without a row makes it due");
	r = ask(&watch, NULL, &a, NULL, p);
	SAME_INT(r.next_ms, 0);
	SAME_INT(r.last_ms, NOW - 5000);
}

static void
failing(struct pool *p)
{
	struct row good = { .last_ms = NOW, .next_ms = NOW };
	struct row bad = {
		.last_ms = NOW,
		.next_ms = NOW,
		.error = ERROR_TIMEOUT,
		.errors = 6,
		.errors_since_ms = NOW,
	};
	struct watch paused = watch;
	struct watch_state own = { .ended = END_AT, .ended_ms = NOW };
	struct report r;

	unit_case("a subject whose looks fail is an error, with the reason");
	r = ask(&watch, NULL, &good, &bad, p);
	SAME_INT(r.status, WATCH_ERROR);
	SAME_TEXT(r.why, "timeout: 6 looks since 2026-11-30T16:00:00.000Z");

	unit_case("paused comes before error, ended before paused");
	paused.paused = true;
	r = ask(&paused, NULL, &good, &bad, p);
	SAME_INT(r.status, WATCH_PAUSED);
	r = ask(&paused, &own, &good, &bad, p);
	SAME_INT(r.status, WATCH_EXPIRED);
	SAME_TEXT(r.why, "at");
	SAME_INT(r.ended_ms, NOW);
	SAME_INT(r.next_ms, 0);
}

static void
ended(struct pool *p)
{
	static const struct {
		enum end_why why;
		enum outcome outcome;
		enum watch_status status;
	} ends[] = {
		{ END_TERMINAL, OUTCOME_NONE, WATCH_EXPIRED },
		{ END_TERMINAL, OUTCOME_SUCCESS, WATCH_EXPIRED },
		{ END_TERMINAL, OUTCOME_BLOCKED, WATCH_BLOCKED },
		{ END_COUNT, OUTCOME_NONE, WATCH_EXPIRED },
		{ END_BUDGET_TURNS, OUTCOME_NONE, WATCH_STOPPED },
		{ END_STALL, OUTCOME_NONE, WATCH_STOPPED },
		{ END_NOT_FOUND, OUTCOME_NONE, WATCH_STOPPED },
	};
	size_t i;

	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		struct watch_state own = {
			.ended = ends[i].why,
			.outcome = ends[i].outcome,
		};
		struct report r = ask(&watch, &own, NULL, NULL, p);

		unit_case("ended by %s with outcome '%s' it is %s",
		    end_why_name(ends[i].why), outcome_name(ends[i].outcome),
		    watch_status_name(ends[i].status));
		SAME_INT(r.status, ends[i].status);
	}
}

static void
open_conditions(struct pool *p)
{
	struct key_state keys[] = {
		{ .key = span_of("told"), .episode = span_of("evt_1") },
		{
		    .key = span_of("info"),
		    .episode = span_of("evt_3"),
		    .severity = SEVERITY_RECORD,
		},
		{ .key = span_of("not told") },
		{
		    .key = span_of("over"),
		    .episode = span_of("evt_2"),
		    .over = true,
		},
	};
	struct subject_state part = { .keys = keys, .n_keys = 4 };
	const struct subject_state *parts[] = { &part, &part };
	struct span subjects[] = { span_of("a:1"), span_of("a:2") };
	const struct row *rows[2] = { NULL, NULL };
	struct status_facts f = {
		.rows = rows,
		.parts = parts,
		.subjects = subjects,
		.n_parts = 2,
		.orphaned = true,
	};
	struct report r = { 0 };

	unit_case("open is what was told to be acted on and is not over, of "
		  "each subject");
	watch_status(&watch, &f, p, &r);
	SAME_INT((int64_t)r.n_open, 2);
	SAME_TEXT(r.open[1].subject, "a:2");
	SAME_TEXT(r.open[1].key, "told");

	unit_case("a watch without a target is orphaned");
	SAME_INT(r.status, WATCH_ORPHANED);
}

int
main(void)
{
	struct pool p = { 0 };

	looks(&p);
	failing(&p);
	ended(&p);
	open_conditions(&p);
	pool_done(&p);
	return unit_end();
}
