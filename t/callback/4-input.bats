load helper

# Consumer Input

@test "Consumer Input: each generation is kept at .callbacks/events/<8 digits>/event.json" {
	real_time
	origin
	event_of a
	event_of b
	[ -f "$c"/events/00000001/event.json ]
	[ -f "$c"/events/00000002/event.json ]
	does drain t1
	[ -f "$c"/events/00000001/event.json ]
}

@test "Consumer Input: the fields are exact" {
	real_time
	origin
	event_of coordinator-followup-1 'Choose option A or B.'
	file=$c/events/00000001/event.json
	[ "$(jq -c keys "$file")" = '["correlation_id","created_at","generation","idempotency_key","payload","profile","source_hash","type","version"]' ]
	[ "$(jq -r '[.version,.correlation_id,.profile,.idempotency_key,.type,.payload,(.generation|tostring)]|join("|")' "$file")" = \
		"sergeant.callback-event/v1|req-7f91b230|p|$key:1|needs_input|Choose option A or B.|1" ]
	[[ $(jq -r .source_hash "$file") =~ ^[0-9a-f]{64}$ ]]
	[[ $(jq -r .created_at "$file") =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\.[0-9]+)?Z$ ]]
	# one line, compact
	[ "$(wc -l <"$file")" = 1 ]
	[ "$(grep -cE '": |, "' "$file" || true)" = 0 ]
}

@test "Consumer Input: a source hash is of class and source" {
	real_time
	origin
	event_of a
	event_of b
	event_of a x t1 blocked
	[ "$(jq -r .source_hash "$c"/events/*/event.json | sort -u | wc -l)" = 3 ]
}

@test "Consumer Input: the generation is positive, of the task, and only grows" {
	real_time
	origin
	origin t2 p req-7f91b231
	for i in 1 2 3; do
		expect 0 event_of s$i
		says "$key":$i
	done
	expect 0 event_of a x t2
	says sgt-callback-v1:req-7f91b231:1
	does drain t1
	expect 0 event_of s4
	says "$key":4
}

@test "Consumer Input: created_at is the time of the event, in UTC" {
	real_time
	origin
	before=$(date -u +%s)
	TZ=Asia/Tokyo event_of a
	after=$(date -u +%s)
	made=$(date -u -d "$(jq -r .created_at "$c"/events/00000001/event.json)" +%s)
	[ "$made" -ge "$before" ]
	[ "$made" -le "$after" ]
}

@test "Consumer Input: no argument, stderr discarded, one compact object on stdin" {
	real_time
	consumer p <<-END
	#!/bin/sh
	echo \$# >$PWD/argc
	cat >$PWD/in
	echo hunter2 >&2
	printf '%s' '$(answer "$key":1 ack)'
	END
	origin
	event_of a 'Zoë chooses "A".'
	drained 1 1 0
	[ "$(cat argc)" = 0 ]
	# the event as it is kept; a newline behind it or none
	[ "$(cat in)" = "$(cat "$c"/events/00000001/event.json)" ]
	grep -qF 'Zoë' in
	run ! grep -r hunter2 .out .err fleet
}

@test "Consumer Input: the environment is HOME, PATH, locale and temporary directory" {
	real_time
	consumer p <<-END
	#!/bin/sh
	env | cut -d= -f1 | grep -vxE 'PWD|_|SHLVL|OLDPWD' | sort >$PWD/names
	printf '%s' '$(answer "$key":1 ack)'
	END
	origin
	event_of a
	export LANG=C LC_ALL=C TMPDIR=$PWD SECRET_TOKEN=hunter2 SSH_AUTH_SOCK=/x
	drained 1 1 0
	printf '%s\n' HOME LANG LC_ALL PATH TMPDIR | diff - names
}

@test "Consumer Input: the key is the same at every attempt" {
	real_time
	answering p retry
	origin
	event_of a
	does drain t1
	due 1
	does drain t1
	[ "$(jq -r .idempotency_key p.log | sort -u)" = "$key":1 ]
	[ "$(wc -l <p.log)" = 2 ]
	[ "$(sort -u p.log | wc -l)" = 1 ]
}
