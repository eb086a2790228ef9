/* sgt-dispatch - the variables of a harness */

#include "surroundings.h"

#include "base/buf.h"
#include "base/err.h"
#include "store/home.h"

void
surroundings_add(struct surroundings *s, const char *name, const char *value)
{
	struct buf b = { 0 };

	if (value == NULL || s->n == MORE_MAX)
		return;
	buf_format(&b, "%s=%s", name, value);
	s->list[s->n++] = pool_copy(&s->pool, buf_as_span(&b)).s;
	buf_done(&b);
}

void
surroundings_of(struct surroundings *s, const struct harness *h)
{
	static const char *const names[] = { "TERM", "SHELL", "USER", "LOGNAME",
		"TMUX", "TMUX_PANE", "SERGEANT_FLEET", "SERGEANT_CONFIG",
		"SERGEANT_CALLBACKS" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		surroundings_add(s, names[i], home_variable(names[i]));
	for (i = 0; h->env[i] != NULL && s->n < MORE_MAX; i++)
		s->list[s->n++] = h->env[i];
}

int
surroundings_exclude(
    struct surroundings *s, const char *task, const char *repo, struct err *e)
{
	char fleet[4096];
	struct buf path = { 0 };

	if (home_fleet_path(fleet, e) == -1)
		return -1;
	buf_format(&path, "%s/%s/%s/exclude", fleet, task, repo);
	surroundings_add(s, "GIT_CONFIG_COUNT", "1");
	surroundings_add(s, "GIT_CONFIG_KEY_0", "core.excludesFile");
	surroundings_add(s, "GIT_CONFIG_VALUE_0", path.s);
	buf_done(&path);
	return 0;
}
