#include "base/boot.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define PATH "/proc/sys/kernel/random/boot_id"
#define LEN 36

void
boot_id(char ret[BOOT_ID_MAX])
{
	char text[BOOT_ID_MAX] = "";
	int fd = open(PATH, O_RDONLY | O_CLOEXEC);

	memset(ret, 0, BOOT_ID_MAX);
	if (fd == -1)
		return;
	/* with its newline */
	if (read(fd, text, sizeof(text) - 1) == LEN + 1)
		memcpy(ret, text, LEN);
	(void)close(fd);
}
