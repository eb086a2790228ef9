load helper

# Two kinds of our own: `gauge` takes a command and has no end, `pull` has ends,
# objectives, URLs and collections.
kinds() {
	local k
	export SERGEANT_KINDS=$BATS_TEST_TMPDIR/kinds
	export SERGEANT_SHARE=$BATS_TEST_TMPDIR/share
	mkdir -p kinds/gauge kinds/pull share/kinds
	cat >kinds/gauge/kind.json <<-'END'
		{"kind":"gauge","scheme":"gauge","form":"gauge:NAME",
		"subject":"gauge:(?<name>[A-Za-z0-9._-]+)","transport":"exec",
		"batch":1,"default_types":["gauge.*"],
		"cadence":{"every":"60s","floor":"10s"},
		"config":{"argv":{"type":"argv"},"when":{"type":"conditions"},
		"changed":{"type":"condition"}}}
	END
	cat >kinds/pull/kind.json <<-'END'
		{"kind":"pull","scheme":"pull","form":"pull:N or pull:N/*",
		"subject":"pull:(?<n>[0-9]+)(?<all>/\\*)?","collection":"/\\*$",
		"urls":[{"match":"https://pulls\\.example/(?<n>[0-9]+)",
		"subject":"pull:{n}"}],"transport":"http","batch":10,"ends":true,
		"objectives":{"ready":{"success":["ready"],"blocked":["red:*"],
		"stalls":true}},"default_types":["pull.*"],
		"cadence":{"every":"5m","floor":"60s"}}
	END
	for k in gauge pull; do
		echo 'def requests: empty; def observe: empty;' \
			>kinds/$k/kind.jq
	done
}

ME=human:$(id -un)

