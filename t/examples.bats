load helper

# The examples of every manual page and of README.md are run: each page in a
# home of its own, in one shell, on a terminal, in their order.  What is printed
# after a command is what it prints; "..." stands for what differs from one
# machine, or run, to another, and so
# do ids and the user.  A command after which the page asks $? may
# fail, no other.

# In DIRECTORY: what the shell runs, and how it says where one command ends.
session() {
	local file status=0
	stty cols 100 -onlcr
	exec 2>&1
	# colours are no part of an answer
	# shellcheck disable=SC2317 # the examples call it
	jq() { command jq -M "$@"; }
	for file in "$PWD"/.ex/*.do; do
		(exit $status)
		# shellcheck disable=SC1090 # an example
		. "$file"
		status=$?
		printf '\001%d\n' $status
	done
	# shellcheck disable=SC2046 # a list of pids
	kill $(jobs -p) 2>/dev/null
	exit 0
}

# A literal text with "..." for anything, any id for an id, any user for anna.
is_like() {
	local pattern
	pattern=$(sed -E 's/[][\\*?]/\\&/g; s/\.\.\./*/g
		s/\<(sen_)[0-9A-Z]{26}/\1*/g; s/\<(msg_)[0-9a-f]+/\1*/g
		s/human:anna/human:*/g; s/  +/ */g' <<<"$2")
	# shellcheck disable=SC2053 # a pattern is meant
	[[ $1 == $pattern ]]
}

asks_status() {
	grep -qs '\$?' "$1"
}

# run PAGE
run_examples() {
	local i=0 got want status next bad=0 all=()
	"$TOP/t/tools/examples" "$1" .ex
	# what a make above us was told is not for a make below
	unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES O CC CFLAGS HARDEN WERROR
	declare -f session >.session
	echo session >>.session
	SHELL=/bin/bash TERM=dumb script -qec 'bash .session' .typescript \
		</dev/null >/dev/null
	all=(.ex/*.do)
	[ -e "${all[0]}" ] || { echo "no examples in $1" && return 1; }
	while IFS= read -r -d $'\001' got && IFS= read -r status; do
		want=$(cat "${all[i]%.do}.says")
		got=${got%$'\n'}
		next=${all[i + 1]-/dev/null}
		i=$((i + 1))
		if { [ "$status" != 0 ] && ! asks_status "$next"; } ||
			{ [ -n "$want" ] && ! is_like "$got" "$want"; }; then
			bad=1
			printf '%s\n' "\$ $(cat "${all[i - 1]}")" "wanted:" \
				"$want" "status $status, got:" "$got"
			break
		fi
	done < <(tail -n +2 .typescript)
	[ $bad = 0 ] && [ $i = ${#all[@]} ] && return
	echo "$i of ${#all[@]} examples of ${1##*/} were run"
	return 1
}

@test "the examples of sgt(1) are what happens" {
	run_examples "$TOP/man/sgt.1"
}

@test "the examples of sgt-watch(1) are what happens" {
	run_examples "$TOP/man/sgt-watch.1"
}

@test "the examples of sgt-probe(1) are what happens" {
	run_examples "$TOP/man/sgt-probe.1"
}

@test "the examples of sgt-decide(1) are what happens" {
	run_examples "$TOP/man/sgt-decide.1"
}

@test "the examples of sgt-deliver(1) are what happens" {
	run_examples "$TOP/man/sgt-deliver.1"
}

@test "the examples of sgt-tick(1) are what happens" {
	run_examples "$TOP/man/sgt-tick.1"
}

@test "the examples of sgt-journal(1) are what happens" {
	run_examples "$TOP/man/sgt-journal.1"
}

@test "the examples of sgt-inbox(1) are what happens" {
	run_examples "$TOP/man/sgt-inbox.1"
}

@test "the examples of sgt-callback(1) are what happens" {
	run_examples "$TOP/man/sgt-callback.1"
}

@test "the examples of sgt-waker(7) are what happens" {
	run_examples "$TOP/man/sgt-waker.7"
}

@test "the examples of sgt-dispatch(1) are what happens" {
	run_examples "$TOP/man/sgt-dispatch.1"
}

@test "the examples of sgt-notify(1) are what happens" {
	run_examples "$TOP/man/sgt-notify.1"
}

@test "the examples of sgt-cleanup(1) are what happens" {
	run_examples "$TOP/man/sgt-cleanup.1"
}

@test "the examples of sgt(7) are what happens" {
	run_examples "$TOP/man/sgt.7"
}

@test "the examples of sgt-events(7) are what happens" {
	run_examples "$TOP/man/sgt-events.7"
}

@test "the examples of sgt-kind(7) are what happens" {
	run_examples "$TOP/man/sgt-kind.7"
}

@test "the examples of sgt-store(5) are what happens" {
	run_examples "$TOP/man/sgt-store.5"
}

# what it runs it has built
# bats test_tags=still
@test "README leads from a clone to the first message" {
	[ -e "$TOP/.git" ] || skip 'this is no clone'
	run_examples "$TOP/README.md"
}
