/* watch - what to look at, for whom, until when */

#include "model/watch.h"

#include <string.h>

#include "base/err.h"
#include "base/pool.h"
#include "model/event.h"
#include "model/field.h"
#include "model/subject.h"
#include "model/word.h"

/* Ten years, as num_duration; a count that nobody reaches. */
#define DURATION_MAX_MS 315360000000
#define COUNT_MAX 1000000000
#define TYPES_MAX 64
#define NAME_LEN_MAX 200

static const char *const firsts[] = {
	NULL,
	"wake",
	"hold",
};

static const struct words first_words = { firsts, 3 };

const char *
first_rule_name(enum first_rule f)
{
	return word_of(&first_words, f);
}

/* The watch, and what is read on from. */
struct text {
	struct watch w;
	int64_t version;
	struct json clauses;
	struct json budget;
	struct span until;
	/* of a spec: the same for all its clauses */
	struct span subject;
	struct json subjects;
	struct span kind;
	struct json types;
};

#define AT(member) offsetof(struct text, w.member)
#define IN_TEXT(member) offsetof(struct text, member)
#define DURATION(name, member, min)                                            \
	FIELD_NAME(name), FIELD_DURATION, AT(member), false, min,              \
	    DURATION_MAX_MS, NULL
#define NAME(name, member, max)                                                \
	FIELD_NAME(name), FIELD_TEXT, AT(member), false, 0, max, NULL

/*
 * A document's own, what both have, a spec's shorthand: two overlapping runs.
 */
static const struct field list[] = {
	{ FIELD_NAME("version"), FIELD_INT, IN_TEXT(version), true, 1,
	    WATCH_VERSION, NULL },
	{ FIELD_NAME("id"), FIELD_TEXT, AT(id), true, 0, 39, NULL },
	{ NAME("managed", managed, 4096) },
	{ FIELD_NAME("created"), FIELD_STAMP, AT(created_ms), true, 0, 0,
	    NULL },
	{ FIELD_NAME("hot"), FIELD_BOOL, AT(hot), false, 0, 0, NULL },
	{ FIELD_NAME("paused"), FIELD_BOOL, AT(paused), false, 0, 0, NULL },
#define N_OWN 6
	{ NAME("label", label, NAME_LEN_MAX) },
	{ NAME("group", group, NAME_LEN_MAX) },
	{ FIELD_NAME("clauses"), FIELD_ARRAY, IN_TEXT(clauses), false, 0, 0,
	    NULL },
	{ NAME("objective", objective, 64) },
	{ NAME("to", to, PARTY_MAX) },
	{ FIELD_NAME("urgency"), FIELD_WORD, AT(urgency), false, 0, 0,
	    &urgency_words },
	{ DURATION("every", every_ms, 1000) },
	{ DURATION("realert", realert_ms, 0) },
	{ DURATION("window", window_ms, 0) },
	{ FIELD_NAME("first"), FIELD_WORD, AT(first), false, 0, 0,
	    &first_words },
	{ DURATION("for", for_ms, 0) },
	{ FIELD_NAME("floor"), FIELD_INT, AT(floor), false, 0, COUNT_MAX,
	    NULL },
	{ FIELD_NAME("budget"), FIELD_OBJECT, IN_TEXT(budget), false, 0, 0,
	    NULL },
	{ FIELD_NAME("until"), FIELD_TEXT, IN_TEXT(until), false, 0, 64, NULL },
	{ FIELD_NAME("config"), FIELD_OBJECT, AT(config), false, 0, 0, NULL },
#define N_BOTH 15
	{ FIELD_NAME("subject"), FIELD_TEXT, IN_TEXT(subject), false, 0,
	    EVENT_ATTRIBUTE_MAX, NULL },
	{ FIELD_NAME("subjects"), FIELD_TEXTS, IN_TEXT(subjects), false, 0,
	    WATCH_CLAUSES_MAX, NULL },
	{ FIELD_NAME("kind"), FIELD_TEXT, IN_TEXT(kind), false, 0, 64, NULL },
	{ FIELD_NAME("types"), FIELD_TEXTS, IN_TEXT(types), false, 0, TYPES_MAX,
	    NULL },
};
#define N_ALL (sizeof(list) / sizeof(list[0]))

static const struct fields document_fields = {
	"a watch",
	list,
	N_OWN + N_BOTH,
};
static const struct fields spec_fields = {
	"a watch's spec",
	list + N_OWN,
	N_ALL - N_OWN,
};

