/*
 * raw-append - the floor under sgt-journal append: read lines, write them to
 * a file in batches of N, one write and one fdatasync a batch.
 * usage: raw-append FILE N [LINES]
 */

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/num.h"

static int
flush(int fd, struct buf *b)
{
	if (b->len == 0)
		return 0;
	if (write(fd, b->s, b->len) != (ssize_t)b->len || fdatasync(fd) == -1)
		return -1;

	buf_reset(b);
	return 0;
}

int
main(int argc, char *argv[])
{
	struct buf batch = { 0 };
	char *line = NULL;
	size_t cap = 0;
	int64_t per_batch = 0, n = 0;
	ssize_t len;
	FILE *in = stdin;
	int fd;

	if (argc < 3 || argc > 4 ||
	    num_parse(span_of(argv[2]), 1, 100000, &per_batch, NULL) == -1) {
		fprintf(stderr, "usage: raw-append FILE N [LINES]\n");
		return 64;
	}
	if (argc == 4)
		in = fopen(argv[3], "re");
	fd = open(argv[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (in == NULL || fd == -1)
		return 74;

	while ((len = getline(&line, &cap, in)) > 0) {
		buf_add(&batch, line, (size_t)len);
		if (++n % per_batch == 0 && flush(fd, &batch) == -1)
			return 74;
	}
	if (flush(fd, &batch) == -1)
		return 74;

	free(line);
	(void)fclose(in);
	buf_done(&batch);
	return close(fd) == 0 ? 0 : 74;
}
