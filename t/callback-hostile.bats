load callback/helper

# refuses STATUS COMMAND...: with no word on stdout, and nothing changed
refuses() {
	tree >before
	expect "$@"
	says && tree | diff before -
}

@test "a profile that is not to be trusted is not run" {
	origin
	event_of a
	cp profiles/p good
	while IFS= read -r harm; do
		rm -rf profiles/p
		cp -p good profiles/p
		echo "$harm"
		(cd profiles && eval "$harm")
		expect 77 sgt-callback validate-origin p req-7f91b230 || return
		expect 0 sgt-callback drain t1
		says '{"acknowledged":0,"attempted":1,"pending":1}' || return
		[ "$(wc -l <.err)" = 1 ]
		sgt-callback retry t1 "$key":1
		chmod 0700 profiles
	done <<-'END'
	mv p q; ln -s q p
	rm p; ln -s /bin/true p
	chmod 0720 p
	chmod 0702 p
	chmod 0600 p
	rm p; mkfifo p
	rm p; mkdir -m 0700 p
	rm p; mknod p c 1 3 || ln -s /dev/null p
	chmod 0770 .
	END
	[ ! -e p.log ]
}

@test "the folder of profiles is real, ours and not writable by others" {
	origin
	event_of a
	mv profiles real
	ln -s real profiles
	expect 77 sgt-callback validate-origin p req-7f91b230
	complains "~sgt-callback: cannot use '$PWD/profiles': .*"
	for end in / // /. /./; do
		SERGEANT_CALLBACKS=$PWD/profiles$end expect 77 \
			sgt-callback validate-origin p req-7f91b230
		SERGEANT_CALLBACKS=$PWD/real$end expect 0 \
			sgt-callback validate-origin p req-7f91b230
	done
	rm profiles
	expect 78 sgt-callback validate-origin p req-7f91b230
	expect 0 sgt-callback drain t1
	[ "$(member last_result 1)" = '"callback_error"' ]
}

@test "a hard link to a profile is a profile; 0755 and 0500 are modes of one" {
	origin
	ln profiles/p profiles/linked
	for mode in 0755 0500 0711; do
		chmod $mode profiles/linked
		expect 0 sgt-callback validate-origin linked req-7f91b230
	done
}

@test "names never leave their folder" {
	origin
	event_of a
	answering p ack
	for name in .. . ../t1 t1/ /t1 'a b' .t1 -x "$(printf %0129d 0)" 'é' ''; do
		refuses 64 sgt-callback register -- "$name" p req-7f91b231
		complains 'sgt-callback: invalid task ID'
		for verb in sync drain check-acked unseal list; do
			refuses 64 sgt-callback $verb -- "$name"
		done
		refuses 64 sgt-callback enqueue -- "$name" failed a <<<x
	done
	for name in ../p p/ /bin/true P 1p p_ 'p ' "$(printf %033d 0 | tr 0 a)" ''; do
		refuses 64 sgt-callback register t1 "$name" req-7f91b231
		complains 'sgt-callback: invalid callback profile'
	done
	for name in req-7f9 Req-7f91b230 1eq-7f91b230 req/7f91b230 \
		"$(printf %0129d 0 | tr 0 a)" $'req-7f91b230\n'; do
		refuses 64 sgt-callback register t1 p "$name"
		complains 'sgt-callback: invalid correlation ID'
	done
}

@test "the fleet is real, ours and not writable by others" {
	origin
	event_of a
	chmod 0770 fleet
	refuses 77 sgt-callback drain --all
	chmod 0700 fleet
	mv fleet real
	ln -s real fleet
	expect 77 sgt-callback drain --all
	says
	for end in / // /. /./; do
		SERGEANT_FLEET=$PWD/fleet$end expect 77 sgt-callback check-acked t1
		SERGEANT_FLEET=$PWD/real$end expect 1 sgt-callback check-acked t1
	done
	rm fleet
	mkfifo fleet
	expect 77 sgt-callback drain --all
}

