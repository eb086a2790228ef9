/* golden - the tables of t/golden, through the real parsers, to decide */

#include <sys/wait.h>

#include <unistd.h>

#include "compare.h"
#include "engine/way.h"
#include "filter.h"
#include "table.h"
#include "unit.h"

static struct table table;

/* "*" is the digest of this very look: what an equal one left behind. */
static void
take_digest(struct trial *t, const struct fact *f)
{
	struct subject_state *s = &t->s.subject;
	int64_t settled = s->settled_ms;

	if (!span_is(s->settled_digest, "*"))
		return;

	s->settled_ms = 0;
	s->settled_digest.s = NULL;
	decide(&t->w, f, &t->s, t->now_ms, &t->p, &t->v, &t->next);
	s->settled_ms = settled;
	s->settled_digest = t->next.subject.settled_digest;
}

static void
try_way(struct trial *t, const struct json *in)
{
	static const struct json to = { JSON_ARRAY, "[\"human:ann\"]", 13 };
	struct json way = json_get(in, "way"), now = json_get(in, "now"), j;
	struct way_state next;

	t->now_ms = case_ms(&now);
	trial_row(t, &way, &t->s.row);
	j = json_get(&way, "told");
	{
		struct way_state s = {
			.way = span_of("api.demo ann"),
			.error = t->s.row.error,
			.errors = t->s.row.errors,
			.since_ms = t->s.row.errors_since_ms,
			.told_ms = j.type == JSON_NUMBER ? case_ms(&j) : 0,
			.episode = span_of(CASE_EPISODE),
		};

		if (!decide_way(&s, &to, t->now_ms, &t->p, &t->v, &next)) {
			t->v.kind = VERDICT_QUIET;
			t->v.why = WHY_NOTHING;
		}
	}
}

/* Decide one row; true where all is as the table has it. */
static bool
try_row(struct trial *t, const struct line *r)
{
	struct json in = trial_scan(t, r->input, "input");
	struct json want = trial_scan(t, r->expect, "expect");
	struct fact f;

	if (t->wrong.len > 0)
		return false;
	if (json_get(&in, "way").type != JSON_NONE) {
		try_way(t, &in);
	} else {
		f = trial_load(t, &in);
		if (t->wrong.len > 0)
			return false;
		take_digest(t, &f);
		decide(&t->w, &f, &t->s, t->now_ms, &t->p, &t->v, &t->next);
	}
	compare_all(t, &want);
	return t->wrong.len == 0;
}

static void
run(const struct line *r)
{
	struct trial t = { 0 };
	bool right = try_row(&t, r);

	unit_case("%.*s", (int)r->title.len, r->title.s);
	if (!right)
		printf("# %s:%d\n%.*s", r->file, r->line, (int)t.wrong.len,
		    t.wrong.s);
	OK(right);
	trial_done(&t);
}

/* The tables, in the order of their names. */
static const char *const tables[] = {
	"t/golden/decide-cases.golden",
	"t/golden/decide-rules.golden",
	NULL,
};

/*
 * Every row once more where no other call is possible: 0, 1 wrong, 2 no filter
 */
static int
rows_shut(void)
{
	int wrong = 0;
	size_t i;

	if (filter_shut() == -1)
		return 2;

	for (i = 0; i < table.n; i++) {
		struct trial t = { 0 };

		if (!try_row(&t, &table.lines[i]))
			wrong = 1;
		trial_done(&t);
	}
	return wrong;
}

static void
under_filter(void)
{
	int status = 0;
	pid_t pid;

	unit_case("decides with no system call but for memory and write");
#ifdef SANITIZED
	unit_skip("sanitizers make calls of their own");
	return;
#endif
	(void)fflush(stdout);
	pid = fork();
	if (pid == 0)
		_exit(rows_shut());
	OK(pid > 0 && waitpid(pid, &status, 0) == pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
		unit_skip("seccomp is refused here");
	else
		OK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* The filter holds: a call outside it kills. */
static void
filter_holds(void)
{
	int status = 0;
	pid_t pid;

	unit_case("dies under the filter when it asks for anything else");
#ifdef SANITIZED
	unit_skip("sanitizers make calls of their own");
	return;
#endif
	(void)fflush(stdout);
	pid = fork();
	if (pid == 0) {
		if (filter_shut() == -1)
			_exit(2);
		(void)getppid();
		_exit(0);
	}
	OK(pid > 0 && waitpid(pid, &status, 0) == pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
		unit_skip("seccomp is refused here");
	else
		OK(WIFSIGNALED(status));
}

static bool
has_title(const char *file, struct span title)
{
	size_t i;

	for (i = 0; i < table.n; i++) {
		if (strcmp(table.lines[i].file, file) == 0 &&
		    span_equal(table.lines[i].title, title))
			return true;
	}
	return false;
}

/* Is title the first word of a line "title<TAB>reason"? */
static bool
is_deviation(const char *deviations, struct span title)
{
	const char *line;

	for (line = deviations; line != NULL && *line != '\0';
	     line = strchr(line, '\n'), line += line != NULL) {
		if (strncmp(line, title.s, title.len) == 0 &&
		    line[title.len] == '\t' && line[title.len + 1] != '\n')
			return true;
	}
	return false;
}

/* Names are those of the cases decided and of those decided otherwise. */
static void
names_are_whole(void)
{
	char *names = table_text("t/golden/decision-names");
	char *deviations = table_text("t/golden/deviations");
	size_t n_names = 0, n_cases = 0, n_deviations = 0, i;
	struct span title;
	const char *at;

	unit_case("answers every case of the specification, or says why not");
	OK(names != NULL && deviations != NULL);
	for (at = names; at != NULL && *at != '\0'; at += title.len + 1) {
		title.s = at;
		title.len = strcspn(at, "\n");
		n_names++;
		if (is_deviation(deviations, title))
			n_deviations++;
		else if (!OK(has_title(tables[0], title)))
			printf("# no case: %.*s\n", (int)title.len, title.s);
	}
	for (i = 0; i < table.n; i++)
		n_cases += strcmp(table.lines[i].file, tables[0]) == 0;
	SAME_INT((int64_t)(n_cases + n_deviations), (int64_t)n_names);
	SAME_INT((int64_t)n_names, 103);
	free(names);
	free(deviations);
}

int
main(void)
{
	size_t i;

	unit_case("finds its tables whole");
	for (i = 0; tables[i] != NULL; i++)
		OK(table_read(&table, tables[i]));
	for (i = 0; i < table.n; i++)
		run(&table.lines[i]);
	unit_case("has at least 150 rows");
	OK(table.n >= 150);
	names_are_whole();
	under_filter();
	filter_holds();
	table_done(&table);
	return unit_end();
}
