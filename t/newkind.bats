load helper

# Document 001's acceptance test: a kind the tree has never seen, with end states and
# an objective of its own, from sgt-watch add to the inbox.

# A deployment: queued, rolling, then live or failed; read from a file.
deployment() {
	mkdir -p kinds/deployment
	jq -n '{kind: "deployment", scheme: "deploy",
		form: "deploy:SERVICE/NUMBER",
		subject: "deploy:(?<service>[a-z]+)/(?<number>[0-9]+)",
		urls: [{match: "https://deploys[.]invalid/(?<s>[A-Za-z]+)/(?<n>[0-9]+)",
			subject: "deploy:{s}/{n}", lower: ["s"]}],
		transport: "exec", own_way: true, ends: true,
		objectives: {rolled_out: {success: ["live"],
			blocked: ["failed:*"], stalls: true}},
		default_objective: "rolled_out",
		default_types: ["deployment.*"],
		cadence: {every: "30s", floor: "10s"}}' >kinds/deployment/kind.json
	cat >kinds/deployment/kind.jq <<-JQ
		def requests: .subjects[] | {id: .subject,
		  argv: ["cat", "$PWD/\(.names.service)-\(.names.number)"]};
		def entry: {severity: "wake", resets_on: "revision"} + .;
		def observe:
		  .responses as \$all | .subjects[] | . as \$s
		  | (\$all[] | select(.id == \$s.subject).body) as \$d
		  | {subject, revision: \$d.build, settled: (\$d.state != "rolling"),
		     entries: [
		       if \$d.state == "live" then {key: "live",
		         type: "deployment.live", brief: "is live"} | entry
		       elif \$d.state == "failed" then {key: "failed:\(\$d.step)",
		         type: "deployment.failed", brief: "failed at \(\$d.step)"} | entry
		       else empty end,
		       (\$d.notes[]? | {key: "note:\(.)", resets_on: "never",
		         type: "deployment.note", brief: .} | {severity: "wake"} + .)]};
		def hierarchy: [., sub("/.*"; "")];
	JQ
	export SERGEANT_KINDS=$PWD/kinds
}

# state SERVICE-NUMBER JQ: what the deployment says now
state() {
	jq -n "{build: \"b1\", state: \"rolling\"} + $2" >"$1"
}

# tick TIME: the pipeline, then what is new in the inbox
tick() {
	at "$1"
	{ sgt-watch due | sgt-probe | sgt-decide | sgt-deliver; } >receipts 2>errors
	cat errors
	sgt-inbox list >.list
	jq -r .summary .list
}

# Every file of the tree that a kind could have to touch.
tree() {
	find "$BUILD/bin" "$TOP/share" "$TOP/lib" "$TOP/cmd" "$TOP/t/golden" \
		-type f ! -name '*.o' ! -name '*.d' -exec sha256sum {} + | sort
}

@test "a new kind goes from add to the inbox, and nothing else changes" {
	tree >before
	deployment
	state shop-7 '{}'
	expect 0 sgt-watch add https://deploys.invalid/Shop/7
	[ "$(jq -c '[.clauses, .objective, .until, .every]' .out)" = \
		'[[{"subject":"deploy:shop/7","kind":"deployment","types":["deployment.*"]}],"rolled_out","subject_terminal","30s"]' ]
	expect 0 tick 2026-11-30T16:00:00Z
	says
	state shop-7 '{notes: ["half way"]}'
	expect 0 tick 2026-11-30T16:01:00Z
	says 'shop/7: half way'
	expect 0 tick 2026-11-30T16:02:00Z
	says 'shop/7: half way'
	state shop-7 '{state: "live"}'
	expect 0 tick 2026-11-30T16:03:00Z
	says '~shop/7.*is live.*'
	sgt-journal read | jq -c 'select(.type == "deployment.live")
		| [.terminal, .subjects]' >got
	[ "$(cat got)" = '[true,["deploy:shop/7","deploy:shop"]]' ]
	# the watch has reached its end
	[ "$(sgt-watch due | wc -l)" = 0 ]
	expect 0 sgt-watch status
	[ "$(jq -r '[.status, .why] | join(" ")' .out)" = 'expired terminal' ]
	tree >after
	diff before after
}

@test "the blocked end of a new kind never reads like success" {
	deployment
	state shop-8 '{state: "failed", step: "migrate"}'
	expect 0 sgt-watch add deploy:shop/8
	expect 0 tick 2026-11-30T16:00:00Z
	says '~shop/8.*failed at migrate'
	expect 0 sgt-watch status
	[ "$(jq -r .status .out)" = blocked ]
}

@test "an objective, a flag or an interval the kind does not know is refused" {
	deployment
	expect 64 sgt-watch add deploy:shop/9 --objective review_ready
	says
	complains "~sgt-watch: kind 'deployment' has no objective 'review_ready' .rolled_out." '~usage: .*' ||
		complains "~sgt-watch: kind 'deployment' has no objective 'review_ready' .rolled_out."
	expect 64 sgt-watch add deploy:shop/9 --when a=1
	says
	expect 64 sgt-watch add deploy:shop/9 --every 5s
	says
}

# document 000: every 15 s while there was news in the last ten minutes; A173: not
# where somebody said how often
@test "a kind that may be hot is so after news, where the watch does not say how often" {
	deployment
	jq '.cadence.hot = true' kinds/deployment/kind.json >k
	mv k kinds/deployment/kind.json
	state shop-7 '{notes: ["half way"]}'
	sgt-watch add deploy:shop/7 --label kind >hot
	sgt-watch add deploy:shop/7 --label user --every 30s >id
	sgt-watch add deploy:shop/7 "git:$PWD#main" --label mixed >id
	sgt-watch list --json | jq -r '[.label, .hot // false] | join(" ")' |
		sort >got
	[ "$(cat got)" = $'kind true\nmixed false\nuser false' ]
	expect 0 tick 2026-11-30T16:00:00Z
	state shop-7 '{notes: ["half way", "nearly"]}'
	expect 0 tick 2026-11-30T16:01:00Z
	at 2026-11-30T16:01:15Z
	expect 0 sgt-watch due
	[ "$(jq -r .watch .out)" = "$(jq -r .id hot)" ]
	[ "$(jq .data.looked_at .out)" = 1796054460000 ]
	at 2026-11-30T16:01:30Z
	sgt-watch due | jq -r .subject >got
	[ "$(grep -c deploy:shop/7 got)" = 2 ]
}
