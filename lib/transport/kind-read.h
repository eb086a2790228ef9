#ifndef SGT_TRANSPORT_KIND_READ_H
#define SGT_TRANSPORT_KIND_READ_H

struct err;
struct json;
struct kind;
struct pool;

/*
 * Fill k from k->json, strictly: an unknown member, a wrong type, a pattern
 * that does not compile is refused by path and name (78).  What was compiled
 * stays in k also on failure.
 */
int kind_read(struct kind *k, const char *path, struct pool *p, struct err *e);

/* Is the description of config sound: known types, known members? */
int kind_config_read(const struct json *j, const char *path, struct err *e);

#endif
