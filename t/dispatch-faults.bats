load helper
load fleet

# ---- many at once ----

@test "eight dispatches of one correlation at once are one task and one receipt" {
	prepare
	for n in 1 2 3 4 5 6 7 8; do
		dispatch >"out.$n" 2>"err.$n" &
		pids[n]=$!
	done
	said=0
	for n in 1 2 3 4 5 6 7 8; do
		got=0
		wait "${pids[n]}" || got=$?
		[ $got = 0 ] || { [ $got = 75 ] && [ ! -s "out.$n" ]; }
		[ $got != 0 ] || { cmp out.1 "out.$n" || [ ! -s out.1 ]; }
		[ $got != 0 ] || said=$((said + 1))
	done
	[ $said -gt 0 ]
	[ "$(cd fleet && echo hermes-*)" = "$(cat out.? | jq -r .task_id | sort -u)" ]
	[ "$(panes | wc -l)" = 1 ]
	[ "$(git -C widgets worktree list | wc -l)" = 2 ]
}

@test "six dispatches of other correlations at once each get their own" {
	prepare
	for n in 1 2 3 4 5 6; do
		dispatch "req-7f91b23$n" >"out.$n" 2>"err.$n" &
		pids[n]=$!
	done
	for n in 1 2 3 4 5 6; do
		wait "${pids[n]}" || { cat "err.$n" && false; }
		[ "$(jq -r .correlation_id "out.$n")" = "req-7f91b23$n" ]
	done
	[ "$(cat out.? | jq -r .task_id | sort -u | wc -l)" = 6 ]
	[ "$(panes | wc -l)" = 6 ]
}

@test "a cleanup and a dispatch of one task at once never undo each other" {
	prepare
	expect 0 dispatch
	cp .out first
	tree=state/worktrees/$(task)/widgets
	echo 'All is mended.' >"$tree/.sergeant-result"
	echo 'done' >"$tree/.sergeant-status"
	sgt-cleanup "$(task)" >cleaned 2>&1 &
	pid=$!
	for n in 1 2 3 4; do
		dispatch | cmp - first
	done
	wait $pid
	dispatch | cmp - first
	[ "$(find fleet -maxdepth 1 -name 'hermes-*' | wc -l)" = 0 ]
	[ "$(panes)" = '' ]
}

# ---- hostile and damaged files ----

# keeps STATUS COMMAND...: it is refused with nothing on stdout, and nothing changes
keeps() {
	made >before
	expect "$@" || return
	says || return
	made | diff before -
}

@test "a fleet that is a link, or that others may write to, is refused" {
	prepare
	mkdir fleet
	chmod 777 fleet
	keeps 77 dispatch
	complains "sgt-dispatch: cannot use '$PWD/fleet': it may be written by others"
	keeps 77 sgt-cleanup task-1
	keeps 77 sgt-notify task-1 x
	chmod 700 fleet
	mv fleet real
	ln -s real fleet
	for command in dispatch 'sgt-cleanup task-1' 'sgt-notify task-1 x'; do
		# shellcheck disable=SC2086 # words
		keeps 77 $command
	done
}

