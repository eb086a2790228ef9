# shellcheck disable=SC2016,SC2030,SC2031,SC2094
load helper
load peer

# lacks TEXT FILE...: it is in none of them, nor below
lacks() {
	if grep -ra "$@"; then
		return 1
	fi
}

@test "each due line is answered once, also what no kind claims" {
	serve
	echo '{"a":1}' >www/a.json
	{
		due "$BASE/a.json" '{}' A
		due "$BASE/a.json" '{}' B
		due bogus:x '{}' C
		due "$BASE/a.json" '{"kind":"nosuch"}' D
		due command:x '{}' E
		due "$BASE/a.json" '{"config":{"colour":"red"}}' F
		due "http://me:hunter2@$HOST/" '{}' G
		echo "$BASE/b.json"
	} >lines
	expect 0 sgt-probe lines
	complains
	jq -r '[.watch[-1:] // "-", .data.error.class // "fine",
		.data.error.brief // ""] | join(" ")' .out | sort >got
	diff - got <<-WANT
		- fine 
		A fine 
		B fine 
		C unsupported no kind claims 'bogus:x'
		D unsupported there is no kind 'nosuch'
		E unsupported kind 'command' needs 'argv' (command:NAME, with -- COMMAND ARG...)
		F unsupported kind 'http' takes no 'colour'
		G unsupported no kind claims 'http://'
	WANT
	[ "$(sort requests)" = "$(printf 'GET /a.json\nGET /b.json')" ]
}

@test "what is no due line is passed on, and a bad line stops nothing" {
	{ event x.y; echo '{"a":'; echo command:a; } >in
	expect 65 sgt-probe in
	complains "~sgt-probe: in:2: .*"
	[ "$(jq -r .type .out | xargs)" = 'x.y sergeant.observation' ]
}

@test "one URL is asked once for watches with different conditions" {
	serve
	echo '{"a":1}' >www/a.json
	{
		due "$BASE/a.json" '{"config":{"when":{"one":".a == 1"}}}' A
		due "$BASE/a.json" '{"config":{"when":{"two":".a == 2"}}}' B
		due "$BASE/a.json" '{"config":{"method":"HEAD"}}' C
	} >lines
	expect 0 sgt-probe lines
	[ "$(sort requests)" = "$(printf 'GET /a.json\nHEAD /a.json')" ]
	[ "$(of '[.entries[].key]' | xargs)" = '[when:one] [] []' ]
}

@test "an unchanged answer is not sent again, and its result is used again" {
	serve
	echo '{"a":1}' >www/a.json
	due "$BASE/a.json" '{"config":{"when":{"one":".a == 1"}}}' >lines
	expect 0 sgt-probe lines
	cp .out first
	at 2026-11-30T16:01:00Z
	expect 0 sgt-probe lines
	[ "$(sed -n 2p requests)" != 'GET /a.json' ]
	[[ $(sed -n 2p requests) == 'GET /a.json "'*'"' ]]
	diff <(jq .data first) <(jq .data .out)
	[ "$(jq -r .time .out)" = 2026-11-30T16:01:00.000Z ]
	echo '{"a":2}' >www/a.json
	expect 0 sgt-probe lines
	[ "$(of '.entries')" = '[]' ]
	# past its recheck_at all of it is asked and judged anew
	at 2026-11-30T18:00:00Z
	expect 0 sgt-probe lines
	[ "$(tail -n 1 requests)" = 'GET /a.json' ]
}

@test "a condition about headers is judged though the body is the same" {
	serve
	echo '{"a":1}' >www/a.json
	printf 'X-Left: 5\r\n' >www/a.json.head
	due "$BASE/a.json" '{"config":{"when":{"low":"($header[\"x-left\"] | tonumber) < 3"}}}' >lines
	expect 0 sgt-probe lines
	[ "$(of .entries)" = '[]' ]
	printf 'X-Left: 2\r\n' >www/a.json.head
	at 2026-11-30T16:01:00Z
	expect 0 sgt-probe lines
	[ "$(of '[.entries[].key]')" = '["when:low"]' ]
	due "$BASE/a.json" '{"config":{"changed":"$header[\"x-left\"]"}}' >lines
	expect 0 sgt-probe lines
	printf 'X-Left: 3\r\n' >www/a.json.head
	cp .out first
	expect 0 sgt-probe lines
	[ "$(jq .data.revision first)" != "$(jq .data.revision .out)" ]
}

