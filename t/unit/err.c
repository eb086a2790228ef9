#include "base/err.h"

#include <errno.h>

#include "unit.h"

static void
sets(void)
{
	struct err e = { 0 };
	char longer[400];
	size_t i;

	unit_case("fills status and text, and returns -1");
	SAME_INT(err_set(&e, STATUS_DATA, "no '%s'", "id"), -1);
	SAME_INT((int)e.status, STATUS_DATA);
	SAME_TEXT(span_of(e.text), "no 'id'");

	unit_case("does without a place for it");
	SAME_INT(err_set(NULL, STATUS_DATA, "no '%s'", "id"), -1);

	unit_case("replaces what a terminal would obey");
	(void)err_set(&e, STATUS_DATA, "a '%s'", "\x1b[31m\n\xc2\x9b\xff\x7f");
	SAME_TEXT(span_of(e.text),
	    "a '?[31m???"
	    "?'");

	unit_case("cuts at a character's end");
	for (i = 0; i < sizeof(e.text) - 2; i++)
		longer[i] = 'a';
	memcpy(longer + i, "\xe2\x82\xac!", 5);
	(void)err_set(&e, STATUS_DATA, "%s", longer);
	SAME_INT((int64_t)strlen(e.text), sizeof(e.text) - 2);
	OK(e.text[sizeof(e.text) - 3] == 'a');

	unit_case("keeps a last character that is whole");
	memcpy(longer + sizeof(e.text) - 4, "\xe2\x82\xac!", 5);
	(void)err_set(&e, STATUS_DATA, "%s", longer);
	SAME_INT((int64_t)strlen(e.text), sizeof(e.text) - 1);
	SAME_TEXT(span_of(e.text + sizeof(e.text) - 4), "\xe2\x82\xac");
}

static void
maps(void)
{
	static const struct {
		int error;
		enum status status;
	} rows[] = {
		{ EAGAIN, STATUS_TEMPORARY },
		{ ENOSPC, STATUS_TEMPORARY },
		{ EDQUOT, STATUS_TEMPORARY },
		{ ECONNREFUSED, STATUS_TEMPORARY },
		{ ETIMEDOUT, STATUS_TEMPORARY },
		{ EACCES, STATUS_TRUST },
		{ EPERM, STATUS_TRUST },
		{ ELOOP, STATUS_TRUST },
		{ ENOMEM, STATUS_OS },
		{ EMFILE, STATUS_OS },
		{ ENFILE, STATUS_OS },
		{ EIO, STATUS_IO },
		{ ENOENT, STATUS_IO },
		{ EROFS, STATUS_IO },
		{ EPIPE, STATUS_IO },
	};
	struct err e;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unit_case("status of: %s", strerror(rows[i].error));
		errno = rows[i].error;
		SAME_INT(err_sys(&e, "cannot open '%s'", "x"), -1);
		SAME_INT((int)e.status, (int)rows[i].status);
	}
	unit_case("says what the system says");
	errno = ENOENT;
	(void)err_sys(&e, "cannot open '%s'", "a\nb");
	SAME_TEXT(
	    span_of(e.text), "cannot open 'a?b': No such file or directory");
}

int
main(void)
{
	sets();
	maps();
	return unit_end();
}
