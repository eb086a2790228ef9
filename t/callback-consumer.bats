load callback/helper
load small

drains() {
	expect 0 sgt-callback drain t1
	says "$(figures "$@")"
}

ack() {
	printf '{"idempotency_key":"%s:1","status":"ack","version":"sergeant.callback-ack/v1"}' "$key"
}

# settles WORD: the only event is pending with that word
settles() {
	drains 0 1 1 || return
	[ "$(state 1 | jq -c '[.status,.claimed_at,.last_result]')" = \
		"[\"pending\",null,\"$1\"]" ]
}

is_gone() { ! kill -0 "$1" 2>&-; }

@test "a consumer has no argument, these variables and these descriptors, nothing more" {
	consumer p <<-END
	#!/bin/sh
	{
		echo "\$# \$(readlink /proc/\$\$/fd/2) \$(umask) \$(pwd)"
		tr '\0' '\n' </proc/\$\$/environ | sort
		ls /proc/\$\$/fd >$PWD/fds
		# but for those that the shell keeps for itself
		grep -v .. $PWD/fds
		cat
	} >$PWD/seen
	echo '$(ack)'
	END
	origin
	event_of a
	mkdir elsewhere
	cd elsewhere
	export SERGEANT_FLEET=$BATS_TEST_TMPDIR/fleet
	umask 027
	exec 7</dev/null 8>&1 9<.
	expect 0 env -i HOME=/h PATH="$PATH" LANG=C LANGUAGE=en LC_ALL=C.UTF-8 \
		LC_CTYPE=C LC_X= TMPDIR=/tmp TMP=/var/tmp TEMP=/var/tmp SECRET=hunter2 \
		GH_TOKEN=hunter2 HOMES=/x LCX=1 SGT_NOW="$SGT_NOW" \
		SERGEANT_FLEET="$SERGEANT_FLEET" \
		SERGEANT_CALLBACKS="$SERGEANT_CALLBACKS" \
		sgt-callback drain t1
	exec 7>&- 8>&- 9>&-
	says "$(figures 1 1 0)"
	diff - ../seen <<-END
	0 /dev/null 0027 $PWD
	HOME=/h
	LANG=C
	LANGUAGE=en
	LC_ALL=C.UTF-8
	LC_CTYPE=C
	LC_X=
	PATH=$PATH
	TEMP=/var/tmp
	TMP=/var/tmp
	TMPDIR=/tmp
	0
	1
	2
	3
	$(cat ../"$c"/events/00000001/event.json)
	END
}

@test "a program that is no script has three descriptors" {
	cat >show.c <<-END
	#include <dirent.h>
	#include <stdio.h>
	int main(int argc, char **argv)
	{
		DIR *d = opendir("/proc/self/fd");
		FILE *f = fopen("$PWD/seen", "w");
		int n = 0;
		while (readdir(d) != NULL)
			n++;
		/* . and .., 0, 1, 2, and the two that were opened here */
		fprintf(f, "%d %s %d\n", argc, argv[0], n - 4);
		puts("$(ack | sed 's/"/\\"/g')");
		return 0;
	}
	END
	cc -o profiles/p show.c
	chmod 0700 profiles/p
	origin
	event_of a
	exec 7</dev/null
	drains 1 1 0
	exec 7>&-
	diff - seen <<<'1 p 3'
}

@test "P4: an endless answer is read to its 1025th byte, and ends its writer" {
	consumer p <<-END
	#!/bin/sh
	echo \$\$ >$PWD/pid
	trap '' PIPE
	exec yes '$(ack)'
	END
	origin
	event_of a
	strace -f -qq -e trace=read -o reads sgt-callback drain t1 >.out ||
		skip 'strace is not allowed here'
	says "$(figures 0 1 1)"
	[ "$(member last_result 1)" = '"invalid_ack"' ]
	is_gone "$(cat pid)"
	# what the drain itself took from the pipe
	own=$(awk '{ print $1; exit }' reads)
	[ "$(sed -n "s/^$own .*yncy_ke.*= \([0-9]*\)$/\1/p;s/^$own .*dempotency.*, 10[0-9]*) *= \([0-9]*\)$/\1/p" \
		reads | tail -n 1)" -le 1025 ]
}

