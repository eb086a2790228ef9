/* the consumers of profiles */

#include "profile.h"

#include "base/err.h"
#include "model/callback.h"
#include "store/home.h"

/* made at the first use, for all */
static char folder[4096];
static struct pool pool;
static const char *const *env;

int
profile_consumer(struct span profile, struct consumer *ret, struct err *e)
{
	if (env == NULL) {
		if (home_callbacks_path(folder, e) == -1)
			return -1;
		env = consumer_environment(&pool);
	}
	*ret = (struct consumer){ .folder = folder,
		.profile = profile,
		.version = CALLBACK_ACK_VERSION,
		.env = env };
	return 0;
}

int
profile_check(struct span profile, struct err *e)
{
	struct consumer c;
	int r;

	if (profile_consumer(profile, &c, e) == -1)
		return -1;
	r = consumer_check(&c, e);
	if (r == -1 && e->status == STATUS_CONFIG)
		(void)err_set(
		    e, STATUS_CONFIG, "callback profile is not installed");
	profile_done();
	return r;
}

void
profile_done(void)
{
	pool_done(&pool);
	env = NULL;
}
