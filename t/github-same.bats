# The same answers again: what was stored of a call is given again, and no jq
# program runs; t/github-life.bats has what it would say.

load helper
load peer
load github
load github-pull

green='[{"name":"build","state":"success"}]'
red='[{"name":"build","state":"failure"}]'

# marked FROM TO: what is stored says TO where it said FROM
marked() { sed -i "s/$1/$2/g" "$SERGEANT_HOME"/probe/*.json; }

# briefs: of the entries of the last minute, with how many say so
briefs() { jq -r '.data.entries[].brief' obs | sort | uniq -c | sed 's/^ *//'; }

@test "of many in one call: given again, until one of them is another" {
	github
	act open pull:=1 count:=25 checks:="$red"
	expect 0 sgt-watch add "$REPO#"{1..25} --to human:ann --every 30s \
		--types 'github.*' --window 0s
	minute 16:00 >told
	minute 16:04 >told
	: >hub/requests
	marked 'CI . build failed' 'as stored'
	expect 0 minute 16:05
	says
	[ "$(briefs)" = '25 as stored' ]
	[ "$(seen '[.attempted, .complete, .settled, .error]' | sort -u)" = \
		'[true,true,true,null]' ]
	[ "$(asked | cut -d' ' -f1-3)" = $'POST /graphql 200\nPOST /graphql 200' ]
	# the others of its call are judged with it
	act check pull:=3 name=build state=success
	expect 0 minute 16:06
	says 'ended info #3: over (was CI / build failed)' \
		'began info #3: checks succeeded: 1 passed' \
		'began attention #3: ready: 1 passed'
	[ "$(briefs)" = "$(printf '%s\n' '19 CI / build failed' '5 as stored' \
		'1 checks succeeded: 1 passed' '1 ready: 1 passed' | sort -k2)" ]
	# and its new prior is judged once
	expect 0 minute 16:07
	marked 'CI . build failed' 'as stored'
	expect 0 minute 16:08
	says
	[ "$(briefs | grep -c 'as stored')" = 1 ]
	# what stands in other calls is another call
	act merge pull:=1
	expect 0 minute 16:09
	[ "$(jq -r 'select(.subject | endswith("#1")) | .data.entries[].key' obs |
		sort -u)" = merged ]
	[ "$(briefs | grep -c 'as stored')" = 1 ]
	expect 0 minute 16:10
	[ "$(briefs | grep 'as stored')" = '' ]
	[ "$(jq -r .subject obs | wc -l)" = 24 ]
}

@test "what comes with the time alone comes in its time" {
	github
	act open pull:=7 checks:="$green"
	act set pull:=7 values:='{"mergeable":"UNKNOWN"}'
	watch --every 30s
	expect 0 minute 16:00
	says
	expect 0 minute 16:01
	[ "$(seen .recheck_at)" = '"2026-11-30T16:03:00.000Z"' ]
	expect 0 minute 16:02
	says
	expect 0 minute 16:05
	says 'began info #7: checks succeeded: 1 passed'
	[ "$(seen .recheck_at)" = '"2026-11-30T16:10:00.000Z"' ]
	tick 2026-11-30T16:09:29.999Z cat >told
	[ ! -s told ]
	expect 0 minute 16:10
	says 'began attention #7: GitHub has not said for minutes whether it can be merged'
	[ "$(seen .recheck_at)" = '"2026-11-30T17:10:00.000Z"' ]
}

@test "two watches that began at different times each have what was theirs" {
	github
	act open pull:=7 checks:="$red"
	watch --every 30s
	minute 16:00 >told
	minute 16:01 >told
	at 2026-11-30T16:01:30Z
	expect 0 sgt-watch add "$REPO#7" --to human:bob --types 'github.*' \
		--window 0s --every 30s
	minute 16:02 >told
	minute 16:06 >told
	minute 16:07 >told
	marked 'CI . build failed' 'as stored'
	expect 0 minute 16:08
	says
	[ "$(briefs)" = '2 as stored' ]
	[ "$(jq -r .watch obs | sort -u | wc -l)" = 2 ]
}

@test "ready waits for its grace though no answer changes" {
	github
	act open pull:=7 checks:="$green"
	watch --every 30s
	minute 16:00 >told
	minute 16:01 >told
	[ "$(seen .recheck_at)" = '"2026-11-30T16:03:00.000Z"' ]
	marked "\"github:$HUB.acme\"" '"as:stored"'
	tick 2026-11-30T16:02:29.999Z cat >told
	[ "$(jq -r '.subjects[-1]' obs)" = as:stored ]
	[ ! -s told ]
	expect 0 minute 16:03
	says 'began info #7: checks succeeded: 1 passed' \
		'began attention #7: ready: 1 passed'
}

@test "a queue that is stuck is told when it is" {
	github
	act open pull:=7 checks:="$green"
	watch --every 30s
	minute 16:00 >told
	minute 16:04 >told
	act at at=2026-11-30T16:04:30Z
	act queue pull:=7 state=AWAITING_CHECKS
	minute 16:05 >told
	minute 16:06 >told
	[ "$(seen .recheck_at)" = '"2026-11-30T16:16:30.001Z"' ]
	tick 2026-11-30T16:16:30Z cat >told
	[ ! -s told ]
	expect 0 minute 16:17
	says 'began attention #7: no checks have begun in the merge queue'
}

@test "what the base requires is asked again when an hour is over" {
	github
	act rules required:='["must"]'
	act open pull:=7 checks:="$green"
	watch --every 30s
	minute 16:00 >told
	minute 16:04 >told
	[ "$(grep -c 'required check must' told)" = 1 ]
	minute 16:05 >told
	minute 16:06 >told
	[ "$(seen .recheck_at)" = '"2026-11-30T17:00:00.001Z"' ]
	act rules required:='["must","should"]'
	: >hub/requests
	minute 17:00 >told
	[ ! -s told ]
	[ "$(asked | wc -l)" = 1 ]
	expect 0 minute 17:01
	says 'began attention #7: the required check should has not been reported'
	[ "$(asked | wc -l)" = 2 ]
}

@test "what was asked after the first answers is asked again, while they are the same" {
	github
	local row
	row=$(seq 101 | jq -sc 'map({name: "job \(.)", state: "success"})')
	act open pull:=7 checks:="$row"
	act comment pull:=7
	watch --every 30s
	minute 16:00 >told
	minute 16:04 >told
	minute 16:05 >told
	marked 'checks succeeded' 'as stored'
	: >hub/queries
	minute 16:06 >told
	[ "$(seen '.entries[].brief')" = '"as stored: 101 passed"
"ready: 101 passed"' ]
	[ "$(jq -r '.query | match("query ([A-Za-z]+)").captures[0].string' hub/queries |
		xargs)" = 'Watch Rows' ]
	# another head: its rows are asked for, not those of the old one
	act push pull:=7 checks:="${row/success/failure}"
	: >hub/queries
	expect 0 minute 16:07
	says 'ended info #7: over (was checks succeeded: 101 passed)' \
		'ended info #7: over (was ready: 101 passed)' \
		'began attention #7: CI / job 1 failed' \
		'~once info #7: new head [0-9a-f]{7} \(was [0-9a-f]{7}\)'
	[ "$(jq -r '.query | match("query ([A-Za-z]+)").captures[0].string' hub/queries |
		xargs)" = 'Watch Rows' ]
	[ "$(jq -r '.variables.oid // empty' hub/queries)" = "$(seen .revision | tr -d '"')" ]
	# what comes on a further page alone
	minute 16:08 >told
	minute 16:09 >told
	act check pull:=7 name='job 101' state=failure
	expect 0 minute 16:10
	says 'began attention #7: CI / job 101 failed'
}

@test "hot, it is asked shortly as ever: nothing stored comes in between" {
	github
	act open pull:=7 checks:="$red"
	watch
	minute 16:00 >told
	minute 16:01 >told
	minute 16:02 >told
	: >hub/queries
	minute 16:03 >told
	minute 16:04 >told
	[ "$(jq -r '.query | match("query ([A-Za-z]+)").captures[0].string' hub/queries |
		xargs)" = 'Short Watch Short Watch' ]
}

@test "a failed or throttled answer is not what was stored, and spoils nothing" {
	github
	act open pull:=7 checks:="$red"
	watch --every 30s
	minute 16:00 >told
	minute 16:04 >told
	minute 16:05 >told
	marked 'CI . build failed' 'as stored'
	act fault kind=html times:=1
	minute 16:06 >told
	[ ! -s told ]
	[ "$(seen '[.complete, .error.class != null]')" = '[false,true]' ]
	minute 16:17 >told
	[ ! -s told ]
	[ "$(seen '.entries[].brief')" = '"as stored"' ]
}
