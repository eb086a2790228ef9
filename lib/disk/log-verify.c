#include "disk/log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"
#include "disk/file.h"
#include "disk/log-line.h"
#include "disk/log-segment.h"

#define ASIDE_MAX 1000
#define SEGMENT_BYTES_MAX ((int64_t)1 << 31)

struct check {
	struct log *log;
	bool salvage;
	void (*say)(void *arg, const char *text);
	void *arg;
	/* the segment at hand, and the seq that is due */
	int64_t first;
	int64_t due;
	bool is_last;
	const char *s;
	size_t len;
	/* what salvage keeps of it */
	struct buf keep;
	bool damaged;
	bool any;
};

static void
report(struct check *c, const char *what, int64_t from, int64_t to)
{
	char name[SEGMENT_NAME_MAX];
	char text[256];

	segment_name(name, c->first);
	(void)snprintf(text, sizeof(text), "%s/%s: %s: %lld to %lld",
	    c->log->name, name, what, (long long)from, (long long)to);
	if (c->say != NULL)
		c->say(c->arg, text);
}

static void
fault(struct check *c, const char *what, int64_t from, int64_t to)
{
	report(c, what, from, to);
	c->damaged = true;
	c->any = true;
}

/* Keep line s[from..to) and its newline, after a word for what was lost. */
static void
keep(struct check *c, size_t from, size_t to, int64_t seq)
{
	int64_t lost = log_line_is_lost(c->s + from, to - from);
	int64_t begin = lost == 0 ? seq : seq - lost + 1;

	if (begin > c->due) {
		fault(c, "lines are missing, seq", c->due, begin - 1);
		log_line_lost(&c->keep, begin - c->due, begin - 1);
	}
	buf_add(&c->keep, c->s + from, to - from);
	buf_byte(&c->keep, '\n');
	c->due = seq + 1;
}

/* The next good line at or after `at`: 0 none, else its seq. */
static int64_t
next_good(const struct check *c, size_t at, size_t *ret_from, size_t *ret_to)
{
	const char *newline;
	int64_t seq;
	size_t end;

	for (; at < c->len; at = end + 1) {
		newline = memchr(c->s + at, '\n', c->len - at);
		end = newline == NULL ? c->len : (size_t)(newline - c->s);
		seq = log_line_check(c->s + at, end - at);
		if (seq >= c->due) {
			*ret_from = at;
			*ret_to = end;
			return seq;
		}
	}
	return 0;
}

/* damaged-SEQ-OFFSET, then -1, -2 ... where an earlier try left one. */
static int
save_aside(struct check *c, size_t from, size_t to, struct err *e)
{
	struct span bad = { c->s + from, to - from };
	char name[96];
	int r = 1;
	int i;

	for (i = 0; r == 1 && i < ASIDE_MAX; i++) {
		(void)snprintf(name, sizeof(name), "damaged-%020lld-%zu%s%.0d",
		    (long long)c->first, from, i == 0 ? "" : "-", i);
		r = file_create(c->log->dir_held - 1, name, bad, e);
	}
	if (r == 1)
		return err_set(e, STATUS_IO, "cannot set '%s' aside", name);
	return r;
}

static int
check_lines(struct check *c, struct err *e)
{
	size_t at = 0;
	size_t from;
	size_t to;
	int64_t seq;

	while ((seq = next_good(c, at, &from, &to)) != 0) {
		if (from > at) {
			fault(
			    c, "damaged bytes", (int64_t)at, (int64_t)from - 1);
			if (c->salvage && save_aside(c, at, from, e) == -1)
				return -1;
		}
		keep(c, from, to, seq);
		at = to + 1;
	}
	if (at >= c->len)
		return 0;
	if (c->is_last) {
		report(c, "torn tail, which the next append sets aside, bytes",
		    (int64_t)at, (int64_t)c->len - 1);
		return c->damaged && c->salvage ? save_aside(c, at, c->len, e) :
						  0;
	}
	fault(c, "damaged bytes", (int64_t)at, (int64_t)c->len - 1);
	return c->salvage ? save_aside(c, at, c->len, e) : 0;
}

static int
raise_epoch(struct log *l, struct err *e)
{
	char text[160];

	(void)snprintf(text, sizeof(text),
	    "{\"version\":1,\"store\":\"%s\",\"epoch\":%lld}\n", l->store,
	    (long long)l->epoch + 1);
	if (file_replace(l->dir_held - 1, "id.json", span_of(text), true, e) ==
	    -1)
		return -1;
	l->epoch++;
	return 0;
}

static int
load(struct check *c, char **ret, struct err *e)
{
	int fd = segment_open(c->log, c->first, O_RDONLY);
	struct stat st;
	int r = 0;

	if (fd == -1)
		return err_sys(
		    e, "cannot open a segment of '%s'", c->log->name);
	if (fstat(fd, &st) == -1 || st.st_size > SEGMENT_BYTES_MAX) {
		(void)close(fd);
		return err_set(e, STATUS_IO, "cannot read a segment of '%s'",
		    c->log->name);
	}
	*ret = mem_new((size_t)st.st_size + 1);
	if (segment_read(fd, *ret, (size_t)st.st_size, 0) != st.st_size)
		r = err_sys(e, "cannot read a segment of '%s'", c->log->name);
	(void)close(fd);
	c->s = *ret;
	c->len = (size_t)st.st_size;
	return r;
}

static int
check_segment(struct check *c, int64_t next_first, struct err *e)
{
	bool raised = c->any;
	char name[SEGMENT_NAME_MAX];
	char *s = NULL;
	int r;

	c->damaged = false;
	buf_reset(&c->keep);
	c->due = c->first;
	r = load(c, &s, e);
	if (r == 0)
		r = check_lines(c, e);
	if (r == 0 && !c->is_last && c->due < next_first) {
		fault(c, "lines are missing, seq", c->due, next_first - 1);
		log_line_lost(&c->keep, next_first - c->due, next_first - 1);
		c->due = next_first;
	}
	if (r == 0 && c->damaged && c->salvage) {
		segment_name(name, c->first);
		if (!raised)
			r = raise_epoch(c->log, e);
		if (r == 0)
			r = file_replace(c->log->dir_held - 1, name,
			    buf_as_span(&c->keep), true, e);
	}
	free(s);
	return r;
}

int
log_verify(struct log *l, bool salvage,
    void (*say)(void *arg, const char *text), void *arg, struct err *e)
{
	struct check c = {
		.log = l, .salvage = salvage, .say = say, .arg = arg
	};
	size_t i;
	int r = 0;

	if (segment_list(l, e) == -1)
		return -1;

	buf_init(&c.keep, (size_t)SEGMENT_BYTES_MAX * 2);
	c.due = l->n_segments > 0 ? l->segments[0].first_seq : 1;
	for (i = 0; i < l->n_segments && r == 0; i++) {
		c.first = l->segments[i].first_seq;
		c.is_last = i + 1 == l->n_segments;
		r = check_segment(
		    &c, c.is_last ? 0 : l->segments[i + 1].first_seq, e);
	}
	buf_done(&c.keep);
	return r == -1 ? -1 : c.any;
}
