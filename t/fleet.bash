# What tests of the fleet's programs share: a project with two repositories, a
# harness that acknowledges, a profile, a tmux server of their own.

# prepare: all that a dispatch needs
prepare() {
	local repo
	export SERGEANT_FLEET=$PWD/fleet SGT_TMUX_SOCKET=$PWD/tmux
	export SGT_NOTIFICATION_ACK_TIMEOUT=20
	umask 077
	mkdir -p "$SERGEANT_CONFIG"/{projects,harnesses,callbacks}
	for repo in widgets gears; do
		git init -q -b main "$repo"
		echo one >"$repo/file"
		git -C "$repo" add file
		git -C "$repo" -c user.name=ann -c user.email=ann@example.invalid \
			commit -q -m one
	done
	jq -n --arg at "$PWD" '{repos: {widgets: "\($at)/widgets",
		gears: "\($at)/gears"}}' >"$SERGEANT_CONFIG/projects/acme.json"
	worker <<-'E'
		acknowledge
		say working
		exec sleep 600
	E
	jq -n --arg at "$PWD" '{argv: ["\($at)/harness"]}' \
		>"$SERGEANT_CONFIG/harnesses/default.json"
	profile desk <<-'E'
		key=$(jq -r .idempotency_key)
		printf '{"idempotency_key":"%s","status":"ack","version":"sergeant.callback-ack/v1"}\n' "$key"
	E
	printf 'Mend the canaryword of the widgets.\n' >brief
}

# worker <<SCRIPT: what the harness does
worker() {
	{
		cat <<-'E'
			#!/bin/bash
			acknowledge() {
				printf '%s' "$SERGEANT_NOTIFICATION" \
					>".sergeant-notification-acks/${SERGEANT_NOTIFICATION#*|}"
			}
			say() { printf '%s\n' "$1" >.sergeant-status; }
		E
		cat
	} >harness
	chmod 700 harness
}

# profile NAME <<SCRIPT
profile() {
	{ echo '#!/bin/bash' && cat; } >"$SERGEANT_CONFIG/callbacks/$1"
	chmod 700 "$SERGEANT_CONFIG/callbacks/$1"
}

# dispatch [CORRELATION [ARG...]]: as a restricted transport does
dispatch() {
	sgt-dispatch acme --brief-file brief --repos widgets --json \
		--origin-profile desk --correlation-id "${1-req-7f91b230}" "${@:2}"
}

# task: the one that the last dispatch printed
task() { jq -r .task_id .out; }

tmux_() { tmux -S "$SGT_TMUX_SOCKET" "$@"; }

# panes: the windows there are, none where no server runs
panes() { tmux_ list-panes -a -F '#{window_name} #{pane_pid}' 2>&- || :; }

# made: everything that a dispatch could have made
made() {
	find fleet state -mindepth 1 2>&- | sort
	for repo in widgets gears; do
		git -C $repo for-each-ref
		git -C $repo worktree list
	done
	panes
	cat td.log 2>&- || :
}

# until_ COMMAND...: at most ten seconds
until_() {
	local n
	for ((n = 0; n < 500; n++)); do
		"$@" && return
		sleep 0.02
	done
	echo "never: $*" && return 1
}

teardown() {
	local pid mount session
	if [ -n "${SGT_TMUX_SOCKET-}" ] &&
		pid=$(tmux_ display-message -p '#{pid}' 2>&-); then
		# its windows first: their processes hang up with them
		tmux_ list-sessions -F '#{session_name}' 2>&- |
			while read -r session; do
				tmux_ kill-session -t "=$session" 2>&- || :
			done
		kill "$pid" 2>&- || :
	fi
	for mount in small cut disk; do
		! mountpoint -q "$BATS_TEST_TMPDIR/$mount" ||
			umount "$BATS_TEST_TMPDIR/$mount"
	done
	case ${OTHER-} in
	/tmp/sgt-other.*) rm -rf "$OTHER" ;;
	esac
}
