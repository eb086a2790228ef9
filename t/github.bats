# shellcheck disable=SC2016
load helper

# What the kinds of GitHub make of saved answers; t/golden/github holds the tables.

# observed KIND TABLE PROGRAM: each line of the table is answered as it says, but
# for those that deviations names, and all of those are answered otherwise.
observed() {
	local G=$TOP/t/golden/github
	jq -L "$G" -c -f "$G/$3.jq" "$G/$2.jsonl" >cases
	jq -c .in cases | "$BUILD/peers/kind" "$TOP/share" "$1" observe >got
	jq -nc --slurpfile cases cases --slurpfile got got \
		-f "$G/compare.jq" >otherwise
	jq -r .name cases >names
	deviations "$2" | cut -f 1 | grep -xFf names | sort >expected
	jq -r .name otherwise | sort | diff expected - || {
		cat otherwise && return 1; }
}

deviations() {
	sed -n "s/^$1 //p" "$TOP/t/golden/deviations"
}

@test "pull requests that others got wrong" {
	observed github_pull_request bugs pulls
}

@test "checks and pull requests as the reference classifies them" {
	observed github_pull_request probes probes
	[ "$(wc -l <cases)" = "$(wc -l <"$TOP/t/golden/github/probes.jsonl")" ]
}

@test "each line of the tables is answered by some kind, or says why not" {
	local G=$TOP/t/golden/github n
	n=$(jq -r 'select(.kind | IN("github_pull_request", "github_workflow_run",
		"github_repository")) | .ref' "$G/bugs.jsonl" | wc -l)
	[ $((n + $(deviations bugs | wc -l))) = "$(wc -l <"$G/bugs.jsonl")" ]
	deviations bugs | cut -f 1 | grep -xFf <(jq -r .ref "$G/bugs.jsonl") |
		sort | uniq | wc -l | grep -x "$(deviations bugs | wc -l)"
	deviations probes | cut -f 1 |
		grep -cxFf <(jq -r '"\(.table): \(.name)"' "$G/probes.jsonl") |
		grep -x "$(deviations probes | wc -l)"
}

# stories: each of stories.jq, look after look
stories() {
	local G=$TOP/t/golden/github step
	echo '{}' >prior
	for step in 0 1 2 3 4 5; do
		jq -L "$G" -nc --argjson step $step --argjson prior "$(cat prior)" \
			-f "$G/stories.jq" | jq -c '.[]' >cases
		jq -r .name cases >>names
		jq -c .in cases | "$BUILD/peers/kind" "$TOP/share" \
			github_pull_request observe >got
		jq -nc --slurpfile cases cases --slurpfile got got \
			-f "$G/told.jq" >told
		jq -c .priors told | tail -n 1 >prior
		sed '$d' told >>otherwise
	done
	cat otherwise
	[ ! -s otherwise ]
}

@test "what a pull request's watch sees, look after look" {
	stories
	[ "$(sort -u names | wc -l)" = 9 ]
	# with those that no kind answers, these are all lines
	deviations local-gh | cut -f 1 | cat - names | sort -u |
		diff - <(jq -r 'select(.area == "local-gh").name' \
			"$TOP/t/golden/github/local-gh.jsonl" | sort)
	expect 65 sgt-probe explain linear:ACME-1
	says
	expect 65 sgt-probe explain github:acme
	says
	expect 0 sgt-probe kinds
	[ "$(jq -r 'select(.kind.kind == "github_pull_request").kind.default_types[]' .out |
		xargs)" = "github.check_suite.completed github.workflow_run.completed github.pull_request_review.submitted github.pull_request.closed github.pull_request.synchronize github.issue_comment.created" ]
}

# walk N: that many states of a pull request's life, and what was said of them
walk() {
	local G=$TOP/t/golden/github
	jq -L "$G" -nc --argjson n "$1" --argjson seed 20261130 -f "$G/walk.jq" >walk
	jq -c .in walk | "$BUILD/peers/kind" "$TOP/share" github_pull_request \
		observe >got
}

@test "of thousands of states none is said to be two that exclude each other" {
	walk 2500
	jq -nc --slurpfile walk walk --slurpfile got got \
		-f "$TOP/t/golden/github/lives.jq" >otherwise
	head -n 5 otherwise
	[ ! -s otherwise ]
	# all that can be said was said
	jq -r '.[].entries[].key | sub(":.*"; "")' got | sort -u | xargs >keys
	diff - keys <<<"action behind blocked cancelled changes_requested closed comment conflict green merged queue queued ready red stale thread unknown"
}

