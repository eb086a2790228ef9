# shellcheck disable=SC2016,SC2030,SC2031,SC2094
load helper

# golden KIND: each saved answer of t/golden/kinds/KIND gives exactly what its file says.
golden() {
	local file bad=0 n=0
	for file in "$TOP/t/golden/kinds/$1"/*.json; do
		n=$((n + 1))
		jq .given "$file" >saved.json
		jq -S '.expect[]' "$file" >want
		expect 0 sgt-probe explain --kind "$1" --saved saved.json \
			"$(jq -r .subject "$file")" || bad=1
		jq -S 'select(.data) | {subject} + .data | del(.kind)' .out >got
		diff want got || { echo "^ $file" && bad=1; }
	done
	[ "$n" -gt 0 ] && return $bad
}

@test "http says of each saved answer what its table says" {
	golden http
}

@test "command says of each saved run what its table says" {
	golden command
}

@test "github_repository says of each saved answer what its table says" {
	golden github_repository
}

@test "github_workflow_run says of each saved answer what its table says" {
	golden github_workflow_run
}

@test "git says of each saved answer what its table says" {
	golden git
}

# kind NAME [JSON]: a kind in a folder of its own; JSON changes kind.json.
kind() {
	mkdir -p "kinds/$1"
	jq -n --arg kind "$1" '{$kind, scheme: $kind,
		subject: "\($kind):(?<name>[a-z]+)", transport: "exec",
		default_types: ["\($kind).*"],
		cadence: {every: "60s", floor: "10s"}} * '"${2-{\}}" \
		>"kinds/$1/kind.json"
	cat >"kinds/$1/kind.jq" <<'JQ'
def requests: .subjects[] | {id: .subject, argv: ["echo", .names.name]};
def observe: .responses as $r | .subjects[] | {subject, entries: [{
  key: "said:\($r[0].body[:-1])", severity: "wake", resets_on: "absence",
  type: "x.said", brief: "said"}]};
JQ
	export SERGEANT_KINDS=$PWD/kinds
}

@test "kinds lists what can be looked at, ours and the user's" {
	kind zoo
	mkdir -p "$SERGEANT_CONFIG/kinds"
	expect 0 sgt-probe kinds
	complains
	[ "$(jq -r .kind.kind .out | xargs)" = \
		"$(cd "$TOP/share/kinds" && printf '%s ' */ | tr -d /)zoo" ]
	[ "$(jq -r 'select(.kind.kind == "zoo").folder' .out)" = "$PWD/kinds/zoo" ]
}

@test "check compiles each kind and names what is wrong" {
	expect 0 sgt-probe check http
	says "$TOP/share/kinds/http"
	complains
	kind zoo
	echo 'def requests: 1 +;' >kinds/zoo/kind.jq
	expect 78 sgt-probe check zoo
	says
	complains "sgt-probe: $PWD/kinds/zoo/kind.jq:1: syntax error, unexpected ';'"
	expect 78 sgt-probe check nosuch
	says
	complains "sgt-probe: there is no kind 'nosuch'"
}

@test "an unknown member of kind.json is refused by name, and stops no other" {
	kind zoo '{colour: "red"}'
	kind yak '{cadence: {every: "5s"}}'
	kind elk '{subject: "elk:("}'
	kind ant
	echo ant:a | expect 78 sgt-probe
	complains \
		"~sgt-probe: $PWD/kinds/elk/kind.json: 'subject': at byte 5: .*" \
		"sgt-probe: $PWD/kinds/yak/kind.json: 'every' is below 'floor'" \
		"sgt-probe: $PWD/kinds/zoo/kind.json: unknown member 'colour'"
	[ "$(jq -r '.data.entries[].key' .out)" = said:a ]
}

@test "a program is told the time in both operations, and its constants" {
	kind ant '{constants: {word: "tick"}}'
	cat >kinds/ant/kind.jq <<'JQ'
def requests: .now as $now | .subjects[] | {id: .subject, argv: ["echo", "\($now)"]};
def observe: .now as $now | .responses as $r | .subjects[] | {subject, entries: [{
  key: "\($kind.constants.word) \($now - ($r[0].body | tonumber))", severity: "wake",
  resets_on: "absence", type: "x.said", brief: "said"}]};
JQ
	echo ant:a | SGT_NOW=2026-11-30T16:00:00Z expect 0 sgt-probe && complains
	[ "$(jq -r '.data.entries[].key' .out)" = 'tick 0' ]
	jq '.constants = 1' kinds/ant/kind.json >new && mv new kinds/ant/kind.json
	expect 78 sgt-probe check
	complains "sgt-probe: $PWD/kinds/ant/kind.json: 'constants' is no object"
}

@test "a library beside the folder goes before the program" {
	kind ant '{library: ["words", "more"]}'
	echo 'def word: "said";' >kinds/words.jq
	echo 'def both($k): word + ":" + $k;' >kinds/more.jq
	sed -i 's/key: "said:.*\[:-1\])"/key: both($r[0].body[:-1])/' \
		kinds/ant/kind.jq
	echo ant:a | expect 0 sgt-probe && complains
	[ "$(jq -r '.data.entries[].key' .out)" = said:a ]
}

