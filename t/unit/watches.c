#include "store/watches.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk/dir.h"
#include "disk/file.h"
#include "line.h"

#define REST                                                                   \
	",\"clauses\":[{\"subject\":\"command:disk\","                         \
	"\"kind\":\"command\",\"types\":[\"*\"]}],\"to\":\"human:ann\","       \
	"\"created\":\"2026-11-30T16:00:00Z\",\"every\":\"5m\","               \
	"\"until\":\"never\"}"

static struct home
home_here(void)
{
	struct home h = { .root = -1 };

	h.workspace = open(unit_folder(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return h;
}

static struct watch
watch_of(const char *id, struct pool *p)
{
	struct buf b = { 0 };
	struct watch w = { 0 };
	struct json j;
	struct span text;

	buf_format(&b, "{\"version\":1,\"id\":\"%s\"" REST, id);
	text = pool_copy(p, buf_as_span(&b));
	j = scanned(text.s);
	OK(watch_parse(&j, p, &w, NULL) == 0);
	buf_done(&b);
	return w;
}

static void
write_document(const struct home *h, const char *name, const char *text)
{
	int dir = home_dir(h, "watches", NULL);

	OK(file_replace(dir, name, span_of(text), false, NULL) == 0);
	(void)close(dir);
}

static int
commit(const struct home *h, const struct watches_change *c, size_t n)
{
	struct watches ws = { 0 };
	struct lock l = { 0 };
	int r;

	OK(watches_begin(h, &l, &ws, NULL) == 0);
	r = watches_commit(h, c, n, NULL);
	lock_drop(&l);
	watches_done(&ws);
	return r;
}

static void
loads_what_it_saved(const struct home *h)
{
	struct pool p = { 0 };
	struct watch a = watch_of("sen_A", &p);
	struct watch b = watch_of("sen_B", &p);
	struct watches_change c[] = {
		{ b.id, &b },
		{ a.id, &a },
	};
	struct watches_change gone = { a.id, NULL };
	struct watches ws = { 0 };

	unit_case("an empty folder has no watches");
	OK(watches_load(h, &ws, NULL) == 0);
	SAME_INT((int64_t)ws.n, 0);
	OK(watches_find(&ws, span_of("sen_A")) == NULL);
	watches_done(&ws);

	unit_case("what was saved is loaded, by id");
	OK(commit(h, c, 2) == 0);
	OK(watches_load(h, &ws, NULL) == 0);
	if (OK(ws.n == 2)) {
		SAME_TEXT(ws.list[0].id, "sen_A");
		OK(watches_find(&ws, span_of("sen_B")) == &ws.list[1]);
		OK(watches_find(&ws, span_of("sen_C")) == NULL);
	}
	watches_done(&ws);

	unit_case("what was removed is gone");
	OK(commit(h, &gone, 1) == 0);
	OK(watches_load(h, &ws, NULL) == 0);
	SAME_INT((int64_t)ws.n, 1);
	watches_done(&ws);
	pool_done(&p);
}

static void
reports_the_damaged(const struct home *h)
{
	struct watches ws = { 0 };
	struct lock l = { 0 };
	struct stat st;

	write_document(h, "sen_C.json", "{\"version\":1,");
	write_document(h, "sen_D.json", "{\"version\":2,\"id\":\"sen_D\"}");
	write_document(h, "sen_E.json", "{\"version\":1,\"id\":\"sen_B\"" REST);

	unit_case("a reader passes damaged documents over and leaves them");
	OK(watches_load(h, &ws, NULL) == 0);
	SAME_INT((int64_t)ws.n, 1);
	if (OK(ws.n_bad == 3)) {
		SAME_TEXT(ws.bad[0].name, "sen_C.json");
		SAME_INT(ws.bad[1].err.status, STATUS_CONFIG);
		SAME_TEXT(span_of(ws.bad[1].err.text),
		    "cannot use 'sen_D.json': its version is unknown");
		SAME_TEXT(span_of(ws.bad[2].err.text),
		    "cannot use 'sen_E.json': its id is 'sen_B'");
	}
	OK(fstatat(h->workspace, "watches/sen_D.json", &st, 0) == 0);
	watches_done(&ws);

	unit_case("who changes watches moves damaged ones aside, whole");
	OK(watches_begin(h, &l, &ws, NULL) == 0);
	if (OK(ws.n_bad == 3))
		SAME_TEXT(span_of(ws.bad[1].err.text),
		    "cannot use 'sen_D.json': its version is unknown; it is "
		    "now 'quarantine/sen_D.json'");
	OK(fstatat(h->workspace, "watches/sen_D.json", &st, 0) == -1);
	OK(fstatat(h->workspace, "watches/quarantine/sen_D.json", &st, 0) == 0);
	SAME_INT(st.st_size, 26);
	watches_done(&ws);
	lock_drop(&l);
	OK(watches_load(h, &ws, NULL) == 0);
	SAME_INT((int64_t)ws.n_bad, 0);
	watches_done(&ws);
}

static void
reads_many_lines(const struct home *h)
{
	struct watches ws = { 0 };

	unit_case("a document over many lines is spliced into one");
	write_document(h, "sen_F.json",
	    "{\n\"version\":1,\n\"id\":\"sen_F\",\r\n\"config\":{\n"
	    "\"a\":\n1}" REST "\n");
	OK(watches_load(h, &ws, NULL) == 0);
	if (OK(ws.n == 2))
		SAME_TEXT(json_span(&ws.list[1].config), "{ \"a\": 1}");
	watches_done(&ws);

	unit_case("a text with a raw line end in it is damage");
	write_document(h, "sen_F.json", "{\"version\":1,\"id\":\"sen\n_F\"}");
	OK(watches_load(h, &ws, NULL) == 0);
	SAME_INT((int64_t)ws.n_bad, 1);
	watches_done(&ws);
}

static void
finds_among_many(const struct home *h)
{
	struct pool p = { 0 };
	struct watches ws = { 0 };
	struct watch w[40];
	struct watches_change c[40];
	char id[24];
	int i;

	unit_case("forty saved in one commit are all found");
	for (i = 0; i < 40; i++) {
		(void)snprintf(id, sizeof(id), "sen_M%02d", i);
		w[i] = watch_of(pool_copy(&p, span_of(id)).s, &p);
		c[i] = (struct watches_change){ w[i].id, &w[i] };
	}
	OK(commit(h, c, 40) == 0);
	OK(watches_load(h, &ws, NULL) == 0);
	for (i = 0; i < 40; i++)
		OK(watches_find(&ws, w[i].id) != NULL);
	watches_done(&ws);
	pool_done(&p);
}

int
main(void)
{
	struct home h = home_here();

	loads_what_it_saved(&h);
	reports_the_damaged(&h);
	reads_many_lines(&h);
	finds_among_many(&h);
	return unit_end();
}
