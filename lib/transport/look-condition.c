#include <string.h>

#include "transport/look-call.h"
#include "transport/look-conditions.h"
#include "transport/look-part.h"

/*
 * --when and --changed: each call is one watch's.  A text that fails is left
 * out with its watch, never the set.
 */

#define TEXT_KEEP 200

/* What `document` gave, as the input of the conditions in `list`. */
static void
write_input(const struct use *list, size_t n, const struct condition_set *set,
    struct span document, struct buf *out)
{
	size_t i;

	buf_reset(out);
	buf_text(out, "{\"use\":[");
	for (i = 0; i < n; i++) {
		if (list[i].set != set)
			continue;
		buf_text(out, out->s[out->len - 1] == '[' ? "" : ",");
		buf_int(out, (int64_t)list[i].i);
	}
	/* the rest of the object, from after its brace */
	buf_text(out, "],");
	buf_add(out, document.s + 1, document.len - 1);
}

static void
fault(struct look *l, const struct use *u, struct span why)
{
	if (l->fault.status != STATUS_OK)
		return;
	if (u->name.s != NULL)
		err_set(&l->fault, STATUS_DATA, "--when '%.*s': %.*s",
		    (int)u->name.len, u->name.s, (int)why.len, why.s);
	else
		err_set(&l->fault, STATUS_DATA, "--changed: %.*s", (int)why.len,
		    why.s);
}

/* {"digest":…,"text":…}: what a value is, without carrying it about. */
static void
add_digest(const struct json *value, struct buf *out)
{
	char hex[HASH_HEX_MAX];
	struct span text = json_span(value);

	hash_sha256_hex(hex, text);
	hex[16] = '\0';
	if (text.len > TEXT_KEEP) {
		text.len = TEXT_KEEP;
		while (text.len > 0 && (text.s[text.len] & 0xc0) == 0x80)
			text.len--;
	}
	buf_byte(out, '{');
	json_member_text(out, "digest", span_of(hex));
	json_member_text(out, "text", text);
	buf_byte(out, '}');
}

static const struct use *
used(const struct use *list, size_t n, const struct condition_set *set,
    int64_t i, size_t *at)
{
	for (; *at < n; (*at)++)
		if (list[*at].set == set && (int64_t)list[*at].i == i)
			return &list[(*at)++];
	return NULL;
}

/* One line of the conditions' answer, for every use of that text. */
static void
take_line(struct look *l, const struct use *list, size_t n,
    const struct condition_set *set, struct span line, struct buf *when,
    struct buf *changed)
{
	struct json j;
	struct json v;
	struct pool p = { 0 };
	struct span why;
	const struct use *u;
	int64_t i = -1;
	size_t at = 0;
	bool is = false;

	if (json_scan(line.s, line.len, &j, NULL) == -1)
		return;
	v = json_get(&j, "i");
	(void)json_int(&v, "i", 0, JQ_CONDITIONS_MAX, &i, NULL);
	while ((u = used(list, n, set, i, &at)) != NULL) {
		v = json_get(&j, "error");
		if (v.type == JSON_TEXT &&
		    json_text(&v, "error", &p, &why, NULL) == 0) {
			fault(l, u, why);
			continue;
		}
		v = json_get(&j, "true");
		(void)json_bool(&v, "true", &is, NULL);
		v = json_get(&j, "value");
		if (u->name.s == NULL) {
			add_digest(&v, changed);
			continue;
		}
		buf_text(when, when->len == 0 ? "" : ",");
		json_quote(when, u->name);
		buf_text(when,
		    is ? ":{\"true\":true,\"value\":" :
			 ":{\"true\":false,\"value\":");
		add_digest(&v, when);
		buf_byte(when, '}');
	}
	pool_done(&p);
}

static void
take(struct look *l, const struct use *list, size_t n,
    const struct condition_set *set, const struct buf *out, struct buf *when,
    struct buf *changed)
{
	const char *line = out->s;
	const char *end;

	while (line != NULL && line < out->s + out->len) {
		end = memchr(line, '\n', (size_t)(out->s + out->len - line));
		if (end == NULL)
			break;
		take_line(l, list, n, set,
		    (struct span){ line, (size_t)(end - line) }, when, changed);
		line = end + 1;
	}
}