#define IN_CLAUSE(member) offsetof(struct clause, member)

static const struct field clause_list[] = {
	{ FIELD_NAME("subject"), FIELD_TEXT, IN_CLAUSE(subject), true, 0,
	    EVENT_ATTRIBUTE_MAX, NULL },
	{ FIELD_NAME("kind"), FIELD_TEXT, IN_CLAUSE(kind), false, 0, 64, NULL },
	{ FIELD_NAME("types"), FIELD_TEXTS, IN_CLAUSE(types), false, 0,
	    TYPES_MAX, NULL },
	{ FIELD_NAME("collection"), FIELD_BOOL, IN_CLAUSE(collection), false, 0,
	    0, NULL },
};
static const struct fields clause_fields = {
	"a clause",
	clause_list,
	sizeof(clause_list) / sizeof(clause_list[0]),
};

#define IN_BUDGET(member) offsetof(struct budget, member)

static const struct field budget_list[] = {
	{ FIELD_NAME("wakes"), FIELD_INT, IN_BUDGET(wakes), false, 0,
	    JSON_INT_MAX, NULL },
	{ FIELD_NAME("turns"), FIELD_INT, IN_BUDGET(turns), false, 0,
	    JSON_INT_MAX, NULL },
	{ FIELD_NAME("tokens"), FIELD_INT, IN_BUDGET(tokens), false, 0,
	    JSON_INT_MAX, NULL },
	{ FIELD_NAME("runtime"), FIELD_DURATION, IN_BUDGET(runtime_ms), false,
	    0, DURATION_MAX_MS, NULL },
	{ FIELD_NAME("errors"), FIELD_INT, IN_BUDGET(errors), false, 0,
	    JSON_INT_MAX, NULL },
};
static const struct fields budget_fields = {
	"a budget",
	budget_list,
	sizeof(budget_list) / sizeof(budget_list[0]),
};

static const struct budget unbounded = { -1, -1, -1, -1, -1 };

static int
parse_clauses(
    const struct json *j, struct pool *p, struct watch *ret, struct err *e)
{
	struct json_item it = { 0 };
	size_t cap = 0;

	while (json_each(j, &it)) {
		struct clause c = { 0 };

		if (ret->n_clauses == WATCH_CLAUSES_MAX)
			return err_set(e, STATUS_DATA,
			    "a watch has more than %d clauses",
			    WATCH_CLAUSES_MAX);
		if (fields_read(&clause_fields, &it.value, &c, p, e) == -1)
			return -1;
		ret->clauses = field_room(
		    p, ret->clauses, ret->n_clauses, &cap, sizeof(c));
		ret->clauses[ret->n_clauses++] = c;
	}
	return 0;
}

static int
parse_budget(
    const struct json *j, struct pool *p, struct budget *ret, struct err *e)
{
	*ret = unbounded;
	if (j->type == JSON_NONE)
		return 0;
	return fields_read(&budget_fields, j, ret, p, e);
}

/* What a document and a spec have in common, once their members are read. */
static int
finish(struct text *t, struct pool *p, struct err *e)
{
	struct watch *w = &t->w;
	struct party party;

	if (parse_clauses(&t->clauses, p, w, e) == -1 ||
	    parse_budget(&t->budget, p, &w->budget, e) == -1)
		return -1;
	if (t->until.s != NULL && until_parse(t->until, w, e) == -1)
		return -1;
	if (w->to.s != NULL && party_parse(w->to, &party, e) == -1)
		return -1;
	if (span_begins(w->label, "sen_"))
		return err_set(e, STATUS_DATA,
		    "'label' begins like an id: '%.*s'", (int)w->label.len,
		    w->label.s);
	if (w->label.s != NULL && w->label.len == 0)
		return err_set(e, STATUS_DATA, "'label' is empty");
	if (w->first == 0)
		w->first = FIRST_WAKE;
	if (w->urgency == URGENCY_NONE)
		w->urgency = URGENCY_NEXT_TURN;
	return 0;
}

static void
set_defaults(struct text *t)
{
	t->w.realert_ms = WATCH_REALERT_MS;
	t->w.window_ms = WATCH_WINDOW_MS;
}

