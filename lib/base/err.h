#ifndef SGT_BASE_ERR_H
#define SGT_BASE_ERR_H

/*
 * What went wrong and what the caller should do about it.  The library never
 * prints and never exits: it fills the struct err on the caller's stack and
 * returns -1.  A message is made once, where the knowledge is: lower case,
 * no full stop, first what failed, then the object in single quotes.
 * DESIGN.md 3 (exit status).
 */

/* The exit status of every program, and of every error. */
enum status {
	STATUS_OK = 0,
	/* the answer to a question is no; never an error */
	STATUS_NO = 1,
	STATUS_USAGE = 64,
	/* some input was malformed, the rest was handled */
	STATUS_DATA = 65,
	STATUS_BUG = 70,
	STATUS_OS = 71,
	/* something could not be read or written; every failed fsync */
	STATUS_IO = 74,
	/*
	 * again later: locked, throttled, unreachable, disk full before commit
	 */
	STATUS_TEMPORARY = 75,
	/* owner, mode, signature or key is wrong */
	STATUS_TRUST = 77,
	STATUS_CONFIG = 78
};

struct err {
	enum status status;
	char text[256];
};

/*
 * Fill e (which may be NULL) and return -1.  Control characters that came
 * in through an argument are replaced by '?'; what is too long is cut at a
 * character's end.
 */
int err_set(struct err *e, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * The same, with ": strerror(errno)" appended and the status errno calls
 * for: EAGAIN ENOSPC EDQUOT ECONNREFUSED ETIMEDOUT 75, EACCES EPERM ELOOP 77,
 * ENOMEM EMFILE ENFILE 71, else 74.
 */
int err_sys(struct err *e, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An analyser that sees one file at a time is told that these return -1. */
#ifdef __clang_analyzer__
#define err_set(...) ((void)(err_set)(__VA_ARGS__), -1)
#define err_sys(...) ((void)(err_sys)(__VA_ARGS__), -1)
#endif

#endif
