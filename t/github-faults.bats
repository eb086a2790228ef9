load helper
load peer
load github
load github-pull

# asked_of PATTERN: how many requests so far were for it
asked_of() { grep -c "$1" hub/requests || :; }

# impatient: the same kinds, which wait a second for an answer
impatient() {
	cp -r "$TOP/share" share
	for kind in share/kinds/github_*/; do
		jq '.limits.timeout = "1s"' "${kind}kind.json" >k && mv k "${kind}kind.json"
	done
	export SERGEANT_SHARE=$PWD/share
}

# red: acme/widgets#7 has failed, is watched, and that was told
red() {
	act open pull:=7 checks:='[{"name":"build","state":"failure"}]'
	watch
	expect 0 minute 16:00
	says 'began attention #7: CI / build failed'
}

# The next look meets a fault, and learns nothing; what is true afterwards is
# told as if the fault had not been.
@test "no fault clears anything, wakes anybody, or passes for an answer" {
	impatient
	github
	red
	local minute=1 class rest fault
	while read -r class rest; do
		act calm
		# green behind the fault: who clears the red has not looked
		act check pull:=7 name=build state=success
		read -ra fault <<<"$rest"
		act fault times:=9 "${fault[@]}"
		expect 0 minute "$(printf '%d:%02d' $((16 + minute / 60)) $((minute % 60)))"
		says
		[ "$(seen '[.complete, .error.class, .entries]')" = "[false,\"$class\",[]]" ] || {
			echo "$rest: $(seen '[.complete, .error, .entries]')"
			return 1
		}
		act calm
		act check pull:=7 name=build state=failure
		minute=$((minute + 10))
		expect 0 minute "$(printf '%d:%02d' $((16 + minute / 60)) $((minute % 60)))"
		says
		[ "$(seen '[.error, .entries[].key]')" = '[null,"red:build"]' ]
		minute=$((minute + 10))
	done <<-'TABLE'
		server kind=html
		server kind=html status:=503
		network kind=truncated
		network kind=reset
		timeout kind=slow ms:=3000
		server kind=http status:=500
		server kind=http status:=502
		server kind=http status:=504
		auth kind=http status:=401
		auth kind=http status:=403
		server kind=http status:=404
		server kind=http status:=200 body:=[]
		unknown kind=http status:=200 body:={}
		malformed kind=missing
		server kind=limits
	TABLE
	# and there was nothing to clear until now
	act check pull:=7 name=build state=success
	expect 0 minute 21:45
	says 'ended info #7: over (was CI / build failed)' \
		'began info #7: checks succeeded: 1 passed' \
		'began attention #7: ready: 1 passed'
}

@test "an error of one subject is that one's alone" {
	github
	act open pull:=1 count:=4 checks:='[{"name":"build","state":"failure"}]'
	act fault kind=limits from:=3 times:=9
	for i in {1..5}; do echo "$REPO#$i"; done >subjects
	expect 0 sgt-probe subjects
	# five asked: one is not there; the last three again, two by two
	jq -r '[.subject[-2:], .data.error.class // "fine", .data.entries[].key]
		| join(" ")' .out | sort >got
	diff - got <<-'WANT'
		#1 fine red:build
		#2 fine red:build
		#3 fine red:build
		#4 fine red:build
		#5 not_found
	WANT
}

@test "for seconds after a push the old commit's checks are nobody's" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"success"}]'
	watch
	expect 0 minute 16:00
	says
	expect 0 minute 16:03
	says 'began info #7: checks succeeded: 1 passed' \
		'began attention #7: ready: 1 passed'
	act push pull:=7
	act set pull:=7 values:='{"showsLast":true}'
	expect 0 minute 16:04
	says '~once info #7: new head .*'
	[ "$(seen '[.complete, .settled]')" = '[false,false]' ]
	expect 0 minute 16:10
	says
	act set pull:=7 values:='{"showsLast":false}'
	act check pull:=7 name=build state=failure
	expect 0 minute 16:11
	says 'ended info #7: over (was checks succeeded: 1 passed)' \
		'ended info #7: over (was ready: 1 passed)' \
		'began attention #7: CI / build failed'
}

