load helper

# Consumer Acknowledgement

# answers TEXT: a task of one event, and a consumer that says this
answers() {
	saying p "$1"
	[ -e "$c" ] || { origin && event_of a; }
	due 1
}

@test "Consumer Acknowledgement: ack suppresses all later attempts" {
	real_time
	origin
	event_of a
	drained 1 1 0
	[ "$(member status 1)$(member last_result 1)" = '"acknowledged""ack"' ]
	due 1
	drained 0 0 0
	[ "$(wc -l <p.log)" = 1 ]
}

@test "Consumer Acknowledgement: retry keeps the event pending" {
	real_time
	answering p retry
	origin
	event_of a
	drained 0 1 1
	[ "$(member status 1)$(member last_result 1)" = '"pending""retry"' ]
	drained 0 0 0
	due 1
	drained 0 1 1
}

@test "Consumer Acknowledgement: retry_after_seconds is optional, and 0 to 3600" {
	real_time
	for wait in 0 30 3600; do
		answers "{\"idempotency_key\":\"$key:1\",\"retry_after_seconds\":$wait,\"status\":\"retry\",\"version\":\"sergeant.callback-ack/v1\"}"
		before=$(date +%s)
		drained 0 1 1
		[ "$(member last_result 1)" = '"retry"' ]
		[ "$(member next_attempt_at 1)" -ge $((before + wait)) ]
		[ "$(member next_attempt_at 1)" -le $((before + wait + 5)) ]
	done
	for wait in -1 3601 1.5 '"30"' 99999999999; do
		answers "{\"idempotency_key\":\"$key:1\",\"retry_after_seconds\":$wait,\"status\":\"retry\",\"version\":\"sergeant.callback-ack/v1\"}"
		drained 0 1 1
		[ "$(member last_result 1)" = '"invalid_ack"' ]
	done
}

@test "Consumer Acknowledgement: reject is kept, not deleted, not retried by itself" {
	real_time
	answering p reject
	origin
	event_of a
	drained 0 1 0
	[ "$(member status 1)$(member last_result 1)" = '"rejected""reject"' ]
	due 1
	drained 0 0 0
	[ -f "$c"/events/00000001/event.json ]
	[ "$(wc -l <p.log)" = 1 ]
}

@test "Consumer Acknowledgement: a nonzero exit code is no acknowledgement" {
	real_time
	consumer p <<-END
	#!/bin/sh
	printf '%s' '$(answer "$key":1 ack)'
	exit 1
	END
	origin
	event_of a
	drained 0 1 1
	[ "$(member status 1)" = '"pending"' ]
}

@test "Consumer Acknowledgement: malformed JSON, wrong version or key, unknown field or status" {
	real_time
	for text in '' x '{' '[]' "$(answer "$key":1 ack)x" "$(answer "$key":2 ack)" \
		"$(answer "$key":1 acked)" "$(answer "$key":1 ack | sed s/ack.v1/ack\\/v2/)" \
		"$(answer "$key":1 ack | sed 's/}/,"note":1}/')" \
		"$(answer "$key":1 ack | sed 's/"status":"ack",//')"; do
		answers "$text"
		drained 0 1 1 || { echo "$text" && return 1; }
		[ "$(member status 1)" = '"pending"' ]
	done
}

@test "Consumer Acknowledgement: at most 1024 bytes of stdout" {
	real_time
	answers "$(printf '%-1025s' "$(answer "$key":1 ack)")"
	drained 0 1 1
	answers "$(printf '%-1024s' "$(answer "$key":1 ack)")"
	drained 1 1 0
}

@test "Consumer Acknowledgement: the time limit is SGT_CALLBACK_TIMEOUT_SECONDS" {
	real_time
	consumer p <<-END
	#!/bin/sh
	printf '%s' '$(answer "$key":1 ack)'
	sleep 60
	END
	origin
	event_of a
	SGT_CALLBACK_TIMEOUT_SECONDS=1 drained 0 1 1
	[ "$(member last_result 1)" = '"timeout"' ]
}

@test "Consumer Acknowledgement: the time limit is from 1 to 120 seconds" {
	real_time
	origin
	event_of a
	for bad in 0 121 -1 x 1.5; do
		SGT_CALLBACK_TIMEOUT_SECONDS=$bad fails drain t1
	done
	[ "$(member status 1)$(member attempts 1)" = '"pending"0' ]
	for good in 1 120; do SGT_CALLBACK_TIMEOUT_SECONDS=$good does drain t1; done
}

@test "Consumer Acknowledgement: nothing the consumer says is persisted" {
	real_time
	consumer p <<-END
	#!/bin/sh
	echo hunter2 >&2
	echo '{"hunter2":1}'
	END
	origin
	event_of a
	drained 0 1 1
	run ! grep -r hunter2 fleet .out .err
}
