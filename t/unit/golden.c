/* golden - the tables of t/golden, through the real parsers, to decide */

#include <sys/wait.h>

#include <unistd.h>

#include "compare.h"
#include "filter.h"
#include "unit.h"

#define CASES_MAX 1000

struct line {
	struct span file;
	int line;
	struct span title;
	struct span input;
	struct span expect;
};

static struct line rows[CASES_MAX];
static size_t n_rows;

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
trial_done(struct trial *t)
{
	pool_done(&t->p);
	buf_done(&t->text);
	buf_done(&t->wrong);
}

static void
run(const struct line *r)
{
	struct trial t = { 0 };
	bool right = try_row(&t, r);

	unit_case("%.*s", (int)r->title.len, r->title.s);
	if (!right)
		printf("# %.*s:%d\n%.*s", (int)r->file.len, r->file.s, r->line,
		    (int)t.wrong.len, t.wrong.s);
	OK(right);
	trial_done(&t);
}

/* Three lines a case; a line of # and an empty one stand between. */
static void
read_table(struct span file, char *text)
{
	struct span at[3], line;
	char *end;
	int n = 0, number = 0;

	for (; *text != '\0'; text = end + 1) {
		end = text + strcspn(text, "\n");
		number++;
		line.s = text;
		line.len = (size_t)(end - text);
		if (*end == '\0')
			end--;
		if (line.len == 0 || line.s[0] == '#')
			continue;
		at[n++] = line;
		if (n < 3 || n_rows == CASES_MAX)
			continue;
		rows[n_rows].file = file;
		rows[n_rows].line = number - 2;
		rows[n_rows].title = at[0];
		rows[n_rows].input = at[1];
		rows[n_rows++].expect = at[2];
		n = 0;
	}
	if (n != 0)
		printf("# %.*s: a case is not whole\n", (int)file.len, file.s);
}

static char *
read_file(const char *path)
{
	struct buf b = { 0 };
	FILE *f = fopen(path, "r");
	char part[4096];
	size_t n;

	if (f == NULL)
		return NULL;

	while ((n = fread(part, 1, sizeof(part), f)) > 0)
		buf_add(&b, part, n);
	(void)fclose(f);
	buf_byte(&b, '\0');
	return b.s;
}

/* The tables, in the order of their names; their texts live as long as we. */
static const char *const tables[] = {
	"t/golden/decide-cases.golden",
	"t/golden/decide-rules.golden",
	NULL,
};
static char *texts[8];

/* Every row once more where no other call is possible: 0, 1 wrong, 2 no filter */
static int
rows_shut(void)
{
	int wrong = 0;
	size_t i;

	if (filter_shut() == -1)
		return 2;

	for (i = 0; i < n_rows; i++) {
		struct trial t = { 0 };

		if (!try_row(&t, &rows[i]))
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

	for (i = 0; i < n_rows; i++) {
		if (span_is(rows[i].file, file) &&
		    span_equal(rows[i].title, title))
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
	char *names = read_file("t/golden/decision-names");
	char *deviations = read_file("t/golden/deviations");
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
	for (i = 0; i < n_rows; i++)
		n_cases += span_is(rows[i].file, tables[0]);
	SAME_INT((int64_t)(n_cases + n_deviations), (int64_t)n_names);
	SAME_INT((int64_t)n_names, 103);
	free(names);
	free(deviations);
}

int
main(void)
{
	size_t i;

	for (i = 0; tables[i] != NULL; i++) {
		texts[i] = read_file(tables[i]);
		if (texts[i] != NULL)
			read_table(span_of(tables[i]), texts[i]);
	}
	for (i = 0; i < n_rows; i++)
		run(&rows[i]);
	unit_case("has at least 150 rows");
	OK(n_rows >= 150);
	names_are_whole();
	under_filter();
	filter_holds();
	for (i = 0; tables[i] != NULL; i++)
		free(texts[i]);
	return unit_end();
}
