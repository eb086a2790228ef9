load helper
load peer
load github

# watch N [OPTION]...: the run N
watch() { sgt-watch add "$REPO/actions/runs/$1" --to human:ann --window 0s "${@:2}" >added; }

status_of() { sgt-watch status --json | jq -r .status | xargs; }

@test "a run is told when it ends, and its watch ends with it" {
	github
	act run id:=71 status=queued
	watch 71
	gains 2026-11-30T16:00:00Z
	act run id:=71 status=in_progress
	gains 2026-11-30T16:01:00Z
	act run id:=71 status=completed conclusion=failure
	gains 2026-11-30T16:02:00Z 'began attention /actions/runs/71: "CI" #1 failed'
	[ "$(status_of)" = blocked ]
	gains 2026-11-30T16:03:00Z
	[ "$(sgt-inbox list human:ann --json | jq -r '[.terminal, .data.type] | @tsv')" = $'true\tgithub.workflow_run.completed' ]
}

@test "one that has ended before the first look says so at once" {
	github
	act run id:=71 status=completed conclusion=success
	watch 71
	gains 2026-11-30T16:00:00Z 'began attention /actions/runs/71: "CI" #1 succeeded'
	[ "$(status_of)" = expired ]
}

@test "what waits for approval has not ended, nor has what nobody knows" {
	github
	act run id:=71 status=completed conclusion=action_required
	act run id:=72 status=dreaming
	watch 71
	watch 72
	gains 2026-11-30T16:00:00Z 'began attention /actions/runs/71: "CI" #1 waits for somebody to approve it'
	[ "$(status_of)" = 'active active' ]
	act run id:=71 status=queued conclusion:=null
	gains 2026-11-30T16:01:00Z 'ended info /actions/runs/71: over (was "CI" #1 waits for somebody to approve it)'
	act run id:=71 status=completed conclusion=success
	act run id:=72 status=completed conclusion=splendid
	gains 2026-11-30T16:02:00Z \
		'began attention /actions/runs/71: "CI" #1 succeeded' \
		'began attention /actions/runs/72: "CI" #1 ended with "splendid", which is not known'
	[ "$(status_of | tr ' ' '\n' | sort | xargs)" = 'blocked expired' ]
}

@test "a watch that never ends hears of the next attempt and of its end" {
	github
	act run id:=71 status=completed conclusion=failure
	watch 71 --until never
	gains 2026-11-30T16:00:00Z 'began attention /actions/runs/71: "CI" #1 failed'
	act at at=2026-11-30T16:30:00Z
	act run id:=71 status=queued conclusion:=null attempt:=2
	gains 2026-11-30T17:00:00Z 'once info /actions/runs/71: "CI" #1, attempt 2 runs again'
	act run id:=71 status=completed conclusion=failure
	gains 2026-11-30T17:01:00Z 'began attention /actions/runs/71: "CI" #1, attempt 2 failed'
	act at at=2026-11-30T17:30:00Z
	act run id:=71 status=completed conclusion=success attempt:=3
	gains 2026-11-30T18:02:00Z \
		'began attention /actions/runs/71: "CI" #1, attempt 3 succeeded' \
		'once info /actions/runs/71: "CI" #1, attempt 3 runs again'
}

@test "runs of one repository share one request, and no request asks twice" {
	github
	for ((i = 71; i < 91; i++)); do
		act run id:=$i status=in_progress
		watch $i
	done
	gains 2026-11-30T16:00:00Z
	[ "$(asked)" = 'GET /repos/acme/widgets/actions/runs?per_page=100&exclude_pull_requests=true 200' ]
	gains 2026-11-30T16:01:00Z
	[ "$(asked)" = 'GET /repos/acme/widgets/actions/runs?per_page=100&exclude_pull_requests=true 304' ]
	act run id:=80 status=completed conclusion=success
	gains 2026-11-30T16:02:00Z 'began attention /actions/runs/80: "CI" #1 succeeded'
	[ "$(asked)" = 'GET /repos/acme/widgets/actions/runs?per_page=100&exclude_pull_requests=true 200' ]
}

@test "one that the list does not reach is asked for alone from then on" {
	github
	act run id:=71 status=in_progress
	for ((i = 101; i < 201; i++)); do act run id:=$i status=in_progress; done
	watch 71
	watch 150
	watch 151
	gains 2026-11-30T16:00:00Z
	asked | sort >got
	diff - got <<-'END'
		GET /repos/acme/widgets/actions/runs/71 200
		GET /repos/acme/widgets/actions/runs?per_page=100&exclude_pull_requests=true 200
	END
	act run id:=71 status=completed conclusion=cancelled
	gains 2026-11-30T16:01:00Z 'began attention /actions/runs/71: "CI" #1 was cancelled'
	asked | sort >got
	diff - got <<-'END'
		GET /repos/acme/widgets/actions/runs/71 200
		GET /repos/acme/widgets/actions/runs?per_page=100&exclude_pull_requests=true 304
	END
}

@test "a run that nobody knows is told after three looks, and no other suffers" {
	github
	act run id:=71 status=in_progress
	act run id:=72 status=in_progress
	watch 71
	watch 72
	watch 73
	gains 2026-11-30T16:00:00Z
	gains 2026-11-30T16:01:00Z
	gains 2026-11-30T16:02:30Z 'once attention watch WATCH stopped: not found'
	[ "$(status_of | tr ' ' '\n' | sort | xargs)" = 'active active stopped' ]
}

@test "a throttle tells nobody anything and ends no watch" {
	github
	act run id:=71 status=in_progress
	act run id:=72 status=in_progress
	watch 71
	watch 72
	act fault kind=secondary match=runs retry:=90
	gains 2026-11-30T16:00:00Z
	[ "$(jq -r .data.error.class obs | xargs)" = 'rate_limited rate_limited' ]
	asked >/dev/null
	gains 2026-11-30T16:01:00Z
	[ -z "$(asked)" ]
	act run id:=71 status=completed conclusion=success
	gains 2026-11-30T16:02:00Z 'began attention /actions/runs/71: "CI" #1 succeeded'
}

@test "two who began to watch it at different times are both told of it" {
	github
	act run id:=71 status=in_progress
	watch 71
	gains 2026-11-30T16:00:00Z
	at 2026-11-30T16:00:30Z
	expect 0 sgt-watch add "$REPO/actions/runs/71" --to human:bob --window 0s
	# of what is not modified each has the body, whoever is answered first
	for minute in 01 02 03 04 05; do
		: >hub/requests
		gains "2026-11-30T16:$minute:00Z"
		[ "$(jq -c '.data | [.complete, .error]' obs | sort -u)" = '[true,null]' ]
		[ "$(jq -r .watch obs | sort -u | wc -l)" = 2 ]
	done
	[ "$(asked)" = 'GET /repos/acme/widgets/actions/runs/71 304' ]
	act run id:=71 status=completed conclusion=failure
	gains 2026-11-30T16:06:00Z \
		'began attention /actions/runs/71: "CI" #1 failed' \
		'began attention /actions/runs/71: "CI" #1 failed'
}
