load helper
load peer
load github
load github-pull

@test "a pull request's life, from its URL to the inbox" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"queued"}]'
	watch
	expect 0 minute 16:00
	says
	act check pull:=7 name=build state=in_progress
	expect 0 minute 16:01
	says
	act check pull:=7 name=build state=failure
	expect 0 minute 16:02
	says 'began attention #7: CI / build failed'
	expect 0 minute 16:03
	says
	act push pull:=7 checks:='[{"name":"build","state":"in_progress"}]'
	expect 0 minute 16:04
	says 'ended info #7: over (was CI / build failed)' \
		'~once info #7: new head [0-9a-f]{7} \(was [0-9a-f]{7}\)'
	act review pull:=7 state=CHANGES_REQUESTED
	act thread pull:=7
	expect 0 minute 16:05
	says 'began attention #7: bea requests changes' \
		'began attention #7: unresolved thread at a.c:1 by bea' \
		'once attention #7: bea requested changes'
	act check pull:=7 name=build state=success
	act comment pull:=7
	# green, but not what it takes to be ready
	expect 0 minute 16:08
	says 'began info #7: checks succeeded: 1 passed' \
		'once attention #7: comment by bea'
	act review pull:=7 state=APPROVED
	act resolve pull:=7
	expect 0 minute 16:09
	says 'ended info #7: over (was bea requests changes)' \
		'ended attention #7: resolved (was unresolved thread at a.c:1 by bea)' \
		'began attention #7: ready: 1 passed' \
		'once attention #7: bea approved'
	# a failure of what was ready
	act check pull:=7 name=build state=failure
	expect 0 minute 16:10
	says 'ended info #7: over (was checks succeeded: 1 passed)' \
		'ended info #7: over (was ready: 1 passed)' \
		'began critical #7: CI / build failed'
	act check pull:=7 name=build state=success
	act queue pull:=7 state=AWAITING_CHECKS
	expect 0 minute 16:11
	says 'ended info #7: over (was CI / build failed)' \
		'began info #7: is in the merge queue'
	expect 0 minute 16:12
	says
	act merge pull:=7
	# what its checks do from now on is nobody's business
	act check pull:=7 name=build state=failure
	expect 0 minute 16:13
	says 'once attention #7: merged'
	expect 0 sgt-watch status --json
	[ "$(jq -r .status .out)" = expired ]
	expect 0 minute 16:14
	says
	[ ! -s obs ]
	# who comes later is told how it ended, and of no failure
	expect 0 sgt-watch add "$REPO#7" --to human:bea --types 'github.*'
	expect 0 minute 16:15
	says 'once attention #7: merged'
	# the README shows it so
	sgt-journal read | jq -r 'select(.summary and (.recipients == ["human:ann"]))
		| [.time[11:16], .priority, .summary] | join("  ")' | sed "s|$HUB/||" >lived
	sed -n '/^\$ sgt-journal read | jq -r .\[.time/,/^```$/p' "$TOP/README.md" |
		sed '1d;$d' | diff - lived
	# one message is to be read, and it is the last word
	expect 0 sgt-inbox list human:ann --json
	[ "$(jq -r '[.summary, .terminal] | join(" ")' .out | sort -u)" = \
		"$HUB/acme/widgets#7: merged true" ]
}

@test "what is ready is told once a head, also when it was red and is green again" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"success"}]'
	watch
	expect 0 minute 16:00
	says
	expect 0 minute 16:03
	says 'began info #7: checks succeeded: 1 passed' \
		'began attention #7: ready: 1 passed'
	act check pull:=7 name=build state=failure
	expect 0 minute 16:04
	says 'ended info #7: over (was checks succeeded: 1 passed)' \
		'ended info #7: over (was ready: 1 passed)' \
		'began critical #7: CI / build failed'
	act check pull:=7 name=build state=success
	expect 0 minute 16:05
	says 'ended info #7: over (was CI / build failed)'
	[ "$(seen '[.entries[].key]')" = '["green","ready"]' ]
	# a new head is another matter
	act push pull:=7 checks:='[{"name":"build","state":"success"}]'
	expect 0 minute 16:06
	says '~once info #7: new head .*'
	expect 0 minute 16:09
	says 'began info #7: checks succeeded: 1 passed' \
		'began attention #7: ready: 1 passed'
}

