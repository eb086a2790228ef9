load helper
load fleet

# finish TASK REPO [RESULT]: what the worker would write at its end
finish() {
	local tree=state/worktrees/$1/$2
	printf '%s\n' "${3-All is mended.}" >"$tree/.sergeant-result"
	echo 'done' >"$tree/.sergeant-status"
}

# callbacks: every byte of what is kept for origins
callbacks() { find fleet -path '*callback*' -exec stat -c '%n %a %Y %i' {} + | sort; }

@test "a task that is not there has been cleaned up" {
	prepare
	mkdir -m 700 fleet
	expect 0 sgt-cleanup task-1
	says
	complains 'sgt-cleanup: task already cleaned up'
	expect 64 sgt-cleanup ../x
	says
	complains 'sgt-cleanup: invalid task ID' 'usage: sgt-cleanup TASK'
	expect 64 sgt-cleanup
	says
}

@test "what a cleanup that died had put aside goes with the next" {
	prepare
	mkdir -p fleet/.removing-task-1/widgets
	touch fleet/.removing-task-1/widgets/status
	expect 0 sgt-cleanup task-1
	[ -z "$(ls -A fleet)" ]
}

@test "without an origin a task is cleaned up, and nothing is made for callbacks" {
	prepare
	expect 0 sgt-dispatch acme 'Mend it.' --repos widgets
	t=$(cat .out)
	tree=state/worktrees/$t/widgets
	echo two >"$tree/file"
	git -C "$tree" -c user.name=bob -c user.email=bob@example.invalid commit -qam two
	finish "$t" widgets
	expect 0 sgt-cleanup "$t"
	says Done.
	complains
	[ -z "$(ls -A fleet)" ]
	[ "$(panes)" = '' ]
	[ "$(git -C widgets worktree list | wc -l)" = 1 ]
	run ! ls -d "state/worktrees/$t"
	# what was done stays
	[ "$(git -C widgets log -1 --format=%s "sergeant/$t")" = two ]
}

# refuses TEXT: nothing is changed
refuses() {
	made >before
	expect "${2-75}" sgt-cleanup "$t"
	says || return
	complains "sgt-cleanup: $1" || return
	made | diff before -
}

@test "what is not done, not committed or still worked on is kept" {
	prepare
	expect 0 sgt-dispatch acme 'Mend it.' --repos widgets
	t=$(cat .out)
	tree=state/worktrees/$t/widgets
	until_ test -s "$tree/.sergeant-status"
	refuses "repository 'widgets' is neither done nor failed"
	for status in needs_input blocked failed; do
		echo $status >"$tree/.sergeant-status"
		refuses "repository 'widgets' is neither done nor failed"
	done
	finish "$t" widgets
	echo new >"$tree/more"
	refuses "the worktree of 'widgets' holds what is not committed"
	rm "$tree/more"
	echo changed >"$tree/file"
	refuses "the worktree of 'widgets' holds what is not committed"
	git -C "$tree" checkout -q file
	(cd "$tree" && exec sleep 600) &
	pid=$!
	until_ eval "[ \"\$(readlink /proc/$pid/cwd)\" = \"$PWD/$tree\" ]"
	expect 75 sgt-cleanup "$t"
	says
	complains "sgt-cleanup: process $pid still works in '$PWD/$tree'"
	[ -d "$tree" ]
	kill $pid
	wait $pid 2>&- || :
	expect 0 sgt-cleanup "$t"
	says Done.
}

@test "what a worker writes while it is ended is kept" {
	prepare
	worker <<-'E'
		trap 'echo late >late; exit' HUP
		acknowledge
		say working
		while :; do sleep 0.05; done
	E
	expect 0 sgt-dispatch acme 'Mend it.' --repos widgets
	t=$(cat .out)
	tree=state/worktrees/$t/widgets
	until_ test -s "$tree/.sergeant-status"
	finish "$t" widgets
	expect 75 sgt-cleanup "$t"
	says
	complains "sgt-cleanup: the worktree of 'widgets' holds what is not committed"
	[ "$(cat "$tree/late")" = late ]
	git -C "$tree" add late
	git -C "$tree" -c user.name=bob -c user.email=bob@example.invalid commit -qm late
	expect 0 sgt-cleanup "$t"
	says Done.
}

@test "every repository must be done" {
	prepare
	expect 0 sgt-dispatch acme 'Mend it.'
	t=$(cat .out)
	finish "$t" widgets
	until_ test -s "state/worktrees/$t/gears/.sergeant-status"
	refuses "repository 'gears' is neither done nor failed"
	echo 'failed: no gears' >"state/worktrees/$t/gears/.sergeant-status"
	expect 0 sgt-cleanup "$t"
	says Done.
}

