#include "states.h"

/* What is there after a writer died, a disk lost bytes, a log was compacted. */
static struct rig r;
static struct err e;

static const struct put one = { W1, "command:x", 1, 1, { E1 }, { E1 }, V1 };
static const struct put two = { W1, "command:x", 2, 2, { E2 }, { E2 }, V2 };

static void
cut(const char *name, off_t len)
{
	int fd = openat(r.home.workspace, name, O_RDWR | O_CLOEXEC);

	OK(fd != -1 && ftruncate(fd, len) == 0);
	(void)close(fd);
}

static void
uncommitted(void)
{
	static const char *const orphan[] = {
		"{\"key\":\"k\",\"watch\":\"" W1
		"\",\"kind\":\"command\",\"subject\":\"command:x\",\"part\":{"
		"\"as_of\":9}}",
	};
	static const char *const wrong[] = {
		"{\"key\":\"k\",\"watch\":\"" W1
		"\",\"kind\":\"command\",\"subject\":\"command:x\",\"part\":{"
		"\"as_of\":9}}",
		"{\"commit\":{\"n\":1,\"crc\":\"00000000\",\"inbound\":9,"
		"\"closed\":[],\"named\":[]}}",
	};

	unit_case("a batch without its commit line is not there");
	rig_begin(&r);
	rig_decide(&r, &one);
	rig_log(&r, "state", orphan, 1);
	rig_again(&r);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 1);

	unit_case("nor is it when others have committed after it");
	rig_decide(&r, &two);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 2);
	rig_again(&r);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 2);
	OK(rig_seen(&r, W1, E2));

	unit_case("a batch whose crc does not match is not there, nor its "
		  "cursors");
	rig_log(&r, "state", wrong, 2);
	rig_again(&r);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 2);
	SAME_INT(states_inbound_cursor(r.s), 0);
	rig_end(&r);
}

static void
torn(void)
{
	struct put three = two;
	off_t before, after, len;
	bool whole = true;

	three.as_of = 3;
	unit_case("of a batch torn at any byte nothing is there");
	rig_begin(&r);
	rig_decide(&r, &one);
	before = rig_size(&r, SEGMENT_1);
	rig_decide(&r, &two);
	after = rig_size(&r, SEGMENT_1);
	/* without its newline alone the last line is a line */
	for (len = after - 2; len >= before && whole; len--) {
		cut(SEGMENT_1, len);
		rig_again(&r);
		whole = OK(rig_as_of(&r, W1, "command:x") == 1) &&
		    OK(!rig_seen(&r, W1, E2)) &&
		    OK(states_open_count(r.s) == 1);
		/* and the next decision goes on from there */
		if (len % 7 == 0 && whole) {
			rig_decide(&r, &three);
			rig_again(&r);
			whole = OK(rig_as_of(&r, W1, "command:x") == 3) &&
			    OK(rig_seen(&r, W1, E1));
			cut(SEGMENT_1, before);
		}
	}
	rig_end(&r);
}

static bool
is_first(void *arg, struct span id)
{
	(void)arg;
	return span_is(id, W1);
}

static int
count_lines(void *arg, struct span line)
{
	int *n = arg;

	(void)line;
	++*n;
	return 0;
}

/* Decide about as often as makes the log worth compacting. */
static void
fill(void)
{
	struct put p = one;
	struct err why = { 0 };
	int i;

	p.events[0] = NULL;
	p.seen[0] = NULL;
	for (i = 0; i < 4000; i++) {
		p.as_of = 100 + i;
		OK(rig_put(&r, &p) == 0);
	}
	OK(states_commit(r.s, &why) == 0);
}

static void
compaction(void)
{
	struct put gone = { W2, "command:x", 5, 0, { E3 }, { E3 }, V2 };
	struct rig reader;
	int n = 0;

	unit_case("a log under 1 MB is left as it is");
	rig_begin(&r);
	rig_decide(&r, &one);
	rig_decide(&r, &gone);
	states_move_inbound(r.s, 4);
	OK(states_commit(r.s, &e) == 0);
	OK(states_compact(r.s, STATES_COMPACT_BYTES, is_first, NULL, &e) == 0);
	OK(rig_size(&r, SEGMENT_1) > 0);

	unit_case(
	    "compacted, all that lives is there, and the old is unlinked");
	fill();
	reader = r;
	reader.s = NULL;
	OK(states_open(&r.home, false, &reader.s, &e) == 0);
	OK(states_compact(r.s, STATES_COMPACT_BYTES, is_first, NULL, &e) == 0);
	SAME_INT(rig_size(&r, SEGMENT_1), 0);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 4099);
	OK(rig_seen(&r, W1, E1));
	SAME_INT(states_inbound_cursor(r.s), 4);

	unit_case(
	    "watches that are gone are left out, their verdicts are told");
	SAME_INT(rig_as_of(&r, W2, "command:x"), 0);
	SAME_INT((int64_t)states_open_count(r.s), 2);
	OK(states_each_open(r.s, count_lines, &n, &e) == 0);
	SAME_INT(n, 2);

	unit_case("it goes on from there, for others too");
	rig_decide(&r, &two);
	rig_again(&r);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 2);
	SAME_INT(states_refresh(reader.s, &e), 0);
	SAME_INT(rig_as_of(&reader, W1, "command:x"), 2);
	states_close(reader.s);
	rig_end(&r);
}

