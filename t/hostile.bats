load helper

# What comes from outside with bad intent: every program takes it as data.

S=command:deploy
C1=$'\302\233' BIDI=$'\342\200\256' DEL=$'\177'

WS() { echo "$SERGEANT_HOME/workspaces/default"; }

watch() { sgt-watch add $S --to human:ann -- /bin/true | jq -r .id; }

# look WATCH ENTRIES: an observation of now
look() {
	event sergeant.observation id="obs_$SGT_NOW" subject=$S watch="$1" \
		time="$SGT_NOW" data:="{\"kind\":\"command\",\"revision\":\"r1\",
\"attempted\":true,\"complete\":true,\"settled\":true,\"error\":null,
\"cursor\":null,\"entries\":[$2]}" | tr -d '\n'
	echo
}

# seen COMMAND: what a terminal gets of it
seen() {
	script -qec "$*" /dev/null </dev/null >.tty 2>&1 || true
	tr -d '\r\t' <.tty >.shown
	clean .shown
}

# clean FILE: nothing but printable ASCII is in it
clean() {
	! LC_ALL=C grep -n '[^ -~]' "$1"
}

@test "what a terminal must not see is escaped in JSON too, and means the same" {
	event command.x id=e1 subject=a:b priority=attention "summary=s$BIDI" \
		recipients:='["human:ann"]' \
		data:="{\"x\":\"$C1$BIDI$DEL\",\"y$C1\":\"\\u001b]0;z\"}" >line
	expect 0 sgt-deliver line
	seen sgt-journal read --json
	jq -c .data .tty >got
	jq -c .data line | diff - got
	seen sgt-journal read
	seen sgt-inbox list human:ann --json
	seen sgt-inbox list human:ann
	seen "sgt-deliver $PWD/line --json"
}

@test "nothing that is said to a terminal is as it came" {
	w=$(watch)
	look "$w" "{\"key\":\"a\",\"severity\":\"wake\",\"resets_on\":\"absence\",
\"type\":\"command.x\",\"brief\":\"\\u001b]0;t\\u0007$C1$BIDI\"}" | tr -d '\n' >o
	expect 0 sgt-decide o
	seen sgt-decide
	seen sgt-decide -ne o
	seen sgt-watch status
	seen sgt status
	for bad in "x$C1" "x$BIDI" $'x\e]0;t\a' "x$DEL" $'x\r\e[2K'; do
		printf -v bad %q "$bad"
		seen "sgt-watch show $bad; sgt-watch add $bad --to $bad; sgt $bad
			sgt-watch apply $bad; sgt-watch --$bad; sgt-decide $bad
			sgt-inbox list $bad; sgt-inbox ack $bad; sgt-probe check $bad
			sgt-probe explain $bad; sgt-journal read --type $bad
			SERGEANT_WORKSPACE=$bad sgt status; SGT_NOW=$bad sgt status
			SERGEANT_HOME=/proc/$bad sgt status"
	done
}

# Each is one line; the last is good and lacks its newline.
hostile() {
	local head='"specversion":"1.0","type":"a.b","id":"b","source":"//x"'
	jq -nj '"{\"a\":\"" + "x" * 1048560 + "\"}\n{\"a\":\"" + "x" * 1048580 + "\"}\n"'
	jq -nj '"[" * 100000 + "\n" + "{\"a\":" * 70000 + "1" + "}" * 70000 + "\n"'
	printf '\0\0\0\n\377\376\n\357\273\277{%s}\n' "$head"
	printf '{%s%s}\n' "$head" ',"id":"c"' "$head" ',"seq":9007199254740993' \
		"$head" ',"time":"0000-00-00T00:00:00Z"' "$head" ',"x":"\ud800"' \
		"$head" ',"subject":"a\u0000b"' "$head" ',"data":{"a":1,"a":2}' \
		"$head" ',"seq":1e3' "$head" ',"seq":-1' "$head" ',"seq":01'
	printf '{%s,"subject":"%s"}\n' "$head" "$(printf 's%.0s' {1..5000})"
	printf '{%s,"%s":1}\n' "$head" "$(printf 'k%.0s' {1..5000})"
	printf '{%s,"recipients":[%s"human:z"]}\n' "$head" \
		"$(printf '"human:u%d",' {1..20000})"
	printf '{"specversion":"1.0","type":"sergeant.%s","id":"../../x","source":"//x","subject":"command:x","watch":"../../x","data":{"kind":"../../x","config":{"argv":["true"]},"events":[{}]}}\n' \
		watch.due observation verdict.wake verdict.stop inbox.acked
	printf '{"specversion":"1.0","type":"good.one","id":"good","source":"//x","subject":"a:b","recipients":["human:ann"]}'
}