@test "a transaction that is a link, damaged or another's is kept and refused" {
	prepare
	expect 0 dispatch
	at=$(echo fleet/.callback-transactions/*)
	cp "$at/transaction.json" good
	for bad in '' '{' '[]' '{}' '{"status":"committed"}' \
		"$(sed 's/"committed"/"finished"/' good)" \
		"$(sed 's/req-7f91b230/req-7f91b231/g' good)" \
		"$(sed 's/"receipt":{[^}]*}/"receipt":null/' good)" \
		"$(sed 's/}$/,"more":1}/' good)" \
		"$(sed 's/hermes-/..\/hermes-/g' good)" \
		"$(sed 's/"version"/"profile":"desk","version"/' good)" \
		"$(printf '%020000d' 0 | tr 0 '[')"; do
		printf '%s\n' "$bad" >"$at/transaction.json"
		keeps 78 dispatch
	done
	cp good "$at/transaction.json"
	chmod 644 "$at/transaction.json"
	keeps 77 dispatch
	rm "$at/transaction.json"
	ln -s "$PWD/good" "$at/transaction.json"
	keeps 77 dispatch
	rm "$at/transaction.json"
	mkfifo -m 600 "$at/transaction.json"
	keeps 77 dispatch
	rm "$at/transaction.json"
	mv "$at" elsewhere
	ln -s "$PWD/elsewhere" "$at"
	keeps 77 dispatch
}

@test "another's damaged transaction or task stops nobody else" {
	prepare
	expect 0 dispatch
	t=$(task)
	mkdir -m 700 fleet/.callback-transactions/{x,"$(printf '%064d' 0)"} fleet/bad
	echo '{' >fleet/.callback-transactions/x/transaction.json
	mkfifo fleet/.callback-transactions/"$(printf '%064d' 0)"/transaction.json
	mkfifo fleet/bad/brief.md
	mkdir fleet/bad/.callbacks
	expect 0 dispatch req-7f91b231
	echo 'All is mended.' >"state/worktrees/$t/widgets/.sergeant-result"
	echo 'done' >"state/worktrees/$t/widgets/.sergeant-status"
	expect 0 sgt-cleanup "$t"
	says Done.
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
	until_ eval 'ls state/worktrees/*/widgets/.sergeant-status >/dev/null 2>&1'
	kill -9 $pid
	wait $pid 2>&- || :
	t=$(cd fleet && echo hermes-*)
	at=$(echo fleet/.callback-transactions/*)
}

@test "a journal that names another place, or what is not known, undoes nothing" {
	prepare
	held
	cp "$at/mutations" good
	mkdir -p "$PWD/state/precious/widgets"
	sed "s,$PWD/state/worktrees/$t,$PWD/state/precious," good >"$at/mutations"
	made >before
	expect 78 dispatch
	says
	complains "sgt-dispatch: cannot undo in 'widgets': it was made elsewhere"
	[ -d state/precious/widgets ] && [ -d "state/worktrees/$t/widgets" ]
	sed 's/git-pending/rm-pending/' good >"$at/mutations"
	keeps 78 dispatch
	complains "sgt-dispatch: cannot read 'mutations': line 2 says nothing we know"
	sed 's/^widgets\t/gears\t/' good >"$at/mutations"
	expect 78 dispatch
	[ -d "state/worktrees/$t/widgets" ]
}

@test "a task that has told its origin something is never undone" {
	prepare
	held
	kill "$(panes | cut -d' ' -f2)"
	until_ no_panes
	expect 0 sgt-callback register "$t" desk req-7f91b230
	expect 0 sgt-callback enqueue "$t" blocked early <<<'No widgets.'
	expect 78 sgt-dispatch --rollback "$t"
	complains "sgt-dispatch: task '$t' has events already, and is kept as evidence"
	[ -e "fleet/$t/.callbacks/events/00000001/event.json" ]
}

no_panes() { [ -z "$(panes)" ]; }

@test "a project that was changed since is undone by what it was" {
	prepare
	held
	worker <<-'E'
		acknowledge
		exec sleep 600
	E
	jq -n --arg at "$PWD" '{repos: {gears: "\($at)/gears"}}' \
		>"$SERGEANT_CONFIG/projects/other.json"
	expect 0 sgt-dispatch other --brief-file brief --json \
		--origin-profile desk --correlation-id req-7f91b230
	[ "$(task)" = "$t" ]
	[ "$(git -C widgets worktree list | wc -l)" = 1 ]
	[ -z "$(git -C widgets for-each-ref refs/heads/sergeant)" ]
	[ "$(panes | cut -d' ' -f1)" = "$t/gears" ]
	[ "$(sed -n 's/^Project: //p' "fleet/$t/brief.md")" = other ]
}

@test "a pane identity that is damaged is no identity" {
	prepare
	held
	for bad in '' '0|%0|1|x' "0|%0|$$|1@x|y"; do
		echo "$bad" >"fleet/$t/widgets/pane_identity"
		expect 75 dispatch || expect 65 dispatch
		says
		[ -n "$(panes)" ] && [ -d "state/worktrees/$t/widgets" ]
	done
}

# ---- limits ----

# elsewhere: a world that others can reach, which teardown takes away
elsewhere() {
	OTHER=$(mktemp -d /tmp/sgt-other.XXXXXX)
	chmod 711 "$OTHER"
	export HOME=$OTHER/x TMPDIR=$OTHER/x SERGEANT_HOME=$OTHER/x/state
	export SERGEANT_CONFIG=$OTHER/x/config
	# also where the tree is in a folder of root's alone
	mkdir "$HOME" "$OTHER/bin"
	cp "$BUILD"/bin/sgt-{dispatch,cleanup,notify,callback} "$OTHER/bin"
	chmod 755 "$OTHER/bin" "$OTHER"/bin/*
	export PATH=$OTHER/bin:$PATH
	cd "$HOME" || return
	prepare
	as=(setpriv --reuid 65534 --regid 65534 --clear-groups)
}

@test "as another user all is that user's, and root's files are no way in" {
	[ "$(id -u)" = 0 ] || skip "only root may become another user"
	elsewhere
	cp brief roots
	chown -R 65534:65534 . && chown 0 roots && chmod 600 roots
	expect 77 "${as[@]}" sgt-dispatch acme --brief-file roots --json \
		--origin-profile desk --correlation-id req-7f91b230
	says
	complains 'sgt-dispatch: cannot open the brief file: Permission denied'
	[ ! -e fleet ]
	expect 0 "${as[@]}" sgt-dispatch acme --brief-file brief --repos widgets --json \
		--origin-profile desk --correlation-id req-7f91b230
	t=$(jq -r .task_id "$BATS_TEST_TMPDIR/.out")
	[ -z "$(find fleet state ! -uid 65534)" ]
	pid=$(cut -d'|' -f3 "fleet/$t/widgets/pane_identity")
	[ "$(stat -c %u "/proc/$pid")" = 65534 ]
	# another's fleet is none of ours, not even root's
	expect 77 sgt-cleanup "$t"
	expect 77 sgt-notify "$t" x
	"${as[@]}" tmux -S "$HOME/tmux" kill-session -t =sergeant
}

@test "as another user, without a place to write, nothing is made and it is said" {
	[ "$(id -u)" = 0 ] || skip "only root may become another user"
	elsewhere
	chown -R 65534:65534 .
	mkdir -m 755 "$OTHER/roots"
	SERGEANT_FLEET=$OTHER/roots/fleet expect 77 "${as[@]}" sgt-dispatch acme \
		--brief-file brief --json --origin-profile desk --correlation-id req-7f91b230
	says
	complains "sgt-dispatch: cannot make '$OTHER/roots/fleet': Permission denied"
	[ -z "$(ls -A "$OTHER/roots")" ]
	[ ! -e state ]
}

@test "on a full disk nothing is admitted, and afterwards it is" {
	[ "$(id -u)" = 0 ] || skip "only root may mount"
	prepare
	mkdir small
	mount -t tmpfs -o size=64k,nr_inodes=14 tmpfs small 2>&- ||
		skip "mounting is not allowed here"
	chmod 700 small
	export SERGEANT_FLEET=$PWD/small
	expect 75 dispatch
	says
	[ -z "$(find small -name admission.json)" ]
	mount -o remount,size=1m,nr_inodes=200 small
	expect 0 dispatch
	[ "$(find small -maxdepth 1 -name 'hermes-*' | wc -l)" = 1 ]
}

@test "what is accepted is on disk when the power fails" {
	[ "$(id -u)" = 0 ] || skip "only root may mount"
	command -v mkfs.ext4 >/dev/null || skip "no mkfs.ext4 here"
	prepare
	truncate -s 32M image
	mkfs.ext4 -q image
	mkdir disk cut
	mount -o loop,commit=300,noauto_da_alloc image disk 2>&- ||
		skip "mounting is not allowed here"
	chmod 700 disk
	export SERGEANT_FLEET=$PWD/disk
	expect 0 dispatch
	cp --sparse=always image crash
	mount -o loop crash cut
	diff -r disk cut -x lost+found
	t=$(task)
	[ "$(jq -r .status cut/.callback-transactions/*/transaction.json)" = committed ]
	[ -s "cut/$t/.callbacks/admission.json" ] && [ -s "cut/$t/widgets/pane_identity" ]
}

@test "no process that a dispatch leaves holds its locks" {
	prepare
	expect 0 dispatch
	flock -n "$(echo fleet/.callback-transactions/*/lock)" true
	flock -n fleet/.callback-origin.lock true
	for pid in $(panes | cut -d' ' -f2) "$(tmux_ display-message -p '#{pid}')"; do
		find "/proc/$pid/fd" -lname "$PWD/fleet/*" >open
		diff open /dev/null
	done
}

@test "a fleet that can only be read is said, and nothing is admitted" {
	[ "$(id -u)" = 0 ] || skip "only root may mount"
	prepare
	mkdir small
	mount -t tmpfs tmpfs small 2>&- || skip "mounting is not allowed here"
	chmod 700 small
	export SERGEANT_FLEET=$PWD/small
	mount -o remount,ro small
	expect 74 dispatch
	says
	mount -o remount,rw small
	expect 0 dispatch
	t=$(task)
	echo 'All is mended.' >"state/worktrees/$t/widgets/.sergeant-result"
	echo 'done' >"state/worktrees/$t/widgets/.sergeant-status"
	mount -o remount,ro small
	expect 74 sgt-cleanup "$t"
	says
	mount -o remount,rw small
	expect 0 sgt-cleanup "$t"
	says Done.
}