@test "1025 bytes are no answer, also with status 0" {
	saying p "$(printf '%-1025s' "$(ack)")"
	origin
	event_of a
	settles invalid_ack
}

@test "P5, S3: a consumer that acked is acked, whatever it leaves behind" {
	consumer p <<-END
	#!/bin/sh
	sleep 60 &
	echo \$! >$PWD/pid
	echo '$(ack)'
	END
	origin
	event_of a
	drains 1 1 0
	until_is is_gone "$(cat pid)"
}

@test "P5: at its limit a consumer goes with all it started, though SIGTERM is ignored" {
	consumer p <<-END
	#!/bin/sh
	trap '' TERM INT HUP
	(trap '' TERM; echo \$\$ >$PWD/pid1; sh -c 'echo \$\$ >$PWD/pid2; exec sleep 60') &
	echo '$(ack)'
	wait
	END
	origin
	event_of a
	export SGT_CALLBACK_TIMEOUT_SECONDS=1
	settles timeout
	until_is is_gone "$(cat pid1)"
	until_is is_gone "$(cat pid2)"
}

@test "S4: a consumer may close its stdin unread" {
	consumer p <<-END
	#!/bin/sh
	exec <&-
	echo '$(ack)'
	END
	origin
	# more than a line: 4096 bytes that are all escaped
	event_of a "$(printf '"%.0s' {1..4000})"
	drains 1 1 0
}

@test "a consumer that closes its stdout and goes on is asked for its status" {
	consumer p <<-END
	#!/bin/sh
	echo '$(ack)'
	exec >&-
	exit 3
	END
	origin
	event_of a
	settles callback_error
}

@test "S7: what a consumer leaves behind holds no lock" {
	consumer p <<-END
	#!/bin/sh
	setsid sleep 60 >/dev/null 2>&1 &
	echo \$! >$PWD/pid
	echo '$(ack)'
	END
	origin
	event_of a
	drains 1 1 0
	expect 0 event_of b
	says "$key":2
	kill "$(cat pid)" || :
}

@test "a consumer dies with the drain, and is asked again with the same key" {
	consumer p <<-END
	#!/bin/sh
	cat >>$PWD/p.log
	echo \$\$ >$PWD/pid.new && mv $PWD/pid.new $PWD/pid
	exec sleep 60
	END
	origin
	event_of a
	sgt-callback drain t1 >drained 3>&- &
	drain=$!
	until_is test -s pid
	kill -9 $drain
	wait $drain || :
	until_is is_gone "$(cat pid)"
	[ "$(member status 1)$(member attempts 1)" = '"delivering"1' ]
	drains 0 0 0
	at 2026-11-30T16:01:00.000Z
	answering p ack
	drains 1 1 0
	[ "$(jq -r .idempotency_key p.log | uniq -c | xargs)" = "2 $key:1" ]
	[ "$(member attempts 1)" = 2 ]
}

# stalled: a drain whose consumer waits for the file `go`
stalled() {
	consumer p <<-END
	#!/bin/sh
	cat >/dev/null
	: >$PWD/asked
	while ! [ -e $PWD/go ]; do sleep 0.01; done
	echo '$(ack)'
	END
	origin && event_of a
	sgt-callback drain t1 >drained 2>complained 3>&- &
	drain=$!
	until_is test -e asked
}

@test "P9: retry during a delivery is refused, and the ack is kept" {
	stalled
	expect 75 sgt-callback retry t1 "$key":1
	complains 'sgt-callback: callback event is being delivered'
	: >go
	wait $drain
	[ "$(cat drained)$(member status 1)" = "$(figures 1 1 0)\"acknowledged\"" ]
}

