load helper

WS() { echo "$SERGEANT_HOME/workspaces/default"; }

# tell NAME=VALUE...: one event for ann, now; of a name given twice the last counts
tell() {
	event x.happened time="$SGT_NOW" subject=disk:var priority=attention \
		summary="disk is full" recipients:='["human:ann"]' "$@" |
		jq -c . | sgt-deliver >/dev/null
}

inbox() { sgt-inbox "$1" -p human:ann "${@:2}"; }

# what a list says, short
list() { inbox "${1:-list}" | jq -r '[.coalescekey, .data.state, .data.count] | join(" ")'; }

@test "an empty inbox is an empty list" {
	expect 0 inbox list
	says
	complains
}

@test "a message that asks for attention waits" {
	tell id=e1
	expect 0 inbox list
	says '~.*"type":"sergeant.inbox.message","id":"msg_[0-9a-f]{24}".*"summary":"disk is full","priority":"attention".*"state":"waiting".*"events":\["e1"\]\}\}'
}

@test "the default party is the user" {
	tell id=e1 recipients:="[\"human:$(id -un)\"]"
	sgt-inbox list | jq -e ".recipients == [\"human:$(id -un)\"]"
}

@test "one party does not see another's messages" {
	tell id=e1 recipients:='["human:bob"]'
	expect 0 inbox list
	says
	sgt-inbox list human:bob | jq -e '.data.count == 1'
}

@test "events of one coalesce key are one message with a count" {
	tell id=e1
	tell id=e2 summary="disk is fuller"
	[ "$(list)" = "disk:var waiting 2" ]
	inbox list | jq -e '.summary == "disk is fuller" and .data.events == ["e1","e2"]'
}

@test "the highest priority comes first, then the oldest" {
	tell id=e1 coalescekey=a priority=info
	tell id=e2 coalescekey=b
	tell id=e3 coalescekey=c
	tell id=e4 coalescekey=d priority=critical
	[ "$(inbox list | jq -r .coalescekey | xargs)" = "d b c a" ]
}

@test "what is info is in the digest" {
	tell id=e1 coalescekey=a priority=info
	tell id=e2 coalescekey=b
	[ "$(list digest)" = "a digest 1" ]
}

@test "what was read is gone, by the message's id, its beginning or an event's" {
	for i in 1 2 3; do tell id=e$i coalescekey=k$i; done
	long=$(inbox list | jq -r 'select(.coalescekey == "k1").id')
	short=$(inbox list | jq -r 'select(.coalescekey == "k2").id[0:12]')
	expect 0 inbox ack "$long" "$short" e3
	says '~.*"type":"sergeant.inbox.acked".*'
	expect 0 inbox list
	says
}

@test "an id nobody has is said, the others are read all the same" {
	tell id=e1
	expect 1 inbox ack e9 e1
	complains "sgt-inbox: no unread message 'e9'"
	[ -z "$(list)" ]
}

@test "everything there is now is read" {
	tell id=e1 coalescekey=a
	tell id=e2 coalescekey=b priority=info
	expect 0 inbox ack --all
	[ -z "$(list)" ]
}

@test "nothing unread, nothing written" {
	expect 0 inbox ack --all
	says
	complains
	[ -z "$(cat "$(WS)"/journal/log-* 2>/dev/null)" ]
}

@test "all up to a line is read" {
	tell id=e1 coalescekey=a
	tell id=e2 coalescekey=b
	expect 0 inbox ack --through 1
	[ "$(list)" = "b waiting 1" ]
}

@test "what is folded in between look and acknowledgement stays unread" {
	tell id=e1
	# an acknowledgement of what was seen at line 1, journaled after line 2
	tell id=e2
	event sergeant.inbox.acked id=a1 time="$SGT_NOW" recipients:='["human:ann"]' \
		data:='{"messages":[{"id":"e1","seq":1}]}' | sgt-deliver >/dev/null
	[ "$(list)" = "disk:var waiting 1" ]
}

@test "read for a while: re-alerts are held and come once at the end" {
	at 2026-11-30T16:00:00Z && tell id=e1 phase=began
	expect 0 inbox ack --for 20m e1
	at 2026-11-30T16:05:00Z && tell id=e2 phase=still episode=e1
	at 2026-11-30T16:10:00Z && tell id=e3 phase=still episode=e1
	[ "$(list)" = "disk:var held 2" ]
	inbox list | jq -e '.data.held == "ack" and .data.due == "2026-11-30T16:20:00.000Z"'
	expect 1 inbox wait --timeout 0
	at 2026-11-30T16:20:00Z
	[ "$(list)" = "disk:var waiting 2" ]
	expect 0 inbox wait --timeout 0
}

