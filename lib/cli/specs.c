#include "cli/specs.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/json.h"
#include "cli/tool.h"

static int
read_all(int fd, struct specs *in, struct err *e)
{
	for (;;) {
		char block[65536];
		ssize_t n = read(fd, block, sizeof(block));

		if (n == -1 && errno == EINTR)
			continue;
		if (n == -1)
			return err_sys(e, "cannot read '%s'", in->name);
		if (n == 0)
			return 0;
		buf_add(&in->text, block, (size_t)n);
		if (in->text.full)
			return err_set(e, STATUS_DATA,
			    "cannot read '%s': it is too large", in->name);
	}
}

int
specs_open(struct specs *ret, const char *file, struct err *e)
{
	struct specs in = { .name = file };
	int fd = STDIN_FILENO;
	int r;

	if (strcmp(file, "-") == 0)
		in.name = "stdin";
	else
		fd = open(file, O_RDONLY | O_CLOEXEC);
	if (fd == -1)
		return err_sys(e, "cannot open '%s'", file);

	r = read_all(fd, &in, e);
	if (fd != STDIN_FILENO)
		(void)close(fd);
	if (r == -1) {
		buf_done(&in.text);
		return -1;
	}
	*ret = in;
	return 0;
}

static bool
is_blank(struct span s)
{
	size_t i;

	for (i = 0; i < s.len; i++) {
		if (s.s[i] != ' ' && s.s[i] != '\t' && s.s[i] != '\r')
			return false;
	}
	return true;
}

bool
specs_next(struct specs *in, struct span *ret)
{
	while (in->at < in->text.len) {
		const char *s = in->text.s + in->at;
		size_t left = in->text.len - in->at;
		const char *end = memchr(s, '\n', left);
		struct span line = { s,
			end == NULL ? left : (size_t)(end - s) };

		in->at += line.len + 1;
		in->line_number++;
		if (line.len > JSON_LINE_MAX) {
			struct err e = { 0 };

			(void)err_set(&e, STATUS_DATA, "line too long");
			specs_complain(in, &e);
			continue;
		}
		if (is_blank(line))
			continue;
		*ret = line;
		return true;
	}
	return false;
}

void
specs_complain(const struct specs *in, const struct err *e)
{
	tool_warn_text(
	    STATUS_DATA, "%s:%zu: %s", in->name, in->line_number, e->text);
}

void
specs_close(struct specs *in)
{
	buf_done(&in->text);
}
