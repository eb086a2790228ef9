/* callbacks-check - is every file of the callback protocol what it should be? */

#include "store/callbacks-check.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "disk/dir.h"
#include "model/admission.h"
#include "store/callbacks-check-inside.h"
#include "store/callbacks-inside.h"
#include "store/fleet.h"
#include "store/origins.h"

void
check_fault(
    const struct callbacks_check *k, const char *task, const char *format, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, format);
	(void)vsnprintf(text, sizeof(text), format, ap);
	va_end(ap);
	k->fault(k->arg, task, text);
}

static bool
is_one_of(const char *name, const char *const *list)
{
	for (; *list != NULL; list++) {
		if (strcmp(name, *list) == 0)
			return true;
	}
	return false;
}

void
check_names(const struct callbacks_check *k, const char *task, int dir,
    const char *where, bool (*is_legal)(const char *name))
{
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *list = fd == -1 ? NULL : fdopendir(fd);
	struct dirent *d;

	if (list == NULL) {
		check_fault(k, task, "%s cannot be listed", where);
		if (fd != -1)
			(void)close(fd);
		return;
	}
	while ((d = readdir(list)) != NULL) {
		if (strcmp(d->d_name, ".") == 0 ||
		    strcmp(d->d_name, "..") == 0 || is_legal(d->d_name))
			continue;
		if (d->d_name[0] == '.')
			check_fault(k, task, "%s has a leftover: '%s'", where,
			    d->d_name);
		else
			check_fault(k, task,
			    "%s has a file that is none of its: "
			    "'%s'",
			    where, d->d_name);
	}
	(void)closedir(list);
}

/* ---- a task ---- */

static bool
is_of_task(const char *name)
{
	static const char *const list[] = { "lock", "events", "origin.json",
		"sequence", "sealed", "admission.json", "index", NULL };

	return is_one_of(name, list);
}

static bool
is_of_events(const char *name)
{
	return strlen(name) == 8 && strspn(name, "0123456789") == 8 &&
	    strcmp(name, "00000000") != 0;
}

static bool
is_of_event(const char *name)
{
	static const char *const list[] = { "event.json", "state.json",
		"claim.json", NULL };

	return is_one_of(name, list);
}

/* Not synced: after a power cut it may say anything. */
static void
check_claim(const struct callbacks_check *k, const struct callbacks *c, int dir,
    const char *name)
{
	struct buf text = { 0 };
	struct err why = { 0 };
	struct json j;

	if (fleet_read(dir, "claim.json", &text, &j, &why) == -1 &&
	    why.status != STATUS_CONFIG)
		check_fault(k, c->task, "event %s: %s", name, why.text);
	buf_done(&text);
}

static void
check_event(const struct callbacks_check *k, const struct callbacks *c,
    int64_t generation, struct callback_item *it)
{
	char name[CALLBACKS_NAME_MAX];
	char where[32];
	struct err why = { 0 };
	int dir;

	if (callbacks_item(c, generation, it, &why) == -1)
		check_fault(k, c->task, "%s", why.text);
	callbacks_name(name, generation);
	dir = dir_open(callbacks_events(c), name, NULL);
	if (dir == -1)
		return;
	(void)snprintf(where, sizeof(where), "event %s", name);
	check_names(k, c->task, dir, where, is_of_event);
	check_claim(k, c, dir, name);
	(void)close(dir);
}

/* Two events of one source, as only a race or a hand makes them. */
static void
check_rows(const struct callbacks_check *k, struct callbacks *c)
{
	const struct callbacks_index *x = &c->index;
	struct callback_item it = { 0 };
	size_t i;

	for (i = 0; i < x->n; i++) {
		const struct callbacks_row *r = &x->rows[i];
		char hash[HASH_HEX_MAX];

		if (!callbacks_index_is_fresh(c, i) ||
		    callbacks_item(c, r->generation, &it, NULL) != 0)
			continue;
		hash_hex(hash, r->source, sizeof(r->source));
		if (!span_is(it.event.source_hash, hash) ||
		    (r->status == CALLBACK_ACKNOWLEDGED) !=
			(it.state.status == CALLBACK_ACKNOWLEDGED))
			check_fault(k, c->task,
			    "'index' is wrong about event %08u: remove it",
			    r->generation);
		else if (callbacks_index_find(c, hash) != r->generation)
			check_fault(k, c->task,
			    "events %08lld and %08u are of one source",
			    (long long)callbacks_index_find(c, hash),
			    r->generation);
	}
	callback_item_done(&it);
}

static void
check_origin(const struct callbacks_check *k, const struct fleet *f,
    const struct callbacks *c)
{
	struct origin_record record;
	struct buf text = { 0 };
	struct err why = { 0 };
	int r = origins_find(f, c->origin.correlation, &text, &record, &why);

	if (r == -1)
		check_fault(k, c->task, "%s", why.text);
	else if (r == 1)
		check_fault(
		    k, c->task, "its correlation is not in the registry");
	else if (!span_is(record.task, c->task))
		check_fault(k, c->task, "its correlation is another task's");
	buf_done(&text);
}

/* Of a task that was dispatched: the receipt beside its origin. */
static void
check_receipt(const struct callbacks_check *k, const struct callbacks *c)
{
	struct admission a = { .origin = c->origin, .task = span_of(c->task) };
	struct buf want = { 0 };
	struct buf text = { 0 };
	struct err why = { 0 };
	struct json j;
	int r = fleet_read(callbacks_dir(c), "admission.json", &text, &j, &why);

	admission_print_record(&a, &want);
	if (r == -1)
		check_fault(k, c->task, "%s", why.text);
	else if (r == 0 && !span_equal(buf_as_span(&text), buf_as_span(&want)))
		check_fault(k, c->task, "'admission.json' is another's");
	buf_done(&want);
	buf_done(&text);
}

static void
check_events(const struct callbacks_check *k, struct callbacks *c)
{
	struct callback_item it = { 0 };
	struct err why = { 0 };
	int64_t *list;
	size_t n;
	size_t i;

	if (callbacks_lock(c, &why) == -1) {
		check_fault(k, c->task, "%s", why.text);
		return;
	}
	if (callbacks_is_sealed(c, &why) == -1)
		check_fault(k, c->task, "%s", why.text);
	if (callbacks_generations(c, &list, &n, &why) == -1) {
		check_fault(k, c->task, "%s", why.text);
	} else {
		for (i = 0; i < n; i++)
			check_event(k, c, list[i], &it);
		free(list);
		if (callbacks_index_load(c, NULL) == 0)
			check_rows(k, c);
	}
	callbacks_unlock(c);
	callback_item_done(&it);
}

static void
check_task(
    const struct callbacks_check *k, const struct fleet *f, const char *task)
{
	struct callbacks c = { 0 };
	struct err why = { 0 };
	int r = callbacks_open(f, span_of(task), &c, &why);

	if (r == -1)
		check_fault(k, task, "%s", why.text);
	if (r != 0)
		return;
	check_names(k, task, callbacks_dir(&c), "'.callbacks'", is_of_task);
	check_names(k, task, callbacks_events(&c), "'events'", is_of_events);
	check_origin(k, f, &c);
	check_receipt(k, &c);
	check_events(k, &c);
	callbacks_close(&c);
}

int
callbacks_check(
    const struct fleet *f, const struct callbacks_check *k, struct err *e)
{
	char **names;
	size_t n;
	size_t i;

	if (check_fleet(k, f, e) == -1 ||
	    fleet_names(fleet_root(f), &names, &n, e) == -1)
		return -1;
	for (i = 0; i < n; i++)
		check_task(k, f, names[i]);
	free(names);
	return 0;
}
