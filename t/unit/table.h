#ifndef SGT_T_TABLE_H
#define SGT_T_TABLE_H

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "unit.h"

/* Golden tables: three lines a case, title, input, expected. */
#define TABLE_MAX 1000
#define TABLE_FILES_MAX 8

struct line {
	const char *file;
	int line;
	struct span title;
	struct span input;
	struct span expect;
};

struct table {
	struct line lines[TABLE_MAX];
	size_t n;
	char *texts[TABLE_FILES_MAX];
	size_t n_texts;
};

static inline char *
table_text(const char *path)
{
	struct buf b = { 0 };
	FILE *f = fopen(path, "r");
	char part[4096];
	size_t n;

	if (f == NULL)
		return NULL;

	while ((n = fread(part, 1, sizeof(part), f)) > 0)
		buf_add(&b, part, n);
	(void)fclose(f);
	buf_byte(&b, '\0');
	return b.s;
}

/* A line of # and an empty one stand between.  False: not there, not whole. */
static inline bool
table_read(struct table *t, const char *path)
{
	char *text = table_text(path), *end;
	struct span at[3], line;
	int n = 0, number = 0;

	if (text == NULL || t->n_texts == TABLE_FILES_MAX)
		return false;

	t->texts[t->n_texts++] = text;
	for (; *text != '\0'; text = *end == '\0' ? end : end + 1) {
		end = text + strcspn(text, "\n");
		number++;
		line.s = text;
		line.len = (size_t)(end - text);
		if (line.len == 0 || line.s[0] == '#')
			continue;
		at[n++] = line;
		if (n < 3 || t->n == TABLE_MAX)
			continue;
		t->lines[t->n++] =
		    (struct line){ path, number - 2, at[0], at[1], at[2] };
		n = 0;
	}
	return n == 0;
}

static inline void
table_done(struct table *t)
{
	size_t i;

	for (i = 0; i < t->n_texts; i++)
		free(t->texts[i]);
}

#endif