@test "a token that may not read checks still reads the rest, and is never ready" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"success"}]'
	act review pull:=7 state=CHANGES_REQUESTED
	act fault kind=partial times:=99
	watch
	expect 0 minute 16:00
	says 'began attention #7: bea requests changes'
	act review pull:=7 state=APPROVED
	expect 0 minute 16:10
	says 'once attention #7: bea approved'
	[ "$(seen '[.complete, .error, (.entries[].key | sub(":.*"; ""))]')" = \
		'[false,null,"review"]' ]
	act merge pull:=7
	expect 0 minute 16:11
	says 'once attention #7: merged'
}

@test "of checks that a token may not read, REST tells what has failed" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"failure"},{"name":"lint","state":"in_progress"}]'
	act check pull:=7 name=scan state=success workflow=Scan
	act status pull:=7 context=legacy state=ERROR
	act fault kind=partial times:=99
	watch
	expect 0 minute 16:00
	says 'began attention #7: CI / build failed; legacy failed'
	seen '.entries[] | [.key, .brief, .data.conclusion]' >got
	diff - got <<-'WANT'
		["red:build","CI / build failed","failure"]
		["red:legacy","legacy failed","error"]
	WANT
	# jobs of what passes are not asked for
	asked | sed 's/[0-9a-f]\{40\}/OID/; s/ 200.*//; s/955[0-9]*/RUN/' >got
	diff - got <<-'WANT'
		POST /graphql
		GET /repos/acme/widgets/actions/runs?head_sha=OID&per_page=100
		GET /repos/acme/widgets/commits/OID/status?per_page=100
		GET /repos/acme/widgets/actions/runs/RUN/jobs?per_page=100
	WANT
	# as it was: not asked at each look, and nothing is over
	expect 0 minute 16:01
	says
	asked >got
	[ "$(grep -c ^GET got)" = 0 ]
	[ "$(seen '[.complete, .settled, .error, .entries]')" = '[false,false,null,[]]' ]
	expect 0 minute 16:11
	says
	[ "$(seen '[.complete, .settled, .error, .entries[].key]')" = \
		'[false,false,null,"red:build","red:legacy"]' ]
	[ "$(asked | wc -l)" = 4 ]
	# all passes: REST is not asked, and nothing is green, ready, or over
	act check pull:=7 name=build state=success
	act check pull:=7 name=lint state=success
	act status pull:=7 context=legacy state=SUCCESS
	expect 0 minute 16:21
	says
	[ "$(seen '[.complete, .settled, .error, .entries]')" = '[false,false,null,[]]' ]
	asked >got
	[ "$(grep -c ^GET got)" = 0 ]
	# another head, another look
	act push pull:=7 checks:='[{"name":"build","state":"failure"}]'
	expect 0 minute 16:22
	says 'ended info #7: over (was CI / build failed)' \
		'began attention #7: CI / build failed' '~once info #7: new head .*'
	# a token that may is as if nothing had been
	act calm
	act check pull:=7 name=build state=success
	gains 2026-11-30T16:26:00Z 'ended info #7: over (was CI / build failed)' \
		'ended info #7: over (was legacy failed)' \
		'began info #7: checks succeeded: 1 passed' \
		'began attention #7: ready: 1 passed'
}

@test "a token that may not read Actions either reads the rest, and is not asked for more" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"failure"}]'
	act set pull:=7 values:='{"mergeable":"CONFLICTING"}'
	act fault kind=partial times:=99 match=graphql
	act fault kind=http status:=403 times:=99 match=repos
	watch
	expect 0 minute 16:00
	says 'began attention #7: is in conflict with main'
	[ "$(asked | wc -l)" = 3 ]
	expect 0 minute 16:01
	says
	asked >got
	[ "$(grep -c ^GET got)" = 0 ]
	[ "$(seen '[.complete, .error, .entries[].key]')" = '[false,null,"conflict"]' ]
}

