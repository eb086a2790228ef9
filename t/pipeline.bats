load helper

S=command:deploy

WS() { echo "$SERGEANT_HOME/workspaces/default"; }
journal() { cat "$(WS)"/journal/log-*.jsonl 2>/dev/null; }
# what the journal says, without what the log and evidence add
said() { journal | jq -c 'del(.crc,.dataref)'; }
# told PARTY: the summaries of what it was told, in order
told() {
	journal | jq -r --arg p "$1" \
		'select((.recipients // []) | index($p)) | .summary'
}

# watch PARTY ARG...: watch the subject for it; its id
watch() {
	sgt-watch add $S --to "$1" --until subject_terminal "${@:2}" -- \
		/bin/true | jq -r .id
}

# entry KEY SEVERITY RESETS: one named fact
entry() {
	printf '{"key":"%s","severity":"%s","resets_on":"%s",' "$@"
	printf '"type":"command.%s","ended_type":"command.%s_over",' "$1" "$1"
	printf '"brief":"%s"}' "$1"
}

RED=$(entry red wake absence)
MERGED=$(entry merged terminal never)

# look WATCH ENTRY...: an observation of now
look() {
	local IFS=,
	event sergeant.observation id="obs_$1$SGT_NOW" subject=$S watch="$1" \
		time="$SGT_NOW" subjects:="[\"$S\"]" data:="{\"kind\":\"command\",
\"revision\":\"r1\",\"attempted\":true,\"complete\":true,\"settled\":true,
\"error\":null,\"cursor\":null,\"entries\":[${*:2}]}" | tr -d '\n'
	echo
}

@test "from a watch to the inbox, once, through the real programs" {
	sgt-watch add command:disk --to human:ann -- \
		/bin/sh -c 'echo "DISK CRITICAL - full"; exit 2' >/dev/null
	expect 0 sgt-tick
	complains
	sgt-inbox list human:ann | jq -e '.data.state == "waiting"'
	[ "$(journal | wc -l)" -gt 0 ]
	journal >before
	at 2026-11-30T16:10:00Z
	expect 0 sgt-tick
	says
	journal | diff before -
}

