#include "transport/kinds.h"

#include <string.h>

#include "base/glob.h"
#include "model/entry.h"
#include "model/subject.h"
#include "transport/pattern.h"

const struct kind *
kind_find_by_name(const struct kinds *ks, struct span name)
{
	size_t i;

	for (i = 0; i < ks->n; i++)
		if (span_equal(ks->list[i].name, name))
			return &ks->list[i];
	return NULL;
}

static bool
holds(const struct json *array, struct span s)
{
	struct json_item it = { 0 };

	while (json_each(array, &it))
		if (span_equal(json_inside(&it.value), s))
			return true;
	return false;
}

static void
add_group(struct buf *out, const struct kind_pattern *p, struct span name,
    const struct json *lower)
{
	struct span value = pattern_group(p, name);
	size_t i;
	char c;

	if (!holds(lower, name)) {
		buf_span(out, value);
		return;
	}
	for (i = 0; i < value.len; i++) {
		c = value.s[i];
		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		buf_byte(out, c);
	}
}

/* "github:{owner}/{repo}" with the groups of the last match. */
static void
fill_in(const struct kind_pattern *p, struct span template,
    const struct json *lower, struct buf *out)
{
	const char *close;
	size_t i;

	for (i = 0; i < template.len; i++) {
		close = template.s[i] != '{' ?
		    NULL :
		    memchr(template.s + i, '}', template.len - i);
		if (close == NULL) {
			buf_byte(out, template.s[i]);
			continue;
		}
		add_group(out, p,
		    (struct span){ template.s + i + 1,
			(size_t)(close - template.s) - i - 1 },
		    lower);
		i = (size_t)(close - template.s);
	}
}

/* Does one of the kind's URL patterns say which subject it is? */
static bool
claims_url(
    const struct kind *k, struct span text, struct pool *p, struct span *ret)
{
	struct json_item it = { 0 };
	struct json subject;
	struct json lower;
	struct span template;
	struct buf b = { 0 };
	size_t i;

	for (i = 0; json_each(&k->urls, &it) && i < k->n_urls; i++) {
		if (!pattern_matches(k->url_patterns[i], text))
			continue;
		subject = json_get(&it.value, "subject");
		lower = json_get(&it.value, "lower");
		if (json_text(&subject, "subject", p, &template, NULL) == -1)
			continue;
		fill_in(k->url_patterns[i], template, &lower, &b);
		*ret = pool_copy(p, buf_as_span(&b));
		buf_done(&b);
		return pattern_matches(k->subject, *ret);
	}
	return false;
}

static bool
claims(const struct kind *k, bool by_url, struct span text, struct pool *p,
    struct span *ret)
{
	if (by_url)
		return claims_url(k, text, p, ret);
	if (!pattern_matches(k->subject, text))
		return false;
	*ret = pool_copy(p, text);
	return true;
}

/* What may be repeated of it: of a URL neither user nor query. */
static struct span
without_secret(struct span text)
{
	const char *at = memmem(text.s, text.len, "://", 3);
	size_t n, host;

	if (at == NULL)
		return text;
	host = (size_t)(at - text.s) + 3;
	for (n = host; n < text.len && strchr("/?#", text.s[n]) == NULL; n++)
		if (text.s[n] == '@')
			return (struct span){ text.s, host };
	while (n < text.len && text.s[n] != '?' && text.s[n] != '#')
		n++;
	return (struct span){ text.s, n };
}

static int
claim(const struct kinds *ks, const struct kind *only, bool by_url,
    struct span text, struct pool *p, struct kind_claim *ret, struct err *e)
{
	const struct kind *first = NULL;
	struct span shown = without_secret(text);
	struct span subject = { 0 };
	struct span other;
	const struct kind *k;
	size_t i;

	for (i = 0; i < ks->n; i++) {
		k = &ks->list[i];
		if (only != NULL && k != only)
			continue;
		if (!claims(k, by_url, text, p, &other))
			continue;
		if (first != NULL)
			return err_set(e, STATUS_USAGE,
			    "kinds '%.*s' and '%.*s' both claim '%.*s'",
			    (int)first->name.len, first->name.s,
			    (int)k->name.len, k->name.s, (int)shown.len,
			    shown.s);
		first = k;
		subject = other;
	}
	if (first == NULL)
		return 1;
	if (subject_check(subject, e) == -1)
		return -1;
	*ret = (struct kind_claim){ .kind = first, .subject = subject };
	ret->collection = first->collection != NULL &&
	    pattern_finds(first->collection, subject);
	return 0;
}

