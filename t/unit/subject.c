#include "model/subject.h"

#include <string.h>

#include "base/err.h"
#include "unit.h"

static void
accepts(void)
{
	static const char *const good[] = {
		"github:acme/widgets#7",
		"command:disk",
		"git:/srv/widgets#refs/heads/*",
		"https://status.example/api?page=1",
		"a+b.c-1:x",
		"watch:sen_01JDYB2C3D4E5F6G7H8J9K0M1N",
		"note:\303\244",
	};
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct err e = { 0 };

		unit_case("'%s' is a subject", good[i]);
		OK(subject_check(span_of(good[i]), &e) == 0);
		SAME_TEXT(span_of(e.text), "");
	}
}

static void
refuses(void)
{
	static const struct {
		const char *text;
		const char *why;
	} bad[] = {
		{ "", "a subject is empty" },
		{ "acme/widgets",
		    "not a subject (SCHEME:PATH): 'acme/widgets'" },
		{ ":x", "not a subject (SCHEME:PATH): ':x'" },
		{ "Git:x", "not a subject (SCHEME:PATH): 'Git:x'" },
		{ "1a:x", "not a subject (SCHEME:PATH): '1a:x'" },
		{ "command:",
		    "a subject with nothing after its scheme: 'command:'" },
		{ "command:a b",
		    "a subject with white space or a control character: "
		    "'command:a b'" },
		{ "command:a\n",
		    "a subject with white space or a control character: "
		    "'command:a?'" },
		{ "command:a\302\240b",
		    "a subject with white space or a control character: "
		    "'command:a\302\240b'" },
		{ "command:a\343\200\200b",
		    "a subject with white space or a control character: "
		    "'command:a\343\200\200b'" },
	};
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct err e = { 0 };

		unit_case("refused: %s", bad[i].why);
		OK(subject_check(span_of(bad[i].text), &e) == -1);
		SAME_INT(e.status, STATUS_DATA);
		SAME_TEXT(span_of(e.text), bad[i].why);
	}
	unit_case("a subject that is not UTF-8 is refused");
	OK(subject_check(span_of("command:\377"), NULL) == -1);
}

static void
bounds(void)
{
	char text[SUBJECT_MAX];
	struct span s = { text, 0 };

	memset(text, 'x', sizeof(text));
	memcpy(text, "command:", 8);
	unit_case("a path of 2000 bytes is the longest");
	s.len = 8 + 2000;
	OK(subject_check(s, NULL) == 0);
	s.len++;
	OK(subject_check(s, NULL) == -1);

	memcpy(text, "abcdefghijklmnopqrstuvwxyzabcdef:x", 34);
	unit_case("a scheme of 32 bytes is the longest");
	s.len = 34;
	OK(subject_check(s, NULL) == 0);
	memcpy(text, "abcdefghijklmnopqrstuvwxyzabcdefg:x", 35);
	s.len = 35;
	OK(subject_check(s, NULL) == -1);
}

static void
says_it_shortly(void)
{
	unit_case("a person says the path, and of a URL all");
	SAME_TEXT(
	    subject_short(span_of("github:acme/widgets#7")), "acme/widgets#7");
	SAME_TEXT(subject_short(span_of("https://status.example/x")),
	    "https://status.example/x");
	SAME_TEXT(subject_short(span_of("http://status.example/x")),
	    "http://status.example/x");
	SAME_TEXT(subject_scheme(span_of("github:acme/widgets#7")), "github");
}

static void
knows_secrets(void)
{
	static const char *const yes[] = {
		"https://ann:s3cret@status.example/x",
		"https://token@status.example",
		"git:https://token@status.example/w.git#main",
		"git:ssh://git:s3cret@host/w.git#main",
		"http://a@b@c/",
	};
	static const char *const no[] = {
		"https://status.example/x?mail=a@b",
		"https://status.example/@ann",
		"https://status.example#a@b",
		"git:ssh://git@host/w.git#main",
		"git:/srv/a@b#main",
		"command:a@b",
		"",
	};
	size_t i;

	for (i = 0; i < sizeof(yes) / sizeof(yes[0]); i++) {
		unit_case("'%s' carries a secret", yes[i]);
		OK(subject_has_secret(span_of(yes[i])));
	}
	for (i = 0; i < sizeof(no) / sizeof(no[0]); i++) {
		unit_case("'%s' carries no secret", no[i]);
		OK(!subject_has_secret(span_of(no[i])));
	}
}

int
main(void)
{
	accepts();
	refuses();
	bounds();
	says_it_shortly();
	knows_secrets();
	return unit_end();
}
