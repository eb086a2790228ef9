#!/usr/bin/env bats

load helper

A=sen_01JDYB2C3D4E5F6G7H8J9K0M1A
B=sen_01JDYB2C3D4E5F6G7H8J9K0M1B
RED='{"key":"red","severity":"wake","resets_on":"revision","type":"pr.red","brief":"CI failed"}'
MERGED='{"key":"merged","severity":"terminal","resets_on":"never","type":"pr.merged","brief":"merged"}'

# watch ID TO [MEMBER]...: one on pr:seven; members as ,"name":value.
watch() {
	local folder=$SERGEANT_HOME/workspaces/default/watches
	(umask 077 && mkdir -p "$folder" && printf '%s' \
		"{\"version\":1,\"id\":\"$1\",\"clauses\":[{\"subject\":" \
		'"pr:seven","kind":"pr","types":["pr.*"]}],' \
		"\"to\":\"$2\",\"created\":\"2026-11-30T15:00:00.000Z\"," \
		'"every":"5m","until":"subject_terminal"' "${@:3}" '}' \
		>"$folder/$1.json")
}

# observed ID TIME ENTRIES [MEMBER]...: what a probe says of pr:seven.
observed() {
	printf '%s' '{"specversion":"1.0","type":"sergeant.observation",' \
		'"id":"obs_1","source":"//sergeant.local/kind/pr",' \
		"\"subject\":\"pr:seven\",\"time\":\"$2\"" \
		"${1:+,\"watch\":\"$1\"}" ',"data":{"kind":"pr",' \
		'"revision":"9c1e4f2","attempted":true,"complete":true,' \
		'"settled":true,"error":null,"cursor":null' "${@:4}" \
		",\"entries\":[$3]}}"
	echo
}

# why: kind and reason of each verdict printed.
why() {
	jq -r '(.type | sub(".*[.]"; "")) + " " + .data.why' \
		"$BATS_TEST_TMPDIR/.out"
}

STATE=workspaces/default/state
states() { cat "$SERGEANT_HOME/$STATE"/log-*; }

@test "says once that something is newly true, and commits it" {
	watch "$A" human:ann
	observed "$A" 2026-11-30T15:59:00Z "$RED" >look
	expect 0 sgt-decide look
	[ "$(why)" = 'wake due' ]
	[ "$(jq -c '.data.events[]|[.type,.phase,.recipients]' .out)" = \
		'["pr.red","began",["human:ann"]]' ]
	sgt-deliver .out >/dev/null
	expect 0 sgt-decide look
	says
	states >before
	expect 0 sgt-decide look
	says
	states | cmp before
}

@test "begins every run with what the journal does not name yet" {
	watch "$A" human:ann
	observed "$A" 2026-11-30T15:59:00Z "$MERGED" | sgt-decide >first
	at 2026-12-01T16:00:00.000Z
	expect 0 sgt-decide /dev/null
	says "$(cat first)"
	complains
	sgt-deliver first >/dev/null
	expect 0 sgt-decide </dev/null
	says
}

@test "says again only those of whose events one is not named" {
	watch "$A" human:ann
	watch "$B" human:bob
	observed "$A" 2026-11-30T15:59:00Z "$RED" >look
	observed "$B" 2026-11-30T15:59:00Z "$RED" >>look
	sgt-decide look >first
	head -n 1 first | sgt-deliver >/dev/null
	expect 0 sgt-decide </dev/null
	says "$(tail -n 1 first)"
}

@test "explains each entry that it is quiet about" {
	watch "$A" human:ann
	observed "$A" 2026-11-30T15:59:00Z "$RED" >look
	sgt-decide look | sgt-deliver >/dev/null
	expect 0 sgt-decide --explain look
	[ "$(why)" = 'quiet masked' ]
	[ "$(jq -c .data.explain .out)" = \
		'[{"key":"red","why":"masked","until":"2026-11-30T22:00:00.000Z"}]' ]
}

@test "judges without a trace with --dry-run, and repeats nothing" {
	watch "$A" human:ann
	observed "$A" 2026-11-30T15:59:00Z "$RED" | sgt-decide >/dev/null
	(cd "$SERGEANT_HOME" && find . -type f -exec cksum {} + | sort) >before
	observed "$A" 2026-11-30T16:00:00Z "$RED,$MERGED" >look
	SGT_NOW=2026-11-30T16:05:00.000Z expect 0 sgt-decide -n look
	[ "$(why)" = 'terminal terminal' ]
	(cd "$SERGEANT_HOME" && find . -type f -exec cksum {} + | sort) |
		cmp before
}