@test "P15: an empty SERGEANT_FLEET or SERGEANT_CALLBACKS is unset" {
	mkdir -p "$HOME"/.local/share/sergeant/fleet/t9
	mkdir "$SERGEANT_CONFIG"
	mkdir -m 0700 "$SERGEANT_CONFIG"/callbacks
	answering p ack
	mv profiles/p "$SERGEANT_CONFIG"/callbacks/
	SERGEANT_FLEET='' SERGEANT_CALLBACKS='' \
		expect 0 sgt-callback register t9 p req-7f91b230
	[ -e "$HOME"/.local/share/sergeant/fleet/t9/.callbacks/origin.json ]
	unset SERGEANT_FLEET SERGEANT_CALLBACKS
	expect 0 sgt-callback drain t9
}

@test "links, pipes, devices and folders for files: refused, and what they name untouched" {
	origin
	event_of a
	origin t2 p req-22222222
	event_of a x t2
	echo precious >precious
	for file in origin.json events events/00000001 events/00000001/event.json \
		events/00000001/state.json sealed; do
		for harm in 'ln -s "$PWD/precious" F' 'ln -s / F' 'mkfifo F' \
			'mkdir F' 'mknod F c 1 5 || mkfifo F' 'ln -s F F'; do
			rm -rf saved
			cp -a fleet saved
			rm -rf "$c/${file:?}"
			eval "${harm//F/$c/$file}"
			rm -f "$c"/index
			echo "$file: $harm"
			for verb in 'drain t1' 'sync t1' 'check-acked t1' \
				"retry t1 $key:1" 'unseal t1' fsck; do
				got=0
				timeout 10 sgt-callback "$verb" >.out 2>.err || got=$?
				case $got,$verb in
				0,unseal* | 0,sync* | 0,drain* | 0,check*)
					[ "$file" = sealed ] || [ "$harm" = 'mkdir F' ] ||
						[[ $verb = unseal* ]] || return ;;
				1,* | 6[45],* | 7[478],*) ;;
				*) echo "$verb: $got" && cat .err && return 1 ;;
				esac
			done
			got=0
			event_of b >.out 2>.err || got=$?
			case $got in 0 | 7[478]) ;; *) return 1 ;; esac
			# the other task goes on
			sgt-callback drain --all >.out 2>.err || :
			[ "$(member status 1 t2)" = '"acknowledged"' ]
			rm -rf fleet
			mv saved fleet
		done
	done
	[ "$(cat precious)" = precious ]
}

@test "a lock that is a link, or writable by others, is not taken" {
	origin
	event_of a
	: >elsewhere
	rm "$c"/lock
	ln -s "$PWD/elsewhere" "$c"/lock
	expect 77 sgt-callback drain t1
	rm "$c"/lock
	mkfifo "$c"/lock
	expect 77 sgt-callback drain t1
	rm "$c"/lock
	: >"$c"/lock
	chmod 0666 "$c"/lock
	expect 77 sgt-callback drain t1
	chmod 0600 "$c"/lock
	expect 0 sgt-callback drain t1
}

@test "a file that is hard-linked elsewhere is replaced, not written through" {
	origin
	event_of a
	ln "$c"/events/00000001/state.json other
	cp other before
	expect 0 sgt-callback drain t1
	cmp before other
	[ "$(member status 1)" = '"acknowledged"' ]
}