@test "nothing that lacks a fact is said to be ready" {
	walk 1500
	jq -nc --slurpfile walk walk --slurpfile got got 'range($walk | length)
		| select([$got[.][].entries[]?.key] | index("ready")) | $walk[.]' |
		head -n 60 >ready
	[ "$(wc -l <ready)" = 60 ]
	jq -c -f "$TOP/t/golden/github/lacks.jq" ready >lacking
	jq -c .in lacking | "$BUILD/peers/kind" "$TOP/share" github_pull_request \
		observe >got
	[ "$(wc -l <lacking)" = "$(wc -l <got)" ] && [ "$(wc -l <got)" -gt 1500 ]
	jq -nc --slurpfile lacking lacking --slurpfile got got \
		'range($lacking | length) | select([$got[.][]?.entries[]?.key]
			| index("ready")) | $lacking[.].what' | sort | uniq -c >otherwise
	cat otherwise
	[ ! -s otherwise ]
}

@test "what looks quickly says what the long way says" {
	walk 1500
	jq -c .in walk | jq -c '.subjects[0].prior.cursor.u = 1796054399000' |
		"$BUILD/peers/kind" "$TOP/share" github_pull_request observe >long
	said() {
		jq -Sc '.[] | {complete: true, settled: true, error: null} + .
			| del(.cursor.u, .recheck_at) | .entries |= sort_by(.key)' "$1"
	}
	[ "$(grep -c '"complete"' got)" -lt "$(wc -l <got)" ]
	diff <(said got) <(said long)
}

@test "runs of workflows that others got wrong" {
	observed github_workflow_run bugs runs
}

@test "a repository that others got wrong" {
	observed github_repository bugs repositories
	[ "$(jq -r '.[] | .cursor.u // empty' got)" = \
		"$(jq -r '.in.subjects[0].prior.cursor.u' cases)" ]
}

@test "pull requests rule by rule" {
	local G=$TOP/t/golden/github
	jq -L "$G" -nc -f "$G/rules.jq" >cases
	jq -c .in cases | "$BUILD/peers/kind" "$TOP/share" github_pull_request \
		observe >got
	jq -nc --slurpfile cases cases --slurpfile got got -f "$G/holds.jq" >otherwise
	cat otherwise
	[ ! -s otherwise ] && [ "$(wc -l <got)" -gt 60 ]
}

@test "what is asked, and what is asked next" {
	local G=$TOP/t/golden/github
	jq -L "$G" -nc -f "$G/asks.jq" >cases
	jq -c .in cases | "$BUILD/peers/kind" "$TOP/share" github_pull_request \
		requests >got
	jq -nc --slurpfile cases cases --slurpfile got got -f "$G/asked.jq" >otherwise
	cat otherwise
	[ ! -s otherwise ] && [ "$(wc -l <got)" -gt 25 ]
}

@test "each query is one of GitHub's schema" {
	local G=$TOP/t/golden/github
	[ -d "$TOP/t/peers/node_modules/graphql" ] || skip 'no npm peers'
	jq -L "$G" -nc -f "$G/asks.jq" | jq -c .in |
		"$BUILD/peers/kind" "$TOP/share" github_pull_request requests |
		jq -c '.[] | select(.body) | {id, body: (.body | fromjson)}' >queries
	[ "$(jq -r '.id | sub(":[0-9].*"; "")' queries | sort -u | xargs)" = \
		'authors less:pr pr required rows talk threads' ]
	jq -c .body queries | node "$TOP/t/peers/github/valid.mjs" >said
	diff said - <<<"$(wc -l <queries) queries"
}

@test "a pull request has one name, however it is said" {
	local said subject
	while read -r said subject; do
		expect 0 sgt-probe explain "$said"
		[ "$(jq -r '.kind + " " + .subject' .out)" = \
			"github_pull_request $subject" ] || { echo "$said" && return 1; }
	done <<-'END'
		https://github.com/Acme/Widgets/pull/7 github:acme/widgets#7
		https://www.github.com/acme/widgets/pull/7/files?w=1#diff github:acme/widgets#7
		https://api.github.com/repos/acme/widgets/pulls/7 github:acme/widgets#7
		github:Acme/Widgets#7 github:acme/widgets#7
		github:github.com/acme/widgets#7 github:acme/widgets#7
		https://GHE.acme.example/Acme/wid.gets/pull/9 github:ghe.acme.example/acme/wid.gets#9
		https://acme.ghe.com/acme/widgets/pull/1 github:acme.ghe.com/acme/widgets#1
		github:127.0.0.1:8080/acme/widgets#1 github:127.0.0.1:8080/acme/widgets#1
	END
	for said in 'github:acme/..#7' 'github:acme/widgets#0' 'github:-x/y#1' \
		'github:acme/widgets#7x' 'github:a/b/c/d#1' 'github:acme/wid gets#1' \
		'github:acme/widgets#99999999999'; do
		expect 65 sgt-probe explain "$said"
		says || return
	done
}
