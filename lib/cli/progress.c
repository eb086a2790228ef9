#include "cli/progress.h"

#include <unistd.h>

#include "cli/tool.h"

void
progress_start(struct progress *p, const char *what, size_t total)
{
	*p = (struct progress){ .what = what, .total = total };
	p->shown = !tool_is_quiet() && isatty(STDERR_FILENO) == 1;
}

void
progress_step(struct progress *p)
{
	p->n++;
	if (!p->shown || p->total == 0)
		return;

	/* only where the percentage moves */
	if (p->n * 100 / p->total != (p->n - 1) * 100 / p->total)
		(void)fprintf(
		    stderr, "\r%s %zu of %zu\033[K", p->what, p->n, p->total);
}

void
progress_end(struct progress *p)
{
	if (p->shown && p->n > 0)
		(void)fputs("\r\033[K", stderr);
	p->shown = false;
}