static void
forgetting(void)
{
	struct put p = { W1, "command:x", 1, 0, { NULL }, { NULL }, NULL };
	char id[32];
	struct state s;
	int i;

	unit_case("the newest 1,000 ids stay, and what the last look shows");
	rig_begin(&r);
	for (i = 0; i < 1500; i++) {
		(void)snprintf(id, sizeof(id), "evt_%024x", (unsigned)i);
		p.seen[0] = id;
		OK(rig_put(&r, &p) == 0);
	}
	OK(states_commit(r.s, &e) == 0);
	fill();
	/* a complete look that still shows the third */
	states_get(r.s, text(W1), text("command"), text("command:x"), &s);
	OK(s.seen(s.seen_arg, text("evt_000000000000000000000003")));
	states_shown(r.s, text(W1), text("command"), text("command:x"));
	OK(states_compact(r.s, STATES_COMPACT_BYTES, is_first, NULL, &e) == 0);
	OK(rig_seen(&r, W1, "evt_000000000000000000000003"));
	OK(!rig_seen(&r, W1, "evt_000000000000000000000004"));
	/* 499 is the last of the oldest 500 */
	OK(!rig_seen(&r, W1, "evt_0000000000000000000001f3"));
	OK(rig_seen(&r, W1, "evt_0000000000000000000001f4"));
	rig_end(&r);
}

static void
damage(void)
{
	struct put other = { W2, "command:y", 7, 0, { NULL }, { NULL }, NULL };
	struct err why = { 0 };
	int fd;

	unit_case(
	    "damage in the middle is set aside, every good record goes on");
	rig_begin(&r);
	rig_decide(&r, &one);
	rig_decide(&r, &other);
	rig_decide(&r, &two);
	fd = openat(r.home.workspace, SEGMENT_1, O_WRONLY | O_CLOEXEC);
	OK(pwrite(fd, "#", 1, 20) == 1);
	(void)close(fd);
	states_close(r.s);
	OK(states_open(&r.home, true, &r.s, &e) == 0);
	SAME_INT(states_refresh(r.s, &why), 1);
	SAME_INT(why.status, STATUS_IO);
	SAME_INT(rig_as_of(&r, W2, "command:y"), 7);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 2);
	OK(!rig_seen(&r, W1, E1));
	SAME_INT((int64_t)states_open_count(r.s), 1);

	unit_case("once");
	rig_again(&r);
	SAME_INT(rig_as_of(&r, W2, "command:y"), 7);
	rig_end(&r);
}

static void
lost_commit(void)
{
	struct put other = { W2, "command:y", 7, 0, { NULL }, { NULL }, NULL };
	char line[4096];
	ssize_t n;
	char *at;
	int fd;

	unit_case("records whose commit line alone is damaged go on");
	rig_begin(&r);
	rig_decide(&r, &one);
	rig_decide(&r, &other);
	fd = openat(r.home.workspace, SEGMENT_1, O_RDWR | O_CLOEXEC);
	n = pread(fd, line, sizeof(line) - 1, 0);
	OK(n > 0);
	line[n] = '\0';
	at = strstr(line, "\"commit\"");
	OK(at != NULL && pwrite(fd, "#", 1, at - line) == 1);
	(void)close(fd);
	states_close(r.s);
	OK(states_open(&r.home, true, &r.s, &e) == 0);
	SAME_INT(states_refresh(r.s, &e), 1);
	SAME_INT(rig_as_of(&r, W1, "command:x"), 1);
	SAME_INT(rig_as_of(&r, W2, "command:y"), 7);
	rig_end(&r);
}

int
main(void)
{
	uncommitted();
	torn();
	compaction();
	forgetting();
	damage();
	lost_commit();
	return unit_end();
}
