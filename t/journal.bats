load helper

teardown() {
	[ -z "$SHM" ] || rm -rf "$SHM"
}

JOURNAL=workspaces/default/journal
LOG=log-00000000000000000001.jsonl

# note ID [NAME=TEXT]...: an event for human:a
note() {
	event x.happened id="$1" 'recipients:=["human:a"]' "${@:2}"
}

# keep ID...: append one event each
keep() {
	local id
	for id; do note "$id"; done | sgt-journal append >.receipts
}

# ids: of what the journal holds, in order, with their seqs
ids() {
	sgt-journal read | sed 's/.*"id":"\([^"]*\)".*"seq":\([0-9]*\).*/\2 \1/'
}

# holds "SEQ ID"...
holds() {
	diff <(printf '%s\n' "$@") <(ids)
}

segment() { echo "$SERGEANT_HOME/$JOURNAL/$LOG"; }

@test "append journals events as they are and says what became of each" {
	note e1 subject=command:disk time=2026-11-30T15:00:00.000Z >events
	expect 0 sgt-journal append events
	complains
	[ "$(sed 's/"id":"rcp_[0-9a-f]\{24\}",//' .out)" = '{"specversion":"1.0","type":"sergeant.receipt.journaled","source":"//sergeant.local/deliver","subject":"command:disk","time":"2026-11-30T16:00:00.000Z","datacontenttype":"application/json","data":{"event":"e1","seq":1,"recipients":["human:a"]}}' ]
	expect 0 sgt-journal read
	says '{"specversion":"1.0","type":"x.happened","id":"e1","source":"//sergeant.local/test","subject":"command:disk","time":"2026-11-30T15:00:00.000Z","recipients":["human:a"],"workspace":"default","seq":1}'
}

@test "--batch commits so many at once" {
	for i in {1..5}; do note "e$i"; done >events
	expect 0 sgt-journal append --batch 2 events
	[ "$(wc -l <.out)" = 5 ]
	holds '1 e1' '2 e2' '3 e3' '4 e4' '5 e5'
}

@test "the same event is told to one recipient once, to another still" {
	keep e1
	expect 0 sgt-journal append < <(note e1)
	says '~.*receipt.duplicate.*"data":\{"event":"e1","seq":1,"recipients":\[\]\}\}'
	event x.happened id=e1 'recipients:=["human:b","human:a"]' >both
	expect 0 sgt-journal append both
	says '~.*receipt.journaled.*"recipients":\["human:b"\]\}\}'
	[ "$(sgt-journal read | wc -l)" = 2 ]
}

@test "an event for nobody is kept as parked" {
	expect 0 sgt-journal append < <(event x.happened)
	says '~.*receipt.undeliverable.*'
	expect 0 sgt-journal read
	says '~.*"recipients":\[\],"workspace":"default","seq":1,"parked":"nobody"\}'
}

@test "a line that is no event is named, and the rest is handled" {
	{ note e1 && echo '{"id":"x"}' && note e2; } >events
	expect 65 sgt-journal append events
	complains "sgt-journal: events:2: not an event: no 'specversion'"
	holds '1 e1' '2 e2'
}

@test "the checksum is stored and never printed" {
	keep e1
	grep -q ',"crc":"[0-9a-f]\{8\}"}$' "$(segment)"
	expect 0 sgt-journal read
	[ "$(grep -c crc .out)" = 0 ]
	# what was read can be appended elsewhere
	cp .out read
	mv "$SERGEANT_HOME" first
	expect 0 sgt-journal append read
	holds '1 e1'
}

@test "read begins at a line, filters, and stops" {
	keep e1 e2 e3
	event y.other id=e4 'recipients:=["human:b"]' | sgt-journal append
	expect 0 sgt-journal read --from 2 --limit 1
	says '~.*"id":"e2".*'
	expect 0 sgt-journal read --type 'y.*'
	says '~.*"id":"e4".*'
	expect 0 sgt-journal read --to human:a --from 3
	says '~.*"id":"e3".*'
	expect 0 sgt-journal tail -n 1
	says '~.*"id":"e4".*'
	expect 64 sgt-journal read --on-gap later
	complains 'sgt-journal: --on-gap: stop or earliest'
}

