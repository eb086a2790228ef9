/*
 * httpd FOLDER PORT-FILE LOG - the other side of tests
 *
 * Serves the files of FOLDER on a free port of 127.0.0.1 with an ETag, one
 * request a connection, and logs "METHOD TARGET [If-None-Match] [authorized]"
 * (by Bearer hunter2).  FILE.head has more headers of FILE.  What is after the
 * '?' is how to behave: status=N, with &remaining=N (of a limit), &reset=N and
 * &after=N (Retry-After), retry=N (both), slow, reset, cut, huge, to=URL, new
 * (made in the second it is sent).
 */

#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

struct request {
	char text[8192];
	char method[16];
	char path[256];
	char query[256];
	char etag[64];
};

static bool
read_request(int fd, struct request *r)
{
	size_t len = 0;
	char *at;
	ssize_t n;

	while (strstr(r->text, "\r\n\r\n") == NULL) {
		n = read(fd, r->text + len, sizeof(r->text) - 1 - len);
		if (n <= 0)
			return false;
		len += (size_t)n;
		r->text[len] = '\0';
	}
	if (sscanf(r->text, "%15s %255[^? ]?%255[^ ]", r->method, r->path,
		r->query) < 2)
		return false;
	at = strstr(r->text, "If-None-Match: ");
	if (at != NULL)
		(void)sscanf(at + 15, "%63[^\r]", r->etag);
	return true;
}

static void
note(const char *log, const struct request *r)
{
	char line[1024];
	int n = snprintf(line, sizeof(line), "%s %s%s%s%s%s%s\n", r->method,
	    r->path, r->query[0] != '\0' ? "?" : "", r->query,
	    r->etag[0] != '\0' ? " " : "", r->etag,
	    strstr(r->text, "Authorization: Bearer hunter2\r") != NULL ?
		" authorized" :
		"");
	int fd = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

	(void)!write(fd, line, (size_t)n);
	(void)close(fd);
}

static size_t
load(const char *folder, const char *path, char *ret, size_t max)
{
	char name[1024];
	ssize_t n;
	int fd;

	(void)snprintf(name, sizeof(name), "%s%s", folder, path);
	fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd == -1)
		return SIZE_MAX;
	n = read(fd, ret, max);
	(void)close(fd);
	return n < 0 ? SIZE_MAX : (size_t)n;
}

static unsigned
sum(const char *s, size_t len)
{
	unsigned h = 2166136261u;

	while (len-- > 0)
		h = (h ^ (unsigned char)*s++) * 16777619u;
	return h;
}

static void
say(int fd, const char *s, size_t len)
{
	(void)!send(fd, s, len, MSG_NOSIGNAL);
}

static void
reset(int fd)
{
	struct linger now = { 1, 0 };

	(void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
	(void)close(fd);
	_exit(0);
}

static void
pour(int fd)
{
	static char zeros[65536];

	say(fd, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", 38);
	while (send(fd, zeros, sizeof(zeros), MSG_NOSIGNAL) > 0)
		;
}

/* The headers that speak of how much may be asked. */
static int
limits(const char *query, char *ret, size_t max)
{
	static const char *const names[][2] = {
		{ "&remaining=", "x-ratelimit-remaining" },
		{ "&reset=", "x-ratelimit-reset" },
		{ "&after=", "Retry-After" },
	};
	const char *at;
	size_t i;
	int n = 0;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		at = strstr(query, names[i][0]);
		if (at != NULL)
			n += snprintf(ret + n, max - (size_t)n, "%s: %.*s\r\n",
			    names[i][1],
			    (int)strspn(at + strlen(names[i][0]), "0123456789"),
			    at + strlen(names[i][0]));
	}
	return n;
}

static void
answer(int fd, const char *folder, const struct request *r)
{
	char body[65536];
	char head[1024];
	char to[256] = "";
	char name[264];
	char etag[32];
	size_t more;
	int status = 200;
	int retry = 0;
	size_t len = load(folder, r->path, body, sizeof(body));
	int n;

	if (len == SIZE_MAX) {
		status = 404;
		len = 0;
	}
	(void)snprintf(etag, sizeof(etag), "\"%08x\"", sum(body, len));
	(void)sscanf(r->query, "status=%d", &status);
	if (sscanf(r->query, "retry=%d", &retry) == 1)
		status = 429;
	if (sscanf(r->query, "to=%255s", to) == 1)
		status = 302;
	if (status == 200 && strcmp(r->etag, etag) == 0) {
		status = 304;
		len = 0;
	}
	n = snprintf(head, sizeof(head),
	    "HTTP/1.1 %d X\r\nConnection: close\r\nContent-Length: %zu\r\n"
	    "ETag: %s\r\nX-Twice: a\r\nX-Twice: b\r\nSet-Cookie: k=hunter2\r\n",
	    status, strcmp(r->query, "cut") == 0 ? len + 10 : len, etag);
	n += limits(r->query, head + n, sizeof(head) - (size_t)n);
	(void)snprintf(name, sizeof(name), "%s.head", r->path);
	more = load(folder, name, head + n, sizeof(head) / 2);
	n += more == SIZE_MAX ? 0 : (int)more;
	if (retry > 0)
		n += snprintf(head + n, sizeof(head) - (size_t)n,
		    "Retry-After: %d\r\n", retry);
	if (to[0] != '\0')
		n += snprintf(
		    head + n, sizeof(head) - (size_t)n, "Location: %s\r\n", to);
	if (strcmp(r->query, "new") == 0)
		n += snprintf(head + n, sizeof(head) - (size_t)n,
		    "Date: Mon, 30 Nov 2026 16:00:00 GMT\r\n"
		    "Last-Modified: Mon, 30 Nov 2026 16:00:00 GMT\r\n");
	n += snprintf(head + n, sizeof(head) - (size_t)n, "\r\n");
	say(fd, head, (size_t)n);
	if (strcmp(r->method, "HEAD") != 0)
		say(fd, body, len);
}

static void
serve(int fd, const char *folder, const char *log)
{
	static struct request r;

	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (!read_request(fd, &r))
		_exit(1);
	note(log, &r);
	if (strcmp(r.query, "slow") == 0)
		(void)pause();
	if (strcmp(r.query, "reset") == 0)
		reset(fd);
	if (strcmp(r.query, "huge") == 0)
		pour(fd);
	else
		answer(fd, folder, &r);
	(void)close(fd);
	_exit(0);
}

static int
listen_on(const char *port_file)
{
	struct sockaddr_in a = { .sin_family = AF_INET };
	socklen_t len = sizeof(a);
	char text[16];
	int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int fd;
	int n;

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(s, (struct sockaddr *)&a, sizeof(a)) == -1 ||
	    listen(s, 128) == -1 ||
	    getsockname(s, (struct sockaddr *)&a, &len) == -1)
		return -1;
	n = snprintf(text, sizeof(text), "%d\n", ntohs(a.sin_port));
	fd = open(port_file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	(void)!write(fd, text, (size_t)n);
	(void)close(fd);
	return s;
}

int
main(int argc, char *argv[])
{
	int s;
	int fd;

	if (argc != 4)
		return 64;
	(void)signal(SIGCHLD, SIG_IGN);
	s = listen_on(argv[2]);
	while (s != -1 && (fd = accept(s, NULL, NULL)) != -1) {
		if (fork() == 0)
			serve(fd, argv[1], argv[3]);
		(void)close(fd);
	}
	return 71;
}
