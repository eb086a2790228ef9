load helper
load fleet

@test "fleet_task says of each saved look what its table says" {
	local file bad=0
	for file in "$TOP"/t/golden/kinds/fleet_task/*.json; do
		jq .given "$file" >saved.json
		jq -S '.expect[] | del(.recheck_at | select(. == null))' "$file" >want
		expect 0 sgt-probe explain --kind fleet_task --saved saved.json \
			task:mend || bad=1
		jq -S 'select(.data) | {subject} + .data | del(.kind)' .out >got
		diff want got || { echo "^ $file" && bad=1; }
	done
	[ $bad = 0 ]
}

# hand REPO...: a task made by hand, each repository in a worktree of its own
hand() {
	export SERGEANT_FLEET=$PWD/fleet
	umask 077
	for repo; do
		mkdir -p "fleet/mend/$repo" "tree/$repo"
		echo "$PWD/tree/$repo" >"fleet/mend/$repo/worktree"
		echo working >"fleet/mend/$repo/status"
	done
}

# tick TIME: the pipeline, then all that the inbox holds
tick() {
	at "$1"
	{ sgt-watch due | sgt-probe | sgt-decide | sgt-deliver; } >receipts 2>errors
	cat errors
	sgt-inbox list human:ann >.list
	jq -r .summary .list
}

@test "what a task needs reaches whom a watch names, once" {
	hand gears widgets
	expect 0 sgt-watch add task:mend --to human:ann
	[ "$(jq -r '[.until, .objective] | join(" ")' .out)" = 'subject_terminal finished' ]
	expect 0 tick 2026-11-30T16:00:00Z
	says
	echo 'Which colour?' >tree/widgets/.sergeant-message
	echo 1 >tree/widgets/.sergeant-gate-generation
	echo needs_input >tree/widgets/.sergeant-status
	expect 0 tick 2026-11-30T16:01:00Z
	says 'mend: widgets needs input: Which colour?'
	expect 0 tick 2026-11-30T16:02:00Z
	says 'mend: widgets needs input: Which colour?'
	expect 0 sgt-inbox ack --all -p human:ann
	# another question, another gate
	echo 'Which size?' >tree/widgets/.sergeant-message
	echo 2 >tree/widgets/.sergeant-gate-generation
	expect 0 tick 2026-11-30T17:03:00Z
	says '~mend: .*widgets needs input: Which size\?.*'
	echo working >tree/widgets/.sergeant-status
	expect 0 sgt-inbox ack --all -p human:ann
	expect 0 tick 2026-11-30T18:04:00Z
	echo blocked >tree/gears/.sergeant-status
	expect 0 sgt-inbox ack --all -p human:ann
	expect 0 tick 2026-11-30T19:05:00Z
	says '~mend: .*gears is blocked.*'
}

@test "a task that is done ends its watch" {
	hand widgets
	expect 0 sgt-watch add task:mend --to human:ann
	expect 0 tick 2026-11-30T16:00:00Z
	echo 'All is mended.' >tree/widgets/.sergeant-result
	echo 'done' >tree/widgets/.sergeant-status
	expect 0 tick 2026-11-30T16:01:00Z
	says 'mend: widgets is done: All is mended.'
	expect 0 sgt-watch status
	[ "$(jq -r '[.status, .why] | join(" ")' .out)" = 'expired terminal' ]
}

@test "a task that failed never reads like success" {
	hand widgets
	echo 'failed: no widgets' >tree/widgets/.sergeant-status
	expect 0 sgt-watch add task:mend --to human:ann
	expect 0 tick 2026-11-30T16:00:00Z
	says 'mend: widgets failed: no widgets'
	expect 0 sgt-watch status
	[ "$(jq -r .status .out)" = blocked ]
}

@test "a worktree that is gone falls back to the fleet's own record" {
	hand widgets
	echo 'done' >fleet/mend/widgets/status
	echo 'Kept.' >fleet/mend/widgets/result
	rm -r tree/widgets
	echo task:mend | expect 0 sgt-probe
	[ "$(jq -r '.data.entries[].brief' .out)" = 'widgets is done: Kept.' ]
}

@test "a link for a repository, a pipe for a status and odd bytes are only read around" {
	hand widgets
	ln -s /etc fleet/mend/link
	mkdir fleet/mend/pipe
	mkfifo fleet/mend/pipe/status
	printf 'a\033[31m\tb\0c\nd\351' >tree/widgets/.sergeant-message
	echo needs_input >tree/widgets/.sergeant-status
	echo task:mend | expect 0 sgt-probe
	[ "$(jq -r .data.revision .out)" = 'pipe=working:,widgets=needs_input:' ]
	run ! grep -P '[\x00-\x09\x0b-\x1f]' .out
}

@test "a task's name never leaves the fleet" {
	hand widgets
	for name in ../mend .. /etc 'a b' '$(id)'; do
		expect 0 sgt-probe <<<"task:$name"
		[ "$(jq -r .data.error.class .out)" = unsupported ]
	done
}
