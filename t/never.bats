load helper
load small

# What must never happen, on the real programs.

S=command:deploy

WS() { echo "$SERGEANT_HOME/workspaces/default"; }
journal() { cat "$(WS)"/journal/log-*.jsonl 2>/dev/null; }

watch() { sgt-watch add $S --to human:ann -- /bin/true | jq -r .id; }

# look WATCH JQ: an observation of now, its data changed by the program
look() {
	jq -nc --arg w "$1" --arg t "$SGT_NOW" --arg s "$S" '{specversion: "1.0",
		type: "sergeant.observation", id: "obs_\($t)", source: "//x",
		subject: $s, time: $t, watch: $w, subjects: [$s],
		data: ({kind: "command", revision: "r1", attempted: true,
		complete: true, settled: true, error: null, cursor: null,
		entries: []} | '"${2:-.}"')}'
}

RED='.entries = [{key: "red", severity: "wake", resets_on: "absence",
	type: "command.red", ended_type: "command.green", brief: "is red"}]'

told() { journal | jq -r .type | xargs; }

@test "a document of an unknown version is never overwritten" {
	w=$(watch)
	look "$w" "$RED" | sgt-decide | sgt-deliver >/dev/null
	sgt-inbox list human:ann >/dev/null
	sgt-tick
	for file in "watches/$w.json" schedule.json inbox/human:ann.json \
		inbox/cursor.json journal/id.json state/id.json; do
		rm -rf ws && cp -r "$(WS)" ws
		sed -i 's/"version":1,/"version":77,/' "$(WS)/$file"
		at 2026-11-30T17:00:00Z
		for command in 'sgt-tick' 'sgt-watch poll' "sgt-watch pause $w" \
			'sgt-inbox list human:ann' 'sgt-journal rotate' \
			'sgt-inbox ack --all human:ann' 'sgt-watch due'; do
			event x.y id=e2 'recipients:=["human:ann"]' subject=a:b |
				sgt-deliver >>noise 2>&1 || true
			$command >>noise 2>&1 || true
		done
		# where it was, or set aside
		grep -rql '"version":77,' "$(WS)" || {
			echo "$file is lost"
			return 1
		}
		rm -rf "$(WS)" && mv ws "$(WS)"
	done
	grep -q "cannot use 'schedule.json': its version is unknown" noise
}

