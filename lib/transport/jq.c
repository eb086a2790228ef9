#include "transport/jq.h"

#include <jq.h>
#include <jv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/buf.h"
#include "transport/jq-run.h"

/*
 * The worker's side, and what it puts around a program.  Nothing here runs in a
 * process that was started by a person: see jq-run.c.
 */

/*
 * One line, so that the program's line numbers stay right.  Being no module,
 * what follows cannot import or include.  error/1 leans on the built-in
 * error/0, since error(null) looks like the end of the stream; limit(0; f)
 * gives one in libjq 1.6.
 */
static const char prelude[] =
    "{} as $ENV | def env: {}; "
    "def gone($n): error($n + \" is not to be had here\"); "
    "def input: gone(\"input\"); def inputs: gone(\"inputs\"); "
    "def debug: .; def debug(f): .; def stderr: .; "
    "def halt: gone(\"halt\"); def halt_error: gone(\"halt_error\"); "
    "def halt_error($c): gone(\"halt_error\"); def now: gone(\"now\"); "
    "def modulemeta: gone(\"modulemeta\"); "
    "def get_search_list: []; def input_filename: null; "
    "def input_line_number: 0; "
    "def error(f): (f | if . == null then \"null\" else . end) | error; "
    "def error: error(.); "
    "def limit($n; f): if $n <= 0 then empty else label $out | "
    "foreach f as $x (0; . + 1; $x, if . >= $n then break $out else empty "
    "end) end; "
    "def hierarchy: [.]; "
    "def document: .responses | last // empty | "
    "select(.error == null) | {status, header, body}; ";

/* Last of every run: a stream that ends without it was cut short. */
#define END_MARK "sgt: all is said"

struct complaint {
	struct buf text;
};

static void
complain(void *arg, jv msg)
{
	struct complaint *c = arg;

	msg = jq_format_error(msg);
	if (jv_get_kind(msg) == JV_KIND_STRING && c->text.len == 0)
		buf_text(&c->text, jv_string_value(msg));
	jv_free(msg);
}

static int
say(int fd, enum jq_word word, const char *s)
{
	return jq_frame_write(fd, word, s, strlen(s));
}

static jq_state *
compile(int fd, const char *args, const char *text)
{
	struct complaint c = { 0 };
	struct buf whole = { 0 };
	jq_state *jq = jq_init();
	int fine = 0;

	if (jq == NULL)
		return NULL;
	buf_text(&whole, prelude);
	buf_text(&whole, text);
	if (!whole.full) {
		jq_set_error_cb(jq, complain, &c);
		/* without it import asserts */
		jq_set_attr(jq, jv_string("JQ_LIBRARY_PATH"), jv_array());
		fine = jq_compile_args(jq, whole.s, jv_parse(args));
	}
	if (!fine) {
		say(fd, JQ_REFUSED, c.text.s != NULL ? c.text.s : "no program");
		jq_teardown(&jq);
		jq = NULL;
	}
	buf_done(&whole);
	buf_done(&c.text);
	return jq;
}

static int
refuse(int fd, jv msg)
{
	int r;

	if (jv_get_kind(msg) != JV_KIND_STRING)
		msg = jv_dump_string(msg, 0);
	r = jq_frame_write(fd, JQ_REFUSED, jv_string_value(msg),
	    (size_t)jv_string_length_bytes(jv_copy(msg)));
	jv_free(msg);
	return r;
}

static int
emit(int fd, jv value)
{
	jv text = jv_dump_string(value, JV_PRINT_SORTED);
	int r;

	r = jq_frame_write(fd, JQ_VALUE, jv_string_value(text),
	    (size_t)jv_string_length_bytes(jv_copy(text)));
	jv_free(text);
	return r;
}

/* Is it the mark?  Borrows. */
static int
is_end(jv v)
{
	return jv_get_kind(v) == JV_KIND_STRING &&
	    strcmp(jv_string_value(v), END_MARK) == 0;
}

/*
 * Each result is held back until the next one is there: the last is the mark.
 */