@test "hostile lines are named and stop no filter" {
	hostile >lines
	for filter in sgt-probe sgt-decide sgt-deliver 'sgt-journal append' \
		'sgt-watch add -'; do
		# shellcheck disable=SC2086
		expect 65 timeout 60 $filter <lines
		clean .err
		# of 1 MiB and a byte, the second; of the rest, most
		grep -q ':2: .*long' .err
		[ "$(grep -c "^${filter%% *}: stdin:[0-9]*: " .err)" -ge 14 ]
		[ "$(wc -l <.err)" = "$(grep -c ': stdin:' .err)" ]
		while read -r line; do
			event_of <<<"$line" || return
		done <.out
	done
	sgt-inbox list human:ann --json | jq -e 'select(.data.events == ["good"])'
	expect 0 sgt-journal verify
	# none of it named a file
	[ -z "$(find . -name '*x.json' -o -name '..?*' -o -name x)" ]
}

event_of() { jq -e '.specversion == "1.0"' >/dev/null; }

@test "a verdict's id that is no name gets no file, its event is told" {
	event sergeant.verdict.wake id=../../../x subject=a:b \
		watch=sen_01JDYB2C3D4E5F6G7H8J9K0M1N time=2026-11-30T16:00:00Z \
		summary=s data:="{\"why\":\"due\",\"keys\":[\"red\"],\"outcome\":null,
\"events\":[$(event x.y id=e9 subject=a:b recipients:='["human:ann"]')],
\"evidence\":{\"a\":1}}" | tr -d '\n' >line
	expect 65 sgt-deliver line
	complains "sgt-deliver: cannot save evidence: the verdict's id is no name"
	[ "$(sgt-journal read | jq -r .id)" = e9 ]
	[ -z "$(find . -name 'x.json')" ]
}

# refuse FILE: each program that needs it says 77, and none waits or acts on it
refuse() {
	local program
	for program in "${@:2}"; do
		# shellcheck disable=SC2086
		expect 77 timeout 10 $program </dev/null
		grep -q . .err
	done
	rm -rf "$(WS)" && cp -rp ws "$(WS)"
}

@test "a link, a pipe, or a file that others may write in place of ours is refused" {
	w=$(watch)
	look "$w" '{"key":"a","severity":"wake","resets_on":"absence","type":"command.x","brief":"b"}' |
		sgt-decide | sgt-deliver >/dev/null
	sgt-inbox list human:ann >/dev/null
	cp -rp "$(WS)" ws
	segment=log-00000000000000000001.jsonl
	for how in 'ln -s /dev/zero' 'ln -s /etc/passwd' mkfifo 'install -m 666 /dev/null'; do
		for file in "journal/$segment" "state/$segment" \
			"watches/$w.json" schedule.json inbox/human:ann.json; do
			rm "$(WS)/$file"
			$how "$(WS)/$file"
			case $file in
			journal/*) refuse "$file" sgt-tick 'sgt-journal read' \
				'sgt-journal verify' 'sgt-inbox list human:ann' \
				sgt-decide ;;
			state/*) refuse "$file" sgt-tick 'sgt-watch status' sgt-decide ;;
			watches/*) refuse "$file" sgt-tick 'sgt-watch status' 'sgt-watch due' ;;
			schedule*) refuse "$file" sgt-tick 'sgt-watch due' ;;
			inbox/*) refuse "$file" 'sgt-inbox list human:ann' ;;
			esac
		done
	done
}

@test "a link or a file in place of a folder of ours is refused, whoever makes it too" {
	watch >/dev/null
	look "$(watch)" '{"key":"a","severity":"wake","resets_on":"absence","type":"command.x","brief":"b"}' |
		sgt-decide | sgt-deliver >/dev/null
	mv "$SERGEANT_HOME" real
	mkdir other
	ws=/workspaces/default
	for folder in '' $ws $ws/watches $ws/locks $ws/state $ws/journal; do
		for how in "ln -s $PWD/other" touch; do
			rm -rf "$SERGEANT_HOME"
			cp -rp real "$SERGEANT_HOME"
			rm -r "$SERGEANT_HOME$folder"
			$how "$SERGEANT_HOME$folder"
			expect 77 sgt-tick
			grep -q 'no real folder' .err
			case $folder in
			*/state) expect 77 sgt-decide </dev/null ;;
			*/journal) expect 77 sgt-journal append </dev/null ;;
			*) expect 77 sgt-watch add command:b -- true ;;
			esac
			complains "~.*: cannot use '.*': it is no real folder"
		done
	done
	[ -z "$(ls other)" ]
}

@test "a kind cannot say what our own programs act on" {
	w=$(sgt-watch add $S --to human:ann --types '*' -- /bin/true | jq -r .id)
	for type in sergeant.inbox.acked sergeant.wake.accepted \
		sergeant.watch.stopped sergeant.receipt.journaled; do
		look "$w" "{\"key\":\"a\",\"severity\":\"wake\",\"resets_on\":\"absence\",\"type\":\"$type\"}" >o
		expect 65 sgt-decide o
		says
		complains "sgt-decide: o:1: not an entry: '$type' is a type of our own"
	done
}
