# What a look at a repository asks, and what becomes of what it could not ask.

load helper
load peer
load github
load github-repository

# opened: how many were told, and of how many pull requests
opened() {
	sgt-journal read | jq -r 'select(.type == "github.pull_request.opened").subject' |
		sort >told
	echo "$(wc -l <told) $(sort -u told | wc -l)"
}

@test "more than one look can read is read on, and nobody is left out" {
	local i
	github
	act rules
	watch --types '*.opened'
	gains 2026-11-30T16:00:00Z
	for ((i = 0; i < 10; i++)); do
		act at at="2026-11-30T16:1$i:30.000Z"
		act open pull:=$((i * 50 + 1)) count:=50 checks:="$queued"
	done
	tick 2026-11-30T16:22:00Z cat >/dev/null
	[ "$(opened)" = '200 200' ]
	[ "$(jq -c 'select(.data.collection == null) | .data.complete' obs)" = false ]
	[ "$(cursor | jq -c '[.u == .b, .gap.v > .u]')" = '[true,true]' ]
	act at at=2026-11-30T16:22:30Z
	act open pull:=501 checks:="$queued"
	tick 2026-11-30T16:23:00Z cat >/dev/null
	# the peer's pages move on by the new one: one is read twice
	[ "$(opened)" = '400 400' ]
	tick 2026-11-30T16:24:00Z cat >/dev/null
	[ "$(opened)" = '501 501' ]
	[ "$(cursor | jq -c '[.gap, (.o | length), (tojson | length < 16384)]')" = '[null,450,true]' ]
	tick 2026-11-30T16:25:00Z cat >/dev/null
	[ "$(opened)" = '501 501' ]
}

@test "an unchanged repository costs two requests a look, and its state nothing" {
	github
	act at at=2026-11-30T15:00:00Z
	act open pull:=1 count:=30 checks:="$green"
	act at at=2026-11-30T15:10:00Z
	act open pull:=31 count:=30 checks:="$queued"
	act at at=2026-11-30T15:20:00Z
	act open pull:=61 count:=20 checks:="$red"
	watch
	tick 2026-11-30T16:00:00Z cat >/dev/null
	tick 2026-11-30T16:01:00Z cat >/dev/null
	: >hub/queries
	sum=$(cat "$SERGEANT_HOME"/workspaces/default/state/log-* | sha256sum)
	gains 2026-11-30T16:02:00Z
	[ "$(asked_for)" = '1*Light 1*Repository' ]
	gains 2026-11-30T16:03:00Z
	[ "$(asked_for)" = '1*Light 1*Repository' ]
	gains 2026-11-30T16:10:00Z
	[ "$(asked_for)" = '1*Light 1*Repository' ]
	[ "$(cat "$SERGEANT_HOME"/workspaces/default/state/log-* | sha256sum)" = "$sum" ]
}

