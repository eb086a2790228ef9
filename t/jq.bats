# shellcheck disable=SC2016,SC2030,SC2031,SC2094
load helper

# lacks TEXT FILE...: it is in none of them, nor below
lacks() {
	if grep -ra "$@"; then
		return 1
	fi
}

# What a jq program may not do is an error of its kind or watch, and of nothing else.

# kind NAME OBSERVE: a kind whose observe is that text, beside one that is fine.
kind() {
	local name
	for name in "$1" good; do
		mkdir -p "kinds/$name"
		jq -n --arg kind "$name" '{$kind, scheme: $kind,
			subject: "\($kind):[a-z]+", transport: "exec",
			default_types: ["*"],
			cadence: {every: "60s", floor: "10s"}}' \
			>"kinds/$name/kind.json"
	done
	echo 'def requests: .subjects[] | {id: .subject, argv: ["true"]};' |
		tee "kinds/$1/kind.jq" >kinds/good/kind.jq
	echo 'def observe: .subjects[] | {subject};' >>kinds/good/kind.jq
	echo "$2" >>"kinds/$1/kind.jq"
	export SERGEANT_KINDS=$PWD/kinds
}

# look: bad:a, bad:b and good:a; prints subject, class and brief of each.
look() {
	printf '%s\n' bad:a good:a bad:b | sgt-probe >.obs 2>.warn
	jq -r '[.subject, .data.error.class // "fine",
		.data.error.brief // ""] | join(" ")' .obs | sort
}

@test "a token in the environment is not to be had" {
	kind bad 'def observe: .subjects[] | {subject, revision: (
		([$ENV | to_entries[]] + [env | to_entries[]]) | tostring)};'
	export SERGEANT_TOKEN=hunter2
	printf 'bad:a\n' | expect 0 sgt-probe
	[ "$(jq -r .data.revision .out)" = '[]' ]
	run ! grep -r hunter2 .out .err "$SERGEANT_HOME"
}

@test "a worker has no variable, no descriptor but its socket, and dies with us" {
	local me pid n=0
	kind bad 'def observe: last(repeat(1));'
	echo bad:a >lines
	SERGEANT_TOKEN=hunter2 sgt-probe lines >.out 3>&- 4<lines &
	me=$!
	while [ -z "$(pgrep -P $me -r R)" ] && ((n++ < 200)); do
		read -rt 0.05 <> <(:) || :
	done
	pid=$(pgrep -P $me -r R | tail -n 1)
	lacks 'hunter2\|HOME' "/proc/$pid/environ"
	[ "$(cd "/proc/$pid/fd" && echo *)" = '0 1 2' ]
	[ "$(readlink "/proc/$pid/fd/1" "/proc/$pid/fd/2" | uniq)" = /dev/null ]
	grep -q '^Max file size *0 *0 ' "/proc/$pid/limits"
	grep -q '^Max open files *3 *3 ' "/proc/$pid/limits"
	grep -q '^Max core file size *0 *0 ' "/proc/$pid/limits"
	kill -9 $me
	n=0
	while [ -d "/proc/$pid" ] && ! grep -q '^State:.Z' "/proc/$pid/status" &&
		((n++ < 200)); do
		read -rt 0.05 <> <(:) || :
	done
	[ $n -lt 200 ]
}

@test "a JSON file beside the program is not to be had" {
	echo '{"secret":"hunter2"}' >secret.json
	kind bad "import \"$PWD/secret\" as \$s; def observe: .subjects[] | {subject, revision: \$s};"
	expect 0 look
	says "bad:a unknown $PWD/kinds/bad/kind.jq:2: syntax error, unexpected import" \
		"bad:b unknown $PWD/kinds/bad/kind.jq:2: syntax error, unexpected import" \
		'good:a fine '
	kind bad "def observe: include \"$PWD/secret\"; .subjects[] | {subject};"
	expect 0 look
	says "~bad:a unknown .*unexpected include" "~bad:b unknown .*unexpected include" 'good:a fine '
	kind bad "def observe: \"$PWD/secret\" | modulemeta;"
	expect 0 look
	says "~bad:a malformed .*modulemeta is not to be had here" \
		"~bad:b malformed .*modulemeta is not to be had here" 'good:a fine '
}

@test "a ~/.jq is not read" {
	kind bad 'def observe: .subjects[] | {subject, revision: ([1] | map(.) | tostring)};'
	echo 'def map(f): "hunter2"; syntax error here' >"$HOME/.jq"
	printf 'bad:a\n' | expect 0 sgt-probe
	rm "$HOME/.jq"
	[ "$(jq -r .data.revision .out)" = '[1]' ]
}

@test "an abort touches its own subjects alone, and the kind is skipped after two" {
	kind bad 'def observe: 1e18 | todate;'
	expect 0 look
	says "~bad:a unknown $PWD/kinds/bad/kind.jq: the worker was ended by signal [0-9]+" \
		"~bad:b unknown $PWD/kinds/bad/kind.jq: the worker was ended by signal [0-9]+" \
		'good:a fine '
	printf '%s\n' bad:a bad:b bad:c good:a | expect 78 sgt-probe
	complains "sgt-probe: $PWD/kinds/bad/kind.jq: skipped after 2 failures"
	[ "$(jq -r 'select(.data.error == null).subject' .out)" = good:a ]
	[ "$(wc -l <.out)" = 4 ]
}

