#include "base/lane.h"

#include <pthread.h>

#include "unit.h"

/* Pieces of work write down their turn and who did them. */
struct piece {
	struct lane_work work;
	int want;
	int turn;
	pthread_t by;
};

static int turns;

static int
take_turn(void *arg)
{
	struct piece *p = arg;

	p->turn = ++turns;
	p->by = pthread_self();
	return p->want;
}

static struct piece
piece(int want)
{
	return (struct piece){ .want = want };
}

static void
give(struct lane *l, struct piece *p)
{
	p->work.run = take_turn;
	p->work.arg = p;
	lane_give(l, &p->work);
}

static void
one_at_a_time(void)
{
	struct lane l = { 0 };
	struct piece p[2] = { piece(0), piece(0) };

	unit_case("one at a time is done by who waits for it");
	turns = 0;
	give(&l, &p[0]);
	SAME_INT(turns, 0);
	SAME_INT(lane_wait(&l, &p[0].work), 0);
	give(&l, &p[1]);
	SAME_INT(lane_wait(&l, &p[1].work), 0);
	SAME_INT(p[0].turn, 1);
	SAME_INT(p[1].turn, 2);
	OK(pthread_equal(p[0].by, pthread_self()));
	OK(pthread_equal(p[1].by, pthread_self()));
	lane_done(&l);
}

static void
in_order(void)
{
	struct lane l = { 0 };
	struct piece p[100];
	int i;

	unit_case("several are done beside, in the order given");
	turns = 0;
	for (i = 0; i < 100; i++) {
		p[i] = piece(0);
		give(&l, &p[i]);
		if (i % 3 == 2)
			SAME_INT(lane_wait(&l, &p[i - 1].work), 0);
	}
	SAME_INT(lane_wait(&l, &p[99].work), 0);
	for (i = 0; i < 100; i++) {
		SAME_INT(p[i].turn, i + 1);
		OK(!pthread_equal(p[i].by, pthread_self()));
	}
	unit_case("one that was done is given again");
	give(&l, &p[0]);
	SAME_INT(lane_wait(&l, &p[0].work), 0);
	SAME_INT(p[0].turn, 101);
	lane_done(&l);
}

static void
failed(void)
{
	struct lane l = { 0 };
	struct piece p[4] = { piece(0), piece(-1), piece(0), piece(0) };
	int i;

	unit_case("after one that failed none is done");
	turns = 0;
	for (i = 0; i < 4; i++)
		give(&l, &p[i]);
	SAME_INT(lane_wait(&l, &p[0].work), 0);
	SAME_INT(lane_wait(&l, &p[1].work), -1);
	SAME_INT(lane_wait(&l, &p[2].work), -1);
	/* the last is not waited for */
	lane_done(&l);
	SAME_INT(turns, 2);
	SAME_INT(p[2].turn, 0);
	SAME_INT(p[3].turn, 0);

	unit_case("nor where no thread was needed");
	turns = 0;
	give(&l, &p[1]);
	SAME_INT(lane_wait(&l, &p[1].work), -1);
	give(&l, &p[2]);
	SAME_INT(lane_wait(&l, &p[2].work), -1);
	SAME_INT(turns, 1);
	lane_done(&l);
}

int
main(void)
{
	one_at_a_time();
	in_order();
	failed();
	return unit_end();
}
