#include "transport/credential.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/pool.h"

#define CONFIG_MAX 65536

static const char *
variable(const char *name)
{
	const char *s = getenv(name);

	return s == NULL || *s == '\0' ? NULL : s;
}

/* A small file, whole.  1 where it is not there. */
static int
read_file(const char *path, size_t max, struct stat *st, struct buf *ret)
{
	ssize_t n;
	char *room;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	if (fd == -1)
		return errno == ENOENT || errno == ENOTDIR ? 1 : -1;
	buf_init(ret, max + 1);
	room = buf_room(ret, max);
	if (fstat(fd, st) == -1 || !S_ISREG(st->st_mode)) {
		(void)close(fd);
		errno = EACCES;
		return -1;
	}
	do
		n = read(fd, room, max);
	while (n == -1 && errno == EINTR);
	(void)close(fd);
	if (n == -1)
		return -1;
	ret->len += (size_t)n;
	return 0;
}

int
credential_check(struct span name, struct buf *b, struct err *e)
{
	size_t i;

	while (b->len > 0 &&
	    (b->s[b->len - 1] == '\n' || b->s[b->len - 1] == '\r'))
		b->s[--b->len] = '\0';
	for (i = 0; i < b->len; i++)
		if (b->s[i] <= ' ' || b->s[i] > '~')
			break;
	if (b->len == 0 || i < b->len)
		return err_set(e, STATUS_TRUST,
		    "credential '%.*s' is not one word of printable ASCII",
		    (int)name.len, name.s);
	return 0;
}

static int
from_file(const char *folder, const char *below, struct span name,
    struct buf *ret, struct err *e)
{
	struct buf path = { 0 };
	struct stat st = { 0 };
	int r;

	buf_format(&path, "%s%s/%.*s", folder, below, (int)name.len, name.s);
	r = read_file(path.s, CREDENTIAL_MAX, &st, ret);
	if (r == -1)
		err_sys(e, "cannot read '%s'", path.s);
	if (r == 0 &&
	    ((st.st_uid != geteuid() && st.st_uid != 0) ||
		(st.st_mode & 077) != 0))
		r = err_set(e, STATUS_TRUST,
		    "'%s' is not ours alone (mode 0600)", path.s);
	buf_done(&path);
	if (r != 0)
		credential_forget(ret);
	return r;
}

static int
from_variable(struct span name, struct buf *ret)
{
	char variable_name[128] = "SERGEANT_CREDENTIAL_";
	size_t at = strlen(variable_name);
	const char *s;
	size_t i;

	for (i = 0; i < name.len && at + 1 < sizeof(variable_name); i++) {
		char c = name.s[i];

		if (c >= 'a' && c <= 'z')
			c = (char)(c - 'a' + 'A');
		variable_name[at++] = c == '-' ? '_' : c;
	}
	s = variable(variable_name);
	if (s == NULL && span_is(name, "github"))
		s = variable("GH_TOKEN");
	if (s == NULL && span_is(name, "github"))
		s = variable("GITHUB_TOKEN");
	if (s == NULL)
		return 1;
	buf_init(ret, CREDENTIAL_MAX);
	buf_text(ret, s);
	return 0;
}

int
credential_read(
    struct span name, const char *config, struct buf *ret, struct err *e)
{
	const char *given = variable("CREDENTIALS_DIRECTORY");
	int r = 1;

	if (config != NULL)
		r = from_file(config, "/credentials", name, ret, e);
	if (r == 1 && given != NULL)
		r = from_file(given, "", name, ret, e);
	if (r == 1)
		r = from_variable(name, ret);
	if (r != 0)
		return r;
	r = credential_check(name, ret, e);
	if (r == -1)
		credential_forget(ret);
	return r;
}

void
credential_forget(struct buf *secret)
{
	if (secret->s != NULL)
		explicit_bzero(secret->s, secret->cap);
	buf_done(secret);
}

