#include "cli/watch-table.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/num.h"
#include "cli/events.h"
#include "cli/table.h"
#include "cli/tool.h"

/* The name a person gave it, else its id. */
static struct span
name_of(const struct watch *w)
{
	return w->label.s != NULL ? w->label : w->id;
}

static void
cell_subjects(struct table *t, const struct watch *w)
{
	struct buf b = { 0 };

	buf_span(&b, w->clauses[0].subject);
	if (w->n_clauses > 1)
		buf_format(&b, " (+%zu)", w->n_clauses - 1);
	table_cell(t, buf_as_span(&b));
	buf_done(&b);
}

/* status NULL: it is not known, or does not matter. */
static void
add_row(struct table *t, const struct watch *w, const char *status)
{
	char every[NUM_DURATION_MAX];

	num_duration_print(every, w->every_ms);
	table_cell(t, w->id);
	table_cell(t, w->label);
	table_cell(t, w->to);
	table_cell_text(t, every);
	table_cell_text(t, status);
	cell_subjects(t, w);
}

static struct table *
new_table(void)
{
	static const char *const heads[] = {
		"ID",
		"LABEL",
		"TO",
		"EVERY",
		"STATUS",
		"SUBJECT",
	};

	return table_new(heads, 6);
}

static const char *
intent_status(const struct watch *w)
{
	return w->paused ? "paused" : "active";
}

void
watches_show(const struct watch *list, size_t n)
{
	struct buf line = { 0 };
	struct table *t = tool_wants_json() || n == 0 ? NULL : new_table();
	size_t i;

	for (i = 0; i < n; i++) {
		if (t != NULL) {
			add_row(t, &list[i], intent_status(&list[i]));
			continue;
		}
		buf_reset(&line);
		watch_print(&list[i], &line);
		event_emit_text(buf_as_span(&line));
	}
	if (t != NULL)
		table_print_free(t);
	buf_done(&line);
}

/* A document with one member more. */
static void
print_with(
    const struct report *r, const char *name, struct span json, struct buf *out)
{
	buf_reset(out);
	watch_print(r->watch, out);
	/* over the closing brace */
	out->len--;
	json_member(out, name);
	buf_span(out, json);
	buf_byte(out, '}');
}

int
watches_list(const struct report *list, size_t n)
{
	struct buf line = { 0 };
	struct table *t = tool_wants_json() || n == 0 ? NULL : new_table();
	size_t i;

	for (i = 0; i < n; i++) {
		const char *status = watch_status_name(list[i].status);
		struct buf text = { 0 };

		if (t != NULL) {
			add_row(t, list[i].watch, status);
			continue;
		}
		json_quote(&text, span_of(status));
		print_with(&list[i], "status", buf_as_span(&text), &line);
		event_emit_text(buf_as_span(&line));
		buf_done(&text);
	}
	if (t != NULL)
		table_print_free(t);
	buf_done(&line);
	return STATUS_OK;
}

static void
add_members(struct table *t, const struct buf *object)
{
	struct json_item it = { 0 };
	struct json j;

	if (json_scan(object->s, object->len, &j, NULL) == -1)
		return;
	while (json_each(&j, &it)) {
		struct span value = json_span(&it.value);

		if (it.value.type == JSON_TEXT) {
			value.s++;
			value.len -= 2;
		}
		table_cell(t, it.key);
		table_cell(t, value);
	}
}

static void
show_whole(const struct report *r)
{
	static const char *const heads[] = {
		"MEMBER",
		"VALUE",
	};
	struct buf report = { 0 };
	struct buf line = { 0 };
	struct table *t;

	report_print(r, &report);
	print_with(r, "report", buf_as_span(&report), &line);
	if (tool_wants_json()) {
		event_emit_text(buf_as_span(&line));
	} else {
		t = table_new(heads, 2);
		buf_reset(&line);
		watch_print(r->watch, &line);
		add_members(t, &line);
		add_members(t, &report);
		table_print_free(t);
	}
	buf_done(&report);
	buf_done(&line);
}

int
watches_show_whole(const struct report *list, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		show_whole(&list[i]);
	return STATUS_OK;
}

void
watches_say_prefixes(const struct watch *list, size_t n)
{
	size_t i, j;

	for (i = 0; i < n && !tool_is_quiet(); i++) {
		for (j = 0; j < list[i].n_clauses; j++) {
			struct span s = list[i].clauses[j].subject;

			if (s.len > 0 && s.s[s.len - 1] == '*')
				tool_warn_text(STATUS_OK,
				    "'%.*s' is a prefix: it stands for all "
				    "that begins so",
				    (int)(s.len > 150 ? 150 : s.len), s.s);
		}
	}
}