@test "by default six types are told" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"success"}]'
	expect 0 sgt-watch add "$REPO#7" --to human:ann --window 0s --until never
	expect 0 minute 16:00
	says
	expect 0 minute 16:04
	says 'began info #7: checks succeeded: 1 passed'
	[ "$(seen '[.entries[].key]')" = '["green","ready"]' ]
	act close pull:=7
	expect 0 minute 16:05
	says 'once attention #7: closed without being merged'
}

@test "an objective ends the watch, and says how it went" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"success"}]'
	watch --objective review_ready
	expect 0 minute 16:00
	says
	expect 0 minute 16:04
	says 'began attention #7: ready: 1 passed'
	sgt-journal read | jq -r 'select(.terminal) | .summary' >terminal
	[ "$(cat terminal)" = "$HUB/acme/widgets#7: ready: 1 passed" ]
	expect 0 sgt-watch status --json
	[ "$(jq -r .status .out)" = expired ]
}

@test "twenty pull requests a query, one point each, and nothing twice" {
	github
	act open pull:=1 count:=45 checks:='[{"name":"build","state":"success"}]'
	expect 0 sgt-watch add "$REPO#"{1..45} --to human:ann --window 0s
	expect 0 minute 16:00
	says
	[ "$(wc -l <obs)" = 45 ]
	asked >cost
	[ "$(sort -r cost)" = "$(printf 'POST /graphql 200 pulls=%s\n' \
		'5 requests=30 points=1 nodes=1455' \
		'20 requests=120 points=1 nodes=5820' \
		'20 requests=120 points=1 nodes=5820')" ]
	expect 0 minute 16:01
	says
	[ "$(asked | wc -l)" = 3 ]
}

@test "what a server of one's own does not know is left out, and remembered" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"failure"}]'
	act lacks fields:='["isInMergeQueue","fullDatabaseId"]'
	watch
	expect 0 minute 16:00
	says 'began attention #7: CI / build failed'
	[ "$(asked | cut -d' ' -f4)" = "$(printf '%s\n' refused pulls=1)" ]
	act check pull:=7 name=build state=success
	expect 0 minute 16:04
	says 'ended info #7: over (was CI / build failed)' \
		'began info #7: checks succeeded: 1 passed' \
		'began attention #7: ready: 1 passed'
	[ "$(asked | cut -d' ' -f4)" = pulls=1 ]
}

@test "over TLS, with certificates of one's own" {
	github tls
	act open pull:=7 checks:='[{"name":"build","state":"failure"}]'
	local host
	host=127.0.0.2:$(cat hub/tls-port)
	echo "{\"credential_hosts\":{\"$host\":\"github\"}}" >"$SERGEANT_CONFIG/config.json"
	echo "github:$host/acme/widgets#7" >subject
	expect 0 sgt-probe subject
	[ "$(of .error.class)" = '"network"' ]
	SERGEANT_CA_FILE=$PWD/hub/cert.pem expect 0 sgt-probe subject
	[ "$(of '[.error, .entries[].key]')" = '[null,"red:build"]' ]
	echo "github:$host/acme/widgets/actions/runs/$(curl -sS -H 'authorization: bearer hunter2' \
		"http://$HUB/api/v3/repos/acme/widgets/actions/runs" | jq '.workflow_runs[0].id')" >subject
	SERGEANT_CA_FILE=$PWD/hub/cert.pem expect 0 sgt-probe subject
	[ "$(of '[.error, .entries[].key]')" = '[null,"failed"]' ]
}

@test "every query holds to GitHub's schema, also for what is seldom asked" {
	github
	local row
	row=$(seq 150 | jq -sc 'map({name: "job \(.)", state: "success"})')
	act open pull:=7 checks:="$row"
	for i in {1..105}; do act thread pull:=7; done
	act rules required:='["must"]'
	act open pull:=8 checks:='[{"name":"build","state":"success"}]'
	act open pull:=9 cross:=true
	act set pull:=7 values:='{"mergeState":"BLOCKED"}'
	expect 0 sgt-watch add "$REPO#"{7..9} --to human:ann --types 'github.*' --window 0s
	minute 16:00 >told
	[ "$(grep -c 'unresolved thread' told)" -gt 0 ]
	minute 16:04 >told
	grep -q 'the required check must has not been reported' told
	[ "$(seen 'select(.complete | not) | .error')" = '' ]
	expect 0 node "$TOP/t/peers/github/queries.mjs" <hub/queries
	[ "$(jq -r '.query | match("query ([A-Za-z]+)").captures[0].string' hub/queries |
		sort -u | xargs)" = 'Authors Required Rows Threads Watch' ]
	[ "$(cut -d' ' -f3 .out | sort -u)" = 1 ]
	asked | grep -q '^GET /repos/acme/widgets/actions/runs?head_sha=[0-9a-f]*&event=pull_request&per_page=100 200'
	# the lesser question, to who knows less
	act lacks fields:='["isInMergeQueue"]'
	: >hub/queries
	minute 16:05 >told
	act lacks fields:='[]'
	expect 0 node "$TOP/t/peers/github/queries.mjs" <hub/queries
	# and what the base requires is asked once an hour
	[ "$(jq -r '.query | match("query ([A-Za-z]+)").captures[0].string' hub/queries |
		sort | uniq -c | xargs)" = '1 Rows 1 Short 1 Threads 2 Watch' ]
}

