load helper
load peer

# flock_kind: one whose calls have up to eight subjects; the first request asks
# for what the file `first` names, and a throttled first one for `second`.
flock_kind() {
	serve
	mkdir -p kinds/flock
	jq -n --arg host "$HOST" '{kind: "flock", scheme: "flock",
		subject: "flock:(?<host>[a-z]+)/(?<n>[0-9]+)", transport: "http",
		credential: {name: "flock", hosts: [$host]}, batch: 8,
		default_types: ["*"], limits: {rounds: 2},
		cadence: {every: "60s", floor: "10s"}}' >kinds/flock/kind.json
	export SERGEANT_KINDS=$PWD/kinds
	echo '{"ok":true}' >www/all
	first '"/all"'
}

# first PATH [ROOM [RESULT]]: what is asked, as jq, with $n subjects; how many
# subjects a call may have before the server gives up
first() {
	cat >kinds/flock/kind.jq <<-JQ
		def requests: (.subjects | length) as \$n
		  | if .responses == [] then
		      {id: "first", resource: "graph", method: "POST",
		       body: (.subjects | map(.subject) | join(" ")),
		       url: ("$BASE" + $1
		         + if \$n > ${2-99} then "?status=502" else "" end)}
		    elif (.responses | length) == 1
		      and .responses[0].error.class == "rate_limited" then
		      {id: "second", resource: "core", url: "$BASE/second"}
		    else empty end;
		def observe: .responses as \$r | (.subjects | length) as \$n
		  | .subjects[] | {subject, revision: "\(\$n)",
		      complete: (\$r[0].error == null), error: (\$r[-1] | if .error == null
		        then null else .error + {retry_at} end)}
		    + ${3-{\}};
	JQ
}

# lines N: due lines of N subjects
lines() {
	local i
	for ((i = 1; i <= $1; i++)); do due "flock:a/$i"; done
}

# said: revision (the size of the call it came in) or error, each with its count
said() {
	jq -r '.data | .error.class // .revision' .out | sort | uniq -c |
		awk '{ print $1 "*" $2 }' | sort | xargs
}

# asked: how many requests, of which failed
asked() {
	echo "$(wc -l <requests) $(grep -c 'status=502' requests)"
	: >requests
}

@test "one request serves as many subjects as the kind allows, of one host" {
	flock_kind
	{ lines 20; due flock:b/1; due flock:b/2; } >lines
	expect 0 sgt-probe lines
	[ "$(said)" = '16*8 2*2 4*4' ]
	[ "$(asked)" = '4 0' ]
}

@test "what was too heavy is asked again in halves, and the size is remembered" {
	flock_kind
	first '"/all"' 4
	lines 20 >lines
	expect 0 sgt-probe lines
	# 8 fail, 8 fail, 4 are taken; then the sixteen in fours
	[ "$(said)" = '20*4' ]
	[ "$(asked)" = '7 2' ]
	# for every process
	expect 0 sgt-probe lines
	[ "$(said)" = '20*4' ]
	[ "$(asked)" = '5 0' ]
	# a day later it is tried again
	at 2026-12-01T16:00:00Z
	expect 0 sgt-probe lines
	[ "$(asked)" = '7 2' ]
	at 2026-12-01T16:01:00Z
	expect 0 sgt-probe lines
	[ "$(asked)" = '5 0' ]
}

@test "an outage is no weight: soon all is asked as before" {
	flock_kind
	first '"/all"' 0
	lines 8 >lines
	expect 0 sgt-probe lines
	[ "$(said)" = '8*server' ]
	[ "$(asked)" = '3 3' ]
	first '"/all"'
	at 2026-11-30T16:10:00Z
	expect 0 sgt-probe lines
	[ "$(said)" = '8*8' ]
	[ "$(asked)" = '1 0' ]
}

