#ifndef SGT_TRANSPORT_KIND_H
#define SGT_TRANSPORT_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/text.h"

/*
 * A monitored kind is a folder with kind.json and kind.jq (or an executable
 * `probe`): data, never a branch in C.  DESIGN.md 4 and 6, sgt-kind(7).
 */

struct err;
struct jq_text;
struct kind_pattern;

enum kind_transport {
	KIND_HTTP = 1,
	/* requests are {argv,…}: programs are run */
	KIND_EXEC,
	/* the folder has a `probe` with the filter contract of sgt-probe */
	KIND_PROBE
};

struct kind {
	struct span name;
	struct span scheme;
	/* the folder, NUL-terminated */
	struct span folder;
	/* kind.json whole, and the text of kind.jq */
	struct json json;
	struct span program;
	/* array of names, and the texts of NAME.jq beside the folder */
	struct json library;
	struct jq_text *libraries;
	size_t n_libraries;
	/* what a person is told a subject looks like */
	struct span form;
	struct kind_pattern *subject;
	struct kind_pattern *collection;
	/* array of {match, subject, lower} and their compiled patterns */
	struct json urls;
	struct kind_pattern **url_patterns;
	size_t n_urls;
	enum kind_transport transport;
	/* name of a credential; absent for none */
	struct span credential;
	/* hosts (exact) that may be sent it */
	struct json credential_hosts;
	/* the user's: {HOST:NAME of the credential that it is sent} */
	struct json own_hosts;
	/* subjects a call */
	int64_t batch;
	/* {NAME:{"success":[KEY],"blocked":[KEY],"stalls":bool}} */
	struct json objectives;
	struct span default_objective;
	/* array of globs */
	struct json default_types;
	/* the subject itself is the way: no answer is a fact about it */
	bool own_way;
	/*
	 * subjects of this kind have an end: until subject_terminal by default
	 */
	bool ends;
	/*
	 * cadence: --every by default, the least allowed, whether 15 s when hot
	 */
	int64_t every_ms;
	int64_t every_min_ms;
	bool hot;
	/*
	 * limits: one request in ms, one body in bytes, how often requests are
	 * asked for
	 */
	int64_t timeout_ms;
	int64_t body_max;
	int64_t rounds_max;
	/* config: {MEMBER:{"type":…,"required":bool,…}} */
	struct json config;
};

/* {"folder":…,"kind":{kind.json}} */
void kind_print(const struct kind *k, struct buf *out);

/* The named groups of the subject as a JSON object; {} where it is none. */
void kind_names(const struct kind *k, struct span subject, struct buf *out);

/* The group `host` of the subject, a span of it; absent where it has none. */
struct span kind_host(const struct kind *k, struct span subject);

/* Is the objective one of this kind?  e names it and lists those there are. */
int kind_check_objective(const struct kind *k, struct span name, struct err *e);
/*
 * A watch's config against what the kind takes: unknown members, wrong types,
 * required ones that lack are refused by name.  Conditions are not compiled
 * here (jq_check).  JSON_NONE is {}.
 */
int kind_check_config(
    const struct kind *k, const struct json *config, struct err *e);

/*
 * An entry's key under the objective: its outcome (enum outcome of
 * model/entry.h).
 */
int kind_outcome(const struct kind *k, struct span objective, struct span key);
bool kind_stalls(const struct kind *k, struct span objective);

#endif
