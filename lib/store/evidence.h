#ifndef SGT_STORE_EVIDENCE_H
#define SGT_STORE_EVIDENCE_H

#include "base/text.h"
#include "store/home.h"

struct err;

/* evidence/VERDICT.json: create-only, disposable.  DESIGN.md 9. */
int evidence_save(const struct home *h, struct span verdict, struct span text,
    char ret_name[96], struct err *e);

#endif
