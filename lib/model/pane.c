#include "model/pane.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/num.h"

#define FIELDS 5
#define PID_MAX 4194304

void
pane_print(const struct pane *p, const char *command, struct buf *out)
{
	buf_format(out, "0|%s|%lld|%s|%s\n", p->id, (long long)p->pid, p->start,
	    command);
}

/* Up to the next '|', or to the end for the last. */
static struct span
field(struct span *rest)
{
	const char *bar =
	    rest->len == 0 ? NULL : memchr(rest->s, '|', rest->len);
	struct span ret = *rest;

	if (bar != NULL)
		ret.len = (size_t)(bar - rest->s);
	*rest = span_after(*rest, bar == NULL ? rest->len : ret.len + 1);
	return ret;
}

static int
copy(char *ret, size_t size, struct span s, char first)
{
	if (s.len < 2 || s.len >= size || (first != 0 && s.s[0] != first))
		return -1;
	memcpy(ret, s.s, s.len);
	ret[s.len] = '\0';
	return 0;
}

int
pane_parse(struct span s, struct pane *ret, struct err *e)
{
	struct pane p = { 0 };
	struct span f[FIELDS];
	int i;

	if (s.len > 0 && s.s[s.len - 1] == '\n')
		s.len--;
	for (i = 0; i < FIELDS; i++)
		f[i] = field(&s);
	if (copy(p.id, sizeof(p.id), f[1], '%') == -1 ||
	    num_parse(f[2], 1, PID_MAX, &p.pid, NULL) == -1 ||
	    copy(p.start, sizeof(p.start), f[3], 0) == -1 || f[4].len == 0)
		return err_set(e, STATUS_DATA, "no identity of a pane");
	*ret = p;
	return 0;
}
