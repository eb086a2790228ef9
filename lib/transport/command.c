#include "transport/command.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/pool.h"
#include "transport/credential.h"
#include "transport/spawn.h"

static void
complain(const struct spawn *s, const char *name, struct err *e)
{
	const char *said = s->complaint.len == 0 ? "" : s->complaint.s;

	(void)err_set(e, STATUS_IO, "'%s' ended with %d%s%.*s", name, s->code,
	    said[0] == '\0' ? "" : ": ", (int)strcspn(said, "\n"), said);
}

static int
judge(const struct command *c, const struct spawn *s, struct err *e)
{
	const char *name = c->argv[0];

	switch (s->end) {
	case SPAWN_EXITED:
		if (s->truncated)
			return err_set(e, STATUS_DATA,
			    "'%s' said more than %d bytes", name,
			    COMMAND_OUT_MAX);
		if (s->code != 0)
			complain(s, name, e);
		return s->code;
	case SPAWN_MISSING:
		return err_set(e, STATUS_CONFIG, "cannot run '%s': %s", name,
		    strerror(s->code));
	case SPAWN_SIGNALLED:
		return err_set(e, STATUS_TEMPORARY,
		    "'%s' was ended by signal %d", name, s->code);
	case SPAWN_TIMED_OUT:
	case SPAWN_RUNNING:
		break;
	}
	return err_set(e, STATUS_TEMPORARY, "'%s' did not end in time", name);
}

int
command_run(const struct command *c, struct buf *ret_out, struct err *e)
{
	struct spawn_order o = { .argv = c->argv,
		.cwd = c->cwd,
		.timeout_ms =
		    c->timeout_ms != 0 ? c->timeout_ms : COMMAND_TIMEOUT_MS,
		.out_max = COMMAND_OUT_MAX };
	struct pool p = { 0 };
	struct spawn s = { 0 };
	int r;

	o.env = credential_free_environment(&p, c->env);
	r = spawn_run(&s, &o, e);
	if (r == 0)
		r = judge(c, &s, e);
	while (s.out.len > 0 && s.out.s[s.out.len - 1] == '\n')
		s.out.s[--s.out.len] = '\0';
	if (r != -1 && ret_out != NULL) {
		buf_reset(ret_out);
		buf_span(ret_out, buf_as_span(&s.out));
	}
	spawn_done(&s);
	pool_done(&p);
	return r;
}

int
command_do(const struct command *c, const char *what, struct buf *ret_out,
    struct err *e)
{
	struct err why = { 0 };
	int r = command_run(c, ret_out, &why);

	if (r > 0)
		return err_set(e, why.status, "cannot %s: %s", what, why.text);
	return r == 0 ? 0 : err_set(e, why.status, "%s", why.text);
}
