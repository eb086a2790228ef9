load helper

# Register An Origin: what does not need a dispatch

@test "Register An Origin: a correlation ID is ^[a-z][a-z0-9._-]{7,127}\$" {
	real_time
	answering p ack
	for id in abcdefgh a234567. a_b-c.d9 "$(printf '%0128d' 0 | tr 0 a)"; do
		does validate-origin p "$id"
	done
	for id in abcdefg Abcdefgh 1bcdefgh a/bcdefg 'a bcdefg' abcdefgé \
		"$(printf '%0129d' 0 | tr 0 a)" $'abcdefgh\n' ''; do
		fails validate-origin p "$id"
		fails register t1 p "$id"
	done
}

@test "Register An Origin: it holds no 17-20 digit platform ID" {
	real_time
	answering p ack
	for n in 17 18 19 20; do
		fails validate-origin p "req-$(printf "%0${n}d" 1)"
		fails register t1 p "req-$(printf "%0${n}d" 1)-x"
	done
	for n in 16 21; do does validate-origin p "req-$(printf "%0${n}d" 1)"; done
}

@test "Register An Origin: registration writes only .callbacks/origin.json, these bytes" {
	real_time
	origin
	printf '%s\n' '{"correlation_id":"req-7f91b230","profile":"p","version":"sergeant.callback-origin/v1"}' |
		diff - "$c"/origin.json
	# a lock and a folder for events may be there already, nothing else
	[ -z "$(find "$c" -type f ! -name origin.json ! -empty)" ]
	[ -z "$(find fleet/t1 -mindepth 1 -maxdepth 1 ! -name .callbacks)" ]
	run ! grep -rE 'cat|read -r|#!' fleet
}

@test "Register An Origin: repeating the same registration is idempotent" {
	real_time
	origin
	find fleet -type f -exec sha256sum {} + | sort >before
	does register t1 p req-7f91b230
	find fleet -type f -exec sha256sum {} + | sort | diff before -
}

@test "Register An Origin: changing an existing registration is rejected" {
	real_time
	origin
	answering q ack
	fails register t1 q req-7f91b230
	fails register t1 p req-7f91b231
	grep -q '"profile":"p"' "$c"/origin.json
}

@test "Register An Origin: the mapping is keyed by the SHA-256 of the correlation ID" {
	real_time
	origin
	name=$(printf req-7f91b230 | sha256sum | cut -c1-64)
	[ "$(jq -r '.task_id,.correlation_id' fleet/.callback-origins/"$name".json)" = \
		$'t1\nreq-7f91b230' ]
	[ "$(stat -c %a fleet/.callback-origins)" = 700 ]
	[ "$(stat -c %a fleet/.callback-origins/"$name".json)" = 600 ]
}

@test "Register An Origin: a correlation never goes to a second task, also when the first is gone" {
	real_time
	origin
	mkdir fleet/t2
	fails register t2 p req-7f91b230
	rm -r fleet/t1
	fails register t2 p req-7f91b230
	[ ! -e fleet/t2/.callbacks ]
}

@test "Register An Origin: two at once give a correlation to one" {
	real_time
	answering p ack
	for i in 1 2 3 4 5 6 7 8; do mkdir fleet/r$i; done
	pids=
	for i in 1 2 3 4 5 6 7 8; do
		"$cb" register r$i p req-7f91b230 2>/dev/null 3>&- &
		pids="$pids $!"
	done
	won=0
	for pid in $pids; do
		! wait "$pid" || won=$((won + 1))
	done
	[ $won = 1 ]
	[ "$(find fleet -name origin.json | wc -l)" = 1 ]
}

@test "Register An Origin: a task that is not there is not made" {
	real_time
	answering p ack
	fails register t9 p req-7f91b230
	[ ! -e fleet/t9 ]
	fails register ../t1 p req-7f91b230
}

@test "Register An Origin: a task without an origin gets no callback state" {
	real_time
	mkdir fleet/t1/repo
	echo needs_input >fleet/t1/repo/status
	echo 'which one' >fleet/t1/repo/message
	find fleet | sort >before
	does sync t1
	says
	does check-acked t1
	find fleet | sort | diff before -
}