@test "a party that is none is refused, and not taken for one that was told nothing" {
	for verb in read tail; do
		expect 64 sgt-journal $verb --to ann
		says
		complains "sgt-journal: not a party (session:ID or human:NAME): 'ann'" \
			"usage: sgt-journal $verb"
	done
}

@test "a cursor goes on where the last reading ended" {
	keep e1 e2
	expect 0 sgt-journal read --show-cursor
	complains '~sgt-journal: cursor [0-9a-f]{32}:1:2'
	cursor=$(sed 's/.* //' .err)
	expect 0 sgt-journal read --cursor "$cursor"
	says
	keep e3
	expect 0 sgt-journal read --cursor "$cursor"
	says '~.*"id":"e3".*'
}

@test "a cursor that is ahead, of another store, or none is refused" {
	keep e1 e2
	expect 0 sgt-journal tail -n 0 --show-cursor
	store=$(sed 's/.* \(.*\):1:2$/\1/' .err)
	expect 65 sgt-journal read --cursor "$store:1:7"
	complains 'sgt-journal: cursor ahead: it is at seq 7, the journal ends at 2'
	expect 65 sgt-journal read --cursor "$store:2:1"
	complains "sgt-journal: cursor of another store: '$store:2' is not this journal"
	expect 65 sgt-journal read --cursor seven
	complains "sgt-journal: no cursor: 'seven'"
	expect 0 sgt-journal read --cursor "$store:1:7" --on-gap earliest
	says '~.*"type":"sergeant.journal.gap".*"data":\{"why":"ahead"\}\}' \
		'~.*"id":"e1".*' '~.*"id":"e2".*'
}

@test "tail --follow prints what is appended meanwhile" {
	keep e1
	sgt-journal tail -n 0 --follow --wait 20s >.followed &
	pid=$!
	keep e2
	timeout 20 tail -n +1 -f --pid=$pid .followed | grep -q -m 1 '"id":"e2"'
	kill $pid
	[ "$(grep -c '"id":"e1"' .followed)" = 0 ]
}

@test "follow ends when its wait is over" {
	keep e1
	expect 0 timeout 20 sgt-journal tail --follow --wait 1s
	says '~.*"id":"e1".*'
	expect 0 timeout 20 sgt-journal read --follow --wait 0s
	says '~.*"id":"e1".*'
}

@test "where to begin is said once" {
	keep e1 e2 e3
	store=$(sgt-journal tail -n 0 --show-cursor 2>&1 | sed 's/.* //')
	for verb in read tail; do
		for two in "--from 1 --cursor $store" "--from 1 --lines 1" \
			"--cursor $store --lines 0"; do
			# shellcheck disable=SC2086
			expect 64 sgt-journal $verb $two
			says
			complains 'sgt-journal: one of --cursor, --from and --lines, not more' \
				"usage: sgt-journal $verb"
		done
		expect 0 sgt-journal $verb --from 2
		[ "$(jq -r .id .out | xargs)" = 'e2 e3' ]
		expect 0 sgt-journal $verb --cursor "${store%:*}:2"
		[ "$(jq -r .id .out)" = e3 ]
	done
	expect 64 sgt-journal read --lines 1
	complains 'sgt-journal: --lines is for tail' 'usage: sgt-journal read'
	seq -f 'm%.0f' 12 | while read -r id; do note "$id"; done |
		sgt-journal append >/dev/null
	expect 0 sgt-journal tail
	[ "$(jq -r .id .out | xargs)" = 'm3 m4 m5 m6 m7 m8 m9 m10 m11 m12' ]
}

# Tails of elizaOS/eliza#30878: each is set aside, said once, and nothing is lost.
torn() {
	local title=$1 bytes=$2 end
	rm -rf "$SERGEANT_HOME"
	keep e1 e2
	end=$(stat -c %s "$(segment)")
	cat "$bytes" >>"$(segment)"
	holds '1 e1' '2 e2' || { echo "a reader sees: $title" && return 1; }
	expect 0 sgt-journal append < <(note e3) || return
	complains "sgt-journal: journal/$LOG: torn tail set aside: bytes $end to $((end + $(stat -c %s "$bytes") - 1))" || return
	holds '1 e1' '2 e2' '3 e3' && expect 0 sgt-journal verify && complains &&
		cmp "$bytes" "$SERGEANT_HOME/$JOURNAL/torn-00000000000000000001-$end"
}

