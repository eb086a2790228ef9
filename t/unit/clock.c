#include "base/clock.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "unit.h"

static void
fixed(const char *now, int64_t want)
{
	unit_case("is fixed by SGT_NOW=%s", now);
	OK(setenv("SGT_NOW", now, 1) == 0);
	OK(clock_check(NULL) == 0);
	SAME_INT(clock_now_ms(), want);
	SAME_INT(clock_now_ms(), want);
}

static int
status_of_now(void)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		(void)clock_now_ms();
		_exit(0);
	}
	if (pid == -1 || waitpid(pid, &status, 0) != pid || !WIFEXITED(status))
		return -1;
	return WEXITSTATUS(status);
}

static void
unreadable(const char *now)
{
	struct err e = { 0 };

	unit_case("ends with 78 where SGT_NOW is '%s'", now);
	OK(setenv("SGT_NOW", now, 1) == 0);
	OK(clock_check(&e) == -1);
	SAME_INT((int)e.status, STATUS_CONFIG);
	SAME_INT(status_of_now(), STATUS_CONFIG);
}

static void
on_signal(int n)
{
	(void)n;
}

static void
waits(void)
{
	struct itimerval soon = { { 0, 0 }, { 0, 20000 } };
	struct sigaction sa = { 0 };
	int64_t begin = clock_mono_ms();

	unit_case("waits until its deadline");
	OK(clock_wait_until(begin + 30) == 0);
	OK(clock_mono_ms() >= begin + 30);

	unit_case("does not wait for what is past");
	begin = clock_mono_ms();
	OK(clock_wait_until(begin) == 0);
	OK(clock_wait_until(0) == 0);
	OK(clock_wait_until(-1) == 0);
	OK(clock_mono_ms() < begin + 5000);

	unit_case("stops waiting when a signal comes");
	sa.sa_handler = on_signal;
	OK(sigaction(SIGALRM, &sa, NULL) == 0);
	OK(setitimer(ITIMER_REAL, &soon, NULL) == 0);
	begin = clock_mono_ms();
	OK(clock_wait_until(begin + 60000) == -1);
	OK(clock_mono_ms() < begin + 60000);
}

int
main(void)
{
	int64_t before, after;
	struct err e;

	fixed("2026-11-30T16:00:00Z", 1796054400000);
	fixed("2026-11-30T16:00:01.412+00:00", 1796054401412);
	fixed("1796054400000", 1796054400000);
	fixed("0", 0);
	unreadable("yesterday");
	unreadable("-1");
	unreadable("1.5");
	unreadable(" 5");
	unreadable("2026-11-30");
	unit_case("says that SGT_NOW cannot be read");
	OK(setenv("SGT_NOW", "soon", 1) == 0);
	OK(clock_check(&e) == -1);
	SAME_TEXT(span_of(e.text),
	    "SGT_NOW is neither RFC 3339 nor milliseconds: 'soon'");

	unit_case("waiting does not ask SGT_NOW");
	OK(setenv("SGT_NOW", "1970-01-01T00:00:00Z", 1) == 0);
	before = clock_mono_ms();
	OK(clock_wait_until(before + 2) == 0);
	OK(clock_mono_ms() >= before + 2);

	unit_case("tells the system's time where SGT_NOW is unset or empty");
	OK(setenv("SGT_NOW", "", 1) == 0);
	before = (int64_t)time(NULL) * 1000;
	after = clock_now_ms();
	OK(after >= before && after < before + 60000);
	OK(unsetenv("SGT_NOW") == 0);
	OK(clock_now_ms() >= after);
	waits();
	return unit_end();
}
