load helper
load fleet

# ---- what may be asked together ----

@test "the two flags of an origin belong together" {
	prepare
	made >before
	expect 64 sgt-dispatch acme work --origin-profile desk
	says
	complains 'sgt-dispatch: --origin-profile and --correlation-id belong together' \
		'usage: sgt-dispatch [OPTION...] PROJECT [BRIEF]'
	expect 64 sgt-dispatch acme work --correlation-id req-7f91b230
	says
	made | diff before -
}

@test "--json needs an origin and --brief-file, and takes neither a brief nor --dry-run" {
	prepare
	made >before
	expect 64 sgt-dispatch acme --brief-file brief --json
	says
	complains 'sgt-dispatch: --json needs --origin-profile and --correlation-id' '~usage: .*'
	origin=(--origin-profile desk --correlation-id req-7f91b230)
	expect 64 sgt-dispatch acme --json "${origin[@]}"
	says
	complains 'sgt-dispatch: --json needs --brief-file' '~usage: .*'
	expect 64 sgt-dispatch acme canaryword --brief-file brief --json "${origin[@]}"
	says
	complains 'sgt-dispatch: --json takes no brief but --brief-file' '~usage: .*'
	expect 64 dispatch req-7f91b230 --dry-run
	says
	complains 'sgt-dispatch: --json cannot be combined with --dry-run' '~usage: .*'
	expect 64 sgt-dispatch acme canaryword more --json "${origin[@]}"
	says
	run ! grep canaryword .err
	made | diff before -
}

@test "a profile or a correlation that is none is refused, and nothing is made" {
	prepare
	made >before
	for name in '' Req-7f91b230 short12 'req 7f91b23' req/7f91b230 "$(printf 'a%.0s' {1..129})"; do
		expect 64 dispatch "$name"
		says
		complains 'sgt-dispatch: invalid correlation ID' '~usage: .*'
	done
	for digits in 12345678901234567 12345678901234567890; do
		expect 64 dispatch "req-$digits"
		says
		complains 'sgt-dispatch: correlation ID must not contain a platform identifier' '~usage: .*'
	done
	expect 64 dispatch req-7f91b230 --origin-profile Desk
	says
	complains 'sgt-dispatch: invalid callback profile' '~usage: .*'
	made | diff before -
}

# ---- the brief ----

# refused STATUS TEXT: the brief is, and nothing is made
refused() {
	made >before
	expect "$1" dispatch
	says || return
	complains "sgt-dispatch: $2" || return
	made | diff before -
}

@test "the brief file is regular, private, ours, and no link" {
	prepare
	chmod 640 brief
	refused 77 'brief file has mode 0640, not 0600'
	chmod 644 brief
	refused 77 'brief file has mode 0644, not 0600'
	chmod 400 brief
	refused 77 'brief file has mode 0400, not 0600'
	chmod 600 brief
	mv brief real && ln -s real brief
	refused 77 'brief file is a link'
	rm brief && mkfifo -m 600 brief
	refused 77 'brief file is no regular file'
	rm brief
	refused 74 'cannot open the brief file: No such file or directory'
}

@test "the brief file of somebody else is refused" {
	[ "$(id -u)" = 0 ] || skip "only root can give files away"
	prepare
	chown 65534 brief
	refused 77 'brief file belongs to somebody else'
}

@test "a brief is text: not empty, UTF-8, at most 16384 bytes, no control characters" {
	prepare
	: >brief
	refused 65 'brief must not be empty'
	printf '\n\n' >brief
	refused 65 'brief must not be empty'
	printf 'caf\351' >brief
	refused 65 'brief is not valid UTF-8'
	head -c 16385 /dev/zero | tr '\0' a >brief
	refused 65 'brief exceeds 16384 bytes'
	for byte in '\000' '\001' '\r' '\033' '\177' '\302\205'; do
		printf 'a%bb' "$byte" >brief
		refused 65 'brief contains control characters'
	done
}

@test "a brief that is shaped like a shell's is refused" {
	prepare
	for text in 'a; b' 'a & b' 'a | b' 'a `b`' 'a $b' 'a < b' 'a > b' 'a \ b'; do
		printf '%s' "$text" >brief
		refused 65 'brief contains prohibited command metacharacters'
	done
	for text in '#!/x' 'rm -rf x' $'fine\n\tsudo reboot' 'curl http://example.invalid'; do
		printf '%s' "$text" >brief
		refused 65 'brief contains a command-like line'
	done
}

