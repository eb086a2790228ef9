#include "transport/kinds.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/entry.h"
#include "unit.h"

static const char *folder;
static struct kinds kinds;

static const char kind_json[] =
    "{\"kind\":\"zoo\",\"scheme\":\"zoo\",\"form\":\"zoo:NAME/NUMBER\","
    "\"subject\":\"zoo:(?<name>[a-z]+)(/(?<number>[0-9]+|[*]))?\","
    "\"collection\":\"[*]\",\"urls\":[{\"match\":"
    "\"https://zoo[.]invalid/(?<N>[A-Za-z]+)\",\"subject\":\"zoo:{N}\","
    "\"lower\":[\"N\"]}],\"transport\":\"exec\",\"objectives\":{\"fed\":"
    "{\"success\":[\"fed\"],\"blocked\":[\"ill:*\"],\"stalls\":true},"
    "\"seen\":{\"success\":[\"seen\"]}},\"default_types\":[\"zoo.*\"],"
    "\"cadence\":{\"every\":\"5m\",\"floor\":\"1m\"},\"config\":{"
    "\"argv\":{\"type\":\"argv\",\"required\":true},"
    "\"when\":{\"type\":\"conditions\"},\"changed\":{\"type\":\"condition\"},"
    "\"n\":{\"type\":\"int\"},\"ns\":{\"type\":\"ints\"},"
    "\"yes\":{\"type\":\"bool\"},\"map\":{\"type\":\"map\"},"
    "\"text\":{\"type\":\"text\"},\"headers\":{\"type\":\"headers\"},"
    "\"long\":{\"type\":\"duration\"},"
    "\"word\":{\"type\":\"word\",\"words\":[\"red\",\"blue\"]}}}";

static void
write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	(void)!write(fd, text, strlen(text));
	(void)close(fd);
}

static void
open_kinds(void)
{
	char path[4200];

	folder = unit_folder();
	(void)snprintf(path, sizeof(path), "%s/zoo", folder);
	(void)mkdir(path, 0700);
	(void)snprintf(path, sizeof(path), "%s/zoo/kind.json", folder);
	write_file(path, kind_json);
	(void)snprintf(path, sizeof(path), "%s/zoo/kind.jq", folder);
	write_file(path, "def requests: empty; def observe: empty;");
	(void)kinds_load(NULL, NULL, folder, &kinds, NULL);
}

static void
claims(const char *text, const char *subject, bool collection)
{
	struct kind_claim c = { 0 };
	struct pool p = { 0 };
	struct err e = { 0 };

	unit_case("claims %.*s", (int)strcspn(text, "\n"), text);
	SAME_INT(kind_for(&kinds, NULL, span_of(text), &p, &c, &e),
	    subject == NULL ? -1 : 0);
	SAME_TEXT(c.subject, subject);
	OK(c.collection == collection);
	pool_done(&p);
}

static void
config(const char *text, const char *complaint)
{
	const struct kind *k = &kinds.list[0];
	struct err e = { 0 };
	struct json j;

	unit_case("config %s", text);
	OK(json_scan(text, strlen(text), &j, NULL) == 0);
	SAME_INT(kind_check_config(k, &j, &e), complaint[0] == '\0' ? 0 : -1);
	SAME_TEXT(span_of(e.text), complaint);
}

static void
configs(void)
{
	config("{\"argv\":[\"true\"]}", "");
	config("{}", "kind 'zoo' needs 'argv' (zoo:NAME/NUMBER)");
	config("{\"argv\":[]}",
	    "config 'argv' is not an array of texts that begins with a "
	    "program");
	config("{\"argv\":[\"\"]}",
	    "config 'argv' is not an array of texts that begins with a "
	    "program");
	config("{\"argv\":[\"a\",\"\"],\"n\":0,\"ns\":[1,2],\"yes\":false,"
	       "\"map\":{\"a\":\"\"},\"long\":\"5s\",\"word\":\"blue\","
	       "\"when\":{\"a-1\":\".\"},\"changed\":\".a\"}",
	    "");
	config("{\"argv\":[\"a\"],\"x\":1}", "kind 'zoo' takes no 'x'");
	config(
	    "{\"argv\":[\"a\"],\"n\":-1}", "config 'n' is not a whole number");
	config(
	    "{\"argv\":[\"a\"],\"n\":1.5}", "config 'n' is not a whole number");
	config("{\"argv\":[\"a\"],\"ns\":[]}",
	    "config 'ns' is not an array of whole numbers");
	config("{\"argv\":[\"a\"],\"yes\":\"true\"}",
	    "config 'yes' is not true or false");
	config("{\"argv\":[\"a\"],\"map\":{\"a\":1}}",
	    "config 'map' is not an object of texts");
	config("{\"argv\":[\"a\"],\"long\":\"5\"}",
	    "config 'long' is not a duration N(s|m|h|d)");
	config("{\"argv\":[\"a\"],\"long\":\"0s\"}",
	    "config 'long' is not a duration N(s|m|h|d)");
	config("{\"argv\":[\"a\"],\"word\":\"green\"}",
	    "config 'word' is not one of its words");
	config("{\"argv\":[\"a\"],\"when\":{\"a b\":\".\"}}",
	    "config 'when' is not an object of {NAME: jq text}");
	config("{\"argv\":[\"a\"],\"when\":{\"a\":\"\"}}",
	    "config 'when' is not an object of {NAME: jq text}");
	config("[]", "config is no object");
	config(
	    "{\"argv\":[\"a\"],\"headers\":{\"X-A\":\"b c\",\"Y\":\"\"}}", "");
	config("{\"argv\":[\"a\\u0000b\"]}", "config 'argv' has a NUL in it");
	config(
	    "{\"argv\":[\"a\",\"\\u0000\"]}", "config 'argv' has a NUL in it");
	config("{\"argv\":[\"a\"],\"text\":\"a\\\\\\u0000\"}",
	    "config 'text' has a NUL in it");
	config("{\"argv\":[\"a\"],\"changed\":\"\\u0000\"}",
	    "config 'changed' has a NUL in it");
	config("{\"argv\":[\"a\"],\"map\":{\"\\u0000\":\"\"}}",
	    "config 'map' has a NUL in it");
	/* a backslash, and the text u0000 */
	config("{\"argv\":[\"a\\\\u0000b\"]}", "");
}