@test "what was made in the second it was sent is asked whole once more" {
	serve
	echo '{"a":1}' >www/a.json
	due "$BASE/a.json?new" >due
	expect 0 sgt-probe due
	expect 0 sgt-probe due
	[ "$(sort -u requests)" = 'GET /a.json?new' ]
}

@test "what cannot be remembered is said once, and the looks are answered" {
	serve
	echo '{"a":1}' >www/a.json
	cp www/a.json www/b.json
	{ due "$BASE/a.json" '{}' A; due "$BASE/b.json" '{}' B; } >lines
	expect 0 sgt-probe lines
	for f in "$SERGEANT_HOME"/probe/*.json; do
		rm "$f" && mkdir -p "$f/x"
	done
	expect 74 sgt-probe lines
	complains "~sgt-probe: .*[0-9a-f]{64}.json.*"
	[ "$(of '.complete' | xargs)" = 'true true' ]
}

@test "another prior or another program is judged anew" {
	serve
	echo '{"a":1}' >www/a.json
	due "$BASE/a.json" '{"config":{"changed":".a"}}' >lines
	expect 0 sgt-probe lines
	due "$BASE/a.json" '{"config":{"changed":".a"},"prior":{"revision":"x",
		"revision_at":7,"cursor":{"changed":{"digest":"x","text":"0"}}}}' |
		tr -d '\n\t' >lines
	expect 0 sgt-probe lines
	[ "$(of '.entries[].brief')" = '"changed from 0 to 1"' ]
	[ "$(tail -n 1 requests)" = 'GET /a.json' ]
}

@test "a slow, reset or cut answer is down, a huge one is not judged, each alone" {
	serve
	echo '{"a":1}' >www/a.json
	{
		due "$BASE/a.json?slow" '{"config":{"timeout":"1s"}}' A
		due "$BASE/a.json?reset" '{}' B
		due "$BASE/a.json?cut" '{}' C
		due "$BASE/a.json?huge" '{"config":{"changed":".a"}}' D
		due "$BASE/b.json?huge" '{}' J
		due "$BASE/a.json?to=$BASE/a.json" '{}' E
		due "$BASE/r?to=/r?to=" '{}' F
		due "$BASE/a.json?to=file:///etc/passwd" '{}' G
		due "$BASE/a.json?status=503" '{}' H
		due http://127.0.0.1:1/ '{}' I
	} >lines
	expect 0 sgt-probe lines
	complains
	jq -r '[.watch[-1:], .data.complete, .data.error.class // "fine",
		.data.entries[].brief] | join(" ")' .out | sort >got
	sed "s/HOST/$HOST/" <<-'WANT' | diff - got
		A false fine down: no answer within 1000 ms
		B false fine down: 'HOST' closed the connection
		C false fine down: the answer was cut short
		D false malformed
		E true fine
		F false fine down: status 404
		G false fine down: redirected to neither http nor https
		H false fine down: status 503
		I false fine down: cannot connect to '127.0.0.1:1'
		J true fine
	WANT
}

@test "a throttled host rests for all processes until it said" {
	serve
	echo '{"a":1}' >www/a.json
	due "$BASE/a.json?retry=120" >lines
	expect 0 sgt-probe lines
	[ "$(of '[.attempted, .error.class, .error.retry_at, .entries]')" = \
		'[true,"rate_limited","2026-11-30T16:02:00.000Z",[]]' ]
	due "$BASE/other" >second
	expect 0 sgt-probe second
	[ "$(of '[.attempted, .error.class, .error.retry_at]')" = \
		'[false,"rate_limited","2026-11-30T16:02:00.000Z"]' ]
	[ "$(cat requests)" = 'GET /a.json?retry=120' ]
	at 2026-11-30T16:02:01Z
	expect 0 sgt-probe second
	[ "$(of '.attempted')" = true ]
	[ "$(wc -l <requests)" = 2 ]
}

@test "no server has a way rest for more than an hour, nor a clock set back" {
	serve
	due "$BASE/a.json?retry=999999999" >due
	expect 0 sgt-probe due
	[ "$(of .error.retry_at)" = '"2026-11-30T17:00:00.000Z"' ]
	at 2026-11-29T12:00:00Z
	due "$BASE/other" >due2
	expect 0 sgt-probe due2
	[ "$(of .attempted)" = true ]
}

@test "headers are joined by name, cookies are left out" {
	serve
	echo '{"a":1}' >www/a.json
	due "$BASE/a.json" '{"config":{"when":{"h":"$header"}}}' >lines
	expect 0 sgt-probe lines
	[ "$(of '.entries[0].data.value | fromjson
		| [."x-twice", ."set-cookie"]')" = '["a, b",null]' ]
	lacks hunter2 .out "$SERGEANT_HOME"
}

# api: a kind that uses a credential
api() {
	mkdir -p kinds/api "$SERGEANT_CONFIG/credentials"
	jq -n --arg host "$HOST" '{kind: "api", scheme: "api",
		subject: "api:(?<path>[a-z.]+)", transport: "http",
		credential: {name: "api", hosts: [$host]},
		default_types: ["*"],
		cadence: {every: "60s", floor: "10s"}}' >kinds/api/kind.json
	cat >kinds/api/kind.jq <<-JQ
		def requests: .subjects[] | {url: "$BASE/\(.names.path)"};
		def observe: .responses[0] as \$r | .subjects[] | {subject,
		  error: \$r.error, revision: (\$r | tostring | .[:200])};
	JQ
	export SERGEANT_KINDS=$PWD/kinds
}

@test "a credential reaches its host and nothing else" {
	serve
	api
	echo '{"a":1}' >www/a.json
	install -m 600 /dev/stdin "$SERGEANT_CONFIG/credentials/api" <<<hunter2
	due api:a.json >lines
	expect 0 sgt-probe lines
	[ "$(cat requests)" = 'GET /a.json authorized' ]
	[ "$(of '[.way, .error]')" = "[\"$HOST api\",null]" ]
	lacks hunter2 .out .err "$SERGEANT_HOME"
	# nor where its host sends us
	due api:to.json >lines
	sed -i "s|/\\\\(.names.path)|/x?to=http://localhost:${HOST#*:}/y|" kinds/api/kind.jq
	expect 0 sgt-probe lines
	[ "$(sed 1d requests)" = "$(printf '%s\n' \
		"GET /x?to=http://localhost:${HOST#*:}/y authorized" 'GET /y')" ]
	api
	# a child of the same run does not see it, from wherever it came
	rm "$SERGEANT_CONFIG/credentials/api"
	export SERGEANT_CREDENTIAL_API=hunter2
	due command:env '{"config":{"argv":["sh","-c","env; exit 2"]}}' >>lines
	expect 0 sgt-probe lines
	[ "$(tail -n 1 requests)" = 'GET /to.json authorized' ]
	lacks hunter2 .out .err "$SERGEANT_HOME"
}

@test "a credential's file that others may read is not used" {
	serve
	api
	install -m 640 /dev/stdin "$SERGEANT_CONFIG/credentials/api" <<<hunter2
	due api:a.json >lines
	expect 0 sgt-probe lines
	[ "$(of '.error')" = "{\"class\":\"auth\",\"brief\":\"'$SERGEANT_CONFIG/credentials/api' is not ours alone (mode 0600)\"}" ]
	[ ! -s requests ]
}

@test "a certificate near its end is told, an untrusted one is down" {
	unset SGT_NOW
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
		-days 5 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
		-keyout key.pem -out ca.pem 2>/dev/null
	mkdir -p www && echo '{"a":1}' >www/a.json
	(cd www && exec openssl s_server -WWW -accept 0 -cert ../ca.pem \
		-key ../key.pem) >tls 2>&1 3>&- &
	echo $! >pid
	appears grep -q '^ACCEPT' tls
	BASE=https://localhost:$(sed -n 's/^ACCEPT .*:\([0-9]*\).*/\1/p' tls)
	due "$BASE/a.json" >lines
	expect 0 sgt-probe lines
	[ "$(of '.entries[].key')" = '"down"' ]
	[[ $(of '.entries[].brief') == '"down: SSL certificate problem: '* ]]
	SERGEANT_CA_FILE=$PWD/ca.pem expect 0 sgt-probe lines
	[ "$(of '.entries[] | [.key, .type, .ended_type]')" = \
		'["certificate","http.certificate.expiring","http.certificate.renewed"]' ]
	mkdir -p "$SERGEANT_CONFIG"
	echo "{\"ca_file\":\"$PWD/ca.pem\"}" >"$SERGEANT_CONFIG/config.json"
	due "$BASE/a.json" '{"config":{"certificate":"1d"}}' >lines
	expect 0 sgt-probe lines
	[ "$(of '.entries')" = '[]' ]
}

