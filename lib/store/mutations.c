#include "store/mutations.h"

#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/err.h"
#include "disk/dir.h"
#include "disk/file.h"

#define FIELDS 7

static const char *const kinds[] = { NULL, "task-pending", "external-pending",
	"git-pending", "pane-pending" };

static void
field(struct buf *out, struct span s, char end)
{
	if (s.len == 0)
		buf_byte(out, '-');
	else
		buf_span(out, s);
	buf_byte(out, end);
}

static void
print(const struct mutation *m, struct buf *out)
{
	field(out, m->repo, '\t');
	field(out, m->worktree, '\t');
	field(out, m->branch, '\t');
	field(out, span_of(kinds[m->kind]), '\t');
	field(out, m->sha, '\t');
	field(out, m->state, '\t');
	field(out, m->name, '\n');
}

static bool
take(struct span *line, struct span *ret)
{
	const char *end = memchr(line->s, '\t', line->len);

	*ret = *line;
	ret->len = end == NULL ? line->len : (size_t)(end - line->s);
	*line = span_after(*line, ret->len + (end != NULL));
	if (span_is(*ret, "-"))
		ret->len = 0;
	return end != NULL;
}

static int
parse(struct span line, struct mutation *ret)
{
	struct span kind;
	unsigned k;
	bool whole = take(&line, &ret->repo) && take(&line, &ret->worktree) &&
	    take(&line, &ret->branch) && take(&line, &kind) &&
	    take(&line, &ret->sha) && take(&line, &ret->state) &&
	    !take(&line, &ret->name);

	for (k = MUTATION_TASK; whole && k <= MUTATION_PANE; k++) {
		if (span_is(kind, kinds[k])) {
			ret->kind = (enum mutation_kind)k;
			return 0;
		}
	}
	return -1;
}

/* How much of it is whole lines. */
static size_t
whole_lines(const struct buf *text)
{
	size_t len = text->len;

	while (len > 0 && text->s[len - 1] != '\n')
		len--;
	return len;
}

static int
append(int fd, size_t at, const struct mutation *m, struct err *e)
{
	struct buf line = { 0 };
	int r = 0;

	print(m, &line);
	if (ftruncate(fd, (off_t)at) == -1 ||
	    lseek(fd, (off_t)at, SEEK_SET) == -1)
		r = err_sys(e, "cannot write '%s'", MUTATIONS_FILE);
	if (r == 0)
		r = file_write_all(fd, line.s, line.len, MUTATIONS_FILE, e);
	/* committed, once the folder is synced */
	if (r == 0)
		r = file_datasync(fd, MUTATIONS_FILE, e);
	buf_done(&line);
	return r;
}

int
mutations_add(int dir, const struct mutation *m, struct err *e)
{
	struct buf text = { 0 };
	int fd = -1;
	int r = file_read(dir, MUTATIONS_FILE, MUTATIONS_MAX, &text, e);

	if (r != -1)
		fd = openat(dir, MUTATIONS_FILE,
		    O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (r != -1 && fd == -1)
		r = err_sys(e, "cannot write '%s'", MUTATIONS_FILE);
	if (fd != -1) {
		r = append(fd, whole_lines(&text), m, e);
		(void)close(fd);
	}
	buf_done(&text);
	return r == 0 ? dir_sync(dir, e) : -1;
}

int
mutations_load(int dir, struct mutations *ret, struct err *e)
{
	struct mutations m = { 0 };
	struct span rest, line;
	size_t n = 0;
	size_t i;

	if (file_read(dir, MUTATIONS_FILE, MUTATIONS_MAX, &m.text, e) == -1)
		return -1;
	rest = buf_as_span(&m.text);
	rest.len = whole_lines(&m.text);
	for (i = 0; i < rest.len; i++)
		n += rest.s[i] == '\n';
	m.list = pool_new(&m.pool, n * sizeof(*m.list) + 1);
	while (rest.len > 0) {
		line = rest;
		line.len =
		    (size_t)((const char *)memchr(rest.s, '\n', rest.len) -
			rest.s);
		rest = span_after(rest, line.len + 1);
		if (parse(line, &m.list[m.n]) == -1) {
			(void)err_set(e, STATUS_CONFIG,
			    "cannot read '%s': line %zu says nothing we know",
			    MUTATIONS_FILE, m.n + 1);
			mutations_done(&m);
			return -1;
		}
		m.n++;
	}
	*ret = m;
	return 0;
}

void
mutations_done(struct mutations *m)
{
	buf_done(&m->text);
	pool_done(&m->pool);
	m->list = NULL;
	m->n = 0;
}

int
mutations_clear(int dir, struct err *e)
{
	return file_remove(dir, MUTATIONS_FILE, e) == -1 ? -1 : 0;
}
