/* callbacks-check-fleet - the registry and the transactions */

#include "store/callbacks-check-inside.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/hash.h"
#include "base/json.h"
#include "disk/dir.h"
#include "store/admissions.h"
#include "store/callbacks-check.h"
#include "store/fleet.h"
#include "store/origins.h"

/* ---- the registry ---- */

static bool
is_of_registry(const char *name)
{
	return strlen(name) == HASH_HEX_MAX - 1 + 5 &&
	    strspn(name, "0123456789abcdef") == HASH_HEX_MAX - 1 &&
	    strcmp(name + HASH_HEX_MAX - 1, ".json") == 0;
}

static void
check_record(const struct callbacks_check *k, int dir, const char *name)
{
	struct origin_record record;
	struct buf text = { 0 };
	struct err why = { 0 };
	char hash[HASH_HEX_MAX];
	struct json j;
	int r = fleet_read(dir, name, &text, &j, &why);

	if (r == 0)
		r = origin_record_parse(&j, &record, &why);
	if (r == 0) {
		hash_sha256_hex(hash, record.correlation);
		if (strncmp(name, hash, HASH_HEX_MAX - 1) != 0)
			r = err_set(
			    &why, STATUS_CONFIG, "it has another's name");
	}
	if (r == -1)
		check_fault(k, "", "registry '%s': %s", name, why.text);
	buf_done(&text);
}

static int
check_registry(
    const struct callbacks_check *k, const struct fleet *f, struct err *e)
{
	struct stat st;
	char **names;
	size_t n;
	size_t i;
	int dir;

	if (fstatat(fleet_root(f), ".callback-origins", &st,
		AT_SYMLINK_NOFOLLOW) == -1)
		return 0;
	dir = dir_open(fleet_root(f), ".callback-origins", e);
	if (dir == -1)
		return -1;
	check_names(k, "", dir, "'.callback-origins'", is_of_registry);
	if (dir_names(dir, "", ".json", &names, &n, e) == -1) {
		(void)close(dir);
		return -1;
	}
	for (i = 0; i < n; i++)
		check_record(k, dir, names[i]);
	free(names);
	(void)close(dir);
	return 0;
}

/* ---- the transactions ---- */

static bool
is_of_transactions(const char *name)
{
	return strlen(name) == HASH_HEX_MAX - 1 &&
	    strspn(name, "0123456789abcdef") == HASH_HEX_MAX - 1;
}

static bool
is_there(const struct fleet *f, struct span task)
{
	struct err why = { 0 };
	int fd = fleet_task(f, task, &why);

	if (fd != -1)
		(void)close(fd);
	return fd != -1 || why.status != STATUS_CONFIG;
}

/* What was taken is its correlation's own, and there until it is cleaned up. */
static const char *
fault_of_admission(
    const struct fleet *f, const struct admission *a, const char *name)
{
	struct origin_record record;
	struct buf text = { 0 };
	const char *ret = NULL;
	char hash[HASH_HEX_MAX];
	int r;

	hash_sha256_hex(hash, a->origin.correlation);
	if (strcmp(name, hash) != 0)
		return "it has another's name";
	r = origins_find(f, a->origin.correlation, &text, &record, NULL);
	if (r == 0 && !span_equal(record.task, a->task))
		ret = "its correlation is another task's";
	else if (r == 1 && a->status != ADMISSION_PENDING)
		ret = "its correlation is not in the registry";
	else if (a->status == ADMISSION_COMMITTED && !is_there(f, a->task))
		ret = "its task is gone, but was not cleaned up";
	buf_done(&text);
	return ret;
}

static void
check_transaction(const struct callbacks_check *k, const struct fleet *f,
    int all, const char *name)
{
	struct admission a;
	struct buf text = { 0 };
	struct err why = { 0 };
	const char *what = NULL;
	struct json j;
	int dir = dir_open(all, name, &why);
	int r = dir == -1 ?
	    -1 :
	    fleet_read(dir, "transaction.json", &text, &j, &why);

	/* none yet: its maker died, or gave it back */
	if (r == 0)
		r = admission_parse(&j, &a, &why);
	if (r == 0)
		what = fault_of_admission(f, &a, name);
	if (r == -1 || what != NULL)
		check_fault(k, "", "transaction '%s': %s", name,
		    r == -1 ? why.text : what);
	if (dir != -1)
		(void)close(dir);
	buf_done(&text);
}

static int
check_transactions(
    const struct callbacks_check *k, const struct fleet *f, struct err *e)
{
	struct stat st;
	char **names;
	size_t n;
	size_t i;
	int all;
	int r;

	if (fstatat(fleet_root(f), ADMISSIONS_DIR, &st, AT_SYMLINK_NOFOLLOW) ==
	    -1)
		return 0;
	all = dir_open(fleet_root(f), ADMISSIONS_DIR, e);
	if (all == -1)
		return -1;
	check_names(k, "", all, "'" ADMISSIONS_DIR "'", is_of_transactions);
	r = fleet_names(all, &names, &n, e);
	for (i = 0; r == 0 && i < n; i++) {
		if (is_of_transactions(names[i]))
			check_transaction(k, f, all, names[i]);
	}
	if (r == 0)
		free(names);
	(void)close(all);
	return r;
}

int
check_fleet(
    const struct callbacks_check *k, const struct fleet *f, struct err *e)
{
	return check_registry(k, f, e) == -1 ? -1 : check_transactions(k, f, e);
}