# documents: what is on disk, without ids
documents() {
	local f
	for f in "$SERGEANT_HOME"/workspaces/default/watches/*.json; do
		[ -e "$f" ] && jq -c 'del(.id)' "$f"
	done
	return 0
}

n_documents() {
	find "$SERGEANT_HOME/workspaces/default/watches" -maxdepth 1 \
		-name '*.json' | wc -l
}

id_of() { sgt-watch show "$1" | jq -r .id; }

# observe KEY...: a complete look at gauge:a of the watch labelled a
observe() {
	local key entries=
	for key; do
		entries+=",{\"key\":\"$key\",\"severity\":\"wake\","
		entries+='"resets_on":"absence","type":"gauge.high",'
		entries+="\"brief\":\"$key is high\"}"
	done
	event sergeant.observation "time=$SGT_NOW" "subject=gauge:a" \
		"watch=$(id_of a)" "data:={\"kind\":\"gauge\",\"attempted\":true,\
\"complete\":true,\"settled\":true,\"error\":null,\"entries\":[${entries#,}]}"
}

@test "add writes out what the kind says, and prints it" {
	kinds
	expect 0 sgt-watch add gauge:a
	complains
	id=$(jq -r .id .out)
	[[ $id =~ ^sen_[0-9A-HJKMNP-TV-Z]{26}$ ]]
	says "{\"version\":1,\"id\":\"$id\",\"clauses\":[{\"subject\":\"gauge:a\",\
\"kind\":\"gauge\",\"types\":[\"gauge.*\"]}],\"to\":\"$ME\",\
\"urgency\":\"next-turn\",\"created\":\"2026-11-30T16:00:00.000Z\",\
\"every\":\"1m\",\"realert\":\"6h\",\"window\":\"4m\",\"first\":\"wake\",\
\"for\":\"0s\",\"floor\":0,\"budget\":{},\"until\":\"never\",\"config\":{},\
\"paused\":false}"
	cmp .out "$SERGEANT_HOME/workspaces/default/watches/$id.json"
}

@test "add takes every flag" {
	kinds
	expect 0 sgt-watch add gauge:a --kind gauge --to session:s1 \
		--urgency steer --every 5m --realert 1h --window 30s \
		--first hold --for 2m --floor 12 --until count=3 \
		--budget wakes=1,turns=2,tokens=3,runtime=4h,errors=5 \
		--types 'gauge.high,gauge.l*' --label disks --group ops \
		--when 'full=.use > 90' --when low=.a --changed .version \
		-- df -h /
	complains
	[ "$(documents)" = "$(jq -c 'del(.id)' .out)" ]
	[ "$(documents)" = '{"version":1,"label":"disks","group":"ops",'\
'"clauses":[{"subject":"gauge:a","kind":"gauge","types":["gauge.high",'\
'"gauge.l*"]}],"to":"session:s1","urgency":"steer",'\
'"created":"2026-11-30T16:00:00.000Z","every":"5m","realert":"1h",'\
'"window":"30s","first":"hold","for":"2m","floor":12,"budget":{"wakes":1,'\
'"turns":2,"tokens":3,"runtime":"4h","errors":5},"until":"count=3",'\
'"config":{"when":{"full":".use > 90","low":".a"},"changed":".version",'\
'"argv":["df","-h","/"]},"paused":false}' ]
}

@test "add of several subjects and URLs is one watch" {
	kinds
	expect 0 sgt-watch add https://pulls.example/7 pull:8
	[ "$(jq -c '.clauses[].subject' .out)" = '"pull:7"
"pull:8"' ]
	[ "$(n_documents)" = 1 ]
}

@test "add twice makes two" {
	kinds
	expect 0 sgt-watch add gauge:a
	expect 0 sgt-watch add gauge:a
	[ "$(n_documents)" = 2 ]
}

@test "two adds at once make two whole documents" {
	kinds
	sgt-watch add gauge:a --label one >1st &
	first=$!
	sgt-watch add gauge:b --label two >2nd &
	wait "$first" $!
	[ "$(documents | jq -r .label | sort | xargs)" = 'one two' ]
}

@test "a session has budgets unasked, those that are asked come first" {
	kinds
	expect 0 sgt-watch add gauge:a --to session:s1
	[ "$(jq -c .budget .out)" = \
		'{"turns":8,"tokens":250000,"runtime":"7d"}' ]
	expect 0 sgt-watch add gauge:a --to session:s1 --budget turns=0,wakes=3
	[ "$(jq -c .budget .out)" = \
		'{"wakes":3,"turns":0,"tokens":250000,"runtime":"7d"}' ]
}

@test "until is subject_terminal where every subject has an end, else never" {
	kinds
	expect 0 sgt-watch add pull:7
	[ "$(jq -r .until .out)" = subject_terminal ]
	expect 0 sgt-watch add pull:7 gauge:a
	[ "$(jq -r .until .out)" = never ]
	expect 0 sgt-watch add pull:7 --until at=2026-12-01T00:00:00+01:00
	[ "$(jq -r .until .out)" = at=2026-11-30T23:00:00.000Z ]
}

@test "a prefix is a collection, without an end, and said once at add" {
	kinds
	expect 0 sgt-watch add 'pull:7/*'
	complains "sgt-watch: 'pull:7/*' is a prefix: it stands for all that begins so"
	[ "$(jq -c '[.clauses[0].collection,.until]' .out)" = '[true,"never"]' ]
	expect 0 sgt-watch --quiet add 'pull:7/*'
	complains
	expect 0 sgt-watch list
	complains
}

# refused STATUS MESSAGE ARG...: says why, prints and writes nothing
refused() {
	local status=$1 message=$2
	shift 2
	expect "$status" sgt-watch "$@"
	says &&
		complains "sgt-watch: $message" && [ -z "$(documents)" ]
}

@test "add refuses by name what it does not know" {
	kinds
	refused 64 "no kind claims 'nope:x'" add nope:x
	refused 64 "no kind 'nope', none of gauge pull" add gauge:a --kind nope
	refused 64 "'gauge:a' is no subject of kind 'pull' (pull:N or pull:N/*)" \
		add gauge:a --kind pull
	refused 64 "kind 'gauge' has no objective 'ready' (it has none)" \
		add gauge:a --objective ready
	refused 64 "kind 'pull' has no objective 'done' (ready)" \
		add pull:7 --objective 'done'
	refused 64 "not a party (session:ID or human:NAME): 'ann'" \
		add gauge:a --to ann
	refused 64 "not a party (session:ID or human:NAME): 'routine:x'" \
		add gauge:a --to routine:x
	refused 64 "'urgency' is 'loud', none of fyi next-turn steer interrupt" \
		add gauge:a --urgency loud
	refused 64 "'first' is 'last', none of wake hold" add gauge:a --first last
	refused 64 "'until' is 'soon', none of subject_terminal never at=TIME count=N" \
		add gauge:a --until soon
	refused 64 "'budget' has 'usd=1', none of wakes=N turns=N tokens=N runtime=D errors=N" \
		add gauge:a --budget usd=1
	refused 64 "kind 'pull' takes no 'argv'" add pull:7 -- true
	refused 64 "'gauge:a' is there twice" add gauge:a gauge:a
	refused 64 "'label' is empty" add gauge:a --label ''
	refused 64 "'group' is empty" add gauge:a --group ''
	refused 64 "'types' has a blank in it: ' gauge.b'" \
		add gauge:a --types 'gauge.a, gauge.b'
	refused 64 "'types' has a blank in it: ' '" add gauge:a --types ' '
	refused 64 "'label' begins like an id: 'sen_1'" add gauge:a --label sen_1
}

@test "add refuses numbers and units that are out of range" {
	kinds
	refused 64 "'every' is 5s: kind 'gauge' is looked at every 10s at most" \
		add gauge:a --every 5s
	refused 64 "'every' is 30s: kind 'pull' is looked at every 1m at most" \
		add gauge:a pull:7 --every 30s
	refused 64 "'every' is out of range" add gauge:a --every 0s
	expect 64 sgt-watch add gauge:a --every 5x
	says
	complains "~sgt-watch: 'every': .*'5x'"
	expect 64 sgt-watch add gauge:a --floor -1
	complains "~sgt-watch: 'floor': .*"
	expect 64 sgt-watch add gauge:a --until count=0
	complains "~sgt-watch: 'until': .*"
	[ -z "$(documents)" ]
}

@test "add refuses a condition that does not compile, and names it" {
	kinds
	expect 64 sgt-watch add gauge:a --when ok=.a --when 'bad=.a[' -- true
	says
	complains "~sgt-watch: --when 'bad':[0-9]+: syntax error.*"
	expect 64 sgt-watch add gauge:a --changed 'nosuch(1)' -- true
	complains "~sgt-watch: --changed:[0-9]+: nosuch/1 is not defined.*"
	refused 64 "--when takes NAME=JQ: 'x'" add gauge:a --when x
	refused 64 "--when has 'x' twice" \
		add gauge:a --when x=.a --when xx=.a --when x=.b -- true
	refused 64 "config 'when' is not an object of {NAME: jq text}" \
		add gauge:a --when '../x=1'
	[ -z "$(documents)" ]
}

@test "a subject has one command" {
	kinds
	expect 0 sgt-watch add gauge:a --label a -- df -h /
	expect 0 sgt-watch add gauge:a --to session:s1 -- df -h /
	expect 64 sgt-watch add gauge:a -- df
	says
	complains "~sgt-watch: 'gauge:a' is watched with another command by sen_.*"
	[ "$(n_documents)" = 2 ]
	printf '%s\n' '{"subject":"gauge:b","config":{"argv":["x"]}}' \
		'{"subject":"gauge:b","config":{"argv":["y"]}}' >specs
	expect 64 sgt-watch add - <specs
	complains "sgt-watch: 'gauge:b' is to be watched with two commands"
	[ "$(n_documents)" = 2 ]
}

@test "hostile input is cleaned, refused, or taken as data" {
	kinds
	refused 64 "'label' has a control character in it" \
		add gauge:a --label $'a\e[31mb'
	expect 64 sgt-watch add $'gauge:a\e[31m'
	complains "sgt-watch: 'subjects' has an empty text or a control character in it"
	expect 64 sgt-watch add $'gauge:a\xff'
	says
	complains "sgt-watch: not UTF-8: 'subjects'"
	expect 64 sgt-watch add "gauge:$(head -c 3000 /dev/zero | tr '\0' x)"
	[ "$(wc -c <.err)" -lt 400 ]
	expect 64 sgt-watch add ../../etc/passwd
	complains "sgt-watch: no kind claims '../../etc/passwd'"
	expect 0 sgt-watch add gauge:a --label '"; rm -rf /' -- sh -c ':; id'
	[ "$(documents | jq -r .label)" = '"; rm -rf /' ]
	expect 64 sgt-watch show ../../x
	complains "sgt-watch: no watch '../../x'"
	expect 64 sgt-watch rm $'\e[2J'
	complains "sgt-watch: no watch '?[2J'"
}

@test "a URL that carries a secret is refused and not repeated" {
	kinds
	refused 64 "a URL with a user or password in it is refused" \
		add https://ann:s3cret@pulls.example/7
	echo '{"subject":"https://s3cret@pulls.example/7"}' >specs
	expect 65 sgt-watch add - <specs
	says
	complains "sgt-watch: stdin:1: a URL with a user or password in it is refused"
}

@test "a header that carries a secret is refused, not repeated and not kept" {
	for name in Authorization cookie Proxy-Authorization PRIVATE-TOKEN; do
		jq -nc --arg name $name '{subject: "http://127.0.0.1/",
			config: {headers: {($name): "Bearer hunter2"}}}' >list
		why="config 'headers' is not an object of headers that a request may have"
		expect 65 sgt-watch add - <list
		says
		complains "sgt-watch: stdin:1: $why"
		expect 65 sgt-watch apply list
		says
		complains "sgt-watch: list:1: $why" \
			"sgt-watch: 'list': nothing is done"
		run ! grep -r hunter2 "$SERGEANT_HOME"
	done
}

@test "add without a subject is a usage error" {
	expect 64 sgt-watch add
	complains 'sgt-watch: a subject is missing' '~usage: sgt-watch add .*'
}

@test "add - reads specs, names the line of a bad one, takes the others" {
	kinds
	cat >specs <<-'END'
		{"subject":"gauge:a","label":"a","every":"5m","config":{"argv":["df"]}}

		{"subject":"gauge:b","colour":"red"}
		{"subjects":["pull:1","https://pulls.example/2"],"label":"b","budget":{"wakes":2}}
		{"subject":"gauge:c"
		{"clauses":[{"subject":"gauge:d","types":["x"]},{"subject":"pull:3"}],"label":"c"}
		{"subject":"gauge:e","subject":"gauge:f"}
		{"subject":"gauge:e","every":300}
		{"subject":"gauge:e","id":"sen_1"}
		{"subject":"gauge:e","group":""}
		{"clauses":[{"subject":"gauge:e","types":["a","b "]}]}
		{"subject":"gauge:e","config":{"argv":["a\u0000b"]}}
	END
	expect 65 sgt-watch add - <specs
	[ "$(jq -r .label .out | xargs)" = 'a b c' ]
	[ "$(n_documents)" = 3 ]
	complains \
		"sgt-watch: stdin:3: not a watch's spec: unknown member 'colour'" \
		'~sgt-watch: stdin:5: .*' \
		"~sgt-watch: stdin:7: .*'?subject'?.*" \
		"sgt-watch: stdin:8: not a text: 'every'" \
		"sgt-watch: stdin:9: not a watch's spec: unknown member 'id'" \
		"sgt-watch: stdin:10: 'group' is empty" \
		"sgt-watch: stdin:11: 'types' has a blank in it: 'b '" \
		"sgt-watch: stdin:12: config 'argv' has a NUL in it"
	[ "$(jq -c 'select(.label == "c").clauses | map(.types)' .out)" = \
		'[["x"],["pull.*"]]' ]
}

@test "the watches of one list keep its order" {
	kinds
	for i in 1 2 3 4 5 6 7 8 9; do
		echo "{\"subject\":\"gauge:$i\"}"
	done >specs
	expect 0 sgt-watch add - <specs
	[ "$(sgt-watch list | jq -r '.clauses[0].subject' | tr -dc 0-9)" = \
		123456789 ]
}

@test "add - takes CRLF and a missing last newline, and no flags" {
	kinds
	printf '{"subject":"gauge:a"}\r\n{"subject":"gauge:b"}' >specs
	expect 0 sgt-watch add - <specs
	[ "$(n_documents)" = 2 ]
	expect 64 sgt-watch add - --label x </dev/null
	complains "sgt-watch: 'add -' takes everything from stdin" '~usage: .*'
	expect 0 sgt-watch add - </dev/null
	says
}

@test "list and show say what there is, by id or label" {
	kinds
	sgt-watch add gauge:a --label a >a.json
	at 2026-11-30T16:00:01Z
	sgt-watch add pull:7 --label p >b
	expect 0 sgt-watch list
	[ "$(jq -r '[.label,.status] | join(" ")' .out)" = 'a active
p active' ]
	expect 0 sgt-watch list p
	[ "$(jq -r .label .out)" = p ]
	expect 0 sgt-watch show "$(jq -r .id a.json)"
	says "$(jq -c '. + {report:{id:.id,label:.label,subjects:["gauge:a"],
		to:.to,status:"active",open:[]}}' a.json)"
	expect 64 sgt-watch show nope
	says
	complains "sgt-watch: no watch 'nope'"
}

@test "a label of two watches names neither" {
	kinds
	sgt-watch add gauge:a --label a >one
	sgt-watch add gauge:b --label a >two
	expect 64 sgt-watch rm a
	complains "sgt-watch: label 'a' names 2 watches: say an id"
	[ "$(n_documents)" = 2 ]
	expect 0 sgt-watch rm "$(jq -r .id two)"
	[ "$(documents | jq -r '.clauses[0].subject')" = gauge:a ]
}

@test "rm, pause and resume change those that are named" {
	kinds
	sgt-watch add gauge:a --label a >a.json
	sgt-watch add gauge:b --label b >b.json
	expect 64 sgt-watch pause a nope
	complains "sgt-watch: no watch 'nope'"
	[ "$(jq -c '[.label,.paused]' .out)" = '["a",true]' ]
	expect 0 sgt-watch list a
	[ "$(jq -r .status .out)" = paused ]
	expect 0 sgt-watch due
	[ "$(jq -r .subject .out)" = gauge:b ]
	expect 0 sgt-watch resume a
	cmp .out a.json
	expect 0 sgt-watch rm a b
	cat a.json b.json | cmp .out -
	[ -z "$(documents)" ]
	expect 64 sgt-watch rm
	complains 'sgt-watch: an ID or LABEL is missing' '~usage: .*'
}

@test "due prints a line a subject, and writes nothing" {
	kinds
	sgt-watch add pull:7 gauge:a --label a >a.json
	id=$(jq -r .id a.json)
	find "$SERGEANT_HOME" -type f >before
	expect 0 sgt-watch due
	says "~\{\"specversion\":\"1.0\",\"type\":\"sergeant.watch.due\",\
\"id\":\"due_[0-9a-f]{24}\",\"source\":\"//sergeant.local/watch\",\
\"subject\":\"pull:7\",\"time\":\"2026-11-30T16:00:00.000Z\",\"watch\":\"$id\",\
\"datacontenttype\":\"application/json\",\"data\":\{\"kind\":\"pull\",\
\"objective\":null,\"config\":\{\},\"prior\":\{\"revision\":null,\
\"revision_at\":null,\"cursor\":null\}\}\}" '~.*"subject":"gauge:a".*'
	complains
	cp .out first
	expect 0 sgt-watch due
	cmp .out first
	find "$SERGEANT_HOME" -type f | cmp before -
	at 2026-11-30T16:00:01Z
	expect 0 sgt-watch due
	[ "$(jq -r .id .out | sort -u - <(jq -r .id first) | wc -l)" = 4 ]
}

@test "a subject that was looked at is due again after its interval" {
	kinds
	sgt-watch add gauge:a --label a --every 5m >a.json
	observe | sgt-decide
	expect 0 sgt-watch due
	says
	expect 0 sgt-watch due --all
	[ "$(jq -r .subject .out)" = gauge:a ]
	expect 0 sgt-watch due --id a
	[ "$(jq -r .subject .out)" = gauge:a ]
	at 2026-11-30T16:04:59Z
	expect 0 sgt-watch due
	says
	at 2026-11-30T16:05:00Z
	expect 0 sgt-watch due
	[ "$(jq -r .subject .out)" = gauge:a ]
}

@test "prior is what decide took in" {
	kinds
	sgt-watch add gauge:a --label a >a.json
	observe | jq -c '.data += {revision:"r1",cursor:{"n":1}}' | sgt-decide
	expect 0 sgt-watch due --all
	[ "$(jq -c .data.prior .out)" = \
		'{"revision":"r1","revision_at":1796054400000,"cursor":{"n":1}}' ]
}

@test "status says what is open, and --exit-code that care is wanted" {
	kinds
	sgt-watch add gauge:a --label a --every 5m >a.json
	expect 0 sgt-watch status --exit-code
	[ "$(jq -c '[.status,.open]' .out)" = '["active",[]]' ]
	observe disk | sgt-decide >verdicts
	expect 1 sgt-watch status --exit-code
	says "{\"id\":\"$(jq -r .id a.json)\",\"label\":\"a\",\"subjects\":[\"gauge:a\"],\
\"to\":\"$ME\",\"status\":\"active\",\"last\":\"2026-11-30T16:00:00.000Z\",\
\"next\":\"2026-11-30T16:05:00.000Z\",\"count\":1,\
\"open\":[{\"subject\":\"gauge:a\",\"key\":\"disk\",\"brief\":\"disk is high\",\
\"severity\":\"wake\",\"since\":\"2026-11-30T16:00:00.000Z\"}]}"
	expect 0 sgt-watch status
	at 2026-11-30T16:05:00Z
	observe | sgt-decide >verdicts
	expect 0 sgt-watch status --exit-code
	[ "$(jq -c .open .out)" = '[]' ]
}

@test "status --nagios is one plugin line with perfdata" {
	kinds
	expect 0 sgt-watch status --nagios
	says 'SERGEANT OK - 0 watches, 0 open, 0 stopped, 0 in error | watches=0 open=0 stopped=0 error=0'
	sgt-watch add gauge:a --label a >a.json
	observe disk cpu | sgt-decide >verdicts
	expect 1 sgt-watch status --nagios
	says 'SERGEANT WARNING - 1 watches, 2 open, 0 stopped, 0 in error | watches=1 open=2 stopped=0 error=0'
	at 2026-11-30T16:05:00Z
	observe disk cpu net | sed 's/"wake"/"immediate"/g' |
		sgt-decide >verdicts
	expect 2 sgt-watch status --nagios
	says '~SERGEANT CRITICAL - .*'
	expect 3 sgt-watch status --nagios a nope
	says "SERGEANT UNKNOWN - no watch 'nope'"
	complains
}

@test "of two options that exclude each other neither is chosen" {
	kinds
	sgt-watch add gauge:a --label a >a.json
	expect 64 sgt-watch status --nagios --exit-code
	says
	complains 'sgt-watch: one of --nagios and --exit-code, not both' '~usage: .*'
	expect 64 sgt-watch due --all --id a
	says
	complains 'sgt-watch: one of --all and --id, not both' '~usage: .*'
}

@test "a watch that cannot look is in error, one that has spent its budget stopped" {
	kinds
	sgt-watch add gauge:a --label a --budget errors=2 >a.json
	failed() {
		observe | jq -c '.data += {complete:false,
			error:{class:"timeout",brief:"no answer"}}'
	}
	failed | sgt-decide >verdicts
	expect 1 sgt-watch status --exit-code
	[ "$(jq -r '.status + " " + .why' .out)" = \
		'error timeout: 1 look since 2026-11-30T16:00:00.000Z' ]
	expect 3 sgt-watch status --nagios
	at 2026-11-30T16:05:00Z
	failed | sgt-decide >verdicts
	expect 1 sgt-watch status --exit-code
	[ "$(jq -r '.status + " " + .why' .out)" = 'stopped budget_errors' ]
	expect 2 sgt-watch status --nagios
	expect 0 sgt-watch due --all
	says
}

@test "apply makes the watches of a list, once" {
	kinds
	cat >list <<-'END'
		{"subject":"gauge:a","label":"a","config":{"argv":["df"]}}
		{"subject":"pull:7"}
	END
	expect 0 sgt-watch apply list --dry-run
	says "{\"action\":\"add\",\"label\":\"a\",\"subjects\":[\"gauge:a\"],\"to\":\"$ME\"}" \
		"{\"action\":\"add\",\"subjects\":[\"pull:7\"],\"to\":\"$ME\"}"
	[ -z "$(documents)" ]
	expect 0 sgt-watch apply list
	[ "$(jq -r .action .out | xargs)" = 'add add' ]
	[ "$(documents | jq -r .managed | uniq)" = "$(realpath list)" ]
	documents >before
	at 2026-11-30T17:00:00Z
	expect 0 sgt-watch apply list
	[ "$(jq -r .action .out | xargs)" = 'keep keep' ]
	documents | cmp before -
}

@test "apply changes what a row says otherwise, and names it" {
	kinds
	echo '{"subject":"gauge:a","label":"a"}' >list
	sgt-watch apply list >first
	sgt-watch pause a >/dev/null
	id=$(jq -r .id first)
	at 2026-11-30T17:00:00Z
	echo '{"subject":"gauge:a","label":"a","every":"5m","objective":null,"group":"g","budget":{"wakes":1}}' >list
	expect 0 sgt-watch apply list
	says "{\"action\":\"change\",\"id\":\"$id\",\"label\":\"a\",\
\"subjects\":[\"gauge:a\"],\"to\":\"$ME\",\"changes\":[\"group\",\"every\",\"budget\"]}"
	[ "$(documents | jq -c '[.created,.paused,.every,.group]')" = \
		'["2026-11-30T16:00:00.000Z",true,"5m","g"]' ]
}

@test "another kind, subject or command is another watch" {
	kinds
	echo '{"subject":"gauge:a","label":"a","config":{"argv":["df"]}}' >list
	sgt-watch apply list >first
	echo '{"subject":"gauge:a","label":"a","config":{"argv":["df","-h"]}}' >list
	expect 0 sgt-watch apply list
	[ "$(jq -r .action .out | xargs)" = 'add remove' ]
	[ "$(jq -r 'select(.action == "remove").id' .out)" = "$(jq -r .id first)" ]
	[ "$(n_documents)" = 1 ]
	echo '{"subject":"gauge:b","label":"a","config":{"argv":["df","-h"]}}' >list
	expect 0 sgt-watch apply list
	[ "$(jq -r .action .out | xargs)" = 'add remove' ]
	[ "$(documents | jq -r '.clauses[0].subject')" = gauge:b ]
}

@test "a row without a label is known by its subjects and its target" {
	kinds
	echo '{"subjects":["gauge:a","gauge:b"]}' >list
	sgt-watch apply list >/dev/null
	echo '{"subjects":["gauge:b","gauge:a"],"every":"5m"}' >list
	expect 0 sgt-watch apply list
	[ "$(jq -c '[.action,.changes]' .out)" = \
		'["change",["clauses","every"]]' ]
	echo '{"subjects":["gauge:b","gauge:a"],"to":"session:s1"}' >list
	expect 0 sgt-watch apply list
	[ "$(jq -r .action .out)" = add ]
	[ "$(n_documents)" = 2 ]
}

@test "prune removes only what that file made" {
	kinds
	sgt-watch add gauge:mine >/dev/null
	echo '{"subject":"gauge:other"}' >other
	sgt-watch apply other >/dev/null
	printf '%s\n' '{"subject":"gauge:a"}' '{"subject":"gauge:b"}' >list
	sgt-watch apply list >/dev/null
	echo '{"subject":"gauge:b"}' >list
	expect 0 sgt-watch apply list
	[ "$(jq -r .action .out)" = keep ]
	expect 0 sgt-watch apply list --prune --dry-run
	[ "$(jq -r .action .out | xargs)" = 'keep remove' ]
	[ "$(n_documents)" = 4 ]
	expect 0 sgt-watch apply list --prune
	[ "$(jq -r .action .out | xargs)" = 'keep remove' ]
	[ "$(documents | jq -r '.clauses[0].subject' | sort | xargs)" = \
		'gauge:b gauge:mine gauge:other' ]
}

@test "apply takes a watch that was added by hand as it is, and does not prune it" {
	kinds
	sgt-watch add gauge:a --label a >/dev/null
	echo '{"subject":"gauge:a","label":"a"}' >list
	expect 0 sgt-watch apply list
	[ "$(jq -r .action .out)" = keep ]
	: >list
	expect 0 sgt-watch apply list --prune
	says
	[ "$(n_documents)" = 1 ]
}

@test "a label that another file manages is refused" {
	kinds
	echo '{"subject":"gauge:a","label":"a"}' | tee one >two
	sgt-watch apply one >/dev/null
	expect 78 sgt-watch apply two
	says
	complains "sgt-watch: label 'a' belongs to '$(realpath one)'"
	[ "$(n_documents)" = 1 ]
}

@test "a list whose name could not be read again is refused" {
	kinds
	echo '{"subject":"gauge:a"}' >$'a\nb'
	expect 65 sgt-watch apply $'a\nb'
	says
	complains "sgt-watch: 'managed' has a control character in it"
	[ -z "$(documents)" ]
}

@test "a list with a bad line, or two rows for one watch, changes nothing" {
	kinds
	echo '{"subject":"gauge:a"}' >list
	sgt-watch apply list >/dev/null
	documents >before
	printf '%s\n' '{"subject":"gauge:b"}' '{"subject":7}' >list
	expect 65 sgt-watch apply list --prune
	says
	complains "sgt-watch: list:2: not a text: 'subject'" \
		"sgt-watch: 'list': nothing is done"
	printf '%s\n' '{"subject":"gauge:b"}' '{"subject":"gauge:b"}' >list
	expect 64 sgt-watch apply list --prune
	complains "sgt-watch: two rows without a label watch 'gauge:b' for '$ME'"
	printf '%s\n' '{"subject":"gauge:b","label":"x"}' \
		'{"subject":"gauge:c","label":"x"}' >list
	expect 64 sgt-watch apply list --prune
	complains "sgt-watch: two rows have the label 'x'"
	documents | cmp before -
	expect 74 sgt-watch apply nowhere
	complains "sgt-watch: cannot open 'nowhere': No such file or directory"
}

@test "a damaged document is set aside and said, and the others go on" {
	kinds
	sgt-watch add gauge:a --label a >a.json
	dir=$SERGEANT_HOME/workspaces/default/watches
	echo '{"version":1,' >"$dir/sen_1.json"
	chmod 600 "$dir/sen_1.json"
	expect 78 sgt-watch due
	[ "$(jq -r .subject .out)" = gauge:a ]
	complains "~sgt-watch: cannot use 'sen_1.json': .*"
	[ -e "$dir/sen_1.json" ]
	expect 78 sgt-watch add gauge:b
	[ "$(jq -r '.clauses[0].subject' .out)" = gauge:b ]
	complains "~sgt-watch: cannot use 'sen_1.json': .*; it is now 'quarantine/sen_1.json'"
	[ "$(cat "$dir/quarantine/sen_1.json")" = '{"version":1,' ]
	expect 0 sgt-watch list
	complains
	[ "$(wc -l <.out)" = 2 ]
}

@test "a document of an unknown version is never overwritten" {
	kinds
	sgt-watch add gauge:a --label a >a.json
	id=$(jq -r .id a.json)
	dir=$SERGEANT_HOME/workspaces/default/watches
	sed -i 's/"version":1/"version":2/' "$dir/$id.json"
	cp "$dir/$id.json" newer
	expect 78 sgt-watch pause "$id"
	says
	complains "sgt-watch: no watch '$id'" \
		"sgt-watch: cannot use '$id.json': its version is unknown; it is now 'quarantine/$id.json'"
	cmp newer "$dir/quarantine/$id.json"
	[ ! -e "$dir/$id.json" ]
}

@test "a broken kind stops nobody but its own watches" {
	kinds
	mkdir kinds/broken
	echo '{' >kinds/broken/kind.json
	expect 0 sgt-watch add gauge:a
	complains
	expect 78 sgt-watch add gauge:a --kind broken
	complains "~sgt-watch: .*kinds/broken/kind.json.*"
}

@test "poll runs the tick for one watch or for all, and ends as it does" {
	kinds
	sgt-watch add gauge:a --label a >a.json
	mkdir -p "$SERGEANT_CONFIG"
	printf '#!/bin/sh\nprintf "%%s\\n" "$@"; exit 65\n' >"$SERGEANT_CONFIG/tick"
	chmod +x "$SERGEANT_CONFIG/tick"
	expect 65 sgt-watch poll
	says --all
	expect 65 sgt-watch poll a
	says --id a
	expect 64 sgt-watch poll nope
	says
	complains "sgt-watch: no watch 'nope'"
}

@test "a watch that has ended is asked by name, says the same again, and tells nobody" {
	sgt-watch add command:a --until count=1 --window 0s --label a \
		-- sh -c 'exit 2' >/dev/null
	sgt-watch poll a >/dev/null
	sgt-watch status a | jq -e '.status == "expired" and .why == "count"'
	expect 0 sgt-decide </dev/null
	says
	(cd "$SERGEANT_HOME" && find . -type f ! -name schedule.json \
		-exec sha256sum {} + | sort) >before
	at 2026-12-01T16:00:00.000Z
	for how in '' --all; do
		expect 0 sgt-watch due $how
		says
	done
	expect 0 sgt-watch poll a
	says
	complains
	expect 0 sgt-watch due --id a
	[ "$(jq -r .subject .out)" = command:a ]
	sgt-probe .out | sgt-decide >verdict
	[ "$(jq -c '[.type, .data.why, .data.events]' verdict)" = \
		'["sergeant.verdict.terminal","ended",[]]' ]
	(cd "$SERGEANT_HOME" && find . -type f ! -name schedule.json \
		-exec sha256sum {} + | sort) | grep -v /probe/ >after
	grep -v /probe/ before | diff - after
	sgt-watch pause a >/dev/null
	expect 0 sgt-watch due --id a
	says
}

@test "poll leaves SIGPIPE as a shell has it, and finds our own programs" {
	kinds
	mkdir -p "$SERGEANT_CONFIG"
	cat >"$SERGEANT_CONFIG/tick" <<-'END'
		#!/bin/bash
		set -o pipefail
		command -v sgt-decide
		yes | head -n 1
	END
	chmod +x "$SERGEANT_CONFIG/tick"
	expect 141 env PATH=/usr/bin:/bin "$BUILD/bin/sgt-watch" poll
	says "~.*/bin/sgt-decide" y
}

