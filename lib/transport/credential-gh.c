#include "transport/credential.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/pool.h"
#include "transport/spawn.h"

/* gh(1) as a keeper of secrets: asked, bounded, never told anything. */

#define GH_TIMEOUT_MS 5000

struct credential_gh {
	struct pool pool;
	struct span host;
	/* empty where it knows none */
	struct buf secret;
	struct credential_gh *next;
};

/* Where gh looks for what it keeps, also in a keyring. */
static const char *const *
environment(struct pool *p)
{
	static const char *const names[] = { "GH_CONFIG_DIR", "XDG_CONFIG_HOME",
		"XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS" };
	const char *more[sizeof(names) / sizeof(names[0]) + 2];
	struct buf b = { 0 };
	size_t n = 0;
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (getenv(names[i]) == NULL)
			continue;
		buf_reset(&b);
		buf_format(&b, "%s=%s", names[i], getenv(names[i]));
		more[n++] = pool_copy(p, buf_as_span(&b)).s;
	}
	buf_done(&b);
	more[n++] = "GH_PROMPT_DISABLED=1";
	more[n] = NULL;
	return credential_free_environment(p, more);
}

/* The host as gh calls it: without the API's own name. */
static const char *
host_name(struct span host, struct pool *p)
{
	struct span api = span_of("api.");

	if (host.len > api.len && memcmp(host.s, api.s, api.len) == 0) {
		host.s += api.len;
		host.len -= api.len;
	}
	return pool_copy(p, host).s;
}

static void
ask(struct credential_gh *gh)
{
	const char *argv[] = { "gh", "auth", "token", "--hostname",
		host_name(gh->host, &gh->pool), NULL };
	struct spawn_order o = { .argv = argv,
		.env = environment(&gh->pool),
		.timeout_ms = GH_TIMEOUT_MS,
		.out_max = CREDENTIAL_MAX };
	struct spawn s = { 0 };

	if (spawn_run(&s, &o, NULL) == 0 && s.end == SPAWN_EXITED &&
	    s.code == 0 && !s.truncated) {
		buf_init(&gh->secret, CREDENTIAL_MAX);
		buf_span(&gh->secret, buf_as_span(&s.out));
		if (credential_check(span_of("github"), &gh->secret, NULL) ==
		    -1)
			credential_forget(&gh->secret);
	}
	credential_forget(&s.out);
	spawn_done(&s);
}

int
credential_ask_gh(struct credential_gh **gh, struct span host, struct buf *ret)
{
	struct credential_gh *g = *gh;

	while (g != NULL && !span_equal(g->host, host))
		g = g->next;
	if (g == NULL) {
		g = mem_new(sizeof(*g));
		g->host = pool_copy(&g->pool, host);
		g->next = *gh;
		*gh = g;
		ask(g);
	}
	if (g->secret.len == 0)
		return 1;
	buf_init(ret, CREDENTIAL_MAX);
	buf_span(ret, buf_as_span(&g->secret));
	return 0;
}

void
credential_gh_free(struct credential_gh *gh)
{
	struct credential_gh *next;

	for (; gh != NULL; gh = next) {
		next = gh->next;
		credential_forget(&gh->secret);
		pool_done(&gh->pool);
		free(gh);
	}
}