@test "judges what no watch asked for as a first look, and forgets it" {
	observed '' 2026-11-30T15:59:00Z "$RED" >look
	expect 0 sgt-decide look
	[ "$(why)" = 'wake due' ]
	expect 0 sgt-decide look
	[ "$(why)" = 'wake due' ]
	[ -z "$(states)" ]
}

@test "is quiet about watches that are gone or paused" {
	watch "$A" human:ann ',"paused":true'
	observed "$A" 2026-11-30T15:59:00Z "$RED" >look
	observed "$B" 2026-11-30T15:59:00Z "$RED" >>look
	expect 0 sgt-decide look
	says
	expect 0 sgt-decide --explain look
	[ "$(why)" = $'quiet paused\nquiet gone' ]
}

@test "is quiet about a look that began before the one it decided on" {
	watch "$A" human:ann
	observed "$A" 2026-11-30T15:59:00Z "$RED" | sgt-decide | sgt-deliver \
		>/dev/null
	observed "$A" 2026-11-30T15:58:00Z '' >look
	expect 0 sgt-decide --explain look
	[ "$(why)" = 'quiet stale' ]
}

@test "names the line it cannot read, and goes on" {
	watch "$A" human:ann
	{
		echo '{"specversion":'
		event sergeant.observation subject=pr:seven "data:={}"
		observed "$A" 2026-11-30T15:59:00Z "$RED"
	} >lines
	expect 65 sgt-decide lines
	[ "$(why)" = 'wake due' ]
	complains '~sgt-decide: lines:1: not JSON: .*' '~sgt-decide: lines:2: .*'
}

@test "matches an event that names no watch against all of them" {
	watch "$A" human:ann
	watch "$B" human:bob
	event pr.comment id=evt_000000000000000000000001 subject=pr:seven \
		summary=hello >line
	event git.pushed id=evt_000000000000000000000002 subject=pr:seven >>line
	expect 0 sgt-decide line
	[ "$(jq -c '.data.events[].recipients' .out)" = \
		$'["human:ann"]\n["human:bob"]' ]
	sgt-deliver .out >/dev/null
	expect 0 sgt-decide line
	says
}

@test "takes a delivery in once, and moves past it at its last line" {
	watch "$A" human:ann
	event pr.comment id=evt_000000000000000000000001 subject=pr:seven \
		inbound:=7 >first
	event pr.comment id=evt_000000000000000000000002 subject=pr:seven \
		inbound:=7 last:=true >second
	expect 0 sgt-decide first
	[ "$(why)" = 'wake due' ]
	[ "$(states | jq -c 'select(.commit).commit.inbound')" = 0 ]
	cat first second | sgt-decide >/dev/null
	[ "$(states | jq -c 'select(.commit).commit.inbound' | tail -n 1)" = 7 ]
	event pr.comment id=evt_000000000000000000000003 subject=pr:seven \
		inbound:=7 >third
	sgt-decide </dev/null | sgt-deliver >/dev/null
	expect 0 sgt-decide --explain third
	[ "$(why)" = 'quiet stale' ]
}

@test "makes a subject's row due by a hint, and moves past the delivery" {
	watch "$A" human:ann
	observed "$A" 2026-11-30T15:59:00Z '' | sgt-decide
	row='.rows[0].row'
	schedule=$SERGEANT_HOME/workspaces/default/schedule.json
	[ "$(jq "$row.next" "$schedule")" = 1796054700000 ]
	event sergeant.watch.due subject=pr:seven inbound:=3 last:=true >hint
	at 2026-11-30T16:01:00.000Z
	expect 0 sgt-decide hint
	[ "$(jq "$row.next" "$schedule")" = 1796054460000 ]
	[ "$(states | jq -c 'select(.commit).commit.inbound' | tail -n 1)" = 3 ]
}

@test "has an open verdict told to nobody with --drop" {
	watch "$A" human:ann
	observed "$A" 2026-11-30T15:59:00Z "$RED" | sgt-decide >first
	expect 0 sgt-decide --drop "$(jq -r .id first)"
	says
	[ "$(sgt-journal read | jq -c '[.type,.parked,.recipients]')" = \
		'["pr.red","dropped",[]]' ]
	expect 0 sgt-decide </dev/null
	says
	expect 65 sgt-decide --drop vrd_000000000000000000000000
	complains "sgt-decide: no open verdict 'vrd_000000000000000000000000'"
}

