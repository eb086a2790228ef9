#include "cli/options.h"

#include "base/buf.h"
#include "base/err.h"
#include "cli/tool.h"
#include "unit.h"

static bool invert, all;
static const char *type;
static struct opt_list types;
static int64_t floor_n, every_ms;

static const struct opt opts[] = {
	OPT_FLAG('i', "invert", &invert, "only those that do not match"),
	OPT_TEXT('t', "type", "GLOB", &type, "only types that match GLOB"),
	OPT_LIST(0, "types", "GLOB", &types, "may be given again"),
	OPT_INT(0, "floor", "N", &floor_n, 1, 100, "a forced wake"),
	OPT_DURATION('e', "every", "D", &every_ms, "time between two looks"),
	OPT_END,
};

static const struct opt common[] = {
	OPT_FLAG('a', "all", &all, "common to all"),
	OPT_FLAG(0, "options", &all, NULL),
	OPT_END,
};

#define ARGS_MAX 16

static char *args[ARGS_MAX];
static int n_args;
static struct options o;
static struct err e;

/* Options that follow operands count too, unless told otherwise. */
static int
parse_as(bool mixed, const char *const *words)
{
	static char copies[ARGS_MAX][64];

	invert = all = false;
	type = NULL;
	free(types.list);
	types = (struct opt_list){ 0 };
	floor_n = every_ms = -1;
	o = (struct options){ .tables = { opts, common }, .mixed = mixed };
	e = (struct err){ 0 };
	for (n_args = 0; words[n_args] != NULL; n_args++) {
		(void)snprintf(
		    copies[n_args], sizeof(*copies), "%s", words[n_args]);
		args[n_args] = copies[n_args];
	}
	return options_parse(&o, &n_args, args, &e);
}

#define PARSE(...) parse_as(true, (const char *const[]){ __VA_ARGS__, NULL })
#define REFUSED(want, ...)                                                     \
	do {                                                                   \
		SAME_INT(PARSE(__VA_ARGS__), -1);                              \
		SAME_INT(e.status, STATUS_USAGE);                              \
		SAME_TEXT(span_of(e.text), want);                              \
	} while (0)

static void
what_is_accepted(void)
{
	unit_case("long options take their value after = or as the next word");
	SAME_INT(PARSE("--type=a*", "--every", "90s"), 0);
	SAME_TEXT(span_of(type), "a*");
	SAME_INT(every_ms, 90000);
	SAME_INT(n_args, 0);

	unit_case("a value may be empty, or begin with a dash");
	SAME_INT(PARSE("--type="), 0);
	SAME_TEXT(span_of(type), "");
	SAME_INT(PARSE("--type", "--every"), 0);
	SAME_TEXT(span_of(type), "--every");

	unit_case("letters may be bundled, the last with its value");
	SAME_INT(PARSE("-iae5m"), 0);
	OK(invert && all);
	SAME_INT(every_ms, 300000);
	SAME_INT(PARSE("-t", "x"), 0);
	SAME_TEXT(span_of(type), "x");

	unit_case("options may follow operands, which keep their order");
	SAME_INT(PARSE("one", "-i", "two", "--floor=7", "-"), 0);
	SAME_INT(n_args, 3);
	SAME_TEXT(span_of(args[0]), "one");
	SAME_TEXT(span_of(args[1]), "two");
	SAME_TEXT(span_of(args[2]), "-");
	SAME_INT(floor_n, 7);
	SAME_INT(o.n_before_dashes, -1);

	unit_case("after -- everything is an operand");
	SAME_INT(PARSE("one", "-i", "--", "df", "-h", "--type"), 0);
	SAME_INT(n_args, 4);
	SAME_INT(o.n_before_dashes, 1);
	SAME_TEXT(span_of(args[1]), "df");
	SAME_TEXT(span_of(args[2]), "-h");
	SAME_TEXT(span_of(args[3]), "--type");
	OK(invert && type == NULL);

	unit_case("a repeatable option keeps all its values in order");
	SAME_INT(PARSE("--types=a", "--types", "b"), 0);
	SAME_INT((int64_t)types.n, 2);
	if (OK(types.n == 2)) {
		SAME_TEXT(span_of(types.list[0]), "a");
		SAME_TEXT(span_of(types.list[1]), "b");
	}

	unit_case("before a verb the first operand ends the options");
	SAME_INT(
	    parse_as(false, (const char *const[]){ "-i", "add", "-z", NULL }),
	    0);
	SAME_INT(n_args, 2);
	SAME_TEXT(span_of(args[0]), "add");
	SAME_TEXT(span_of(args[1]), "-z");
}

