#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/num.h"
#include "transport/credential.h"
#include "transport/jq.h"
#include "transport/kind-read.h"
#include "transport/kinds.h"
#include "transport/pattern.h"

/* One file of a kind: kind.json, kind.jq. */
#define FILE_MAX (1024 * 1024)

/* The text of a file, in the pool.  1 where it is not there. */
static int
slurp(const char *path, struct pool *p, struct span *ret, struct err *e)
{
	struct stat st;
	size_t len = 0;
	ssize_t n = 0;
	char *s;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd == -1 && errno == ENOENT)
		return 1;
	if (fd == -1 || fstat(fd, &st) == -1) {
		err_sys(e, "cannot read '%s'", path);
		if (fd != -1)
			(void)close(fd);
		return -1;
	}
	if (!S_ISREG(st.st_mode) || st.st_size > FILE_MAX) {
		(void)close(fd);
		return err_set(e, STATUS_CONFIG,
		    "'%s' is no file of at most %d bytes", path, FILE_MAX);
	}
	/* what it asks may be a program to run */
	if ((st.st_mode & 002) != 0) {
		(void)close(fd);
		return err_set(e, STATUS_TRUST,
		    "cannot use '%s': it may be written by others", path);
	}
	s = pool_new(p, (size_t)st.st_size + 1);
	while (len < (size_t)st.st_size) {
		n = read(fd, s + len, (size_t)st.st_size - len);
		if (n <= 0 && !(n == -1 && errno == EINTR))
			break;
		len += n > 0 ? (size_t)n : 0;
	}
	if (n == -1)
		err_sys(e, "cannot read '%s'", path);
	(void)close(fd);
	*ret = (struct span){ s, len };
	return n == -1 ? -1 : 0;
}

/* Without the white space between its values: it becomes part of lines. */
static struct span
compact(struct span text)
{
	struct span ret = { text.s, 0 };
	char *to = (char *)(uintptr_t)text.s;
	bool inside = false;
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (text.s[i] == '"')
			inside = !inside;
		if (!inside && strchr(" \t\r\n", text.s[i]) != NULL)
			continue;
		to[ret.len++] = text.s[i];
		if (inside && text.s[i] == '\\' && i + 1 < text.len)
			to[ret.len++] = text.s[++i];
	}
	return ret;
}

static void
fault(struct kinds *ks, const struct err *e)
{
	ks->faults = mem_grow(
	    ks->faults, &ks->cap_faults, ks->n_faults + 1, sizeof(*ks->faults));
	ks->faults[ks->n_faults++] = *e;
}

static void
release(struct kind *k)
{
	size_t i;

	pattern_free(k->subject);
	pattern_free(k->collection);
	for (i = 0; i < k->n_urls; i++)
		pattern_free(k->url_patterns[i]);
	*k = (struct kind){ 0 };
}

static const char *
join(struct pool *p, const char *folder, const char *name)
{
	struct buf b = { 0 };
	struct span s;

	buf_format(&b, "%s/%s", folder, name);
	s = pool_copy(p, buf_as_span(&b));
	buf_done(&b);
	return s.s;
}

/* NAME.jq beside the folder, for each name of `library`. */
static int
load_libraries(struct kind *k, struct pool *p, struct err *e)
{
	struct json_item it = { 0 };
	struct buf b = { 0 };
	const char *slash = strrchr(k->folder.s, '/');
	struct jq_text *to;
	const char *path;
	int r = 0;

	k->libraries =
	    pool_new(p, (json_count(&k->library) + 1) * sizeof(*k->libraries));
	while (r == 0 && json_each(&k->library, &it)) {
		to = &k->libraries[k->n_libraries++];
		buf_reset(&b);
		buf_add(&b, k->folder.s, (size_t)(slash + 1 - k->folder.s));
		buf_span(&b, json_inside(&it.value));
		buf_text(&b, ".jq");
		path = pool_copy(p, buf_as_span(&b)).s;
		to->name = path;
		r = slurp(path, p, &to->text, e);
		if (r == 1)
			r = err_set(e, STATUS_CONFIG,
			    "%s: there is no such file", path);
	}
	buf_done(&b);
	return r;
}

