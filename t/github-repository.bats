load helper
load peer
load github
load github-repository

@test "the first look is one message, whatever there is" {
	github
	act rules required:='["build"]'
	act open pull:=1 count:=40 checks:="$green"
	act open pull:=41 count:=20 checks:="$red"
	act open pull:=61 count:=30 checks:="$queued"
	act open pull:=91 count:=20 draft:=true
	act merge pull:=1
	act close pull:=2
	act review pull:=3 state=APPROVED
	act open pull:=111 count:=10
	watch
	gains 2026-11-30T16:00:00Z \
		'began info : 118 open pull requests: 20 red (#60, #59, #58, #57, #56, #55, #54, #53, ...), 38 ready (#40, #39, #38, #37, #36, #35, #34, #33, ...), 30 under way, 20 in draft'
	[ "$(sgt-inbox list human:ann --json | jq -r .data.state)" = digest ]
	gains 2026-11-30T16:01:00Z
	gains 2026-11-30T16:05:00Z
	gains 2026-11-30T16:30:00Z
	[ "$(sgt-inbox list human:ann --json | wc -l)" = 1 ]
}

@test "the life of a pull request" {
	github
	act rules
	watch --types 'github.*'
	gains 2026-11-30T16:00:00Z 'began info : 0 open pull requests'
	act at at=2026-11-30T16:00:30Z
	act open pull:=7 draft:=true checks:="$queued" 'title=Wider widgets'
	gains 2026-11-30T16:01:00Z 'once attention #7: opened a draft by ann: Wider widgets'
	act check pull:=7 name=build state=failure
	gains 2026-11-30T16:02:00Z 'began attention #7: CI / build failed'
	gains 2026-11-30T16:03:00Z
	act push pull:=7 checks:='[{"name":"build","state":"queued"},{"name":"lint","state":"queued"}]'
	gains 2026-11-30T16:04:00Z 'ended info #7: over (was CI / build failed)' \
		"once info #7: new head $(head_of 7 1) (was $(head_of 7 0))"
	act check pull:=7 name=build state=failure
	gains 2026-11-30T16:05:00Z 'began attention #7: CI / build failed'
	act at at=2026-11-30T16:06:00Z
	act check pull:=7 name=lint state=failure
	gains 2026-11-30T16:09:00Z 'began info #7: CI / lint failed'
	act check pull:=7 name=lint state=success
	act check pull:=7 name=build state=success
	act set pull:=7 values:='{"isDraft":false}'
	gains 2026-11-30T16:10:00Z 'ended info #7: over (was CI / build failed)' \
		'ended info #7: over (was CI / lint failed)' \
		'began attention #7: ready: 2 passed'
	act at at=2026-11-30T16:22:00Z
	act review pull:=7 author=cleo state=APPROVED
	gains 2026-11-30T16:23:00Z 'once attention #7: cleo approved'
	act merge pull:=7
	gains 2026-11-30T16:24:00Z 'once attention #7: merged'
	act check pull:=7 name=build state=failure
	gains 2026-11-30T16:25:00Z
	gains 2026-11-30T17:25:00Z
	[ "$(sgt-watch status --json | jq -r .status)" = active ]
}

@test "red on a head that was ready is critical, and once a head" {
	github
	act rules
	watch
	gains 2026-11-30T16:00:00Z 'began info : 0 open pull requests'
	act at at=2026-11-30T16:00:30Z
	act open pull:=7 checks:="$green"
	gains 2026-11-30T16:01:00Z 'once attention #7: opened by ann: Change 7'
	gains 2026-11-30T16:04:00Z 'began attention #7: ready: 1 passed'
	act check pull:=7 name=lint state=failure
	gains 2026-11-30T16:11:00Z 'began critical #7: CI / lint failed' \
		'ended info #7: over (was ready: 1 passed)'
	act at at=2026-11-30T16:12:00Z
	act check pull:=7 name=unit state=failure
	gains 2026-11-30T16:15:00Z 'began critical #7: CI / unit failed'
}

