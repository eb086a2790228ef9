load helper

# Retry And Recovery

@test "Retry And Recovery: state.json has these members and no other" {
	real_time
	origin
	event_of a
	[ "$(state 1 | jq -c keys)" = '["acknowledged_at","attempts","claimed_at","last_result","next_attempt_at","status","version"]' ]
	[ "$(state 1 | jq -c '[.version,.status,.attempts,.last_result,.claimed_at,.acknowledged_at]')" = \
		'["sergeant.callback-state/v1","pending",0,null,null,null]' ]
	does drain t1
	[ "$(state 1 | jq -c '[.status,.attempts,.last_result]')" = '["acknowledged",1,"ack"]' ]
	[[ $(member acknowledged_at 1) =~ ^\"[0-9-]{10}T[0-9:]{8}Z\"$ ]]
}

@test "Retry And Recovery: private files have mode 0600, folders 0700, whatever the umask" {
	real_time
	umask 0
	origin
	event_of a
	does drain t1
	[ -z "$(find "$c" fleet/.callback-origins -type f ! -perm 0600 -o -type d ! -perm 0700)" ]
}

@test "Retry And Recovery: the event is claimed before invocation" {
	real_time
	consumer p <<-END
	#!/bin/sh
	cat >/dev/null
	cp $PWD/$c/events/00000001/state.json $PWD/claimed
	printf '%s' '$(answer "$key":1 ack)'
	END
	origin
	event_of a
	drained 1 1 0
	[ "$(jq -c '[.status,.attempts]' claimed)" = '["delivering",1]' ]
	[ "$(jq .claimed_at claimed)" -gt 1600000000 ]
}

@test "Retry And Recovery: a fresh claim is left alone, a stale one is eligible after 60 seconds" {
	real_time
	origin
	event_of a
	set_state 1 ".status=\"delivering\"|.attempts=1|.claimed_at=$(($(date +%s) - 50))"
	drained 0 0 0
	set_state 1 ".claimed_at=$(($(date +%s) - 61))"
	drained 1 1 0
	[ "$(member attempts 1)" = 2 ]
}

@test "Retry And Recovery: failed attempts back off from 5 seconds through 300" {
	unset SGT_NOW
	answering p retry
	origin
	event_of a
	for wait in 5 10 20 40 80 160 300 300; do
		due 1
		before=$(date +%s)
		drained 0 1 1
		next=$(($(member next_attempt_at 1) - before))
		# a fifth by chance, and the time that this test takes
		[ $next -ge $wait ]
		[ $next -le $((wait * 6 / 5 + 5)) ]
	done
}

@test "Retry And Recovery: a drain processes a bounded number of distinct events" {
	real_time
	answering p retry
	origin
	for i in $(seq 18); do event_of s"$i" >/dev/null; done
	drained 0 16 16
	[ "$(jq .generation p.log | xargs)" = "$(seq 16 | xargs)" ]
	export SGT_CALLBACK_MAX_EVENTS=1
	drained 0 1 1
	for bad in 0 101 x; do SGT_CALLBACK_MAX_EVENTS=$bad fails drain t1; done
}

@test "Retry And Recovery: drain --all drains every task with an origin, in their order" {
	real_time
	origin t2 p req-22222222
	event_of a x t2
	event_of b x t2
	origin
	event_of a
	mkdir fleet/t0
	does drain --all
	says '{"acknowledged":1,"attempted":1,"pending":0}' \
		'{"acknowledged":2,"attempted":2,"pending":0}'
}

@test "Retry And Recovery: one task's failure stops no other's drain" {
	real_time
	origin t0 p req-00000000
	event_of a x t0
	origin
	event_of a
	echo garbage >fleet/t0/.callbacks/events/00000001/state.json
	"$cb" drain --all >.out 2>.err || :
	[ "$(member status 1)" = '"acknowledged"' ]
	fails check-acked t0
}

@test "Retry And Recovery: retry requeues a rejected event under the same key" {
	real_time
	answering p reject
	origin
	event_of a
	does drain t1
	does retry t1 "$key":1
	says
	answering p ack
	drained 1 1 0
	[ "$(jq -r .idempotency_key p.log | sort -u)" = "$key":1 ]
}

@test "Retry And Recovery: retry knows only events that are there and not acknowledged" {
	real_time
	origin
	event_of a
	fails retry t1 "$key":2
	fails retry t1 sgt-callback-v1:req-7f91b231:1
	fails retry t1 ''
	does drain t1
	fails retry t1 "$key":1
	[ "$(member status 1)" = '"acknowledged"' ]
}

@test "Retry And Recovery: events survive a killed drain, and go out again with the same key" {
	real_time
	consumer p <<-END
	#!/bin/sh
	cat >>$PWD/p.log
	: >$PWD/asked
	exec sleep 60
	END
	origin
	event_of a
	"$cb" drain t1 >/dev/null 3>&- &
	drain=$!
	until_is test -e asked
	kill -9 $drain
	wait $drain || :
	[ "$(member status 1)" = '"delivering"' ]
	set_state 1 '.claimed_at=1'
	answering p ack
	drained 1 1 0
	[ "$(jq -r .idempotency_key p.log | sort -u)" = "$key":1 ]
}

@test "Retry And Recovery: a producer makes one bounded attempt" {
	real_time
	answering p retry
	origin
	event_of a
	event_of b
	does sync t1
	[ "$(wc -l <p.log)" = 1 ]
}

@test "Retry And Recovery: check-acked succeeds when every event is acknowledged" {
	real_time
	origin
	does check-acked t1
	event_of a
	event_of b
	fails check-acked t1
	SGT_CALLBACK_MAX_EVENTS=1 does drain t1
	fails check-acked t1
	does drain t1
	does check-acked t1
}

@test "Retry And Recovery: a rejected event blocks check-acked until it is retried" {
	real_time
	answering p reject
	origin
	event_of a
	does drain t1
	fails check-acked t1
	does retry t1 "$key":1
	answering p ack
	does drain t1
	does check-acked t1
}

# sealed: as cleanup does it
sealed() { (umask 077 && echo sergeant.callback-seal/v1 >"$c"/sealed); }

@test "Retry And Recovery: the seal rejects new event generations" {
	real_time
	origin
	event_of a
	does drain t1
	sealed
	echo x >in
	fails enqueue t1 failed b <in
	[ ! -e "$c"/events/00000002 ]
	# and what is there stays reachable
	expect 0 event_of a other
	says "$key":1
	does sync t1
	does drain t1
	does check-acked t1
}

@test "Retry And Recovery: unseal removes only that gate" {
	real_time
	origin
	event_of a
	does drain t1
	sealed
	find "$c" -type f ! -name sealed -exec sha256sum {} + | sort >before
	does unseal t1
	[ ! -e "$c"/sealed ]
	find "$c" -type f -exec sha256sum {} + | sort | diff before -
	does unseal t1
	expect 0 event_of b
	says "$key":2
}

@test "Retry And Recovery: what is no seal is not removed" {
	real_time
	origin
	(umask 077 && echo other >"$c"/sealed)
	fails unseal t1
	[ -e "$c"/sealed ]
}
