#ifndef SGT_ENGINE_FLAP_H
#define SGT_ENGINE_FLAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct look;
struct key_state;

/*
 * Flapping as Nagios reckons it (spec/interfaces.md 4.1): the states at the
 * last 21 intervals, each change between two of them weighted from 0.75 (the
 * oldest) to 1.25 (the newest).  The states follow from the times of the
 * changes, so a quiet look writes nothing.
 */
#define FLAP_STATES 21
#define FLAP_BEGINS 20
#define FLAP_ENDS 5

/* 76 times the sum of the weights; 1520 is a change at every interval. */
#define FLAP_WHOLE 1520
int64_t flap_sum(const int64_t *at, size_t n, int64_t now_ms, int64_t every_ms);

/* The condition of k has begun or ended: remember when. */
void flap_change(struct look *l, struct key_state *k);

/* Forget the past of k: a new revision begins.  Ends its flapping. */
void flap_forget(struct look *l, struct key_state *k);

/* Does k begin or end to flap now?  Each is told once.  Is it flapping? */
bool flap_judge(struct look *l, struct key_state *k);

#endif