@test "what is wrong in a library or after it is named by its own file and line" {
	kind ant '{library: ["words", "more"]}'
	printf 'def word: "said";\n\n' >kinds/words.jq
	printf 'def one: 1;\ndef two: 1 +;\n' >kinds/more.jq
	expect 78 sgt-probe check ant
	complains "sgt-probe: $PWD/kinds/more.jq:2: syntax error, unexpected ';'"
	echo 'def two: 2;' >kinds/more.jq
	expect 0 sgt-probe check ant
	echo 'def three: 1 +;' >>kinds/ant/kind.jq
	expect 78 sgt-probe check ant
	complains "sgt-probe: $PWD/kinds/ant/kind.jq:5: syntax error, unexpected ';'"
}

@test "a library that is not there, or no name, is refused by name" {
	kind ant '{library: ["words"]}'
	kind bee '{library: ["../words"]}'
	expect 78 sgt-probe check
	complains "sgt-probe: $PWD/kinds/words.jq: there is no such file" \
		"sgt-probe: $PWD/kinds/bee/kind.json: 'library' has what is no name"
}

@test "what was stored of a look is not used after its library changed" {
	kind ant '{library: ["words"]}'
	echo 'def word: "one";' >kinds/words.jq
	sed -i 's/key: "said:.*\[:-1\])"/key: word/; s/entries:/recheck_at: 1896134400000, entries:/' \
		kinds/ant/kind.jq
	echo ant:a | expect 0 sgt-probe
	[ "$(jq -r '.data.entries[].key' .out)" = one ]
	echo 'def word: "two";' >kinds/words.jq
	echo ant:a | expect 0 sgt-probe
	[ "$(jq -r '.data.entries[].key' .out)" = two ]
}

@test "a kind that all may write is refused, and stops no other" {
	kind ant
	kind zoo
	chmod 666 kinds/zoo/kind.jq
	echo ant:a | expect 77 sgt-probe
	complains "sgt-probe: cannot use '$PWD/kinds/zoo/kind.jq': it may be written by others"
	[ "$(jq -r '.data.entries[].key' .out)" = said:a ]
}

@test "a kind that is already there is refused with both folders" {
	kind http
	expect 78 sgt-probe kinds
	complains "sgt-probe: $PWD/kinds/http: kind 'http' is already in $TOP/share/kinds/http"
}

@test "two kinds that claim one subject are told to the user" {
	kind ant
	kind bee '{subject: "ant:(?<name>[a-z]+)"}'
	expect 64 sgt-probe explain ant:a
	says
	complains "sgt-probe: kinds 'ant' and 'bee' both claim 'ant:a'"
	expect 0 sgt-probe explain --kind bee ant:a
}

@test "a URL becomes the canonical subject of the kind that knows it" {
	kind ant '{urls: [{match: "https://ants[.]invalid/(?<n>[A-Za-z]+)",
		subject: "ant:{n}", lower: ["n"]}]}'
	expect 0 sgt-probe explain https://ants.invalid/Bob
	[ "$(jq -r .subject .out)" = ant:bob ]
	expect 0 sgt-probe explain https://ants.invalid/
	[ "$(jq -r .kind .out)" = http ]
}

@test "explain shows the request without its query and headers" {
	echo '{"config":{"headers":{"X-Key":"hunter2"}}}' >saved.json
	expect 0 sgt-probe explain --saved saved.json \
		'https://example.invalid/a?token=hunter2'
	[ "$(jq -c .requests .out)" = '[{"method":"GET","url":"https://example.invalid/a","headers":["X-Key"],"timeout":10000}]' ]
	jq 'del(.subject)' .out >rest
	run ! grep hunter2 rest
}

@test "git takes neither other transports, nor options, nor passwords" {
	local s
	expect 65 sgt-probe explain 'git:https://a.invalid/b?token=hunter2#main'
	says
	complains "sgt-probe: no kind claims 'git:https://a.invalid/b'"
	expect 65 sgt-probe explain 'foo://me:hunter2@a.invalid/b'
	says
	complains "sgt-probe: no kind claims 'foo://'"
	for s in 'git:ext::sh#main' 'git:http://a.invalid/b#main' \
		'git:https://me:pw@a.invalid/b#main' 'git:--upload-pack=x#main' \
		'git:ssh://-oProxyCommand=x/y#main' 'git:/srv/x#--all' \
		'git:/srv/x#a..b' 'git:relative#main'; do
		expect 65 sgt-probe explain "$s"
		says || return
	done
	expect 0 sgt-probe explain git:git@example.invalid:a/b.git#main
	[ "$(jq -c '.requests[0].argv' .out)" = '["git","ls-remote","--quiet","--","git@example.invalid:a/b.git","refs/heads/main","refs/tags/main"]' ]
	expect 0 sgt-probe explain git:/srv/x
	[ "$(jq -r .subject .out)" = git:/srv/x#HEAD ]
}
