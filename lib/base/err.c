#include "base/err.h"

#undef err_set

#include <stdarg.h>

#include "base/text.h"

/* A character that vsnprintf cut in two goes whole. */
static size_t
whole(const char *s, size_t len)
{
	uint32_t code;
	size_t i = len;

	while (i > 0 && len - i < 3 && ((unsigned char)s[i - 1] & 0xc0) == 0x80)
		i--;
	if (i == 0 || (unsigned char)s[i - 1] < 0xc0)
		return len;

	return text_char(s + i - 1, len - i + 1, &code) == 0 ? i - 1 : len;
}

int
err_set(struct err *e, enum status status, const char *format, ...)
{
	va_list ap;
	size_t len;
	int n;

	if (e == NULL)
		return -1;

	va_start(ap, format);
	n = vsnprintf(e->text, sizeof(e->text), format, ap);
	va_end(ap);
	if (n < 0)
		e->text[0] = '\0';
	len = strlen(e->text);
	if (n >= (int)sizeof(e->text))
		len = whole(e->text, len);
	e->text[text_clean_here(e->text, len)] = '\0';
	e->status = status;
	return -1;
}
