load helper
load peer
load github

# A repository's pull requests walk at random, looks fail or are killed half
# way; what was told is held against what was done.

# step: one act on one pull request; at most one turn each between two looks
step() {
	local n=$((RANDOM % last + 1)) states=(success failure queued)
	case $((RANDOM % 12)) in
	0)
		last=$((last + 1))
		act open pull:=$last checks:='[{"name":"build","state":"queued"}]'
		state[last]=open turned[last]=1
		echo "opened #$last" >>acts
		;;
	1 | 2)
		[ "${turned[n]-}" ] && return
		turned[n]=1
		if [ "${state[n]}" = closed ]; then
			act reopen pull:=$n
			echo "reopened #$n" >>acts
			state[n]=open
		else
			act close pull:=$n
			echo "closed #$n" >>acts
			state[n]=closed
		fi
		;;
	3)
		[ "${state[n]}" = closed ] ||
			act push pull:=$n checks:='[{"name":"build","state":"queued"}]'
		;;
	4)
		act review pull:=$n state=COMMENTED
		;;
	5)
		act comment pull:=$n
		;;
	6 | 7)
		act check pull:=$n name=lint state="${states[RANDOM % 3]}"
		;;
	*)
		act check pull:=$n name=build state="${states[RANDOM % 3]}"
		;;
	esac
}

# look MINUTE: a tick that may fail, or lose its last lines
look() {
	local t
	t=$(date -u -d "2026-11-30T16:00:00Z + $1 minutes" +%FT%TZ)
	case $((RANDOM % 8)) in
	0) act fault kind=secondary retry:=50 ;;
	1) act fault kind=html status:=502 ;;
	2) act fault kind=truncated ;;
	esac
	case $((RANDOM % 4)) in
	0) tick "$t" head -n $((RANDOM % 4)) ;;
	*) tick "$t" cat ;;
	esac >>ticks
	act calm
}

# walk SEED
walk() {
	local i k last=4 state=() turned=()
	RANDOM=$1
	github
	for ((i = 1; i <= last; i++)); do
		act open pull:=$i checks:='[{"name":"build","state":"queued"}]'
		state[i]=open
	done
	sgt-watch add "$REPO" --to human:ann --window 0s >added
	tick 2026-11-30T16:00:00Z cat >ticks
	for ((i = 1; i <= ${SGT_STEPS:-6}; i++)); do
		act at at="$(date -u -d "2026-11-30T16:00:30Z + $((4 * i - 4)) minutes" +%FT%TZ)"
		for ((k = RANDOM % 6; k > 0; k--)); do step; done
		look $((4 * i))
		# until one look has come through: what was done has been seen
		act calm
		tick "$(date -u -d "2026-11-30T16:02:00Z + $((4 * i)) minutes" +%FT%TZ)" cat >>ticks
		turned=()
	done
	for ((i = 0; i < 3; i++)); do
		tick "2026-11-30T2$i:00:00Z" cat >>ticks
	done
	sgt-journal read | jq -c '{type, phase, priority, time,
		n: (.subject | sub(".*#"; "#")), id, revision: .data.revision,
		keys: [.data.entries[]?.key]}' >told
}

# told TYPE...: "TYPE #N", sorted
told() {
	jq -r --args 'select(.type as $t | $ARGS.positional | index($t))
		| "\(.type | sub(".*[.]"; "")) \(.n)"' "$@" <told | sort
}

# What holds of any history.
holds() {
	sort acts >want
	told github.pull_request.opened github.pull_request.closed \
		github.pull_request.reopened | diff want - || return
	# nothing twice; one verdict and one ready a head
	[ -z "$(jq -r .id told | sort | uniq -d)" ] || return
	jq -s 'map(select(.phase == "began" and .priority == "attention")
			| [.n, .revision, .type]) | group_by(.)
		| map(select(length > 1)) == []' told | grep -q true || return
	jq -s 'map(select(.phase == "once") | [.n, .keys])
		| length == (unique | length)' told | grep -q true || return
	# of one that is closed nothing is told until it is opened again
	jq -sc 'group_by(.n)[]
		| sort_by(.time, .type != "github.pull_request.reopened")
		| reduce .[] as $e ({closed: false};
			if $e.type == "github.pull_request.closed" then .closed = true
			elif $e.type == "github.pull_request.reopened"
			then .closed = false
			elif .closed and $e.phase != "ended" then .bad += [$e]
			else . end)
		| .bad // empty' told >bad
	[ ! -s bad ] || { cat bad && return 1; }
}

# trial SEED
trial() {
	walk "$1"
	holds || { jq -c "[.time[11:16], .n, .phase, .type, .keys]" told; cat acts; return 1; }
	[ "$(jq -c 'select(.phase == "began")' told | wc -l)" -gt 0 ]
}

@test "a random walk: each fact once, nothing of one that is closed (1)" {
	trial "${SGT_SEED-1}"
}

@test "a random walk: each fact once, nothing of one that is closed (2)" {
	trial "${SGT_SEED-2}2"
}
