#include "transport/jq.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"
#include "unit.h"

static const char *const ops[] = { "go", "hierarchy", NULL };
static struct jq_nursery nursery;

struct run {
	struct jq_worker w;
	struct buf out;
	struct err e;
	int r;
};

static void
open_program(struct run *r, const char *text)
{
	*r = (struct run){ 0 };
	r->w.nursery = &nursery;
	r->w.program = (struct jq_program){ .name = "k/kind.jq",
		.text = span_of(text),
		.args = span_of("{\"kind\":{\"a\":1}}"),
		.ops = ops };
	r->w.deadline_ms = 1500;
	r->w.out_max = 100000;
}

static int
ask(struct run *r, const char *op, const char *in)
{
	struct buf b = { 0 };

	buf_text(&b, in != NULL ? in : "");
	buf_reset(&r->out);
	r->e = (struct err){ 0 };
	r->r = jq_call(&r->w, op, in != NULL ? &b : NULL, &r->out, &r->e);
	buf_done(&b);
	return r->r;
}

static void
close_program(struct run *r)
{
	jq_stop_worker(&r->w);
	buf_done(&r->out);
}

/* What one operation was given is what another is given. */
static void
known_input(void)
{
	static const struct {
		const char *op;
		const char *in;
		const char *want;
	} calls[] = {
		{ "hierarchy", NULL, "[\"hierarchy\",null]\n" },
		{ "go", "{\"a\":[1]}", "[\"go\",[1,7]]\n" },
		{ "hierarchy", NULL, "[\"hierarchy\",[1]]\n" },
		{ "go", NULL, "[\"go\",[1,7]]\n" },
		{ "go", "{\"a\":[2]}", "[\"go\",[2,7]]\n" },
		{ "hierarchy", "{\"a\":", NULL },
		{ "hierarchy", NULL, "[\"hierarchy\",null]\n" },
		{ "hierarchy", "{\"a\":[3]}", "[\"hierarchy\",[3]]\n" },
	};
	struct run r;
	size_t i;

	unit_case("an input that is known already");
	open_program(&r,
	    "def go: .a += [7] | [\"go\", .a]; "
	    "def hierarchy: [\"hierarchy\", .a];");
	for (i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		SAME_INT(ask(&r, calls[i].op, calls[i].in),
		    calls[i].want == NULL ? -1 : 0);
		if (calls[i].want != NULL)
			SAME_TEXT(buf_as_span(&r.out), calls[i].want);
	}
	close_program(&r);
}

static void
gives(const char *text, const char *in, const char *want)
{
	struct run r;

	unit_case("answers %s", text);
	open_program(&r, text);
	SAME_INT(ask(&r, "go", in), 0);
	SAME_TEXT(span_of(r.e.text), "");
	SAME_TEXT(buf_as_span(&r.out), want);
	close_program(&r);
}

static void
refuses(const char *text, const char *in, int status, const char *want)
{
	struct run r;

	unit_case("refuses %.*s", (int)strcspn(text, "\n"), text);
	open_program(&r, text);
	SAME_INT(ask(&r, "go", in), -1);
	SAME_INT((int)r.e.status, status);
	SAME_TEXT(span_of(r.e.text), want);
	SAME_INT((int64_t)r.out.len, 0);
	close_program(&r);
}

/* Ended by us or by itself, and the next call is answered. */
static void
contains(const char *text, const char *in, const char *want)
{
	struct run r;

	unit_case("contains %s", text);
	open_program(&r, text);
	SAME_INT(ask(&r, "go", in), -1);
	SAME_INT((int)r.e.status, STATUS_TEMPORARY);
	if (want != NULL)
		SAME_TEXT(span_of(r.e.text), want);
	SAME_INT(ask(&r, "hierarchy", "\"x\""), 0);
	SAME_TEXT(buf_as_span(&r.out), "[\"x\"]\n");
	close_program(&r);
}

static void
hides(void)
{
	gives("def go: $ENV;", "null", "{}\n");
	gives("def go: env | length;", "null", "0\n");
	gives("def go: 1 | debug | stderr;", "null", "1\n");
	gives("def go: $kind.a;", "null", "1\n");
	gives("def go: [limit(0; 1, 2)];", "null", "[]\n");
	gives("def go: [limit(1; 1, 2)];", "null", "[1]\n");
	gives("def go: .[];", "[1,{\"b\":[],\"a\":\"\\u00e9\"}]",
	    "1\n{\"a\":\"é\",\"b\":[]}\n");
	gives("def go: empty;", "null", "");
	gives("def go: 1500000000 | todate;", "null",
	    "\"2017-07-14T02:40:00Z\"\n");
	refuses("def go: input;", "null", STATUS_DATA,
	    "k/kind.jq: input is not to be had here");
	refuses("def go: inputs;", "null", STATUS_DATA,
	    "k/kind.jq: inputs is not to be had here");
	refuses("def go: now;", "null", STATUS_DATA,
	    "k/kind.jq: now is not to be had here");
	refuses("def go: halt;", "null", STATUS_DATA,
	    "k/kind.jq: halt is not to be had here");
	refuses("def go: \"secret\" | halt_error(1);", "null", STATUS_DATA,
	    "k/kind.jq: halt_error is not to be had here");
	refuses("def go: error(null);", "null", STATUS_DATA, "k/kind.jq: null");
	refuses("def go: 1, (null | error);", "null", STATUS_DATA,
	    "k/kind.jq: null");
	refuses("def go: error(\"no\");", "null", STATUS_DATA, "k/kind.jq: no");
	refuses("def go: input_line_number | input_filename | error;", "null",
	    STATUS_DATA, "k/kind.jq: null");
	refuses("def go: \"a\" | modulemeta;", "null", STATUS_DATA,
	    "k/kind.jq: modulemeta is not to be had here");
}

