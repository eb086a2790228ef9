load helper

journal() { cat "$SERGEANT_HOME"/workspaces/default/journal/log-*.jsonl; }

# what the journal says, without what the log and evidence add
said() { journal | jq -c 'del(.crc,.dataref)'; }

news() {
	event "${1:-x.happened}" subject=disk:var priority=attention \
		recipients:='["human:ann"]' "${@:2}"
}

teardown() { ! mountpoint -q disk || umount disk; }

# verdict ID EVENT...: a verdict with its evidence
verdict() {
	local id=$1 events
	shift
	events=$(printf '%s\n' "$@" | jq -sc .)
	event sergeant.verdict.wake id="$id" subject=disk:var watch=sen_1 data:="{
\"why\":\"due\",\"keys\":[\"full\"],\"outcome\":null,\"events\":$events,
\"evidence\":{\"kind\":\"command\",\"entries\":[]}}" | tr -d '\n'
	echo
}

V=vrd_000000000000000000000001

@test "an event is journaled for its recipients, and says so" {
	news >events
	expect 0 sgt-deliver events
	says "~.*\"type\":\"sergeant.receipt.journaled\".*\"data\":\{\"event\":\"e1\",\"seq\":1,\"recipients\":\[\"human:ann\"\]\}\}"
	complains
	journal | jq -e '.recipients == ["human:ann"] and .workspace == "default"'
}

@test "an event told twice is a duplicate and no second line" {
	news >events
	expect 0 sgt-deliver events
	expect 0 sgt-deliver events
	says "~.*sergeant.receipt.duplicate.*"
	[ "$(journal | wc -l)" = 1 ]
}

@test "an event told to one is still told to another" {
	news >events
	event x.happened subject=disk:var recipients:='["human:ann","human:bob"]' >both
	expect 0 sgt-deliver events
	expect 0 sgt-deliver both
	says '~.*sergeant.receipt.(journaled|duplicate).*'
	[ "$(journal | jq -r '.recipients[]' | sort | xargs)" = "human:ann human:bob" ]
}

@test "what is for nobody is parked, with the reason" {
	event x.happened subject=disk:var >events
	expect 0 sgt-deliver events
	says '~.*"type":"sergeant.receipt.undeliverable".*"recipients":\[\]\}\}'
	journal | jq -e '.recipients == [] and .parked == "nobody"'
}

@test "what was parked by decide stays parked for its own reason" {
	event x.happened subject=disk:var parked=closed >events
	expect 0 sgt-deliver events
	journal | jq -e '.parked == "closed"'
}

@test "a verdict's events are told, and its evidence kept before" {
	verdict $V "$(news x.happened verdict=$V watch=sen_1)" >verdicts
	expect 0 sgt-deliver verdicts
	says "~.*receipt.journaled.*\"evidence\":\"evidence/$V.json\"\}\}"
	journal | jq -e ".dataref == \"evidence/$V.json\" and .verdict == \"$V\""
	jq -e '.kind == "command"' \
		"$SERGEANT_HOME/workspaces/default/evidence/$V.json"
}

@test "evidence is created, never replaced" {
	verdict $V "$(news x.happened verdict=$V)" >verdicts
	expect 0 sgt-deliver verdicts
	sed 's/command/other/' verdicts >again
	expect 0 sgt-deliver again
	jq -e '.kind == "command"' \
		"$SERGEANT_HOME/workspaces/default/evidence/$V.json"
}

# bats test_tags=fault
@test "one batch is one commit" {
	for i in 1 2 3 4 5; do news x.happened id="e$i"; done >events
	expect 0 strace -qq -f -e trace=fdatasync -o calls sgt-deliver events
	[ "$(wc -l <.out)" = 5 ]
	[ "$(grep -c fdatasync calls)" = 1 ]
}

@test "a quiet verdict passes silently" {
	event sergeant.verdict.quiet subject=disk:var watch=sen_1 \
		data:='{"why":"nothing","keys":[],"outcome":null,"events":[],"evidence":{}}' >verdicts
	expect 0 sgt-deliver verdicts
	says
	complains
	[ ! -e "$SERGEANT_HOME/workspaces/default/evidence" ]
}

@test "a bad line does not stop the rest" {
	{ news x.happened id=e1; echo '{"id":'; event sergeant.verdict.wake id=v
		news x.happened id=e2; } >events
	expect 65 sgt-deliver events
	[ "$(journal | jq -r .id | xargs)" = "e1 e2" ]
	[ "$(wc -l <.err)" = 2 ]
	grep -q '^sgt-deliver: events:2: ' .err
	grep -q '^sgt-deliver: events:3: ' .err
}

@test "an observation is nothing to tell" {
	event sergeant.observation subject=disk:var | sgt-deliver >.out 2>.err || [ $? = 65 ]
	says
	complains "sgt-deliver: stdin:1: nothing to tell: 'sergeant.observation' is not for deliver"
}

@test "the events alone leave the same journal as their verdicts, but for evidence" {
	{
		verdict $V "$(news x.one id=e1 verdict=$V watch=sen_1)" \
			"$(event x.two id=e2 subject=disk:var verdict=$V)"
		verdict vrd_2 "$(news x.three id=e3 verdict=vrd_2 parked=closed)"
	} >verdicts
	expect 0 sgt-deliver verdicts
	said >one
	rm -rf "$SERGEANT_HOME"
	jq -c '.data.events[]?' verdicts | expect 0 sgt-deliver
	said >two
	[ "$(wc -l <one)" = 3 ]
	diff one two
}

@test "a torn tail of the journal is set aside, and said with its bytes" {
	event x.y id=e1 'recipients:=["human:a"]' | sgt-deliver >/dev/null
	file=journal/log-00000000000000000001.jsonl
	at=$(stat -c %s "$SERGEANT_HOME/workspaces/default/$file")
	printf '{"a":' >>"$SERGEANT_HOME/workspaces/default/$file"
	event x.y id=e2 'recipients:=["human:a"]' >e2
	expect 0 sgt-deliver e2
	complains "sgt-deliver: $file: torn tail set aside: bytes $at to $((at + 4))"
	expect 0 sgt-deliver e2
	complains
	[ "$(sgt-journal read | jq -r .id | xargs)" = 'e1 e2' ]
}

@test "stdout that is gone is 74, after the commit" {
	news >events
	sgt-deliver events >/dev/full 2>.err && return 1
	[ $? = 74 ]
	[ "$(journal | wc -l)" = 1 ]
}

# bats test_tags=fault
@test "a full disk is 75 and nothing is told" {
	mkdir -p disk && mount -t tmpfs -o size=64k,mode=700 tmpfs disk 2>/dev/null ||
		skip "cannot mount a tmpfs"
	export SERGEANT_HOME=$PWD/disk
	news >events
	sgt-deliver events >/dev/null
	dd if=/dev/zero of=disk/fill bs=4k 2>/dev/null || true
	seq 200 | while read -r i; do news x.happened id="f$i"; done >lots
	status=0
	sgt-deliver lots >.out 2>.err || status=$?
	[ $status = 75 ]
	says
	grep -q 'No space left' .err
}