@test "who may never read the checks is told what is said, from his first look on" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"success"}]'
	act comment pull:=7
	act fault kind=partial times:=99
	watch
	expect 0 minute 16:00
	says
	# absence is what complete speaks of, and settled it is not
	[ "$(seen '[.complete, .settled, .entries]')" = '[true,false,[]]' ]
	act comment pull:=7 author=cat
	act review pull:=7 state=COMMENTED
	act push pull:=7 checks:='[{"name":"build","state":"success"}]'
	expect 0 minute 16:01
	says '~once (info|attention) #7: (new head .*|comment by cat|bea reviewed)' \
		'~once (info|attention) #7: (new head .*|comment by cat|bea reviewed)' \
		'~once (info|attention) #7: (new head .*|comment by cat|bea reviewed)'
	[ "$(seen '[.complete, .settled]')" = '[false,false]' ]
	expect 0 minute 16:02
	says
}

@test "what is throttled in one process rests in all, and is got by REST meanwhile" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"success"}]'
	watch
	expect 0 minute 16:00
	says
	act fault kind=primary times:=1
	act status pull:=7 context=legacy state=FAILURE
	expect 0 minute 16:05
	# a failure is a failure; ready it is not, whatever it seems
	says 'began attention #7: legacy failed'
	[ "$(asked | cut -d' ' -f1-3 | sed 's/[0-9a-f]\{40\}/OID/;s/?.*/ 200/')" = "$(printf '%s\n' \
		'POST /graphql 200' 'POST /graphql 200' \
		'GET /repos/acme/widgets/pulls/7 200' \
		'GET /repos/acme/widgets/commits/OID/status 200')" ]
	[ "$(seen '[.complete, .error]')" = '[false,null]' ]
	# until its reset, in whatever process
	echo "$REPO#7" >subject
	at 2026-11-30T16:59:59Z
	expect 0 sgt-probe subject
	[ "$(asked_of graphql)" = 0 ]
	[ "$(of '[.complete, .error]')" = '[false,null]' ]
	# a second after it all is as before
	at 2026-11-30T17:00:01Z
	act at at="$SGT_NOW"
	act status pull:=7 context=legacy state=SUCCESS
	expect 0 sgt-probe subject
	[ "$(asked_of graphql)" = 1 ]
	[ "$(of '[.complete, .error]')" = '[true,null]' ]
}

@test "a throttled degraded read is never ready, and REST throttled too is said so" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"success"}]'
	watch
	expect 0 minute 16:00
	says
	act fault kind=primary times:=9
	expect 0 minute 16:05
	says
	[ "$(seen '[.complete, .error, .entries]')" = '[false,null,[]]' ]
	act fault kind=primary match=repos times:=9
	expect 0 minute 16:16
	says
	[ "$(seen '[.error.class, .error.retry_at]')" = \
		'["rate_limited","2026-11-30T17:00:01.000Z"]' ]
	# nothing was charged, nothing backs off: at the reset it is read
	act calm
	expect 0 minute 17:01
	says 'began info #7: checks succeeded: 1 passed' \
		'began attention #7: ready: 1 passed'
}

@test "the last that may be asked is the last that is asked" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"failure"}]'
	act budget budget:='{"graphql":1}'
	echo "$REPO#7" >subject
	expect 0 sgt-probe subject
	[ "$(of '[.error, .entries[].key]')" = '[null,"red:build"]' ]
	expect 0 sgt-probe subject
	[ "$(asked_of graphql)" = 1 ]
	[ "$(of '[.complete, .error]')" = '[false,null]' ]
}

@test "who asks too fast rests altogether, as long as he is told" {
	github
	act open pull:=7
	echo "$REPO#7" >subject
	act fault kind=secondary retry:=90
	expect 0 sgt-probe subject
	[ "$(of '[.error.class, .error.retry_at]')" = \
		'["rate_limited","2026-11-30T16:01:30.000Z"]' ]
	at 2026-11-30T16:01:29Z
	expect 0 sgt-probe subject
	[ "$(of '[.attempted, .error.class]')" = '[false,"rate_limited"]' ]
	[ "$(wc -l <hub/requests)" = 1 ]
	at 2026-11-30T16:01:30Z
	expect 0 sgt-probe subject
	[ "$(of .error)" = null ]
	# 429, and nobody says how long
	act fault kind=secondary status:=429
	expect 0 sgt-probe subject
	at 2026-11-30T16:02:29Z
	expect 0 sgt-probe subject
	[ "$(of .attempted)" = false ]
}