@test "two watches of one subject tell two recipients, each once" {
	one=$(watch human:ann) two=$(watch human:bob)
	{ look "$one" "$RED" && look "$two" "$RED"; } | sgt-decide | sgt-deliver >/dev/null
	[ "$(told human:ann)" = "deploy: red" ]
	[ "$(told human:bob)" = "deploy: red" ]
	at 2026-11-30T16:05:00Z
	{ look "$one" "$RED" "$MERGED" && look "$two" "$RED" "$MERGED"; } |
		sgt-decide | sgt-deliver >/dev/null
	[ "$(told human:ann)" = "deploy: red
deploy: merged" ]
	[ "$(told human:bob)" = "deploy: red
deploy: merged" ]
}

@test "a label and a group change nothing of what is told, and to whom" {
	one=$(watch human:ann)
	two=$(watch human:bob --label human:cid --group 'github.*')
	for w in "$one" "$two"; do look "$w" "$RED"; done | sgt-decide | sgt-deliver >/dev/null
	of='[.type, .subject, .summary, .priority, .urgency, .phase, .data]'
	journal | jq -c "select(.recipients == [\"human:ann\"]) | $of" >ann
	journal | jq -c "select(.recipients == [\"human:bob\"]) | $of" >bob
	[ -s ann ]
	diff ann bob
	[ "$(journal | wc -l)" = 2 ]
}

@test "a third watch made seven hours later is told too, and the others are not told again" {
	one=$(watch human:ann --realert 1d)
	look "$one" "$RED" | sgt-decide | sgt-deliver >/dev/null
	at 2026-11-30T23:00:00Z
	three=$(watch human:cyd)
	{ look "$one" "$RED" && look "$three" "$RED"; } | sgt-decide | sgt-deliver >/dev/null
	[ "$(told human:ann)" = "deploy: red" ]
	[ "$(told human:cyd)" = "deploy: red" ]
}

@test "an occurrence that two watches name alike is told to each recipient" {
	one=$(watch human:ann) two=$(watch human:bob)
	{ look "$one" && look "$two"; } | sgt-decide | sgt-deliver >/dev/null
	at 2026-11-30T16:01:00Z
	comment=$(entry comment wake never)
	{ look "$one" "$comment" && look "$two" "$comment"; } |
		sgt-decide | sgt-deliver >/dev/null
	[ "$(journal | jq -r .id | sort -u | wc -l)" = 1 ]
	[ "$(told human:ann)" = "deploy: comment" ]
	[ "$(told human:bob)" = "deploy: comment" ]
}

@test "two pipelines at once never tell twice" {
	local pids=()
	for i in 1 2 3 4 5 6 7 8; do
		sgt-watch add "command:c$i" --to human:ann -- \
			/bin/sh -c 'exit 2' >/dev/null
	done
	for i in 1 2 3; do
		"$TOP/share/tick" --all >"out$i" 2>"err$i" &
		pids+=($!)
	done
	wait "${pids[@]}"
	expect 0 sgt-decide </dev/null
	says
	# for each of the eight: it is not ok, and it is critical
	[ "$(journal | jq -r .type | sort | uniq -c | xargs)" = \
		"8 command.critical 8 command.not_ok" ]
}

@test "who died after a terminal verdict says it again at the next run, whatever stdin holds" {
	one=$(watch human:ann)
	look "$one" "$MERGED" | sgt-decide >lost
	grep -q '"type":"sergeant.verdict.terminal"' lost
	[ -z "$(journal)" ]
	expect 0 sgt-decide </dev/null
	diff lost .out
	sgt-decide </dev/null | sgt-deliver >/dev/null
	[ "$(told human:ann)" = "deploy: merged" ]
	expect 0 sgt-decide </dev/null
	says
}

@test "a verdict dropped between the two is told at the next run" {
	one=$(watch human:ann)
	look "$one" "$RED" | sgt-decide | grep -v verdict | sgt-deliver >/dev/null
	[ -z "$(told human:ann)" ]
	sgt-decide </dev/null | sgt-deliver >/dev/null
	[ "$(told human:ann)" = "deploy: red" ]
}

# bats test_tags=fault
@test "deliver died before its commit: told once at the next run" {
	one=$(watch human:ann)
	look "$one" "$RED" | sgt-decide >verdict
	strace -qq -f -o trace -e trace=fdatasync \
		-e inject=fdatasync:signal=KILL:when=1 \
		sgt-deliver verdict >/dev/null 2>&1 || true
	sgt-decide </dev/null | sgt-deliver >/dev/null
	sgt-decide </dev/null | sgt-deliver >/dev/null
	[ "$(told human:ann)" = "deploy: red" ]
}

@test "the events alone leave the same journal as the verdicts, but for evidence" {
	one=$(watch human:ann) two=$(watch human:bob)
	{ look "$one" "$RED" && look "$two" "$RED" "$MERGED"; } | sgt-decide >verdicts
	sgt-deliver verdicts >/dev/null
	said >whole
	rm -r "$(WS)/journal" "$(WS)/evidence"
	jq -c '.data.events[]?' verdicts | sgt-deliver >/dev/null
	said | diff whole -
	[ ! -e "$(WS)/evidence" ]
}

@test "only sgt-decide writes states" {
	one=$(watch human:ann)
	look "$one" "$RED" | sgt-decide >verdict
	sum() { find "$(WS)/state" "$(WS)/schedule.json" -type f -exec sha256sum {} + | sort; }
	sum >before
	sgt-deliver verdict >/dev/null
	sgt-inbox list human:ann >/dev/null
	sgt-inbox ack -p human:ann --all >/dev/null
	sgt-watch due >/dev/null
	sum | diff before -
}

@test "the inbox is the fold of the journal after all of it" {
	one=$(watch human:ann) two=$(watch human:ann)
	{ look "$one" "$RED" && look "$two" "$RED"; } | sgt-decide | sgt-deliver >/dev/null
	sgt-inbox list human:ann >/dev/null
	at 2026-11-30T16:05:00Z
	look "$one" | sgt-decide | sgt-deliver >/dev/null
	sgt-inbox list human:ann >kept
	rm "$(WS)"/inbox/*.json
	sgt-inbox list human:ann | diff kept -
}

@test "a condition over is told to who was told of it" {
	one=$(watch human:ann)
	look "$one" "$RED" | sgt-decide | sgt-deliver >/dev/null
	sgt-inbox ack -p human:ann --all >/dev/null
	at 2026-11-30T16:30:00Z
	look "$one" | sgt-decide | sgt-deliver >/dev/null
	sgt-inbox list human:ann | jq -e '.data.state == "waiting"'
}

@test "tee, grep and jq may stand anywhere in the pipeline" {
	one=$(watch human:ann)
	look "$one" "$RED" | tee looks | sgt-decide | jq -c . | tee verdicts |
		sgt-deliver | tee receipts >/dev/null
	[ "$(told human:ann)" = "deploy: red" ]
	for file in looks verdicts receipts; do [ -s $file ]; done
}
