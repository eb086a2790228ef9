load helper

teardown() { [ -z "$loop" ] || kill -9 "$loop" 2>/dev/null || true; }

# tick <<SCRIPT: what a tick runs instead of share/tick
tick() {
	mkdir -p "$SERGEANT_CONFIG"
	{ echo '#!/bin/bash' && cat; } >"$SERGEANT_CONFIG/tick"
	chmod +x "$SERGEANT_CONFIG/tick"
}

# until FILE has N lines; the loop under test is what it waits for
lines() {
	local i
	for ((i = 0; i < 400; i++)); do
		[ "$(wc -l <"$1" 2>/dev/null || echo 0)" -lt "$2" ] || return 0
		read -r -t 0.05 <> <(:) || true
	done
	echo "no $2 lines in $1" && return 1
}

start() {
	sgt-tick --loop >.out 2>.err &
	loop=$!
}

stop() {
	local got=0
	kill "$loop" && wait "$loop" || got=$?
	loop=
	[ $got = 0 ]
}

@test "a tick runs the pipeline once, its receipts are what it prints" {
	for program in sgt-watch sgt-probe sgt-decide sgt-deliver; do
		fake $program <<-'EOF'
			#!/bin/bash
			[ "$*" != due ] || { echo due && exit; }
			echo "$(cat) ${0##*/}"
		EOF
	done
	PATH=$PWD/fake:$PATH expect 0 "$TOP/share/tick"
	says 'due sgt-probe sgt-decide sgt-deliver'
	complains
}

@test "our own programs come before others on PATH" {
	tick <<<'command -v sgt-deliver'
	PATH=/usr/bin:/bin expect 0 "$BUILD/bin/sgt-tick"
	says "$BUILD/bin/sgt-deliver"
}

@test "what fails anywhere in the pipeline is the tick's status" {
	fake sgt-watch <<<'#!/bin/sh'
	fake sgt-deliver <<<'#!/bin/sh'
	fake sgt-decide <<<'#!/bin/sh'
	fake sgt-probe <<-'EOF'
		#!/bin/sh
		exit 75
	EOF
	expect 75 "$TOP/share/tick"
}

@test "what is owed is tried where sgt-drain is installed" {
	for program in sgt-watch sgt-probe sgt-decide sgt-deliver; do
		fake $program <<<'#!/bin/sh'
	done
	expect 0 "$TOP/share/tick"
	fake sgt-drain <<-'EOF'
		#!/bin/sh
		echo drained && exit 75
	EOF
	expect 75 "$TOP/share/tick"
	says drained
}

@test "config/tick replaces the pipeline" {
	tick <<<'echo mine; exit 65'
	expect 65 sgt-tick
	says mine
	complains
}

@test "a tick that others may write is not run" {
	tick <<<'echo mine'
	chmod 777 "$SERGEANT_CONFIG/tick"
	expect 77 sgt-tick
	says
	complains "sgt-tick: cannot run '$SERGEANT_CONFIG/tick': it may be written by others"
}

@test "a tick that cannot be run is a matter of configuration" {
	export SERGEANT_SHARE=$PWD/nowhere
	expect 78 sgt-tick
	says
	complains "sgt-tick: cannot run '$PWD/nowhere/tick': No such file or directory"
}

@test "a second tick is skipped while one is running" {
	tick <<<'sgt-tick; echo "inner $?"'
	expect 0 sgt-tick
	says 'inner 0'
	complains 'sgt-tick: skipped: another tick is running'
}

@test "a skipped tick can be quiet" {
	tick <<<'sgt-tick --quiet; echo "inner $?"'
	expect 0 sgt-tick
	says 'inner 0'
	complains
}

@test "the loop ends cleanly on SIGTERM" {
	tick <<<'echo ran >>runs'
	start
	lines runs 1
	stop
	says
	complains
}

