#include "states.h"

#include "store/schedule.h"

static struct rig r;
static struct err e;

static bool
is_first(void *arg, struct span id)
{
	(void)arg;
	return span_is(id, W1);
}

static bool
any(void *arg, struct span id)
{
	(void)arg;
	(void)id;
	return true;
}

static void
count_watch(void *arg, struct span watch)
{
	int *n = arg;

	if (span_is(watch, W1))
		++*n;
}

static void
save(struct schedule *s)
{
	OK(schedule_save(s, &r.home, any, NULL, &e) == 0);
}

static struct schedule *
load(void)
{
	struct schedule *s = NULL;

	OK(schedule_load(&r.home, &s, &e) == 0);
	return s;
}

static void
write_file(const char *content)
{
	int fd = openat(r.home.workspace, "schedule.json",
	    O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	OK(write(fd, content, strlen(content)) == (ssize_t)strlen(content));
	(void)close(fd);
}

static int64_t
next_of(const struct schedule *s, const char *watch)
{
	const struct row *row =
	    schedule_find(s, text(watch), text("command:x"));

	return row == NULL ? -1 : row->next_ms;
}

static int64_t
hot_of(const struct schedule *s, const char *watch)
{
	const struct row *row =
	    schedule_find(s, text(watch), text("command:x"));

	return row == NULL ? -1 : row->hot_until_ms;
}

static void
rows(void)
{
	struct row row = { .last_ms = 1000,
		.next_ms = 61000,
		.error = ERROR_TIMEOUT,
		.errors = 2,
		.errors_since_ms = 900,
		.way = span_of("example.com none") };
	struct schedule *s;
	const struct row *got;
	int n = 0;

	unit_case("nothing is there to begin with: all is due");
	s = load();
	SAME_INT(next_of(s, W1), -1);

	unit_case("a row is found again as it was put");
	schedule_put(s, text(W1), text("command:x"), &row, 950);
	schedule_put(s, text(W2), text("command:x"), &row, 950);
	save(s);
	schedule_free(s);
	s = load();
	got = schedule_find(s, text(W1), text("command:x"));
	OK(got != NULL);
	SAME_INT(got->last_ms, 1000);
	SAME_INT(got->next_ms, 61000);
	SAME_INT(got->errors, 2);
	SAME_INT(got->error, ERROR_TIMEOUT);
	SAME_TEXT(got->way, "example.com none");
	schedule_each_on_way(s, text("example.com none"), count_watch, &n);
	SAME_INT(n, 1);

	unit_case("rows of watches that are gone are dropped");
	schedule_hint(s, text(W1), text("command:x"), 2000);
	OK(schedule_save(s, &r.home, is_first, NULL, &e) == 0);
	schedule_free(s);
	s = load();
	SAME_INT(next_of(s, W2), -1);
	SAME_INT(next_of(s, W1), 2000);
	schedule_free(s);
}

static void
hints(void)
{
	struct row row = { .last_ms = 3000, .next_ms = 63000 };
	struct row member = { 0 };
	struct schedule *s = load(), *other = load();

	unit_case("a look that began before a row's hint leaves it due");
	schedule_hint(s, text(W1), text("command:x"), 2500);
	schedule_put(s, text(W1), text("command:x"), &row, 2400);
	SAME_INT(next_of(s, W1), 2500);

	unit_case("one that began after it does not");
	schedule_put(s, text(W1), text("command:x"), &row, 2600);
	SAME_INT(next_of(s, W1), 63000);

	unit_case("the newer look of two pipelines wins");
	save(s);
	row.last_ms = 2900;
	row.next_ms = 62900;
	schedule_put(other, text(W1), text("command:x"), &row, 2550);
	OK(schedule_refresh(other, &r.home, &e) == 0);
	SAME_INT(next_of(other, W1), 63000);

	unit_case("a hint that another pipeline saved is not lost");
	schedule_hint(other, text(W1), text("command:x"), 3100);
	save(other);
	row.last_ms = 3200;
	row.next_ms = 63200;
	schedule_put(s, text(W1), text("command:x"), &row, 3050);
	OK(schedule_refresh(s, &r.home, &e) == 0);
	SAME_INT(next_of(s, W1), 3100);

	unit_case(
	    "what waits of a member brings its collection's look forward");
	member.next_ms = 5000;
	member.hot_until_ms = 600000;
	schedule_put_member(s, text(W1), text("command:x"), &member);
	schedule_put(s, text(W1), text("command:x"), &row, 3300);
	SAME_INT(next_of(s, W1), 5000);
	SAME_INT(hot_of(s, W1), 600000);
	schedule_put(s, text(W1), text("command:x"), &row, 3300);
	SAME_INT(next_of(s, W1), 63200);

	unit_case("and so does what was pushed, and keeps it hot");
	schedule_bring(s, text(W1), text("command:x"), &member);
	SAME_INT(next_of(s, W1), 5000);
	SAME_INT(hot_of(s, W1), 600000);
	member.next_ms = 9000;
	member.hot_until_ms = 500000;
	schedule_bring(s, text(W1), text("command:x"), &member);
	SAME_INT(next_of(s, W1), 5000);
	SAME_INT(hot_of(s, W1), 600000);
	schedule_free(s);
	schedule_free(other);
}

static void
lost(void)
{
	struct schedule *s;
	struct way_state *w;

	unit_case("a way's run of failures is kept");
	s = load();
	w = schedule_way(s, text("example.com none"), true);
	w->errors = 6;
	w->error = ERROR_NETWORK;
	w->since_ms = 42;
	save(s);
	schedule_free(s);
	s = load();
	w = schedule_way(s, text("example.com none"), false);
	OK(w != NULL && w->errors == 6 && w->error == ERROR_NETWORK &&
	    w->since_ms == 42);
	schedule_free(s);

	unit_case("torn, empty, or of another boot: all is due, no complaint");
	write_file("{\"version\":1,\"boot\":\"");
	s = load();
	SAME_INT(next_of(s, W1), -1);
	schedule_free(s);
	write_file("");
	s = load();
	SAME_INT(next_of(s, W1), -1);
	schedule_free(s);
	write_file("{\"version\":1,\"boot\":\"another\",\"rows\":[{\"watch\":"
		   "\"" W1 "\",\"subject\":\"command:x\",\"row\":{\"next\":5}}"
		   "],\"ways\":[]}");
	s = load();
	SAME_INT(next_of(s, W1), -1);
	schedule_free(s);
}

int
main(void)
{
	rig_begin(&r);
	rows();
	hints();
	lost();
	rig_end(&r);
	return unit_end();
}
