#include "engine/inbox.h"

#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/pool.h"

static void
print_messages(const struct inbox *in, struct buf *out)
{
	size_t i;

	json_member(out, "messages");
	buf_byte(out, '[');
	for (i = 0; i < in->n_messages; i++) {
		if (i > 0)
			buf_byte(out, ',');
		message_print(&in->messages[i], out);
	}
	buf_byte(out, ']');
}

static void
print_episodes(const struct inbox *in, struct buf *out)
{
	const struct episode *episode;
	bool first = true;
	size_t i;

	json_member(out, "episodes");
	buf_byte(out, '[');
	for (i = 0; i < in->n_episodes; i++) {
		episode = &in->episodes[i];
		if (episode->id == NULL)
			continue;
		buf_text(out, first ? "{" : ",{");
		first = false;
		json_member_text(out, "id", span_of(episode->id));
		json_member_text(out, "key", span_of(episode->key));
		json_member_int(out, "born", episode->born);
		json_member_int(out, "open", episode->open);
		json_member_text(
		    out, "priority", span_of(priority_name(episode->priority)));
		json_member_bool(out, "told", episode->told);
		buf_byte(out, '}');
	}
	buf_byte(out, ']');
}

static void
print_holds(const struct inbox *in, struct buf *out)
{
	size_t i;

	json_member(out, "holds");
	buf_byte(out, '[');
	for (i = 0; i < in->n_holds; i++) {
		buf_text(out, i == 0 ? "{" : ",{");
		json_member_text(out, "key", span_of(in->holds[i].key));
		json_member_int(out, "until", in->holds[i].until_ms);
		json_member_text(out, "priority",
		    span_of(priority_name(in->holds[i].priority)));
		buf_byte(out, '}');
	}
	buf_byte(out, ']');
}

void
inbox_print(const struct inbox *in, struct buf *out)
{
	buf_byte(out, '{');
	json_member_int(out, "version", INBOX_VERSION);
	json_member_text(out, "party", span_of(in->party));
	json_member_int(out, "seq", in->seq);
	json_member_int(out, "time", in->time_ms);
	json_member_int(out, "rate", in->rate_ms);
	json_member_int(out, "release", in->release_ms);
	print_messages(in, out);
	print_episodes(in, out);
	print_holds(in, out);
	buf_byte(out, '}');
}

static int
read_int(const struct json *j, const char *name, int64_t *ret, struct err *e)
{
	struct json value = json_get(j, name);

	return json_int(&value, name, 0, JSON_INT_MAX, ret, e);
}

static int
read_text(const struct json *j, const char *name, struct pool *p,
    struct span *ret, struct err *e)
{
	struct json value = json_get(j, name);

	return json_text(&value, name, p, ret, e);
}

static int
read_priority(
    const struct json *j, struct pool *p, enum priority *ret, struct err *e)
{
	struct span s;

	if (read_text(j, "priority", p, &s, e) != 0)
		return -1;
	if (!priority_parse(s, ret))
		return err_set(e, STATUS_DATA, "'priority' is none");
	return 0;
}

static int
read_messages(const struct json *j, struct inbox *in, struct err *e)
{
	struct json list = json_get(j, "messages");
	struct json_item it = { 0 };

	while (json_each(&list, &it)) {
		in->messages = mem_grow(in->messages, &in->cap_messages,
		    in->n_messages + 1, sizeof(*in->messages));
		if (message_parse(
			&it.value, &in->messages[in->n_messages], e) != 0)
			return -1;
		in->n_messages++;
	}
	return 0;
}

static int
read_episodes(
    const struct json *j, struct pool *p, struct inbox *in, struct err *e)
{
	struct json list = json_get(j, "episodes");
	struct json_item it = { 0 };
	struct episode *episode;
	struct json told;
	struct span id, key;

	while (json_each(&list, &it)) {
		if (read_text(&it.value, "id", p, &id, e) != 0 ||
		    read_text(&it.value, "key", p, &key, e) != 0)
			return -1;
		episode = inbox_add_episode(in, id, key);
		told = json_get(&it.value, "told");
		if (read_int(&it.value, "born", &episode->born, e) != 0 ||
		    read_int(&it.value, "open", &episode->open, e) != 0 ||
		    read_priority(&it.value, p, &episode->priority, e) != 0 ||
		    json_bool(&told, "told", &episode->told, e) != 0)
			return -1;
	}
	return 0;
}

static int
read_holds(
    const struct json *j, struct pool *p, struct inbox *in, struct err *e)
{
	struct json list = json_get(j, "holds");
	struct json_item it = { 0 };
	enum priority priority;
	struct span key;
	int64_t until_ms;

	while (json_each(&list, &it)) {
		if (read_text(&it.value, "key", p, &key, e) != 0 ||
		    read_int(&it.value, "until", &until_ms, e) != 0 ||
		    read_priority(&it.value, p, &priority, e) != 0)
			return -1;
		inbox_add_hold(in, key, until_ms, priority);
	}
	return 0;
}

static int
read_head(const struct json *j, struct pool *p, struct inbox *in, struct err *e)
{
	struct span party;
	int64_t version;

	if (read_int(j, "version", &version, e) != 0)
		return -1;
	if (version != INBOX_VERSION)
		return err_set(e, STATUS_DATA, "an inbox of another version");
	if (read_text(j, "party", p, &party, e) != 0)
		return -1;
	if (!inbox_start(in, party))
		return err_set(e, STATUS_DATA, "'party' is too long");

	if (read_int(j, "seq", &in->seq, e) != 0 ||
	    read_int(j, "time", &in->time_ms, e) != 0 ||
	    read_int(j, "rate", &in->rate_ms, e) != 0 ||
	    read_int(j, "release", &in->release_ms, e) != 0)
		return -1;
	return 0;
}

int
inbox_parse(const struct json *j, struct inbox *ret, struct err *e)
{
	struct inbox in = { 0 };
	struct pool p = { 0 };
	int status = -1;

	if (read_head(j, &p, &in, e) == 0 && read_messages(j, &in, e) == 0 &&
	    read_episodes(j, &p, &in, e) == 0 && read_holds(j, &p, &in, e) == 0)
		status = 0;
	pool_done(&p);

	if (status != 0)
		inbox_done(&in);
	else
		*ret = in;
	return status;
}