@test "a brief of 16384 bytes with blank lines and tabs is taken" {
	prepare
	{ head -c 16380 /dev/zero | tr '\0' a; printf '\n\tb\n'; } >brief
	expect 0 dispatch
	[ "$(head -c 16383 state/worktrees/*/widgets/.sergeant-brief.md | sha256sum)" = \
		"$(head -c 16383 brief | sha256sum)" ]
}

# ---- what is looked at before anything is made ----

@test "projects and harnesses are documents of the user's alone" {
	prepare
	projects=$SERGEANT_CONFIG/projects harnesses=$SERGEANT_CONFIG/harnesses
	expect 78 sgt-dispatch other work
	says
	complains "sgt-dispatch: there is no 'projects/other.json'"
	echo '{"repos":{"widgets":"/x"},"colour":1}' >"$projects/acme.json"
	refused 78 "projects/acme.json: unknown member 'colour'"
	for repos in '{}' '[]' '{"a/b":"/x"}' '{"widgets":"x"}' '{"widgets":1}' \
		'{"notify":"/x"}' '{"lock":"/x"}' '{"brief.md":"/x"}' '{"mutations":"/x"}'; do
		echo "{\"repos\":$repos}" >"$projects/acme.json"
		refused 78 "projects/acme.json: 'repos' is no object of names and absolute paths"
	done
	echo '{"repos":{"widgets":"/x"},"repos":{}}' >"$projects/acme.json"
	expect 78 dispatch
	says
	jq -n --arg at "$PWD" '{repos: {widgets: "\($at)/state"}}' >"$projects/acme.json"
	refused 78 "'$PWD/state' is no git repository with a commit"
	jq -n --arg at "$PWD" '{repos: {gears: "\($at)/gears"}}' >"$projects/acme.json"
	refused 78 "project 'acme' has no repository 'widgets'"
	chmod 666 "$projects/acme.json"
	refused 77 "cannot read 'acme.json': it may be written by others"
	chmod 600 "$projects/acme.json"
	jq -n --arg at "$PWD" '{repos: {widgets: "\($at)/widgets"}}' >"$projects/acme.json"
	for argv in '[]' '"/bin/true"' '["true"]' '[1]'; do
		echo "{\"argv\":$argv}" >"$harnesses/default.json"
		refused 78 "harnesses/default.json: 'argv' is no list that begins with an absolute path"
	done
	for env in '[]' '{"a b":"x"}' '{"A":1}' '{"SERGEANT_TASK":"x"}'; do
		echo "{\"argv\":[\"/bin/true\"],\"env\":$env}" >"$harnesses/default.json"
		refused 78 "harnesses/default.json: 'env' is no object of names and texts"
	done
	echo '{"argv":["/bin/true"],"shell":true}' >"$harnesses/default.json"
	refused 78 "harnesses/default.json: unknown member 'shell'"
	echo '{"argv":["/no/such"]}' >"$harnesses/default.json"
	refused 78 "harness 'default': '/no/such': No such file or directory"
	rm "$harnesses/default.json"
	refused 78 "there is no 'harnesses/default.json'"
}

@test "a profile that is not installed, a link or others' to write is refused" {
	prepare
	at=$SERGEANT_CONFIG/callbacks
	chmod 722 "$at/desk"
	made >before
	expect 77 dispatch
	says
	chmod 600 "$at/desk"
	expect 77 dispatch
	says
	mv "$at/desk" "$at/real" && ln -s real "$at/desk"
	expect 77 dispatch
	says
	rm "$at/desk"
	expect 78 dispatch
	says
	made | diff before -
}

@test "an unreadable time limit is refused before anything is made" {
	prepare
	for value in 0 x -1 3601 1.5; do
		export SGT_NOTIFICATION_ACK_TIMEOUT=$value
		refused 78 'SGT_NOTIFICATION_ACK_TIMEOUT is no number from 1 to 3600'
	done
}

@test "without tmux, or with --td without td, it is 78" {
	prepare
	mkdir bin
	for program in git bash jq; do
		ln -s "$(command -v $program)" bin
	done
	made >before
	PATH=$BUILD/bin:$PWD/bin expect 78 dispatch
	says
	complains "sgt-dispatch: cannot run 'tmux': No such file or directory"
	expect 78 dispatch req-7f91b230 --td td-123abc
	says
	complains "sgt-dispatch: cannot run 'td': No such file or directory"
	made | diff before -
}

