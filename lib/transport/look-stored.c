#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "transport/look-part.h"
#include "transport/look-result.h"
#include "transport/look-way.h"

/*
 * What a look gave last time, kept under its kind, subject and config: with the
 * same program, prior and answers, and before `recheck_at`, the results are
 * given again and no jq runs.  The document: {version, kind, prior, requests,
 * answers: [{hash, etag, modified}], results, subjects, recheck_at}.
 */
#define STORED_VERSION 1
/* with one request its validators can be sent: the answer may have no body */
#define STORED_MAX (256 * 1024)

static void
key_of(const struct look *l, char ret[HASH_HEX_MAX])
{
	struct buf b = { 0 };

	buf_text(&b, "look:");
	buf_span(&b, l->run->kind->name);
	buf_byte(&b, ' ');
	buf_span(&b, l->subject);
	buf_byte(&b, ' ');
	buf_span(&b, json_span(&l->config));
	hash_sha256_hex(ret, buf_as_span(&b));
	buf_done(&b);
}

static bool
text_is(const struct json *j, const char *name, struct span want)
{
	struct json v = json_get(j, name);

	return v.type == JSON_TEXT && v.len == want.len + 2 &&
	    memcmp(v.s + 1, want.s, want.len) == 0;
}

static void
prior_hash(const struct look *l, char ret[HASH_HEX_MAX])
{
	hash_sha256_hex(ret, json_span(&l->prior));
}

/* Ours, of this program and prior, and not too old? */
static bool
is_usable(const struct call *c, const struct json *j)
{
	struct json version = json_get(j, "version");
	struct json recheck = json_get(j, "recheck_at");
	char prior[HASH_HEX_MAX];
	int64_t n;

	prior_hash(c->looks, prior);
	return json_int(&version, "version", 1, STORED_VERSION, &n, NULL) ==
	    0 &&
	    text_is(j, "kind", span_of(c->run->hash)) &&
	    text_is(j, "prior", span_of(prior)) &&
	    json_int(&recheck, "recheck_at", 0, JSON_INT_MAX, &n, NULL) == 0 &&
	    n > clock_now_ms();
}

static void
copy_text(const struct json *j, const char *name, struct pool *p, char *ret,
    size_t size)
{
	struct json v = json_get(j, name);
	struct span s = { 0 };

	ret[0] = '\0';
	if (json_text(&v, name, p, &s, NULL) == 0 && s.len < size)
		(void)snprintf(ret, size, "%.*s", (int)s.len, s.s);
}

static bool
ask_again(struct looks *ls, struct call *c, const struct json *j)
{
	struct json requests = json_get(j, "requests");
	struct json answers = json_get(j, "answers");
	struct json_item r = { 0 };
	struct json_item a = { 0 };
	bool one = json_count(&requests) == 1;
	struct ask *k;
	char etag[256] = "";
	char modified[64] = "";

	while (json_each(&requests, &r) && json_each(&answers, &a)) {
		k = call_ask_room(c);
		if (k == NULL ||
		    request_parse(&r.value, c->run->kind, &c->pool, &k->request,
			NULL) == -1)
			break;
		k->text = json_span(&r.value);
		c->n_asks++;
	}
	if (c->n_asks == 0 || c->n_asks != json_count(&requests)) {
		c->n_asks = 0;
		return false;
	}
	if (one) {
		copy_text(&a.value, "etag", &c->pool, etag, sizeof(etag));
		copy_text(
		    &a.value, "modified", &c->pool, modified, sizeof(modified));
	}
	way_send(ls, c, etag, modified);
	return true;
}

bool
stored_ask(struct looks *ls, struct call *c)
{
	const struct look_memory *m = &ls->s.memory;
	char key[HASH_HEX_MAX];
	struct json j;

	if (c->n_looks != 1 || m->recall == NULL)
		return false;
	key_of(c->looks, key);
	if (!m->recall(m->probes, span_of(key), &c->stored_text) ||
	    json_scan(c->stored_text.s, c->stored_text.len, &j, NULL) == -1 ||
	    !is_usable(c, &j))
		return false;
	c->stored = j;
	return ask_again(ls, c, &j);
}

bool
stored_holds(const struct call *c)
{
	struct json answers = json_get(&c->stored, "answers");
	struct json_item a = { 0 };
	const struct fetch *x;
	size_t i;

	for (i = 0; i < c->n_asks && json_each(&answers, &a); i++) {
		x = c->asks[i].fetch;
		if (x == NULL || x->error != ERROR_NONE)
			return false;
		if (x->status == 304 && x->request.argv == NULL)
			continue;
		if (!text_is(&a.value, "hash", span_of(x->hash)))
			return false;
	}
	return i == c->n_asks;
}

