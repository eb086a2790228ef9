#ifndef SGT_DISPATCH_ORDER_H
#define SGT_DISPATCH_ORDER_H

#include <stdbool.h>
#include <stddef.h>

/* The command line of sgt-dispatch. */
struct order {
	const char *project;
	/* given as an operand, or NULL */
	const char *brief;
	const char *brief_file;
	/* names with commas between; NULL: all of the project's */
	const char *repos;
	const char *harness;
	const char *td;
	const char *profile;
	const char *correlation;
	bool json;
	bool dry_run;
};

static inline bool
has_origin(const struct order *o)
{
	return o->profile != NULL;
}

/* Usage errors end the program. */
void order_check(const struct order *o);

#endif
