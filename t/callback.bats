load callback/helper

# ---- register, validate-origin ----

@test "register binds a task and keeps the mapping" {
	answering p ack
	expect 0 sgt-callback register t1 p req-7f91b230
	says
	complains
	diff - "$c"/origin.json <<-END
	{"correlation_id":"req-7f91b230","profile":"p","version":"sergeant.callback-origin/v1"}
	END
	name=$(printf req-7f91b230 | sha256sum | cut -c1-64)
	diff - fleet/.callback-origins/"$name".json <<-END
	{"correlation_id":"req-7f91b230","kind":"callback","task_id":"t1","version":"sergeant.callback-origin-registry/v1"}
	END
	[ "$(find fleet -printf '%P %y %m\n' | sort)" = "$(sort <<-END
	 d 755
	.callback-origin.lock f 600
	.callback-origins d 700
	.callback-origins/$name.json f 600
	t1 d 755
	t1/.callbacks d 700
	t1/.callbacks/events d 700
	t1/.callbacks/lock f 600
	t1/.callbacks/origin.json f 600
	END
	)" ]
}

@test "register again is nothing; another profile, correlation or task is refused" {
	origin
	answering q ack
	tree >before
	expect 0 sgt-callback register t1 p req-7f91b230
	says
	complains
	tree | diff before -
	expect 64 sgt-callback register t1 q req-7f91b230
	complains 'sgt-callback: callback origin is already registered'
	expect 64 sgt-callback register t1 p req-7f91b231
	complains 'sgt-callback: callback origin is already registered'
	mkdir fleet/t2
	expect 64 sgt-callback register t2 p req-7f91b230
	complains 'sgt-callback: correlation ID is already registered to another task'
	rmdir fleet/t2
	tree | grep -v '^ d' | diff <(grep -v '^ d' before) -
}

@test "H1: a correlation stays its task's when the task is gone" {
	origin
	rm -r fleet/t1
	mkdir fleet/t1 fleet/t2
	expect 64 sgt-callback register t2 p req-7f91b230
	complains 'sgt-callback: correlation ID is already registered to another task'
	expect 0 sgt-callback register t1 p req-7f91b230
}

@test "register refuses names and profiles before it looks at the fleet" {
	answering p ack
	rmdir fleet/t1 fleet
	expect 64 sgt-callback register ../t p req-7f91b230
	complains 'sgt-callback: invalid task ID'
	expect 64 sgt-callback register t1 P req-7f91b230
	complains 'sgt-callback: invalid callback profile'
	expect 64 sgt-callback register t1 p req-7f9
	complains 'sgt-callback: invalid correlation ID'
	expect 64 sgt-callback register t1 p req-123456789012345678
	complains 'sgt-callback: correlation ID must not contain a platform identifier'
	expect 78 sgt-callback register t1 q req-7f91b230
	complains 'sgt-callback: callback profile is not installed'
	expect 78 sgt-callback register t1 p req-7f91b230
	complains "sgt-callback: fleet directory does not exist: '$PWD/fleet'"
	mkdir fleet
	expect 78 sgt-callback register t1 p req-7f91b230
	complains 'sgt-callback: task directory does not exist'
	[ -z "$(ls -A fleet)" ]
}

@test "validate-origin asks only of names and profile" {
	answering p ack
	rmdir fleet/t1 fleet
	expect 0 sgt-callback validate-origin p req-7f91b230
	says
	complains
	expect 64 sgt-callback validate-origin p req
	says
	complains 'sgt-callback: invalid correlation ID'
	expect 78 sgt-callback validate-origin q req-7f91b230
	complains 'sgt-callback: callback profile is not installed'
	chmod 0777 profiles/p
	expect 77 sgt-callback validate-origin p req-7f91b230
	complains "sgt-callback: 'p' is not a file of ours alone that we may execute"
}

# ---- enqueue ----