@test "an endless loop is ended at its deadline" {
	kind bad 'def observe: last(repeat(1));'
	printf '%s\n' bad:a good:a | expect 0 sgt-probe
	[ "$(jq -r '.data.error.brief // "fine"' .out | sort)" = "$(printf '%s\n' \
		"$PWD/kinds/bad/kind.jq: no answer within 5000 ms" fine | sort)" ]
}

@test "an endless recursion is contained" {
	kind bad 'def f: 1 + f; def observe: f;'
	expect 0 look
	[ "$(grep -c '^bad:. unknown ' .out)" = 2 ]
	[ "$(grep -c '^good:a fine' .out)" = 1 ]
}

# bats test_tags=fault
@test "too much memory is contained" {
	kind bad 'def observe: reduce range(1e9) as $i ([]; . + [$i, "\($i)"]);'
	expect 0 look
	[ "$(grep -c '^bad:. unknown ' .out)" = 2 ]
	[ "$(grep -c '^good:a fine' .out)" = 1 ]
}

@test "too much output is cut" {
	kind bad 'def observe: .subjects[] | {subject, revision: ("x" * 1000)} | range(1e6) as $i | .;'
	expect 0 look
	[ "$(grep -c '^good:a fine' .out)" = 1 ]
	[ "$(wc -l <.out)" -le 4 ]
}

@test "a file is not written, and nothing printed reaches stderr" {
	kind bad 'def observe: .subjects[] | {subject} | debug | stderr;'
	expect 0 look
	says 'bad:a fine ' 'bad:b fine ' 'good:a fine '
	[ ! -s .warn ]
}

@test "what looks like the end of the stream is not taken for it" {
	kind bad 'def observe: error(null);'
	expect 0 look
	says "~bad:a malformed .*kind.jq: null" "~bad:b malformed .*kind.jq: null" 'good:a fine '
	kind bad 'def observe: halt;'
	expect 0 look
	says "~bad:a malformed .*halt is not to be had here" \
		"~bad:b malformed .*halt is not to be had here" 'good:a fine '
	kind bad 'def observe: empty;'
	expect 0 look
	says "bad:a malformed kind 'bad' said nothing of it" \
		"bad:b malformed kind 'bad' said nothing of it" 'good:a fine '
}

@test "what a kind says is checked" {
	local text
	while read -r text; do
		kind bad "def observe: .subjects[] | $text;"
		expect 0 look
		[ "$(grep -c '^bad:. malformed ' .out)" = 2 ] ||
			{ echo "$text" && cat .out && return 1; }
		[ "$(grep -c '^good:a fine' .out)" = 1 ]
	done <<'TEXTS'
"text"
{subject, colour: 1}
{subject, revision: 7}
{subject, entries: [{key: "a"}]}
{subject, entries: [{key: "a", severity: "loud", resets_on: "never", type: "x"}]}
{subject, entries: [{key: "a", severity: "wake", resets_on: "never", type: "x", x: 1}]}
{subject, entries: [{key: "a\nb", severity: "wake", resets_on: "never", type: "x"}]}
{subject, cursor: ("x" * 20000)}
{subject: "other:thing", collection: "other:collection"}
{subject, complete: "yes"}
TEXTS
}

# due JSON: a due line about a command that prints {"a":1}, with that config.
due() {
	event sergeant.watch.due id="due_$1" subject=command:a watch="$1" \
		data:="{\"kind\":\"command\",\"config\":$2}"
}

@test "of conditions the watch that failed is left out, never the set" {
	local argv='"argv":["echo","{\"a\":1}"]'
	{
		due sen_01JDYB2C3D4E5F6G7H8J9K0M1A "{$argv,\"when\":{\"one\":\".a == 1\"}}"
		due sen_01JDYB2C3D4E5F6G7H8J9K0M1B "{$argv,\"when\":{\"one\":\".a == 1\",\"loop\":\"last(repeat(1))\"}}"
		due sen_01JDYB2C3D4E5F6G7H8J9K0M1C "{$argv,\"when\":{\"abort\":\"1e18 | todate\"}}"
		due sen_01JDYB2C3D4E5F6G7H8J9K0M1D "{$argv,\"when\":{\"wrong\":\".a.b\"}}"
		due sen_01JDYB2C3D4E5F6G7H8J9K0M1E "{$argv,\"when\":{\"broken\":\".a ==\"}}"
		due sen_01JDYB2C3D4E5F6G7H8J9K0M1F "{$argv,\"when\":{\"two\":\".a < 2\"}}"
	} >lines
	expect 0 sgt-probe lines
	complains
	jq -r '[.watch[-1:], .data.complete, .data.error.brief // "fine",
		.data.entries[].key] | join(" ")' .out |
		sed 's/signal [0-9]*/signal N/' | sort >got
	diff - got <<'WANT'
A true fine when:one
B false --when 'loop': condition: no answer within 2000 ms when:one
C false --when 'abort': condition: the worker was ended by signal N
D false --when 'wrong': Cannot index number with string "b"
E false --when 'broken': does not compile
F true fine when:two
WANT
}
