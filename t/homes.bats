load helper

# a version's home as it was left, whoever checks this out
left() {
	cp -r "$TOP/t/homes/$1" "$SERGEANT_HOME"
	chmod -R go= "$SERGEANT_HOME"
	at 2026-11-30T10:05:00.000Z
}

@test "what 0.1.0 watched is known, with how it ended" {
	left 0.1.0
	expect 0 sgt-watch status
	jq -r '[.subjects[0], .status, .why // "-", (.open | length)]
		| join(" ")' .out | sort >got
	diff got - <<-WANT
		command:disk active - 2
		command:later expired at 0
		command:load active - 2
		command:queue active - 0
		command:spent stopped budget_wakes 2
		command:still paused - 1
	WANT
}

@test "what 0.1.0 told is read and verified" {
	left 0.1.0
	expect 0 sgt-journal verify
	sgt-journal read >lines
	[ "$(jq -s 'map(select(.phase)) | length' lines)" = 13 ]
	[ "$(jq -r 'select(.phase == "ended").summary' lines)" = \
		'disk: ok (was WARNING: DISK WARNING)' ]
	expect 0 jq -r -f "$TOP/t/wire.jq" lines
	says
}

@test "what 0.1.0 left unread is unread, and what was acknowledged is not" {
	left 0.1.0
	[ "$(sgt-inbox list human:ann | jq -r .summary)" = \
		'disk: CRITICAL: DISK CRITICAL' ]
	rm "$SERGEANT_HOME"/workspaces/default/inbox/*
	[ "$(sgt-inbox list human:ann | jq -r .summary)" = \
		'disk: CRITICAL: DISK CRITICAL' ]
}

@test "what 0.1.0 concluded and did not live to tell is told once" {
	left 0.1.0
	sgt-decide </dev/null | sgt-deliver >/dev/null
	sgt-decide </dev/null | sgt-deliver >/dev/null
	[ "$(sgt-journal read | jq -r 'select(.verdict and .seq > 14).summary' |
		sort)" = "queue: changed from 300 to 7
queue: over (was deep is true)" ]
}

@test "a watch of 0.1.0 goes on where it stood" {
	left 0.1.0
	sgt-decide </dev/null | sgt-deliver >/dev/null
	printf '#!/bin/sh\necho "DISK CRITICAL"; exit 2\n' | fake disk
	disk=$(sgt-watch list | jq -r 'select(.label == "disk").id')
	# told at 09:30: masked until 15:30, then told again
	at 2026-11-30T12:00:00.000Z
	[ "$(sgt-watch due --id "$disk" | sgt-probe | sgt-decide | wc -l)" = 0 ]
	at 2026-11-30T15:31:00.000Z
	[ "$(sgt-watch due --id "$disk" | sgt-probe | sgt-decide |
		jq -r '.data.events[].phase' | sort -u)" = still ]
}