# tls_server PORT CERT: www/ with it; $PORT is its port
tls_server() {
	: >tls
	(cd www && exec openssl s_server -WWW -accept "$1" -cert "../$2" \
		-key ../key.pem) >tls 2>&1 3>&- &
	echo $! >pid
	appears grep -q '^ACCEPT' tls
	PORT=$(sed -n 's/^ACCEPT .*:\([0-9]*\).*/\1/p' tls)
}

@test "a certificate comes to its end, and is renewed, under the same answers" {
	local end
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
		-days 5 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
		-keyout key.pem -out old.pem 2>/dev/null
	openssl req -x509 -key key.pem -days 90 -subj /CN=localhost \
		-addext subjectAltName=DNS:localhost -out new.pem 2>/dev/null
	cat old.pem new.pem >ca.pem
	export SERGEANT_CA_FILE=$PWD/ca.pem
	mkdir -p www && echo '{"a":1}' >www/a.json
	tls_server 0 old.pem
	end=$(date -d "$(openssl x509 -noout -enddate -in old.pem | cut -d= -f2)" +%s)
	due "https://localhost:$PORT/a.json" '{"config":{"certificate":"1d"}}' >lines
	at "$(date -u -d "@$((end - 87000))" +%FT%TZ)"
	expect 0 sgt-probe lines
	[ "$(of '.entries')" = '[]' ]
	at "$(date -u -d "@$((end - 86400))" +%FT%TZ)"
	expect 0 sgt-probe lines
	[ "$(of '.entries')" = '[]' ]
	at "$(date -u -d "@$((end - 86400))" +%FT%T.001Z)"
	expect 0 sgt-probe lines
	[ "$(of '[.entries[].key]')" = '["certificate"]' ]
	kill "$(cat pid)"
	wait "$(cat pid)" || :
	tls_server "$PORT" new.pem
	expect 0 sgt-probe lines
	[ "$(of '.entries')" = '[]' ]
}

