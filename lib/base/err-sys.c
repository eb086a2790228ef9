#include <errno.h>
#include <stdarg.h>

#include "base/err.h"

#undef err_sys

/* Apart from err.c: errno and strerror are nothing for pure code. */

static enum status
status_of(int error)
{
	switch (error) {
	case EAGAIN:
	case ENOSPC:
	case EDQUOT:
	case ECONNREFUSED:
	case ETIMEDOUT:
		return STATUS_TEMPORARY;
	case EACCES:
	case EPERM:
	case ELOOP:
		return STATUS_TRUST;
	case ENOMEM:
	case EMFILE:
	case ENFILE:
		return STATUS_OS;
	default:
		return STATUS_IO;
	}
}

int
err_sys(struct err *e, const char *format, ...)
{
	int error = errno;
	char what[sizeof(e->text)];
	va_list ap;

	va_start(ap, format);
	if (vsnprintf(what, sizeof(what), format, ap) < 0)
		what[0] = '\0';
	va_end(ap);
	return err_set(e, status_of(error), "%s: %s", what, strerror(error));
}
