/* party - session:ID or human:CHANNEL */

#include "model/party.h"

#include <stdbool.h>
#include <string.h>

#include "base/err.h"

#define NAME_MAX_BYTES 64

static bool
is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9');
}

static bool
is_name(struct span s)
{
	size_t i;

	if (s.len == 0 || s.len > NAME_MAX_BYTES || !is_name_byte(s.s[0]))
		return false;

	for (i = 1; i < s.len; i++) {
		if (!is_name_byte(s.s[i]) && strchr("._@-", s.s[i]) == NULL)
			return false;
		if (s.s[i] == '\0')
			return false;
	}
	return true;
}

int
party_parse(struct span s, struct party *ret, struct err *e)
{
	struct party got = { 0 };

	if (span_begins(s, "session:")) {
		got.kind = PARTY_SESSION;
		got.name = span_after(s, sizeof("session:") - 1);
	} else if (span_begins(s, "human:")) {
		got.kind = PARTY_HUMAN;
		got.name = span_after(s, sizeof("human:") - 1);
	}
	got.text = s;
	if (got.kind == 0 || !is_name(got.name))
		return err_set(e, STATUS_DATA,
		    "not a party (session:ID or human:NAME): '%.*s'",
		    (int)(s.len > 80 ? 80 : s.len), s.s == NULL ? "" : s.s);

	*ret = got;
	return 0;
}
