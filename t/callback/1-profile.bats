load helper

# Configure A Profile

@test "Configure A Profile: a profile's name is ^[a-z][a-z0-9-]{0,31}\$" {
	real_time
	for name in a a-1 "$(printf '%032d' 0 | tr 0 a)" z9-; do
		answering "$name" ack
		does validate-origin "$name" req-7f91b230
	done
	for name in A 1a -a a_b a.b 'a b' "$(printf '%033d' 0 | tr 0 a)" ../a ''; do
		fails validate-origin "$name" req-7f91b230
	done
}

@test "Configure A Profile: the executable is installed in the callbacks directory" {
	real_time
	fails validate-origin p req-7f91b230
	fails register t1 p req-7f91b230
	answering p ack
	does validate-origin p req-7f91b230
	does register t1 p req-7f91b230
}

@test "Configure A Profile: directory and executable are real, not links" {
	real_time
	answering q ack
	ln -s q profiles/p
	fails validate-origin p req-7f91b230
	mv profiles real
	ln -s real profiles
	fails validate-origin q req-7f91b230
}

@test "Configure A Profile: neither is writable by group or world" {
	real_time
	answering p ack
	for mode in 0720 0702 0777; do
		chmod $mode profiles/p
		fails validate-origin p req-7f91b230
	done
	chmod 0755 profiles/p
	does validate-origin p req-7f91b230
	for mode in 0770 0707; do
		chmod $mode profiles
		fails validate-origin p req-7f91b230
	done
	chmod 0755 profiles
	does validate-origin p req-7f91b230
}

@test "Configure A Profile: the executable has its owner execute bit" {
	real_time
	answering p ack
	chmod 0600 profiles/p
	fails validate-origin p req-7f91b230
	chmod 0500 profiles/p
	does validate-origin p req-7f91b230
}

@test "Configure A Profile: neither belongs to another user" {
	root_only
	real_time
	answering p ack
	chown 65534 profiles/p
	fails validate-origin p req-7f91b230
	chown 0 profiles/p
	chown 65534 profiles
	fails validate-origin p req-7f91b230
}

@test "Configure A Profile: an executable that is no longer fit is not run, and the event waits" {
	real_time
	origin
	event_of a
	chmod 0720 profiles/p
	does drain t1
	[ ! -e p.log ]
	[ "$(member status 1)" = '"pending"' ]
}

@test "Configure A Profile: no executable path comes from fleet state" {
	real_time
	answering p ack
	consumer evil <<-END
	#!/bin/sh
	: >$PWD/evil.ran
	END
	mv profiles/evil evil
	origin
	event_of a
	sed -i "s|\"profile\":\"p\"|\"profile\":\"../evil\"|" "$c"/origin.json \
		"$c"/events/00000001/event.json
	"$cb" drain t1 >.out 2>.err || :
	"$cb" drain --all >.out 2>.err || :
	[ ! -e evil.ran ]
	[ ! -e p.log ]
}

@test "Configure A Profile: SERGEANT_CALLBACKS selects another directory" {
	real_time
	origin
	event_of a
	mkdir -m 0700 other
	mv profiles/p other/
	SERGEANT_CALLBACKS=$PWD/other drained 1 1 0
}

@test "Configure A Profile: without it the directory is ~/.config/sergeant/callbacks" {
	real_time
	unset SERGEANT_CALLBACKS SERGEANT_CONFIG
	mkdir -p "$HOME"/.config/sergeant
	answering p ack
	mv profiles "$HOME"/.config/sergeant/callbacks
	does register t1 p req-7f91b230
	event_of a
	drained 1 1 0
}
