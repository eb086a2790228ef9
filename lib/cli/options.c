#include "cli/options.h"

#include "base/buf.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/num.h"
#include "cli/nearest.h"
#include "cli/tool.h"

/* a terminal's width; DESIGN.md 3 */
#define COLUMNS_MAX 80
/* the widest left column that still leaves room for a sentence */
#define LEFT_MAX 30

/* One option after the other through all tables; begin with {0} and NULL. */
static const struct opt *
each(const struct options *o, size_t *table, const struct opt *opt)
{
	if (opt != NULL)
		opt++;
	while (opt == NULL || opt->kind == OPT_KIND_END) {
		if (*table == OPTIONS_TABLES)
			return NULL;
		opt = o->tables[(*table)++];
	}
	return opt;
}

static const struct opt *
find(const struct options *o, const char *name, size_t len)
{
	const struct opt *opt = NULL;
	size_t table = 0;

	while ((opt = each(o, &table, opt)) != NULL) {
		if (strlen(opt->name) == len &&
		    memcmp(opt->name, name, len) == 0)
			break;
	}
	return opt;
}

static const struct opt *
find_letter(const struct options *o, char letter)
{
	const struct opt *opt = NULL;
	size_t table = 0;

	while ((opt = each(o, &table, opt)) != NULL) {
		if (opt->letter == letter)
			break;
	}
	return opt;
}

/* Help is NULL for what only programs ask. */
static int
unknown(const struct options *o, const char *name, size_t len, struct err *e)
{
	char word[64] = "";
	struct nearest near = { .word = word };
	const struct opt *opt = NULL;
	size_t table = 0;

	if (len < sizeof(word))
		memcpy(word, name, len);
	while ((opt = each(o, &table, opt)) != NULL) {
		if (word[0] != '\0' && opt->help != NULL)
			nearest_offer(&near, opt->name);
	}
	if (near.name == NULL)
		return err_set(e, STATUS_USAGE, "unknown option '--%.*s'",
		    (int)(len > 100 ? 100 : len), name);
	return err_set(e, STATUS_USAGE,
	    "unknown option '--%.*s'; did you mean '--%s'?", (int)len, name,
	    near.name);
}

static int
set_int(const struct opt *opt, const char *value, struct err *e)
{
	int64_t n;

	if (num_parse(span_of(value), opt->min, opt->max, &n, NULL) == -1)
		return err_set(e, STATUS_USAGE,
		    "option '--%s' takes a number from %lld to %lld, not "
		    "'%.100s'",
		    opt->name, (long long)opt->min, (long long)opt->max, value);

	*(int64_t *)opt->ret = n;
	return 0;
}

static int
set_duration(const struct opt *opt, const char *value, struct err *e)
{
	int64_t ms;

	if (num_duration(span_of(value), &ms, NULL) == -1)
		return err_set(e, STATUS_USAGE,
		    "option '--%s' takes a duration like 90s, 5m, 6h or 2d, "
		    "at most 3650d, not '%.100s'",
		    opt->name, value);

	*(int64_t *)opt->ret = ms;
	return 0;
}

static void
append(struct opt_list *list, const char *value)
{
	list->list = mem_resize(list->list, list->n + 1, sizeof(*list->list));
	list->list[list->n++] = value;
}

static int
set(const struct opt *opt, const char *value, struct err *e)
{
	switch (opt->kind) {
	case OPT_KIND_FLAG:
		*(bool *)opt->ret = true;
		return 0;
	case OPT_KIND_TEXT:
		*(const char **)opt->ret = value;
		return 0;
	case OPT_KIND_LIST:
		append(opt->ret, value);
		return 0;
	case OPT_KIND_INT:
		return set_int(opt, value, e);
	case OPT_KIND_DURATION:
		return set_duration(opt, value, e);
	case OPT_KIND_END:
		break;
	}
	return 0;
}

/* --name, --name=VALUE, --name VALUE; *at is moved past what is taken. */
static int
parse_long(
    const struct options *o, int argc, char *argv[], int *at, struct err *e)
{
	const char *name = argv[*at] + 2;
	size_t len = strcspn(name, "=");
	const struct opt *opt = find(o, name, len);
	const char *value = name[len] == '=' ? name + len + 1 : NULL;

	if (opt == NULL)
		return unknown(o, name, len, e);
	if (opt->kind == OPT_KIND_FLAG && value != NULL)
		return err_set(
		    e, STATUS_USAGE, "option '--%s' takes no value", opt->name);

	if (opt->kind != OPT_KIND_FLAG && value == NULL) {
		if (*at + 1 >= argc)
			return err_set(e, STATUS_USAGE,
			    "option '--%s' needs a value: %s", opt->name,
			    opt->arg);
		value = argv[++*at];
	}
	++*at;
	return set(opt, value, e);
}