@test "a probe's file of an unknown version is never overwritten" {
	echo '{"specversion":"1.0","type":"sergeant.watch.due","id":"d","source":"//x","subject":"command:x","watch":"sen_01JDYB2C3D4E5F6G7H8J9K0M1N","data":{"kind":"command","config":{"argv":["true"]}}}' >due
	expect 0 sgt-probe due
	probes=("$SERGEANT_HOME"/probe/*.json)
	[ -s "${probes[0]}" ]
	sed -i 's/"version":1,/"version":77,/' "${probes[@]}"
	at 2026-11-30T18:00:00Z
	sgt-probe due >/dev/null 2>&1 || true
	grep -rql '"version":77,' "$SERGEANT_HOME/probe"
}

@test "what is no whole look clears no condition and counts as no success" {
	w=$(watch)
	look "$w" "$RED" | sgt-decide | sgt-deliver >/dev/null
	minute=1
	for how in '.complete = false' \
		'.attempted = false' \
		'.complete = false | .settled = false' \
		'.complete = false | .error = {class: "timeout", brief: "late"}' \
		'.error = {class: "rate_limited", brief: "x"}' \
		'.complete = false | .error = {class: "auth", brief: "x"}' \
		'.error = {class: "malformed", brief: "x"}' \
		'.error = {class: "server", brief: "x"}' \
		'.attempted = false | .error = {class: "rate_limited", brief: "x"}'; do
		at "$(printf '2026-11-30T16:%02d:00.000Z' $minute)"
		minute=$((minute + 1))
		look "$w" "$how" | sgt-decide | sgt-deliver >/dev/null
		[ "$(told)" = command.red ] || {
			echo "$how: $(told)"
			return 1
		}
	done
	at 2026-11-30T16:30:00.000Z
	look "$w" | sgt-decide | sgt-deliver >/dev/null
	[ "$(told)" = 'command.red command.green' ]
}

# An event is told once for each recipient, whoever dies meanwhile.
@test "two pipelines in a loop with kills at random tell all once" {
	unset SGT_NOW
	# what looks for leaks spins for ever where its helper is what was killed
	export ASAN_OPTIONS=${ASAN_OPTIONS-}:detect_leaks=0
	mkdir -p kinds/ant
	jq -n '{kind: "ant", scheme: "ant", subject: "ant:[a-z]+",
		transport: "probe", batch: 10, default_types: ["*"],
		objectives: {built: {success: ["done"]}},
		cadence: {every: "10s", floor: "1s"}}' >kinds/ant/kind.json
	# each second that passes adds what stays
	cat >kinds/ant/probe <<-SH
		#!/bin/sh
		n=\$((\$(date +%s) - \$(cat "$PWD/begin" || date +%s)))
		exec jq -c --argjson n \$n '.type = "sergeant.observation" | .data = {
		  kind: "ant", revision: "1", attempted: true, complete: true,
		  settled: true, error: null, cursor: null, entries: [
		  range(0; if \$n > 15 then 15 else \$n end) | {key: "n:\(.)",
		  severity: "wake", resets_on: "never", type: "ant.n", brief: "n \(.)"}]}'
	SH
	chmod +x kinds/ant/probe
	export SERGEANT_KINDS=$PWD/kinds
	for subject in ant:a ant:b; do
		for to in human:ann human:bob; do
			sgt-watch add $subject --to $to --every 1s --window 0s >/dev/null
		done
	done
	# the first look, at nothing
	sgt-tick >/dev/null 2>.err
	date +%s >begin
	end=$((SECONDS + 16))
	for command in sgt-tick 'sgt-watch poll'; do
		# shellcheck disable=SC2086
		while [ $SECONDS -lt $end ]; do
			setsid $command >/dev/null 2>&1 3>&- &
			echo $! >"session-${command##* }"
			wait $! || true
		done 2>/dev/null &
		loops+=($!)
	done
	while [ $SECONDS -lt $end ]; do
		sleep 0.$((RANDOM % 4 + 1))
		sessions=(session-*)
		mapfile -t pids < <(ps -o pid= -s \
			"$(cat "${sessions[RANDOM % 2]}")" 2>/dev/null)
		[ ${#pids[@]} -gt 0 ] || continue
		kill -9 "$((pids[RANDOM % ${#pids[@]}]))" 2>/dev/null &&
			echo killed >>kills
	done
	wait "${loops[@]}"
	[ "$(wc -l <kills)" -gt 5 ]
	rm begin && echo 0 >begin
	expect 0 sgt-watch poll
	expect 0 sgt-decide </dev/null
	says
	expect 0 sgt-journal verify
	# of two subjects, two recipients and fifteen each
	sgt-journal read | jq -r 'select(.type == "ant.n") | .subject as $s
		| .recipients[] as $r | .data.entries[] | "\($s) \($r) \(.key)"' |
		sort | uniq -c | awk '{ print $1 }' | uniq -c | xargs >counts
	[ "$(cat counts)" = '60 1' ]
}

# looks WATCH JQ: one of each of its twenty subjects
looks() {
	for i in {1..20}; do S=command:host$i look "$1" "$2"; done |
		sgt-decide | sgt-deliver >/dev/null
}

DOWN='.complete = false | .entries = [{key: "down", severity: "wake",
	resets_on: "absence", type: "command.down", ended_type: "command.up",
	brief: "down: cannot resolve"}]'

twenty() {
	for i in {1..20}; do echo "{\"subject\":\"command:host$i\"}"; done |
		jq -sc '{subjects: map(.subject), to: "human:ann", for: "2m",
			config: {argv: ["true"]}}' | sgt-watch add - | jq -r .id
}

@test "a short loss of all is no wake, a long one is told of each once" {
	w=$(twenty)
	looks "$w" .
	for minute in 01 02; do
		at 2026-11-30T16:$minute:00.000Z && looks "$w" "$DOWN"
	done
	at 2026-11-30T16:03:00.000Z && looks "$w" .
	[ "$(told)" = '' ]
	rm -r "$(WS)" && w=$(twenty)
	looks "$w" .
	for minute in 11 12 13 14; do
		at 2026-11-30T16:$minute:00.000Z && looks "$w" "$DOWN"
	done
	[ "$(journal | jq -c '[.type, .time[14:16]]' | sort | uniq -c | xargs)" = \
		'20 [command.down,13]' ]
	[ "$(sgt-inbox list human:ann | jq -r .data.state | uniq -c | xargs)" = '20 waiting' ]
	at 2026-11-30T16:15:00.000Z && looks "$w" .
	[ "$(told | tr ' ' '\n' | sort | uniq -c | xargs)" = '20 command.down 20 command.up' ]
}

@test "what was held is told once, by the first run at or after its time" {
	w=$(sgt-watch add $S --to human:ann --first hold --window 10m -- true |
		jq -r .id)
	look "$w" | sgt-decide | sgt-deliver >/dev/null
	at 2026-11-30T16:01:00.000Z
	look "$w" "$RED" | sgt-decide | sgt-deliver >/dev/null
	at 2026-11-30T16:10:59.000Z
	look "$w" "$RED" | sgt-decide | sgt-deliver >/dev/null
	[ "$(told)" = '' ]
	# it was due at 16:11, when nothing ran
	at 2026-11-30T16:51:00.000Z
	look "$w" "$RED" | sgt-decide | sgt-deliver >/dev/null
	[ "$(told)" = command.red ]
	at 2026-11-30T16:52:00.000Z
	look "$w" "$RED" | sgt-decide | sgt-deliver >/dev/null
	[ "$(told)" = command.red ]
}

# Each line: the fault, then the file and the title of a test, or later and why.
@test "each fault that others had is named with its test, or why it comes later" {
	while IFS=$'\t' read -r ref file title rest; do
		[[ $ref == */*#* && -n $title && -z $rest ]]
		case $file in
		later) continue ;;
		*.bats) title="@test \"$title\" {" ;;
		esac
		[ -s "$TOP/t/$file" ]
		[ "$title" = - ] || grep -Fxq -- "$title" "$TOP/t/$file" || {
			echo "$ref: no such test: $title"
			return 1
		}
	done <"$TOP/t/golden/bugs"
	[ "$(cut -f 1 "$TOP/t/golden/bugs" | sort -u | wc -l)" = 30 ]
}

