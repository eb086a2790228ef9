#include "model/observation.h"

#include "line.h"

#define BEGIN                                                                  \
	"{\"specversion\":\"1.0\",\"type\":\"sergeant.observation\","          \
	"\"id\":\"o\",\"source\":\"s\",\"data\":"
#define LOOK "{\"kind\":\"http\",\"attempted\":true,\"complete\":true"
#define DOWN                                                                   \
	"{\"key\":\"down\",\"severity\":\"wake\",\"resets_on\":\"absence\","   \
	"\"type\":\"http.down\"}"

static int
parse(const char *data, struct pool *p, struct observation *ret, struct err *e)
{
	struct buf b = { 0 };
	struct json j;
	struct event ev = { 0 };
	struct span line;

	buf_text(&b, BEGIN);
	buf_text(&b, data);
	buf_byte(&b, '}');
	line = pool_copy(p, buf_as_span(&b));
	buf_done(&b);
	j = scanned(line.s);
	OK(event_parse(&j, p, &ev, NULL) == 0);
	return observation_parse(&ev, p, ret, e);
}

static void
reads_the_members(void)
{
	struct pool p = { 0 };
	struct observation o = { 0 };

	unit_case("the documented observation is read");
	OK(parse("{\"kind\":\"github_pull_request\",\"revision\":\"9c1e4f2\","
		 "\"attempted\":true,\"complete\":true,\"settled\":true,"
		 "\"error\":null,\"cursor\":null,\"entries\":[{\"key\":"
		 "\"red:CI / build\",\"severity\":\"wake\",\"resets_on\":"
		 "\"revision\",\"type\":\"github.check_suite.completed\","
		 "\"ended_type\":null,\"brief\":\"CI / build failed\","
		 "\"raises\":{\"ready\":\"critical\"},\"data\":"
		 "{\"conclusion\":\"failure\"}}]}",
	       &p, &o, NULL) == 0);
	SAME_TEXT(o.kind, "github_pull_request");
	SAME_TEXT(o.revision, "9c1e4f2");
	OK(o.attempted && o.complete && o.settled && !o.stalls);
	SAME_INT(o.error, ERROR_NONE);
	SAME_INT(o.cursor.type, JSON_NONE);
	SAME_INT((int64_t)o.n_entries, 1);
	SAME_TEXT(o.entries[0].key, "red:CI / build");
	OK(o.entries[0].ended_type.s == NULL);

	unit_case("what applies to some looks is read");
	OK(parse("{\"kind\":\"git\",\"attempted\":true,\"complete\":false,"
		 "\"stalls\":true,\"collection\":\"git:/w#*\",\"way\":"
		 "\"api.github.com github\",\"recheck_at\":"
		 "\"2026-11-30T16:00:00Z\",\"cursor\":{\"a\":1},\"error\":"
		 "{\"class\":\"rate_limited\",\"brief\":\"wait\\n!\","
		 "\"retry_at\":\"2026-11-30T16:01:00Z\"},\"entries\":[]}",
	       &p, &o, NULL) == 0);
	OK(o.stalls && !o.settled && !o.complete);
	SAME_TEXT(o.collection, "git:/w#*");
	SAME_TEXT(o.way, "api.github.com github");
	SAME_INT(o.recheck_at_ms, 1796054400000);
	SAME_TEXT(json_span(&o.cursor), "{\"a\":1}");
	SAME_INT(o.error, ERROR_RATE_LIMITED);
	SAME_TEXT(o.error_brief, "wait !");
	SAME_INT(o.retry_at_ms, 1796054460000);
	pool_done(&p);
}

static void
knows_the_classes(void)
{
	int i;

	unit_case("each class of error is read back, another is unknown");
	for (i = ERROR_AUTH; i <= ERROR_UNKNOWN; i++)
		SAME_INT(error_class_parse(
			     span_of(error_class_name((enum error_class)i))),
		    i);
	SAME_INT(error_class_parse(span_of("tired")), ERROR_UNKNOWN);
	OK(error_class_is_subject(ERROR_NOT_FOUND));
	OK(error_class_is_subject(ERROR_UNSUPPORTED));
	OK(!error_class_is_subject(ERROR_AUTH));
	OK(!error_class_is_subject(ERROR_NONE));
}