static int
run(jq_state *jq, int fd, jv input)
{
	jv held = jv_invalid();
	jv next;

	jq_start(jq, input, 0);
	while (jv_is_valid(next = jq_next(jq))) {
		if (jv_is_valid(held) && emit(fd, jv_copy(held)) == -1) {
			jv_free(next);
			jv_free(held);
			return -1;
		}
		jv_free(held);
		held = next;
	}
	if (jv_invalid_has_msg(jv_copy(next))) {
		jv_free(held);
		return refuse(fd, jv_invalid_get_msg(next));
	}
	jv_free(next);
	if (!is_end(held)) {
		jv_free(held);
		return say(fd, JQ_REFUSED, "ended in the middle");
	}
	jv_free(held);
	return say(fd, JQ_DONE, "");
}

/* A worker that outlives its parent's patience still ends by itself. */
static void
allow_cpu(int64_t deadline_ms)
{
	struct rusage used;
	struct rlimit limit = { 0 };

	(void)getrusage(RUSAGE_SELF, &used);
	limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec +
	    deadline_ms / 1000 + 2);
	limit.rlim_max = RLIM_INFINITY;
	(void)setrlimit(RLIMIT_CPU, &limit);
}

/* What the call before was given: one operation often is given it as well. */
struct before {
	jv in;
};

/* {"op":NAME,"in":VALUE}, or without "in" once more what was given before. */
static int
call(jq_state *jq, int fd, const char *text, size_t len, struct before *b)
{
	bool has_in = len > 0 && memmem(text, len, ",\"in\":", 6) != NULL;
	jv input;

	if (has_in) {
		jv_free(b->in);
		b->in = jv_null();
	}
	input = jv_parse_sized(text, (int)len);
	if (!jv_is_valid(input))
		return refuse(fd, jv_invalid_get_msg(input));
	if (has_in) {
		b->in = jv_object_get(jv_copy(input), jv_string("in"));
	} else {
		input = jv_object_set(input, jv_string("in"), jv_copy(b->in));
	}
	return run(jq, fd, input);
}

void
jq_work(int fd, int64_t deadline_ms)
{
	struct jq_frame f;
	char *args = NULL;
	char *text = NULL;
	struct before before = { jv_null() };
	jq_state *jq = NULL;
	int r = 0;

	allow_cpu(deadline_ms);
	if (jq_frame_read(fd, &f, &args) == 0 && f.word == JQ_ARGS &&
	    jq_frame_read(fd, &f, &text) == 0 && f.word == JQ_PROGRAM)
		jq = compile(fd, args, text);
	free(args);
	free(text);
	if (jq == NULL)
		return;
	r = say(fd, JQ_DONE, "");
	while (r == 0 && jq_frame_read(fd, &f, &text) == 0) {
		allow_cpu(deadline_ms);
		r = call(jq, fd, text, f.len, &before);
		free(text);
	}
	jv_free(before.in);
	jq_teardown(&jq);
}

void
jq_program_text(const struct jq_program *p, struct buf *out)
{
	size_t i;

	for (i = 0; i < p->n_libraries; i++) {
		buf_span(out, p->libraries[i].text);
		buf_byte(out, '\n');
	}
	buf_span(out, p->text);
	buf_text(out, "\n(.op as $op | .in | ");
	for (i = 0; p->ops != NULL && p->ops[i] != NULL; i++)
		buf_format(out, "%sif $op == \"%s\" then %s ",
		    i == 0 ? "" : "el", p->ops[i], p->ops[i]);
	if (i > 0)
		buf_text(out, "else gone($op) end");
	else
		buf_text(out, ".");
	buf_text(out, "), \"" END_MARK "\"");
}

void
jq_conditions_text(const struct span *texts, size_t n, struct buf *out)
{
	size_t i;

	buf_text(out,
	    "def conditions: .status as $status | "
	    "(.header // {}) as $header | .body as $body | "
	    ".use[] as $i | {i: $i} + (try ($body | [");
	for (i = 0; i < n; i++) {
		buf_format(out, "%sif $i == %zu then (", i == 0 ? "" : "el", i);
		buf_span(out, texts[i]);
		buf_text(out, "\n) ");
	}
	if (n > 0)
		buf_text(out, "else empty end");
	buf_text(out,
	    "] | {\"true\": any(.[]; .), "
	    "value: (if length == 1 then .[0] else . end)}) "
	    "catch {error: (if type == \"string\" then . "
	    "else tojson end)});");
}
