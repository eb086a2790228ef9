#ifndef SGT_CLI_WATCH_TABLE_H
#define SGT_CLI_WATCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/plan.h"
#include "model/report.h"
#include "model/watch.h"

/*
 * Watches and what became of them on stdout: JSON lines, or tables for people.
 * What shows reports returns the status to end with.
 */

/* Documents, as they are now. */
void watches_show(const struct watch *list, size_t n);
/* The same with each one's status. */
int watches_list(const struct report *list, size_t n);
/* Each whole, with what became of it. */
int watches_show_whole(const struct report *list, size_t n);
/* Said once, at add: which subjects stand for all that begin so. */
void watches_say_prefixes(const struct watch *list, size_t n);

/* What is or would be done. */
void plan_show(const struct plan_item *list, size_t n, bool planned_only);

/* One line a watch: its status, its looks, what is open, why it ended. */
int reports_show(const struct report *list, size_t n);

/*
 * One line of the monitoring plugins' guidelines with perfdata; returns the
 * plugin's status: 2 where a watch stopped or something immediate is open, 1
 * where something is open, 3 where a watch cannot look, else 0.
 * spec/interfaces.md 4.1
 */
int reports_show_nagios(const struct report *list, size_t n);

/* Has one of them open conditions, an error, or stopped? */
bool reports_want_care(const struct report *list, size_t n);

#endif
