load helper

# Parts of one read are committed one after the other, each made ready while
# the one before is synced.

teardown() {
	kill "${running[@]}" 2>&- || true
}

# note ID RECIPIENTS [NAME=TEXT]...
note() {
	event x.happened id="$1" recipients:="$2" "${@:3}"
}

# mixed N: events of which many repeat, some for others, some for nobody
mixed() {
	local i to=('["human:a"]' '["human:a","human:b"]' '["human:c", "human:a"]' '[]')
	for ((i = 0; i < $1; i++)); do
		note "e$((i * 7919 % 61))" "${to[i * 31 % 4]}" \
			verdict="v$((i * 104729 % 37))" time=2026-11-30T15:00:00.000Z
	done
}

# try NAME [OPTION...]: append the events in a home of its own
try() {
	export SERGEANT_HOME=$PWD/$1
	sgt-journal append "${@:2}" <events >"$1.out" 2>"$1.err" || echo $? >"$1.status"
	sgt-journal read >"$1.log"
	sgt-journal verify
}

@test "however many a batch, the journal and its receipts are the same" {
	mixed 400 >events
	try whole
	for n in 1 2 3 7 64 399; do
		try "by$n" --batch $n
		diff whole.log "by$n.log"
		diff whole.out "by$n.out"
		[ ! -s "by$n.err" ]
	done
	# and all over again nothing is new
	export SERGEANT_HOME=$PWD/by3
	sgt-journal append --batch 5 <events >again
	grep -vc receipt.duplicate again >other || [ "$(cat other)" = 0 ]
	sgt-journal read | diff whole.log -
}

@test "an index lost between two runs changes nothing" {
	mixed 200 >events
	try whole
	head -n 90 events >first
	tail -n +91 events >second
	export SERGEANT_HOME=$PWD/two
	sgt-journal append --batch 4 <first >two.out
	rm two/workspaces/default/journal/ids
	sgt-journal append --batch 4 <second >>two.out
	diff whole.out two.out
	sgt-journal read | diff whole.log -
}

@test "bad lines among many batches are said, the others told" {
	for i in {1..40}; do
		note "e$i" '["human:a"]'
		[ $((i % 9)) != 0 ] || echo "bad $i"
	done >events
	expect 65 sgt-journal append --batch 3 events
	[ "$(wc -l <.out)" = 40 ]
	printf 'sgt-journal: events:%d: not JSON: unexpected character at byte 1\n' \
		10 20 30 40 | diff - .err
	sgt-journal read | sed 's/.*"id":"\([^"]*\)".*/\1/' | diff <(printf 'e%d\n' {1..40}) -
}

@test "who waits for a reader of its stdout or stderr keeps no lock" {
	# far more than a pipe holds
	for i in {1..3000}; do note "e$i" '["human:a"]'; done >events
	for i in {1..5000}; do echo bad; done >bad
	mkfifo out err
	exec 7<>out 8<>err
	sgt-journal append --batch 10 events >out &
	first=$!
	(head -n 25 events && cat bad events) | sgt-journal append --batch 10 >/dev/null 2>err &
	second=$!
	running=("$first" "$second")
	# both hang by now, or soon
	for i in 1 2 3; do
		expect 0 timeout 9 sgt-journal append < <(note "other$i" '["human:b"]')
		sleep 0.2
	done
	kill -0 $first
	kill -0 $second
	(timeout 60 cat out >/dev/null 3>&- & echo $! >reader.out) 7>&- 8>&-
	(timeout 60 cat err >/dev/null 3>&- & echo $! >reader.err) 7>&- 8>&-
	wait $first
	got=0
	wait $second || got=$?
	[ $got = 65 ]
	kill "$(cat reader.out)" "$(cat reader.err)"
	[ "$(sgt-journal read | wc -l)" = 3003 ]
}

@test "two writers at once tell each event once" {
	mixed 300 >events
	sgt-journal append --batch 3 <events >a.out &
	a=$!
	sgt-journal append --batch 4 <events >b.out
	wait $a
	# each recipient of each event has one line that told him
	sgt-journal read | jq -r '.id as $id | .recipients[]? | "\($id) \(.)"' | sort >told
	sort -u told | diff told -
	try alone
	jq -r '.id as $id | .recipients[]? | "\($id) \(.)"' alone.log | sort -u | diff told -
}
