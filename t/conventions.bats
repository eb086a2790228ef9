load helper

# Every program of the build, and every "PROGRAM VERB".
programs() {
	local p
	for p in "$BUILD"/bin/*; do
		echo "${p##*/}"
	done
}

commands() {
	local p
	for p in $(programs); do
		echo "$p"
		# most verbs of sgt are programs
		[ "$p" != sgt ] || { echo 'sgt status' && continue; }
		"$p" --options | sed -n "s/^\([^-\t]*\)\t.*/$p \1/p"
	done
}

# each LIST FUNCTION: FUNCTION for every line of LIST, naming those that fail
each() {
	local line bad=0 n=0
	while read -r -a line; do
		n=$((n + 1))
		"$2" "${line[@]}" || { echo "^ ${line[*]}" && bad=1; }
	done < <("$1")
	[ "$n" -gt 0 ] && return $bad
}

# A crash, a sanitizer's report, a bug of ours or a killing is never an answer.
answers() {
	case $1 in
	0 | 1 | 64 | 65 | 71 | 74 | 75 | 77 | 78) ;;
	*) echo "status $1" && return 1 ;;
	esac
}

helps() {
	expect 0 "$@" --help
	complains || return
	[ "$(wc -l <.out)" -le 24 ] || { echo 'over 24 lines' && return 1; }
	! grep -E '.{81}' .out || return
	head -n 1 .out | grep "^$* - ." && sed -n 2p .out | grep "^usage: $*"
}

@test "--help fits a screen of 80 columns and 24 lines" {
	each commands helps
}

versions() {
	expect 0 "$1" --version
	says "~$1 [0-9]+\.[0-9]+\.[0-9]+"
	complains
}

@test "--version is one line" {
	each programs versions
}

refuses() {
	expect 64 "$@" --no-such-option
	says || return
	complains "$1: unknown option '--no-such-option'" "~usage: $*( .*)?" ||
		return
	! grep -E '.{81}' .err
}

@test "an unknown option is two lines on stderr and 64" {
	each commands refuses
}

abbreviates() {
	expect 64 "$@" --vers
	says &&
		complains "$1: unknown option '--vers'; did you mean '--version'?" \
			'~usage: .*'
}

@test "a long option is not abbreviated" {
	each programs abbreviates
}

documents() {
	local page=$TOP/man/$1.1 name
	[ -e "$page" ] || return 0
	"$@" --options >.options
	while IFS=$'\t' read -r name _; do
		case $name in
		--*)
			name=${name#--}
			grep -Eq -- "Fl -${name%%=*}( |\$)" "$page" ;;
		*) grep -Eq -- "(Ic|Cm|Nm|Xr) (sgt-)?$name( |\$)" "$page" ;;
		esac || { echo "not in the page: $name" && return 1; }
	done <.options
}

@test "every option and verb is in the man page" {
	each commands documents
}

fills() {
	"$@" --help >/dev/full 2>.err && return 1
	[ $? = 74 ] || return
	complains "$1: cannot write to stdout: No space left on device"
}

@test "a full disk behind stdout is 74" {
	each commands fills
}

leaves() {
	local got=0
	exec 9> >(exit) && wait $!
	"$@" --help >&9 2>.err 9>&- || got=$?
	exec 9>&-
	# a filter dies of SIGPIPE; who commits says so
	[ $got = 141 ] || {
		[ $got = 74 ] &&
			complains "$1: cannot write to stdout: Broken pipe"
	}
}

@test "a reader that has left is SIGPIPE or 74, never success" {
	each commands leaves
}

stops_at_no_time() {
	SGT_NOW=soon expect 78 "$1" </dev/null && says || return
	complains "$1: SGT_NOW is neither RFC 3339 nor milliseconds: 'soon'"
}

@test "a time that is none is 78, and said" {
	each programs stops_at_no_time
}

closes() {
	local got=0
	timeout 5 "$@" <&- >.out 2>.err || got=$?
	# some wait for something else than stdin
	[ $got = 124 ] || answers $got
}

@test "a closed stdin is no crash" {
	each commands closes
}

closes_stdout() {
	local got=0
	"$1" --version >&- 2>.err || got=$?
	[ $got = 74 ] || { echo "status $got" && return 1; }
	complains "$1: cannot write to stdout: Bad file descriptor"
}

@test "a closed stdout is 74" {
	each programs closes_stdout
}

swallows() {
	local got=0
	[ "$*" != "sgt-watch add" ] || set -- "$@" -
	timeout 5 "$@" <noise >.out 2>.err || got=$?
	[ $got = 124 ] || answers $got
	! grep -q '[^[:print:][:space:]]' .err
}

@test "random bytes on stdin crash nobody and never reach the terminal" {
	for seed in 1 2 3; do
		openssl enc -aes-128-ctr -nosalt -pass pass:$seed -pbkdf2 \
			-in /dev/zero 2>&- | head -c 65536 >noise
		each commands swallows
	done
}

@test "sgt lists every program, in the program's own words" {
	for program in $(programs); do
		[ "$program" != sgt ] || continue
		"$program" --help | sed -n "1s/^sgt-\(.*\) - /\1\t/p"
	done | sort >theirs
	sgt --options | grep '^[^-]' | grep -Ev '^(help|status)\b' | sort >ours
	diff ours theirs
}