static void
what_is_refused(void)
{
	unit_case("an unknown option is named, with the nearest name");
	REFUSED("unknown option '--tpye'; did you mean '--type'?", "--tpye=x");
	REFUSED("unknown option '--zebra'", "--zebra");
	REFUSED("unknown option '-z'", "-iz");

	unit_case("a long option is not abbreviated");
	REFUSED("unknown option '--inv'; did you mean '--invert'?", "--inv");

	unit_case("what only programs ask is no hint");
	REFUSED("unknown option '--option'", "--option");

	unit_case("a missing and a surplus value are named");
	REFUSED("option '--type' needs a value: GLOB", "--type");
	REFUSED("option '-t' needs a value: GLOB", "-it");
	REFUSED("option '--invert' takes no value", "--invert=yes");

	unit_case("a number out of range is named with its range");
	REFUSED("option '--floor' takes a number from 1 to 100, not '0'",
	    "--floor=0");
	REFUSED("option '--floor' takes a number from 1 to 100, not '101'",
	    "--floor", "101");
	REFUSED("option '--floor' takes a number from 1 to 100, not "
		"'99999999999999999999'",
	    "--floor=99999999999999999999");
	REFUSED("option '--floor' takes a number from 1 to 100, not '1x'",
	    "--floor=1x");
	SAME_INT(floor_n, -1);

	unit_case("a duration needs a unit that we know");
	REFUSED("option '--every' takes a duration like 90s, 5m, 6h or 2d, "
		"at most 3650d, not '5'",
	    "--every=5");
	REFUSED("option '--every' takes a duration like 90s, 5m, 6h or 2d, "
		"at most 3650d, not '5w'",
	    "--every=5w");
	SAME_INT(every_ms, -1);
}

static void
what_is_printed(void)
{
	struct buf out = { 0 };

	unit_case("help is a column of names and a column of sentences");
	o = (struct options){ .tables = { opts, common } };
	options_help(&o, &out);
	SAME_TEXT(buf_as_span(&out),
	    "  -i, --invert      only those that do not match\n"
	    "  -t, --type=GLOB   only types that match GLOB\n"
	    "      --types=GLOB  may be given again\n"
	    "      --floor=N     a forced wake\n"
	    "  -e, --every=D     time between two looks\n"
	    "  -a, --all         common to all\n");

	unit_case("a long sentence goes on in its column");
	buf_reset(&out);
	options_row(&out, "--to=PARTY", 16,
	    "who is told: human:NAME, session:ID or agent:NAME; the default is "
	    "the user who adds it");
	SAME_TEXT(buf_as_span(&out),
	    "  --to=PARTY    who is told: human:NAME, session:ID or "
	    "agent:NAME; the default\n"
	    "                is the user who adds it\n");

	unit_case("completions get name and help with a tab between");
	buf_reset(&out);
	o = (struct options){ .tables = { common, NULL } };
	options_list(&o, &out);
	SAME_TEXT(buf_as_span(&out), "--all\tcommon to all\n");
	buf_done(&out);
}

int
main(void)
{
	what_is_accepted();
	what_is_refused();
	what_is_printed();
	free(types.list);
	return unit_end();
}