@test "P10, S12: no second drain is at an event that is being delivered, nor before it" {
	stalled
	event_of b
	drains 0 0 0
	# a producer makes its own try, and waits for no other
	expect 0 sgt-callback sync t1
	says
	complains
	: >go
	wait $drain
	[ "$(cat drained)" = "$(figures 1 1 0)" ]
	answering p ack
	drains 1 1 0
}

@test "aegra#502: an answer that comes when its claim is lost changes nothing" {
	export SGT_CALLBACK_TIMEOUT_SECONDS=120
	stalled
	answering p reject
	at 2026-11-30T16:03:00.000Z
	drains 0 1 0
	cp "$c"/events/00000001/state.json state
	: >go
	wait $drain || status=$?
	[ "$status" = 75 ]
	diff - complained <<-END
	sgt-callback: event 00000001 of task 't1' was claimed by another drain meanwhile: this answer came too late
	END
	[ "$(cat drained)" = "$(figures 0 1 0)" ]
	cmp state "$c"/events/00000001/state.json
}

@test "a claim that another program took without an id is not ours either" {
	stalled
	set_state 1 '.attempts=2|.claimed_at=1796054401'
	: >go
	wait $drain || status=$?
	[ "$status" = 75 ]
	[ "$(member attempts 1)$(member status 1)" = '2"delivering"' ]
}

@test "a profile that is replaced while it is asked is the old one to its end" {
	stalled
	answering q ack
	mv profiles/q profiles/p
	: >go
	wait $drain
	[ "$(cat drained)" = "$(figures 1 1 0)" ]
	[ ! -e q.log ]
}