@test "a correlation of another task is refused, and no transaction stays" {
	prepare
	mkdir -p fleet/other
	sgt-callback register other desk req-7f91b230
	made >before
	expect 64 dispatch
	says
	complains 'sgt-dispatch: correlation ID is already registered to another task'
	made | diff before -
}

@test "--dry-run says what would be done, and makes nothing" {
	prepare
	made >before
	expect 0 sgt-dispatch acme "Mend it." -n
	complains
	says "widgets	$(git -C widgets rev-parse HEAD)	$PWD/widgets" \
		"gears	$(git -C gears rev-parse HEAD)	$PWD/gears"
	made | diff before -
}

# ---- what is made ----

@test "an admission is exactly the one line, its three fields in their order" {
	prepare
	expect 0 dispatch
	complains
	says '~\{"status":"accepted","task_id":"hermes-[0-9a-f]{32}","correlation_id":"req-7f91b230"\}'
	[ "$(tail -c 1 .out | xxd -p)" = 0a ]
}

@test "the records of an admission are the document's, to the byte" {
	prepare
	expect 0 dispatch
	t=$(task)
	sha=$(printf req-7f91b230 | sha256sum | cut -d' ' -f1)
	at=fleet/.callback-transactions/$sha
	receipt="\"correlation_id\":\"req-7f91b230\",\"status\":\"accepted\",\"task_id\":\"$t\""
	printf '{"correlation_id":"req-7f91b230","profile":"desk","receipt":{%s},"status":"committed","task_id":"%s","version":"sergeant.admission-transaction/v1"}\n' \
		"$receipt" "$t" | cmp - "$at/transaction.json"
	printf '{%s,"version":"sergeant.admission/v1"}\n' "$receipt" |
		cmp - "fleet/$t/.callbacks/admission.json"
	printf '{"correlation_id":"req-7f91b230","profile":"desk","version":"sergeant.callback-origin/v1"}\n' |
		cmp - "fleet/$t/.callbacks/origin.json"
	printf '{"correlation_id":"req-7f91b230","kind":"admission","task_id":"%s","version":"sergeant.callback-origin-registry/v1"}\n' \
		"$t" | cmp - "fleet/.callback-origins/$sha.json"
	[ "$(stat -c %a "$at" "$at"/* | sort -u | xargs)" = '600 700' ]
	[ "$(awk -F'\t' '{print NF}' "$at/mutations" | sort -u)" = 7 ]
}

@test "a worker has a worktree on a branch of the opaque id, and a window" {
	prepare
	expect 0 dispatch
	t=$(task)
	tree=$PWD/state/worktrees/$t/widgets
	git -C widgets worktree list --porcelain | grep -x "worktree $tree"
	[ "$(git -C "$tree" branch --show-current)" = "sergeant/$t" ]
	[ "$(cat "fleet/$t/widgets/worktree")" = "$tree" ]
	[ "$(stat -c %a "$tree/.sergeant-brief.md")" = 600 ]
	IFS='|' read -r dead id pid start command <"fleet/$t/widgets/pane_identity"
	[ "$dead $command" = '0 sgt-dispatch' ]
	[ "$(tmux_ display-message -p -t "$id" '#{pane_pid} #{window_name}')" = "$pid $t/widgets" ]
	[ "${start%@*}" = "$(cut -d' ' -f22 "/proc/$pid/stat")" ]
}

@test "two tasks on one repository live beside each other" {
	prepare
	expect 0 dispatch
	expect 0 dispatch req-7f91b231
	[ "$(panes | wc -l)" = 2 ]
	[ "$(git -C widgets worktree list | wc -l)" = 3 ]
}

@test "a project's repositories are all worked on where none is named" {
	prepare
	expect 0 sgt-dispatch acme 'Mend it.'
	complains
	says '~task-[0-9a-f]{32}'
	t=$(cat .out)
	[ "$(panes | cut -d' ' -f1 | sort | xargs)" = "$t/gears $t/widgets" ]
	[ ! -e "fleet/$t/mutations" ]
	run ! ls -d fleet/.callback* "fleet/$t/.callbacks"
}

