/*
 * kind - ask a kind's program, as a run of sgt-probe does but for the wire.
 * usage: kind SHARE NAME OPERATION <INPUTS
 * Each line of stdin is one input; for each there is a line with the array of
 * results, or the text of the refusal.  All calls have one worker.  OPERATION
 * "look" is what a look does when the answers are there: requests, then, where
 * that wants no more, observe; then stderr is told the worker's CPU time in ms.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/buf.h"
#include "base/err.h"
#include "transport/jq.h"
#include "transport/kinds.h"

static const char *const operations[] = { "requests", "document", "observe",
	"hierarchy", NULL };

static void
print(const struct buf *results, struct err *e, bool failed)
{
	struct buf line = { 0 };
	size_t i;

	if (failed) {
		json_quote(&line, span_of(e->text));
	} else {
		buf_byte(&line, '[');
		/* lines; the last newline ends the array */
		for (i = 0; i + 1 < results->len; i++)
			buf_byte(
			    &line, results->s[i] == '\n' ? ',' : results->s[i]);
		buf_byte(&line, ']');
	}
	(void)puts(line.s);
	buf_done(&line);
}

static void
answer(struct jq_worker *w, const char *op, const struct buf *in)
{
	bool look = strcmp(op, "look") == 0;
	struct buf out = { 0 };
	struct err e = { 0 };
	int r;

	buf_init(&out, JQ_OUT_MAX);
	r = jq_call(w, look ? "requests" : op, in, &out, &e);
	if (look && r == 0 && out.len == 0)
		r = jq_call(w, "observe", NULL, &out, &e);
	print(&out, &e, r == -1);
	buf_done(&out);
}

static void
say_cpu(void)
{
	struct rusage u;

	(void)getrusage(RUSAGE_CHILDREN, &u);
	(void)fprintf(stderr, "%lld\n",
	    (long long)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000 +
		(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1000);
}

int
main(int argc, char *argv[])
{
	struct jq_nursery nursery = { 0 };
	struct jq_worker w = { .nursery = &nursery };
	struct kinds kinds = { 0 };
	const struct kind *k;
	struct buf text = { 0 };
	struct buf in = { 0 };
	struct err e = { 0 };
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	if (argc != 4 || jq_nursery_start(&nursery, &e) == -1 ||
	    kinds_load(argv[1], NULL, NULL, &kinds, &e) == -1)
		return 64;
	k = kind_find_by_name(&kinds, span_of(argv[2]));
	if (k == NULL)
		return 64;
	buf_text(&text, "{\"kind\":");
	buf_span(&text, json_span(&k->json));
	buf_byte(&text, '}');
	w.program = (struct jq_program){ .name = argv[2],
		.text = k->program,
		.libraries = k->libraries,
		.n_libraries = k->n_libraries,
		.ops = operations,
		.args = buf_as_span(&text) };
	buf_init(&in, JQ_IN_MAX);
	while ((n = getline(&line, &room, stdin)) != -1) {
		buf_reset(&in);
		buf_add(&in, line, (size_t)n);
		answer(&w, argv[3], &in);
	}
	free(line);
	buf_done(&in);
	buf_done(&text);
	jq_stop_worker(&w);
	jq_nursery_stop(&nursery);
	if (strcmp(argv[3], "look") == 0)
		say_cpu();
	kinds_done(&kinds);
	return 0;
}
