#include "transport/wanted.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/json.h"
#include "base/mem.h"
#include "transport/jq.h"
#include "transport/resolve.h"

int
wanted_open(struct wanted *ret, const char *share, const char *config,
    const char *more, struct span default_to, struct err *e)
{
	struct wanted w = { 0 };

	if (kinds_load(share, config, more, &w.kinds, e) == -1)
		return -1;
	w.default_to = pool_copy(&w.pool, default_to);
	*ret = w;
	return 0;
}

/* A broken folder explains better why there is no such kind. */
static void
blame_fault(const struct wanted *w, const struct watch *spec, struct err *e)
{
	struct span kind = spec->clauses[0].kind;
	char folder[80];
	size_t i;

	if (kind.s == NULL || kind_find_by_name(&w->kinds, kind) != NULL)
		return;
	(void)snprintf(folder, sizeof(folder), "/%.*s/", (int)kind.len, kind.s);
	for (i = 0; i < w->kinds.n_faults; i++) {
		if (strstr(w->kinds.faults[i].text, folder) != NULL) {
			*e = w->kinds.faults[i];
			return;
		}
	}
}

static int
check_condition(
    struct wanted *w, const struct json *j, const char *name, struct err *e)
{
	struct span text;
	size_t i;

	if (json_text(j, "condition", &w->pool, &text, e) == -1)
		return -1;
	for (i = 0; i < w->n_compiled; i++) {
		if (span_equal(w->compiled[i], text))
			return 0;
	}
	if (jq_check(text, name, e) == -1)
		return -1;
	w->compiled = mem_grow(w->compiled, &w->cap_compiled, w->n_compiled + 1,
	    sizeof(*w->compiled));
	w->compiled[w->n_compiled++] = text;
	return 0;
}

/* --when NAME=JQ and --changed JQ. */
static int
check_conditions(struct wanted *w, const struct json *config, struct err *e)
{
	struct json when = json_get(config, "when");
	struct json changed = json_get(config, "changed");
	struct json_item it = { 0 };
	char name[96];

	if (json_count(&when) > JQ_CONDITIONS_MAX)
		return err_set(e, STATUS_DATA,
		    "'when' has more than %d conditions", JQ_CONDITIONS_MAX);
	while (json_each(&when, &it)) {
		(void)snprintf(name, sizeof(name), "--when '%.*s'",
		    (int)(it.key.len > 64 ? 64 : it.key.len), it.key.s);
		if (check_condition(w, &it.value, name, e) == -1)
			return -1;
	}
	if (changed.type == JSON_NONE)
		return 0;
	return check_condition(w, &changed, "--changed", e);
}

int
wanted_add(struct wanted *w, struct span spec, struct err *e)
{
	struct span text = pool_copy(&w->pool, spec);
	struct watch got = { 0 };
	struct json j;

	if (json_scan(text.s, text.len, &j, e) == -1 ||
	    watch_parse_spec(&j, &w->pool, &got, e) == -1)
		return -1;
	if (watch_resolve(&w->kinds, w->default_to, &got, &w->pool, e) == -1) {
		blame_fault(w, &got, e);
		return -1;
	}
	if (check_conditions(w, &got.config, e) == -1)
		return -1;
	w->list = mem_grow(w->list, &w->cap, w->n + 1, sizeof(*w->list));
	w->list[w->n++] = got;
	return 0;
}

void
wanted_done(struct wanted *w)
{
	kinds_done(&w->kinds);
	free(w->list);
	free(w->compiled);
	pool_done(&w->pool);
	memset(w, 0, sizeof(*w));
}
