#ifndef SGT_MODEL_PANE_H
#define SGT_MODEL_PANE_H

#include <stdint.h>

#include "base/text.h"

struct buf;
struct err;

/*
 * Who a worker's pane is, exactly: tmux's id of the pane, and the process in
 * it by number and start (clock ticks since boot, and the boot), so that
 * neither a pane nor a process that got the same number passes for it.
 * spec/callback.md 2: five fields, dead|%id|pid|created|command.
 */
#define PANE_ID_MAX 16
#define PANE_START_MAX 48

struct pane {
	/* %N */
	char id[PANE_ID_MAX];
	int64_t pid;
	/* TICKS@BOOT */
	char start[PANE_START_MAX];
};

/* 0|%id|pid|start|command and a newline; command: what it was started as. */
void pane_print(const struct pane *p, const char *command, struct buf *out);
int pane_parse(struct span s, struct pane *ret, struct err *e);

#endif
