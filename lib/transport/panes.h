#ifndef SGT_TRANSPORT_PANES_H
#define SGT_TRANSPORT_PANES_H

#include <stdbool.h>

#include "model/pane.h"

struct err;

/*
 * Windows in which workers run: the launcher's whole interface, today tmux.
 * Nothing but names made by us and paths goes on its command line.
 */
struct panes {
	/* the server's socket; NULL: the user's own server */
	const char *socket;
	/* TMUX_TMPDIR, where that has it; NULL */
	const char *folder;
	/* the session the windows belong to, made where it is not there */
	const char *session;
};

struct pane_order {
	/* the window's name: unique, ours, no '.', ':' or '#' */
	const char *window;
	const char *cwd;
	/* "NAME=VALUE", NULL at the end: beside what the server has */
	const char *const *env;
	/* at least two, so that no shell reads them; NULL at the end */
	const char *const *argv;
};

enum pane_fate {
	/* it is there, and it is this one */
	PANE_SAME,
	/* neither the pane nor its process is there */
	PANE_MISSING,
	/* the pane's number, or its process', is another's now */
	PANE_OTHER
};

/* Can windows be had here?  78 where the program is not there. */
int panes_check(const struct panes *p, struct err *e);

int panes_open(const struct panes *p, const struct pane_order *o,
    struct pane *ret, struct err *e);

/* The pane of the window so named: 1 where there is none. */
int panes_find(
    const struct panes *p, const char *window, struct pane *ret, struct err *e);

int panes_look(const struct panes *p, const struct pane *pane,
    enum pane_fate *ret, struct err *e);

/*
 * End this very pane and its process: the server compares and kills in one
 * step; a process that outlives its window is killed.  75 where it does not go.
 */
int panes_close(const struct panes *p, const struct pane *pane, struct err *e);

/*
 * The same for a worker that is to go: what is about to be done is noted
 * first, by `note`, so that one who dies in it is understood.  gone_is_fine:
 * one that has ended by itself needs no end; else that, and a pane or a process
 * of another under the same number, is evidence that nobody touches (75).
 */
int
panes_retire(const struct panes *p, const struct pane *pane, bool gone_is_fine,
    int (*note)(void *arg, struct err *e), void *arg, struct err *e);

#endif