@test "a secret is in no argv, output, journal, evidence or error" {
	mkdir -p kinds/api "$SERGEANT_CONFIG/credentials"
	(umask 077 && echo hunter2 >"$SERGEANT_CONFIG/credentials/api")
	jq -n '{kind: "api", scheme: "api", subject: "api:(?<path>[a-z.]+)",
		transport: "http", own_way: true, default_types: ["*"],
		credential: {name: "api", hosts: ["127.0.0.1:1"]},
		cadence: {every: "60s", floor: "10s"}}' >kinds/api/kind.json
	cat >kinds/api/kind.jq <<-'JQ'
		def requests: .subjects[] | {url: "http://127.0.0.1:1/\(.names.path)"};
		def observe: . as $all | .subjects[] | {subject, complete: false,
		  revision: ([$all, $ENV, env] | tostring | .[:900]),
		  entries: [{key: "x", severity: "wake", resets_on: "absence",
		    type: "api.x", brief: ($all | tostring | .[:900])}]};
	JQ
	export SERGEANT_KINDS=$PWD/kinds GH_TOKEN=hunter2 GITHUB_TOKEN=hunter2
	export SERGEANT_CREDENTIAL_OTHER=hunter2 AWS_SECRET_ACCESS_KEY=hunter2
	{
		sgt-watch add api:x
		sgt-watch add command:env -- sh -c "env; cat /proc/*/cmdline \
			2>&- | tr '\\0' ' ' >$PWD/argv; exit 2"
		sgt-watch add command:err -- sh -c 'env >&2; exit 3'
		for url in https://ann:hunter2@a.invalid/ \
			'nosuch://a.invalid/?token=hunter2' \
			'git:https://a.invalid/b?token=hunter2#main' \
			'git:https://hunter2@a.invalid/b#main'; do
			sgt-watch add "$url" || true
			sgt-probe explain "$url" || true
			echo "$url" | sgt-probe | jq .data
		done
		sgt-probe explain 'http://127.0.0.1:1/?token=hunter2' |
			jq 'del(.subject)'
		event sergeant.watch.due data:='{"kind":"http"}' \
			subject='http://127.0.0.1:1/?token=hunter2' |
			sgt-probe | jq .data
		sgt-tick
		sgt-watch status
		sgt-inbox list
		sgt-journal read
	} >said 2>&1
	[ -s argv ]
	grep -q 'CRITICAL' said
	grep -q '"api.x"' said
	run ! grep -r hunter2 said argv "$SERGEANT_HOME"
}

@test "a tick on a full or read-only disk is no success, and loses nothing" {
	mount_small size=1m
	sgt-watch add command:x --to human:ann -- sh -c "cat $PWD/now; exit 2" >/dev/null
	echo first >now
	expect 0 sgt-tick
	[ "$(told)" = 'command.critical command.not_ok' ]
	sgt-watch add command:y --to human:ann -- sh -c 'exit 1' >/dev/null
	head -c 2m /dev/zero >small/fill 2>&- || true
	at 2026-11-30T17:00:00Z
	expect 75 sgt-tick
	expect 75 sgt-watch poll
	[ "$(told)" = 'command.critical command.not_ok' ]
	rm small/fill
	expect 0 sgt-tick
	[ "$(told)" = 'command.critical command.not_ok command.not_ok' ]
	sgt-watch add command:z --to human:ann -- sh -c 'exit 1' >/dev/null
	mount -o remount,ro "$PWD/small" || skip "remounting is not allowed here"
	at 2026-11-30T18:00:00Z
	expect 74 sgt-tick
	expect 74 sgt-watch poll
	expect 74 sgt-watch pause "$(sgt-watch list | jq -r .id | head -n 1)"
	mount -o remount,rw "$PWD/small"
	expect 0 sgt-tick
	[ "$(told)" = 'command.critical command.not_ok command.not_ok command.not_ok' ]
	expect 0 sgt-journal verify
}