@test "a torn tail is not yet there to a reader, and set aside by a writer" {
	printf '{"a":' >half && torn half half
	printf '{"a":1}' >json && torn 'JSON without a newline' json
	head -c 596 /dev/zero >nul && torn '596 NUL' nul
	printf '{"a":"\303' >utf8 && torn 'half a code point' utf8
	printf '\n\n' >empty && torn 'empty lines' empty
	head -c 65536 /dev/zero >many && torn '64 KiB of NUL' many
}

@test "a torn tail is said by verify, and is no fault" {
	keep e1
	end=$(stat -c %s "$(segment)")
	printf '{"a":' >>"$(segment)"
	expect 0 sgt-journal verify
	says
	complains "sgt-journal: journal/$LOG: torn tail, which the next append sets aside, bytes: $end to $((end + 4))"
}

@test "a whole line that lost only its newline is kept" {
	keep e1 e2
	truncate -s -1 "$(segment)"
	holds '1 e1'
	expect 0 sgt-journal append < <(note e3)
	complains
	holds '1 e1' '2 e2' '3 e3'
}

# flip the 60th byte of the journal's second line
flip() {
	local at
	at=$(($(head -n 1 "$(segment)" | wc -c) + 60))
	printf '\001' | dd of="$(segment)" bs=1 seek=$at conv=notrunc status=none
}

@test "damage in the middle stops at a named offset until it is salvaged" {
	keep e1 e2 e3
	at=$(head -n 1 "$(segment)" | wc -c)
	end=$(($(head -n 2 "$(segment)" | wc -c) - 1))
	flip
	expect 74 sgt-journal read
	says '~.*"id":"e1".*'
	complains "sgt-journal: cannot read 'journal/$LOG': damaged at byte $at (seq 2)"
	expect 1 sgt-journal verify
	complains "sgt-journal: journal/$LOG: damaged bytes: $at to $end" \
		"sgt-journal: journal/$LOG: lines are missing, seq: 2 to 2"
	expect 1 sgt-journal verify --salvage
	holds '1 e1' '3 e3'
	expect 0 sgt-journal verify
	complains
	[ -s "$SERGEANT_HOME/$JOURNAL/damaged-00000000000000000001-$at" ]
	# the index is made anew: what is left is still known
	keep e3 e2
	holds '1 e1' '3 e3' '4 e2'
}

@test "a cursor from before a salvage is one of another store" {
	keep e1 e2 e3
	expect 0 sgt-journal tail -n 0 --show-cursor
	cursor=$(sed 's/.* //' .err)
	flip
	expect 1 sgt-journal verify --salvage
	expect 65 sgt-journal read --cursor "$cursor"
	complains "sgt-journal: cursor of another store: '${cursor%:*}' is not this journal"
}

# Twenty events of half a megabyte: the first segment ends with the 17th.
two_segments() {
	local i
	head -c 500000 /dev/zero | tr '\0' x >.pad
	for i in {1..20}; do
		note "e$i" | sed 's/}$/,"pad":"/' | tr -d '\n'
		cat .pad
		echo '"}'
	done | sgt-journal append >.receipts
	ls "$SERGEANT_HOME/$JOURNAL"/log-* >.segments
	[ "$(wc -l <.segments)" = 2 ]
	first_kept=$(sed -n '2s/.*log-0*\([0-9]*\).jsonl/\1/p' .segments)
}