/* -q, -qn, -tGLOB, -t GLOB */
static int
parse_letters(
    const struct options *o, int argc, char *argv[], int *at, struct err *e)
{
	const char *s = argv[(*at)++] + 1;
	const struct opt *opt;

	for (; *s != '\0'; s++) {
		opt = find_letter(o, *s);
		if (opt == NULL)
			return err_set(
			    e, STATUS_USAGE, "unknown option '-%c'", *s);

		if (opt->kind != OPT_KIND_FLAG) {
			if (s[1] != '\0')
				return set(opt, s + 1, e);
			if (*at >= argc)
				return err_set(e, STATUS_USAGE,
				    "option '-%c' needs a value: %s", *s,
				    opt->arg);
			return set(opt, argv[(*at)++], e);
		}
		if (set(opt, NULL, e) == -1)
			return -1;
	}
	return 0;
}

int
options_parse(struct options *o, int *argc, char *argv[], struct err *e)
{
	int n = 0;
	int at = 0;
	int bad = 0;

	o->n_before_dashes = -1;
	while (at < *argc && bad == 0) {
		if (strcmp(argv[at], "--") == 0) {
			o->n_before_dashes = n;
			at++;
			break;
		}
		if (argv[at][0] != '-' || argv[at][1] == '\0') {
			if (!o->mixed)
				break;
			argv[n++] = argv[at++];
		} else if (argv[at][1] == '-') {
			bad = parse_long(o, *argc, argv, &at, e);
		} else {
			bad = parse_letters(o, *argc, argv, &at, e);
		}
	}
	if (bad != 0)
		return -1;

	while (at < *argc)
		argv[n++] = argv[at++];
	/* what is left ends as exec wants it */
	if (n < *argc)
		argv[n] = NULL;
	*argc = n;
	return 0;
}

void
options_row(struct buf *out, const char *left, size_t width, const char *text)
{
	size_t column = 2 + strlen(left);

	buf_format(out, "  %s", left);
	while (*text != '\0') {
		size_t word = strcspn(text, " ");

		if (column < width)
			buf_format(out, "%*s", (int)(width - column), "");
		if (column < width)
			column = width;
		if (column > width && column + 1 + word > COLUMNS_MAX) {
			buf_format(out, "\n%*s", (int)width, "");
			column = width;
		}
		if (column > width) {
			buf_byte(out, ' ');
			column++;
		}
		buf_add(out, text, word);
		column += word;
		text += word;
		text += strspn(text, " ");
	}
	buf_byte(out, '\n');
}

static void
left_of(const struct opt *opt, char ret[64])
{
	char letter[5] = "    ";

	if (opt->letter != 0)
		(void)snprintf(letter, sizeof(letter), "-%c, ", opt->letter);
	(void)snprintf(ret, 64, "%s--%s%s%s", letter, opt->name,
	    opt->arg == NULL ? "" : "=", opt->arg == NULL ? "" : opt->arg);
}

/* Help is NULL for what only programs ask; a table before may mean its own. */
static bool
is_shown(const struct options *o, const struct opt *opt)
{
	return opt->help != NULL &&
	    find(o, opt->name, strlen(opt->name)) == opt;
}

/* The left column's width: the widest that is not too wide. */
static size_t
left_width(const struct options *o)
{
	const struct opt *opt = NULL;
	size_t table = 0;
	size_t width = 0;
	char left[64];

	while ((opt = each(o, &table, opt)) != NULL) {
		if (!is_shown(o, opt))
			continue;
		left_of(opt, left);
		if (strlen(left) > width && strlen(left) <= LEFT_MAX)
			width = strlen(left);
	}
	return width;
}

void
options_help(const struct options *o, struct buf *out)
{
	size_t width = left_width(o);
	const struct opt *opt = NULL;
	size_t table = 0;
	char left[64];

	while ((opt = each(o, &table, opt)) != NULL) {
		if (!is_shown(o, opt))
			continue;
		left_of(opt, left);
		options_row(out, left, width + 4, opt->help);
	}
}

void
options_list(const struct options *o, struct buf *out)
{
	const struct opt *opt = NULL;
	size_t table = 0;

	while ((opt = each(o, &table, opt)) != NULL) {
		if (!is_shown(o, opt))
			continue;
		buf_format(out, "--%s%s%s\t%s\n", opt->name,
		    opt->arg == NULL ? "" : "=",
		    opt->arg == NULL ? "" : opt->arg, opt->help);
	}
}
