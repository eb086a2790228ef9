# shellcheck disable=SC2016
load helper

# What the kinds of GitHub make of saved answers; t/golden/github holds the tables.

# observed KIND PROGRAM TABLE: each case of the table is answered as it says.
observed() {
	local G=$TOP/t/golden/github
	jq -c -f "$G/$2.jq" "$G/$3.jsonl" >cases
	jq -c .in cases | "$BUILD/peers/kind" "$TOP/share" "$1" observe >got
	jq -nc --slurpfile cases cases --slurpfile got got \
		-f "$G/compare.jq" >otherwise
	cat otherwise
	[ ! -s otherwise ]
}

@test "pull requests that others got wrong" {
	observed github_pull_request pulls bugs
}