@test "the harness gets its own environment and no shell" {
	prepare
	export SECRET=from-outside
	worker <<-'E'
		acknowledge
		env -0 >.sergeant-env
		printf '%s\n' "$0" "$@" >.sergeant-argv
		exec sleep 600
	E
	jq -n --arg at "$PWD" '{argv: ["\($at)/harness", "a; b", "$(id)", ""],
		env: {LEVEL: "3 | 4"}}' >"$SERGEANT_CONFIG/harnesses/odd.json"
	expect 0 dispatch req-7f91b230 --harness odd
	tree=state/worktrees/$(task)/widgets
	until_ test -s "$tree/.sergeant-argv"
	printf '%s\n' "$PWD/harness" 'a; b' '$(id)' '' | diff - "$tree/.sergeant-argv"
	tr '\0' '\n' <"$tree/.sergeant-env" | grep -x 'LEVEL=3 | 4'
	tr '\0' '\n' <"$tree/.sergeant-env" | grep -x "SERGEANT_TASK=$(task)"
	run ! grep -a from-outside "$tree/.sergeant-env"
}

@test "what is ours in a worktree is not committed by git add" {
	prepare
	worker <<-'E'
		echo two >file
		git add -A
		git -c user.name=bob -c user.email=bob@example.invalid commit -q -m two
		acknowledge
		exec sleep 600
	E
	expect 0 dispatch
	[ "$(git -C "state/worktrees/$(task)/widgets" show --name-only --format=)" = file ]
}

@test "the user's own list of what git leaves out counts for a worker, too" {
	prepare
	worker <<-'E'
		touch a.tmp b.tmp c.txt
		git status --porcelain >"$HOME/status"
		acknowledge
		exec sleep 600
	E
	mkdir -p "$HOME/.config/git"
	echo '*.tmp' >"$HOME/.config/git/ignore"
	expect 0 dispatch
	[ "$(cat "$HOME/status")" = '?? c.txt' ]
	printf 'c.*' >"$HOME/mine"
	git config --file "$HOME/.gitconfig" core.excludesFile "$HOME/mine"
	expect 0 dispatch req-7f91b231
	[ "$(cat "$HOME/status")" = '?? a.tmp
?? b.tmp' ]
}

@test "the brief stands in the worktree's file and nowhere else" {
	prepare
	expect 0 dispatch
	cp .out said
	complains
	grep -rl canaryword state >found
	[ "$(cat found)" = "state/worktrees/$(task)/widgets/.sergeant-brief.md" ]
	run ! grep -r canaryword fleet said widgets/.git gears/.git
	for ref in $(git -C widgets for-each-ref --format='%(refname)'); do
		run ! git -C widgets grep canaryword "$ref"
	done
	panes | run ! grep canaryword
	tmux_ list-panes -a -F '#{pane_start_command} #{pane_title} #{window_name}' >panes
	tmux_ show-environment -g >>panes
	tmux_ capture-pane -p -t sergeant: >>panes
	run ! grep canaryword panes
	for pid in $(panes | cut -d' ' -f2); do
		run ! grep -a canaryword "/proc/$pid/cmdline" "/proc/$pid/environ"
	done
}

@test "the brief is on no command line while it is being dispatched" {
	prepare
	for program in git tmux; do
		real=$(command -v $program)
		fake $program <<-E
			#!/bin/bash
			printf '%s\n' "\$@" >>$PWD/argv.log
			tr '\0' '\n' </proc/self/environ >>$PWD/argv.log
			exec $real "\$@"
		E
	done
	expect 0 dispatch
	grep -q new-session argv.log
	run ! grep canaryword argv.log
}

# ---- repetition and loss ----

@test "the same again gives the same receipt, and makes nothing" {
	prepare
	expect 0 dispatch
	cp .out first
	made >before
	expect 0 dispatch
	diff first .out
	complains
	made | diff before -
}

@test "a receipt comes before every preflight, but after the brief" {
	prepare
	expect 0 dispatch
	cp .out first
	rm -r "$SERGEANT_CONFIG"/{projects,harnesses,callbacks}
	SGT_NOTIFICATION_ACK_TIMEOUT=x expect 0 dispatch
	diff first .out
	chmod 644 brief
	expect 77 dispatch
	says
}

@test "a receipt is of its own profile alone" {
	prepare
	cp "$SERGEANT_CONFIG/callbacks/desk" "$SERGEANT_CONFIG/callbacks/other"
	expect 0 dispatch
	made >before
	expect 64 dispatch req-7f91b230 --origin-profile other
	says
	complains 'sgt-dispatch: callback admission origin mismatch'
	made | diff before -
}

@test "what is said on a broken stdout is said again from the record" {
	prepare
	expect 0 dispatch
	cp .out first
	dispatch >/dev/full 2>.err && false
	complains 'sgt-dispatch: cannot write to stdout: No space left on device'
	dispatch | diff first -
}

@test "a worker that does not acknowledge is no admission, and all is unmade" {
	prepare
	worker <<-'E'
		say working
		exec sleep 600
	E
	refs=$(git -C widgets for-each-ref)
	SGT_NOTIFICATION_ACK_TIMEOUT=1 expect 75 dispatch
	says
	complains "sgt-dispatch: the worker of 'widgets' did not acknowledge in time"
	[ "$(panes)" = '' ]
	[ "$(git -C widgets for-each-ref)" = "$refs" ]
	[ "$(git -C widgets worktree list | wc -l)" = 1 ]
	run ! ls -d fleet/hermes-* state/worktrees/*
	[ "$(jq -r .status fleet/.callback-transactions/*/transaction.json)" = pending ]
}

