#include "store/briefs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "model/payload.h"

static bool
has_control(struct span s)
{
	uint32_t code;
	size_t n;

	for (; s.len > 0; s = span_after(s, n)) {
		n = text_char(s.s, s.len, &code);
		if ((code < 0x20 && code != '\t' && code != '\n') ||
		    (code >= 0x7f && code < 0xa0))
			return true;
	}
	return false;
}

int
brief_check(struct span s, struct span *ret, struct err *e)
{
	const char *why = NULL;

	if (s.len > BRIEF_MAX)
		return err_set(
		    e, STATUS_DATA, "brief exceeds %d bytes", BRIEF_MAX);
	if (!text_is_utf8(s))
		return err_set(e, STATUS_DATA, "brief is not valid UTF-8");
	while (s.len > 0 && s.s[s.len - 1] == '\n')
		s.len--;
	if (s.len == 0)
		why = "must not be empty";
	else if (has_control(s))
		why = "contains control characters";
	else if (payload_has_metacharacter(s))
		why = "contains prohibited command metacharacters";
	else if (payload_has_command(s))
		why = "contains a command-like line";
	if (why != NULL)
		return err_set(e, STATUS_DATA, "brief %s", why);
	*ret = s;
	return 0;
}

static int
check_file(int fd, struct err *e)
{
	struct stat st;

	if (fstat(fd, &st) == -1)
		return err_sys(e, "cannot stat the brief file");
	if (!S_ISREG(st.st_mode))
		return err_set(
		    e, STATUS_TRUST, "brief file is no regular file");
	if (st.st_uid != geteuid())
		return err_set(
		    e, STATUS_TRUST, "brief file belongs to somebody else");
	if ((st.st_mode & 07777) != 0600)
		return err_set(e, STATUS_TRUST,
		    "brief file has mode %04o, not 0600", st.st_mode & 07777u);
	if (st.st_size > BRIEF_MAX)
		return err_set(
		    e, STATUS_DATA, "brief exceeds %d bytes", BRIEF_MAX);
	return 0;
}

/* One byte more than is allowed, should it have grown meanwhile. */
static int
read_file(int fd, struct buf *ret, struct err *e)
{
	char block[4096];
	ssize_t n = 1;

	buf_reset(ret);
	while (n != 0 && ret->len <= BRIEF_MAX) {
		n = read(fd, block, sizeof(block));
		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return err_sys(e, "cannot read the brief file");
		buf_add(ret, block, (size_t)n);
	}
	return 0;
}

int
brief_read(const char *path, struct buf *ret, struct err *e)
{
	struct span s;
	int r;
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (fd == -1 && errno == ELOOP)
		return err_set(e, STATUS_TRUST, "brief file is a link");
	if (fd == -1)
		return err_sys(e, "cannot open the brief file");
	r = check_file(fd, e);
	if (r == 0)
		r = read_file(fd, ret, e);
	(void)close(fd);
	if (r == 0)
		r = brief_check(buf_as_span(ret), &s, e);
	if (r == 0) {
		ret->len = s.len;
		ret->s[s.len] = '\0';
	}
	return r;
}
