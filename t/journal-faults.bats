# bats file_tags=fault
load helper
load small

JOURNAL=workspaces/default/journal
LOG=log-00000000000000000001.jsonl

note() {
	event x.happened id="$1" 'recipients:=["human:a"]' "${@:2}"
}

segment() { echo "$SERGEANT_HOME/$JOURNAL/$LOG"; }

# has ID: the journal holds it
has() { sgt-journal read | grep -q "\"id\":\"$1\""; }

lacks() {
	! has "$1" || { echo "there is $1" && return 1; }
}

can_trace() { strace -o /dev/null true 2>&- || skip "strace may not trace here"; }

# inject SYSCALL ERROR WHEN ID: append with a fault; its status is in got
inject() {
	got=0
	note "$4" >"$4.in"
	strace -f -o trace -e trace="$1" -e inject="$1:error=$2:when=$3" \
		sgt-journal append "$4.in" >"$4.out" 2>"$4.err" || got=$?
}

@test "a full disk before the commit is 75, and nothing is half there" {
	can_trace
	note e1 | sgt-journal append
	size=$(stat -c %s "$(segment)")
	inject write ENOSPC 1 e2
	[ $got = 75 ]
	[ "$(cat e2.err)" = "sgt-journal: cannot write 'journal': No space left on device" ]
	[ ! -s e2.out ]
	[ "$(stat -c %s "$(segment)")" = "$size" ]
}

@test "a sync that failed is 74, cut back, and not tried again" {
	can_trace
	note e1 | sgt-journal append
	inject fdatasync EIO 1 e2
	[ $got = 74 ]
	[ "$(cat e2.err)" = "sgt-journal: cannot sync 'journal': Input/output error" ]
	[ ! -s e2.out ]
	[ "$(grep -c fdatasync trace)" = 1 ]
	lacks e2
	note e2 | sgt-journal append
	has e2
}

# For each n: fail the n-th call alone, until a run meets no fault.
sweep() {
	local call=$1 error=$2 n id
	for n in {1..40}; do
		id=$call-$error-$n
		inject "$call" "$error" "$n" "$id"
		grep -q INJECTED trace || return 0
		case $got in
		0) has "$id" || { echo "0, and $id is lost" && return 1; } ;;
		74 | 75 | 71) [ -s "$id.err" ] || { echo "no word" && return 1; } ;;
		*) echo "$id: status $got" && cat "$id.err" && return 1 ;;
		esac
		expect 0 sgt-journal append < <(note "$id") || return
		has "$id" || { echo "not told again: $id" && return 1; }
	done
	echo "no end: $call" && return 1
}

@test "no failed call is reported as success, and the next run mends it" {
	can_trace
	for fault in write:ENOSPC write:EIO pwrite64:ENOSPC fdatasync:EIO \
		fdatasync:ENOSPC fsync:EIO openat:EROFS openat:ENOSPC; do
		sweep "${fault%:*}" "${fault#*:}"
	done
	expect 0 sgt-journal verify
	complains
}

@test "no failed call of the first append is reported as success" {
	can_trace
	for call in mkdirat fsync linkat unlinkat write; do
		for n in {1..12}; do
			rm -rf "$SERGEANT_HOME"
			inject "$call" EIO "$n" e1
			grep -q INJECTED trace || break
			[ $got != 0 ] || has e1
			[ $got = 0 ] || [ -s e1.err ]
			expect 0 sgt-journal append < <(note e1)
			has e1
		done
	done
}

@test "what is acknowledged was synced first, its folder too" {
	can_trace
	note e1 >in
	strace -f -y -o trace -e trace=write,fsync,fdatasync,openat \
		sgt-journal append in >out
	# the segment's name is durable before its first line
	grep -n "openat.*$LOG.*O_CREAT" trace | cut -d: -f1 >made
	grep -n "fsync([0-9]*<[^>]*/journal>)" trace | tail -n 1 | cut -d: -f1 >named
	grep -n "write([0-9]*<[^>]*$LOG>" trace | cut -d: -f1 >written
	grep -n "fdatasync([0-9]*<[^>]*$LOG>" trace | cut -d: -f1 >synced
	grep -n 'write(1<' trace | head -n 1 | cut -d: -f1 >said
	[ "$(cat made named written synced said)" = \
		"$(sort -n made named written synced said)" ]
	[ "$(cat made named written synced said | wc -l)" = 5 ]
	# and so are the folders above it
	for dir in state workspaces default; do
		grep -q "fsync([0-9]*<[^>]*/$dir>)" trace
	done
}

@test "each batch is synced before its receipts are printed" {
	can_trace
	for i in {1..4}; do note "e$i"; done >in
	strace -f -y -o trace -e trace=write,fdatasync \
		sgt-journal append --batch 2 in >out
	grep -o "fdatasync([0-9]*<[^>]*$LOG>)\|write(1<\|write([0-9]*<[^>]*$LOG" trace |
		sed 's/.*(1<.*/say/; s/^write.*/write/; s/^fdata.*/sync/' | tr '\n' ' ' >order
	[ "$(cat order)" = "write sync write sync say " ] ||
		[ "$(cat order)" = "write sync say write sync say " ]
	[ "$(wc -l <out)" = 4 ]
}