@test "a loss before the commit keeps the task's name" {
	prepare
	worker <<-'E'
		exec sleep 600
	E
	SGT_NOTIFICATION_ACK_TIMEOUT=1 expect 75 dispatch
	t=$(jq -r .task_id fleet/.callback-transactions/*/transaction.json)
	worker <<-'E'
		acknowledge
		exec sleep 600
	E
	expect 0 dispatch
	[ "$(task)" = "$t" ]
}

# as a death leaves it when only the commit was left to do
died_before_commit() {
	expect 0 dispatch
	t=$(task)
	file=$(echo fleet/.callback-transactions/*/transaction.json)
	sed -i -e 's/"receipt":{[^}]*}/"receipt":null/' \
		-e 's/"status":"committed"/"status":"pending"/' "$file"
}

@test "a loss when only the commit was left is committed, though its origin heard of it" {
	prepare
	died_before_commit
	echo 'Which widgets?' >"state/worktrees/$t/widgets/.sergeant-message"
	echo needs_input >"state/worktrees/$t/widgets/.sergeant-status"
	expect 0 sgt-notify "$t" needs_input
	panes >before
	expect 78 sgt-dispatch --rollback "$t"
	complains "sgt-dispatch: task '$t' has events already, and is kept as evidence"
	expect 0 dispatch
	says "{\"status\":\"accepted\",\"task_id\":\"$t\",\"correlation_id\":\"req-7f91b230\"}"
	[ "$(jq -r .status "$file")" = committed ]
	panes | diff before - && [ -e "state/worktrees/$t/widgets/file" ]
}

@test "what has its receipt is not rolled back" {
	prepare
	died_before_commit
	made >before
	expect 78 sgt-dispatch --rollback "$t"
	complains "sgt-dispatch: task '$t' has its receipt: dispatched again it is committed"
	made | diff before -
	# nor taken for another's
	sed -i "s/$t/hermes-0/" "fleet/$t/.callbacks/admission.json"
	expect 78 dispatch
	says
	made | diff before -
}