@test "two processes at once: a throttle of one is a rest of both" {
	github
	act open pull:=1 count:=40
	for i in {1..40}; do echo "$REPO#$i"; done >subjects
	act fault kind=secondary retry:=60 times:=99
	split -n l/2 subjects part-
	sgt-probe part-aa >one &
	local first=$!
	sgt-probe part-ab >two
	wait $first
	# each asked once at most, one after the other
	[ "$(wc -l <hub/requests)" -le 2 ]
	[ "$(cat one two | jq -r .data.error.class | sort -u)" = rate_limited ]
	: >hub/requests
	expect 0 sgt-probe subjects
	[ ! -s hub/requests ]
}

# halted: of sixty that are due three questions wait in line, one is asked
halted() {
	: >hub/requests
	act fault kind=secondary times:=-1 retry:=600
	sgt-watch due >due
	expect 0 sgt-probe due
	[ "$(cut -d' ' -f1-3 hub/requests)" = 'POST /graphql 403' ]
	[ "$(of '[.attempted, .error.class]' | uniq -c | xargs)" = \
		'40 [false,rate_limited] 20 [true,rate_limited]' ]
	act calm
}

@test "what waits for its turn behind a throttled question is not asked" {
	github
	act open pull:=1 count:=60 checks:='[{"name":"build","state":"queued"}]'
	expect 0 sgt-watch add "$REPO#"{1..60} --to human:ann --every 30s
	halted
	tick 2026-11-30T16:11:00Z cat >told
	tick 2026-11-30T16:12:00Z cat >told
	# also where it is known what was asked last time
	at 2026-11-30T16:13:00Z
	halted
}

@test "queries that were too heavy are halved, and stay so for a day" {
	github
	act open pull:=1 count:=40 checks:='[{"name":"build","state":"success"}]'
	for i in {1..40}; do echo "$REPO#$i"; done >subjects
	act fault kind=heavy max:=10 status:=502 times:=-1
	expect 0 sgt-probe subjects
	[ "$(of '[.complete, .error]' | uniq -c | xargs)" = '40 [true,null]' ]
	[ "$(asked | awk '{ print $3, $4 }' | sort | uniq -c | xargs)" = \
		'4 200 pulls=10 2 502' ]
	at 2026-11-30T20:00:00Z
	expect 0 sgt-probe subjects
	[ "$(asked | awk '{ print $3, $4 }' | sort | uniq -c | xargs)" = \
		'4 200 pulls=10' ]
	act calm
	at 2026-12-01T16:00:01Z
	expect 0 sgt-probe subjects
	[ "$(asked | awk '{ print $3, $4 }' | sort | uniq -c | xargs)" = \
		'2 200 pulls=20' ]
	# the same, said with status 200
	rm -r "$SERGEANT_HOME/probe"
	act fault kind=heavy max:=10 times:=-1
	expect 0 sgt-probe subjects
	[ "$(of '[.complete, .error]' | uniq -c | xargs)" = '40 [true,null]' ]
}

@test "a pull request that is gone is said after three looks, and ends" {
	github
	act open pull:=7
	watch
	expect 0 minute 16:00
	says
	act gone pull:=7
	expect 0 minute 16:01
	says
	expect 0 minute 16:10
	says
	minute 16:20 >told
	[ "$(wc -l <told)" = 1 ]
	expect 0 sgt-watch status --json
	[ "$(jq -r .status .out)" != active ]
}

@test "bad credentials are said once as the way's, with no secret, and no watch ends" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"failure"}]'
	act token token=another
	watch
	local i
	: >told
	for i in 16:00 16:10 16:20 16:30 16:40 16:50 17:00 17:10; do
		minute $i >>told
	done
	[ "$(wc -l <told)" = 1 ]
	grep -q "^began .*$HUB\|cannot" told
	if grep -ra hunter2 "$SERGEANT_HOME" told observations; then
		return 1
	fi
	act token token=hunter2
	minute 17:20 >told
	grep -q 'CI / build failed' told
	expect 0 sgt-watch status --json
	[ "$(jq -r .status .out)" = active ]
}
