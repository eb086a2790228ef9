#include "store/probes.h"

#include <stdio.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/json.h"
#include "disk/dir.h"
#include "disk/doc.h"
#include "disk/file.h"
#include "disk/lock.h"

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

static void
way_key(struct span way, char ret[HASH_HEX_MAX])
{
	struct buf b = { 0 };

	buf_text(&b, "way:");
	buf_span(&b, way);
	hash_sha256_hex(ret, buf_as_span(&b));
	buf_done(&b);
}

int64_t
probes_resting(const struct probes *p, struct span way)
{
	char key[HASH_HEX_MAX];
	struct buf text = { 0 };
	struct json j;
	struct json version;
	struct json until;
	int64_t ret = 0;
	int64_t n;

	way_key(way, key);
	if (probes_recall(p, span_of(key), &text) &&
	    json_scan(text.s, text.len, &j, NULL) == 0) {
		version = json_get(&j, "version");
		until = json_get(&j, "until");
		if (json_int(&version, "version", PROBES_VERSION,
			PROBES_VERSION, &n, NULL) == 0)
			(void)json_int(
			    &until, "until", 0, JSON_INT_MAX, &ret, NULL);
	}
	buf_done(&text);
	return ret;
}

int
probes_rest(
    const struct probes *p, struct span way, int64_t until_ms, struct err *e)
{
	char key[HASH_HEX_MAX];
	struct lock lock = { 0 };
	struct buf text = { 0 };
	int r = 0;

	if (lock_take(&lock, p->root, "probe", LOCK_WAIT_MS, e) == -1)
		return -1;
	if (probes_resting(p, way) < until_ms) {
		way_key(way, key);
		buf_byte(&text, '{');
		json_member_int(&text, "version", PROBES_VERSION);
		json_member_text(&text, "way", way);
		json_member_int(&text, "until", until_ms);
		buf_byte(&text, '}');
		r = probes_keep(p, span_of(key), buf_as_span(&text), e);
	}
	lock_drop(&lock);
	buf_done(&text);
	return r;
}