/* kind.json, then kind.jq or probe.  1 where the folder holds no kind. */
static int
load(const char *folder, struct pool *p, struct kind *k, struct err *e)
{
	const char *path = join(p, folder, "kind.json");
	struct span text;
	struct stat st;
	struct err why = { 0 };
	int r;

	r = slurp(path, p, &text, e);
	if (r != 0)
		return r;
	k->folder = pool_copy(p, span_of(folder));
	if (json_scan(text.s, text.len, &k->json, &why) == -1)
		return err_set(e, STATUS_CONFIG, "%s: %s", path, why.text);
	text = compact(text);
	(void)json_scan(text.s, text.len, &k->json, NULL);
	if (kind_read(k, path, p, e) == -1)
		return -1;
	if (k->transport == KIND_PROBE) {
		path = join(p, folder, "probe");
		if (stat(path, &st) == -1)
			return err_sys(e, "cannot find '%s'", path);
		if (!S_ISREG(st.st_mode) || (st.st_mode & S_IXUSR) == 0 ||
		    (st.st_mode & 022) != 0 ||
		    (st.st_uid != geteuid() && st.st_uid != 0))
			return err_set(e, STATUS_TRUST,
			    "'%s' is not an executable of ours alone", path);
		return 0;
	}
	path = join(p, folder, "kind.jq");
	r = slurp(path, p, &k->program, e);
	if (r == 1)
		return err_set(
		    e, STATUS_CONFIG, "%s: there is no such file", path);
	return r == -1 ? -1 : load_libraries(k, p, e);
}

static void
add(struct kinds *ks, const char *folder)
{
	const struct kind *other;
	struct kind k = { 0 };
	struct err e = { 0 };
	int r;

	r = load(folder, &ks->pool, &k, &e);
	if (r == 0) {
		other = kind_find_by_name(ks, k.name);
		if (other != NULL)
			r = err_set(&e, STATUS_CONFIG,
			    "%s: kind '%.*s' is already in %s", folder,
			    (int)k.name.len, k.name.s, other->folder.s);
	}
	if (r != 0) {
		release(&k);
		if (r == -1)
			fault(ks, &e);
		return;
	}
	ks->list = mem_grow(ks->list, &ks->cap, ks->n + 1, sizeof(*ks->list));
	ks->list[ks->n++] = k;
}

static int
visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

static int
by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void
add_all(struct kinds *ks, const char *folder)
{
	struct dirent **list = NULL;
	struct err e = { 0 };
	struct stat st;
	const char *path;
	char *real = realpath(folder, NULL);
	int i;
	int n = -1;

	if (real != NULL)
		n = scandir(real, &list, visible, by_bytes);

	if (n == -1) {
		if (errno != ENOENT) {
			err_sys(&e, "cannot read '%s'", folder);
			fault(ks, &e);
		}
		free(real);
		return;
	}
	for (i = 0; i < n; i++) {
		path = join(&ks->pool, real, list[i]->d_name);
		if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
			add(ks, path);
		free(list[i]);
	}
	free(list);
	free(real);
}

static void
add_own_hosts(struct kinds *ks, const char *config)
{
	struct json hosts = { 0 };
	struct err e = { 0 };
	size_t i;

	if (credential_hosts(config, &ks->pool, &hosts, &e) == -1)
		fault(ks, &e);
	for (i = 0; i < ks->n; i++)
		ks->list[i].own_hosts = hosts;
}

int
kinds_load(const char *share, const char *config, const char *more,
    struct kinds *ret, struct err *e)
{
	struct buf b = { 0 };
	const char *end;

	(void)e;
	*ret = (struct kinds){ 0 };
	if (share != NULL)
		add_all(ret, join(&ret->pool, share, "kinds"));
	if (config != NULL)
		add_all(ret, join(&ret->pool, config, "kinds"));
	while (more != NULL && *more != '\0') {
		end = strchr(more, ':');
		if (end == NULL)
			end = more + strlen(more);
		buf_reset(&b);
		buf_add(&b, more, (size_t)(end - more));
		if (b.len > 0)
			add_all(ret, b.s);
		more = *end == ':' ? end + 1 : end;
	}
	buf_done(&b);
	if (config != NULL)
		add_own_hosts(ret, config);
	return 0;
}

void
kinds_done(struct kinds *ks)
{
	size_t i;

	for (i = 0; i < ks->n; i++)
		release(&ks->list[i]);
	free(ks->list);
	free(ks->faults);
	pool_done(&ks->pool);
	*ks = (struct kinds){ 0 };
}
