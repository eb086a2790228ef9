#ifndef SGT_TRANSPORT_CONSUMER_ANSWER_H
#define SGT_TRANSPORT_CONSUMER_ANSWER_H

#include "transport/consumer.h"

/* What a consumer said, for consumer.c: -1 where it is none of the answers. */
int consumer_read_answer(const struct consumer *c, struct span text,
    struct answer *ret, struct err *e);

#endif