@test "JSON bombs are damage, not death" {
	origin
	event_of a
	event_of b
	file=$c/events/00000001/state.json
	for bomb in 'head -c 16384 /dev/zero | tr "\0" "["' \
		'printf "{\"a\":"; head -c 16000 /dev/zero | tr "\0" "["' \
		'head -c 16385 /dev/zero | tr "\0" " "' 'head -c 100000000 /dev/zero' \
		'printf "{\"status\":\"pending\",\"status\":\"pending\"}"' \
		'printf "\377\376{}"' 'printf "{}{}"' 'printf 1e999999999' \
		'jq -cS ".extra=1" state' 'jq -cS "del(.attempts)" state' \
		'jq -cS ".attempts=-1" state' 'jq -cS ".attempts=1.5" state' \
		'jq -cS ".attempts=\"1\"" state' 'jq -cS ".claimed_at=true" state' \
		'sed s/null,/9007199254740993,/ state' \
		'jq -cS ".status=\"delivering\"" state' \
		'jq -cS ".last_result=\"ok\"" state' \
		'jq -cS ".next_attempt_at=null" state' \
		'jq -cS ".version=\"sergeant.callback-state/v2\"" state'; do
		[ -e state ] || cp "$file" state
		(umask 077 && eval "$bomb" >bomb)
		mv bomb "$file"
		echo "$bomb"
		expect 78 sgt-callback drain t1 || return
		expect 78 sgt-callback check-acked t1
	done
	[ "$(member status 2)" = '"acknowledged"' ]
	cp state bomb
	chmod 0600 bomb
	mv bomb "$file"
	expect 0 sgt-callback drain t1
	expect 0 sgt-callback check-acked t1
}

@test "wrong modes are refused, 0600 and 0700 are right" {
	origin
	event_of a
	while read -r file bad; do
		good=$(stat -c %a "$c/$file")
		for mode in ${bad//,/ }; do
			chmod "$mode" "$c/$file"
			expect 77 sgt-callback drain t1 || { echo "$file $mode" && return 1; }
		done
		chmod "$good" "$c/$file"
	done <<-END
	. 0770,0702,0720
	events 0770,0702
	events/00000001 0770,0702
	origin.json 0640,0644,0666,0400,0700
	events/00000001/event.json 0640,0644,0666,0400,0700
	events/00000001/state.json 0640,0644,0666,0400,0700
	END
	expect 0 sgt-callback drain t1
	says '{"acknowledged":1,"attempted":1,"pending":0}'
}

@test "a task's own folder may be written by others" {
	chmod 0777 fleet/t1
	origin
	event_of a
	expect 0 sgt-callback drain t1
}

# as another user, with the programs and files that all may read
as_nobody() {
	root_only
	chmod 0755 "$BATS_TEST_TMPDIR" "$BATS_RUN_TMPDIR" "$BATS_SUITE_TMPDIR" 2>&- || :
	mkdir bin && cp "$(command -v sgt-callback)" bin/
	export PATH=$PWD/bin:$PATH
	chown -R 65534:65534 fleet profiles bin
	setpriv --reuid 65534 --regid 65534 --clear-groups test -r fleet ||
		skip 'another user cannot get here'
}

nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }

@test "what belongs to somebody else is refused: root's fleet, task, files, profile" {
	as_nobody
	answering p ack
	chown 65534 profiles/p
	: >p.log
	chmod 0666 p.log
	nobody sgt-callback register t1 p req-7f91b230
	echo x | nobody sgt-callback enqueue t1 failed a
	for path in fleet fleet/t1 "$c" "$c"/origin.json "$c"/events \
		"$c"/events/00000001 "$c"/events/00000001/event.json \
		"$c"/events/00000001/state.json "$c"/lock; do
		chown 0 "$path"
		chmod o+rX "$path"
		echo "$path"
		expect 77 nobody sgt-callback drain t1 || return
		chown 65534 "$path"
		chmod o-rwx "$path"
	done
	chown 0 profiles/p
	chmod 0755 profiles/p
	expect 0 nobody sgt-callback drain t1
	complains "sgt-callback: task 't1': 'p' is not a file of ours alone that we may execute"
	chown 65534 profiles/p
	nobody sgt-callback retry t1 "$key":1
	chown 0 profiles
	chmod 0755 profiles
	expect 0 nobody sgt-callback drain t1
	says '{"acknowledged":0,"attempted":1,"pending":1}'
	chown 65534 profiles
	nobody sgt-callback retry t1 "$key":1
	expect 0 nobody sgt-callback drain t1
	says '{"acknowledged":1,"attempted":1,"pending":0}'
}