@test "enqueue prints the key and writes event, state and sequence" {
	origin
	umask 0777
	expect 0 sgt-callback enqueue t1 needs_input coordinator-followup-1 \
		<<<'Choose option "A" or é.'
	umask 022
	says "$key":1
	complains
	hash=$(printf 'needs_input\0coordinator-followup-1' | sha256sum | cut -c1-64)
	diff - "$c"/events/00000001/event.json <<-END
	{"correlation_id":"req-7f91b230","created_at":"2026-11-30T16:00:00Z","generation":1,"idempotency_key":"$key:1","payload":"Choose option \"A\" or é.","profile":"p","source_hash":"$hash","type":"needs_input","version":"sergeant.callback-event/v1"}
	END
	diff - "$c"/events/00000001/state.json <<-END
	{"acknowledged_at":null,"attempts":0,"claimed_at":null,"last_result":null,"next_attempt_at":1796054400,"status":"pending","version":"sergeant.callback-state/v1"}
	END
	diff - "$c"/sequence <<<1
	[ "$(find "$c" -printf '%P %y %m\n' | sort)" = "$(sort <<-END
	 d 700
	events d 700
	events/00000001 d 700
	events/00000001/event.json f 600
	events/00000001/state.json f 600
	index f 600
	lock f 600
	origin.json f 600
	sequence f 600
	END
	)" ]
}

@test "the same type and source give the first key, also with another payload and sealed" {
	origin
	event_of a one
	(umask 077 && echo sergeant.callback-seal/v1 >"$c"/sealed)
	tree "$c" >before
	expect 0 event_of a two
	says "$key":1
	complains
	tree "$c" | diff before -
	expect 78 event_of b two
	says
	complains 'sgt-callback: callback task is sealed for cleanup'
	expect 78 event_of a one t1 blocked
	tree "$c" | diff before -
}

@test "enqueue refuses by the first rule, and never says the text" {
	origin
	tree >before
	expect 65 event_of a 'rm -rf hunter2; token=hunter2'
	says
	complains 'sgt-callback: payload contains prohibited command metacharacters'
	expect 65 sgt-callback enqueue t1 nope nope! <<<''
	says
	complains 'sgt-callback: payload must not be empty'
	expect 64 event_of a ok t1 nope
	complains 'sgt-callback: unsupported callback event type'
	expect 64 event_of A ok
	complains 'sgt-callback: invalid event source ID'
	expect 64 event_of "$(printf '%0129d' 0 | tr 0 a)" ok
	expect 65 sgt-callback enqueue t1 'done' a < <(head -c 300000000 /dev/zero)
	complains 'sgt-callback: payload exceeds 4096 bytes'
	tree | diff before -
}

@test "P17: a closed stdin is an error in one line" {
	origin
	expect 74 sgt-callback enqueue t1 'done' a <&-
	says
	complains 'sgt-callback: cannot read stdin: Bad file descriptor'
}

@test "P17: a garbled sequence is made anew from the events" {
	origin
	event_of a
	event_of b
	echo garbage >"$c"/sequence
	expect 0 event_of c
	says "$key":3
	diff - "$c"/sequence <<<3
	rm "$c"/sequence
	expect 0 event_of d
	says "$key":4
}

@test "a generation follows the sequence and the events, whichever is greater" {
	origin
	event_of a
	echo 41 >"$c"/sequence
	expect 0 event_of b
	says "$key":42
	echo 99999999 >"$c"/sequence
	expect 78 event_of c
	complains "sgt-callback: task 't1' has no generation left"
	echo 1 >"$c"/sequence
	expect 0 event_of c
	says "$key":43
}

@test "what others keep in the fleet stops nobody: a task without origin refuses" {
	mkdir fleet/t2
	tree >before
	expect 78 event_of a
	complains 'sgt-callback: task has no callback origin'
	expect 78 sgt-callback drain t1
	complains 'sgt-callback: task callback directory does not exist'
	expect 78 sgt-callback retry t1 "$key":1
	complains 'sgt-callback: task callback directory does not exist'
	expect 0 sgt-callback sync t1
	says
	complains
	expect 0 sgt-callback check-acked t1
	says
	complains
	expect 0 sgt-callback drain --all
	says
	complains
	tree | diff before -
}