# ended FILE: the process of that id runs no more (init may be slow to reap it)
ended() {
	! grep -qs '^State:[^Z]*$' "/proc/$(cat "$1")/status"
}

@test "a program gets few variables, no descriptor and no terminal" {
	due command:x '{"config":{"argv":["sh","-c","echo $(env | grep -v ^PWD | sort | cut -d= -f1) $(ls /proc/self/fd | wc -l) $(ps -o sid= $$ | grep -cw $$); exit 1"]}}' >lines
	expect 0 env -u LANG SECRET=hunter2 sgt-probe lines 5<lines 6<lines
	[ "$(of '.entries[0].data.text')" = \
		'"HOME LC_ALL PATH TMPDIR 4 1"' ]
}

@test "a program and what it started are ended at the deadline" {
	due command:x "{\"config\":{\"timeout\":\"1s\",\"argv\":[\"sh\",\"-c\",\"echo \$\$ >$PWD/leader; sleep 300 & echo \$! >$PWD/child; wait\"]}}" >lines
	expect 0 sgt-probe lines
	[ "$(of '.entries[].brief')" = '"down: no end within 1s"' ]
	ended leader && ended child
}

@test "what a program left running does not hold the look" {
	due command:x "{\"config\":{\"argv\":[\"sh\",\"-c\",\"sleep 300 & echo \$! >$PWD/child; exit 2\"]}}" >lines
	expect 0 sgt-probe lines
	[ "$(of '.entries[0].key')" = '"not_ok"' ]
	ended child
}

