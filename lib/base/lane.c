#include "base/lane.h"

#include <stddef.h>

static void
run_first(struct lane *l, struct lane_work *w)
{
	w->result = l->failed ? -1 : w->run(w->arg);
}

static void
take_out_first(struct lane *l)
{
	l->failed = l->failed || l->first->result != 0;
	l->first->is_done = true;
	l->first = l->first->next;
}

static void *
work(void *arg)
{
	struct lane *l = arg;
	struct lane_work *w;

	for (;;) {
		(void)pthread_mutex_lock(&l->mutex);
		while (l->first == NULL && !l->is_ending)
			(void)pthread_cond_wait(&l->changed, &l->mutex);
		w = l->first;
		(void)pthread_mutex_unlock(&l->mutex);
		if (w == NULL)
			return NULL;
		run_first(l, w);
		(void)pthread_mutex_lock(&l->mutex);
		take_out_first(l);
		(void)pthread_mutex_unlock(&l->mutex);
		(void)pthread_cond_signal(&l->changed);
	}
}

static bool
begin(struct lane *l)
{
	if (pthread_mutex_init(&l->mutex, NULL) != 0)
		return false;
	if (pthread_cond_init(&l->changed, NULL) == 0) {
		if (pthread_create(&l->thread, NULL, work, l) == 0)
			return true;
		(void)pthread_cond_destroy(&l->changed);
	}
	(void)pthread_mutex_destroy(&l->mutex);
	return false;
}

static void
add(struct lane *l, struct lane_work *w)
{
	w->is_done = false;
	w->next = NULL;
	if (l->first == NULL)
		l->first = w;
	else
		l->last->next = w;
	l->last = w;
}

void
lane_give(struct lane *l, struct lane_work *w)
{
	if (!l->has_thread) {
		add(l, w);
		l->has_thread = l->first != w && begin(l);
		return;
	}
	(void)pthread_mutex_lock(&l->mutex);
	add(l, w);
	(void)pthread_mutex_unlock(&l->mutex);
	(void)pthread_cond_signal(&l->changed);
}

int
lane_wait(struct lane *l, struct lane_work *w)
{
	while (!l->has_thread && !w->is_done) {
		run_first(l, l->first);
		take_out_first(l);
	}
	if (!l->has_thread)
		return w->result;

	(void)pthread_mutex_lock(&l->mutex);
	while (!w->is_done)
		(void)pthread_cond_wait(&l->changed, &l->mutex);
	(void)pthread_mutex_unlock(&l->mutex);
	return w->result;
}

void
lane_done(struct lane *l)
{
	if (!l->has_thread)
		return;

	(void)pthread_mutex_lock(&l->mutex);
	l->is_ending = true;
	(void)pthread_cond_signal(&l->changed);
	(void)pthread_mutex_unlock(&l->mutex);
	(void)pthread_join(l->thread, NULL);
	(void)pthread_cond_destroy(&l->changed);
	(void)pthread_mutex_destroy(&l->mutex);
	*l = (struct lane){ 0 };
}
