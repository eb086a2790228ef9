load callback/helper

# drains STATUS [FIGURES...]: t1
drains() {
	local status=$1
	shift
	expect "$status" sgt-callback drain t1
	says "$(figures "$@")"
}

@test "an ack is durable, and the last attempt" {
	origin
	event_of a
	event_of b
	drains 0 2 2 0
	complains
	[ "$(state 1)" = '{"acknowledged_at":"2026-11-30T16:00:00Z","attempts":1,"claimed_at":null,"last_result":"ack","next_attempt_at":1796054400,"status":"acknowledged","version":"sergeant.callback-state/v1"}' ]
	at 2026-12-30T16:00:00.000Z
	drains 0 0 0 0
	[ "$(wc -l <p.log)" = 2 ]
	expect 0 sgt-callback check-acked t1
}

@test "the consumer reads the event as it is kept, in order of generation" {
	origin
	for i in 1 2 3 4 5; do event_of s$i "text $i"; done
	drains 0 5 5 0
	cat "$c"/events/*/event.json | diff - p.log
}

@test "a reject is kept, not tried again, and blocks check-acked until it is retried" {
	answering p reject
	origin
	event_of a
	drains 0 0 1 0
	[ "$(member status 1)$(member last_result 1)" = '"rejected""reject"' ]
	at 2026-12-30T16:00:00.000Z
	drains 0 0 0 0
	expect 1 sgt-callback check-acked t1
	complains 'sgt-callback: unacknowledged callback events remain: 1'
	expect 0 sgt-callback retry t1 "$key":1
	says
	complains
	[ "$(state 1 | jq -c '[.status,.last_result,.attempts,.claimed_at]')" = \
		'["pending","retry",1,null]' ]
	answering p ack
	drains 0 1 1 0
	[ "$(jq -r .idempotency_key p.log | uniq -c | xargs)" = "2 $key:1" ]
	expect 0 sgt-callback check-acked t1
}

# settles WORD WANTED: the only event is pending with that word
settles() {
	drains 0 0 1 1 || return
	[ "$(state 1 | jq -c '[.status,.claimed_at,.last_result]')" = \
		"[\"pending\",null,\"$1\"]" ]
}

ack() {
	printf '{"idempotency_key":"%s:1","status":"%s",%s"version":"sergeant.callback-ack/v1"}' \
		"$key" "$1" "$2"
}

@test "what is no answer of the three is invalid_ack, and still owed" {
	saying p ''
	origin
	event_of a
	while IFS= read -r answer; do
		echo "$answer"
		saying p "$answer"
		settles invalid_ack || return
		sgt-callback retry t1 "$key":1
	done <<-END

	null
	[]
	{}
	ack
	$(ack yes '')
	$(ack ack '' | sed 's/:1"/:2"/')
	$(ack ack '' | sed 's/ack\/v1/ack\/v2/')
	$(ack ack '"note":"x",')
	$(ack ack '"status":"ack",')
	$(ack ack '"retry_after_seconds":1,')
	$(ack retry '"retry_after_seconds":-1,')
	$(ack retry '"retry_after_seconds":3601,')
	$(ack retry '"retry_after_seconds":1e99,')
	$(ack retry '"retry_after_seconds":1e1,')
	$(ack retry '"retry_after_seconds":30.5,')
	$(ack retry '"retry_after_seconds":1.0,')
	$(ack retry '"retry_after_seconds":01,')
	$(ack retry '"retry_after_seconds":"30",')
	$(ack retry '"retry_after_seconds":null,')
	$(ack retry '"retry_after_seconds":true,')
	$(ack retry '"retry_after_seconds":NaN,')
	$(ack retry '"retry_after_seconds":9999999999,')
	$(ack ack '')$(ack ack '')
	$(ack ack '') x
	$(printf '\357\273\277')$(ack ack '')
	$(ack ack '"\xff":1,')
	$(head -c 1000 /dev/zero | tr '\0' '[')
	$(ack ack '')$(head -c 1000 /dev/zero | tr '\0' ' ')
	END
}

@test "P2: an answer that is nested too deep is no answer" {
	saying p "$(head -c 1000 /dev/zero | tr '\0' '[')"
	origin
	event_of a
	settles invalid_ack
}

@test "an answer may have white space around and any order of members" {
	origin
	event_of a
	saying p "$(printf '\r\n\t %s \n\n' "$(ack ack '')")"
	drains 0 1 1 0
	event_of b
	saying p "{ \"version\" : \"sergeant.callback-ack/v1\", \"status\" : \"ack\",
		\"idempotency_key\" : \"$key:2\" }"
	drains 0 1 1 0
}

@test "1024 bytes are an answer" {
	origin
	event_of a
	answer=$(ack ack '')
	saying p "$(printf '%-1024s' "$answer")"
	drains 0 1 1 0
	[ "$(wc -c <p.says)" = 1024 ]
}

@test "a consumer's status, signal or missing interpreter is callback_error" {
	origin
	event_of a
	for script in "#!/bin/sh
cat >/dev/null; cat '$PWD/p.says'; exit 3" "#!/bin/sh
cat '$PWD/p.says'; kill -9 \$\$" "#!/no/such/interpreter
" 'no interpreter at all' ''; do
		saying p "$(ack ack '')"
		consumer p <<<"$script"
		echo "$script"
		settles callback_error || return
		sgt-callback retry t1 "$key":1
	done
}

@test "P1, svix#1511: a consumer that cannot be run settles, and stops no other task" {
	answering q ack
	origin t0 gone req-00000000
	origin t1 p
	origin t2 q req-22222222
	event_of a x t0
	event_of a x t1
	event_of a x t2
	rm profiles/gone
	consumer p <<<'no interpreter'
	expect 0 sgt-callback drain --all
	says "$(figures 0 1 1)" "$(figures 0 1 1)" "$(figures 1 1 0)"
	complains "sgt-callback: task 't0': there is no 'gone'"
	[ "$(member last_result 1 t0)$(member last_result 1)" = \
		'"callback_error""callback_error"' ]
	[ "$(member status 1 t0)" = '"pending"' ]
	# neither is due again yet, and what is acknowledged is not touched
	expect 0 sgt-callback drain --all
	says "$(figures 0 0 0)" "$(figures 0 0 0)" "$(figures 0 0 0)"
	[ "$(wc -l <q.log)" = 1 ]
}

@test "waits are 5 s doubling to 300 s, and at most a fifth longer" {
	answering p retry
	origin
	event_of a
	now=1796054400
	for wait in 5 10 20 40 80 160 300 300 300; do
		at "${now}000"
		drains 0 0 1 1
		next=$(member next_attempt_at 1)
		longest=$((wait * 6 / 5 > 300 ? 300 : wait * 6 / 5))
		[ $((next - now)) -ge $wait ]
		[ $((next - now)) -le $longest ]
		# S10: not one second before it, but just then
		at "$((next - 1))000"
		drains 0 0 0 0
		now=$next
	done
	[ "$(member attempts 1)" = 9 ]
}

@test "S5: the wait never overflows" {
	answering p retry
	origin
	event_of a
	for attempts in 62 63 64 65 1000 9007199254740990; do
		set_state 1 ".attempts=$attempts|.next_attempt_at=0"
		drains 0 0 1 1
		[ "$(member next_attempt_at 1)" = 1796054700 ]
	done
}

@test "omnidesk#146: a consumer's own wait replaces the backoff" {
	origin
	event_of a
	for wait in 0 1 30 3600; do
		answering p retry "\"retry_after_seconds\":$wait,"
		drains 0 0 1 1
		[ "$(member next_attempt_at 1)" = $((1796054400 + wait)) ]
		[ "$(member last_result 1)" = '"retry"' ]
		set_state 1 .next_attempt_at=0
	done
}

@test "a wait of no time is due again in the next drain, not in the same" {
	answering p retry
	origin
	event_of a
	export SGT_CALLBACK_RETRY_BASE_SECONDS=0
	drains 0 0 1 1
	drains 0 0 1 1
	[ "$(member attempts 1)" = 2 ]
}

@test "S9: a time that lies far ahead was written before the clock was set back" {
	answering p retry
	origin
	event_of a
	set_state 1 '.next_attempt_at=1796054400+3601'
	drains 0 0 1 1
	set_state 1 '.next_attempt_at=1796054400+3600'
	drains 0 0 0 0
	set_state 1 '.status="delivering"|.claimed_at=1796054400+10'
	drains 0 0 0 0
	set_state 1 '.claimed_at=1796054400+11'
	drains 0 0 1 1
}

@test "a claim is stale after 60 s, and one that never ended is tried again" {
	origin
	event_of a
	set_state 1 '.status="delivering"|.claimed_at=1796054400|.attempts=1'
	at 2026-11-30T16:00:59.999Z
	drains 0 0 0 0
	at 2026-11-30T16:01:00.000Z
	drains 0 1 1 0
	[ "$(member attempts 1)" = 2 ]
}

@test "P10: a claim outlasts the time limit, whatever was set, and no setting is refused" {
	origin
	event_of a
	set_state 1 '.status="delivering"|.claimed_at=1796054400|.attempts=1'
	export SGT_CALLBACK_TIMEOUT_SECONDS=120 SGT_CALLBACK_CLAIM_TIMEOUT_SECONDS=0
	at 2026-11-30T16:02:15.000Z
	drains 0 0 0 0
	at 2026-11-30T16:02:16.000Z
	drains 0 1 1 0
}

@test "P3: every setting is looked at before anything is claimed" {
	origin
	event_of a
	mkdir fleet/t2
	tree >before
	while read -r name min max; do
		for bad in -1 +1 1.0 1s x $((max + 1)) ' 1' 1e1 \
			99999999999999999999; do
			expect 78 env "$name=$bad" sgt-callback drain t1
			says
			complains "sgt-callback: $name is not a number from $min to $max"
			expect 78 env "$name=$bad" sgt-callback sync t1
			expect 78 env "$name=$bad" sgt-callback drain --all
		done
		[ "$min" = 0 ] || expect 78 env "$name=0" sgt-callback drain t1
		for good in "$min" "$max" "" "0$min"; do
			expect 0 env "$name=$good" sgt-callback sync t2
		done
	done <<-END
	SGT_CALLBACK_TIMEOUT_SECONDS 1 120
	SGT_CALLBACK_CLAIM_TIMEOUT_SECONDS 0 3600
	SGT_CALLBACK_RETRY_BASE_SECONDS 0 300
	SGT_CALLBACK_RETRY_MAX_SECONDS 0 3600
	SGT_CALLBACK_MAX_EVENTS 1 100
	END
	tree | diff before -
}

@test "a drain tries as many of a task as was set, each once" {
	answering p retry
	origin
	for i in 1 2 3 4 5; do event_of s$i; done
	export SGT_CALLBACK_MAX_EVENTS=3 SGT_CALLBACK_RETRY_BASE_SECONDS=0
	drains 0 0 3 3
	[ "$(jq .generation p.log | xargs)" = '1 2 3' ]
}

@test "S11: an event that waits holds up none behind it" {
	answering p retry
	origin
	event_of a
	drains 0 0 1 1
	event_of b
	answering p ack
	drains 0 1 1 0
	[ "$(member status 1)$(member status 2)" = '"pending""acknowledged"' ]
}

@test "P11: a corrupt event stops nothing but itself" {
	origin
	for i in 1 2 3 4 5 6; do event_of s$i; done
	origin t2 p req-22222222
	event_of a x t2
	truncate -s 20 "$c"/events/00000001/state.json
	sed -i 's/"generation":2/"generation":7/' "$c"/events/00000002/event.json
	rm "$c"/events/00000003/event.json
	sed -i 's/Choose/rm -rf/' "$c"/events/00000004/event.json
	chmod 0640 "$c"/events/00000005/state.json
	expect 77 sgt-callback drain --all
	says "$(figures 1 1 0)" "$(figures 1 1 0)"
	complains "~sgt-callback: event 00000001 of task 't1': 'state.json' is damaged: .*" \
		"sgt-callback: event 00000002 of task 't1': 'idempotency_key' is not that of an event" \
		"sgt-callback: event 00000003 of task 't1': 'event.json' is gone" \
		"sgt-callback: event 00000004 of task 't1': 'payload' is not that of an event" \
		"sgt-callback: event 00000005 of task 't1': 'state.json' has mode 0640, not 0600"
	expect 77 sgt-callback check-acked t1
	[ "$(tail -n 1 .err)" = 'sgt-callback: unacknowledged callback events remain: 5' ]
}

@test "P11: an event that cannot be written stops nothing but itself" {
	origin
	event_of a
	event_of b
	mkdir "$c"/events/00000001/claim.json
	expect 74 sgt-callback drain t1
	says "$(figures 1 1 0)"
	complains "sgt-callback: event 00000001 of task 't1': cannot replace 'claim.json': Is a directory"
	[ "$(member status 1)$(member status 2)" = '"pending""acknowledged"' ]
	rmdir "$c"/events/00000001/claim.json
	drains 0 1 1 0
}

@test "P19: an origin or events that are gone are a refusal, not nothing" {
	origin
	event_of a
	origin t2 p req-22222222
	event_of a x t2
	mv "$c"/origin.json saved
	for verb in sync drain check-acked; do
		expect 78 sgt-callback $verb t1
		says
		complains "sgt-callback: task 't1' has callbacks but no origin"
	done
	expect 78 event_of b
	expect 78 sgt-callback drain --all
	says "$(figures 1 1 0)"
	mv saved "$c"/origin.json
	mv "$c"/events saved
	for verb in sync drain check-acked; do
		expect 78 sgt-callback $verb t1
		complains "sgt-callback: task 't1' has an origin, but its events are gone"
	done
	(umask 077 && mkdir "$c"/events)
	for verb in sync drain check-acked; do
		expect 78 sgt-callback $verb t1
		complains "sgt-callback: task 't1' has had 1 events, but they are gone"
	done
	expect 78 event_of b
	[ ! -e "$c"/events/00000002 ]
}

@test "H1: an origin that is lost can be registered again only where no event is" {
	origin
	rm "$c"/origin.json
	expect 0 sgt-callback register t1 p req-7f91b230
	event_of a
	rm "$c"/origin.json
	expect 78 sgt-callback register t1 p req-7f91b230
	complains 'sgt-callback: callback origin is lost, but not its events'
}

@test "retry: no such event, an acknowledged one, a sealed task, a fresh claim" {
	origin
	event_of a
	event_of b
	expect 64 sgt-callback retry t1 "$key":3
	complains 'sgt-callback: callback event not found'
	for other in ${key%230}231:1 $key: $key:01 $key:0 $key:1x "$key"; do
		expect 64 sgt-callback retry t1 "$other"
		complains 'sgt-callback: callback event not found'
	done
	for bad in "$(printf 'a\tb')" é "$(printf %0257d 0)" ''; do
		expect 64 sgt-callback retry t1 "$bad"
		complains 'sgt-callback: invalid idempotency key'
	done
	set_state 1 '.status="delivering"|.claimed_at=1796054400|.attempts=1'
	expect 75 sgt-callback retry t1 "$key":1
	complains 'sgt-callback: callback event is being delivered'
	at 2026-11-30T16:01:00.000Z
	expect 0 sgt-callback retry t1 "$key":1
	[ "$(state 1 | jq -c '[.status,.attempts,.next_attempt_at]')" = \
		'["pending",1,1796054460]' ]
	sgt-callback drain t1
	expect 64 sgt-callback retry t1 "$key":1
	complains 'sgt-callback: acknowledged callback events cannot be retried'
	(umask 077 && echo sergeant.callback-seal/v1 >"$c"/sealed)
	set_state 2 '.status="rejected"'
	expect 78 sgt-callback retry t1 "$key":2
	complains 'sgt-callback: callback task is sealed for cleanup'
	expect 0 sgt-callback unseal t1
	says
	complains
	expect 0 sgt-callback unseal t1
	expect 0 sgt-callback retry t1 "$key":2
}

@test "S13: an operator's retry starts no race: its attempts are kept, the wait is not" {
	answering p reject
	origin
	event_of a
	set_state 1 '.attempts=20|.status="rejected"'
	sgt-callback retry t1 "$key":1
	answering p retry
	drains 0 0 1 1
	[ "$(state 1 | jq -c '[.attempts,.next_attempt_at]')" = '[21,1796054700]' ]
}

@test "the state of another program of the protocol is seen past the index" {
	origin
	for i in 1 2 3; do event_of s$i; done
	drains 0 3 3 0
	event_of s4
	answering p reject
	drains 0 0 1 0
	set_state 4 '.status="pending"'
	answering p ack
	drains 0 1 1 0
	# what was acknowledged, too, where somebody takes that back
	set_state 1 '.status="pending"|.acknowledged_at=null'
	set_state 2 '.status="delivering"|.claimed_at=1|.acknowledged_at=null'
	drains 0 2 2 0
	# one made by another, and counted
	cp -r "$c"/events/00000004 "$c"/events/00000005
	sed -i "s/:4\"/:5\"/;s/\"generation\":4/\"generation\":5/;s/\"source_hash\":\"../\"source_hash\":\"00/" \
		"$c"/events/00000005/event.json
	chmod 0600 "$c"/events/00000005/event.json
	set_state 5 '.status="pending"|.acknowledged_at=null'
	echo 5 >"$c"/sequence
	drains 0 1 1 0
	# and one made by another and not counted
	cp -r "$c"/events/00000005 "$c"/events/00000006
	sed -i "s/:5\"/:6\"/;s/\"generation\":5/\"generation\":6/;s/\"source_hash\":\"00/\"source_hash\":\"11/" \
		"$c"/events/00000006/event.json
	chmod 0600 "$c"/events/00000006/event.json
	set_state 6 '.status="pending"|.acknowledged_at=null'
	drains 0 1 1 0
	expect 0 event_of s7
	says "$key":7
}

@test "the index may be gone, torn, another tree's, or no file: it is a view" {
	origin
	for i in 1 2 3; do event_of s$i; done
	sgt-callback drain t1
	event_of s4
	for harm in 'rm index' 'truncate -s -1 index' 'truncate -s 100 index' \
		': >index' 'head -c 500 /dev/zero >index' 'chmod 0666 index' \
		'rm index; ln -s /etc/passwd index' 'rm index; mkfifo index' \
		'printf x | dd of=index bs=1 seek=80 conv=notrunc status=none'; do
		echo "$harm"
		(cd "$c" && eval "$harm")
		expect 0 event_of s4 other
		says "$key":4
		# whole again, and right
		[ "$(stat -c '%F %a %s' "$c"/index)" = 'regular file 600 360' ]
		expect 0 sgt-callback fsck
	done
	cp -a fleet/t1 moved
	rm -r fleet/t1
	mv moved fleet/t1
	set_state 2 '.status="pending"'
	expect 0 sgt-callback drain t1
	says "$(figures 2 2 0)"
	rm "$c"/index
	mkdir "$c"/index
	expect 0 event_of s5
	says "$key":5
	drains 0 1 1 0
}

@test "explain says why, and when" {
	answering p retry '"retry_after_seconds":30,'
	origin
	event_of a
	explains() {
		expect 0 sgt-callback explain t1 "$key":1
		complains &&
			says "{\"status\":\"$1\",\"why\":\"$2\",\"next_attempt\":$3}"
	}
	explains pending 'due: the next drain tries it' '"2026-11-30T16:00:00Z"'
	sgt-callback drain t1
	explains pending 'attempt 1 ended with retry; the next is due at 2026-11-30T16:00:30Z' \
		'"2026-11-30T16:00:30Z"'
	set_state 1 '.status="delivering"|.claimed_at=1796054400'
	explains delivering 'attempt 1 is under way; if it never ends the next may begin at 2026-11-30T16:01:00Z' \
		'"2026-11-30T16:01:00Z"'
	at 2026-11-30T16:01:00.000Z
	explains delivering 'an attempt never ended; the next drain begins another' \
		'"2026-11-30T16:01:00Z"'
	chmod 0720 profiles/p
	explains delivering "'p' is not a file of ours alone that we may execute" \
		'"2026-11-30T16:01:00Z"'
	rm profiles/p
	explains delivering 'callback profile is not installed' '"2026-11-30T16:01:00Z"'
	answering p reject
	sgt-callback drain t1
	explains rejected 'rejected: nothing more is tried until sgt-callback retry' null
	sgt-callback retry t1 "$key":1
	answering p ack
	sgt-callback drain t1
	explains acknowledged 'acknowledged at 2026-11-30T16:01:00Z' null
	expect 64 sgt-callback explain t1 "$key":2
	complains 'sgt-callback: callback event not found'
	event_of b
	event_of c
	set_state 2 '.status="delivering"|.claimed_at=1796054460'
	expect 0 sgt-callback explain t1 "$key":3
	says '{"status":"pending","why":"due, but event 2 of this task is being tried","next_attempt":"2026-11-30T16:01:00Z"}'
}

@test "list and show print what there is" {
	origin
	event_of a
	origin t2 p req-22222222
	event_of a x t2 'done'
	expect 0 sgt-callback list
	[ "$(jq -r '[.task,.idempotency_key,.type,.state.status]|join(" ")' .out)" = \
		"t1 $key:1 needs_input pending
t2 sgt-callback-v1:req-22222222:1 done pending" ]
	expect 0 sgt-callback list t2
	[ "$(wc -l <.out)" = 1 ]
	expect 0 sgt-callback show t1 "$key":1
	jq -c .event .out | diff - "$c"/events/00000001/event.json
	jq -c .state .out | diff - "$c"/events/00000001/state.json
	expect 64 sgt-callback show t1 "$key":2
}

@test "fsck finds what is wrong, and changes nothing" {
	origin
	event_of a
	event_of b
	sgt-callback drain t1
	origin t2 p req-22222222
	event_of a x t2
	expect 0 sgt-callback fsck
	says
	complains
	finds() {
		tree >before
		expect 1 sgt-callback fsck
		says "$@" && tree | diff before -
	}
	touch "$c"/events/00000001/.state.json.tmp- "$c"/stray
	mkdir -m 0700 "$c"/events/.event-00000003
	finds "{\"task\":\"t1\",\"fault\":\"'.callbacks' has a file that is none of its: 'stray'\"}" \
		"{\"task\":\"t1\",\"fault\":\"'events' has a leftover: '.event-00000003'\"}" \
		"{\"task\":\"t1\",\"fault\":\"event 00000001 has a leftover: '.state.json.tmp-'\"}"
	rm -r "$c"/events/00000001/.state.json.tmp- "$c"/stray "$c"/events/.event-00000003
	sed -i s/t1/t9/ fleet/.callback-origins/*.json
	sed -i s/pending/acked/ fleet/t2/.callbacks/events/00000001/state.json
	finds '{"task":"t1","fault":"its correlation is another task'"'"'s"}' \
		"{\"task\":\"t2\",\"fault\":\"event 00000001 of task 't2': 'status' is not that of a state\"}"
	rm fleet/.callback-origins/*.json fleet/t2/.callbacks/origin.json
	set_state 1 '.status="pending"'
	finds '{"task":"t1","fault":"its correlation is not in the registry"}' \
		"{\"task\":\"t2\",\"fault\":\"task 't2' has callbacks but no origin\"}"
}

@test "fsck looks at transactions and receipts too" {
	local at status sha
	origin
	sha=$(printf req-7f91b230 | sha256sum | cut -c1-64)
	at=fleet/.callback-transactions/$sha
	mkdir -m 0700 fleet/.callback-transactions "$at"
	umask 077
	transaction() {
		printf '{"correlation_id":"req-7f91b230","profile":"p","receipt":{"correlation_id":"req-7f91b230","status":"accepted","task_id":"%s"},"status":"%s","task_id":"%s","version":"sergeant.admission-transaction/v1"}\n' \
			"$2" "$1" "$2" >"$at/transaction.json"
	}
	receipt() {
		printf '{"correlation_id":"req-7f91b230","status":"accepted","task_id":"%s","version":"sergeant.admission/v1"}\n' \
			"$1" >"$c/admission.json"
	}
	finds() {
		expect 1 sgt-callback fsck
		says "$@"
	}
	in_fleet() { finds "{\"task\":\"\",\"fault\":\"transaction '$sha': $1\"}"; }
	expect 0 sgt-callback fsck
	receipt t1
	for status in committed tombstoned; do
		transaction $status t1
		expect 0 sgt-callback fsck
	done
	receipt t2
	finds "{\"task\":\"t1\",\"fault\":\"'admission.json' is another's\"}"
	receipt t1
	transaction committed t2
	in_fleet "its correlation is another task's"
	transaction 'done' t1
	in_fleet 'it is no sergeant.admission-transaction/v1 document'
	transaction committed t1
	chmod 0640 "$at/transaction.json"
	in_fleet "'transaction.json' has mode 0640, not 0600"
	chmod 0600 "$at/transaction.json"
	mv fleet/t1 aside
	in_fleet 'its task is gone, but was not cleaned up'
	transaction tombstoned t1
	expect 0 sgt-callback fsck
	mv "$at" "${at%?}x"
	sha=${sha%?}x
	finds "{\"task\":\"\",\"fault\":\"'.callback-transactions' has a file that is none of its: '$sha'\"}"
}

# on_terminal COMMAND: what people see, into .tty
on_terminal() {
	script -qec "$*" /dev/null </dev/null | tr -d '\r' >.tty
}

@test "people see tables and sentences, cleaned; --json is lines for them, too" {
	origin
	event_of a
	answering p retry
	sgt-callback drain t1
	on_terminal stty cols 100\; sgt-callback list
	diff - .tty <<-END
	TASK  GENERATION  TYPE         STATUS   ATTEMPTS  LAST   NEXT
	t1    1           needs_input  pending  1         retry  in $(($(member next_attempt_at 1) - 1796054400))s
	END
	on_terminal sgt-callback explain t1 "$key":1
	grep -qx 'attempt 1 ended with retry; the next is due at 2026-11-30T16:00:0[56]Z' .tty
	on_terminal sgt-callback list --json
	jq -e .state.attempts .tty
	touch "$c"/$'stray\e[31m'
	on_terminal sgt-callback fsck
	diff - .tty <<-END
	t1: '.callbacks' has a file that is none of its: 'stray?[31m'
	END
}

@test "P6: a drain reads each event as often as it must, however many there are" {
	origin
	for i in $(seq 30); do event_of s"$i" >/dev/null; done
	export SGT_CALLBACK_MAX_EVENTS=100
	strace -qq -e trace=openat -o opened sgt-callback drain t1 >/dev/null ||
		skip 'strace is not allowed here'
	# claimed and settled
	[ "$(grep -c '"event.json"' opened)" = 30 ]
	[ "$(grep -c '"state.json"' opened)" = 60 ]
	strace -qq -e trace=openat -o opened sgt-callback drain t1 >/dev/null
	[ "$(grep -cE '"(event|state).json"' opened)" = 0 ]
	# and to find that a source is known
	strace -qq -e trace=openat -o opened sgt-callback enqueue t1 needs_input s1 <<<x
	[ "$(grep -cE '"(event|state).json"' opened)" = 0 ]
}
