#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/zone.h"

/* Apart from zone.c, which is pure: this one reads a file. */

#define FOLDER "/usr/share/zoneinfo/"
/* the largest of tzdata has 4 kB */
#define FILE_MAX (256 * 1024)

/* RFC 8536 3.1 */
#define HEADER_LEN 44

/* Words of letters, digits, '_', '+' and '-', with one '/' between them. */
static bool
is_name(struct span s)
{
	bool inside = false;
	size_t i;

	if (s.len == 0 || s.len > 64)
		return false;

	for (i = 0; i < s.len; i++) {
		char c = s.s[i];
		bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');

		if (!letter && !inside)
			return false;
		if (!letter && !(c >= '0' && c <= '9') && c != '_' &&
		    c != '+' && c != '-' && c != '/')
			return false;
		inside = c != '/';
	}
	return inside;
}

/* What is not there, or is a folder, is a wrong name and no broken disk. */
static int
refuse(const char *path, struct err *e)
{
	if (errno == ENOENT || errno == ENOTDIR || errno == EISDIR)
		return err_set(e, STATUS_CONFIG, "no time zone '%s'", path);

	return err_sys(e, "cannot read '%s'", path);
}

static int
read_file(const char *path, struct buf *out, struct err *e)
{
	ssize_t n = -1;
	char *p;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd == -1)
		return refuse(path, e);

	while ((p = buf_room(out, 4096)) != NULL) {
		n = read(fd, p, 4096);
		if (n == -1 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		out->len += (size_t)n;
	}
	if (p == NULL)
		errno = EFBIG;
	if (n != 0)
		(void)refuse(path, e);
	(void)close(fd);
	return n == 0 ? 0 : -1;
}

static int64_t
number(const unsigned char *p, int bytes)
{
	uint64_t n = (p[0] & 0x80) != 0 ? UINT64_MAX : 0;
	int i;

	for (i = 0; i < bytes; i++)
		n = n << 8 | p[i];
	return (int64_t)n;
}

/* RFC 8536: what a header announces */
struct counts {
	size_t utc, standard, leap, times, types, chars;
	unsigned char version;
};

static bool
read_counts(const unsigned char *p, size_t len, struct counts *ret)
{
	if (len < HEADER_LEN || memcmp(p, "TZif", 4) != 0)
		return false;

	ret->version = p[4];
	ret->utc = (uint32_t)number(p + 20, 4);
	ret->standard = (uint32_t)number(p + 24, 4);
	ret->leap = (uint32_t)number(p + 28, 4);
	ret->times = (uint32_t)number(p + 32, 4);
	ret->types = (uint32_t)number(p + 36, 4);
	ret->chars = (uint32_t)number(p + 40, 4);
	return ret->types > 0 && ret->types <= 256;
}

static size_t
body_len(const struct counts *c, size_t time_len)
{
	return c->times * (time_len + 1) + c->types * 6 + c->chars +
	    c->leap * (time_len + 4) + c->standard + c->utc;
}

static bool
read_body(const unsigned char *p, const struct counts *c, int time_len,
    struct zone *z)
{
	const unsigned char *index = p + c->times * (size_t)time_len;
	const unsigned char *types = index + c->times;
	size_t i;

	z->at_ms = mem_resize(NULL, c->times, sizeof(*z->at_ms));
	z->offset_s = mem_resize(NULL, c->times, sizeof(*z->offset_s));
	z->n = c->times;
	z->first_offset_s = (int32_t)number(types, 4);
	for (i = 0; i < c->times; i++) {
		int64_t at = number(p + i * (size_t)time_len, time_len);

		if (index[i] >= c->types)
			return false;
		/* no year of ours, and no overflow */
		if (at < -1000000000000)
			at = -1000000000000;
		if (at > 1000000000000)
			at = 1000000000000;
		z->at_ms[i] = at * 1000;
		z->offset_s[i] = (int32_t)number(types + index[i] * 6, 4);
	}
	return true;
}

/* Between two newlines behind the tables; often empty. */
static bool
add_rule(const unsigned char *p, size_t len, struct zone *z)
{
	struct span rule = { (const char *)p + 1, 0 };

	if (len < 2 || p[0] != '\n')
		return false;

	while (rule.len + 1 < len && rule.s[rule.len] != '\n')
		rule.len++;
	return rule.len == 0 || zone_rule(z, rule) == 0;
}

static bool
parse(const struct buf *in, struct zone *z)
{
	const unsigned char *p = (const unsigned char *)in->s;
	size_t len = in->len, body;
	struct counts c;
	int time_len = 4;

	if (!read_counts(p, len, &c))
		return false;
	p += HEADER_LEN;
	len -= HEADER_LEN;
	body = body_len(&c, 4);
	if (c.version >= '2') {
		/* the same again with 64 bits */
		if (len < body || !read_counts(p + body, len - body, &c))
			return false;
		p += body + HEADER_LEN;
		len -= body + HEADER_LEN;
		time_len = 8;
		body = body_len(&c, 8);
	}
	if (len < body || !read_body(p, &c, time_len, z))
		return false;
	return c.version < '2' || add_rule(p + body, len - body, z);
}

int
zone_load(struct span name, struct zone *ret, struct err *e)
{
	char path[sizeof(FOLDER) + 64];
	struct zone z = { 0 };
	struct buf in = { 0 };

	if (!is_name(name))
		return err_set(e, STATUS_CONFIG, "not a time zone: '%.*s'",
		    name.len > 64 ? 64 : (int)name.len,
		    name.s == NULL ? "" : name.s);

	(void)snprintf(
	    path, sizeof(path), FOLDER "%.*s", (int)name.len, name.s);
	buf_init(&in, FILE_MAX);
	if (read_file(path, &in, e) == -1) {
		buf_done(&in);
		return -1;
	}
	if (!parse(&in, &z)) {
		buf_done(&in);
		zone_done(&z);
		return err_set(e, STATUS_CONFIG, "not a time zone: '%s'", path);
	}
	buf_done(&in);
	*ret = z;
	return 0;
}
