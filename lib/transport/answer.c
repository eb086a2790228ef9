#include "transport/answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "base/num.h"
#include "base/stamp.h"
#include "engine/backoff.h"
#include "transport/fetch.h"

#define HEADERS_MAX 256

void
answer_fail(struct fetch *x, enum error_class class, const char *format, ...)
{
	struct buf clean = { 0 };
	char raw[512];
	va_list ap;

	va_start(ap, format);
	(void)vsnprintf(raw, sizeof(raw), format, ap);
	va_end(ap);
	text_clean(&clean, span_of(raw));
	(void)snprintf(
	    x->brief, sizeof(x->brief), "%s", clean.s != NULL ? clean.s : "");
	buf_done(&clean);
	x->error = class;
	x->done = true;
}

struct header {
	struct span name;
	struct span value;
};

static struct span
trim(struct span s)
{
	while (s.len > 0 && strchr(" \t\r", s.s[0]) != NULL) {
		s.s++;
		s.len--;
	}
	while (s.len > 0 && strchr(" \t\r", s.s[s.len - 1]) != NULL)
		s.len--;
	return s;
}

static size_t
split(struct span lines, struct header ret[HEADERS_MAX])
{
	const char *end = lines.s + lines.len;
	const char *line = lines.s;
	const char *stop;
	const char *colon;
	size_t n = 0;

	while (line < end && n < HEADERS_MAX) {
		stop = memchr(line, '\n', (size_t)(end - line));
		if (stop == NULL)
			stop = end;
		colon = memchr(line, ':', (size_t)(stop - line));
		if (colon != NULL && colon > line &&
		    strncasecmp(line, "set-cookie", 10) != 0) {
			ret[n].name =
			    (struct span){ line, (size_t)(colon - line) };
			ret[n++].value = trim((struct span){
			    colon + 1, (size_t)(stop - colon) - 1 });
		}
		line = stop + 1;
	}
	return n;
}

static bool
same_name(struct span a, struct span b)
{
	return a.len == b.len && strncasecmp(a.s, b.s, a.len) == 0;
}

static void
add_name(struct buf *out, struct span name)
{
	struct buf lower = { 0 };
	size_t i;

	for (i = 0; i < name.len; i++)
		buf_byte(&lower,
		    name.s[i] >= 'A' && name.s[i] <= 'Z' ?
			(char)(name.s[i] - 'A' + 'a') :
			name.s[i]);
	json_quote(out, buf_as_span(&lower));
	buf_done(&lower);
}

/* A name that comes again joins its first: RFC 9110, 5.3. */
void
answer_headers(struct fetch *x, struct span lines)
{
	struct header list[HEADERS_MAX];
	struct buf value = { 0 };
	size_t n = lines.s == NULL ? 0 : split(lines, list);
	size_t i;
	size_t k;

	buf_reset(&x->header);
	buf_byte(&x->header, '{');
	for (i = 0; i < n; i++) {
		if (list[i].name.s == NULL)
			continue;
		buf_reset(&value);
		buf_span(&value, list[i].value);
		for (k = i + 1; k < n; k++) {
			if (list[k].name.s == NULL ||
			    !same_name(list[k].name, list[i].name))
				continue;
			buf_text(&value, ", ");
			buf_span(&value, list[k].value);
			list[k].name.s = NULL;
		}
		if (x->header.len > 1)
			buf_byte(&x->header, ',');
		add_name(&x->header, list[i].name);
		buf_byte(&x->header, ':');
		json_quote(&x->header,
		    (struct span){ value.s != NULL ? value.s : "", value.len });
	}
	buf_byte(&x->header, '}');
	buf_done(&value);
}

/* A header that is a whole number; -1 where it is none. */
static int64_t
number(const struct fetch *x, const char *name)
{
	struct json j = { JSON_OBJECT, x->header.s, x->header.len };
	struct json v = json_get(&j, name);
	int64_t n = -1;

	if (v.type == JSON_TEXT)
		(void)num_parse(json_inside(&v), 0, JSON_INT_MAX, &n, NULL);
	return n;
}

