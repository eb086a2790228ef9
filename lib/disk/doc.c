#include "disk/doc.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "disk/dir.h"
#include "disk/file.h"

/* fsync each up to here, syncfs once above.  DESIGN.md 9 */
#define EACH_MAX 16
#define ASIDE_MAX 1000

/* quarantine/NAME, or the first of NAME.1, NAME.2 ... that is free */
static int
move_aside(int dir, const char *name, char ret[192], struct err *e)
{
	int i;

	if (mkdirat(dir, "quarantine", 0700) == -1 && errno != EEXIST)
		return err_sys(e, "cannot make 'quarantine'");

	for (i = 0;; i++) {
		if (i == ASIDE_MAX)
			return err_set(e, STATUS_CONFIG,
			    "cannot set '%s' aside: quarantine is full", name);
		if (i == 0)
			(void)snprintf(ret, 192, "quarantine/%s", name);
		else
			(void)snprintf(ret, 192, "quarantine/%s.%d", name, i);
		if (linkat(dir, name, dir, ret, 0) == 0)
			break;
		if (errno != EEXIST)
			return err_sys(e, "cannot set '%s' aside", name);
	}
	return file_remove(dir, name, e) == -1 ? -1 : 0;
}

int
doc_set_aside(int dir, const char *name, const char *why, struct err *e)
{
	char aside[192];
	int to;

	if (move_aside(dir, name, aside, e) == -1)
		return -1;

	to = openat(dir, "quarantine", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (to != -1) {
		(void)fsync(to);
		(void)close(to);
	}
	(void)err_set(e, STATUS_CONFIG, "cannot use '%s': %s; it is now '%s'",
	    name, why, aside);
	return DOC_QUARANTINED;
}

int
doc_load(int dir, const char *name, int64_t version, struct buf *text,
    struct json *ret, struct err *e)
{
	struct json number;
	struct err why = { 0 };
	struct json j;
	int64_t found;
	int r;

	r = file_read(dir, name, DOC_MAX, text, &why);
	if (r == 1)
		return DOC_ABSENT;
	if (r == -1 && why.status != STATUS_DATA)
		return err_set(e, why.status, "%s", why.text);
	if (r == -1)
		return doc_set_aside(dir, name, "it is too large", e);

	if (json_scan(text->s, text->len, &j, &why) == -1)
		return doc_set_aside(dir, name, why.text, e);

	number = json_get(&j, "version");
	if (number.type != JSON_NUMBER ||
	    json_int(&number, "version", 1, version, &found, &why) == -1)
		return doc_set_aside(dir, name, "its version is unknown", e);

	*ret = j;
	return DOC_LOADED;
}

/* Is it a document of ours, and of another version?  They begin with it. */
static bool
is_other(int dir, const char *name, int64_t version)
{
	char want[64];
	char text[64] = "";
	ssize_t n = -1;
	int len = snprintf(
	    want, sizeof(want), "{\"version\":%lld", (long long)version);
	int fd =
	    openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (fd != -1) {
		n = read(fd, text, sizeof(text) - 1);
		(void)close(fd);
	}
	if (n <= len || memcmp(text, want, sizeof("{\"version\":") - 1) != 0)
		return false;
	return memcmp(text, want, (size_t)len) != 0 ||
	    (text[len] >= '0' && text[len] <= '9');
}

int
doc_replace_view(
    int dir, const char *name, int64_t version, struct span text, struct err *e)
{
	bool other = is_other(dir, name, version);

	if (other &&
	    doc_set_aside(dir, name, "its version is unknown", e) == -1)
		return -1;
	if (file_replace(dir, name, text, false, e) == -1)
		return -1;
	return other ? 1 : 0;
}

struct temps {
	int dir;
	const struct doc_change *c;
	size_t n;
	char (*names)[FILE_TEMP_MAX];
};

static int
write_temp(const struct temps *t, size_t i, bool each, struct err *e)
{
	const struct doc_change *c = &t->c[i];
	int fd = file_temp(t->dir, c->name, c->text, t->names[i], e);
	int r = 0;

	if (fd == -1) {
		t->names[i][0] = '\0';
		return -1;
	}
	if (each)
		r = file_sync(fd, c->name, e);
	if (close(fd) == -1 && r == 0)
		r = err_sys(e, "cannot write '%s'", c->name);
	return r;
}

static int
write_temps(const struct temps *t, struct err *e)
{
	bool each = t->n <= EACH_MAX;
	size_t i;

	for (i = 0; i < t->n; i++) {
		if (t->c[i].text.s != NULL && write_temp(t, i, each, e) == -1)
			return -1;
	}
	if (!each && syncfs(t->dir) == -1)
		return err_set(e, STATUS_IO, "cannot sync the documents: %s",
		    strerror(errno));
	return 0;
}

static int
apply(const struct temps *t, size_t i, struct err *e)
{
	const char *name = t->c[i].name;

	if (t->c[i].text.s == NULL) {
		if (unlinkat(t->dir, name, 0) == -1 && errno != ENOENT)
			return err_sys(e, "cannot remove '%s'", name);
		return 0;
	}
	if (renameat(t->dir, t->names[i], t->dir, name) == -1)
		return err_sys(e, "cannot replace '%s'", name);
	t->names[i][0] = '\0';
	return 0;
}

static void
drop_temps(const struct temps *t)
{
	size_t i;

	for (i = 0; i < t->n; i++) {
		if (t->names[i][0] != '\0')
			(void)unlinkat(t->dir, t->names[i], 0);
	}
}

int
doc_commit(int dir, const struct doc_change *c, size_t n, struct err *e)
{
	struct temps t = { dir, c, n, NULL };
	size_t i;
	int r;

	if (n == 0)
		return 0;

	t.names = mem_new(n * sizeof(*t.names));
	r = write_temps(&t, e);
	for (i = 0; i < n && r == 0; i++)
		r = apply(&t, i, e);
	if (r == -1)
		drop_temps(&t);
	/* committed */
	if (r == 0)
		r = dir_sync(dir, e);
	free(t.names);
	return r;
}
