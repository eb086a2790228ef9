/* nosync.so - preloaded: a sync takes no time, so that all else is measured */

int fsync(int fd);
int fdatasync(int fd);
int syncfs(int fd);

int
fsync(int fd)
{
	(void)fd;
	return 0;
}

int
fdatasync(int fd)
{
	(void)fd;
	return 0;
}

int
syncfs(int fd)
{
	(void)fd;
	return 0;
}