@test "closed, reopened, closed again: each is told, of that one alone" {
	github
	act open pull:=6 checks:="$queued"
	act open pull:=7 checks:="$queued"
	watch
	gains 2026-11-30T16:00:00Z \
		'began info : 2 open pull requests: 2 under way'
	act at at=2026-11-30T16:00:30Z
	act close pull:=7
	gains 2026-11-30T16:01:00Z \
		'once attention #7: closed without being merged'
	act check pull:=7 name=build state=failure
	act at at=2026-11-30T16:01:30Z
	act comment pull:=7
	gains 2026-11-30T16:02:00Z
	act at at=2026-11-30T16:02:30Z
	act reopen pull:=7
	gains 2026-11-30T16:03:00Z 'once attention #7: reopened' \
		'began attention #7: CI / build failed'
	act at at=2026-11-30T16:03:30Z
	act close pull:=7
	gains 2026-11-30T16:04:00Z \
		'once attention #7: closed without being merged'
	act check pull:=6 name=build state=failure
	gains 2026-11-30T16:05:00Z 'began attention #6: CI / build failed'
	gains 2026-11-30T17:05:00Z
	[ "$(sgt-watch status --json | jq -r .status)" = active ]
}

@test "opened and merged between two looks is told as both" {
	github
	act rules
	watch
	gains 2026-11-30T16:00:00Z 'began info : 0 open pull requests'
	act at at=2026-11-30T16:00:30Z
	act open pull:=7
	act merge pull:=7
	gains 2026-11-30T16:01:00Z 'once attention #7: opened by ann: Change 7' \
		'once attention #7: merged'
	gains 2026-11-30T16:02:00Z
}

@test "an old one that comes up again is no news, nor is its past" {
	github
	act at at=2026-11-01T00:00:00Z
	act open pull:=1 checks:="$green"
	act review pull:=1 state=COMMENTED
	act close pull:=1
	act open pull:=2
	act at at=2026-11-30T15:00:00Z
	act open pull:=3 checks:="$green"
	watch
	gains 2026-11-30T16:00:00Z \
		'began info : 2 open pull requests: 2 ready (#3, #2)'
	act at at=2026-11-30T16:00:30Z
	act comment pull:=1
	act comment pull:=2
	gains 2026-11-30T16:01:00Z
	act at at=2026-11-30T16:01:30Z
	act reopen pull:=1
	gains 2026-11-30T16:02:00Z 'once attention #1: reopened'
	gains 2026-11-30T16:06:00Z 'began attention #1: ready: 1 passed'
}

@test "one repository serves who asks for which of its facts, with one request" {
	github
	act rules
	watch --types '*.opened'
	sgt-watch add "$REPO" --to human:bob --window 0s \
		--types 'github.check_suite.*' >>added
	gains 2026-11-30T16:00:00Z
	: >hub/queries
	act at at=2026-11-30T16:00:30Z
	act open pull:=7 checks:="$red"
	gains 2026-11-30T16:01:00Z 'once attention #7: opened by ann: Change 7' \
		'began attention #7: CI / build failed'
	[ "$(asked_for)" = '1*Repository 1*Watch' ]
	for who in ann bob; do
		sgt-inbox list "human:$who" --json | jq -r .summary | sed 's/.*#/#/'
	done >got
	diff - got <<-'END'
		#7: opened by ann: Change 7
		#7: CI / build failed
	END
}

@test "a repository that is not there is told after three looks" {
	github
	watch
	gains 2026-11-30T16:00:00Z
	gains 2026-11-30T16:01:00Z
	gains 2026-11-30T16:02:30Z 'once attention  stopped: not found'
}

