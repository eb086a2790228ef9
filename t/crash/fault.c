/*
 * fault.so - die at the Nth call that matters on disk
 *
 * Preloaded into the programs of a pipeline.  It counts write, pwrite, fsync,
 * fdatasync, syncfs, rename*, link*, unlink*, ftruncate and mkdir* of the one
 * program FAULT_PROGRAM names, and at call FAULT_AT, as FAULT_HOW says, kills
 * it before, after, or half (way through a write; before, for all others), or
 * lets the call fail with FAULT_ERRNO (and all after it: failing), or has it
 * write short (half of the bytes, and goes on).
 * FAULT_LOG: a file that gets the name of each call counted.
 *
 * stdout is written by stdio inside libc, where nothing can be put between:
 * its output is kept here and written, counted, when it is flushed.
 */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum how {
	BEFORE,
	AFTER,
	HALF,
	FAIL,
	FAILING,
	SHORT
};

static const char *const hows[] = { "before", "after", "half", "fail",
	"failing", "short" };

/* What is to be done with a call. */
enum act {
	GO,
	LAST,
	REFUSE,
	HALVE
};

static bool ours;
static long at;
static enum how how;
static int fault_errno;
/* of all threads */
static atomic_long n_calls;
static int log_fd = -1;
static char *kept;
static size_t kept_len, kept_cap;

static void
die(void)
{
	(void)syscall(SYS_kill, getpid(), SIGKILL);
}