/* The whole call died: ask each alone, so that only the guilty is left out. */
static void
ask_each(struct looks *ls, struct look *l, struct use *list, size_t n,
    struct span document, struct buf *when, struct buf *changed)
{
	struct condition *c;
	struct buf in = { 0 };
	struct buf out = { 0 };
	struct err e = { 0 };
	size_t i;

	(void)ls;
	for (i = 0; i < n; i++) {
		c = &list[i].set->list[list[i].i];
		if (c->bad || c->failures >= JQ_FAILURES_MAX) {
			fault(l, &list[i],
			    span_of(c->bad ? "does not compile" :
					     "left out after failures"));
			continue;
		}
		write_input(&list[i], 1, list[i].set, document, &in);
		buf_reset(&out);
		list[i].set->worker.failures = 0;
		if (jq_call(&list[i].set->worker, "conditions", &in, &out,
			&e) == 0) {
			take(l, &list[i], 1, list[i].set, &out, when, changed);
			continue;
		}
		c->failures++;
		fault(l, &list[i], span_of(e.text));
	}
	buf_done(&in);
	buf_done(&out);
}

static bool
is_suspect(const struct use *u)
{
	const struct condition *c = &u->set->list[u->i];

	return c->bad || c->failures > 0;
}

static void
ask_sets(struct looks *ls, struct look *l, struct use *list, size_t n,
    struct span document, struct buf *when, struct buf *changed)
{
	struct condition_set *set;
	struct buf in = { 0 };
	struct buf out = { 0 };
	bool fine = true;
	size_t i;

	for (i = 0; i < n; i++)
		fine = fine && !is_suspect(&list[i]);
	set = list[0].set;
	for (i = 1; i < n; i++)
		fine = fine && list[i].set == set;
	if (fine) {
		write_input(list, n, set, document, &in);
		set->worker.failures = 0;
		fine =
		    jq_call(&set->worker, "conditions", &in, &out, NULL) == 0;
	}
	if (fine)
		take(l, list, n, set, &out, when, changed);
	else
		ask_each(ls, l, list, n, document, when, changed);
	buf_done(&in);
	buf_done(&out);
}

/* What the kind says the conditions are about; empty where nothing is. */
static int
ask_document(struct looks *ls, struct call *c, const struct look *l,
    const struct buf *responses, struct buf *out)
{
	struct buf in = { 0 };
	struct json j;
	struct err e = { 0 };
	int r;

	buf_init(&in, JQ_IN_MAX);
	buf_init(out, JQ_IN_MAX);
	call_print_look(ls, l, &in);
	in.s[--in.len] = '\0';
	json_member(&in, "responses");
	buf_span(&in, buf_as_span(responses));
	buf_byte(&in, '}');
	r = jq_call(&c->run->worker, "document", &in, out, &e);
	buf_done(&in);
	if (r == -1 || out->len == 0)
		return -1;
	out->s[--out->len] = '\0';
	if (json_scan(out->s, out->len, &j, NULL) == -1)
		return -1;
	return j.type == JSON_OBJECT && json_count(&j) > 0 ? 0 : -1;
}

static void
ask_look(struct looks *ls, struct call *c, struct look *l,
    const struct buf *responses)
{
	struct use list[JQ_CONDITIONS_MAX];
	struct buf document = { 0 };
	struct buf changed = { 0 };
	struct buf when = { 0 };
	struct pool p = { 0 };
	size_t n = condition_uses(l, &p, list, JQ_CONDITIONS_MAX);
	size_t i;

	for (i = 0; i < n; i++) {
		if (!condition_find(ls, &list[i])) {
			conditions_register(ls, l);
			(void)condition_find(ls, &list[i]);
		}
		condition_seal(ls, list[i].set);
	}
	if (n > 0 && ask_document(ls, c, l, responses, &document) == 0) {
		ask_sets(
		    ls, l, list, n, buf_as_span(&document), &when, &changed);
		buf_format(&l->values, "{\"when\":{%s},\"changed\":%s}",
		    when.s != NULL ? when.s : "",
		    changed.s != NULL ? changed.s : "null");
	}
	buf_done(&document);
	buf_done(&changed);
	buf_done(&when);
	pool_done(&p);
}

void
conditions_ask(struct looks *ls, struct call *c, const struct buf *responses)
{
	struct look *l;

	for (l = c->looks; l != NULL; l = l->next)
		if (!l->answered)
			ask_look(ls, c, l, responses);
}