static void
does_not_compile(void)
{
	refuses("import \"/etc/x\" as $x; def go: 1;", "null", STATUS_CONFIG,
	    "k/kind.jq:1: syntax error, unexpected import");
	refuses("include \"x\"; def go: 1;", "null", STATUS_CONFIG,
	    "k/kind.jq:1: syntax error, unexpected include");
	refuses("def go:\n  1 +\n  ];", "null", STATUS_CONFIG,
	    "k/kind.jq:3: syntax error, unexpected INVALID_CHARACTER");
	refuses("def go: nosuch;", "null", STATUS_CONFIG,
	    "k/kind.jq:1: nosuch/0 is not defined");
}

static void
checks(const char *text, int status, const char *want)
{
	struct err e = { 0 };

	unit_case("checks %s", text);
	SAME_INT(
	    jq_check(span_of(text), "--when 'slow'", &e), status == 0 ? 0 : -1);
	SAME_INT((int)e.status, status);
	SAME_TEXT(span_of(e.text), want);
}

static void
skips_after_two(void)
{
	struct run r;

	unit_case("skips a program after two failures");
	open_program(&r, "def go: def f: 1 + f; f;");
	SAME_INT(ask(&r, "go", "1"), -1);
	SAME_INT(ask(&r, "go", "1"), -1);
	SAME_INT(ask(&r, "go", "1"), -1);
	SAME_INT((int)r.e.status, STATUS_CONFIG);
	SAME_TEXT(span_of(r.e.text), "k/kind.jq: skipped after 2 failures");
	close_program(&r);
}

static void
conditions(void)
{
	static const char *const set[] = { "conditions", NULL };
	struct span texts[] = { { ".a > 1 # high", 13 },
		{ "$status, $header.x", 18 }, { ".a.b", 4 } };
	struct buf text = { 0 };
	struct run r;

	unit_case("asks a set of conditions");
	jq_conditions_text(texts, 3, &text);
	open_program(&r, text.s);
	r.w.program.ops = set;
	SAME_INT(ask(&r, "conditions",
		     "{\"use\":[0,2,1],\"status\":200,\"header\":{\"x\":null},"
		     "\"body\":{\"a\":2}}"),
	    0);
	SAME_TEXT(buf_as_span(&r.out),
	    "{\"i\":0,\"true\":true,\"value\":true}\n"
	    "{\"error\":\"Cannot index number with string "
	    "\\\"b\\\"\",\"i\":2}\n"
	    "{\"i\":1,\"true\":true,\"value\":[200,null]}\n");
	close_program(&r);
	buf_done(&text);
}

/* A worker that gets no CPU for a while: stopped at first, then let go. */
struct rest {
	struct run *r;
	int64_t from_ms;
	int64_t for_ms;
};

static void
rest(void *arg)
{
	struct rest *s = arg;

	if (s->from_ms == 0) {
		s->from_ms = clock_mono_ms();
		(void)kill(s->r->w.pid, SIGSTOP);
	} else if (clock_mono_ms() - s->from_ms >= s->for_ms) {
		(void)kill(s->r->w.pid, SIGCONT);
	}
}

static void
waits(void)
{
	struct run r;
	struct rest s = { &r, 0, 2000 };

	unit_case("a worker that gets no CPU is waited for, within bounds");
	open_program(&r, "def go: reduce range(300000) as $i (0; . + 1);");
	OK(jq_start_worker(&r.w, NULL) == 0);
	r.w.idle = rest;
	r.w.idle_arg = &s;
	OK(ask(&r, "go", "null") == 0);
	SAME_TEXT(buf_as_span(&r.out), "300000\n");
	OK(clock_mono_ms() - s.from_ms >= 2000);

	s = (struct rest){ &r, 0, INT64_MAX };
	r.w.deadline_ms = 200;
	OK(ask(&r, "go", "null") == -1);
	SAME_TEXT(span_of(r.e.text), "k/kind.jq: no answer within 200 ms");
	OK(clock_mono_ms() - s.from_ms >= 1900);
	close_program(&r);
}

int
main(void)
{
	(void)setenv("SECRET_TOKEN", "hunter2", 1);
	(void)jq_nursery_start(&nursery, NULL);
	hides();
	does_not_compile();
	contains("def go: 1e18 | todate;", "null", NULL);
	contains("def go: def f: 1 + f; f;", "null", NULL);
	contains("def go: last(repeat(1));", "null",
	    "k/kind.jq: no answer within 1500 ms");
	waits();
	contains("def go: range(1e9);", "null",
	    "k/kind.jq: printed more than 100000 bytes");
	refuses("def go: reduce range(200) as $i (0; [.]);", "null",
	    STATUS_DATA, "k/kind.jq: what it gave is nested too deeply");
	skips_after_two();
	known_input();
	conditions();
	checks(".a > 1", 0, "");
	checks("def f: .; f # why", 0, "");
	checks("$status == 200 and ($header[\"x\"] // \"\") == \"\"", 0, "");
	checks(".a) , (.b", STATUS_USAGE,
	    "--when 'slow':1: syntax error, unexpected INVALID_CHARACTER");
	checks(".a; def g: .b", STATUS_USAGE,
	    "--when 'slow':2: syntax error, unexpected ';'");
	checks("import \"a\" as $a; 1", STATUS_USAGE,
	    "--when 'slow':1: syntax error, unexpected import");
	checks(
	    "", STATUS_USAGE, "--when 'slow': a condition has 1 to 8192 bytes");
	jq_nursery_stop(&nursery);
	return unit_end();
}
