/* payload-words - lines like commands, text shaped like secrets */

#include "model/payload.h"

#include <string.h>

#include "base/buf.h"

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* of a folded text: it has no capitals */
static bool
is_word(char c)
{
	return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_' ||
	    (c & '\x80') != 0;
}

static bool
is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/*
 * Small letters of ASCII, the long s and the Kelvin sign among them; each
 * takes as many bytes as before, so that places stay (those two are filled up
 * with the same letter, which no word below has twice but "pass").
 */
static void
fold(struct buf *out, struct span s)
{
	size_t i;

	for (i = 0; i < s.len; i++) {
		char c = s.s[i];

		if (c == '\xc5' && i + 1 < s.len && s.s[i + 1] == '\xbf') {
			buf_byte(out, 's');
			i++;
		} else if (c == '\xe2' && i + 2 < s.len &&
		    s.s[i + 1] == '\x84' && s.s[i + 2] == '\xaa') {
			buf_byte(out, 'k');
			i += 2;
		} else if (c == '\xc2' && i + 1 < s.len &&
		    s.s[i + 1] == '\xa0') {
			/* a blank that does not break */
			buf_byte(out, ' ');
			i++;
		} else {
			buf_byte(out, is_upper(c) ? (char)(c - 'A' + 'a') : c);
		}
	}
}

static bool
is_one_of(struct span s, const char *const *list)
{
	for (; *list != NULL; list++) {
		if (span_is(s, *list))
			return true;
	}
	return false;
}

/* ---- commands ---- */

/* A capital makes a name of these: "Node is down", "SSH answers again". */
static const char *const names[] = { "ssh", "env", "python", "node", NULL };
static const char *const commands[] = { "bash", "sh", "zsh", "curl", "wget",
	"sudo", "rm", "mv", "cp", "chmod", "chown", NULL };

/* What follows the name of a thing in prose, and no command. */
static const char *const prose[] = { "is", "isn't", "are", "was", "wasn't",
	"were", "has", "had", "have", "will", "would", "can", "cannot", "can't",
	"could", "should", "must", "may", "might", "does", "doesn't", "did",
	"didn't", "do", "not", "and", "or", "but", "of", "for", "from", "in",
	"on", "to", "with", "without", "needs", "fails", "failed", "works",
	"worked", "seems", "looks", "reports", "reported", "returns",
	"returned", "answers", "answered", "exits", "exited", "crashed", "died",
	"hangs", "hung", "stopped", "started", "starts", "restarted", NULL };

/* The word at the line's begin, digits and dots of a python's left out. */
static struct span
first_word(struct span line)
{
	struct span w = line;

	w.len = 0;
	while (w.len < line.len && is_word(line.s[w.len]))
		w.len++;
	if (span_begins(w, "python")) {
		size_t i = sizeof("python") - 1;

		while (i < w.len && is_digit(w.s[i]))
			i++;
		if (i == w.len)
			w.len = sizeof("python") - 1;
	}
	return w;
}

/* The next token of a line after its first. */
static struct span
second_token(struct span line)
{
	struct span t;

	while (line.len > 0 && !is_blank(line.s[0]))
		line = span_after(line, 1);
	while (line.len > 0 && is_blank(line.s[0]))
		line = span_after(line, 1);
	t = line;
	t.len = 0;
	while (t.len < line.len && !is_blank(line.s[t.len]))
		t.len++;
	return t;
}

/*
 * "-x", "./x", "a.js", "x=1", "'x'"; after a command also "600", "host:22".
 * "Node 18", "Python 3.11" are names.
 */
static bool
is_argument(struct span t, bool after_name)
{
	size_t i;

	if (t.len > 0 && memchr("-'\"", t.s[0], 3) != NULL)
		return true;
	for (i = 0; i < t.len; i++) {
		bool last = i + 1 == t.len;

		if (memchr("/=~@*", t.s[i], 5) != NULL)
			return true;
		if (!after_name && is_digit(t.s[i]))
			return true;
		/* not at the end of a sentence's word */
		if (!last && t.s[i] == '.' &&
		    !(after_name && is_digit(t.s[i + 1])))
			return true;
		if (!last && !after_name && t.s[i] == ':')
			return true;
	}
	return false;
}

/* line: folded and without blanks before; has_capital: its first word. */
static bool
is_command(struct span line, bool has_capital)
{
	struct span word = first_word(line);
	bool is_name = is_one_of(word, names);
	struct span next;

	if (span_begins(line, "#!"))
		return true;
	if (!is_name && !is_one_of(word, commands))
		return false;
	next = second_token(line);
	if (is_argument(next, is_name && has_capital))
		return true;
	return !(is_name && has_capital) && !is_one_of(next, prose);
}

bool
payload_has_command(struct span s)
{
	struct buf b = { 0 };
	struct span line;
	size_t end;
	bool found = false;

	while (!found && s.len > 0) {
		while (s.len > 0 && is_blank(s.s[0]))
			s = span_after(s, 1);
		for (end = 0; end < s.len && s.s[end] != '\n'; end++)
			;
		buf_reset(&b);
		fold(&b, (struct span){ s.s, end });
		line = buf_as_span(&b);
		found = is_command(line, end > 0 && is_upper(s.s[0]));
		s = span_after(s, end < s.len ? end + 1 : end);
	}
	buf_done(&b);
	return found;
}

/* ---- secrets ---- */

static const char *const secret_words[] = { "authorization", "apikey",
	"api_key", "api-key", "api key", "api.key", "password", "passwd",
	"passphrase", "passcode", "pwd", "secret", "token", "credential",
	"credentials", "private_key", "private-key", "private key",
	"privatekey", "private.key", "access_key", "access-key", "access key",
	"accesskey", "access.key", "secret key", "signing_key", "signing-key",
	"signing key", "signingkey", "encryption_key", "encryption-key",
	"encryption key", "encryptionkey", "bearer", NULL };

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
	return names_secret(s);
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

	fold(&b, s);
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