@test "two are opened, one merged, one closed: four messages, the watch goes on" {

	github
	act rules
	watch
	gains 2026-11-30T16:00:00Z 'began info : 0 open pull requests'
	act at at=2026-11-30T16:00:30Z
	act open pull:=7 checks:="$queued"
	act open pull:=8 checks:="$queued"
	gains 2026-11-30T16:01:00Z 'once attention #7: opened by ann: Change 7' \
		'once attention #8: opened by ann: Change 8'
	act at at=2026-11-30T16:01:30Z
	act merge pull:=7
	act close pull:=8
	gains 2026-11-30T16:02:00Z 'once attention #7: merged' \
		'once attention #8: closed without being merged'
	[ "$(sgt-journal read | jq -r .coalescekey | sort | uniq -c |
		awk '{ sub(".*/", "", $2); print $1 "*" $2 }' | xargs)" = '1*widgets 2*widgets#7 2*widgets#8' ]
	[ "$(sgt-watch status --json | jq -r .status)" = active ]
}

@test "a repository's watch has no end, and asks for these types unasked" {
	expect 0 sgt-watch add github:acme/widgets --label w
	expect 0 sgt-watch show w
	[ "$(jq -r .until .out)" = never ]
	[ "$(jq -r '.clauses[].types[]' .out | xargs)" = "github.pull_request.opened github.pull_request.ready github.pull_request.closed github.pull_request.reopened github.check_suite.completed github.pull_request_review.submitted github.repository.*" ]
	expect 0 sgt-watch add https://github.com/Acme/Gadgets/pulls \
		--until subject_terminal --label g
	[ "$(sgt-watch show g | jq -r '.clauses[].subject')" = github:acme/gadgets ]
}

@test "each line about repositories is kept by a test, or says why not" {
	local names
	names=$(jq -r 'select(.area == "local-gh-repo").name' \
		"$TOP/t/golden/github/local-gh.jsonl" | sort)
	# by the test of what it says
	diff - <(echo "$names") <<-'END'
		delivery
		failure keeps knowledge
		old PR surfacing late
		opened and merged between ticks
		repo default types
		until must be never
	END
	sed -n 's/^local-gh-repo //p' "$TOP/t/golden/deviations" | cut -f 1 | sort |
		diff - <(printf '%s\n' 'repo default types' 'until must be never')
}

@test "a fact has one name, in a watch of the repository and of the pull request" {
	github
	act open pull:=7 checks:="$queued"
	watch
	sgt-watch add "$REPO#7" --to human:ann --window 0s --until never \
		--types 'github.pull_request*' >>added
	tick 2026-11-30T16:00:00Z cat >/dev/null
	act at at=2026-11-30T16:00:30Z
	act review pull:=7 state=APPROVED
	tick 2026-11-30T16:01:00Z cat >/dev/null
	act at at=2026-11-30T16:01:30Z
	act close pull:=7
	tick 2026-11-30T16:02:00Z cat >/dev/null
	act at at=2026-11-30T16:02:30Z
	act reopen pull:=7
	tick 2026-11-30T17:03:00Z cat >/dev/null
	act at at=2026-11-30T17:03:30Z
	act merge pull:=7
	tick 2026-11-30T17:04:00Z cat >/dev/null
	# told to her once, though two watches say it
	sgt-journal read | jq -r 'select(.subject | endswith("#7"))
		| select(.phase == "once").data.entries[0].key
			| sub("review:.*"; "review")' | xargs >keys
	diff - keys <<<'review closed reopened:2026-11-30T16:01:30Z merged:2026-11-30T16:01:30Z'
	[ "$(sgt-journal read | jq -r .type | grep -c duplicate)" = 4 ]
	[ "$(sgt-inbox list human:ann --json | jq -r 'select(.subject | endswith("#7")).summary' |
		sed 's/.*#/#/')" = '#7: merged' ]
}

@test "green ones are read again in their turn, also when that look fails" {
	github
	act rules
	act open pull:=1 checks:="$green"
	watch
	gains 2026-11-30T16:00:00Z 'began info : 1 open pull request: 1 ready (#1)'
	gains 2026-11-30T16:01:00Z
	act at at=2026-11-30T16:09:10Z
	act check pull:=1 name=build state=failure
	act fault kind=html times:=1
	gains 2026-11-30T16:10:00Z
	[ "$(jq -r '.data.error.class != null' obs)" = true ]
	gains 2026-11-30T16:11:00Z 'began attention #1: CI / build failed'
}
