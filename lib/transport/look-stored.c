#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "transport/look-batch.h"
#include "transport/look-call.h"
#include "transport/look-part.h"
#include "transport/look-result.h"
#include "transport/look-stored.h"
#include "transport/look-way.h"

/*
 * What a call gave last time, kept under its kind and its first subject, config
 * and watch (another's prior is another): with the same program, looks and
 * answers, and before `recheck_at`, the results are given again and no jq runs.
 * The document: {version, kind, looks, requests, answers: [{hash, round,
 * not_after, etag, modified}], results, subjects, recheck_at}; what was asked in
 * one round is asked again in one, so that answers that no longer hold are those
 * the program would have.
 */
#define STORED_VERSION 1
#define STORED_MAX (1024 * 1024)

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
	buf_byte(&b, ' ');
	if (l->askers != NULL)
		buf_span(&b, l->askers->watch);
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

/* What the program is told of them, but when they were last looked at. */
static void
looks_hash(const struct call *c, char ret[HASH_HEX_MAX])
{
	const struct look *l;
	struct buf b = { 0 };

	for (l = c->looks; l != NULL; l = l->next) {
		buf_span(&b, l->subject);
		buf_byte(&b, ' ');
		buf_span(&b, json_span(&l->config));
		buf_byte(&b, ' ');
		buf_span(&b, json_span(&l->prior));
		buf_text(&b, l->hot ? " hot\n" : "\n");
	}
	hash_sha256_hex(ret, buf_as_span(&b));
	buf_done(&b);
}

