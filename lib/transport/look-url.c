#include "transport/look-url.h"

#include "transport/answer.h"
#include "transport/look-call.h"
#include "transport/look-part.h"

/* The document: {version, etag, body}; a body is kept up to this. */
#define URL_VERSION 1
#define URL_BODY_MAX (512 * 1024)
#define ETAG_MAX 250

static bool
is_kept(const struct call *c, const struct ask *a)
{
	return c->run->kind->batch > 1 && a->request.argv == NULL &&
	    span_is(a->request.method, "GET");
}

static void
key_of(const struct ask *a, char ret[HASH_HEX_MAX])
{
	struct buf b = { 0 };

	buf_text(&b, "url:");
	request_key(&a->request, ret);
	buf_text(&b, ret);
	hash_sha256_hex(ret, buf_as_span(&b));
	buf_done(&b);
}

const char *
url_recall(struct looks *ls, struct call *c, struct ask *a)
{
	const struct look_memory *m = &ls->s.memory;
	char key[HASH_HEX_MAX];
	struct buf text = { 0 };
	struct json version;
	struct json etag;
	struct span s;
	int64_t n;

	if (m->recall == NULL || !is_kept(c, a))
		return "";
	key_of(a, key);
	if (m->recall(m->probes, span_of(key), &text)) {
		s = pool_copy(&c->pool, buf_as_span(&text));
		if (json_scan(s.s, s.len, &a->known, NULL) == -1)
			a->known = (struct json){ 0 };
	}
	buf_done(&text);
	version = json_get(&a->known, "version");
	etag = json_get(&a->known, "etag");
	if (json_int(&version, "version", 1, URL_VERSION, &n, NULL) == -1 ||
	    json_text(&etag, "etag", &c->pool, &s, NULL) == -1 ||
	    s.len > ETAG_MAX)
		return "";
	return pool_copy(&c->pool, s).s;
}

/*
 * The body of last time, as if it had come now.  False where another remembers
 * it: who asked with the validator of a stored call needs no body.
 */
static bool
put_body(struct call *c, struct ask *a)
{
	struct json body = json_get(&a->known, "body");
	struct fetch *x = a->fetch;
	struct span s;

	if (json_text(&body, "body", &c->pool, &s, NULL) == -1)
		return false;
	x->status = 200;
	buf_reset(&x->body);
	buf_span(&x->body, s);
	answer_done(x);
	return true;
}

static void
keep(struct looks *ls, const struct ask *a)
{
	const struct look_memory *m = &ls->s.memory;
	const struct fetch *x = a->fetch;
	struct json header = { JSON_OBJECT, x->header.s, x->header.len };
	struct json etag = json_get(&header, "etag");
	char key[HASH_HEX_MAX];
	struct buf b = { 0 };
	struct err e = { 0 };

	if (etag.type != JSON_TEXT || etag.len > ETAG_MAX ||
	    x->body.len > URL_BODY_MAX || !text_is_utf8(buf_as_span(&x->body)))
		return;
	buf_byte(&b, '{');
	json_member_int(&b, "version", URL_VERSION);
	json_member_json(&b, "etag", &etag);
	json_member_text(
	    &b, "body", x->body.len > 0 ? buf_as_span(&x->body) : span_of(""));
	buf_byte(&b, '}');
	key_of(a, key);
	if (m->keep(m->probes, span_of(key), buf_as_span(&b), &e) == -1) {
		ls->s.warn(&e);
		ls->s.memory.keep = NULL;
	}
	buf_done(&b);
}

void
url_settle(struct looks *ls, struct call *c)
{
	struct ask *a;
	size_t i;

	for (i = 0; i < c->n_asks; i++) {
		a = &c->asks[i];
		if (a->fetch == NULL || a->fetch->kept || !is_kept(c, a))
			continue;
		if (a->fetch->status == 304) {
			if (!put_body(c, a))
				continue;
		} else if (a->fetch->status == 200 &&
		    a->fetch->error == ERROR_NONE &&
		    ls->s.memory.keep != NULL) {
			keep(ls, a);
		}
		a->fetch->kept = true;
	}
}