@test "retention drops whole segments, and a cursor below is told of the gap" {
	two_segments
	expect 0 sgt-journal tail -n 0 --show-cursor
	store=$(sed 's/.* \(.*\):1:20$/\1/' .err)
	touch -d 2026-11-29T16:00:00Z "$(segment)"
	expect 0 sgt-journal rotate
	[ -e "$(segment)" ]
	touch -d 2026-11-22T16:00:00Z "$(segment)"
	expect 0 sgt-journal rotate
	[ ! -e "$(segment)" ]
	expect 65 sgt-journal read --cursor "$store:1:5"
	says
	complains "sgt-journal: cursor too old: seq 6 to $((first_kept - 1)) are gone, $((first_kept - 6)) lines lost (--on-gap earliest passes over them)"
	sgt-journal read --cursor "$store:1:5" --on-gap earliest >got
	head -n 1 got | grep -F "\"type\":\"sergeant.journal.gap\"" |
		grep -F "\"data\":{\"why\":\"too_old\",\"from\":6,\"to\":$((first_kept - 1))}}"
	sed -n '2s/.*"seq":\([0-9]*\).*/\1/p' got | grep -x "$first_kept"
	[ "$(wc -l <got)" = $((1 + 20 - first_kept + 1)) ]
	expect 0 sgt-journal verify
}

@test "unread messages outlive the lines that brought them" {
	two_segments
	touch -d 2026-11-22T16:00:00Z "$(segment)"
	sgt-inbox list human:a >before
	expect 0 sgt-journal rotate
	[ ! -e "$(segment)" ]
	rm -f "$SERGEANT_HOME"/workspaces/default/inbox/human*
	sgt-inbox list human:a >after
	[ -s before ]
	diff before after
}

@test "retention never passes what decide has yet to read" {
	two_segments
	sgt-decide </dev/null
	[ -d "$SERGEANT_HOME/workspaces/default/state" ]
	touch -d 2026-11-22T16:00:00Z "$(segment)"
	expect 0 sgt-journal rotate
	[ -e "$(segment)" ]
}

@test "rotate lets go of evidence that is old and that no unread message names" {
	note e1 dataref=evidence/vrd_unread.json | sgt-journal append
	cd "$SERGEANT_HOME/workspaces/default"
	mkdir -m 700 evidence
	echo '{}' | tee evidence/vrd_{unread,old,new}.json >/dev/null
	touch -d 2026-11-30T14:59:00Z evidence/vrd_{unread,old}.json
	touch -d 2026-11-30T15:01:00Z evidence/vrd_new.json
	sgt-journal rotate
	diff <(ls evidence) <(printf 'vrd_%s.json\n' new unread)
}

@test "a folder that others may write is not used" {
	keep e1
	chmod g+w "$SERGEANT_HOME/$JOURNAL"
	expect 77 sgt-journal read
	complains "sgt-journal: cannot use 'journal': it may be written by others"
}

@test "a journal of an unknown version is refused and left as it is" {
	keep e1
	id=$SERGEANT_HOME/$JOURNAL/id.json
	sed -i 's/"version":1/"version":2/' "$id"
	cp "$id" before
	expect 78 sgt-journal append < <(note e2)
	complains "sgt-journal: cannot use 'journal/id.json': unknown version or damaged"
	cmp before "$id"
}

@test "reading makes nothing" {
	expect 0 sgt-journal read
	says
	[ ! -e "$SERGEANT_HOME/$JOURNAL" ]
}

@test "writers that take turns give each line one seq, and keep their order" {
	local w pad pids=()
	# what is tested is the lock, not the disk
	SHM=$(mktemp -d -p /dev/shm) && SERGEANT_HOME=$SHM/state || true
	# enough that a segment of 8 MiB ends in between
	pad=$(head -c 60000 /dev/zero | tr '\0' x)
	writer() {
		local i
		for i in $(seq 1 "$2"); do
			note "$1-$i" pad="${pad:0:$((i * 13577 % 60000 + 1))}"
		done
	}
	for w in a b c d; do
		writer $w 100 | sgt-journal append >/dev/null &
		pids+=($!)
	done
	stopped=$!
	kill -STOP $stopped || true
	for w in e f g h; do
		for i in {1..20}; do
			note "$w-$i" | sgt-journal append >/dev/null
		done &
		pids+=($!)
	done
	kill -CONT $stopped || true
	wait "${pids[@]}"
	[ "$(find "$SERGEANT_HOME/$JOURNAL" -name 'log-*' | wc -l)" -gt 1 ]
	ids >got
	[ "$(wc -l <got)" = 480 ]
	diff <(seq 1 480) <(cut -d' ' -f1 got)
	for w in a b c d e f g h; do
		sed -n "s/.* $w-//p" got | sort -nc
	done
	expect 0 sgt-journal verify
	complains
}