@test "a full file system keeps every line that was acknowledged" {
	mount_small size=128k
	pad=$(head -c 3000 /dev/zero | tr '\0' x)
	for i in {1..200}; do
		got=0
		note "e$i" pad="${pad:0:$((i * 13 % 3000))}" | sgt-journal append >>acked 2>err || got=$?
		[ $got = 0 ] || break
	done
	[ $got = 75 ]
	grep "No space left on device" err
	sed -n 's/.*"event":"\([^"]*\)".*/\1/p' acked >told
	[ "$(wc -l <told)" -gt 20 ]
	sgt-journal read | sed 's/.*"id":"\([^"]*\)".*/\1/' | diff told -
	expect 0 sgt-journal verify
	complains
}

@test "a limit on a file's size is 74, and the file is cut back" {
	note e1 | sgt-journal append
	note big pad="$(head -c 20000 /dev/zero | tr '\0' x)" >in
	got=0
	(ulimit -f 8 && exec sgt-journal append in >out 2>err) || got=$?
	[ $got = 74 ]
	grep "File too large" err
	[ ! -s out ]
	expect 0 sgt-journal verify
	complains
	lacks big
}

@test "of many batches those before one that fails are told, none after it" {
	note e0 | sgt-journal append
	pad=$(head -c 900 /dev/zero | tr '\0' x)
	for i in {1..40}; do note "e$i" pad="$pad"; done >in
	got=0
	(ulimit -f 16 && exec sgt-journal append --batch 4 in >out 2>err) || got=$?
	[ $got = 74 ]
	grep "File too large" err
	[ "$(wc -l <err)" = 1 ]
	expect 0 sgt-journal verify
	complains
	# 16 KiB: three batches of four lines, each over 1 KiB
	sed -n 's/.*"event":"\([^"]*\)".*/\1/p' out >told
	printf 'e%d\n' {1..12} | diff - told
	sgt-journal read | sed 's/.*"id":"\([^"]*\)".*/\1/' | sed 1d | diff told -
}

@test "a file system that turned read-only is 74" {
	mount_small size=1m
	note e1 | sgt-journal append
	mount -o remount,ro "$PWD/small" || skip "remounting is not allowed here"
	expect 74 sgt-journal append < <(note e2)
	says
	complains '~sgt-journal: cannot .*: Read-only file system'
	expect 0 sgt-journal read
	says '~.*"id":"e1".*'
}

@test "writes that are cut short are gone on with" {
	cat >short.c <<-'C'
	#define _GNU_SOURCE
	#include <dlfcn.h>
	#include <unistd.h>
	ssize_t write(int fd, const void *s, size_t n)
	{
		static unsigned seed = 7;
		ssize_t (*real)(int, const void *, size_t);

		*(void **)&real = dlsym(RTLD_NEXT, "write");
		seed = seed * 1103515245 + 12345;
		return real(fd, s, n > 1 ? 1 + seed / 65536 % (n - 1) : n);
	}
	C
	cc -shared -fPIC -o short.so short.c -ldl
	for i in {1..20}; do
		note "e$i" pad="$(head -c $((i * 997)) /dev/zero | tr '\0' x)"
	done >in
	LD_PRELOAD=$PWD/short.so sgt-journal append in >out
	[ "$(wc -l <out)" = 20 ]
	sgt-journal read | sed 's/,"workspace":"default","seq":[0-9]*//' | cmp in -
	expect 0 sgt-journal verify
	complains
}

@test "a writer killed between write and sync leaves nothing doubtful" {
	can_trace
	note e1 | sgt-journal append
	note e2 >in
	{ strace -o /dev/null -e trace=fdatasync \
		-e inject=fdatasync:signal=KILL:when=1 \
		sgt-journal append in >out; } 2>&- || true
	[ ! -s out ]
	# its line is there: whoever acts on it syncs it first
	strace -y -o trace -e trace=fdatasync,write sgt-journal append in >out
	grep -q 'receipt.duplicate' out
	sed -n "1s/.*fdatasync([0-9]*<.*$LOG>).*/synced/p" trace | grep synced
	[ "$(sgt-journal read | wc -l)" = 2 ]
	strace -y -o trace -e trace=fdatasync,write sgt-journal read >out
	sed -n "1s/.*fdatasync([0-9]*<.*$LOG>).*/synced/p" trace | grep synced
}

# wide N [ARG...]: an event whose line has N bytes
wide() {
	local bare
	bare=$(note "${@:2}" pad= | wc -c)
	note "${@:2}" pad="$(head -c $(($1 - bare)) /dev/zero | tr '\0' x)"
}

@test "what could not be written is not told, though one too long to write follows" {
	note e0 | sgt-journal append
	# one read of 1 MiB ends within e1, the next brings its end and all of e2;
	# with workspace, seq and crc e2 is no line that others read
	{
		head -c $((1048576 - 20000 + 10 - 1)) /dev/zero | tr '\0' x
		echo
		wide 20000 e1
		wide 1048500 e2
	} >in
	got=0
	(ulimit -f 8 && exec sgt-journal append --batch 1 in >out 2>err) || got=$?
	[ $got = 74 ]
	[ ! -s out ]
	grep "File too large" err
	lacks e1
}
