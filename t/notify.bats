load helper
load fleet

# hand: a task made by hand, its repository in a worktree of its own
hand() {
	prepare
	mkdir -p fleet/hand/widgets tree
	echo "$PWD/tree" >fleet/hand/widgets/worktree
}

@test "a marker says what sort of news it is, and never the news" {
	hand
	while read -r event message; do
		expect 0 sgt-notify hand "$message canaryword"
		says
		complains "sgt-notify: recorded durable $event update."
		printf 'event=%s\nupdated=2026-11-30T16:00:00.000Z\n' "$event" |
			cmp - fleet/hand/notify
		[ "$(stat -c %a fleet/hand/notify)" = 600 ]
	done <<-E
		completion done
		completion failed: no widgets
		escalation needs_input
		escalation blocked
		update working
	E
	run ! grep -r canaryword fleet
}

@test "--quiet says nothing" {
	hand
	expect 0 sgt-notify -q hand 'done'
	says
	complains
	[ -s fleet/hand/notify ]
}

@test "without an origin no callback state is made" {
	hand
	expect 0 sgt-notify hand 'done'
	[ "$(find fleet/hand -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | xargs)" = 'notify widgets' ]
	expect 0 sgt-watch --sync hand
	says
	complains
	[ "$(find fleet -mindepth 1 -maxdepth 1 -printf '%f\n')" = hand ]
	[ "$(find fleet/hand -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | xargs)" = 'notify widgets' ]
}

# asked: how often the profile was asked
asked() { [ ! -e asks ] || wc -l <asks; }

@test "news are made events and tried once" {
	hand
	profile desk <<-E
		echo x >>$PWD/asks
		exit 1
	E
	expect 0 sgt-callback register hand desk req-7f91b230
	echo 'Which colour?' >tree/.sergeant-message
	echo 1 >tree/.sergeant-gate-generation
	echo needs_input >tree/.sergeant-status
	expect 0 sgt-notify hand 'needs_input: which colour?'
	complains 'sgt-notify: recorded durable escalation update.'
	[ "$(asked)" = 1 ]
	[ "$(jq -r .payload fleet/hand/.callbacks/events/00000001/event.json)" = 'Which colour?' ]
}

@test "sgt-watch --sync is sgt-callback sync" {
	hand
	expect 0 sgt-callback register hand desk req-7f91b230
	echo 'All is mended.' >tree/.sergeant-result
	echo 'done' >tree/.sergeant-status
	expect 0 sgt-watch --sync hand
	says
	complains
	[ "$(jq -r .status fleet/hand/.callbacks/events/00000001/state.json)" = acknowledged ]
	expect 0 sgt-watch --sync=hand
	[ "$(ls fleet/hand/.callbacks/events)" = 00000001 ]
	expect 64 sgt-watch --sync hand list
	says
	complains "sgt-watch: unexpected operand 'list'" 'usage: sgt-watch VERB [ARG...]'
	expect 64 sgt-watch --sync
	complains "sgt-watch: option '--sync' needs a value: TASK" '~usage: .*'
}

@test "the marker is there though the origin could not be served" {
	hand
	expect 0 sgt-callback register hand desk req-7f91b230
	mv fleet/hand/.callbacks/origin.json kept
	expect 78 sgt-notify hand 'done'
	grep -qx event=completion fleet/hand/notify
}

@test "a task that is none is refused" {
	hand
	expect 78 sgt-notify nobody 'done'
	says
	complains 'sgt-notify: task directory does not exist'
	expect 64 sgt-notify ../hand 'done'
	says
	complains 'sgt-notify: invalid task ID' 'usage: sgt-notify TASK MESSAGE'
	expect 64 sgt-notify hand
	complains 'sgt-notify: a task and a message, no more and no less' 'usage: sgt-notify TASK MESSAGE'
	rm -r fleet
	expect 78 sgt-notify hand 'done'
	SERGEANT_FLEET='' expect 78 sgt-notify hand 'done'
	complains "sgt-notify: fleet directory does not exist: '$HOME/.local/share/sergeant/fleet'"
}

@test "a marker that cannot be written is said, and nothing is told" {
	hand
	expect 0 sgt-callback register hand desk req-7f91b230
	echo 'All is mended.' >tree/.sergeant-result
	echo 'done' >tree/.sergeant-status
	mkdir fleet/hand/notify fleet/hand/notify/x
	expect 74 sgt-notify hand 'done'
	complains "sgt-notify: cannot replace 'notify': Is a directory"
	[ -z "$(ls -A fleet/hand/.callbacks/events)" ]
}

@test "many who notify at once all succeed" {
	hand
	for n in 1 2 3 4 5 6 7 8; do
		sgt-notify -q hand "working $n" &
		pids[n]=$!
	done
	for n in 1 2 3 4 5 6 7 8; do
		wait "${pids[n]}"
	done
	[ "$(find fleet/hand -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | xargs)" = 'notify widgets' ]
}
