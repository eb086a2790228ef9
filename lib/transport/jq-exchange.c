#include "transport/jq-exchange.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "base/json.h"

#define IDLE_MS 20
/* A machine that does much else may take so many times as long. */
#define PATIENCE 10
#define CHUNK_MAX 65536

int64_t
jq_deadline(const struct jq_worker *w)
{
	return w->deadline_ms != 0 ? w->deadline_ms : JQ_DEADLINE_MS;
}

void
jq_put_frame(struct buf *b, enum jq_word word, struct span s)
{
	struct jq_frame f = { (uint32_t)word, (uint32_t)s.len };

	buf_add(b, (const char *)&f, sizeof(f));
	buf_span(b, s);
}

/* One whole frame from what came.  True when the exchange is over. */
static bool
take_frame(struct exchange *x, enum heard *ret)
{
	struct jq_frame f;
	struct json j;
	const char *text;

	memcpy(&f, x->in.s, sizeof(f));
	text = x->in.s + sizeof(f);
	if (f.word == JQ_DONE) {
		*ret = HEARD_DONE;
		return true;
	}
	if (f.word != JQ_VALUE || x->out == NULL) {
		buf_add(&x->complaint, text, f.len);
		*ret = HEARD_REFUSED;
		return true;
	}
	if (json_scan(text, f.len, &j, NULL) == -1) {
		*ret = HEARD_NO_JSON;
		return true;
	}
	buf_add(x->out, text, f.len);
	buf_byte(x->out, '\n');
	buf_shift(&x->in, sizeof(f) + f.len);
	return false;
}

static bool
take_frames(struct exchange *x, enum heard *ret)
{
	struct jq_frame f;

	while (x->in.len >= sizeof(f)) {
		memcpy(&f, x->in.s, sizeof(f));
		if (x->in.len < sizeof(f) + f.len)
			break;
		if (take_frame(x, ret))
			return true;
	}
	return false;
}

/* Read what is there.  True when the exchange is over. */
static bool
hear(struct exchange *x, enum heard *ret)
{
	size_t max = x->w->out_max != 0 ? x->w->out_max : JQ_OUT_MAX;
	char *room = buf_room(&x->in, CHUNK_MAX);
	ssize_t n;

	if (room == NULL) {
		*ret = HEARD_TOO_MUCH;
		return true;
	}
	n = recv(x->w->held - 1, room, CHUNK_MAX, 0);
	if (n == -1 && (errno == EAGAIN || errno == EINTR))
		return false;
	if (n <= 0) {
		*ret = HEARD_DEATH;
		return true;
	}
	x->in.len += (size_t)n;
	x->said += (size_t)n;
	if (x->said > max) {
		*ret = HEARD_TOO_MUCH;
		return true;
	}
	return take_frames(x, ret);
}

/* Send what can be sent.  False when the worker has gone. */
static bool
tell(struct exchange *x)
{
	ssize_t n;

	n = send(x->w->held - 1, x->send.s + x->sent, x->send.len - x->sent,
	    MSG_NOSIGNAL);
	if (n == -1)
		return errno == EAGAIN || errno == EINTR;
	x->sent += (size_t)n;
	return true;
}

/* Its time is over, but it did not get all of it?  Then it gets the rest. */
static bool
is_waited_for(struct exchange *x)
{
	int64_t now_ms = clock_mono_ms();
	int64_t used_ms = clock_cpu_ms(x->w->pid);
	int64_t rest_ms = x->cpu_ms + jq_deadline(x->w) - used_ms;

	if (used_ms == -1 || rest_ms <= 0 || now_ms >= x->last_ms)
		return false;
	x->until_ms = now_ms + rest_ms;
	return true;
}

enum heard
jq_exchange(struct exchange *x)
{
	enum heard ret = HEARD_DEATH;
	struct pollfd p = { .fd = x->w->held - 1 };
	int64_t left;
	int slice;

	for (;;) {
		left = x->until_ms - clock_mono_ms();
		if (left <= 0 && !is_waited_for(x))
			return HEARD_TIMEOUT;
		if (left <= 0)
			continue;
		slice =
		    x->w->idle != NULL && left > IDLE_MS ? IDLE_MS : (int)left;
		p.events = POLLIN;
		if (x->sent < x->send.len)
			p.events |= POLLOUT;
		if (poll(&p, 1, slice) <= 0) {
			if (x->w->idle != NULL)
				x->w->idle(x->w->idle_arg);
			continue;
		}
		if ((p.revents & POLLOUT) != 0)
			(void)tell(x);
		if ((p.revents & (POLLIN | POLLHUP | POLLERR)) != 0 &&
		    hear(x, &ret))
			return ret;
	}
}

void
jq_exchange_begin(struct exchange *x, struct jq_worker *w)
{
	int64_t now_ms = clock_mono_ms();

	*x = (struct exchange){ .w = w };
	x->cpu_ms = clock_cpu_ms(w->pid);
	x->until_ms = now_ms + jq_deadline(w);
	x->last_ms = now_ms + PATIENCE * jq_deadline(w);
	buf_init(&x->send, (size_t)JQ_IN_MAX + 64);
}

void
jq_exchange_end(struct exchange *x)
{
	buf_done(&x->send);
	buf_done(&x->in);
	buf_done(&x->complaint);
}