@test "an acknowledgement with another text, in another file, or a link is none" {
	prepare
	worker <<-'E'
		nonce=${SERGEANT_NOTIFICATION#*|}
		printf '%s' "$nonce" >".sergeant-notification-acks/$nonce"
		printf '%s' "$SERGEANT_NOTIFICATION" >.sergeant-notification-acks/other
		exec sleep 600
	E
	SGT_NOTIFICATION_ACK_TIMEOUT=1 expect 75 dispatch
	says
	worker <<-'E'
		printf '%s' "$SERGEANT_NOTIFICATION" >elsewhere
		ln -s ../elsewhere ".sergeant-notification-acks/${SERGEANT_NOTIFICATION#*|}"
		exec sleep 600
	E
	SGT_NOTIFICATION_ACK_TIMEOUT=1 expect 75 dispatch
	says
}

@test "a worker that is done before it is looked at is an admission" {
	prepare
	worker <<-'E'
		acknowledge
		say done
	E
	expect 0 dispatch
}

@test "a worker that ends without acknowledging is kept as evidence" {
	prepare
	worker <<-'E'
		exit 3
	E
	expect 75 dispatch
	says
	complains "sgt-dispatch: the worker of 'widgets' ended before it acknowledged" \
		"~sgt-dispatch: cannot end the worker in pane '%[0-9]+': it is missing, and kept as evidence"
	t=$(jq -r .task_id fleet/.callback-transactions/*/transaction.json)
	[ -e "fleet/$t/widgets/pane_identity" ]
	made >before
	expect 75 dispatch
	says
	complains "~sgt-dispatch: cannot end the worker in pane '%[0-9]+': it is missing, and kept as evidence"
	made | diff before -
}

@test "--rollback is the operator's word that what has ended may go" {
	prepare
	worker <<-'E'
		exit 3
	E
	expect 75 dispatch
	t=$(jq -r .task_id fleet/.callback-transactions/*/transaction.json)
	expect 0 sgt-dispatch --rollback "$t"
	says
	complains
	run ! ls -d fleet/hermes-* state/worktrees/*
	worker <<-'E'
		acknowledge
		exec sleep 600
	E
	expect 0 dispatch
	[ "$(task)" = "$t" ]
	expect 78 sgt-dispatch --rollback "$t"
	says
	complains "sgt-dispatch: task '$t' was committed: sgt-cleanup ends it"
}

# held: a dispatch that waits for its worker is killed there
held() {
	worker <<-'E'
		say working
		exec sleep 600
	E
	sgt-dispatch acme --brief-file brief --repos widgets --json \
		--origin-profile desk --correlation-id req-7f91b230 >.out 2>.err &
	pid=$!
	until_ eval 'ls fleet/hermes-*/widgets/pane_identity >/dev/null 2>&1'
	kill -9 $pid
	wait $pid 2>&- || :
}

@test "killed while it waits, the next attempt retires the worker and its worktree" {
	prepare
	held
	t=$(jq -r .task_id fleet/.callback-transactions/*/transaction.json)
	old=$(panes)
	worker <<-'E'
		acknowledge
		exec sleep 600
	E
	expect 0 dispatch
	[ "$(task)" = "$t" ]
	[ "$(panes | wc -l)" = 1 ]
	[ "$(panes)" != "$old" ]
}

@test "a pane whose number is another's now is never killed" {
	prepare
	held
	t=$(jq -r .task_id fleet/.callback-transactions/*/transaction.json)
	id=$(cat "fleet/$t/widgets/pane")
	# the same pane, another process in it
	tmux_ respawn-pane -k -t "$id" sleep 600
	made >before
	expect 75 dispatch
	says
	complains "sgt-dispatch: cannot end the worker in pane '$id': it is another now, and kept as evidence"
	made | diff before -
	expect 75 sgt-dispatch --rollback "$t"
	says
	complains "~sgt-dispatch: process [0-9]+ still works in '.*/widgets'"
	grep -v pane_identity before | diff - <(made | grep -v pane_identity)
}

@test "a worker that ignores the hangup is killed, by its exact identity" {
	prepare
	worker <<-'E'
		trap '' HUP TERM
		say working
		while :; do sleep 0.1; done
	E
	SGT_NOTIFICATION_ACK_TIMEOUT=1 expect 75 dispatch
	says
	complains "sgt-dispatch: the worker of 'widgets' did not acknowledge in time"
	[ "$(panes)" = '' ]
	run ! ls -d state/worktrees/*
}

@test "a process left in the worktree is evidence" {
	prepare
	worker <<-'E'
		setsid sleep 600 &
		echo $! >"$HOME/left"
		exec sleep 600
	E
	SGT_NOTIFICATION_ACK_TIMEOUT=1 expect 75 dispatch
	says
	complains "sgt-dispatch: the worker of 'widgets' did not acknowledge in time" \
		"~sgt-dispatch: process [0-9]+ still works in '.*/widgets'"
	[ -d "$(echo state/worktrees/*/widgets)" ]
	kill "$(cat "$HOME/left")"
	worker <<-'E'
		acknowledge
		exec sleep 600
	E
	until_ dispatched
}

dispatched() { dispatch >.out 2>.err; }

@test "what an unacknowledged worker committed stays reachable" {
	prepare
	worker <<-'E'
		echo two >file
		git -c user.name=bob -c user.email=bob@example.invalid commit -qam two
		exec sleep 600
	E
	SGT_NOTIFICATION_ACK_TIMEOUT=2 expect 75 dispatch
	[ "$(git -C widgets for-each-ref --format='%(subject)' refs/sergeant)" = two ]
	[ -z "$(git -C widgets for-each-ref refs/heads/sergeant)" ]
}

@test "one transaction is in one pair of hands" {
	prepare
	worker <<-'E'
		say working
		until [ -e go ]; do sleep 0.02; done
		acknowledge
		exec sleep 600
	E
	dispatch >first 2>first.err &
	pid=$!
	until_ eval 'ls state/worktrees/*/widgets/.sergeant-status >/dev/null 2>&1'
	# ours is held; a reader needs no lock
	sha=$(printf req-7f91b230 | sha256sum | cut -d' ' -f1)
	run ! flock -n "fleet/.callback-transactions/$sha/lock" true
	touch "$(echo state/worktrees/*/widgets)/go"
	wait $pid
	expect 0 dispatch
	diff first .out
}

@test "an uncorrelated dispatch that fails leaves nothing" {
	prepare
	worker <<-'E'
		exec sleep 600
	E
	mkdir fleet
	made >before
	SGT_NOTIFICATION_ACK_TIMEOUT=1 expect 75 sgt-dispatch acme 'Mend it.'
	says
	made | grep -v 'state/worktrees$\|^state$' >after
	diff <(grep -v 'state/worktrees$\|^state$' before) after
}

# ---- td ----

# td: the part of it that is used, with a log of what there is
td_() {
	fake td <<-E
		#!/bin/bash
		log=$PWD/td.log
		case \$1 in
		show) [ "\$2" = td-123abc ] ;;
		create) echo "td-\$((100 + \$(wc -l <"\$log"))) \$2" >>"\$log"
			tail -n 1 "\$log" | sed 's/^/CREATED /' ;;
		search) grep -F "\$2" "\$log" || : ;;
		delete) sed -i "/^\$2 /d" "\$log" ;;
		esac
	E
	: >td.log
}