@test "a dry run drops nothing, and --drop judges no file" {
	watch "$A" human:ann
	observed "$A" 2026-11-30T15:59:00Z "$RED" | sgt-decide >first
	id=$(jq -r .id first)
	for how in --dry-run -n -ne first; do
		expect 64 sgt-decide $how --drop "$id" </dev/null
		says
		complains 'sgt-decide: --drop takes neither --dry-run nor a FILE' \
			'~usage: sgt-decide .*'
	done
	expect 0 sgt-decide </dev/null
	[ "$(jq -r .id .out)" = "$id" ]
	expect 0 sgt-journal read
	says
}

@test "takes nothing new while a run begins with more than 1,000 open" {
	local i
	for ((i = 0; i < 1001; i++)); do
		printf -v id 'sen_01JDYB2C3D4E5F6G7H8J9%05d' "$i"
		watch "$id" human:ann
		observed "$id" 2026-11-30T15:59:00Z "$RED"
	done >looks
	sgt-decide looks >first
	watch "$B" human:bob
	observed "$B" 2026-11-30T15:59:00Z "$RED" >look
	expect 75 sgt-decide look
	cmp first .out
	complains 'sgt-decide: too many open verdicts'
}

@test "ends with 74 when stdout is full, and says it again next time" {
	watch "$A" human:ann
	observed "$A" 2026-11-30T15:59:00Z "$RED" >look
	got=0
	sgt-decide look >/dev/full 2>.err || got=$?
	[ "$got" = 74 ]
	expect 0 sgt-decide </dev/null
	[ "$(why)" = 'wake due' ]
}

@test "reports a way that cannot be read after six looks, once, and its return" {
	local i failed
	watch "$A" human:ann
	watch "$B" human:bob
	failed='"error":{"class":"timeout","brief":"t"},"way":"example.com none"'
	for i in 1 2 3 4 5 6 7; do
		at "2026-11-30T16:0$i:00.000Z"
		{
			observed "$A" "2026-11-30T16:0$i:00Z" ''
			observed "$B" "2026-11-30T16:0$i:00Z" ''
		} | sed "s/\"error\":null/$failed/" | sgt-decide >"out$i"
		sgt-deliver <"out$i" >/dev/null
	done
	cat out[1-57] | cmp /dev/null
	[ "$(jq -c '.data|[.why,(.events[]|.type,.phase,.recipients)]' out6)" = \
		'["blind","sergeant.way.blind","began",["human:ann","human:bob"]]' ]
	observed "$A" 2026-11-30T16:08:00Z '' ',"way":"example.com none"' >look
	at 2026-11-30T16:08:00.000Z
	expect 0 sgt-decide look
	[ "$(jq -c '.data.events[]|[.type,.phase]' .out)" = \
		'["sergeant.way.blind","ended"]' ]
}

@test "goes on where a state line was damaged, and says so" {
	watch "$A" human:ann
	watch "$B" human:bob
	observed "$A" 2026-11-30T15:59:00Z "$RED" | sgt-decide | sgt-deliver \
		>/dev/null
	observed "$B" 2026-11-30T15:59:00Z "$RED" >look
	sgt-decide look | sgt-deliver >/dev/null
	printf '#' | dd conv=notrunc bs=1 seek=20 status=none \
		of="$SERGEANT_HOME/$STATE/log-00000000000000000001.jsonl"
	expect 74 sgt-decide --explain look
	[ "$(why)" = 'quiet masked' ]
	complains '~sgt-decide: state/log-.*: damaged bytes: 0 to .*'
	expect 0 sgt-decide --explain look
}

@test "a torn tail of the states is set aside, and said with its bytes" {
	watch $A human:ann
	observed $A 2026-11-30T15:59:00Z "$RED" | sgt-decide >/dev/null
	file=state/log-00000000000000000001.jsonl
	at=$(stat -c %s "$SERGEANT_HOME/workspaces/default/$file")
	printf '{"a":' >>"$SERGEANT_HOME/workspaces/default/$file"
	observed $A 2026-11-30T16:00:00Z "$MERGED" >merged
	expect 0 sgt-decide merged
	complains "sgt-decide: $file: torn tail set aside: bytes $at to $((at + 4))"
	expect 0 sgt-decide merged
	complains
}