@test "a result may say that it was too heavy: those subjects are asked again" {
	flock_kind
	first '"/all"' 99 'if $n > 4 and (.subject | test("[135]$")) then {too_heavy: true,
		complete: false, error: {class: "server", brief: "limits"}} else {} end'
	lines 8 >lines
	expect 0 sgt-probe lines
	[ "$(said)" = '3*3 5*8' ]
	[ "$(asked)" = '2 0' ]
	expect 0 sgt-probe lines
	[ "$(said)" = '8*4' ]
	first '"/all"' 99 '{too_heavy: true}'
	expect 0 sgt-probe lines
	[ "$(of .error.brief | uniq -c | xargs)" = "8 'too_heavy' without 'error'" ]
}

@test "one that is too heavy alone fails, and is asked once a run" {
	flock_kind
	first '"/all"' 0
	lines 1 >lines
	expect 0 sgt-probe lines
	[ "$(said)" = '1*server' ]
	[ "$(asked)" = '1 1' ]
}

@test "a throttled resource rests for all, and what it was asked for is got elsewhere" {
	flock_kind
	first '"/all"' 99 '(if $r[0].error == null then {throttled_until: 1796054500000}
		else {} end)'
	lines 2 >lines
	expect 0 sgt-probe lines
	[ "$(said)" = '2*2' ]
	first '"/all"'
	echo '{}' >www/second
	expect 0 sgt-probe lines
	# the first was not sent; the second request knows of no throttle
	[ "$(cut -d' ' -f1,2 requests)" = "$(printf '%s\n' 'POST /all' 'GET /second')" ]
	[ "$(of '[.attempted, .complete, .error]' | uniq)" = '[true,false,null]' ]
	at 2026-11-30T16:01:41Z
	expect 0 sgt-probe lines
	[ "$(tail -n 1 requests | cut -d' ' -f1,2)" = 'POST /all' ]
}

@test "a result without an answer for a throttle rests its way too" {
	flock_kind
	first '"/all"' 99 '{complete: false, error: {class: "rate_limited",
		brief: "used up", retry_at: 1796054500000}}'
	lines 2 >lines
	expect 0 sgt-probe lines
	[ "$(of '[.error.class, .error.retry_at]' | uniq)" = \
		'["rate_limited","2026-11-30T16:01:40.000Z"]' ]
	first '"/all"'
	rm -f www/second
	expect 0 sgt-probe lines
	# resting, and no file there either: the second answer is what counts
	[ "$(of '[.attempted, .error.class]' | uniq)" = '[true,"not_found"]' ]
	[ "$(grep -c POST requests)" = 1 ]
}

@test "who throttles all rests all of a host, and nobody is asked" {
	flock_kind
	first '"/all?retry=100"'
	lines 2 >lines
	expect 0 sgt-probe lines
	[ "$(grep -c GET requests)" = 0 ]
	[ "$(of '[.attempted, .error.class, .error.retry_at]' | uniq)" = \
		'[true,"rate_limited","2026-11-30T16:01:40.000Z"]' ]
	expect 0 sgt-probe lines
	[ "$(of '[.attempted, .error.class]' | uniq)" = '[false,"rate_limited"]' ]
	[ "$(wc -l <requests)" = 1 ]
}

@test "a throttle that does not say how long doubles while it lasts" {
	flock_kind
	first '"/all?status=429"'
	lines 1 >lines
	expect 0 sgt-probe lines
	at 2026-11-30T16:00:59Z
	expect 0 sgt-probe lines
	[ "$(of .attempted)" = false ]
	at 2026-11-30T16:01:00Z
	expect 0 sgt-probe lines
	[ "$(of .attempted)" = true ]
	at 2026-11-30T16:02:59Z
	expect 0 sgt-probe lines
	[ "$(of .error.retry_at)" = '"2026-11-30T16:03:00.000Z"' ]
	[ "$(wc -l <requests)" = 2 ]
}

