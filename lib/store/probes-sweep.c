#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "disk/dir.h"
#include "store/probes.h"

/* What was not written for so long is asked anew; looked for once a day. */
#define OLD_MS (INT64_C(7) * 86400 * 1000)
#define EACH_MS (INT64_C(86400) * 1000)
#define MARK "swept"

/* How long ago it was written; -1 where it is not there. */
static int64_t
age_ms(int dir, const char *name)
{
	struct stat st;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == -1)
		return -1;
	return clock_now_ms() - (int64_t)st.st_mtim.tv_sec * 1000;
}

void
probes_sweep(const struct probes *p)
{
	int dir = p->held - 1;
	int64_t age = age_ms(dir, MARK ".json");
	char **names = NULL;
	size_t n = 0;
	size_t i;

	if (age >= 0 && age < EACH_MS)
		return;
	if (probes_keep(p, span_of(MARK), span_of("{\"version\":1}"), NULL) ==
		-1 ||
	    dir_names(dir, "", ".json", &names, &n, NULL) == -1)
		return;
	for (i = 0; i < n; i++)
		if (age_ms(dir, names[i]) > OLD_MS)
			(void)unlinkat(dir, names[i], 0);
	free(names);
}