const char *const *
credential_free_environment(struct pool *p, const char *const *more)
{
	static const char *const names[] = { "HOME", "PATH", "LANG", "LC_ALL",
		"TMPDIR" };
	size_t max = sizeof(names) / sizeof(names[0]);
	struct buf b = { 0 };
	const char **list;
	const char *s;
	size_t n = 0;
	size_t i;

	for (i = 0; more != NULL && more[i] != NULL; i++)
		max++;
	list = pool_new(p, (max + 1) * sizeof(*list));
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		s = variable(names[i]);
		if (s == NULL)
			continue;
		buf_reset(&b);
		buf_format(&b, "%s=%s", names[i], s);
		list[n++] = pool_copy(p, buf_as_span(&b)).s;
	}
	buf_done(&b);
	for (i = 0; more != NULL && more[i] != NULL; i++)
		list[n++] = more[i];
	return list;
}

const char *const *
credential_kind_environment(struct pool *p, const char *const *more)
{
	const char *fleet = variable("SERGEANT_FLEET");
	struct buf b = { 0 };
	const char **list;
	size_t n = 0;
	size_t i;

	while (more != NULL && more[n] != NULL)
		n++;
	list = pool_new(p, (n + 2) * sizeof(*list));
	for (i = 0; i < n; i++) {
		list[i] = more[i];
		/* the request's own counts */
		if (span_begins(span_of(more[i]), "SERGEANT_FLEET="))
			fleet = NULL;
	}
	if (fleet != NULL) {
		buf_format(&b, "SERGEANT_FLEET=%s", fleet);
		list[n] = pool_copy(p, buf_as_span(&b)).s;
		buf_done(&b);
	}
	return credential_free_environment(p, list);
}

/* <config>/config.json, whole, in p.  1 where it is not there. */
static int
read_config(const char *config, struct pool *p, struct json *ret, struct err *e)
{
	struct buf path = { 0 };
	struct buf text = { 0 };
	struct err why = { 0 };
	struct stat st;
	struct span s;
	int r;

	buf_format(&path, "%s/config.json", config);
	r = read_file(path.s, CONFIG_MAX, &st, &text);
	if (r == -1)
		err_sys(e, "cannot read '%s'", path.s);
	if (r == 0) {
		s = pool_copy(p, buf_as_span(&text));
		if (json_scan(s.s, s.len, ret, &why) == -1)
			r = err_set(
			    e, STATUS_CONFIG, "%s: %s", path.s, why.text);
		else if (ret->type != JSON_OBJECT)
			r = err_set(
			    e, STATUS_CONFIG, "%s: is no object", path.s);
	}
	buf_done(&path);
	buf_done(&text);
	return r;
}

int
credential_hosts(
    const char *config, struct pool *p, struct json *ret, struct err *e)
{
	struct json_item it = { 0 };
	struct json j;
	struct json hosts;
	int r = read_config(config, p, &j, e);

	if (r != 0)
		return r == 1 ? 0 : r;
	hosts = json_get(&j, "credential_hosts");
	if (hosts.type == JSON_NONE)
		return 0;
	r = hosts.type == JSON_OBJECT ? 0 : -1;
	while (r == 0 && json_each(&hosts, &it))
		if (!text_is_name(json_inside(&it.value)))
			r = -1;
	if (r == -1)
		return err_set(e, STATUS_CONFIG,
		    "%s/config.json: 'credential_hosts' is no object of hosts "
		    "and names",
		    config);
	*ret = hosts;
	return 0;
}

void
credential_ca_file(const char *config, struct buf *ret)
{
	const char *given = variable("SERGEANT_CA_FILE");
	struct pool p = { 0 };
	struct span s;
	struct json j;
	struct json value;

	if (given != NULL) {
		buf_text(ret, given);
		return;
	}
	if (config != NULL && read_config(config, &p, &j, NULL) == 0) {
		value = json_get(&j, "ca_file");
		if (json_text(&value, "ca_file", &p, &s, NULL) == 0)
			buf_span(ret, s);
	}
	pool_done(&p);
}
