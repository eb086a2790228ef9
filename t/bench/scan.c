/*
 * scan - read a file of JSON lines once with json_scan and once with libjq's
 * jv_parse_sized; one JSON line with the milliseconds of each.
 * usage: scan FILE
 */

#include <fcntl.h>
#include <jv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "disk/file.h"

#define INPUT_MAX ((size_t)1 << 30)

static double
now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static size_t
scan(const char *s, size_t len)
{
	struct json j;

	return json_scan(s, len, &j, NULL) == 0;
}

static size_t
parse(const char *s, size_t len)
{
	jv v = jv_parse_sized(s, (int)len);
	size_t valid = (size_t)jv_is_valid(v);

	jv_free(v);
	return valid;
}

/* Milliseconds one(line) takes over all lines; *n counts what it accepted. */
static double
over_lines(const struct buf *b, size_t (*one)(const char *, size_t), size_t *n)
{
	double begin = now_ms();
	const char *s = b->s;
	const char *end = b->s + b->len;

	*n = 0;
	while (s < end) {
		const char *nl = memchr(s, '\n', (size_t)(end - s));
		size_t len = (size_t)((nl == NULL ? end : nl) - s);

		*n += one(s, len);
		s += len + 1;
	}
	return now_ms() - begin;
}

int
main(int argc, char *argv[])
{
	struct buf b;
	struct err e = { 0 };
	size_t n_scan, n_parse;
	double scan_ms, parse_ms;

	buf_init(&b, INPUT_MAX);
	if (argc != 2 || file_read(AT_FDCWD, argv[1], INPUT_MAX, &b, &e) != 0) {
		fprintf(stderr, "scan: %s\n", e.text);
		return 64;
	}

	scan_ms = over_lines(&b, scan, &n_scan);
	parse_ms = over_lines(&b, parse, &n_parse);
	printf("{\"scan_ms\":%.1f,\"jv_ms\":%.1f,\"lines\":%zu,"
	       "\"jv_lines\":%zu}\n",
	    scan_ms, parse_ms, n_scan, n_parse);
	buf_done(&b);
	return n_scan != n_parse;
}
