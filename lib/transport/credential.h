#ifndef SGT_TRANSPORT_CREDENTIAL_H
#define SGT_TRANSPORT_CREDENTIAL_H

#include "base/text.h"

struct buf;
struct err;
struct json;
struct pool;

/*
 * Secrets, and what of the environment is none.  A secret is read when it is
 * used, goes into one header, and is never printed, logged, or handed to a
 * child or a jq worker.  DESIGN.md 10.
 */
#define CREDENTIAL_MAX 4096

/*
 * The secret called name: <config>/credentials/NAME, else
 * $CREDENTIALS_DIRECTORY/NAME, else the variable SERGEANT_CREDENTIAL_NAME
 * (upper case, '-' as '_'); for "github" also GH_TOKEN and GITHUB_TOKEN.  A
 * file must be ours (or root's) and 0600 or stricter (77).  1 where there is
 * none.  credential_forget overwrites and releases.
 */
int credential_read(
    struct span name, const char *config, struct buf *ret, struct err *e);
void credential_forget(struct buf *secret);
/* Without its line end: one word of printable ASCII, for a header (77). */
int credential_check(struct span name, struct buf *secret, struct err *e);

/*
 * What `gh auth token` prints for a host of an API (api.github.com), asked once
 * a run and kept in *gh.  1 where gh is not there, knows none, prints what is
 * none, or takes longer than 5 s.
 */
struct credential_gh;
int
credential_ask_gh(struct credential_gh **gh, struct span host, struct buf *ret);
void credential_gh_free(struct credential_gh *gh);

/*
 * "credential_hosts" of <config>/config.json, {HOST:NAME}: hosts of the user's
 * own, and which secret they are sent; in p.  -1 with 78 for what is none.
 */
int credential_hosts(
    const char *config, struct pool *p, struct json *ret, struct err *e);

/*
 * The variables a child may see: HOME, PATH, LANG, LC_ALL, TMPDIR where
 * set, then `more`; in the pool, NULL at the end.
 */
const char *const *
credential_free_environment(struct pool *p, const char *const *more);

/* The same for what a kind runs, which may look at our own places. */
const char *const *
credential_kind_environment(struct pool *p, const char *const *more);

/*
 * SERGEANT_CA_FILE, else "ca_file" of <config>/config.json: certificates to
 * trust instead of the system's.  Empty where neither says.
 */
void credential_ca_file(const char *config, struct buf *ret);

#endif