static void
refuses(void)
{
	static const struct refusal bad[] = {
		{ "[]", "not an observation: not an object" },
		{ "{\"attempted\":true,\"complete\":true}",
		    "not an observation: no 'kind'" },
		{ "{\"kind\":\"http\",\"complete\":true}",
		    "not an observation: no 'attempted'" },
		{ "{\"kind\":\"http\",\"attempted\":true}",
		    "not an observation: no 'complete'" },
		{ LOOK "}", "not an observation: no 'entries'" },
		{ LOOK ",\"entries\":[],\"setled\":true}",
		    "not an observation: unknown member 'setled'" },
		{ LOOK ",\"entries\":{}}", "not an array: 'entries'" },
		{ LOOK ",\"entries\":[7]}", "not an entry: not an object" },
		{ LOOK ",\"entries\":[" DOWN "," DOWN "]}",
		    "not an observation: two entries 'down'" },
		{ LOOK ",\"entries\":[],\"error\":\"timeout\"}",
		    "not an object: 'error'" },
		{ LOOK ",\"entries\":[],\"error\":{}}",
		    "not an observation's error: no 'class'" },
		{ LOOK ",\"entries\":[],\"error\":{\"class\":\"auth\","
		       "\"why\":1}}",
		    "not an observation's error: unknown member 'why'" },
	};
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct pool p = { 0 };
		struct observation o = { .retry_at_ms = 42 };
		struct err e = { 0 };

		unit_case("refused: %s", bad[i].why);
		OK(parse(bad[i].line, &p, &o, &e) == -1);
		SAME_TEXT(span_of(e.text), bad[i].why);
		SAME_INT(o.retry_at_ms, 42);
		pool_done(&p);
	}
	unit_case("a look that asked nothing needs no entries");
	{
		struct pool p = { 0 };
		struct observation o;

		OK(parse("{\"kind\":\"http\",\"attempted\":false,"
			 "\"complete\":false}",
		       &p, &o, NULL) == 0);
		pool_done(&p);
	}
}

/* A look with n entries, the last with that number in its key. */
static int
look_with(int n, int last, struct err *e)
{
	struct pool p = { 0 };
	struct buf b = { 0 };
	struct observation o;
	int i;
	int bad;

	buf_text(&b, LOOK ",\"entries\":[");
	for (i = 0; i < n; i++)
		buf_format(&b,
		    "%s{\"key\":\"k%d\",\"severity\":\"wake\","
		    "\"resets_on\":\"never\",\"type\":\"t\"}",
		    i == 0 ? "" : ",", i == n - 1 ? last : i);
	buf_text(&b, "]}");
	bad = parse(b.s, &p, &o, e);
	if (bad == 0)
		SAME_INT((int64_t)o.n_entries, n);
	pool_done(&p);
	buf_done(&b);
	return bad;
}

static void
bounds(void)
{
	struct pool p = { 0 };
	struct buf b = { 0 };
	struct observation o;
	struct err e = { 0 };
	int i;

	unit_case("a look has at most 2000 entries");
	OK(look_with(2000, 1999, NULL) == 0);
	OK(look_with(2001, 2000, &e) == -1);
	SAME_TEXT(
	    span_of(e.text), "not an observation: more than 2000 entries");

	unit_case("one key twice is refused among many entries too");
	OK(look_with(20, 0, NULL) == -1);
	OK(look_with(16, 0, NULL) == -1);
	OK(look_with(2, 0, NULL) == -1);

	unit_case("a cursor has at most 16384 bytes");
	buf_text(&b, LOOK ",\"entries\":[],\"cursor\":\"");
	for (i = 0; i < 16383; i++)
		buf_byte(&b, 'c');
	buf_text(&b, "\"}");
	memset(&e, 0, sizeof(e));
	OK(parse(b.s, &p, &o, &e) == -1);
	SAME_TEXT(span_of(e.text), "'cursor' is over 16384 bytes long");
	pool_done(&p);
	buf_done(&b);
}

int
main(void)
{
	reads_the_members();
	knows_the_classes();
	refuses();
	bounds();
	return unit_end();
}
