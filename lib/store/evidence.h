#ifndef SGT_STORE_EVIDENCE_H
#define SGT_STORE_EVIDENCE_H

#include "base/text.h"
#include "store/home.h"

struct err;

/*
 * evidence/VERDICT.json: create-only, disposable.  1 where it is there already
 * (the verdict is told again; the first text stays).  *ret_name is relative to
 * the workspace.  DESIGN.md 9.
 */
int evidence_save(const struct home *h, struct span verdict, struct span text,
    char ret_name[96], struct err *e);

#endif