@test "a recovery is told to who was told of the beginning, to nobody else" {
	tell id=e1 phase=began
	inbox ack --all >/dev/null
	tell id=e2 phase=ended episode=e1 summary="disk is fine" \
		recipients:='["human:ann","human:bob"]'
	[ "$(list)" = "disk:var waiting 1" ]
	expect 0 sgt-inbox list human:bob
	says
}

@test "wait answers at once when something waits" {
	tell id=e1
	expect 0 inbox wait
	says '~.*"events":\["e1"\]\}\}'
}

@test "wait gives up with 1 and says nothing" {
	tell id=e1 priority=info
	expect 1 inbox wait --timeout 0s
	says
	complains
}

@test "wait is woken by what is journaled meanwhile" {
	mkfifo ready
	{ inbox wait --timeout 60s >.out; echo $? >status; } &
	pid=$!
	# it has made its folder before it waits
	until [ -d "$(WS)/inbox" ]; do read -r -t 0.05 <> ready || true; done
	tell id=e1
	wait "$pid"
	[ "$(cat status)" = 0 ]
	says '~.*"events":\["e1"\]\}\}'
}

@test "a view that is gone, torn, or of another version is folded anew" {
	tell id=e1
	tell id=e2 coalescekey=b
	inbox list >want
	view="$(WS)/inbox/human:ann.json"
	rm "$view" && inbox list >got && diff want got
	head -c 100 "$view" >x && cat x >"$view" && inbox list >got && diff want got
	: >"$view" && inbox list >got && diff want got
	sed -i 's/"version":1/"version":9/' "$view"
	expect 78 inbox list
	diff want .out
	complains '~sgt-inbox: .*its version is unknown.*quarantine/.*'
	ls "$(WS)"/inbox/quarantine/*
	expect 0 inbox list
	complains
	jq -e .version==1 "$view"
	rm "$(WS)/inbox/cursor.json" && inbox list >got && diff want got
	echo garbage >"$(WS)/inbox/cursor.json" && inbox list >got && diff want got
}

@test "a view older than it should be is folded anew" {
	view="$(WS)/inbox/human:ann.json"
	tell id=e1 coalescekey=a
	inbox list >/dev/null && cp "$view" old
	tell id=e2 coalescekey=b
	inbox list >want && cp old "$view"
	inbox list >got
	diff want got
}

@test "no escape from outside reaches a terminal" {
	printf '{"specversion":"1.0","type":"x.y","id":"e1","source":"//t","subject":"disk:var","priority":"attention","summary":"a\\u202eb\\u200fc","coalescekey":"k","recipients":["human:ann"]}\n' |
		sgt-deliver >/dev/null
	printf '{"specversion":"1.0","type":"x.y","id":"e2","source":"//t","subject":"disk:var","priority":"attention","summary":"\\u001b[31mred","recipients":["human:ann"]}\n' |
		sgt-deliver >/dev/null 2>.err || [ $? = 65 ]
	script -qec "sgt-inbox list human:ann; sgt-inbox list --json human:ann" /dev/null >.tty
	grep -q 'a?b?c' .tty
	[ "$(LC_ALL=C grep -c $'\x1b' .tty)" = 0 ]
}

@test "people get a table" {
	tell id=e1
	script -qec "sgt-inbox list human:ann" /dev/null | tr -d '\r' >.out
	says '~ID +PRIORITY +STATE +AGE +N +SUMMARY' \
		'~msg_[0-9a-f]{8} +attention +waiting +.* +1 +disk is full'
}

@test "a party that is none is refused" {
	expect 64 sgt-inbox list ../../etc
	says
	complains "sgt-inbox: not a party (session:ID or human:NAME): '../../etc'" \
		'usage: sgt-inbox list [PARTY]'
}

@test "say which to acknowledge" {
	expect 64 inbox ack
	says
	complains 'sgt-inbox: say which: ID..., --all or --through SEQ' \
		'usage: sgt-inbox ack [ID...]'
}

@test "a torn tail of the journal is set aside by an ack, and said" {
	tell id=e1
	file=journal/log-00000000000000000001.jsonl
	at=$(stat -c %s "$(WS)/$file")
	printf '{"a":' >>"$(WS)/$file"
	expect 0 inbox ack --all
	complains "sgt-inbox: $file: torn tail set aside: bytes $at to $((at + 4))"
	expect 0 inbox list
	says
}