__attribute__((constructor)) static void
start(void)
{
	const char *program = getenv("FAULT_PROGRAM");
	const char *n = getenv("FAULT_AT"), *h = getenv("FAULT_HOW");
	const char *name = getenv("FAULT_LOG");
	size_t i;

	ours = program != NULL &&
	    strcmp(program, program_invocation_short_name) == 0;
	if (!ours)
		return;
	at = n == NULL ? 0 : strtol(n, NULL, 10);
	for (i = 0; h != NULL && i < sizeof(hows) / sizeof(hows[0]); i++) {
		if (strcmp(h, hows[i]) == 0)
			how = (enum how)i;
	}
	h = getenv("FAULT_ERRNO");
	fault_errno = h == NULL ? EIO : (int)strtol(h, NULL, 10);
	if (name != NULL)
		log_fd =
		    open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* Count one call. */
static enum act
count(const char *name, bool is_write)
{
	char line[32];
	long call;
	int n;

	if (!ours)
		return GO;
	call = atomic_fetch_add(&n_calls, 1) + 1;
	if (log_fd != -1) {
		n = snprintf(line, sizeof(line), "%s\n", name);
		(void)syscall(SYS_write, log_fd, line, (size_t)n);
	}
	if (at == 0 || call < at || (call > at && how != FAILING))
		return GO;
	errno = fault_errno;
	switch (how) {
	case BEFORE:
		die();
		break;
	case HALF:
		if (!is_write)
			die();
		break;
	case FAIL:
	case FAILING:
		return REFUSE;
	case SHORT:
		return is_write ? HALVE : GO;
	case AFTER:
		break;
	}
	return LAST;
}

#define NEXT(name) ((__typeof__(&name))(uintptr_t)dlsym(RTLD_NEXT, #name))

/* Do it, then die where this was the one. */
#define PASS(name, args)                                                       \
	do {                                                                   \
		enum act act = count(#name, false);                            \
		int ret = act == REFUSE ? -1 : NEXT(name) args;                \
                                                                               \
		if (act == LAST)                                               \
			die();                                                 \
		return ret;                                                    \
	} while (0)

static ssize_t
counted_write(int fd, const void *s, size_t len)
{
	enum act act = count("write", true);
	ssize_t ret;

	if (act == REFUSE)
		return -1;
	if (act == HALVE || (act == LAST && how == HALF))
		len = (len + 1) / 2;
	ret = syscall(SYS_write, fd, s, len);
	if (act == LAST)
		die();
	return ret;
}

ssize_t
write(int fd, const void *s, size_t len)
{
	return counted_write(fd, s, len);
}

ssize_t
pwrite(int fd, const void *s, size_t len, off_t offset)
{
	enum act act = count("pwrite", true);
	ssize_t ret;

	if (act == REFUSE)
		return -1;
	if (act == HALVE || (act == LAST && how == HALF))
		len = (len + 1) / 2;
	ret = syscall(SYS_pwrite64, fd, s, len, offset);
	if (act == LAST)
		die();
	return ret;
}

int
fsync(int fd)
{
	PASS(fsync, (fd));
}

int
fdatasync(int fd)
{
	PASS(fdatasync, (fd));
}

int
syncfs(int fd)
{
	PASS(syncfs, (fd));
}

int
rename(const char *a, const char *b)
{
	PASS(rename, (a, b));
}

int
renameat(int d, const char *a, int f, const char *b)
{
	PASS(renameat, (d, a, f, b));
}

int
renameat2(int d, const char *a, int f, const char *b, unsigned flags)
{
	PASS(renameat2, (d, a, f, b, flags));
}

int
link(const char *a, const char *b)
{
	PASS(link, (a, b));
}

int
linkat(int d, const char *a, int f, const char *b, int flags)
{
	PASS(linkat, (d, a, f, b, flags));
}

int
unlink(const char *a)
{
	PASS(unlink, (a));
}

int
unlinkat(int d, const char *a, int flags)
{
	PASS(unlinkat, (d, a, flags));
}

int
ftruncate(int fd, off_t len)
{
	PASS(ftruncate, (fd, len));
}

int
mkdir(const char *a, mode_t mode)
{
	PASS(mkdir, (a, mode));
}

int
mkdirat(int d, const char *a, mode_t mode)
{
	PASS(mkdirat, (d, a, mode));
}

/* ---- stdout ---- */

#undef putc

static void
keep(const void *s, size_t len)
{
	if (kept_len + len > kept_cap) {
		kept_cap = (kept_len + len) * 2;
		kept = realloc(kept, kept_cap);
		if (kept == NULL)
			abort();
	}
	memcpy(kept + kept_len, s, len);
	kept_len += len;
}

static int
flush_kept(void)
{
	size_t done = 0;
	ssize_t n;

	while (done < kept_len) {
		n = counted_write(STDOUT_FILENO, kept + done, kept_len - done);
		if (n == -1 && errno != EINTR)
			return EOF;
		if (n > 0)
			done += (size_t)n;
	}
	kept_len = 0;
	return 0;
}

size_t
fwrite(const void *s, size_t size, size_t n, FILE *f)
{
	if (!ours || f != stdout)
		return NEXT(fwrite)(s, size, n, f);
	keep(s, size * n);
	return n;
}

/* What a compiler makes of putchar. */
int
fputc(int c, FILE *f)
{
	char byte = (char)c;

	if (!ours || f != stdout)
		return NEXT(fputc)(c, f);
	keep(&byte, 1);
	return (unsigned char)c;
}

int
putc(int c, FILE *f)
{
	return fputc(c, f);
}

int
putchar(int c)
{
	return fputc(c, stdout);
}

int
fputs(const char *s, FILE *f)
{
	if (!ours || f != stdout)
		return NEXT(fputs)(s, f);
	keep(s, strlen(s));
	return 0;
}

int
fflush(FILE *f)
{
	if (ours && (f == stdout || f == NULL) && flush_kept() == EOF)
		return EOF;
	return NEXT(fflush)(f);
}

int
fclose(FILE *f)
{
	if (ours && f == stdout && flush_kept() == EOF)
		return EOF;
	return NEXT(fclose)(f);
}

__attribute__((destructor)) static void
finish(void)
{
	if (ours)
		(void)flush_kept();
	free(kept);
}