@test "a worktree elsewhere, or a project that does not name it, is kept" {
	prepare
	expect 0 sgt-dispatch acme 'Mend it.' --repos widgets
	t=$(cat .out)
	finish "$t" widgets
	cp "fleet/$t/widgets/worktree" kept
	echo "$PWD/gears" >"fleet/$t/widgets/worktree"
	echo 'done' >gears/.sergeant-status
	refuses "the worktree of 'widgets' is none that sgt-dispatch made" 78
	cp kept "fleet/$t/widgets/worktree"
	jq -n --arg at "$PWD" '{repos: {gears: "\($at)/gears"}}' >"$SERGEANT_CONFIG/projects/acme.json"
	refuses "the project of task '$t' does not name 'widgets'" 78
}

@test "a worktree that is gone falls back to what the fleet keeps" {
	prepare
	expect 0 sgt-dispatch acme 'Mend it.' --repos widgets
	t=$(cat .out)
	git -C widgets worktree remove --force "$PWD/state/worktrees/$t/widgets"
	refuses "repository 'widgets' is neither done nor failed"
	echo 'done' >"fleet/$t/widgets/status"
	expect 0 sgt-cleanup "$t"
	says Done.
	[ "$(panes)" = '' ]
}

@test "a task that was never committed is not cleaned up but undone" {
	prepare
	worker <<-'E'
		say done
		exec sleep 600
	E
	sgt-dispatch acme 'Mend it.' --repos widgets >.out 2>.err &
	pid=$!
	until_ eval 'ls fleet/task-*/widgets/pane_identity >/dev/null 2>&1'
	until_ eval 'ls state/worktrees/*/widgets/.sergeant-status >/dev/null 2>&1'
	kill -9 $pid
	wait $pid 2>&- || :
	t=$(cd fleet && echo task-*)
	refuses "task '$t' was never committed: sgt-dispatch goes on with it, or sgt-dispatch --rollback ends it"
	expect 0 sgt-dispatch --rollback "$t"
	says
	complains
	[ -z "$(ls -A fleet)" ]
	[ "$(panes)" = '' ]
	expect 0 sgt-cleanup "$t"
	says
}

@test "four cleanups at once of one task are one" {
	prepare
	expect 0 sgt-dispatch acme 'Mend it.' --repos widgets
	t=$(cat .out)
	finish "$t" widgets
	for n in 1 2 3 4; do
		sgt-cleanup "$t" >"out.$n" 2>"err.$n" &
		pids[n]=$!
	done
	for n in 1 2 3 4; do
		wait "${pids[n]}" || { cat "err.$n" && false; }
	done
	[ "$(cat out.?)" = Done. ]
	[ "$(sort -u err.?)" = 'sgt-cleanup: task already cleaned up' ]
	[ -z "$(ls -A fleet)" ]
	[ "$(git -C widgets worktree list | wc -l)" = 1 ]
}

# ---- with an origin ----

