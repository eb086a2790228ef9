/*
 * consumer - the least that answers an event: reads it, acknowledges its key
 */

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int
main(void)
{
	static const char name[] = "\"idempotency_key\":\"";
	char line[65536];
	ssize_t n = read(STDIN_FILENO, line, sizeof(line) - 1);
	char *key, *end;

	if (n <= 0)
		return 1;
	line[n] = '\0';
	key = strstr(line, name);
	if (key == NULL)
		return 1;
	key += sizeof(name) - 1;
	end = strchr(key, '"');
	if (end == NULL)
		return 1;
	(void)printf("{\"idempotency_key\":\"%.*s\",\"status\":\"ack\","
		     "\"version\":\"sergeant.callback-ack/v1\"}\n",
	    (int)(end - key), key);
	return 0;
}
