#ifndef SGT_CLI_SERVICE_H
#define SGT_CLI_SERVICE_H

#include <stdbool.h>
#include <stdint.h>

struct err;

/*
 * A program that stays: it is asked to end by SIGTERM, SIGINT or SIGHUP, runs
 * children to their end, and tells who started it how it does (sd_notify: one
 * datagram to NOTIFY_SOCKET, no library).  spec/interfaces.md 4.8.
 */
struct service {
	/* a descriptor of the signals + 1 */
	int signals_held;
	bool stopping;
	/* of NOTIFY_SOCKET; empty: nobody listens */
	char socket[108];
	/* how often to say that all is well; 0: nobody asked */
	int64_t ping_ms;
	int64_t pinged_ms;
};

/*
 * From here on the signals wait until they are asked for.  NOTIFY_SOCKET and
 * WATCHDOG_… are read, and kept from children.
 */
int service_start(struct service *s, struct err *e);
void service_end(struct service *s);

/* "READY=1" */
void service_notify(const struct service *s, const char *text);
/* "WATCHDOG=1" where it is time for one. */
void service_ping(struct service *s);

/*
 * Until deadline_ms (clock_mono_ms), a signal, or something to read on fd (-1:
 * none), pinging meanwhile.  True where there is something to read.
 */
bool service_wait(struct service *s, int64_t deadline_ms, int fd);

/*
 * Run a program and wait for its end, whatever signals come.  *ret: its exit
 * status, or 128 and the signal's number.
 */
int service_run(const char *path, int *ret, struct err *e);
/* The same with arguments, argv[0] sought in PATH; NULL at the end. */
int service_run_argv(const char *const *argv, int *ret, struct err *e);
/* Our own folder first on PATH, for what finds our programs there. */
void service_find_own(void);

#endif