@test "queries that do not hold to the schema are named" {
	[ -d "$TOP/t/peers/node_modules/graphql" ] || skip 'no npm peers'
	printf '%s\n' '{"query":"{repository(owner:\"a\",name:\"b\"){colour}}"}' \
		'{"query":"{repository(owner:\"a\",name:\"b\"){pullRequests{nodes{id}}}}"}' \
		'{"query":"query($n:Int=101){repository(owner:\"a\",name:\"b\"){pullRequests(first:$n){nodes{id}}}}"}' \
		'{"query":"{viewer{login}}"}' >bodies
	expect 1 node "$TOP/t/peers/github/queries.mjs" <bodies
	says "Cannot query field \"colour\" on type \"Repository\"." \
		'You must provide a `first` or `last` value to properly paginate the `pullRequests` connection.' \
		'Requesting 101 records on the `pullRequests` connection exceeds the `first` limit of 100 records.' \
		'0 0 1 0'
}

@test "gh sees what we see" {
	command -v gh >/dev/null || skip 'no gh'
	github tls
	GH_HOST=127.0.0.2:$(cat hub/tls-port)
	export GH_HOST GH_ENTERPRISE_TOKEN=hunter2 GH_CONFIG_DIR=$PWD/gh \
		SSL_CERT_FILE=$PWD/hub/cert.pem
	act rules required:='["build"]' reviews:=1
	act open pull:=1 checks:='[{"name":"build","state":"success"},{"name":"lint","state":"failure"},{"name":"slow","state":"in_progress"}]'
	act status pull:=1 context=legacy state=ERROR
	act open pull:=2 draft:=true
	act open pull:=3 checks:='[{"name":"build","state":"failure"}]'
	act check pull:=3 name=build state=success
	act review pull:=3 state=CHANGES_REQUESTED
	act set pull:=2 values:='{"mergeable":"CONFLICTING"}'
	act open pull:=4 && act merge pull:=4
	act open pull:=5 && act close pull:=5
	for i in {1..5}; do echo "$REPO#$i"; done >subjects
	expect 0 sgt-probe subjects
	jq -r '(.subject | split("#")[1]) as $n | .data | $n + " " + .revision + " "
		+ ([.entries[].key | select(test("^(red|conflict|merged|closed|changes)"))]
		| sort | join(" "))' .out | sort >ours
	for i in {1..5}; do
		gh pr view "$i" -R "$GH_HOST/acme/widgets" --json \
			number,headRefOid,state,mergeable,reviewDecision,statusCheckRollup |
			jq -r '"\(.number) \(.headRefOid) " + ([
			  if .state == "MERGED" then "merged"
			  elif .state == "CLOSED" then "closed"
			  else
			    # gh does not collapse: the last of a name is the newest
			    (.statusCheckRollup | group_by(.name // .context)[] | last
			     | select((.conclusion // .state) | . == "FAILURE" or . == "ERROR")
			     | "red:" + (.name // .context)),
			    (select(.mergeable == "CONFLICTING") | "conflict"),
			    (select(.reviewDecision == "CHANGES_REQUESTED")
			     | "changes_requested:bea")
			  end] | sort | join(" "))'
	done >theirs
	diff theirs ours
	[ "$(cut -d' ' -f3- ours)" = "$(printf '%s\n' 'red:legacy red:lint' conflict \
		changes_requested:bea merged closed)" ]
	# its own command agrees on what has failed (1: so it says)
	expect 1 gh pr checks 1 -R "$GH_HOST/acme/widgets"
	[ "$(awk -F'\t' '{ print $1, $2 }' .out | sort)" = "$(printf '%s\n' \
		'build pass' 'legacy fail' 'lint fail' 'slow pending')" ]
}

@test "of many workflow runs, what has not changed costs no body" {
	github
	for i in {1..30}; do act run id:=$((100 + i)) status=in_progress; done
	for i in {1..30}; do echo "$REPO/actions/runs/$((100 + i))"; done >subjects
	expect 0 sgt-probe subjects
	[ "$(of '[.complete, .error]' | sort | uniq -c | xargs)" = '30 [true,null]' ]
	of .revision >first
	[ "$(asked | cut -d' ' -f3 | sort -u)" = 200 ]
	expect 0 sgt-probe subjects
	[ "$(asked | cut -d' ' -f3 | sort -u)" = 304 ]
	of .revision | diff first -
}

# many N ACT: so many of them on acme/widgets#7
many() {
	jq -nc --argjson n "$1" --arg act "$2" 'range($n)
		| {$act, repo: "acme/widgets", pull: 7, state: "COMMENTED"}' |
		curl -sSf --data-binary @- "http://$HUB/_/"
}

@test "of hundreds of comments between two looks none is lost, and what is too much is said" {
	cp -r "$TOP/share" share
	jq '.constants.talk_pages = 2' share/kinds/github_pull_request/kind.json >k
	mv k share/kinds/github_pull_request/kind.json
	export SERGEANT_SHARE=$PWD/share
	github
	act open pull:=7
	many 3 comment
	watch
	expect 0 minute 16:00
	says
	many 150 comment
	many 130 review
	expect 0 minute 16:01
	sort .out | uniq -c >got
	diff -w - got <<-'END'
		130 once attention #7: bea reviewed
		150 once attention #7: comment by bea
	END
	# the second page fails: it is read again
	many 150 comment
	act fault kind=none times:=2
	act fault kind=http status:=500
	expect 0 minute 16:20
	sort .out | uniq -c >got
	diff -w - got <<-'END'
		  1 began attention #7: ready: no checks
		100 once attention #7: comment by bea
	END
	act calm
	expect 0 minute 16:21
	sort .out | uniq -c >got
	diff -w - got <<<'50 once attention #7: comment by bea'
	many 250 comment
	expect 0 minute 16:40
	sort .out | uniq -c >got
	diff -w - got <<-'END'
		200 once attention #7: comment by bea
		  1 once info #7: up to 353 comments before the last 200 could not be shown
	END
	expect 0 minute 16:41
	says
	expect 0 node "$TOP/t/peers/github/queries.mjs" <hub/queries
}

# openapi: GitHub's own description of its REST calls, which answers by example
openapi() {
	[ -d "$TOP/t/peers/node_modules/@stoplight/prism-cli" ] || skip 'no npm peers'
	local port=$((20000 + BASHPID % 20000))
	node "$TOP/t/peers/node_modules/@stoplight/prism-cli/dist/index.js" mock \
		-h 127.0.0.1 -p $port "$TOP/t/peers/github/openapi.json" \
		>prism 2>&1 3>&- &
	echo $! >pid
	appears grep -q 'listening on' prism
	export PRISM=127.0.0.1:$port
}

@test "every REST call holds to GitHub's OpenAPI, and its examples are understood" {
	github
	local path
	act open pull:=7 checks:='[{"name":"build","state":"success"}]'
	act run id:=41 status=queued
	act open pull:=9 cross:=true
	act fault kind=primary
	printf '%s\n' "$REPO#7" "$REPO/actions/runs/41" >subjects
	expect 0 sgt-probe subjects
	at 2026-11-30T17:00:01Z
	act calm
	due "$REPO#9" "{\"prior\":{\"revision\":\"$(of .revision | tail -n 1 | tr -d '"')\"}}" >due
	expect 0 sgt-probe due
	# jobs and events, of checks that may not be read and a list that is throttled
	act open pull:=8 checks:='[{"name":"build","state":"failure"}]'
	act fault kind=partial
	echo "$REPO#8" >subject
	expect 0 sgt-probe subject
	at 2026-11-30T18:00:02Z
	act calm
	act at at="$SGT_NOW"
	act open pull:=10
	act close pull:=10
	act fault kind=primary
	due "$REPO" '{"prior":{"cursor":{"b":1796050800,"m":9,"u":1796052600,"e":{},"o":{}}}}' >due
	expect 0 sgt-probe due
	act calm
	openapi
	# what was asked, word for word
	sed -n 's/^GET \/repos\/acme\/widgets\///p' hub/requests |
		sed 's/?.*//; s/ .*//; s/[0-9a-f]\{40\}\|[0-9]\{1,\}/N/' | sort -u >got
	diff - got <<-'END'
		actions/runs
		actions/runs/N
		actions/runs/N/jobs
		commits/N/status
		issues/N/events
		pulls
		pulls/N
	END
	grep ^GET hub/requests | while read -r _ path _; do
		[ "$(curl -sS -o answer -w '%{http_code}' -H 'X-GitHub-Api-Version: 2022-11-28' \
			-H 'Authorization: bearer x' "http://$PRISM/api/v3$path")" = 200 ] || {
			echo "$path"
			cat answer
			exit 1
		}
	done
	[ "$(curl -sS -o answer -w '%{http_code}' \
		"http://$PRISM/api/v3/repos/a/b/actions/runs/x")" = 422 ]
	# and what it says by example
	echo "github:$PRISM/octo-org/octo-repo/actions/runs/30433642" >subject
	expect 0 sgt-probe subject
	cat .out
	[ "$(of '[.complete, .error]')" = '[true,null]' ]
}

# words: the first word of each query since the last time
words() {
	jq -r '.query | capture("^query (?<n>[A-Za-z]+)").n' hub/queries | xargs
	cat hub/queries >>all-queries
	: >hub/queries
}

# spec/github.md 1.3: the probe tier, where it is asked at 15 s
@test "after news it is asked every 15 s, shortly while nothing moves" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"success"}]'
	watch
	expect 0 minute 16:00
	says
	expect 0 minute 16:03
	says 'began info #7: checks succeeded: 1 passed' \
		'began attention #7: ready: 1 passed'
	[ "$(words)" = 'Watch Watch' ]
	# hot now: what the short question says is not known yet
	expect 0 tick 2026-11-30T16:03:15Z cat
	says
	[ "$(words) $(seen .attempted)" = 'Short Watch true' ]
	# as it was: the short question alone, and nothing changes
	expect 0 tick 2026-11-30T16:03:30Z cat
	says
	[ "$(words) $(seen .attempted)" = 'Short false' ]
	expect 0 tick 2026-11-30T16:03:45Z cat
	says
	[ "$(words) $(seen .attempted)" = 'Short false' ]
	# it moved
	act check pull:=7 name=build state=failure
	expect 0 tick 2026-11-30T16:04:00Z cat
	says 'ended info #7: over (was checks succeeded: 1 passed)' \
		'ended info #7: over (was ready: 1 passed)' \
		'began critical #7: CI / build failed'
	[ "$(words)" = 'Short Watch' ]
	# in full once a minute all the same
	for s in 15 30 45; do
		expect 0 tick "2026-11-30T16:04:${s}Z" cat
		says
		[ "$(words) $(seen .attempted)" = 'Short false' ]
	done
	expect 0 tick 2026-11-30T16:05:00Z cat
	says
	[ "$(words) $(seen .attempted)" = 'Short Watch true' ]
	# ten minutes after the news it is as it was before
	expect 0 tick 2026-11-30T16:14:00Z cat
	says
	[ "$(words)" = Watch ]
	expect 0 tick 2026-11-30T16:14:45Z cat
	says
	[ "$(words)" = '' ]
	expect 0 tick 2026-11-30T16:15:00Z cat
	says
	[ "$(words) $(seen .attempted)" = 'Watch true' ]
	expect 0 node "$TOP/t/peers/github/queries.mjs" <all-queries
	[ "$(jq -r '.query | select(startswith("query Short"))' all-queries |
		wc -l)" -gt 0 ]
}

@test "a short question that fails is a failed look, one that is not understood is not" {
	github
	act open pull:=7 checks:='[{"name":"build","state":"success"}]'
	watch
	expect 0 minute 16:00
	says
	expect 0 minute 16:03
	expect 0 tick 2026-11-30T16:03:15Z cat
	says
	act fault kind=http status:=500 times:=1
	expect 0 tick 2026-11-30T16:03:30Z cat
	says
	[ "$(seen .error.class)" = '"server"' ]
	# a failed look backs off, hot or not
	: >hub/queries
	act fault kind=http status:=200 times:=1 \
		body:='{"errors":[{"message":"no","extensions":{"code":"undefinedField"}}]}'
	expect 0 tick 2026-11-30T16:04:00Z cat
	says
	# the refused one is not among them
	[ "$(words) $(seen .attempted)" = 'Watch true' ]
	[ "$(seen .error)" = null ]
}
