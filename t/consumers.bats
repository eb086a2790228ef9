load helper
load fleet

# The executables of share/callbacks and share/wakers, copied as a user would,
# and asked by sgt-callback; their other sides on loopback.

# owe CONSUMER: a task whose origin is told by it, and one event
owe() {
	export SERGEANT_FLEET=$PWD/fleet
	umask 077
	mkdir -p fleet/mend "$SERGEANT_CONFIG/callbacks" "$HOME/.config/sergeant"
	cp "$TOP/share/callbacks/$1" "$SERGEANT_CONFIG/callbacks/desk"
	chmod 700 "$SERGEANT_CONFIG/callbacks/desk"
	sgt-callback register mend desk req-7f91b230
	sgt-callback enqueue mend needs_input q1 <<<'Which colour? Blau or "rouge".' >key
}

# ask: run it by hand, as sgt-callback would, with the first event
ask() {
	env -i HOME="$HOME" PATH="$PATH" "$SERGEANT_CONFIG/callbacks/desk" \
		<fleet/mend/.callbacks/events/00000001/event.json
}

# became RESULT: what the last attempt is recorded as
became() {
	[ "$(jq -r .last_result fleet/mend/.callbacks/events/00000001/state.json)" = "$1" ]
}

ack='{"idempotency_key":"sgt-callback-v1:req-7f91b230:1","status":"ack","version":"sergeant.callback-ack/v1"}'

# receive KIND [ARG]: the other side; its port is in $port
receive() {
	/usr/bin/python3 "$TOP/t/peers/receiver.py" "$1" "$PWD/port" "$PWD/received" "${@:2}" \
		3>&- &
	until_ test -s port
	port=$(cat port)
}

@test "append: each event is one whole line, however often it comes" {
	owe append
	log=$HOME/.local/state/sergeant/callbacks.jsonl
	expect 0 sgt-callback drain mend
	says '{"acknowledged":1,"attempted":1,"pending":0}'
	cmp "$log" fleet/mend/.callbacks/events/00000001/event.json
	for n in 1 2 3 4; do
		ask >"out.$n" &
		pids[n]=$!
	done
	for n in 1 2 3 4; do
		wait "${pids[n]}"
		[ "$(cat "out.$n")" = "$ack" ]
	done
	cmp "$log" fleet/mend/.callbacks/events/00000001/event.json
}

@test "append: a line that a death cut short was never taken" {
	owe append
	log=$HOME/.local/state/sergeant/callbacks.jsonl
	mkdir -p "${log%/*}"
	head -c 150 fleet/mend/.callbacks/events/00000001/event.json >"$log"
	grep -q idempotency_key "$log"
	expect 0 ask
	says "$ack"
	[ "$(wc -l <"$log")" = 2 ]
	tail -n 1 "$log" | cmp - fleet/mend/.callbacks/events/00000001/event.json
}

@test "append: where nothing can be written the event is still owed" {
	owe append
	mkdir -p "$HOME/.local/state/sergeant/callbacks.jsonl"
	expect 0 sgt-callback drain mend
	says '{"acknowledged":0,"attempted":1,"pending":1}'
	became callback_error
}

secret=bmluZSB0aW1lcyBuaW5lIGlzIGVpZ2h0eS1vbmU=

# hook URL: where the webhook goes
hook() {
	printf '{"url":"%s","secret":"whsec_%s"}\n' "$1" "$secret" \
		>"$HOME/.config/sergeant/callback-webhook.json"
}

@test "webhook: the event goes unchanged, under a signature that its receiver can check" {
	owe webhook
	receive http $secret
	hook "http://127.0.0.1:$port/in?x=1"
	expect 0 sgt-callback drain mend
	says '{"acknowledged":1,"attempted":1,"pending":0}'
	{
		echo 'good sgt-callback-v1:req-7f91b230:1'
		cat fleet/mend/.callbacks/events/00000001/event.json
	} | cmp - received
}

@test "webhook: what the receiver says is what becomes of it" {
	owe webhook
	receive http $secret
	hook "http://127.0.0.1:$port/in"
	while read -r answer status after; do
		echo "$answer" >received.answer
		expect 0 ask
		[ "$(jq -r '[.status, .retry_after_seconds // "-"] | join(" ")' .out)" = \
			"$status $after" ]
	done < <(printf '%s\n' '200 ack -' '204 ack -' '302 retry -' '500 retry -' \
		'404 reject -' '410 reject -')
	for row in '429 7:7' '503 99999:3600' '503 soon:-' '503 -1:-'; do
		echo "${row%:*}" >received.answer
		expect 0 ask
		[ "$(jq -r '.retry_after_seconds // "-"' .out)" = "${row#*:}" ]
	done
	[ "$(grep -c '^good' received)" = 10 ]
}

@test "webhook: nobody there, a place in clear, or a secret others may read is no answer" {
	owe webhook
	hook http://127.0.0.1:1/in
	expect 75 ask
	says
	complains
	hook http://example.invalid/in
	expect 78 ask
	hook https://ann:hunter2@example.invalid/in
	expect 78 ask
	secret=c2hvcnQ=
	hook https://example.invalid/in
	expect 78 ask
	chmod 640 "$HOME/.config/sergeant/callback-webhook.json"
	expect 77 ask
	expect 0 sgt-callback drain mend
	became callback_error
}

