/* payload-secret - text shaped like secrets */

#include "model/payload.h"

#include <string.h>

#include "base/buf.h"
#include "model/payload-inside.h"

static const char *const secret_words[] = { "authorization", "apikey",
	"api_key", "api-key", "api key", "api.key", "password", "passwd",
	"passwords", "passphrase", "passcode", "_pass", "pwd", "secret",
	"secrets", "token", "credential", "credentials", "set-cookie",
	"private_key", "private-key", "private key", "privatekey",
	"private.key", "access_key", "access-key", "access key", "accesskey",
	"access.key", "account_key", "accountkey", "ssh_key", "ssh-key",
	"secret key", "signing_key", "signing-key", "signing key", "signingkey",
	"encryption_key", "encryption-key", "encryption key", "encryptionkey",
	"bearer", NULL };

/* wherever they stand in a NAME_WITH_PARTS: SECRET_KEY_BASE, password_old */
static const char *const parts[] = { "password_", "passwd_", "secret_",
	"apikey_", "api_key_", "private_key_", "access_key_", "auth_token_",
	NULL };

/* AWS_SECRET_ACCESS_KEY, tokenValue, password2 */
static const char *const suffixes[] = { "access", "key", "value", "id", "name",
	"file", "string", "text", "hash", "base64", "b64", "hex", "raw", "data",
	NULL };

static bool
cut_end(struct span *s, const char *end)
{
	size_t n = strlen(end);

	if (s->len < n || memcmp(s->s + s->len - n, end, n) != 0)
		return false;
	s->len -= n;
	return true;
}

static bool
is_joint(char c)
{
	return is_digit(c) || c == '_' || c == '-' || c == '.';
}

/* Does a name, folded, end like one of a secret? */
static bool
names_secret(struct span s)
{
	size_t i;
	bool cut = true;

	while (cut) {
		struct span t;

		for (i = 0; secret_words[i] != NULL; i++) {
			t = s;
			if (cut_end(&t, secret_words[i]))
				return true;
		}
		cut = false;
		for (i = 0; !cut && suffixes[i] != NULL; i++)
			cut = cut_end(&s, suffixes[i]);
		while (!cut && s.len > 0 && is_joint(s.s[s.len - 1])) {
			s.len--;
			cut = true;
		}
	}
	return false;
}

/* Does a part of the name that s ends with name a secret? */
static bool
has_secret_part(struct span s)
{
	size_t at = s.len;
	size_t i;

	while (at > 0 && (is_word(s.s[at - 1]) || s.s[at - 1] == '.'))
		at--;
	for (; at < s.len; at++) {
		bool begins =
		    at == 0 || !is_word(s.s[at - 1]) || s.s[at - 1] == '_';

		for (i = 0; begins && parts[i] != NULL; i++) {
			if (span_begins(span_after(s, at), parts[i]))
				return true;
		}
	}
	return false;
}

static bool
is_space(char c)
{
	return is_blank(c) || c == '\n';
}

/* NAME, quotes, brackets and white space, and then ':' or '=' at `at`. */
static bool
is_assignment(struct span s, size_t at)
{
	while (at > 0 && is_space(s.s[at - 1]))
		at--;
	while (at > 0 && memchr("\"'])*", s.s[at - 1], 5) != NULL)
		at--;
	s.len = at;
	return names_secret(s) || has_secret_part(s);
}

static bool
is_token_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    is_digit(c) || c == '_' || c == '-';
}

static size_t
run_of(struct span s, size_t at)
{
	size_t n = 0;

	while (at + n < s.len && is_token_byte(s.s[at + n]))
		n++;
	return n;
}

/* Tokens that say themselves whose they are: as long as they are issued. */
static bool
is_known_token(struct span s, size_t at)
{
	static const struct {
		const char *prefix;
		size_t more;
	} known[] = { { "ghp_", 20 }, { "gho_", 20 }, { "ghu_", 20 },
		{ "ghs_", 20 }, { "ghr_", 20 }, { "github_pat_", 20 },
		{ "glpat-", 16 }, { "xoxb-", 10 }, { "xoxp-", 10 },
		{ "xoxa-", 10 }, { "xoxs-", 10 }, { "xoxr-", 10 },
		{ "AKIA", 16 }, { "ASIA", 16 }, { "AIza", 30 }, { "sk-", 20 },
		{ "sk_live_", 16 }, { "rk_live_", 16 }, { "whsec_", 16 },
		{ "npm_", 30 }, { "pypi-", 30 }, { "eyJ", 30 } };
	struct span rest = span_after(s, at);
	size_t n = run_of(s, at);
	size_t i;

	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (span_begins(rest, known[i].prefix) &&
		    n >= strlen(known[i].prefix) + known[i].more)
			return true;
	}
	return false;
}

/* "Bearer 0123abc", "Basic dXNlcjpwYXNz": a word that is none follows. */
static bool
is_scheme(struct span folded, size_t at)
{
	struct span rest = span_after(folded, at);
	size_t n;
	bool digits = false;
	size_t i;

	if (!span_begins(rest, "bearer ") && !span_begins(rest, "basic "))
		return false;
	for (at = 0; at < rest.len && rest.s[at] != ' '; at++)
		;
	while (at < rest.len && is_blank(rest.s[at]))
		at++;
	n = run_of(rest, at);
	for (i = 0; i < n; i++)
		digits = digits || is_digit(rest.s[at + i]);
	return n >= 20 || (n >= 8 && digits);
}

/* "https://user:word@host" */
static bool
is_userinfo(struct span s, size_t at)
{
	struct span rest = span_after(s, at);
	bool colon = false;
	size_t i;

	if (!span_begins(rest, "://"))
		return false;
	for (i = 3; i < rest.len; i++) {
		if (rest.s[i] == '@')
			return colon;
		if (rest.s[i] == '/' || is_space(rest.s[i]))
			return false;
		colon = colon || rest.s[i] == ':';
	}
	return false;
}

bool
payload_has_secret(struct span s)
{
	struct buf b = { 0 };
	struct span f;
	bool found = false;
	size_t i;

	payload_fold(&b, s);
	f = buf_as_span(&b);
	for (i = 0; !found && i < f.len; i++) {
		if (f.s[i] == ':' || f.s[i] == '=')
			found = is_assignment(f, i) || is_userinfo(f, i);
		else if (i == 0 || !is_word(f.s[i - 1]))
			found = is_scheme(f, i) ||
			    span_begins(span_after(f, i), "-----begin ");
	}
	for (i = 0; !found && i < s.len; i++) {
		if (i == 0 || !is_token_byte(s.s[i - 1]))
			found = is_known_token(s, i);
	}
	buf_done(&b);
	return found;
}
