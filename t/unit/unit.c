#include "unit.h"

#include <ftw.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char title[256];
static int n_cases;
static int n_failed;
static bool failed;
static bool skipped;
static char folder[256];

static void
finish(void)
{
	if (n_cases == 0)
		return;

	if (!skipped)
		printf("%sok %d - %s\n", failed ? "not " : "", n_cases, title);
	n_failed += failed;
}

void
unit_case(const char *format, ...)
{
	va_list ap;

	finish();
	n_cases++;
	failed = false;
	skipped = false;
	va_start(ap, format);
	(void)vsnprintf(title, sizeof(title), format, ap);
	va_end(ap);
}

void
unit_skip(const char *why)
{
	skipped = true;
	printf("ok %d - %s # skip %s\n", n_cases, title, why);
}

void
unit_golden(const char *file,
    void (*one)(const char *title, const char *given, const char *want))
{
	static char lines[3][4096];
	FILE *f = fopen(file, "r");
	int n = 0;

	while (f != NULL && fgets(lines[n], sizeof(lines[n]), f) != NULL) {
		lines[n][strcspn(lines[n], "\n")] = '\0';
		if (lines[n][0] == '\0')
			continue;
		if (++n == 3) {
			one(lines[0], lines[1], lines[2]);
			n = 0;
		}
	}
	unit_case("the table is read to its end");
	OK(f != NULL && n == 0);
	if (f != NULL)
		(void)fclose(f);
}

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *walk)
{
	(void)st;
	(void)type;
	(void)walk;
	return remove(path);
}

static void
remove_folder(void)
{
	if (folder[0] != '\0')
		(void)nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	folder[0] = '\0';
}

const char *
unit_folder(void)
{
	const char *tmp = getenv("TMPDIR");

	remove_folder();
	(void)snprintf(folder, sizeof(folder), "%s/unit.XXXXXX",
	    tmp == NULL || tmp[0] == '\0' ? "/tmp" : tmp);
	if (mkdtemp(folder) == NULL) {
		printf("Bail out! no folder '%s'\n", folder);
		exit(1);
	}
	return folder;
}

int
unit_end(void)
{
	finish();
	remove_folder();
	printf("1..%d\n", n_cases);
	return n_failed != 0;
}

bool
unit_ok(bool holds, const char *what, const char *file, int line)
{
	if (!holds) {
		failed = true;
		printf("# %s:%d: not so: %s\n", file, line, what);
	}
	return holds;
}

bool
unit_same_int(
    int64_t got, int64_t want, const char *what, const char *file, int line)
{
	if (got != want) {
		failed = true;
		printf("# %s:%d: %s is %" PRId64 ", not %" PRId64 "\n", file,
		    line, what, got, want);
	}
	return got == want;
}

bool
unit_same_text(struct span got, const char *want, const char *what,
    const char *file, int line)
{
	bool same = want == NULL ? got.s == NULL :
				   got.s != NULL && got.len == strlen(want) &&
		memcmp(got.s, want, got.len) == 0;

	if (!same) {
		failed = true;
		printf("# %s:%d: %s is \"%.*s\", not \"%s\"\n", file, line,
		    what, (int)got.len, got.s == NULL ? "" : got.s,
		    want == NULL ? "(absent)" : want);
	}
	return same;
}