@test "an executable kind that others may write is not run" {
	mkdir -p kinds/ant
	jq -n '{kind: "ant", scheme: "ant", subject: "ant:[a-z]+",
		transport: "probe", default_types: ["*"],
		cadence: {every: "60s", floor: "10s"}}' >kinds/ant/kind.json
	install -m 722 /dev/null kinds/ant/probe
	SERGEANT_KINDS=$PWD/kinds expect 77 sgt-probe kinds
	complains "sgt-probe: '$PWD/kinds/ant/probe' is not an executable of ours alone"
}

@test "a kind that is an executable is held to the same" {
	mkdir -p kinds/ant
	jq -n '{kind: "ant", scheme: "ant", subject: "ant:[a-z]+",
		transport: "probe", batch: 10, default_types: ["*"],
		objectives: {built: {success: ["done"]}},
		limits: {timeout: "2s"},
		cadence: {every: "60s", floor: "10s"}}' >kinds/ant/kind.json
	cat >kinds/ant/probe <<-'SH'
		#!/bin/sh
		exec jq -c 'if .subject == "ant:b" then empty else
		  .type = "sergeant.observation"
		  | .data = {kind: "ant", revision: "1", attempted: true,
		    complete: true, settled: true, error: null, cursor: null,
		    entries: [{key: "done", severity: "wake",
		    resets_on: "absence", type: "ant.done", brief: "done"}]} end'
	SH
	chmod +x kinds/ant/probe
	export SERGEANT_KINDS=$PWD/kinds
	{ due ant:a '{"objective":"built"}' A; due ant:b '{}' B; due ant:a '{}' C; } >lines
	expect 0 sgt-probe lines
	jq -r '[.watch[-1:], .data.error.brief // "fine", .data.entries[0].severity,
		.data.entries[0].outcome] | join(" ")' .out | sort >got
	diff - got <<-'WANT'
		A fine terminal success
		B kind 'ant': probe ended with 0 and said nothing of it  
		C fine wake 
	WANT
	printf '#!/bin/sh\nsleep 60\n' >kinds/ant/probe
	expect 0 sgt-probe lines
	[ "$(of .error.brief | uniq)" = "\"kind 'ant': no answer within 2000 ms\"" ]
	printf '#!/bin/sh\necho nonsense\n' >kinds/ant/probe
	expect 0 sgt-probe lines
	[ "$(of .error.brief | uniq)" = '"printed what is no observation"' ]
}

@test "a fault of the network is one of each subject, not of the run" {
	local i
	for i in {1..20}; do due "http://nosuch$i.invalid/"; done >lines
	expect 0 sgt-probe lines
	[ "$(of '[.complete, .error, .entries[].key]' | uniq -c | xargs)" = '20 [false,null,down]' ]
}

@test "sixty slow answers take as long as one" {
	serve
	local i
	for i in {1..60}; do
		due "$BASE/a?slow&$i" '{"config":{"timeout":"2s"}}'
	done | sed 's/?slow&/?slow/' >lines
	expect 0 timeout 60 sgt-probe lines
	[ "$(wc -l <.out)" = 60 ]
}

@test "explain says which file of answers is not there" {
	expect 74 sgt-probe explain --saved none http://127.0.0.1:9/
	says
	complains "sgt-probe: cannot open 'none': No such file or directory"
	: >empty
	expect 65 sgt-probe explain --saved empty http://127.0.0.1:9/
	says
}

@test "explain takes its answers from any file that can be read" {
	echo '{"responses":[{"status":503,"error":null}]}' >saved
	chmod 666 saved
	ln -s saved link
	mkfifo pipe
	cat saved >pipe &
	for file in saved link pipe /dev/stdin -; do
		expect 0 sgt-probe explain --saved $file http://127.0.0.1:9/ <saved
		[ "$(jq -r '.data.entries[]?.brief' .out)" = 'down: status 503' ]
	done
	wait $!
}

# tick TIME: the pipeline; what the journal gained, as PHASE TYPE
tick() {
	local before
	before=$(sgt-journal read | wc -l)
	at "$1"
	sgt-watch due | sgt-probe | sgt-decide | sgt-deliver >receipts
	sgt-journal read | tail -n "+$((before + 1))" |
		jq -r '[.phase, .type] | join(" ")'
}