@test "what throttles and what forbids: by the text first, then by the headers" {
	serve
	# STATUS HEADER BODY: class, seconds, and does the whole host rest?
	while IFS='|' read -r query body want; do
		rm -rf "$SERGEANT_HOME"
		echo "$body" >www/a
		due "$BASE/a?$query" >lines
		expect 0 sgt-probe lines
		echo "$query: $(of '(.error // {class: .entries[0].brief, retry_at: null})
			| [.class, .retry_at] | join(" ")' | tr -d '"')" >got
		echo "$query: $want" | diff - got
	done <<-'TABLE'
		status=403&remaining=4000|{"message":"You have exceeded a secondary rate limit."}|rate_limited 2026-11-30T16:01:00.000Z
		status=403&remaining=0&reset=1796055000|{"message":"You have exceeded a secondary rate limit."}|rate_limited 2026-11-30T16:10:01.000Z
		status=403&remaining=4000&after=7|{"message":"x"}|rate_limited 2026-11-30T16:00:07.000Z
		status=403&remaining=0&reset=1796055000&after=7|{"message":"x"}|rate_limited 2026-11-30T16:00:07.000Z
		status=403&remaining=0&reset=1796055000|{"message":"API rate limit exceeded"}|rate_limited 2026-11-30T16:10:01.000Z
		status=403&remaining=4000|{"documentation_url":"https://docs.example/x#about-secondary-rate-limits"}|rate_limited 2026-11-30T16:01:00.000Z
		status=403&remaining=4000|{"documentation_url":"https://docs.example/x#abuse-rate-limits"}|rate_limited 2026-11-30T16:01:00.000Z
		status=403&remaining=4000|{"message":"You have triggered an abuse detection mechanism."}|rate_limited 2026-11-30T16:01:00.000Z
		status=429&remaining=4000|{}|rate_limited 2026-11-30T16:01:00.000Z
		status=403&remaining=4000|{"message":"Resource not accessible"}|down: status 403 
		status=401&remaining=0|{"message":"Bad credentials"}|down: status 401 
		status=500&after=7|{}|down: status 500 
	TABLE
}

@test "of many URLs in one call only what has changed is sent anew" {
	flock_kind
	cat >kinds/flock/kind.jq <<-JQ
		def requests: if .responses != [] then empty else .subjects[]
		  | {id: .subject, url: "$BASE/\(.names.n)"} end;
		def observe: (.responses | map({key: .id, value: .}) | from_entries)
		  as \$by | .subjects[] | \$by[.subject] as \$r
		  | {subject, error: \$r.error,
		     revision: "\(\$r.status) \(\$r.body | tostring)"};
	JQ
	printf 'one "1"' >www/1
	echo '{"n":2}' >www/2
	: >www/3
	lines 4 >lines
	expect 0 sgt-probe lines
	of '[.revision, .error.class]' >first
	expect 0 sgt-probe lines
	of '[.revision, .error.class]' | diff first -
	diff - first <<-'WANT'
		["200 ",null]
		["200 one \"1\"",null]
		["200 {\"n\":2}",null]
		["404 ","not_found"]
	WANT
	# what is not there has no ETag worth sending; the others went with theirs
	[ "$(tail -n 4 requests | grep -c '"')" = 3 ]
	echo '{"n":3}' >www/2
	expect 0 sgt-probe lines
	[ "$(of .revision | grep -c '{\\"n\\":3}')" = 1 ]
	# lost, all is asked anew
	rm -r "$SERGEANT_HOME/probe"
	: >requests
	expect 0 sgt-probe lines
	[ "$(grep -c '"' requests)" = 0 ]
	# damaged, as if it were not there
	for f in "$SERGEANT_HOME"/probe/*.json; do echo '{"version":1,' >"$f"; done
	expect 0 sgt-probe lines
	[ "$(grep -c '"' requests)" = 0 ]
}

# kept: how many answers are remembered
kept() { find "$SERGEANT_HOME/probe" -name '*.json' ! -name swept.json | wc -l; }

@test "what nobody asked for a week is forgotten, and nothing else" {
	serve
	echo '{"a":1}' >www/a
	cp www/a www/b
	due "$BASE/a" >a
	due "$BASE/b" >b
	at "$(date -u +%FT%TZ)"
	expect 0 sgt-probe a b
	[ "$(kept)" = 2 ]
	at "$(date -u -d '6 days' +%FT%TZ)"
	expect 0 sgt-probe a
	[ "$(kept)" = 2 ]
	at "$(date -u -d '8 days' +%FT%TZ)"
	expect 0 sgt-probe a
	[ "$(kept)" = 1 ]
	: >requests
	expect 0 sgt-probe b
	[ "$(cat requests)" = 'GET /b' ]
}