void
plan_show(const struct plan_item *list, size_t n, bool planned_only)
{
	static const char *const heads[] = {
		"ACTION",
		"WATCH",
		"SUBJECT",
		"CHANGES",
	};
	struct table *t =
	    tool_wants_json() || n == 0 ? NULL : table_new(heads, 4);
	struct buf line = { 0 };
	size_t i;

	for (i = 0; i < n; i++) {
		const struct watch *w = list[i].watch;
		bool new = planned_only &&list[i].action == PLAN_ADD;

		if (t == NULL) {
			buf_reset(&line);
			plan_item_print(&list[i], planned_only, &line);
			event_emit_text(buf_as_span(&line));
			continue;
		}
		table_cell_text(t, plan_action_name(list[i].action));
		table_cell(t, new ? w->label : name_of(w));
		cell_subjects(t, w);
		table_cell(t, json_span(&list[i].changes));
	}
	if (t != NULL)
		table_print_free(t);
	buf_done(&line);
}

/* Why it ended or cannot look, else what is open. */
static void
cell_why(struct table *t, const struct report *r)
{
	struct buf b = { 0 };
	size_t i;

	buf_span(&b, r->why);
	for (i = 0; i < r->n_open && b.len < 200; i++) {
		const struct report_open *o = &r->open[i];

		buf_text(&b, b.len > 0 ? "; " : "");
		buf_span(&b, o->brief.s != NULL ? o->brief : o->key);
	}
	table_cell(t, buf_as_span(&b));
	buf_done(&b);
}

static void
cell_next(struct table *t, const struct report *r, int64_t now_ms)
{
	bool live = r->status == WATCH_ACTIVE || r->status == WATCH_ERROR;

	if (live && r->next_ms <= now_ms)
		table_cell_text(t, "now");
	else
		table_cell_age(t, r->next_ms, now_ms);
}

int
reports_show(const struct report *list, size_t n)
{
	static const char *const heads[] = {
		"WATCH",
		"SUBJECT",
		"STATUS",
		"LAST",
		"NEXT",
		"OPEN",
		"WHY",
	};
	int64_t now_ms = clock_now_ms();
	struct buf line = { 0 };
	struct table *t;
	size_t i;

	for (i = 0; i < n && tool_wants_json(); i++) {
		buf_reset(&line);
		report_print(&list[i], &line);
		event_emit_text(buf_as_span(&line));
	}
	buf_done(&line);
	if (tool_wants_json() || n == 0)
		return STATUS_OK;

	t = table_new(heads, 7);
	for (i = 0; i < n; i++) {
		const struct report *r = &list[i];
		char open[24];

		(void)snprintf(open, sizeof(open), "%zu", r->n_open);
		table_cell(t, name_of(r->watch));
		cell_subjects(t, r->watch);
		table_cell_text(t, watch_status_name(r->status));
		table_cell_age(t, r->last_ms, now_ms);
		cell_next(t, r, now_ms);
		table_cell_text(t, open);
		cell_why(t, r);
	}
	table_print_free(t);
	return STATUS_OK;
}

struct tally {
	size_t open;
	size_t immediate;
	size_t stopped;
	size_t error;
};

static struct tally
count(const struct report *list, size_t n)
{
	struct tally t = { 0 };
	size_t i, j;

	for (i = 0; i < n; i++) {
		t.open += list[i].n_open;
		t.stopped += list[i].status == WATCH_STOPPED;
		t.error += list[i].status == WATCH_ERROR;
		for (j = 0; j < list[i].n_open; j++)
			t.immediate +=
			    list[i].open[j].severity == SEVERITY_IMMEDIATE;
	}
	return t;
}

int
reports_show_nagios(const struct report *list, size_t n)
{
	static const char *const words[] = {
		"OK",
		"WARNING",
		"CRITICAL",
		"UNKNOWN",
	};
	struct tally t = count(list, n);
	struct buf line = { 0 };
	int status = 0;

	if (t.stopped > 0 || t.immediate > 0)
		status = 2;
	else if (t.open > 0)
		status = 1;
	else if (t.error > 0)
		status = 3;

	buf_format(&line,
	    "SERGEANT %s - %zu watches, %zu open, %zu stopped, %zu in error | "
	    "watches=%zu open=%zu stopped=%zu error=%zu",
	    words[status], n, t.open, t.stopped, t.error, n, t.open, t.stopped,
	    t.error);
	event_emit_text(buf_as_span(&line));
	buf_done(&line);
	return status;
}

bool
reports_want_care(const struct report *list, size_t n)
{
	struct tally t = count(list, n);

	return t.open > 0 || t.stopped > 0 || t.error > 0;
}