@test "an event's folder that may not be written stops nothing but itself" {
	as_nobody
	answering p ack
	chown 65534 profiles/p
	: >p.log
	chmod 0666 p.log
	nobody sgt-callback register t1 p req-7f91b230
	for source in a b; do echo x | nobody sgt-callback enqueue t1 failed $source; done
	chmod 0500 "$c"/events/00000001
	expect 77 nobody sgt-callback drain t1
	says '{"acknowledged":1,"attempted":1,"pending":0}'
	complains "sgt-callback: event 00000001 of task 't1': cannot write 'claim.json': Permission denied"
	[ "$(member status 1)$(member status 2)" = '"pending""acknowledged"' ]
}

@test "a worker's file of somebody else's is not read" {
	as_nobody
	answering p ack
	chown 65534 profiles/p
	nobody sgt-callback register t1 p req-7f91b230
	nobody mkdir fleet/t1/a
	echo needs_input | nobody tee fleet/t1/a/status
	echo hunter2 >fleet/t1/a/message
	chmod 0644 fleet/t1/a/message
	expect 77 nobody sgt-callback sync t1
	complains "sgt-callback: a: 'message' belongs to somebody else"
	[ -z "$(ls "$c"/events)" ]
}

@test "modes are right whatever the umask, also for who is not root" {
	as_nobody
	answering p ack
	chown 65534 profiles/p
	: >p.log
	chmod 0666 p.log
	umask 0777
	nobody sgt-callback register t1 p req-7f91b230
	echo x | nobody sgt-callback enqueue t1 failed a
	umask 0022
	expect 0 nobody sgt-callback drain t1
	says '{"acknowledged":1,"attempted":1,"pending":0}'
	[ -z "$(find fleet/.callback-origins "$c" -type d ! -perm 0700 -o \
		-type f ! -perm 0600)" ]
}

@test "a consumer has its limits: CPU, files, processes" {
	as_nobody
	chmod 0777 .
	consumer p <<-END
	#!/bin/sh
	ulimit -a >$PWD/limits
	ulimit -c >>$PWD/limits
	n=0
	while [ \$n -lt 50 ]; do sleep 60 & n=\$((n + 1)); done
	echo \$n >$PWD/forked
	echo '{"idempotency_key":"$key:1","status":"ack","version":"sergeant.callback-ack/v1"}'
	END
	chown 65534 profiles/p
	nobody sgt-callback register t1 p req-7f91b230
	echo x | nobody sgt-callback enqueue t1 failed a
	SGT_CALLBACK_TIMEOUT_SECONDS=7 nobody sgt-callback drain t1
	[ "$(sed -n 's/^\(time\|file\|process\).* //p' limits | xargs)" = \
		"8 $((1024 * 1024 * 1024 / 512)) 4096" ]
	[ "$(tail -n 1 limits)" = 0 ]
	[ "$(member status 1)" = '"acknowledged"' ]
	# and of all it started nothing is left
	sleepers() { [ -z "$(find /proc -maxdepth 1 -name '[0-9]*' -user 65534)" ]; }
	until_is sleepers
}

@test "a consumer never has more processes than we may have ourselves" {
	as_nobody
	chmod 0777 .
	consumer p <<-END
	#!/bin/sh
	ulimit -a | sed -n 's/^process.* //p' >$PWD/limit
	END
	chown 65534 profiles/p
	nobody sgt-callback register t1 p req-7f91b230
	echo x | nobody sgt-callback enqueue t1 failed a
	(ulimit -u 100 && nobody sgt-callback drain t1)
	[ "$(cat limit)" = 100 ]
}
