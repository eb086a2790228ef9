/* when the loop is to look again */

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/pool.h"
#include "store/survey.h"

#define NOW_MS INT64_C(1796050000000)

static struct pool pool;
static struct home home;

static void
add_watch(const char *id, const char *subject, const char *more)
{
	struct watch w = { 0 };
	struct watches_change c = { span_of(id), &w };
	struct err e = { 0 };
	char text[1024];
	struct json j;
	struct span line;
	int n;

	n = snprintf(text, sizeof(text),
	    "{\"version\":1,\"id\":\"%s\",\"clauses\":[{\"subject\":\"%s\","
	    "\"kind\":\"command\",\"types\":[\"command.*\"]}],"
	    "\"to\":\"human:ann\",\"created\":\"2026-11-30T16:00:00Z\","
	    "\"every\":\"10m\",\"until\":\"never\",\"config\":{}%s}",
	    id, subject, more);
	line = pool_copy(&pool, (struct span){ text, (size_t)n });
	if (!OK(json_scan(line.s, line.len, &j, &e) == 0) ||
	    !OK(watch_parse(&j, &pool, &w, &e) == 0) ||
	    !OK(watches_commit(&home, &c, 1, &e) == 0))
		printf("# %s\n", e.text);
}

static bool
is_alive(void *arg, struct span watch)
{
	(void)arg;
	(void)watch;
	return true;
}

static void
looked(const char *id, const char *subject, int64_t next_ms)
{
	struct schedule *s;
	struct row r = { .last_ms = NOW_MS, .next_ms = next_ms };

	OK(schedule_load(&home, &s, NULL) == 0);
	schedule_put(s, span_of(id), span_of(subject), &r, NOW_MS);
	OK(schedule_save(s, &home, is_alive, NULL, NULL) == 0);
	schedule_free(s);
}

static int64_t
next_at(int64_t now_ms)
{
	struct survey s;
	int64_t next_ms;

	if (!OK(survey_open(&home, &s, NULL) == 0))
		return -1;
	next_ms = survey_next(&s, now_ms);
	survey_done(&s);
	return next_ms;
}

int
main(void)
{
	static const char *const ids[] = { "sen_01M8PXBW8TEHSNGBACYMZG9CQ1",
		"sen_01M8PXBW8TEHSNGBACYMZG9CQ2",
		"sen_01M8PXBW8TEHSNGBACYMZG9CQ3" };
	struct err e = { 0 };

	unit_case("nothing to look at: never");
	OK(setenv("SERGEANT_HOME", unit_folder(), 1) == 0);
	OK(home_open(&home, &e) == 0);
	SAME_INT(next_at(NOW_MS), INT64_MAX);

	unit_case("a watch that was never looked at is due");
	add_watch(ids[0], "command:a", "");
	SAME_INT(next_at(NOW_MS), NOW_MS);

	unit_case("the earliest of all");
	add_watch(ids[1], "command:b", "");
	looked(ids[0], "command:a", NOW_MS + 600000);
	looked(ids[1], "command:b", NOW_MS + 20000);
	SAME_INT(next_at(NOW_MS), NOW_MS + 20000);
	SAME_INT(next_at(NOW_MS + 20001), NOW_MS + 20001);

	unit_case("who is paused is not waited for");
	add_watch(ids[2], "command:c", ",\"paused\":true");
	SAME_INT(next_at(NOW_MS), NOW_MS + 20000);

	unit_case("a look in the future makes nothing wait");
	SAME_INT(next_at(NOW_MS - 5000), NOW_MS - 5000);

	home_close(&home);
	pool_done(&pool);
	return unit_end();
}
