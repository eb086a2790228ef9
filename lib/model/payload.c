/* payload - what may be told to an origin */

#include "model/payload.h"

#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "model/payload-inside.h"
#include "model/task.h"

static const char *const texts[] = { "payload is good",
	"payload exceeds 4096 bytes", "payload is not valid UTF-8",
	"payload must not be empty", "payload has too many lines",
	"payload contains control characters",
	"payload contains prohibited command metacharacters",
	"payload contains a command-like line",
	"payload contains secret-shaped data",
	"payload contains a platform identifier" };

const char *
payload_rule_text(enum payload_rule rule)
{
	return texts[rule];
}

/* Unicode's line breaks; CR and LF together are one. */
static bool
is_break(uint32_t code, uint32_t next)
{
	if (code == '\r')
		return next != '\n';
	return (code >= '\n' && code <= '\f') ||
	    (code >= 0x1c && code <= 0x1e) || code == 0x85 || code == 0x2028 ||
	    code == 0x2029;
}

static size_t
count_lines(struct span s)
{
	size_t n = 0;
	size_t at = 0;
	uint32_t code = 0;
	bool broken = true;

	while (at < s.len) {
		at += text_char(s.s + at, s.len - at, &code);
		if (broken)
			n++;
		broken = is_break(code, at < s.len ? (uint32_t)s.s[at] : 0);
	}
	return n;
}

static bool
has_control(struct span s)
{
	size_t at = 0;
	uint32_t code = 0;

	while (at < s.len) {
		at += text_char(s.s + at, s.len - at, &code);
		if ((code < 0x20 && code != '\n' && code != '\t') ||
		    (code >= 0x7f && code <= 0x9f))
			return true;
	}
	return false;
}

bool
payload_has_metacharacter(struct span s)
{
	size_t i;

	for (i = 0; i < s.len; i++) {
		if (memchr(";&|`$<>\\", s.s[i], 8) != NULL)
			return true;
	}
	return false;
}

/* Those of Unicode that are not ASCII's. */
static bool
is_wide_blank(uint32_t code)
{
	return code == 0xa0 || code == 0x1680 ||
	    (code >= 0x2000 && code <= 0x200a) || code == 0x2028 ||
	    code == 0x2029 || code == 0x202f || code == 0x205f ||
	    code == 0x3000;
}

void
payload_fold(struct buf *out, struct span s)
{
	uint32_t code;
	size_t n;

	for (; s.len > 0; s = span_after(s, n)) {
		n = text_char(s.s, s.len, &code);
		if (n == 0)
			break;
		if (code == 0x17f)
			buf_byte(out, 's');
		else if (code == 0x212a)
			buf_byte(out, 'k');
		else if (is_wide_blank(code))
			buf_byte(out, ' ');
		else if (n == 1 && is_upper(s.s[0]))
			buf_byte(out, (char)(s.s[0] - 'A' + 'a'));
		else
			buf_add(out, s.s, n);
	}
}

enum payload_rule
payload_check(struct span s, struct span *ret)
{
	if (s.len > PAYLOAD_MAX)
		return PAYLOAD_TOO_LONG;
	if (!text_is_utf8(s))
		return PAYLOAD_NOT_UTF8;
	while (s.len > 0 && s.s[s.len - 1] == '\n')
		s.len--;
	if (s.len == 0)
		return PAYLOAD_EMPTY;
	if (count_lines(s) > PAYLOAD_LINES_MAX)
		return PAYLOAD_TOO_MANY_LINES;
	if (has_control(s))
		return PAYLOAD_CONTROL;
	if (payload_has_metacharacter(s))
		return PAYLOAD_METACHARACTER;
	if (payload_has_command(s))
		return PAYLOAD_COMMAND;
	if (payload_has_secret(s))
		return PAYLOAD_SECRET;
	if (task_has_platform_id(s))
		return PAYLOAD_PLATFORM_ID;
	*ret = s;
	return PAYLOAD_GOOD;
}

static void
compose(enum payload_rule rule, struct span task, struct span repository,
    struct span file, struct buf *out)
{
	buf_format(out,
	    "The text of this event is withheld: %s.\n"
	    "It stands in file %.*s of repository %.*s, task %.*s.",
	    texts[rule], (int)file.len, file.s, (int)repository.len,
	    repository.s, (int)task.len, task.s);
}

/* The name, or where it would break a rule itself, its SHA-256's begin. */
static struct span
name_for(struct span name, char hash[HASH_HEX_MAX])
{
	struct buf b = { 0 };
	struct span got;
	bool good;

	compose(PAYLOAD_EMPTY, name, name, span_of("x"), &b);
	good = payload_check(buf_as_span(&b), &got) == PAYLOAD_GOOD;
	buf_done(&b);
	if (good)
		return name;
	hash_sha256_hex(hash, name);
	return (struct span){ hash, 12 };
}

void
payload_substitute(enum payload_rule rule, struct span task,
    struct span repository, struct span file, struct buf *out)
{
	char task_hash[HASH_HEX_MAX];
	char repository_hash[HASH_HEX_MAX];

	compose(rule, name_for(task, task_hash),
	    name_for(repository, repository_hash), file, out);
}