static void
headers(void)
{
	static const char *const bad[] = { "{\"Authorization\":\"x\"}",
		"{\"AUTHORIZATION\":\"x\"}", "{\"Cookie\":\"x\"}",
		"{\"Proxy-Authorization\":\"x\"}", "{\"private-token\":\"x\"}",
		"{\"a b\":\"x\"}", "{\"a:\":\"x\"}", "{\"\":\"x\"}",
		"{\"a\":1}", "{\"a\":\"b\\r\\nc: d\"}", "{\"a\":\"b\\nc\"}",
		"[]", "\"a: b\"" };
	char text[256];
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		(void)snprintf(text, sizeof(text),
		    "{\"argv\":[\"a\"],\"headers\":%s}", bad[i]);
		config(text,
		    "config 'headers' is not an object of headers that a "
		    "request may have");
	}
}

static void
objectives(void)
{
	const struct kind *k = &kinds.list[0];
	struct span fed = span_of("fed");
	struct err e = { 0 };

	unit_case("tells what a key means for an objective");
	SAME_INT(kind_outcome(k, fed, span_of("fed")), OUTCOME_SUCCESS);
	SAME_INT(kind_outcome(k, fed, span_of("ill:lion")), OUTCOME_BLOCKED);
	SAME_INT(kind_outcome(k, fed, span_of("ill")), OUTCOME_NONE);
	SAME_INT(
	    kind_outcome(k, span_of("seen"), span_of("fed")), OUTCOME_NONE);
	SAME_INT(
	    kind_outcome(k, (struct span){ 0 }, span_of("fed")), OUTCOME_NONE);
	OK(kind_stalls(k, fed));
	OK(!kind_stalls(k, span_of("seen")));
	unit_case("names the objectives there are");
	SAME_INT(kind_check_objective(k, fed, &e), 0);
	SAME_INT(kind_check_objective(k, span_of("ready"), &e), -1);
	SAME_TEXT(
	    span_of(e.text), "kind 'zoo' has no objective 'ready' (fed, seen)");
}

static void
names(void)
{
	struct buf b = { 0 };

	unit_case("gives the named groups that took part");
	kind_names(&kinds.list[0], span_of("zoo:lion/7"), &b);
	SAME_TEXT(buf_as_span(&b), "{\"name\":\"lion\",\"number\":\"7\"}");
	buf_reset(&b);
	kind_names(&kinds.list[0], span_of("zoo:lion"), &b);
	SAME_TEXT(buf_as_span(&b), "{\"name\":\"lion\"}");
	buf_reset(&b);
	kind_names(&kinds.list[0], span_of("ark:lion"), &b);
	SAME_TEXT(buf_as_span(&b), "{}");
	buf_done(&b);
}

int
main(void)
{
	open_kinds();
	unit_case("reads a kind");
	SAME_INT((int64_t)kinds.n, 1);
	SAME_INT((int64_t)kinds.n_faults, 0);
	SAME_INT(kinds.list[0].every_ms, 300000);
	SAME_INT(kinds.list[0].every_min_ms, 60000);
	claims("zoo:lion/7", "zoo:lion/7", false);
	claims("zoo:lion/*", "zoo:lion/*", true);
	claims("https://zoo.invalid/Lion", "zoo:lion", false);
	claims("https://zoo.invalid/Lion/", NULL, false);
	claims("zoo:Lion", NULL, false);
	claims("zoo:lion\n", NULL, false);
	claims("xzoo:lion", NULL, false);
	claims("", NULL, false);
	names();
	objectives();
	configs();
	headers();
	kinds_done(&kinds);
	return unit_end();
}
