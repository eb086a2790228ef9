load helper

# What each program prints, over a life: red, still red, over; a person reads it.
printed() {
	printf 'exit 2\n' >check
	fake check <<-'EOF'
		#!/bin/sh
		. ./check
	EOF
	sgt-watch add command:disk --window 0s -- check >added
	for minute in 00 05 10; do
		at 2026-11-30T16:$minute:00.000Z
		[ $minute != 10 ] || printf 'exit 0\n' >check
		sgt-watch due | tee -a due | sgt-probe | tee -a observations |
			sgt-decide --explain | tee -a verdicts | sgt-deliver >>receipts
	done
	sgt-inbox list >messages
	sgt-journal read >journal
	cat due observations verdicts receipts messages journal
}

@test "every printed line holds to its type in sgt-events(7)" {
	printed >lines
	grep -q sergeant.verdict.quiet lines
	grep -q '"phase":"ended"' lines
	expect 0 jq -r -f "$TOP/t/wire.jq" lines
	says
}

@test "a line that does not hold is named" {
	printed | jq -c 'select(.type == "sergeant.observation")
		| .data.attempted = "yes" | .Colour = 1' | head -n 1 >lines
	expect 0 jq -r -f "$TOP/t/wire.jq" lines
	says '~sergeant.observation obs_[0-9a-f]{24}: unknown attribute Colour' \
		'~sergeant.observation obs_[0-9a-f]{24}: Colour 1' \
		'~sergeant.observation obs_[0-9a-f]{24}: data.attempted'
}

@test "the CloudEvents SDK takes every printed line" {
	[ -d "$TOP/t/peers/node_modules/cloudevents" ] || skip 'no npm peers'
	printed >lines
	expect 0 node "$TOP/t/peers/cloudevents.mjs" <lines
	says "$(wc -l <lines) lines, 0 faults"
}
