#ifndef SGT_CALLBACK_PROFILE_H
#define SGT_CALLBACK_PROFILE_H

#include "transport/consumer.h"

struct err;

/*
 * The consumer of a profile, as all verbs ask it; its folder and environment
 * are made once and live as long as the program.
 */
int profile_consumer(struct span profile, struct consumer *ret, struct err *e);

/* 78 "callback profile is not installed"; 77 where it is not to be trusted. */
int profile_check(struct span profile, struct err *e);

/* Release what the first profile_consumer made. */
void profile_done(void);

#endif