@test "the run under way is ended first" {
	mkfifo gate
	tick <<<'echo begin >>runs; read -r <gate; echo end >>runs'
	start
	lines runs 1
	kill "$loop"
	echo go >gate
	wait "$loop"
	loop=
	[ "$(cat runs)" = "begin
end" ]
}

@test "a watch that is added ends the pause" {
	tick <<<'echo ran >>runs'
	start
	lines runs 1
	sgt-watch add command:x --to human:ann -- /bin/true >/dev/null
	lines runs 2
	stop
}

@test "a run that failed is reported, and the loop goes on" {
	tick <<<'echo ran >>runs; exit 74'
	start
	lines runs 1
	sgt-watch add command:x --to human:ann -- /bin/true >/dev/null
	lines runs 2
	stop
	grep -qx 'sgt-tick: a run ended with status 74' .err
}

@test "what stays due though it was looked at is looked at again" {
	sgt-watch add command:x --to human:ann -- /bin/true >/dev/null
	tick <<<'echo ran >>runs'
	start
	lines runs 2
	stop
}

# listen NAME: start the loop with NOTIFY_SOCKET=NAME and print what it says
listen() {
	python3 - "$1" <<-'EOF'
		import os, signal, socket, subprocess, sys
		name = sys.argv[1]
		s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
		s.bind("\0" + name[1:] if name[0] == "@" else name)
		s.settimeout(20)
		p = subprocess.Popen(["sh", "-c",
		    "WATCHDOG_PID=$$ exec sgt-tick --loop"], env=dict(os.environ,
		    NOTIFY_SOCKET=name, WATCHDOG_USEC="200000"))
		heard = [s.recv(100).decode() for i in range(4)]
		p.send_signal(signal.SIGTERM)
		while heard[-1] != "STOPPING=1":
		    heard.append(s.recv(100).decode())
		print(heard[0], *sorted(set(heard[1:-1])), heard[-1], p.wait())
	EOF
}

@test "systemd hears that it is ready, well and ending" {
	tick <<<'env >seen'
	expect 0 listen "$PWD/notify"
	says 'READY=1 WATCHDOG=1 STOPPING=1 0'
	[ "$(grep -cE '^(NOTIFY_SOCKET|WATCHDOG_)' seen)" = 0 ]
}

@test "an abstract socket is one too" {
	tick <<<:
	expect 0 listen "@sgt-tick-$$"
	says 'READY=1 WATCHDOG=1 STOPPING=1 0'
}

@test "a watchdog that is for another process gets no ping" {
	tick <<<'echo ran >>runs'
	NOTIFY_SOCKET=$PWD/none WATCHDOG_USEC=100000 WATCHDOG_PID=1 \
		start
	lines runs 1
	stop
}

# installed DIRECTORY: below a prefix of its own, the units name it
installed() {
	cp -r "$TOP/share/systemd" "$TOP/share/cron" .
	sed -i "s|/usr/local|$PWD/prefix|" systemd/* cron/*
	mkdir -p prefix && ln -s "$BUILD/bin" prefix/bin
}

@test "systemd finds nothing wrong with the units" {
	command -v systemd-analyze >/dev/null || skip "no systemd-analyze"
	installed
	export XDG_RUNTIME_DIR=$PWD
	for unit in systemd/*; do
		expect 0 systemd-analyze verify --man=no --user "./$unit"
		complains
	done
}

@test "the services are hardened" {
	command -v systemd-analyze >/dev/null || skip "no systemd-analyze"
	installed
	for unit in systemd/*.service; do
		expect 0 systemd-analyze security --offline=yes \
			--threshold=45 "./$unit"
	done
}

@test "what the units and the crontab start runs as written" {
	installed
	tick <<<'echo ran >>runs'
	once=$(sed -n 's/^ExecStart=//p' systemd/sgt-tick.service)
	sh -c "$once"
	sh -c "$(sed -n 's/^\* \* \* \* \* //p' cron/sergeant)"
	lines runs 2
	forever=$(sed -n 's/^ExecStart=//p' systemd/sgt-tick-loop.service)
	sh -c "exec $forever" &
	loop=$!
	lines runs 3
	stop
}

@test "install names its own prefix in the units" {
	make -s -C "$TOP" O="$BUILD" PREFIX="$(cat "$BUILD/prefix")" \
		DESTDIR="$PWD/root" install
	at=$(cat "$BUILD/prefix")
	grep -qx "ExecStart=$at/bin/sgt-tick --loop" \
		"root$at/share/sergeant/systemd/sgt-tick-loop.service"
	[ -x "root$at/bin/sgt-tick" ] && [ -x "root$at/share/sergeant/tick" ]
}

@test "systemd runs the loop for real" {
	[ "$(cat /proc/1/comm)" = systemd ] || skip "systemd is not PID 1"
	installed
	tick <<<"echo ran >>$PWD/runs"
	systemd-run --wait -q --user -p Type=notify \
		-E SERGEANT_HOME="$SERGEANT_HOME" \
		-E SERGEANT_CONFIG="$SERGEANT_CONFIG" \
		-p RuntimeMaxSec=5 "$BUILD/bin/sgt-tick" --loop || true
	lines runs 1
}
