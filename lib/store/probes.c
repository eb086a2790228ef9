#include "store/probes.h"

#include <stdio.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "disk/dir.h"
#include "disk/doc.h"
#include "disk/file.h"
#include "disk/lock.h"
#include "engine/backoff.h"

#define PROBES_VERSION 1
#define PROBE_MAX (1024 * 1024)
#define NAME_MAX_LEN (HASH_HEX_MAX + 8)

int
probes_open(const struct home *h, struct probes *ret, struct err *e)
{
	int dir = dir_make(h->root, "probe", e);

	if (dir == -1)
		return -1;
	ret->held = dir + 1;
	ret->root = h->root;
	return 0;
}

void
probes_close(struct probes *p)
{
	if (p->held != 0)
		(void)close(p->held - 1);
	p->held = 0;
}

static void
file_name(struct span key, char ret[NAME_MAX_LEN])
{
	(void)snprintf(ret, NAME_MAX_LEN, "%.*s.json",
	    (int)(key.len < HASH_HEX_MAX ? key.len : HASH_HEX_MAX - 1), key.s);
}

bool
probes_recall(const struct probes *p, struct span key, struct buf *ret)
{
	char name[NAME_MAX_LEN];

	file_name(key, name);
	buf_reset(ret);
	return file_read(p->held - 1, name, PROBE_MAX, ret, NULL) == 0;
}

int
probes_keep(
    const struct probes *p, struct span key, struct span text, struct err *e)
{
	char name[NAME_MAX_LEN];

	file_name(key, name);
	return doc_replace_view(p->held - 1, name, PROBES_VERSION, text, e) ==
		0 ?
	    0 :
	    -1;
}

/* The key of what is known of a way, and its document where that is ours. */
static bool
way_recall(const struct probes *p, const char *sort, struct span way,
    char ret_key[HASH_HEX_MAX], struct buf *text, struct json *ret)
{
	struct buf b = { 0 };
	struct json version;
	int64_t n;

	buf_text(&b, sort);
	buf_span(&b, way);
	hash_sha256_hex(ret_key, buf_as_span(&b));
	buf_done(&b);
	if (!probes_recall(p, span_of(ret_key), text) ||
	    json_scan(text->s, text->len, ret, NULL) == -1)
		return false;
	version = json_get(ret, "version");
	return json_int(&version, "version", PROBES_VERSION, PROBES_VERSION, &n,
		   NULL) == 0;
}

static int64_t
number(const struct json *j, const char *name)
{
	struct json v = json_get(j, name);
	int64_t n = 0;

	(void)json_int(&v, name, 0, JSON_INT_MAX, &n, NULL);
	return n;
}

/* The way's rest; the key is for its file. */
static struct backoff_rest
rest_of(const struct probes *p, struct span way, char ret_key[HASH_HEX_MAX])
{
	struct backoff_rest r = { 0 };
	struct buf text = { 0 };
	struct json j;

	if (way_recall(p, "way:", way, ret_key, &text, &j)) {
		r.until_ms = number(&j, "until");
		r.wait_ms = number(&j, "wait");
	}
	buf_done(&text);
	return r;
}

int64_t
probes_resting(const struct probes *p, struct span way)
{
	char key[HASH_HEX_MAX];

	return rest_of(p, way, key).until_ms;
}

static void
begin(struct buf *out, struct span way)
{
	buf_byte(out, '{');
	json_member_int(out, "version", PROBES_VERSION);
	json_member_text(out, "way", way);
}

int
probes_rest(
    const struct probes *p, struct span way, int64_t until_ms, struct err *e)
{
	char key[HASH_HEX_MAX];
	struct lock lock = { 0 };
	struct buf text = { 0 };
	struct backoff_rest was;
	struct backoff_rest is;
	int r = 0;

	if (lock_take(&lock, p->root, "probe", LOCK_WAIT_MS, e) == -1)
		return -1;
	was = rest_of(p, way, key);
	is = backoff_rest(&was, until_ms, clock_now_ms());
	if (is.until_ms != was.until_ms) {
		begin(&text, way);
		json_member_int(&text, "until", is.until_ms);
		json_member_int(&text, "wait", is.wait_ms);
		buf_byte(&text, '}');
		r = probes_keep(p, span_of(key), buf_as_span(&text), e);
	}
	lock_drop(&lock);
	buf_done(&text);
	return r;
}

static struct batch
batch_of(const struct probes *p, struct span way, char ret_key[HASH_HEX_MAX])
{
	struct batch b = { 0 };
	struct buf text = { 0 };
	struct json proved;
	struct json j;

	if (way_recall(p, "batch:", way, ret_key, &text, &j)) {
		proved = json_get(&j, "proved");
		b.size = number(&j, "size");
		b.at_ms = number(&j, "at");
		(void)json_bool(&proved, "proved", &b.proved, NULL);
	}
	buf_done(&text);
	return b;
}

struct batch
probes_batch(const struct probes *p, struct span way)
{
	char key[HASH_HEX_MAX];

	return batch_of(p, way, key);
}

int
probes_learn(const struct probes *p, struct span way,
    const struct batch_trial *t, struct batch *ret, struct err *e)
{
	char key[HASH_HEX_MAX];
	struct lock lock = { 0 };
	struct buf text = { 0 };
	struct batch b;
	int r = 0;

	if (lock_take(&lock, p->root, "probe", LOCK_WAIT_MS, e) == -1)
		return -1;
	b = batch_of(p, way, key);
	if (batch_learn(&b, t, clock_now_ms())) {
		begin(&text, way);
		json_member_int(&text, "size", b.size);
		json_member_int(&text, "at", b.at_ms);
		json_member_bool(&text, "proved", b.proved);
		buf_byte(&text, '}');
		r = probes_keep(p, span_of(key), buf_as_span(&text), e);
	}
	lock_drop(&lock);
	buf_done(&text);
	*ret = b;
	return r;
}
