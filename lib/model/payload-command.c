/* payload-command - lines like commands */

#include "model/payload.h"

#include <string.h>

#include "base/buf.h"
#include "model/payload-inside.h"

static bool
is_one_of(struct span s, const char *const *list)
{
	for (; *list != NULL; list++) {
		if (span_is(s, *list))
			return true;
	}
	return false;
}

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
		payload_fold(&b, (struct span){ s.s, end });
		line = buf_as_span(&b);
		found = is_command(line, end > 0 && is_upper(s.s[0]));
		s = span_after(s, end < s.len ? end + 1 : end);
	}
	buf_done(&b);
	return found;
}