@test "the same answers again run no jq: all that is said was stored" {
	github
	act at at=2026-11-30T15:00:00Z
	act open pull:=1 count:=30 checks:="$queued"
	watch
	gains 2026-11-30T16:00:00Z 'began info : 30 open pull requests: 30 under way'
	gains 2026-11-30T16:02:00Z
	jq -e '.data.recheck_at == "2026-11-30T17:00:00.000Z"' obs
	sed -i "s|\"github:$HUB/acme\"|\"github:$HUB/stored\"|" \
		"$SERGEANT_HOME"/probe/*.json
	gains 2026-11-30T16:03:00Z
	[ "$(jq -r '.subjects[-1]' obs)" = "github:$HUB/stored" ]
	act check pull:=7 name=build state=failure
	gains 2026-11-30T16:04:00Z 'began attention #7: CI / build failed'
	[ "$(jq -r '.subjects[-1]' obs | sort -u)" = "github:$HUB/acme" ]
}

@test "a throttle tells nothing, loses nothing, and is no fault" {
	github
	act rules
	watch
	gains 2026-11-30T16:00:00Z 'began info : 0 open pull requests'
	act at at=2026-11-30T16:00:30Z
	act open pull:=7 checks:="$red"
	act fault kind=primary
	# REST fails as well
	act fault kind=http match=repos status:=500
	gains 2026-11-30T16:01:00Z
	[ "$(jq -r '.data | [.error.class, .complete] | @tsv' obs)" = $'rate_limited\tfalse' ]
	gains 2026-11-30T17:00:30Z 'once attention #7: opened by ann: Change 7' \
		'began attention #7: CI / build failed'
	act at at=2026-11-30T17:00:40Z
	act open pull:=8 checks:="$red"
	act fault kind=secondary times:=1 match=graphql retry:=60
	gains 2026-11-30T17:01:30Z
	gains 2026-11-30T17:03:00Z 'once attention #8: opened by ann: Change 8' \
		'began attention #8: CI / build failed'
}

@test "a throttled list is read by REST: what it tells is told, and told once" {
	github
	act at at=2026-11-30T15:00:00Z
	act open pull:=5 count:=2 checks:="$green"
	act open pull:=7 count:=3 checks:="$queued"
	act close pull:=9
	watch --types 'github.pull_request.*,github.check_suite.completed'
	gains 2026-11-30T16:00:00Z
	act at at=2026-11-30T16:00:10Z
	act reopen pull:=9
	gains 2026-11-30T16:01:00Z 'once attention #9: reopened'
	before=$(cursor)
	asked >/dev/null
	act at at=2026-11-30T16:01:30Z
	act open pull:=10 checks:="$green"
	act open pull:=11 checks:="$red"
	act push pull:=7 checks:="$red"
	act merge pull:=8
	act close pull:=9
	act close pull:=5
	act reopen pull:=5
	act fault kind=primary
	gains 2026-11-30T16:02:00Z 'once attention #10: opened by ann: Change 10' \
		'once attention #11: opened by ann: Change 11' \
		"once info #7: new head $(head_of 7 1) (was $(head_of 7 0))" \
		'once attention #8: merged' 'once attention #9: closed without being merged'
	asked | cut -d' ' -f1-3 >got
	sort got | diff - <(sort <<-'END'
		POST /graphql 200
		POST /graphql 200
		GET /repos/acme/widgets/pulls?state=all&sort=updated&direction=desc&per_page=100&page=1 200
		GET /repos/acme/widgets/issues/8/events?per_page=100 200
		GET /repos/acme/widgets/issues/9/events?per_page=100 200
	END
	)
	[ "$(jq -r '.data | [.complete, .settled, .error] | @tsv' obs | sort -u)" = \
		$'false\tfalse\t' ]
	# the list was not read to where the cursor stands by who has one
	[ "$(cursor)" = "$before" ]
	# for those that had ended before the last look it is one request
	gains 2026-11-30T16:03:00Z
	asked >got
	gains 2026-11-30T16:04:00Z
	[ "$(asked | cut -d' ' -f1,3)" = 'GET 200' ]
	# when GraphQL is back all is found again, and what only it tells is told
	gains 2026-11-30T17:00:30Z 'began attention #7: CI / build failed' \
		'began attention #11: CI / build failed' 'once attention #5: reopened'
	[ "$(cursor | jq .u)" = 1796054490 ]
	gains 2026-11-30T17:01:30Z
	gains 2026-11-30T17:04:00Z 'began attention #10: ready: 1 passed'
}

@test "of a long list by REST no page is left out, and none is asked for in vain" {
	github
	act at at=2026-11-30T15:00:00Z
	act open pull:=1 count:=100 checks:="$queued"
	act at at=2026-11-30T15:10:00Z
	act open pull:=231 checks:="$queued"
	watch --types '*.opened'
	gains 2026-11-30T16:00:00Z
	gains 2026-11-30T16:01:00Z
	act at at=2026-11-30T16:01:30Z
	act open pull:=101 count:=130 checks:="$queued"
	act fault kind=primary
	asked >/dev/null
	tick 2026-11-30T16:02:00Z cat >/dev/null
	[ "$(opened)" = '130 130' ]
	[ "$(asked | grep -c ^GET)" = 2 ]
	tick 2026-11-30T17:00:30Z cat >/dev/null
	[ "$(opened)" = '130 130' ]
	[ "$(jq -c 'select(.data.collection == null) | .data.complete' obs)" = true ]
}

@test "what comes after a throttled list is told, and told once" {
	github
	act rules
	watch
	gains 2026-11-30T16:00:00Z 'began info : 0 open pull requests'
	act at at=2026-11-30T16:00:30Z
	act open pull:=7 checks:="$red"
	# the list is answered, what it leads to is not
	act fault kind=none times:=1
	act fault kind=secondary times:=1 retry:=60
	gains 2026-11-30T16:01:00Z 'once attention #7: opened by ann: Change 7'
	gains 2026-11-30T16:03:00Z 'began attention #7: CI / build failed'
	gains 2026-11-30T16:04:00Z
}

@test "a query that is too heavy is asked in halves" {
	github
	act rules
	watch --types '*.opened,github.check_suite.*'
	gains 2026-11-30T16:00:00Z
	act at at=2026-11-30T16:00:30Z
	act open pull:=1 count:=16 checks:="$red"
	act fault kind=heavy max:=4 status:=502 times:=-1
	tick 2026-11-30T16:01:00Z cat | cut -d' ' -f1,2 | sort | uniq -c >got
	diff -w - got <<-'END'
		16 began attention
		16 once attention
	END
	: >hub/queries
	act at at=2026-11-30T16:01:30Z
	act push pull:=1 checks:="$red"
	for ((i = 2; i < 9; i++)); do act push pull:=$i checks:="$red"; done
	tick 2026-11-30T16:02:00Z cat | cut -d' ' -f1,2 | sort | uniq -c >got
	diff -w - got <<-'END'
		8 began attention
		8 ended info
	END
	[ "$(asked_for)" = '1*Repository 2*Watch' ]
}

@test "a kill between the members and the repository loses nothing" {
	github
	act rules
	watch
	gains 2026-11-30T16:00:00Z 'began info : 0 open pull requests'
	act at at=2026-11-30T16:00:30Z
	act open pull:=6 checks:="$green"
	act open pull:=7 checks:="$red"
	act open pull:=8 checks:="$queued"
	act merge pull:=8
	# only some of the members get through, and never the repository
	tick 2026-11-30T16:01:00Z head -n 1 >/dev/null
	tick 2026-11-30T16:02:00Z head -n 3 >/dev/null
	tick 2026-11-30T16:03:00Z cat >/dev/null
	sgt-journal read | jq -r '[.type, (.subject | sub(".*#"; "#"))] | @tsv' |
		grep '#' | sort >got
	diff - got <<-'END'
		github.check_suite.completed	#7
		github.pull_request.closed	#8
		github.pull_request.opened	#6
		github.pull_request.opened	#7
		github.pull_request.opened	#8
	END
}

@test "a look that failed loses nothing that was known" {
	github
	act open pull:=6 checks:="$queued"
	watch
	gains 2026-11-30T16:00:00Z 'began info : 1 open pull request: 1 under way'
	act fault kind=html status:=500
	gains 2026-11-30T16:01:00Z
	[ "$(jq -r .data.error.class obs)" = server ]
	[ "$(sgt-watch status --json | jq -r .status)" = error ]
	act at at=2026-11-30T16:01:30Z
	act open pull:=7 checks:="$queued"
	gains 2026-11-30T16:02:00Z 'once attention #7: opened by ann: Change 7'
}

@test "no fact that is missing breaks a look, or makes one ready" {
	local f
	for f in "$TOP"/t/golden/kinds/github_repository/*.json; do
		jq -c -f "$TOP/t/golden/github/nulls.jq" "$f"
	done >cases
	jq -c .in cases | "$BUILD/peers/kind" "$TOP/share" github_repository \
		observe >got
	[ "$(wc -l <cases)" = "$(wc -l <got)" ] && [ "$(wc -l <got)" -gt 1500 ]
	jq -nc --slurpfile cases cases --slurpfile got got '
		def ready: [.[]?.entries[]? | select(.key == "ready")] != [];
		reduce range($cases | length) as $i ({};
			if $cases[$i].what == null then .ready = ($got[$i] | ready)
			elif ($got[$i] | type) == "string"
				or (($got[$i] | ready) and (.ready | not))
			then .bad += [$cases[$i].what, $got[$i]] else . end)
		| .bad // empty' >otherwise
	cat otherwise
	[ ! -s otherwise ]
}

@test "what a look costs is bounded, each query by GitHub's own reckoning" {
	github
	act at at=2026-11-30T14:00:00Z
	act open pull:=1 count:=120 checks:="$queued"
	act at at=2026-11-30T15:00:00Z
	act open pull:=121 count:=40 checks:="$red"
	watch
	tick 2026-11-30T16:00:00Z cat >/dev/null
	asked | sort | uniq -c | awk '{ $2 = $3 = $4 = ""; print }' | xargs -L 1 >got
	diff - got <<-'END'
		2 pulls=1 requests=101 points=1 nodes=200
		1 pulls=1 requests=101 points=1 nodes=250
		2 pulls=20 requests=120 points=1 nodes=5820
	END
	tick 2026-11-30T16:03:00Z cat >/dev/null
	asked | sort | uniq -c | awk '{ $2 = $3 = $4 = ""; print }' | xargs -L 1 >got
	diff - got <<-'END'
		1 pulls=1 requests=100 points=1 nodes=100
		1 pulls=1 requests=101 points=1 nodes=250
		1 pulls=1 requests=60 points=1 nodes=60
	END
}

@test "a server that knows less is asked for less, and not asked twice each time" {
	github
	act rules
	act lacks fields:='["isInMergeQueue"]'
	watch
	gains 2026-11-30T16:00:00Z 'began info : 0 open pull requests'
	act at at=2026-11-30T16:00:30Z
	act open pull:=7 checks:="$red"
	: >hub/queries
	gains 2026-11-30T16:01:00Z 'once attention #7: opened by ann: Change 7' \
		'began attention #7: CI / build failed'
	[ "$(asked_for)" = '1*Repository 2*Watch' ]
	act at at=2026-11-30T16:01:30Z
	act push pull:=7 checks:="$red"
	gains 2026-11-30T16:02:00Z 'ended info #7: over (was CI / build failed)' \
		'began attention #7: CI / build failed'
	[ "$(asked_for)" = '1*Repository 1*Watch' ]
}

@test "a first look that is throttled half way begins again" {
	github
	act open pull:=7 checks:="$red"
	watch
	act fault kind=none times:=2
	act fault kind=secondary retry:=60
	gains 2026-11-30T16:00:00Z
	[ "$(jq -r '.data | [.error.class, .cursor] | @tsv' obs)" = $'rate_limited\t' ]
	gains 2026-11-30T16:02:00Z 'began info : 1 open pull request: 1 red (#7)'
}
