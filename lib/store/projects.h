#ifndef SGT_STORE_PROJECTS_H
#define SGT_STORE_PROJECTS_H

#include <stddef.h>

#include "base/buf.h"
#include "base/pool.h"
#include "base/text.h"

struct err;

/*
 * What the user says of projects and harnesses: <config>/projects/NAME.json and
 * <config>/harnesses/NAME.json, files of ours alone; no member but those named
 * here.  Nothing of this is ever taken from the fleet.
 */
#define PROJECT_REPOS_MAX 64
#define HARNESS_ARGV_MAX 32
#define HARNESS_ENV_MAX 64

struct repo {
	/* also the name of its folder in a task's */
	const char *name;
	/* absolute */
	const char *path;
};

/* {"repos":{NAME:PATH}} */
struct project {
	struct repo repos[PROJECT_REPOS_MAX];
	size_t n;
	struct buf text;
	struct pool pool;
};

/* {"argv":[PROGRAM,ARG...],"env":{NAME:VALUE}} */
struct harness {
	/* NULL at the end; argv[0] is absolute */
	const char *argv[HARNESS_ARGV_MAX + 1];
	/* "NAME=VALUE", NULL at the end */
	const char *env[HARNESS_ENV_MAX + 1];
	struct buf text;
	struct pool pool;
};

/* 78 where there is none or it says what is not known; 77 whose it is. */
int project_load(
    const char *config, const char *name, struct project *ret, struct err *e);
void project_done(struct project *p);
/* NULL where there is none of that name. */
const struct repo *project_repo(const struct project *p, struct span name);

int harness_load(
    const char *config, const char *name, struct harness *ret, struct err *e);
void harness_done(struct harness *h);

#endif
