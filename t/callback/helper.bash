# What the tests of the callback protocol share: a fleet of its own, consumers,
# and the program under test, $SGT_CALLBACK or the build's.

# The vocabulary of all program tests, and a fleet with task t1, profiles beside.
setup() {
	# what is ours is unset by the setup of all
	cb=${SGT_CALLBACK:-sgt-callback}
	# shellcheck disable=SC1091 # the one beside
	. "${BASH_SOURCE[0]%/callback/*}/helper.bash" && setup || return
	# shellcheck disable=SC2034 # what tests use
	c=fleet/t1/.callbacks key=sgt-callback-v1:req-7f91b230
	export SERGEANT_FLEET=$PWD/fleet SERGEANT_CALLBACKS=$PWD/profiles
	mkdir -p fleet/t1 && mkdir -m 0700 profiles
}

# consumer NAME <<SCRIPT: a profile
consumer() {
	cat >"profiles/$1" && chmod 0700 "profiles/$1"
}

# answering NAME STATUS [MEMBERS]: one that keeps what it reads in NAME.log
answering() {
	consumer "$1" <<-END
	#!/bin/sh
	read -r line
	printf '%s\n' "\$line" >>"$PWD/$1.log"
	key=\${line#*idempotency_key\":\"}
	printf '{"idempotency_key":"%s",$3"status":"$2","version":"%s"}\n' \
		"\${key%%\"*}" sergeant.callback-ack/v1
	END
}

# saying NAME TEXT: one that prints just this
saying() {
	printf '%s' "$2" >"$1.says"
	consumer "$1" <<-END
	#!/bin/sh
	cat >/dev/null
	cat "$PWD/$1.says"
	END
}

# origin [TASK [PROFILE [CORRELATION]]]: bound, its profile there
origin() {
	mkdir -p "fleet/${1:-t1}"
	[ -e "profiles/${2:-p}" ] || answering "${2:-p}" ack
	"$cb" register "${1:-t1}" "${2:-p}" "${3:-req-7f91b230}" &&
		[ -f "fleet/${1:-t1}/.callbacks/origin.json" ]
}

# event_of SOURCE [PAYLOAD [TASK [TYPE]]]: an event is made
event_of() {
	printf '%s\n' "${2:-Choose A or B.}" |
		"$cb" enqueue "${3:-t1}" "${4:-needs_input}" "$1"
}

# state GENERATION [TASK]: state.json, nothing else
state() { cat "fleet/${2:-t1}/.callbacks/events/$(printf %08d "$1")/state.json"; }

# member NAME GENERATION [TASK]: one of its members
member() { state "$2" "${3:-t1}" | jq -c ".$1"; }

# set_state GENERATION FILTER [TASK]: as another program of the protocol would
set_state() {
	local dir
	dir=fleet/${3:-t1}/.callbacks/events/$(printf %08d "$1")
	(
		umask 077
		jq -cS "$2" "$dir/state.json" >"$dir/.new"
	) && mv "$dir/.new" "$dir/state.json"
}

# tree [PATH]: all there is, to the byte
tree() {
	find "${1:-fleet}" -printf '%P %y %m %T@ %l\n' | sort
	find "${1:-fleet}" -type f -print0 | sort -z | xargs -0r sha256sum
}

# until_is COMMAND...: poll for it, at most ten seconds
until_is() {
	local n
	for ((n = 0; n < 1000; n++)); do
		"$@" && return
		read -r -t 0.01 <><(:) || :
	done
	echo "never: $*"
	return 1
}

# root_only: what needs another user
root_only() {
	[ "$(id -u)" = 0 ] || skip 'needs root, and is not'
	command -v setpriv >/dev/null || skip 'needs setpriv'
}

# ---- for the conformance suite: any implementation, its own clock ----

# real_time: nothing of ours stands still
real_time() {
	unset SGT_NOW
	export SGT_CALLBACK_RETRY_BASE_SECONDS=300
}

# does COMMAND...: success, and what it says is in .out
does() { expect 0 "$cb" "$@"; }

# fails COMMAND...: neither success nor a crash, and no word on stdout
fails() {
	local got=0
	"$cb" "$@" >.out 2>.err || got=$?
	{ [ $got -gt 0 ] && [ $got -lt 126 ] && [ ! -s .out ]; } && return
	echo "status $got: $*"
	head -n 5 .out .err
	return 1
}

# due GENERATION: its wait is over
due() { set_state "$1" '.next_attempt_at=0'; }

# drained ACKNOWLEDGED ATTEMPTED PENDING: what a drain of t1 says
drained() {
	does drain t1 || return
	says "{\"acknowledged\":$1,\"attempted\":$2,\"pending\":$3}"
}

answer() {
	printf '{"idempotency_key":"%s","status":"%s","version":"sergeant.callback-ack/v1"}' "$@"
}

# figures ACKNOWLEDGED ATTEMPTED PENDING: the line of a drain
figures() { printf '{"acknowledged":%d,"attempted":%d,"pending":%d}' "$@"; }