@test "tables are for people" {
	kinds
	sgt-watch add gauge:a gauge:b --label a --every 5m >a.json
	expect 0 script -qec 'sgt-watch list; sgt-watch status' /dev/null
	tr -d '\r' <.out >table
	[ "$(sed -n 1p table | xargs)" = 'ID LABEL TO EVERY STATUS SUBJECT' ]
	[[ "$(sed -n 2p table | xargs)" = sen_*' a '$ME' 5m active gauge:a (+1)' ]]
	[ "$(sed -n 3p table | xargs)" = \
		'WATCH SUBJECT STATUS LAST NEXT OPEN WHY' ]
	[ "$(sed -n 4p table | xargs)" = 'a gauge:a (+1) active - now 0 -' ]
}

@test "a full disk behind stdout is said after the commit" {
	kinds
	expect 74 sh -c 'sgt-watch add gauge:a >/dev/full'
	complains 'sgt-watch: cannot write to stdout: No space left on device'
	[ "$(n_documents)" = 1 ]
}

@test "a port that there is none of is no URL that can be watched" {
	for port in 65536 65540 65600 66000 70000 99999 100000; do
		expect 64 sgt-watch add "http://h.example:$port/x"
		complains "sgt-watch: no kind claims 'http://h.example:$port/x'"
	done
	for port in 1 80 8080 59999 60000 65535; do
		expect 0 sgt-watch add "http://h.example:$port/x"
	done
}