@test "cleanup waits until the origin knows, then keeps mapping and tombstone" {
	prepare
	profile desk <<-'E'
		exit 1
	E
	expect 0 dispatch
	t=$(task)
	finish "$t" widgets
	refuses_unacked
	profile desk <<-'E'
		key=$(jq -r .idempotency_key)
		printf '{"idempotency_key":"%s","status":"ack","version":"sergeant.callback-ack/v1"}\n' "$key"
	E
	at 2026-11-30T17:00:00.000Z
	expect 0 sgt-cleanup "$t"
	says Done.
	run ! ls -d "fleet/$t" state/worktrees/*
	sha=$(printf req-7f91b230 | sha256sum | cut -d' ' -f1)
	[ "$(jq -r .task_id "fleet/.callback-origins/$sha.json")" = "$t" ]
	[ "$(jq -r .status "fleet/.callback-transactions/$sha/transaction.json")" = tombstoned ]
	[ "$(jq -c .receipt "fleet/.callback-transactions/$sha/transaction.json")" = \
		"{\"correlation_id\":\"req-7f91b230\",\"status\":\"accepted\",\"task_id\":\"$t\"}" ]
}

refuses_unacked() {
	expect 75 sgt-cleanup "$t"
	says
	complains 'sgt-cleanup: unacknowledged callback events remain: 1'
	[ -d "fleet/$t" ] && [ -d "state/worktrees/$t/widgets" ] && [ -n "$(panes)" ]
	[ ! -e "fleet/$t/.callbacks/sealed" ]
}

@test "a receipt outlives its task" {
	prepare
	expect 0 dispatch
	cp .out first
	finish "$(task)" widgets
	expect 0 sgt-cleanup "$(task)"
	made >before
	expect 0 dispatch
	diff first .out
	made | diff before -
}

@test "a rejected event blocks cleanup until it is retried" {
	prepare
	profile desk <<-'E'
		key=$(jq -r .idempotency_key)
		printf '{"idempotency_key":"%s","status":"reject","version":"sergeant.callback-ack/v1"}\n' "$key"
	E
	expect 0 dispatch
	t=$(task)
	finish "$t" widgets
	refuses_unacked
	at 2026-11-30T17:00:00.000Z
	refuses_unacked
	profile desk <<-'E'
		key=$(jq -r .idempotency_key)
		printf '{"idempotency_key":"%s","status":"ack","version":"sergeant.callback-ack/v1"}\n' "$key"
	E
	expect 0 sgt-callback retry "$t" sgt-callback-v1:req-7f91b230:1
	expect 0 sgt-callback drain "$t"
	expect 0 sgt-cleanup "$t"
	says Done.
}

@test "an origin that is lost, or its events, is no permission to delete" {
	prepare
	expect 0 dispatch
	t=$(task)
	finish "$t" widgets
	mv "fleet/$t/.callbacks/origin.json" kept
	expect 78 sgt-cleanup "$t"
	says
	[ -d "fleet/$t" ] && [ -d "state/worktrees/$t/widgets" ]
	mv kept "fleet/$t/.callbacks/origin.json"
	mv "fleet/$t/.callbacks" kept
	expect 78 sgt-cleanup "$t"
	says
	complains "sgt-cleanup: task '$t' has lost its callbacks"
	[ -d "fleet/$t" ] && [ -d "state/worktrees/$t/widgets" ]
	mv kept "fleet/$t/.callbacks"
	expect 0 sgt-callback sync "$t"
	mv "fleet/$t/.callbacks/events" kept
	mkdir -m 700 "fleet/$t/.callbacks/events"
	expect 78 sgt-cleanup "$t"
	says
	[ -d "fleet/$t" ] && [ -d "state/worktrees/$t/widgets" ]
}

@test "done without a result, or failed without a reason, is nothing that an origin could hear" {
	prepare
	expect 0 dispatch
	t=$(task)
	finish "$t" widgets ''
	refuses "repository 'widgets' says nothing that could be told"
	echo 'failed:' >"state/worktrees/$t/widgets/.sergeant-status"
	refuses "repository 'widgets' says nothing that could be told"
	finish "$t" widgets
	expect 0 sgt-cleanup "$t"
	says Done.
}

@test "a task that is not in the fleet is only gone if it was cleaned up" {
	prepare
	expect 0 dispatch
	t=$(task)
	mv "fleet/$t" kept
	refuses "task '$t' is gone from the fleet, but was not cleaned up" 78
	sed -i 's/"receipt":{[^}]*},"status":"committed"/"receipt":null,"status":"pending"/' \
		fleet/.callback-transactions/*/transaction.json
	refuses "task '$t' was never committed: sgt-dispatch goes on with it, or sgt-dispatch --rollback ends it"
}

# bats test_tags=fault
@test "a cleanup that stops after the seal is ended by the next" {
	prepare
	expect 0 dispatch
	t=$(task)
	finish "$t" widgets
	expect 0 sgt-callback sync "$t"
	mkdir bin
	cat >bin/stop <<-'E'
		#!/bin/bash
		exec strace -f -o /dev/null -e trace=renameat -e inject=renameat:signal=KILL:when="$1" sgt-cleanup "$2"
	E
	chmod +x bin/stop
	# each rename in turn: state kept, seal, tombstone, the folder
	for n in 1 2 3 4 5 6 7 8; do
		bin/stop $n "$t" >/dev/null 2>&1 || :
	done
	expect 0 sgt-cleanup "$t"
	run ! ls -d "fleet/$t" fleet/.removing-* state/worktrees/*
	[ "$(jq -r .status fleet/.callback-transactions/*/transaction.json)" = tombstoned ]
}

# bats test_tags=fault
@test "a cleanup that fails after the seal can be unsealed, and the task goes on" {
	prepare
	expect 0 dispatch
	t=$(task)
	finish "$t" widgets
	# noted, result and status kept, sealed: then the tombstone cannot be written
	expect 75 strace -o /dev/null -e trace=renameat \
		-e inject=renameat:error=ENOSPC:when=5 sgt-cleanup "$t"
	says
	complains "sgt-cleanup: cannot replace 'transaction.json': No space left on device"
	[ -e "fleet/$t/.callbacks/sealed" ]
	[ "$(jq -r .status fleet/.callback-transactions/*/transaction.json)" = committed ]
	expect 78 sgt-callback enqueue "$t" blocked more <<<'One more thing.'
	expect 0 sgt-callback unseal "$t"
	expect 0 sgt-callback enqueue "$t" blocked more <<<'One more thing.'
	expect 0 sgt-callback drain "$t"
	expect 0 sgt-cleanup "$t"
	says Done.
	[ "$(jq -r .status fleet/.callback-transactions/*/transaction.json)" = tombstoned ]
}

