#include "store/evidence.h"

#include <stdio.h>
#include <unistd.h>

#include "base/err.h"
#include "disk/dir.h"
#include "disk/file.h"

#define NAME_MAX_LEN 96

int
evidence_save(const struct home *h, struct span verdict, struct span text,
    char ret_name[NAME_MAX_LEN], struct err *e)
{
	char name[NAME_MAX_LEN - sizeof("evidence/")];
	int dir;
	int n;
	int r;

	n = snprintf(name, sizeof(name), "%.*s.json", (int)verdict.len,
	    verdict.s == NULL ? "" : verdict.s);
	if (n < 0 || (size_t)n >= sizeof(name) || verdict.len == 0 ||
	    !dir_name_is_safe(span_of(name)))
		return err_set(e, STATUS_DATA,
		    "cannot save evidence: the verdict's id is no name");

	dir = home_dir(h, "evidence", e);
	if (dir == -1)
		return -1;

	r = file_create(dir, name, text, e);
	(void)close(dir);
	if (r == -1)
		return -1;
	(void)snprintf(ret_name, NAME_MAX_LEN, "evidence/%s", name);
	return r;
}
