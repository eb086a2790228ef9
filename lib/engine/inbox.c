#include "engine/inbox.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/id.h"
#include "base/mem.h"

static char *
copy(struct span s)
{
	char *ret;

	ret = mem_new(s.len + 1);
	memcpy(ret, s.s, s.len);
	return ret;
}

bool
inbox_start(struct inbox *in, struct span party)
{
	if (party.len >= sizeof(in->party))
		return false;

	memset(in, 0, sizeof(*in));
	memcpy(in->party, party.s, party.len);
	return true;
}

static void
episode_done(struct episode *episode)
{
	free(episode->id);
	free(episode->key);
	memset(episode, 0, sizeof(*episode));
}

void
inbox_done(struct inbox *in)
{
	size_t i;

	for (i = 0; i < in->n_messages; i++)
		message_done(&in->messages[i]);
	for (i = 0; i < in->n_episodes; i++)
		episode_done(&in->episodes[i]);
	for (i = 0; i < in->n_holds; i++)
		free(in->holds[i].key);
	free(in->messages);
	free(in->episodes);
	free(in->table);
	free(in->holds);
	memset(in, 0, sizeof(*in));
}

struct message *
inbox_find(const struct inbox *in, struct span key)
{
	uint64_t hash = hash_table(key);
	size_t i;

	for (i = 0; i < in->n_messages; i++) {
		if (in->messages[i].hash == hash &&
		    span_is(key, in->messages[i].key))
			return &in->messages[i];
	}
	return NULL;
}

struct message *
inbox_find_id(const struct inbox *in, struct span id)
{
	size_t i;

	for (i = 0; i < in->n_messages; i++) {
		if (message_has(&in->messages[i], id))
			return &in->messages[i];
	}
	return NULL;
}

struct message *
inbox_add(
    struct inbox *in, struct span key, struct span first_event, int64_t seq)
{
	struct span parts[3];
	struct message *m;

	in->messages = mem_grow(in->messages, &in->cap_messages,
	    in->n_messages + 1, sizeof(*in->messages));
	m = &in->messages[in->n_messages++];
	memset(m, 0, sizeof(*m));

	parts[0] = span_of(in->party);
	parts[1] = key;
	parts[2] = first_event;
	id_of(m->id, "msg_", parts, 3);
	m->key = copy(key);
	m->hash = hash_table(key);
	m->born = seq;
	m->first_seq = seq;
	return m;
}

void
inbox_remove(struct inbox *in, struct message *m)
{
	size_t at = (size_t)(m - in->messages);

	message_done(m);
	in->n_messages--;
	memmove(m, m + 1, (in->n_messages - at) * sizeof(*m));
}

static void
index_episode(struct inbox *in, size_t i)
{
	size_t at = in->episodes[i].hash & (in->table_size - 1);

	while (in->table[at] != 0)
		at = (at + 1) & (in->table_size - 1);
	in->table[at] = i + 1;
}

/* Close the gaps, and make room for as many again. */
static void
rebuild(struct inbox *in)
{
	size_t i, n = 0;

	for (i = 0; i < in->n_episodes; i++) {
		if (in->episodes[i].id != NULL)
			in->episodes[n++] = in->episodes[i];
	}
	in->n_episodes = n;
	in->n_gone = 0;

	in->table_size = 64;
	while (in->table_size < 4 * (n + 1))
		in->table_size *= 2;
	free(in->table);
	in->table = mem_new(in->table_size * sizeof(*in->table));
	for (i = 0; i < n; i++)
		index_episode(in, i);
}

struct episode *
inbox_episode(const struct inbox *in, struct span id)
{
	struct episode *episode;
	uint64_t hash;
	size_t at;

	if (in->table_size == 0 || id.s == NULL)
		return NULL;

	hash = hash_table(id);
	at = hash & (in->table_size - 1);
	for (; in->table[at] != 0; at = (at + 1) & (in->table_size - 1)) {
		episode = &in->episodes[in->table[at] - 1];
		if (episode->id != NULL && episode->hash == hash &&
		    span_is(id, episode->id))
			return episode;
	}
	return NULL;
}

static void
forget_oldest(struct inbox *in)
{
	size_t i;

	for (i = 0; i < in->n_episodes; i++) {
		if (in->episodes[i].id != NULL) {
			inbox_end_episode(in, &in->episodes[i]);
			return;
		}
	}
}

struct episode *
inbox_add_episode(struct inbox *in, struct span id, struct span key)
{
	struct episode *episode;

	if (in->n_episodes - in->n_gone >= INBOX_EPISODES_MAX)
		forget_oldest(in);
	if (in->table_size < 2 * (in->n_episodes + 1))
		rebuild(in);

	in->episodes = mem_grow(in->episodes, &in->cap_episodes,
	    in->n_episodes + 1, sizeof(*in->episodes));
	episode = &in->episodes[in->n_episodes];
	memset(episode, 0, sizeof(*episode));
	episode->id = copy(id);
	episode->key = copy(key);
	episode->hash = hash_table(id);
	index_episode(in, in->n_episodes);
	in->n_episodes++;
	return episode;
}

void
inbox_end_episode(struct inbox *in, struct episode *episode)
{
	/* its place in the table stays taken until the next rebuild */
	episode_done(episode);
	in->n_gone++;
}

struct inbox_hold *
inbox_held(const struct inbox *in, struct span key)
{
	size_t i;

	for (i = 0; i < in->n_holds; i++) {
		if (span_is(key, in->holds[i].key))
			return &in->holds[i];
	}
	return NULL;
}

void
inbox_add_hold(
    struct inbox *in, struct span key, int64_t until_ms, enum priority priority)
{
	struct inbox_hold *hold = inbox_held(in, key);

	if (hold == NULL) {
		in->holds = mem_grow(in->holds, &in->cap_holds, in->n_holds + 1,
		    sizeof(*in->holds));
		hold = &in->holds[in->n_holds++];
		hold->key = copy(key);
	}
	hold->until_ms = until_ms;
	hold->priority = priority;
}

void
inbox_drop_holds(struct inbox *in, int64_t at_ms)
{
	size_t i, n = 0;

	for (i = 0; i < in->n_holds; i++) {
		if (in->holds[i].until_ms > at_ms)
			in->holds[n++] = in->holds[i];
		else
			free(in->holds[i].key);
	}
	in->n_holds = n;
}