void
stored_answer(struct looks *ls, struct call *c)
{
	struct json results = json_get(&c->stored, "results");
	struct json_item it = { 0 };
	struct err e = { 0 };

	while (json_each(&results, &it))
		result_take(ls, c, json_span(&it.value));
	err_set(&e, STATUS_BUG, "what was stored of it said nothing");
	result_fail_rest(ls, c, &e);
}

bool
stored_subjects(const struct call *c, struct span subject, struct buf *out)
{
	struct json known = json_get(&c->stored, "subjects");
	struct json_item it = { 0 };

	while (json_each(&known, &it)) {
		if (!span_equal(it.key, subject))
			continue;
		buf_span(out, json_span(&it.value));
		return true;
	}
	return false;
}

void
stored_add_subjects(
    struct call *c, struct span subject, const struct buf *subjects)
{
	if (c->n_looks != 1 || c->run->kind->transport == KIND_PROBE)
		return;
	buf_text(&c->subjects, c->subjects.len > 0 ? "," : "");
	json_quote(&c->subjects, subject);
	buf_byte(&c->subjects, ':');
	buf_span(&c->subjects, buf_as_span(subjects));
}

static void
add_validator(struct buf *out, const char *name, const struct fetch *x,
    const char *header)
{
	struct json j = { JSON_OBJECT, x->header.s, x->header.len };
	struct json v = json_get(&j, header);

	if (v.type == JSON_TEXT && v.len < 250)
		json_member_json(out, name, &v);
}

/*
 * Changed in the very second it was sent, it may change once more in that
 * second: no validator made of whole seconds would tell.  RFC 9110, 8.8.2.2.
 */
static bool
is_just_made(const struct fetch *x)
{
	struct json j = { JSON_OBJECT, x->header.s, x->header.len };
	struct json made = json_get(&j, "last-modified");
	struct json sent = json_get(&j, "date");

	return made.type == JSON_TEXT &&
	    span_equal(json_span(&made), json_span(&sent));
}

static void
add_answer(struct buf *out, const struct fetch *x)
{
	buf_byte(out, '{');
	json_member_text(out, "hash", span_of(x->hash));
	if (x->request.argv == NULL && !is_just_made(x)) {
		add_validator(out, "etag", x, "etag");
		add_validator(out, "modified", x, "last-modified");
	}
	buf_byte(out, '}');
}

static void
print(const struct call *c, struct buf *out)
{
	char prior[HASH_HEX_MAX];
	size_t i;

	prior_hash(c->looks, prior);
	buf_byte(out, '{');
	json_member_int(out, "version", STORED_VERSION);
	json_member_text(out, "kind", span_of(c->run->hash));
	json_member_text(out, "prior", span_of(prior));
	json_member_int(out, "recheck_at", c->recheck_at_ms);
	json_member(out, "requests");
	for (i = 0; i < c->n_asks; i++) {
		buf_byte(out, i == 0 ? '[' : ',');
		buf_span(out, c->asks[i].text);
	}
	buf_byte(out, ']');
	json_member(out, "answers");
	for (i = 0; i < c->n_asks; i++) {
		buf_byte(out, i == 0 ? '[' : ',');
		add_answer(out, c->asks[i].fetch);
	}
	buf_byte(out, ']');
	json_member(out, "results");
	buf_byte(out, '[');
	/* lines; the last newline ends the array */
	for (i = 0; i + 1 < c->results.len; i++)
		buf_byte(out, c->results.s[i] == '\n' ? ',' : c->results.s[i]);
	buf_text(out, "],\"subjects\":{");
	buf_span(out, buf_as_span(&c->subjects));
	buf_text(out, "}}");
}

void
stored_keep(struct looks *ls, struct call *c)
{
	const struct look_memory *m = &ls->s.memory;
	struct buf out = { 0 };
	char key[HASH_HEX_MAX];
	struct err e = { 0 };
	size_t i;

	if (c->n_looks != 1 || m->keep == NULL || c->n_asks == 0 ||
	    c->recheck_at_ms <= clock_now_ms() ||
	    c->looks->fault.status != STATUS_OK)
		return;
	for (i = 0; i < c->n_asks; i++)
		if (c->asks[i].fetch == NULL ||
		    c->asks[i].fetch->error != ERROR_NONE)
			return;
	key_of(c->looks, key);
	buf_init(&out, STORED_MAX);
	print(c, &out);
	if (!out.full &&
	    m->keep(m->probes, span_of(key), buf_as_span(&out), &e) == -1) {
		/* a full disk is said once a run, not once a subject */
		ls->s.warn(&e);
		ls->s.memory.keep = NULL;
	}
	buf_done(&out);
}