known_pane() { compgen -G 'fleet/task-*/widgets/pane_identity' >/dev/null; }

@test "an uncorrelated task is in one pair of hands until it is committed" {
	prepare
	worker <<-'E'
		until [ -e ../../../../go ]; do sleep 0.05; done
		acknowledge
		exec sleep 600
	E
	sgt-dispatch acme --brief-file brief --repos widgets >first 2>&1 &
	pid=$!
	until_ known_pane
	t=$(basename fleet/task-*)
	sgt-dispatch --rollback "$t" >second 2>&1 &
	other=$!
	touch go
	wait $pid
	[ "$(cat first)" = "$t" ]
	status=0
	wait $other || status=$?
	[ "$status" = 78 ]
	[ "$(cat second)" = "sgt-dispatch: task '$t' was committed: sgt-cleanup ends it" ]
	[ -e "state/worktrees/$t/widgets/file" ] && [ -n "$(panes)" ]
}

@test "a rollback of what is no dispatch makes nothing" {
	prepare
	mkdir -p fleet/t1
	made >before
	expect 78 sgt-dispatch --rollback t1
	complains "sgt-dispatch: task 't1' was committed: sgt-cleanup ends it"
	made | diff before -
}

@test "with --td each repository has a task of td's, named by what is opaque" {
	prepare
	td_
	expect 0 dispatch req-7f91b230 --td td-123abc
	[ "$(cat td.log)" = "td-100 sergeant $(task) widgets for td-123abc" ]
}

@test "a task that td does not know is refused" {
	prepare
	td_
	refused_td() {
		expect 78 dispatch req-7f91b230 --td td-999
		says
	}
	refused_td
	complains "sgt-dispatch: td has no task 'td-999' in '$PWD/widgets'"
	expect 64 dispatch req-7f91b230 --td --help-me
	says
	[ ! -s td.log ]
}

@test "a task of td's goes with the attempt that made it" {
	prepare
	td_
	echo 'td-99 another' >td.log
	worker <<-'E'
		exec sleep 600
	E
	SGT_NOTIFICATION_ACK_TIMEOUT=1 expect 75 dispatch req-7f91b230 --td td-123abc
	[ "$(cat td.log)" = 'td-99 another' ]
}

@test "a task of td's that a search also finds stays" {
	prepare
	td_
	echo 'td-99 sergeant widgets' >td.log
	# a search by words
	sed -i 's/search) .*/search) cat "$log" ;;/' fake/td
	worker <<-'E'
		exec sleep 600
	E
	SGT_NOTIFICATION_ACK_TIMEOUT=1 expect 75 dispatch req-7f91b230 --td td-123abc
	[ "$(cat td.log)" = 'td-99 sergeant widgets' ]
}