# post: a sendmail that speaks to the receiver
post() {
	fake sendmail <<-'E'
		#!/bin/bash
		[ "$*" = '-oi -t' ] || exit 64
		cat >"$HOME/mail"
		curl -s --crlf --mail-from desk@example.invalid --mail-rcpt \
			"$(sed -n 's/^To: //p' "$HOME/mail")" \
			--upload-file "$HOME/mail" "smtp://127.0.0.1:$(cat "$HOME/port")"
	E
	cp port "$HOME/port"
	echo ann@example.invalid >"$HOME/.config/sergeant/callback-mail"
}

@test "mail: one mail an event, to the one address there is" {
	owe mail
	receive smtp
	post
	expect 0 sgt-callback drain mend
	says '{"acknowledged":1,"attempted":1,"pending":0}'
	expect 0 ask
	says "$ack"
	[ "$(grep -c '^RCPT' received)" = 1 ]
	grep -qx 'RCPT TO:<ann@example.invalid>' received
	grep -qx 'Subject: Task: needs_input' received
	grep -qx 'Which colour? Blau or "rouge".' received
	grep -qx "Message-ID: <$(printf sgt-callback-v1:req-7f91b230:1 | sha256sum | cut -c1-64)@sergeant.invalid>" received
}

@test "mail: what could not be sent is still owed, and then sent" {
	owe mail
	receive smtp
	post
	echo 1 >"$HOME/port"
	expect 0 sgt-callback drain mend
	became callback_error
	cp port "$HOME/port"
	at 2026-11-30T17:00:00.000Z
	expect 0 sgt-callback drain mend
	became ack
	[ "$(grep -c '^RCPT' received)" = 1 ]
}

# far: an sshd of our own whose only key runs the append consumer
far() {
	local sshd
	sshd=$(command -v sshd) || skip "no sshd here"
	mkdir -p far/home
	ssh-keygen -q -t ed25519 -N '' -f far/host
	ssh-keygen -q -t ed25519 -N '' -f "$HOME/id"
	printf 'restrict,command="HOME=%s exec %s" %s\n' "$PWD/far/home" \
		"$TOP/share/callbacks/append" "$(cat "$HOME/id.pub")" >far/keys
	port=$((20000 + RANDOM % 20000))
	cat >far/config <<-E
		ListenAddress 127.0.0.1:$port
		HostKey $PWD/far/host
		AuthorizedKeysFile $PWD/far/keys
		PidFile $PWD/far/pid
		PasswordAuthentication no
		UsePAM no
		StrictModes no
	E
	[ "$(id -u)" != 0 ] || mkdir -p /run/sshd
	"$sshd" -f "$PWD/far/config" -E "$PWD/far/log" 3>&-
	until_ test -s far/pid
	printf '[127.0.0.1]:%s %s\n' "$port" "$(cut -d' ' -f1,2 far/host.pub)" >"$HOME/known"
	cat >"$HOME/.config/sergeant/callback-relay" <<-E
		Host relay
			HostName 127.0.0.1
			Port $port
			User $(id -un)
			IdentityFile $HOME/id
			IdentitiesOnly yes
			UserKnownHostsFile $HOME/known
	E
}

@test "relay: the forced command of another host answers in our place" {
	owe relay
	far
	expect 0 sgt-callback drain mend
	kill "$(cat far/pid)"
	says '{"acknowledged":1,"attempted":1,"pending":0}'
	cmp far/home/.local/state/sergeant/callbacks.jsonl \
		fleet/mend/.callbacks/events/00000001/event.json
}

@test "relay: a host with another key is never told" {
	owe relay
	far
	printf '[127.0.0.1]:%s %s\n' "$port" "$(cut -d' ' -f1,2 "$HOME/id.pub")" >"$HOME/known"
	expect 0 sgt-callback drain mend
	kill "$(cat far/pid)"
	became callback_error
	[ ! -e far/home/.local ]
}

# ---- wakers ----

# wake [JQ]: what sgt-drain will write to a waker
wake() {
	jq -cn "{version: \"sergeant.wake/v1\", op: \"wake\", idempotency_key: \"wake:1\",
		party: \"human:mend\", summary: \"Queue is full.\",
		evidence: \"/x/y.json\"} + ${1-{\}}" |
		env -i HOME="$HOME" PATH="$PATH" SERGEANT_FLEET="$SERGEANT_FLEET" \
			"$TOP/share/wakers/callback"
}

answers() {
	says "{\"idempotency_key\":\"wake:1\",\"status\":\"$1\",\"version\":\"sergeant.wake-ack/v1\"}"
}

@test "a wake becomes one event of the task that the party names" {
	owe append
	for n in 1 2; do
		expect 0 wake
		answers ack
	done
	[ "$(jq -r .payload fleet/mend/.callbacks/events/00000002/event.json)" = 'Queue is full.' ]
	[ ! -e fleet/mend/.callbacks/events/00000003 ]
	expect 0 wake '{op: "probe"}'
	answers ack
	[ ! -e fleet/mend/.callbacks/events/00000003 ]
}

@test "a wake for no task, or of a text that the rules refuse, is rejected" {
	owe append
	expect 0 wake '{party: "human:nobody"}'
	answers reject
	expect 0 wake '{party: "human:../mend"}'
	answers reject
	expect 0 wake '{summary: "a; b"}'
	answers reject
	[ ! -e fleet/mend/.callbacks/events/00000002 ]
}

@test "a wake while the task is locked is tried again" {
	owe append
	flock fleet/mend/.callbacks/lock sleep 30 &
	pid=$!
	until_ test -n "$(pgrep -P $pid)"
	expect 0 wake
	kill "$(pgrep -P $pid)"
	answers retry
}
