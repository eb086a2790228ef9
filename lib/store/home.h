#ifndef SGT_STORE_HOME_H
#define SGT_STORE_HOME_H

#include "base/text.h"

struct err;

/*
 * Where everything is.  SERGEANT_HOME (default $XDG_STATE_HOME/sergeant, else
 * ~/.local/state/sergeant), SERGEANT_CONFIG, SERGEANT_SHARE, SERGEANT_WORKSPACE
 * ("default").  Empty means unset.  DESIGN.md 9.
 */
struct home {
	/*
	 * descriptors; 0 or -1 where it is not open.  <home>, and
	 * <home>/workspaces/<slug>
	 */
	int root;
	int workspace;
	char root_path[4096];
	char workspace_path[4096];
	char slug[64];
};

/* Open it, and make it where it is not there. */
int home_open(struct home *ret, struct err *e);
void home_close(struct home *h);

/* A folder of the workspace ("watches"), made where needed; close(2) it. */
int home_dir(const struct home *h, const char *name, struct err *e);

/*
 * <config> and share as paths; ret of 4096 bytes.  share is next to the build
 * folder of the running program where that holds share/kinds, else
 * PREFIX/share/sergeant; SERGEANT_SHARE wins.
 */
int home_config_path(char ret[4096], struct err *e);
int home_share_path(char ret[4096], struct err *e);

/*
 * SERGEANT_FLEET, else ~/.local/share/sergeant/fleet; SERGEANT_CALLBACKS, else
 * <config>/callbacks.  ret of 4096 bytes.
 */
int home_fleet_path(char ret[4096], struct err *e);
int home_callbacks_path(char ret[4096], struct err *e);

/* <home>/worktrees: where sgt-dispatch makes them; ret of 4096 bytes. */
int home_trees_path(char ret[4096], struct err *e);

/* What tunes and tests: SGT_...; NULL where unset or empty. */
const char *home_variable(const char *name);

/* SERGEANT_KINDS: folders of kinds, colons between; NULL for none. */
const char *home_kinds(void);

/*
 * What a tick runs: <config>/tick where that may be run, else share's.  77
 * where others may write the former.
 */
int home_tick_path(char ret[4096], struct err *e);

/* human:<passwd name of the user>: the default target. */
int home_default_party(char ret[80], struct err *e);

#endif
