/* task - names and states of the fleet */

#include "model/task.h"

#include <string.h>

#include "base/err.h"

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c);
}

bool
task_name_is(struct span s)
{
	size_t i;

	if (s.len == 0 || s.len > TASK_NAME_MAX || !is_plain(s.s[0]))
		return false;

	for (i = 1; i < s.len; i++) {
		if (!is_plain(s.s[i]) && memchr("._-", s.s[i], 3) == NULL)
			return false;
	}
	return true;
}

int
task_name_check(struct span s, struct err *e)
{
	if (!task_name_is(s))
		return err_set(e, STATUS_USAGE, "invalid task ID");
	return 0;
}

bool
task_has_platform_id(struct span s)
{
	size_t from;
	size_t i;

	for (i = 0; i < s.len; i++) {
		if (!is_digit(s.s[i]))
			continue;
		from = i;
		while (i < s.len && is_digit(s.s[i]))
			i++;
		if (i - from >= 17 && i - from <= 20)
			return true;
	}
	return false;
}

static bool
is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

struct span
task_strip(struct span s)
{
	while (s.len > 0 && is_space(s.s[0]))
		s = span_after(s, 1);
	while (s.len > 0 && is_space(s.s[s.len - 1]))
		s.len--;
	return s;
}

enum task_status
task_status_of(struct span s, struct span *ret_reason)
{
	*ret_reason = (struct span){ 0 };
	s = task_strip(s);
	if (span_is(s, "needs_input"))
		return TASK_NEEDS_INPUT;
	if (span_is(s, "blocked"))
		return TASK_BLOCKED;
	if (span_is(s, "done"))
		return TASK_DONE;
	if (!span_begins(s, "failed:"))
		return TASK_WORKING;
	*ret_reason = task_strip(span_after(s, sizeof("failed:") - 1));
	return TASK_FAILED;
}