/* "sen_" and 1 to 35 letters or digits: also the document's file name. */
static bool
is_id(struct span s)
{
	size_t i;

	if (!span_begins(s, "sen_") || s.len < 5)
		return false;
	for (i = 4; i < s.len; i++) {
		char c = s.s[i];

		if ((c < '0' || c > '9') && (c < 'A' || c > 'Z') &&
		    (c < 'a' || c > 'z'))
			return false;
	}
	return true;
}

static int
check_document(const struct watch *w, struct err *e)
{
	size_t i;

	if (!is_id(w->id))
		return err_set(e, STATUS_DATA, "not a watch's id: '%.*s'",
		    (int)w->id.len, w->id.s);
	if (w->n_clauses == 0)
		return err_set(e, STATUS_DATA, "not a watch: no 'clauses'");
	if (w->to.s == NULL)
		return err_set(e, STATUS_DATA, "not a watch: no 'to'");
	if (w->every_ms == 0)
		return err_set(e, STATUS_DATA, "not a watch: no 'every'");
	if (w->until == 0)
		return err_set(e, STATUS_DATA, "not a watch: no 'until'");
	for (i = 0; i < w->n_clauses; i++) {
		if (subject_check(w->clauses[i].subject, e) == -1)
			return -1;
		if (w->clauses[i].kind.len == 0)
			return err_set(e, STATUS_DATA,
			    "not a watch: a clause has no 'kind'");
	}
	return 0;
}

int
watch_parse(
    const struct json *j, struct pool *p, struct watch *ret, struct err *e)
{
	struct text got = { 0 };

	set_defaults(&got);
	if (fields_read(&document_fields, j, &got, p, e) == -1 ||
	    finish(&got, p, e) == -1 || check_document(&got.w, e) == -1)
		return -1;
	*ret = got.w;
	return 0;
}

/* The shorthand: a clause for "subject", or for each of "subjects". */
static int
spread(struct text *t, struct pool *p, struct err *e)
{
	struct watch *w = &t->w;
	struct json_item it = { 0 };
	size_t n = json_count(&t->subjects);

	if (t->subject.s != NULL) {
		w->clauses = pool_new(p, sizeof(*w->clauses));
		w->clauses[0].subject = t->subject;
		w->n_clauses = 1;
	} else if (n > 0) {
		w->clauses = pool_new(p, n * sizeof(*w->clauses));
	}
	while (json_each(&t->subjects, &it)) {
		if (json_text(&it.value, "subjects", p,
			&w->clauses[w->n_clauses].subject, e) == -1)
			return -1;
		w->n_clauses++;
	}
	return 0;
}

static int
check_spec(const struct text *t, struct err *e)
{
	int n = (t->clauses.type != JSON_NONE) + (t->subject.s != NULL) +
	    (t->subjects.type != JSON_NONE);

	if (n > 1)
		return err_set(e, STATUS_DATA,
		    "not a watch's spec: more than one of 'subject', "
		    "'subjects', 'clauses'");
	if (t->w.n_clauses == 0)
		return err_set(
		    e, STATUS_DATA, "not a watch's spec: no 'subject'");
	if (t->w.group.s != NULL && t->w.group.len == 0)
		return err_set(e, STATUS_DATA, "'group' is empty");
	return 0;
}

/* "a, b" would ask for a type that nothing has. */
static int
check_types(const struct json *types, struct err *e)
{
	struct json_item it = { 0 };

	while (json_each(types, &it)) {
		struct span s = json_inside(&it.value);

		if (memchr(s.s, ' ', s.len) != NULL)
			return err_set(e, STATUS_DATA,
			    "'types' has a blank in it: '%.*s'",
			    (int)(s.len > 100 ? 100 : s.len), s.s);
	}
	return 0;
}

int
watch_parse_spec(
    const struct json *j, struct pool *p, struct watch *ret, struct err *e)
{
	struct text got = { 0 };
	size_t i;

	set_defaults(&got);
	if (fields_read(&spec_fields, j, &got, p, e) == -1 ||
	    finish(&got, p, e) == -1 || spread(&got, p, e) == -1 ||
	    check_spec(&got, e) == -1)
		return -1;

	for (i = 0; i < got.w.n_clauses; i++) {
		struct clause *c = &got.w.clauses[i];

		if (c->kind.s == NULL)
			c->kind = got.kind;
		if (c->types.type == JSON_NONE)
			c->types = got.types;
		if (check_types(&c->types, e) == -1)
			return -1;
	}
	*ret = got.w;
	return 0;
}
