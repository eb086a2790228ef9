# bats file_tags=fault
load helper

can_trace() { strace -o /dev/null true 2>&- || skip "strace may not trace here"; }

kinds() {
	export SERGEANT_KINDS=$BATS_TEST_TMPDIR/kinds
	export SERGEANT_SHARE=$BATS_TEST_TMPDIR/share
	mkdir -p kinds/gauge share/kinds
	cat >kinds/gauge/kind.json <<-'END'
		{"kind":"gauge","scheme":"gauge","subject":"gauge:(?<n>[a-z]+)",
		"transport":"exec","default_types":["gauge.*"],
		"cadence":{"every":"60s","floor":"10s"},
		"config":{"argv":{"type":"argv"}}}
	END
	echo 'def requests: empty; def observe: empty;' >kinds/gauge/kind.jq
}

# documents: what is on disk, without ids, in an order of its own
documents() {
	find "$SERGEANT_HOME/workspaces/default/watches" -maxdepth 1 \
		-name 'sen_*.json' -exec jq -c 'del(.id)' {} + | sort
}

leftovers() {
	find "$SERGEANT_HOME/workspaces/default/watches" -maxdepth 1 \
		-name '.*' -type f
}

# inject CALL WHAT ARG...: run with the call tampered with; its status is in got
inject() {
	got=0
	{ strace -f -o trace -e trace="$1" -e inject="$1:$2" \
		sgt-watch "${@:3}" >out 2>err; } 2>&- || got=$?
}

# before and after one apply that adds, changes, keeps and removes
given() {
	rm -rf "$SERGEANT_HOME"
	printf '%s\n' '{"subject":"gauge:a","label":"a"}' \
		'{"subject":"gauge:b","label":"b"}' \
		'{"subject":"gauge:c","label":"c"}' >list
	sgt-watch apply list >/dev/null
	printf '%s\n' '{"subject":"gauge:a","label":"a","every":"5m"}' \
		'{"subject":"gauge:c","label":"c"}' \
		'{"subject":"gauge:d","label":"d"}' >list
}

@test "killed at any call of its commit, apply is done by the next apply" {
	can_trace
	kinds
	given
	documents >before
	sgt-watch apply list --prune >/dev/null
	documents >after
	points=0
	for call in openat write fsync renameat unlinkat; do
		for n in $(seq 1 40); do
			given
			inject "$call" "signal=KILL:when=$n" apply list --prune
			[ $got = 137 ] || break
			points=$((points + 1))
			# each document is the old one or the new one
			documents | while read -r line; do
				cat before after | grep -Fxq -- "$line" ||
					{ echo "$call $n: $line" && exit 1; }
			done
			expect 0 sgt-watch apply list --prune
			complains
			documents | cmp after - || { echo "$call $n" && false; }
			[ -z "$(leftovers)" ]
		done
	done
	[ $points -ge 10 ]
}

@test "a full disk is 75, nothing is half there and nothing is left" {
	can_trace
	kinds
	given
	documents >before
	for n in 1 2; do
		inject write "error=ENOSPC:when=$n" apply list --prune
		[ $got = 75 ]
		grep -q 'No space left on device' err
		documents | cmp before -
		[ -z "$(leftovers)" ]
	done
}

@test "a sync that failed is 74 and never success" {
	can_trace
	kinds
	given
	inject fsync error=EIO:when=1 add gauge:z
	[ $got = 74 ]
	[ ! -s out ]
	grep -q 'Input/output error' err
	inject fsync error=EIO:when=2 add gauge:z
	[ $got = 74 ]
	[ ! -s out ]
}

@test "a folder that may not be written is said, and nothing is printed" {
	can_trace
	kinds
	given
	inject openat error=EROFS:when=1+ add gauge:z
	[ $got != 0 ]
	[ ! -s out ]
}

@test "two at once never lose a change of the other" {
	local pids=()
	kinds
	given
	for i in a b c d e f g h; do
		sgt-watch add "gauge:n$i" --label "n$i" >/dev/null &
		pids+=($!)
		sgt-watch pause a >/dev/null &
		pids+=($!)
	done
	wait "${pids[@]}"
	[ "$(documents | jq -r 'select(.label | startswith("n")).label' |
		wc -l)" = 8 ]
	[ "$(documents | jq -c 'select(.label == "a").paused')" = true ]
}

@test "a document that cannot be written whole leaves the old one" {
	kinds
	argv=$(head -c 20000 /dev/zero | tr '\0' x)
	sgt-watch add gauge:a --label a -- "$argv" >/dev/null
	documents >before
	got=0
	(ulimit -f 8 && exec sgt-watch pause a >out 2>err) || got=$?
	[ $got = 74 ]
	[ ! -s out ]
	grep -q 'File too large' err
	documents | cmp before -
	[ -z "$(leftovers)" ]
	cat >short.c <<-'C'
	#define _GNU_SOURCE
	#include <dlfcn.h>
	#include <unistd.h>
	ssize_t write(int fd, const void *s, size_t n)
	{
		ssize_t (*real)(int, const void *, size_t);

		*(void **)&real = dlsym(RTLD_NEXT, "write");
		return real(fd, s, n > 1 ? 1 + (n - 1) / 3 : n);
	}
	C
	cc -shared -fPIC -o short.so short.c -ldl
	LD_PRELOAD=$PWD/short.so expect 0 sgt-watch pause a
	documents | jq .paused=false | diff <(jq .paused=false before) -
	[ "$(documents | jq .paused)" = true ]
}
