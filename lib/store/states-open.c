#include "store/states-inside.h"

#include "base/mem.h"

/* Open verdicts: what was concluded and is not yet named by the journal. */

static bool
same_open(const void *owner, uint32_t item, const void *key)
{
	const struct states *s = owner;

	return memcmp(&s->opens[item].id, key, sizeof(struct state_id)) == 0;
}

static uint64_t
hash_id(const struct state_id *id)
{
	uint64_t ret;

	memcpy(&ret, id->b, sizeof(ret));
	return ret;
}

struct state_open *
states_find_open(struct states *s, struct span id)
{
	struct state_id key;
	uint32_t at;

	if (s->n_opens == 0)
		return NULL;
	state_id_of(id, &key);
	at = index_find(&s->open_index, hash_id(&key), same_open, s, &key);
	return at == INDEX_NONE ? NULL : &s->opens[at];
}

static void
add_events(struct state_open *o, const struct json *events)
{
	struct json_item it = { 0 };
	size_t n = json_count(events);

	o->events = mem_new(n * sizeof(*o->events));
	while (json_each(events, &it)) {
		struct json id = json_get(&it.value, "id");

		/*
		 * an id with an escape in it is no id of ours: left as written
		 */
		if (id.type != JSON_TEXT)
			continue;
		state_id_of(json_inside(&id), &o->events[o->n_events++].event);
	}
	o->n_left = o->n_events;
}

static void
add(struct states *s, const struct state_open *o)
{
	s->opens = mem_grow(
	    s->opens, &s->cap_opens, s->n_opens + 1, sizeof(*s->opens));
	s->opens[s->n_opens] = *o;
	index_add(&s->open_index, hash_id(&o->id), (uint32_t)s->n_opens);
	s->n_opens++;
}

void
states_open_verdict(
    struct states *s, int64_t seq, size_t len, const struct verdict *v)
{
	struct state_open o = { .seq = seq,
		.len = len,
		.n_events = v->n_events,
		.n_left = v->n_events };
	size_t i;

	state_id_of(span_of(v->id), &o.id);
	if (index_find(&s->open_index, hash_id(&o.id), same_open, s, &o.id) !=
	    INDEX_NONE)
		return;
	o.events = mem_new(v->n_events * sizeof(*o.events));
	for (i = 0; i < v->n_events; i++)
		state_id_of(v->events[i].id, &o.events[i].event);
	add(s, &o);
}

void
states_add_open(struct states *s, int64_t seq, const struct json *verdict)
{
	struct state_open o = { .seq = seq, .len = verdict->len };
	struct json id = json_get(verdict, "id");
	struct json data = json_get(verdict, "data");
	struct json events = json_get(&data, "events");

	if (id.type != JSON_TEXT)
		return;
	state_id_of(json_inside(&id), &o.id);
	if (index_find(&s->open_index, hash_id(&o.id), same_open, s, &o.id) !=
	    INDEX_NONE)
		return;
	add_events(&o, &events);
	if (o.n_events == 0) {
		free(o.events);
		return;
	}
	add(s, &o);
}

void
states_name_event(struct state_open *o, struct span event, bool fresh)
{
	struct state_id id;
	size_t i;

	state_id_of(event, &id);
	for (i = 0; i < o->n_events; i++) {
		if (o->events[i].named ||
		    memcmp(&o->events[i].event, &id, sizeof(id)) != 0)
			continue;
		o->events[i].named = true;
		o->events[i].fresh = fresh;
		o->n_left--;
	}
}

void
states_sweep_open(struct states *s)
{
	size_t i, n = 0;

	for (i = 0; i < s->n_opens; i++) {
		if (s->opens[i].n_left == 0)
			free(s->opens[i].events);
		else
			s->opens[n++] = s->opens[i];
	}
	if (n == s->n_opens)
		return;

	s->n_opens = n;
	index_reset(&s->open_index);
	for (i = 0; i < n; i++)
		index_add(
		    &s->open_index, hash_id(&s->opens[i].id), (uint32_t)i);
}

void
states_done_open(struct states *s)
{
	size_t i;

	for (i = 0; i < s->n_opens; i++)
		free(s->opens[i].events);
	s->n_opens = 0;
	index_reset(&s->open_index);
}

size_t
states_open_count(const struct states *s)
{
	return s->n_opens;
}

size_t
states_untold_count(const struct states *s)
{
	size_t i, n = 0;

	for (i = 0; i < s->n_opens; i++)
		n += s->opens[i].n_left > 0;
	return n;
}

/*
 * opens are in the order of their records, so one pass finds them all.  The
 * log that is being read on is left where it is.
 */
int
states_read_open(struct states *s,
    int (*each)(void *arg, const struct state_open *o, struct span line),
    void *arg, struct err *e)
{
	struct log log;
	struct log_line line;
	struct json j, verdict;
	size_t i = 0;
	int ret = -1;

	if (s->n_opens == 0)
		return 0;
	if (log_open(&log, s->home->workspace, "state", false, e) == -1)
		return -1;
	if (log_seek(&log, s->opens[0].seq, e) == -1)
		goto out;
	while (i < s->n_opens) {
		int r = log_next(&log, &line, e);

		if (r == -1)
			goto out;
		if (r == 0 || line.seq > s->opens[i].seq) {
			(void)err_set(e, STATUS_IO,
			    "cannot read open verdict at %lld of 'state'",
			    (long long)s->opens[i].seq);
			goto out;
		}
		if (line.seq < s->opens[i].seq)
			continue;
		if (json_scan(line.text.s, line.text.len, &j, e) == -1)
			goto out;
		verdict = json_get(&j, "verdict");
		if (each(arg, &s->opens[i], json_span(&verdict)) == -1)
			goto out;
		i++;
	}
	ret = 0;
out:
	log_close(&log);
	return ret;
}

struct printer {
	int (*each)(void *arg, struct span line);
	void *arg;
};

static int
hand_on(void *arg, const struct state_open *o, struct span line)
{
	const struct printer *p = arg;

	(void)o;
	return p->each(p->arg, line);
}

int
states_each_open(struct states *s, int (*each)(void *arg, struct span line),
    void *arg, struct err *e)
{
	struct printer p = { each, arg };

	return states_read_open(s, hand_on, &p, e);
}