/* Ours, of this program and these looks, and not too old? */
static bool
is_usable(const struct call *c, const struct json *j)
{
	struct json version = json_get(j, "version");
	struct json recheck = json_get(j, "recheck_at");
	char looks[HASH_HEX_MAX];
	int64_t n;

	looks_hash(c, looks);
	return json_int(&version, "version", STORED_VERSION, STORED_VERSION, &n,
		   NULL) == 0 &&
	    text_is(j, "kind", span_of(c->run->hash)) &&
	    text_is(j, "looks", span_of(looks)) &&
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

/* 0 where it is not there. */
static int64_t
number_of(const struct json *answer, const char *name)
{
	struct json j = json_get(answer, name);
	int64_t n = 0;

	(void)json_int(&j, name, 0, JSON_INT_MAX, &n, NULL);
	return n;
}

/*
 * What was asked in the round after those that were: how many, 0 where that
 * were all.
 */
static size_t
ask_next(struct looks *ls, struct call *c)
{
	struct json requests = json_get(&c->stored, "requests");
	struct json answers = json_get(&c->stored, "answers");
	bool one = c->n_looks == 1 && json_count(&requests) == 1;
	struct json_item r = { 0 };
	struct json_item a = { 0 };
	size_t before = c->n_asks;
	char etag[256] = "";
	char modified[64] = "";
	struct ask *k;

	c->rounds++;
	while (json_each(&requests, &r) && json_each(&answers, &a)) {
		if (number_of(&a.value, "round") != c->rounds)
			continue;
		k = call_ask_room(c);
		if (k == NULL ||
		    request_parse(&r.value, c->run->kind, &c->pool, &k->request,
			NULL) == -1)
			break;
		k->text = json_span(&r.value);
		k->round = c->rounds;
		c->n_asks++;
		if (one) {
			copy_text(
			    &a.value, "etag", &c->pool, etag, sizeof(etag));
			copy_text(&a.value, "modified", &c->pool, modified,
			    sizeof(modified));
		}
	}
	if (c->n_asks > before)
		way_send(ls, c, etag, modified);
	else
		c->rounds--;
	return c->n_asks - before;
}

bool
stored_ask(struct looks *ls, struct call *c)
{
	const struct look_memory *m = &ls->s.memory;
	char key[HASH_HEX_MAX];
	struct json j;

	if (m->recall == NULL)
		return false;
	key_of(c->looks, key);
	if (!m->recall(m->probes, span_of(key), &c->stored_text) ||
	    json_scan(c->stored_text.s, c->stored_text.len, &j, NULL) == -1 ||
	    !is_usable(c, &j))
		return false;
	c->stored = j;
	if (ask_next(ls, c) > 0)
		return true;
	c->stored = (struct json){ 0 };
	return false;
}

/* Is every answer so far the one of last time? */
static bool
holds(const struct call *c)
{
	struct json answers = json_get(&c->stored, "answers");
	struct json_item a = { 0 };
	const struct fetch *x;
	size_t i;

	for (i = 0; i < c->n_asks && json_each(&answers, &a); i++) {
		x = c->asks[i].fetch;
		if (x == NULL || x->error != ERROR_NONE ||
		    x->not_after_ms != number_of(&a.value, "not_after"))
			return false;
		if (x->status == 304 && x->request.argv == NULL)
			continue;
		if (!text_is(&a.value, "hash", span_of(x->hash)))
			return false;
	}
	return i == c->n_asks;
}

static void
answer(struct looks *ls, struct call *c)
{
	struct json results = json_get(&c->stored, "results");
	struct json_item it = { 0 };
	struct err e = { 0 };

	while (json_each(&results, &it))
		result_take(ls, c, json_span(&it.value));
	batch_settle(ls, c);
	err_set(&e, STATUS_BUG, "what was stored of it said nothing");
	result_fail_rest(ls, c, &e);
}

enum stored
stored_go_on(struct looks *ls, struct call *c)
{
	struct json answers = json_get(&c->stored, "answers");

	if (c->stored.type != JSON_OBJECT)
		return STORED_NOTHING;
	if (holds(c)) {
		if (ask_next(ls, c) > 0)
			return STORED_ASKED;
		if (c->n_asks == json_count(&answers)) {
			answer(ls, c);
			return STORED_ANSWERED;
		}
	}
	/* to the program they are the answers so far */
	c->stored = (struct json){ 0 };
	return STORED_NOTHING;
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
	if (c->run->kind->transport == KIND_PROBE)
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
add_answer(struct buf *out, const struct ask *a)
{
	const struct fetch *x = a->fetch;

	buf_byte(out, '{');
	json_member_text(out, "hash", span_of(x->hash));
	json_member_int(out, "round", a->round);
	if (x->not_after_ms != 0)
		json_member_int(out, "not_after", x->not_after_ms);
	if (x->request.argv == NULL && !is_just_made(x)) {
		add_validator(out, "etag", x, "etag");
		add_validator(out, "modified", x, "last-modified");
	}
	buf_byte(out, '}');
}

static void
print(const struct call *c, struct buf *out)
{
	char looks[HASH_HEX_MAX];
	size_t i;

	looks_hash(c, looks);
	buf_byte(out, '{');
	json_member_int(out, "version", STORED_VERSION);
	json_member_text(out, "kind", span_of(c->run->hash));
	json_member_text(out, "looks", span_of(looks));
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
		add_answer(out, &c->asks[i]);
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

/*
 * What headers say changes with each answer: conditions about them are judged
 * each time.
 */
static bool
is_about_headers(const struct look *l)
{
	static const char *const members[] = { "when", "changed" };
	struct json j;
	size_t i;

	for (i = 0; i < 2; i++) {
		j = json_get(&l->config, members[i]);
		if (j.type != JSON_NONE &&
		    memmem(j.s, j.len, "header", 6) != NULL)
			return true;
	}
	return false;
}

/* Would the same answers give the same results for all of them, for a while? */
static bool
is_lasting(const struct call *c)
{
	const struct look *l;
	size_t i;

	if (c->n_asks == 0 || c->n_lasting != c->n_looks ||
	    c->recheck_at_ms <= clock_now_ms())
		return false;
	for (l = c->looks; l != NULL; l = l->next)
		if (l->fault.status != STATUS_OK || is_about_headers(l))
			return false;
	for (i = 0; i < c->n_asks; i++)
		if (c->asks[i].fetch == NULL ||
		    c->asks[i].fetch->error != ERROR_NONE)
			return false;
	return true;
}

void
stored_keep(struct looks *ls, struct call *c)
{
	const struct look_memory *m = &ls->s.memory;
	struct buf out = { 0 };
	char key[HASH_HEX_MAX];
	struct err e = { 0 };

	if (m->keep == NULL || !is_lasting(c))
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