@test "a file that is open for writing is no reason to reject: it is tried again" {
	cc -x c -o profiles/p - <<<"#include <stdio.h>
	int main(void) { puts(\"$(ack | sed 's/"/\\"/g')\"); }"
	chmod 0700 profiles/p
	origin
	event_of a
	exec 9>>profiles/p
	settles callback_error
	exec 9>&-
	at 2026-11-30T16:00:10.000Z
	drains 1 1 0
}

@test "a slow profile, or a slow task, holds up nobody" {
	consumer slow <<-END
	#!/bin/sh
	cat >/dev/null
	echo >>$PWD/slow.log
	while ! [ -e $PWD/go ]; do sleep 0.01; done
	exit 1
	END
	for i in 1 2 3 4 5 6; do
		origin a$i slow req-slow000$i
		event_of a x a$i
		event_of b x a$i
	done
	answering quick ack
	origin z1 quick req-quick001
	for i in 1 2 3 4 5; do event_of s$i x z1; done
	sgt-callback drain --all >drained 3>&- &
	drain=$!
	acked() { [ "$(wc -l <quick.log)" = 5 ]; } 2>&-
	until_is acked
	four() { [ "$(wc -l <slow.log)" = 4 ]; }
	until_is four
	: >go
	wait $drain
	[ "$(cat drained)" = "$(for i in 1 2 3 4 5 6; do
		figures 0 2 2
		echo
	done && figures 5 5 0)" ]
	# at most four of a profile at once, and no task lost its turn
	[ "$(wc -l <slow.log)" = 12 ]
}

@test "a task whose lock is held holds up no other, and is waited for" {
	origin
	event_of a
	origin t2 p req-22222222
	event_of a x t2
	flock "$c"/lock sh -c ": >held
		until [ -e release ]; do sleep 0.01; done" 3>&- &
	holder=$!
	until_is test -e held
	sgt-callback drain --all >drained 3>&- &
	drain=$!
	until_is test -s p.log
	[ "$(jq -r .correlation_id p.log)" = req-22222222 ]
	: >release
	wait $holder
	wait $drain
	[ "$(cat drained)" = "$(figures 1 1 0
		echo
		figures 1 1 0)" ]
}

@test "an answer that came while the lock was held is kept" {
	stalled
	flock "$c"/lock sh -c ": >held
		until [ -e release ]; do sleep 0.01; done" 3>&- &
	holder=$!
	until_is test -e held
	: >go
	# the consumer has ended, the drain waits
	gone() { ! pgrep -P $drain >/dev/null; }
	until_is gone
	: >release
	wait $holder
	wait $drain
	[ "$(cat drained)$(member status 1)" = "$(figures 1 1 0)\"acknowledged\"" ]
}

@test "eight drains and four enqueuers at once: each event once, none lost, in order" {
	origin
	origin t2 p req-22222222
	for n in 1 2 3 4; do
		for i in 1 2 3 4 5 6 7 8 9 10; do
			event_of s$((i + n % 2 * 100)) x t1 >/dev/null
			event_of s$i-$n x t2 >/dev/null
		done 3>&- &
		pids="$pids $!"
	done
	for n in 1 2 3 4 5 6 7 8; do
		for i in 1 2 3; do
			timeout 60 sgt-callback drain --all
		done >drained.$n 3>&- &
		pids="$pids $!"
	done
	for pid in $pids; do wait "$pid"; done
	for i in 1 2 3 4 5; do expect 0 sgt-callback drain --all; done
	# 20 sources of t1, told by several; 40 of t2
	[ "$(jq -r .idempotency_key p.log | sort | uniq -d | wc -l)" = 0 ]
	[ "$(wc -l <p.log)" = 60 ]
	for t in req-7f91b230:20 req-22222222:40; do
		jq "select(.correlation_id == \"${t%:*}\").generation" p.log |
			diff - <(seq "${t#*:}")
	done
	expect 0 sgt-callback check-acked t1
	expect 0 sgt-callback check-acked t2
	expect 0 sgt-callback fsck
	says
}

@test "outpost#1000: an attempt is counted before it is made, and an outcome that cannot be written leaves its claim" {
	mount_small size=400k
	export SERGEANT_FLEET=$PWD/small/fleet
	mkdir -p "$SERGEANT_FLEET"/t1
	chmod 0700 "$SERGEANT_FLEET"
	rmdir fleet/t1 fleet
	ln -s small/fleet fleet
	consumer p <<-END
	#!/bin/sh
	echo asked >>$PWD/p.log
	cat /dev/zero >$PWD/small/filler 2>/dev/null
	echo '$(ack)'
	END
	origin
	event_of a
	expect 75 sgt-callback drain t1
	says "$(figures 0 1 0)"
	[ "$(state 1 | jq -c '[.status,.attempts]')" = '["delivering",1]' ]
	expect 1 sgt-callback check-acked t1
	rm small/filler
	answering p ack
	at 2026-11-30T16:01:00.000Z
	drains 1 1 0
	[ "$(member attempts 1)" = "$(wc -l <p.log)" ]
	[ "$(find "$SERGEANT_FLEET" -name '.*tmp*')" = '' ]
}

# on_small OPTIONS: the fleet is on it
on_small() {
	mount_small "$1"
	mkdir -p small/fleet/t1
	chmod 0700 small/fleet
	export SERGEANT_FLEET=$PWD/small/fleet
	rmdir fleet/t1 fleet
	ln -s small/fleet fleet
}

@test "without inodes nothing is half made, and all goes on when there are some" {
	on_small size=4m,nr_inodes=40
	origin
	event_of a
	n=0
	while : >small/fill$n; do n=$((n + 1)); done 2>&-
	tree fleet/ >before
	expect 75 event_of b
	says
	expect 75 sgt-callback drain t1
	says "$(figures 0 0 0)"
	tree fleet/ | diff before -
	rm small/fill*
	expect 0 event_of b
	says "$key":2
	drains 2 2 0
	expect 0 sgt-callback fsck
}

@test "on a disk that may only be read nothing is tried, and nothing is lost" {
	on_small size=4m
	origin
	event_of a
	mount -o remount,ro "$PWD/small"
	tree fleet/ >before
	expect 74 event_of b
	says
	expect 74 sgt-callback drain t1
	says "$(figures 0 0 0)"
	expect 74 sgt-callback retry t1 "$key":1
	[ ! -e p.log ]
	tree fleet/ | diff before -
	mount -o remount,rw "$PWD/small"
	drains 1 1 0
}
