/* sgt-callback list - the events there are */

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/json.h"
#include "cli/table.h"
#include "run.h"
#include "verbs.h"

static const char *const heads[] = { "TASK", "GENERATION", "TYPE", "STATUS",
	"ATTEMPTS", "LAST", "NEXT" };
static struct table *table;

static void
print_row(const struct callbacks *c, const struct callback_item *it)
{
	const struct callback_state *s = &it->state;
	char text[24];

	table_cell_text(table, c->task);
	(void)snprintf(
	    text, sizeof(text), "%lld", (long long)it->event.generation);
	table_cell_text(table, text);
	table_cell_text(table, callback_type_name(it->event.type));
	table_cell_text(table, callback_status_name(s->status));
	(void)snprintf(text, sizeof(text), "%lld", (long long)s->attempts);
	table_cell_text(table, text);
	table_cell_text(table,
	    s->last_result == CALLBACK_NOTHING ?
		"-" :
		callback_result_name(s->last_result));
	table_cell_age(table,
	    s->status == CALLBACK_PENDING ? s->next_attempt_s * 1000 : 0,
	    clock_now_ms());
}

static void
print_line(const struct callbacks *c, const struct callback_item *it)
{
	struct buf *out = tool_scratch();
	char key[CALLBACK_KEY_MAX];
	struct json state;

	callback_key(key, c->origin.correlation, it->event.generation);
	buf_reset(out);
	buf_byte(out, '{');
	json_member_text(out, "task", span_of(c->task));
	json_member_text(out, "idempotency_key", span_of(key));
	json_member_int(out, "generation", it->event.generation);
	json_member_text(
	    out, "type", span_of(callback_type_name(it->event.type)));
	json_member_text(out, "created_at", it->event.created_at);
	if (json_scan(it->state_text.s, it->state_text.len, &state, NULL) == 0)
		json_member_json(out, "state", &state);
	buf_text(out, "}\n");
	(void)fwrite(out->s, 1, out->len, stdout);
}

static int
list_one(struct callbacks *c, char *argv[], struct err *e)
{
	struct callback_item it = { 0 };
	struct err why = { 0 };
	int64_t *list;
	size_t n;
	size_t i;

	(void)argv;
	if (callbacks_generations(c, &list, &n, e) == -1)
		return -1;
	for (i = 0; i < n; i++) {
		int r = callbacks_item(c, list[i], &it, &why);

		if (r == -1)
			tool_warn(&why);
		if (r == 0 && table == NULL)
			print_line(c, &it);
		else if (r == 0)
			print_row(c, &it);
	}
	callback_item_done(&it);
	free(list);
	return 0;
}

static void
list_all(void)
{
	struct fleet f = { 0 };
	struct err e = { 0 };
	char **names;
	size_t n = 0;
	size_t i;

	open_fleet(&f);
	if (fleet_names(fleet_root(&f), &names, &n, &e) == -1)
		tool_die(&e);
	for (i = 0; i < n; i++) {
		struct callbacks c = { 0 };
		int r = callbacks_open(&f, span_of(names[i]), &c, &e);

		if (r == 0)
			r = list_one(&c, NULL, &e);
		if (r == -1)
			tool_warn(&e);
		callbacks_close(&c);
	}
	free(names);
	fleet_close(&f);
}

int
list_verb(int argc, char *argv[])
{
	int status = STATUS_OK;

	if (argc > 1)
		tool_refuse_operands(argc - 1, argv + 1);
	if (!tool_wants_json())
		table = table_new(heads, sizeof(heads) / sizeof(heads[0]));
	if (argc == 0)
		list_all();
	else
		status = with_callbacks(
		    argv, "task callback directory does not exist", list_one);
	if (table != NULL)
		table_print_free(table);
	return status;
}
