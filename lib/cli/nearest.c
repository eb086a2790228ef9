#include "cli/nearest.h"

#include <stdint.h>

/* longer words are no names of ours */
#define WORD_MAX 40

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Edit distance with swaps of neighbours, three rows at a time. */
static size_t
slips_between(const char *a, const char *b)
{
	size_t rows[3][WORD_MAX + 1];
	size_t len_a = strlen(a);
	size_t len_b = strlen(b);
	size_t i, j;

	if (len_a > WORD_MAX || len_b > WORD_MAX)
		return SIZE_MAX;

	for (j = 0; j <= len_b; j++)
		rows[0][j] = j;
	for (i = 1; i <= len_a; i++) {
		size_t *row = rows[i % 3];
		const size_t *above = rows[(i - 1) % 3];

		row[0] = i;
		for (j = 1; j <= len_b; j++) {
			row[j] = least(above[j], row[j - 1]) + 1;
			row[j] = least(
			    row[j], above[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				row[j] =
				    least(row[j], rows[(i - 2) % 3][j - 2] + 1);
		}
	}
	return rows[len_a % 3][len_b];
}

void
nearest_offer(struct nearest *n, const char *name)
{
	size_t len = strlen(n->word);
	size_t slips;

	if (len > 1 && strncmp(name, n->word, len) == 0)
		slips = name[len] != '\0';
	else
		slips = slips_between(n->word, name);
	if (slips > (strlen(name) + 2) / 3)
		return;

	if (n->name == NULL || slips < n->slips) {
		n->name = name;
		n->slips = slips;
	}
}
