#include "cli/watch-flags.h"

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/num.h"
#include "model/watch.h"

static int
check_text(const char *name, const char *s, struct err *e)
{
	if (text_is_utf8(span_of(s)))
		return 0;
	return err_set(e, STATUS_USAGE, "not UTF-8: '%s'", name);
}

static int
add_text(struct buf *out, const char *name, const char *s, struct err *e)
{
	if (s == NULL)
		return 0;
	if (check_text(name, s, e) == -1)
		return -1;
	json_member_text(out, name, span_of(s));
	return 0;
}

static int
add_list(struct buf *out, const char *name, char *list[], int n, struct err *e)
{
	int i;

	json_member(out, name);
	buf_byte(out, '[');
	for (i = 0; i < n; i++) {
		if (check_text(name, list[i], e) == -1)
			return -1;
		if (i > 0)
			buf_byte(out, ',');
		json_quote(out, span_of(list[i]));
	}
	buf_byte(out, ']');
	return 0;
}

/* "a.*,b" */
static int
add_types(struct buf *out, const char *s, struct err *e)
{
	const char *comma;

	if (s == NULL)
		return 0;
	if (check_text("types", s, e) == -1)
		return -1;

	json_member(out, "types");
	buf_byte(out, '[');
	for (;; s = comma + 1) {
		comma = strchr(s, ',');
		json_quote(out,
		    comma == NULL ? span_of(s) :
				    (struct span){ s, (size_t)(comma - s) });
		if (comma == NULL)
			break;
		buf_byte(out, ',');
	}
	buf_byte(out, ']');
	return 0;
}

static int
add_budget(struct buf *out, const char *s, struct err *e)
{
	struct budget b;

	if (s == NULL)
		return 0;
	if (budget_parse(span_of(s), &b, e) == -1)
		return -1;
	json_member(out, "budget");
	budget_print(&b, out);
	return 0;
}

static int
add_floor(struct buf *out, const char *s, struct err *e)
{
	struct err why = { 0 };
	int64_t n;

	if (s == NULL)
		return 0;
	if (num_parse(span_of(s), 0, JSON_INT_MAX, &n, &why) == -1)
		return err_set(e, STATUS_USAGE, "'floor': %s", why.text);
	json_member_int(out, "floor", n);
	return 0;
}

/* Is the name of when[i] also that of one before it? */
static bool
is_named_twice(const struct opt_list *when, size_t i, size_t len)
{
	size_t j;

	for (j = 0; j < i; j++)
		if (strncmp(when->list[j], when->list[i], len + 1) == 0)
			return true;
	return false;
}

/* NAME=JQ */
static int
add_when(struct buf *out, const struct opt_list *when, struct err *e)
{
	size_t i;

	if (when->n == 0)
		return 0;

	json_member(out, "when");
	buf_byte(out, '{');
	for (i = 0; i < when->n; i++) {
		const char *s = when->list[i];
		const char *equals = strchr(s, '=');

		if (equals == NULL || equals == s)
			return err_set(e, STATUS_USAGE,
			    "--when takes NAME=JQ: '%.100s'", s);
		if (is_named_twice(when, i, (size_t)(equals - s)))
			return err_set(e, STATUS_USAGE,
			    "--when has '%.*s' twice",
			    (int)(equals - s > 100 ? 100 : equals - s), s);
		if (check_text("when", s, e) == -1)
			return -1;
		if (i > 0)
			buf_byte(out, ',');
		json_quote(out, (struct span){ s, (size_t)(equals - s) });
		buf_byte(out, ':');
		json_quote(out, span_of(equals + 1));
	}
	buf_byte(out, '}');
	return 0;
}

static int
add_config(struct buf *out, const struct watch_flags *f, char *argv[],
    int n_argv, struct err *e)
{
	if (f->when.n == 0 && f->changed == NULL && n_argv == 0)
		return 0;

	json_member(out, "config");
	buf_byte(out, '{');
	if (add_when(out, &f->when, e) == -1 ||
	    add_text(out, "changed", f->changed, e) == -1 ||
	    (n_argv > 0 && add_list(out, "argv", argv, n_argv, e) == -1))
		return -1;
	buf_byte(out, '}');
	return 0;
}

int
watch_flags_print(const struct watch_flags *f, char *subjects[], int n_subjects,
    char *argv[], int n_argv, struct buf *out, struct err *e)
{
	const struct {
		const char *name;
		const char *text;
	} texts[] = {
		{ "kind", f->kind },
		{ "objective", f->objective },
		{ "to", f->to },
		{ "urgency", f->urgency },
		{ "every", f->every },
		{ "realert", f->realert },
		{ "window", f->window },
		{ "first", f->first },
		{ "for", f->hold },
		{ "until", f->until },
		{ "label", f->label },
		{ "group", f->group },
	};
	size_t i;

	buf_byte(out, '{');
	if (add_list(out, "subjects", subjects, n_subjects, e) == -1)
		return -1;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (add_text(out, texts[i].name, texts[i].text, e) == -1)
			return -1;
	}
	if (add_types(out, f->types, e) == -1 ||
	    add_budget(out, f->budget, e) == -1 ||
	    add_floor(out, f->floor, e) == -1 ||
	    add_config(out, f, argv, n_argv, e) == -1)
		return -1;
	buf_byte(out, '}');
	return 0;
}