@test "a task that is unsealed after its tombstone is looked at again" {
	prepare
	expect 0 dispatch
	t=$(task)
	finish "$t" widgets
	expect 0 sgt-callback sync "$t"
	# a cleanup that died between the tombstone and the folder, then sgt-callback unseal
	file=$(echo fleet/.callback-transactions/*/transaction.json)
	sed -i s/committed/tombstoned/ "$file"
	profile desk <<<'exit 1'
	echo 'One thing more.' | sgt-callback enqueue "$t" blocked more
	expect 75 sgt-cleanup "$t"
	says
	complains 'sgt-cleanup: unacknowledged callback events remain: 1'
	[ -e "fleet/$t/.callbacks/events/00000002/event.json" ]
	profile desk <<-'E'
		key=$(jq -r .idempotency_key)
		printf '{"idempotency_key":"%s","status":"ack","version":"sergeant.callback-ack/v1"}\n' "$key"
	E
	expect 0 sgt-callback retry "$t" "sgt-callback-v1:req-7f91b230:2"
	expect 0 sgt-cleanup "$t"
	run ! ls -d "fleet/$t" fleet/.removing-* state/worktrees/*
}

@test "a task that was only registered is cleaned up without a transaction" {
	prepare
	mkdir -p fleet/hand/widgets
	echo 'done' >fleet/hand/widgets/status
	echo 'All is mended.' >fleet/hand/widgets/result
	expect 0 sgt-callback register hand desk req-7f91b230
	expect 0 sgt-cleanup hand
	says Done.
	[ "$(ls fleet)" = '' ]
	[ "$(jq -r .task_id fleet/.callback-origins/*.json)" = hand ]
	mkdir -m 700 fleet/other
	expect 64 sgt-callback register other desk req-7f91b230
}

@test "cleanup holds the transaction's lock to its end" {
	prepare
	profile desk <<-E
		key=\$(jq -r .idempotency_key)
		flock -n $PWD/fleet/.callback-transactions/*/lock true && touch $PWD/free
		printf '{"idempotency_key":"%s","status":"ack","version":"sergeant.callback-ack/v1"}\n' "\$key"
	E
	expect 0 dispatch
	finish "$(task)" widgets
	expect 0 sgt-cleanup "$(task)"
	says Done.
	[ ! -e free ]
}

# enqueue N: five events, the key of each that was taken; it ends at the seal
enqueue() {
	local i
	for i in 1 2 3 4 5; do
		sgt-callback enqueue hand blocked "source-$1-$i" \
			<<<"Number $1 $i." 2>>"enqueue.err.$1" || break
	done >"keys.$1"
}

drain() {
	local i
	for ((i = 0; i < 60; i++)); do
		sgt-callback drain hand >/dev/null 2>&1 || [ -d fleet/hand ] || break
	done
}

@test "drains, enqueuers and a cleanup at once: what was taken is told once a key, and nothing after the seal" {
	prepare
	mkdir -p fleet/hand/widgets
	echo 'done' >fleet/hand/widgets/status
	echo 'All is mended.' >fleet/hand/widgets/result
	profile desk <<-E
		key=\$(jq -r .idempotency_key)
		echo "\$key" >>$PWD/told
		printf '{"idempotency_key":"%s","status":"ack","version":"sergeant.callback-ack/v1"}\n' "\$key"
	E
	expect 0 sgt-callback register hand desk req-7f91b230
	for n in 1 2 3 4; do
		enqueue $n &
		pids+=($!)
	done
	for n in 1 2 3 4 5 6 7 8; do
		drain &
		pids+=($!)
	done
	until_ test -s keys.1
	for ((n = 0; n < 300; n++)); do
		sgt-cleanup hand >/dev/null 2>&1 && break
		sleep 0.05
	done
	for pid in "${pids[@]}"; do
		wait "$pid"
	done
	[ ! -e fleet/hand ]
	# none lost, none that nobody was promised, each told (nobody died: once)
	sort told | uniq -d | diff /dev/null -
	cat keys.? | sort >promised
	sort told >had
	[ -z "$(comm -23 promised had)" ]
	# the result's own event is the only other
	[ "$(comm -13 promised had | wc -l)" = 1 ]
	expect 78 sgt-callback enqueue hand blocked after <<<'Too late.'
}