@test "each thing http reports is told once, and so is its recovery" {
	serve
	echo '{"ok":true,"v":1}' >www/a
	expect 0 sgt-watch add "$BASE/a" --when 'broken=.ok | not' --changed .v \
		--window 0s
	expect 0 tick 2026-11-30T16:00:00Z
	says
	echo '{"ok":false,"v":1}' >www/a
	expect 0 tick 2026-11-30T16:01:00Z
	says 'began http.condition.true'
	expect 0 tick 2026-11-30T16:02:00Z
	says
	rm www/a
	expect 0 tick 2026-11-30T16:03:00Z
	says 'began http.down'
	expect 0 tick 2026-11-30T16:04:00Z
	says
	# what could not be asked is not over
	echo '{"ok":false,"v":1}' >www/a
	expect 0 tick 2026-11-30T16:05:00Z
	says 'ended http.up'
	echo '{"ok":true,"v":2}' >www/a
	expect 0 tick 2026-11-30T16:06:00Z
	sort .out >got
	diff - got <<-'WANT'
		ended http.condition.over
		once http.value.changed
	WANT
	echo '{"ok":true,"v":1}' >www/a
	expect 0 tick 2026-11-30T16:07:00Z
	says 'once http.value.changed'
	expect 0 tick 2026-11-30T16:08:00Z
	says
}

@test "WARNING after CRITICAL is no recovery, OK after it is" {
	fake check <<-'SH'
		#!/bin/sh
		read -r code text <answer
		echo "$text"
		exit "$code"
	SH
	expect 0 sgt-watch add command:disk --window 0s -- check
	echo 2 DISK CRITICAL >answer
	expect 0 tick 2026-11-30T16:00:00Z
	sort .out >got
	diff - got <<-'WANT'
		began command.critical
		began command.not_ok
	WANT
	echo 1 DISK WARNING >answer
	expect 0 tick 2026-11-30T16:01:00Z
	says 'ended command.critical'
	[ "$(sgt-journal read | tail -n 1 | jq -r .priority)" = info ]
	echo 3 DISK UNKNOWN >answer
	expect 0 tick 2026-11-30T16:02:00Z
	says 'began command.unknown'
	echo 0 DISK OK >answer
	expect 0 tick 2026-11-30T16:03:00Z
	sort .out >got
	diff - got <<-'WANT'
		ended command.ok
		ended command.unknown
	WANT
	expect 0 tick 2026-11-30T16:04:00Z
	says
}

@test "new commits, moves, deletion and a lost repository of git are told" {
	git() { command git -c user.name=Ann -c user.email=ann@example.invalid "$@"; }
	git init -qb main repo
	git -C repo commit -q --allow-empty -m one
	expect 0 sgt-watch add "git:$PWD/repo#main" --window 0s
	expect 0 sgt-watch add "git:$PWD/repo#refs/heads/t*" --window 0s
	expect 0 tick 2026-11-30T16:00:00Z
	says
	git -C repo commit -q --allow-empty -m two
	expect 0 tick 2026-11-30T16:01:00Z
	says 'once git.commit.pushed'
	git -C repo reset -q --hard HEAD~
	expect 0 tick 2026-11-30T16:02:00Z
	says 'once git.ref.moved'
	git -C repo branch topic
	expect 0 tick 2026-11-30T16:03:00Z
	sort .out >got
	diff - got <<-'WANT'
		began git.ref.seen
		once git.ref.created
	WANT
	git -C repo branch -qD topic
	expect 0 tick 2026-11-30T16:04:00Z
	says 'ended git.ref.deleted'
	mv repo gone
	expect 0 tick 2026-11-30T16:05:00Z
	says 'began git.down' 'began git.down'
	mv gone repo
	expect 0 tick 2026-11-30T16:06:00Z
	says 'ended git.up' 'ended git.up'
	git -C repo checkout -q --detach
	git -C repo branch -qD main
	expect 0 tick 2026-11-30T16:07:00Z
	says 'began git.ref.deleted'
}
