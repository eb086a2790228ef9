# The closed vocabulary of the program tests: setup event expect says complains
# fake at.  Four beats: what is given, expect STATUS COMMAND..., says what is on
# stdout, complains what is on stderr.

bats_require_minimum_version 1.5.0

# A home of its own, the build's programs first on PATH, nothing from outside.
setup() {
	local name
	TOP=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)
	for name in ${!SERGEANT_*} ${!SGT_*} ${!XDG_*} ${!GIT_*} \
		CREDENTIALS_DIRECTORY GH_TOKEN GITHUB_TOKEN NOTIFY_SOCKET; do
		unset "$name"
	done
	export TOP BUILD=${BUILD:-$TOP/build} LC_ALL=C TZ=UTC
	export HOME=$BATS_TEST_TMPDIR/home TMPDIR=$BATS_TEST_TMPDIR
	export SERGEANT_HOME=$BATS_TEST_TMPDIR/state
	export SERGEANT_CONFIG=$BATS_TEST_TMPDIR/config
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
	export PATH=$BATS_TEST_TMPDIR/fake:$BUILD/bin:/usr/local/bin:/usr/bin:/bin
	PATH+=:/usr/local/sbin:/usr/sbin:/sbin
	at 2026-11-30T16:00:00.000Z
	mkdir -p "$HOME" "$BATS_TEST_TMPDIR/fake" &&
		cd "$BATS_TEST_TMPDIR" || return
}

# at TIME: what every program takes for now.
at() { export SGT_NOW=$1; }

# event TYPE [NAME=TEXT | NAME:=JSON]...: one line, its names as in sgt-events(7).
event() {
	local type=$1 id=e1 rest='' member
	shift
	for member; do
		case ${member%%=*} in
		id) id=${member#*=} ;;
		*:) rest+=",\"${member%%:=*}\":${member#*:=}" ;;
		*) rest+=",\"${member%%=*}\":\"${member#*=}\"" ;;
		esac
	done
	printf '{"specversion":"1.0","type":"%s","id":"%s",' "$type" "$id"
	printf '"source":"//sergeant.local/test"%s}\n' "$rest"
}

# fake NAME <<SCRIPT: an executable that is found before the real one.
fake() {
	cat >"$BATS_TEST_TMPDIR/fake/$1" && chmod +x "$BATS_TEST_TMPDIR/fake/$1"
}

# expect STATUS COMMAND...: run it, keep what it prints.
expect() {
	local want=$1 got=0
	shift
	"$@" >"$BATS_TEST_TMPDIR/.out" 2>"$BATS_TEST_TMPDIR/.err" || got=$?
	[ "$got" -eq "$want" ] && return
	echo "status $got, not $want: $*"
	head -n 20 "$BATS_TEST_TMPDIR/.out" "$BATS_TEST_TMPDIR/.err"
	return 1
}

# says LINE...: all of stdout; ~LINE is an extended regular expression.
says() { lines_are .out "$@"; }

# complains LINE...: all of stderr.
complains() { lines_are .err "$@"; }

lines_are() {
	local file=$1 i bad=0 got want=("${@:2}")
	mapfile -t got <"$BATS_TEST_TMPDIR/$file"
	[ ${#got[@]} = ${#want[@]} ] || bad=1
	for ((i = 0; bad == 0 && i < ${#got[@]}; i++)); do
		[ "${got[i]}" = "${want[i]}" ] || [[ ${want[i]} == \~* &&
			${got[i]} =~ ^(${want[i]#\~})$ ]] || bad=1
	done
	[ $bad = 1 ] || return 0
	printf '%s, line %d: wanted, got:\n' "$file" "$i"
	printf '+ %s\n' "${want[@]}"
	cat -v "$BATS_TEST_TMPDIR/$file"
	return 1
}
