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
	deviations probes | cut -f 1 | grep -xFf <(jq -r '"\(.table): \(.name)"' \
		"$G/probes.jsonl") | wc -l | grep -x "$(deviations probes | wc -l)"
}