int
kind_for(const struct kinds *ks, const struct kind *only, struct span text,
    struct pool *p, struct kind_claim *ret, struct err *e)
{
	int r = claim(ks, only, true, text, p, ret, e);

	if (r == 1)
		r = claim(ks, only, false, text, p, ret, e);
	if (r != 1)
		return r;
	text = without_secret(text);
	if (only != NULL && only->form.s != NULL)
		return err_set(e, STATUS_DATA,
		    "'%.*s' is no subject of kind '%.*s' (%.*s)", (int)text.len,
		    text.s, (int)only->name.len, only->name.s,
		    (int)only->form.len, only->form.s);
	if (only != NULL)
		return err_set(e, STATUS_DATA,
		    "'%.*s' is no subject of kind '%.*s'", (int)text.len,
		    text.s, (int)only->name.len, only->name.s);
	return err_set(
	    e, STATUS_DATA, "no kind claims '%.*s'", (int)text.len, text.s);
}

void
kind_print(const struct kind *k, struct buf *out)
{
	buf_byte(out, '{');
	json_member_text(out, "folder", k->folder);
	json_member_json(out, "kind", &k->json);
	buf_byte(out, '}');
}

void
kind_names(const struct kind *k, struct span subject, struct buf *out)
{
	struct span name;
	struct span value;
	size_t i;

	buf_byte(out, '{');
	if (pattern_matches(k->subject, subject)) {
		for (i = 0; pattern_each(k->subject, i, &name, &value); i++) {
			if (value.s == NULL)
				continue;
			if (out->s[out->len - 1] != '{')
				buf_byte(out, ',');
			json_quote(out, name);
			buf_byte(out, ':');
			json_quote(out, value);
		}
	}
	buf_byte(out, '}');
}

struct span
kind_host(const struct kind *k, struct span subject)
{
	if (!pattern_matches(k->subject, subject))
		return (struct span){ 0 };
	return pattern_group(k->subject, span_of("host"));
}

static struct json
objective(const struct kind *k, struct span name)
{
	struct json_item it = { 0 };

	while (name.s != NULL && json_each(&k->objectives, &it))
		if (span_equal(it.key, name))
			return it.value;
	return (struct json){ 0 };
}

int
kind_check_objective(const struct kind *k, struct span name, struct err *e)
{
	struct json_item it = { 0 };
	struct buf known = { 0 };

	if (objective(k, name).type == JSON_OBJECT)
		return 0;
	while (json_each(&k->objectives, &it)) {
		buf_text(&known, known.len == 0 ? "" : ", ");
		buf_span(&known, it.key);
	}
	err_set(e, STATUS_USAGE, "kind '%.*s' has no objective '%.*s' (%s)",
	    (int)k->name.len, k->name.s, (int)name.len, name.s,
	    known.len == 0 ? "it has none" : known.s);
	buf_done(&known);
	return -1;
}

static bool
names_key(const struct json *keys, struct span key)
{
	struct json_item it = { 0 };

	while (json_each(keys, &it))
		if (glob_match(json_inside(&it.value), key))
			return true;
	return false;
}

int
kind_outcome(const struct kind *k, struct span name, struct span key)
{
	struct json o = objective(k, name);
	struct json success = json_get(&o, "success");
	struct json blocked = json_get(&o, "blocked");

	if (names_key(&success, key))
		return OUTCOME_SUCCESS;
	if (names_key(&blocked, key))
		return OUTCOME_BLOCKED;
	return OUTCOME_NONE;
}

bool
kind_stalls(const struct kind *k, struct span name)
{
	struct json o = objective(k, name);
	struct json stalls = json_get(&o, "stalls");
	bool b = false;

	(void)json_bool(&stalls, "stalls", &b, NULL);
	return b;
}