static bool
says(const struct fetch *x, const char *words)
{
	return x->body.len > 0 &&
	    memmem(x->body.s, x->body.len, words, strlen(words)) != NULL;
}

/* Throttled for what it does, and not for having used up what it may have. */
static bool
is_secondary(const struct fetch *x)
{
	return says(x, "secondary rate limit") ||
	    says(x, "secondary-rate-limit") || says(x, "abuse detection") ||
	    says(x, "abuse-rate-limit");
}

static bool
is_throttle(const struct fetch *x, int64_t wait_s)
{
	return is_secondary(x) || wait_s > 0 ||
	    number(x, "x-ratelimit-remaining") == 0;
}

/* What was asked for, bounded, whatever number it was. */
static void
retry_in(struct fetch *x, int64_t wait_s)
{
	int64_t max_s = BACKOFF_ASKED_MAX_MS / 1000;

	x->retry_at_ms =
	    clock_now_ms() + 1000 * (wait_s > max_s ? max_s : wait_s);
	x->retry_told = true;
}

/* Nothing is left until the reset: true, and x says until when. */
static bool
used_up(struct fetch *x)
{
	int64_t reset = number(x, "x-ratelimit-reset");
	int64_t now_s = clock_now_ms() / 1000;

	if (number(x, "x-ratelimit-remaining") != 0)
		return false;
	/* a second more, for it says whole ones */
	if (reset >= now_s && !x->retry_told)
		retry_in(x, reset - now_s + 1);
	return true;
}

static void
throttle(struct fetch *x, int64_t wait_s)
{
	answer_fail(x, ERROR_RATE_LIMITED, "throttled (status %lld)",
	    (long long)x->status);
	x->throttled_wide = !used_up(x) || wait_s > 0 || is_secondary(x);
	if (!x->retry_told)
		x->retry_at_ms = clock_now_ms() + BACKOFF_THROTTLE_MS;
}

void
answer_status(struct fetch *x, int64_t wait_s)
{
	int64_t s = x->status;

	x->throttled_wide = wait_s > 0;
	if (wait_s > 0)
		retry_in(x, wait_s);
	if (s < 400) {
		used_up(x);
		return;
	}
	if (s == 429 || (s == 403 && is_throttle(x, wait_s))) {
		throttle(x, wait_s);
		return;
	}
	if (s == 401 || s == 403 || s == 407)
		x->error = ERROR_AUTH;
	else if (s == 404 || s == 410)
		x->error = ERROR_NOT_FOUND;
	else if (s == 408)
		x->error = ERROR_TIMEOUT;
	else
		x->error = s >= 500 ? ERROR_SERVER : ERROR_UNKNOWN;
	answer_fail(x, x->error, "status %lld", (long long)s);
}

static int
month(const char *s)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	int i;

	for (i = 0; i < 12; i++)
		if (strncmp(s, names + 3 * i, 3) == 0)
			return i + 1;
	return 0;
}

int64_t
answer_certificate_time(const char *s)
{
	char name[4] = "";
	char clock[9] = "";
	char stamp[STAMP_MAX];
	int64_t ms = 0;
	int day = 0;
	int year = 0;

	if (sscanf(s, " %3s %d %8s %d", name, &day, clock, &year) != 4)
		return 0;
	(void)snprintf(stamp, sizeof(stamp), "%04d-%02d-%02dT%sZ", year % 10000,
	    month(name), day % 100, clock);
	(void)stamp_parse(span_of(stamp), &ms, NULL);
	return ms;
}

void
answer_done(struct fetch *x)
{
	struct buf b = { 0 };

	if (x->header.len == 0)
		buf_text(&x->header, "{}");
	buf_init(&b, x->body.len + 128);
	buf_format(&b, "%lld %d %d ", (long long)x->status, (int)x->spawn.end,
	    x->spawn.code);
	buf_span(&b, buf_as_span(&x->body));
	hash_sha256_hex(x->hash, buf_as_span(&b));
	buf_done(&b);
	x->done = true;
}
