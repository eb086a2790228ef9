/* subject - the addressable thing, scheme:path */

#include "model/subject.h"

#include <string.h>

#include "base/err.h"

#define SCHEME_MAX 32

static bool
is_scheme_byte(char c, bool first)
{
	if (c >= 'a' && c <= 'z')
		return true;
	return !first &&
	    ((c >= '0' && c <= '9') || c == '+' || c == '.' || c == '-');
}

/* The scheme's length; 0 where s does not begin with one and a colon. */
static size_t
scheme_length(struct span s)
{
	size_t i = 0;

	while (i < s.len && i <= SCHEME_MAX && is_scheme_byte(s.s[i], i == 0))
		i++;
	return i > 0 && i <= SCHEME_MAX && i < s.len && s.s[i] == ':' ? i : 0;
}

/*
 * White space beyond ASCII: U+00A0 U+1680 U+2000-200A U+2028 U+2029 U+202F
 * U+205F U+3000 (Unicode White_Space; the controls are refused as such).
 */
static bool
is_wide_space(const unsigned char *c, size_t len)
{
	if (len >= 2 && c[0] == 0xc2)
		return c[1] == 0xa0;
	if (len < 3)
		return false;

	if (c[0] == 0xe1)
		return c[1] == 0x9a && c[2] == 0x80;
	if (c[0] == 0xe2 && c[1] == 0x80)
		return c[2] <= 0x8a || c[2] == 0xa8 || c[2] == 0xa9 ||
		    c[2] == 0xaf;
	if (c[0] == 0xe2)
		return c[1] == 0x81 && c[2] == 0x9f;
	return c[0] == 0xe3 && c[1] == 0x80 && c[2] == 0x80;
}

static bool
has_space(struct span s)
{
	size_t i;

	for (i = 0; i < s.len; i++) {
		const unsigned char *c = (const unsigned char *)s.s + i;

		if (*c == ' ' || (*c >= 0xc2 && is_wide_space(c, s.len - i)))
			return true;
	}
	return false;
}

int
subject_check(struct span s, struct err *e)
{
	size_t scheme;
	int shown = (int)(s.len > 80 ? 80 : s.len);

	if (s.s == NULL || s.len == 0)
		return err_set(e, STATUS_DATA, "a subject is empty");
	scheme = scheme_length(s);
	if (scheme == 0)
		return err_set(e, STATUS_DATA,
		    "not a subject (SCHEME:PATH): '%.*s'", shown, s.s);
	if (s.len == scheme + 1)
		return err_set(e, STATUS_DATA,
		    "a subject with nothing after its scheme: '%.*s'", shown,
		    s.s);
	if (s.len - scheme - 1 > SUBJECT_PATH_MAX)
		return err_set(e, STATUS_DATA,
		    "a subject over %d bytes long: '%.*s'", SUBJECT_PATH_MAX,
		    shown, s.s);
	if (!text_is_utf8(s))
		return err_set(e, STATUS_DATA,
		    "a subject that is not UTF-8: '%.*s'", shown, s.s);
	if (text_has_control(s) || has_space(s))
		return err_set(e, STATUS_DATA,
		    "a subject with white space or a control character: "
		    "'%.*s'",
		    shown, s.s);
	return 0;
}

struct span
subject_scheme(struct span s)
{
	struct span ret = { s.s, scheme_length(s) };

	return ret;
}

struct span
subject_short(struct span s)
{
	struct span scheme = subject_scheme(s);
	struct span ret = s;

	if (scheme.len == 0 || span_is(scheme, "http") ||
	    span_is(scheme, "https"))
		return s;

	ret.s += scheme.len + 1;
	ret.len -= scheme.len + 1;
	return ret;
}

/* Where the authority ends: at a slash, a query, a fragment. */
static size_t
authority_length(struct span s)
{
	size_t i = 0;

	while (i < s.len && s.s[i] != '/' && s.s[i] != '?' && s.s[i] != '#')
		i++;
	return i;
}

static bool
userinfo_is_secret(bool ssh, struct span authority)
{
	bool colon = false;
	size_t i;

	for (i = 0; i < authority.len; i++) {
		if (authority.s[i] == '@')
			return !ssh || colon;
		colon = colon || authority.s[i] == ':';
	}
	return false;
}

bool
subject_has_secret(struct span s)
{
	size_t i;

	for (i = 0; i + 3 <= s.len; i++) {
		struct span authority = { s.s + i + 3, s.len - i - 3 };
		bool ssh;

		if (memcmp(s.s + i, "://", 3) != 0)
			continue;
		/* a login is how ssh says where, not who may */
		ssh = i >= 3 && memcmp(s.s + i - 3, "ssh", 3) == 0;
		authority.len = authority_length(authority);
		if (userinfo_is_secret(ssh, authority))
			return true;
	}
	return false;
}
