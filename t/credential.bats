load helper
load peer

# lacks TEXT FILE...: it is in none of them, nor below
lacks() {
	if grep -ra "$@"; then
		return 1
	fi
}

# keeper [HOST]: a kind with the credential "github", whose own host is HOST
keeper() {
	serve
	echo '{}' >www/a
	mkdir -p kinds/keeper "$SERGEANT_CONFIG/credentials"
	jq -n --arg host "${1-$HOST}" '{kind: "keeper", scheme: "keeper",
		subject: "keeper:(?<n>[0-9]+)", transport: "http",
		credential: {name: "github", hosts: [$host]},
		default_types: ["*"],
		cadence: {every: "60s", floor: "10s"}}' >kinds/keeper/kind.json
	cat >kinds/keeper/kind.jq <<-JQ
		def requests: .subjects[] | {url: "$BASE/a?\(.names.n)"};
		def observe: .responses[0] as \$r | .subjects[]
		  | {subject, error: \$r.error, revision: "\(\$r.status)"};
	JQ
	export SERGEANT_KINDS=$PWD/kinds
	{ due keeper:1; due keeper:2; } >lines
}

# gh_says TEXT [STATUS]: a gh that says so, and notes how it was asked
gh_says() {
	fake gh <<-SH
		#!/bin/sh
		echo "\$*" >>"$PWD/asked"
		env >"$PWD/seen"
		[ -t 0 ] || ! read -r line || echo "stdin" >>"$PWD/asked"
		printf '%s\n' '$1'
		exit ${2-0}
	SH
}

@test "gh is asked once for what nobody else knows, by the host's name" {
	keeper
	gh_says hunter2
	expect 0 env -u LANG SECRET=x GH_CONFIG_DIR=/gh sgt-probe lines
	[ "$(sort requests)" = "$(printf 'GET /a?%s authorized\n' 1 2)" ]
	[ "$(cat asked)" = "auth token --hostname $HOST" ]
	[ "$(cut -d= -f1 seen | grep -v '^PWD$\|^_$\|^SHLVL$' | sort | xargs)" = \
		'GH_CONFIG_DIR GH_PROMPT_DISABLED HOME LC_ALL PATH TMPDIR' ]
	lacks hunter2 .out .err "$SERGEANT_HOME"
}

@test "gh is not asked where a file or a variable gives the secret" {
	keeper
	gh_says other
	expect 0 env GITHUB_TOKEN=hunter2 sgt-probe lines
	expect 0 env GH_TOKEN=hunter2 GITHUB_TOKEN=other sgt-probe lines
	mkdir creds && install -m 600 /dev/stdin creds/github <<<hunter2
	expect 0 env CREDENTIALS_DIRECTORY="$PWD/creds" GH_TOKEN=other sgt-probe lines
	install -m 600 /dev/stdin "$SERGEANT_CONFIG/credentials/github" <<<hunter2
	expect 0 env GH_TOKEN=other sgt-probe lines
	[ "$(sort requests | uniq -c | xargs)" = \
		'4 GET /a?1 authorized 4 GET /a?2 authorized' ]
	[ ! -e asked ]
}

@test "what gh prints is used only where it is a secret" {
	keeper
	gh_says 'not logged in' && expect 0 sgt-probe lines
	gh_says hunter2 1 && expect 0 sgt-probe lines
	gh_says '' && expect 0 sgt-probe lines
	rm fake/gh && PATH=$BATS_TEST_TMPDIR/fake:$BUILD/bin expect 0 \
		"$BUILD/bin/sgt-probe" lines
	[ "$(sort -u requests)" = "$(printf 'GET /a?%s\n' 1 2)" ]
	[ "$(of .revision | uniq)" = '"200"' ]
}

@test "a host of the user's own is sent the secret that he named for it" {
	keeper api.github.com
	install -m 600 /dev/stdin "$SERGEANT_CONFIG/credentials/acme" <<<hunter2
	export GH_TOKEN=other
	expect 0 sgt-probe lines
	[ "$(sort -u requests)" = "$(printf 'GET /a?%s\n' 1 2)" ]
	echo "{\"credential_hosts\":{\"$HOST\":\"acme\"}}" >"$SERGEANT_CONFIG/config.json"
	: >requests
	expect 0 sgt-probe lines
	[ "$(sort requests)" = "$(printf 'GET /a?%s authorized\n' 1 2)" ]
	expect 0 sgt-probe explain keeper:1
	[ "$(jq -r '.requests[0].credential' .out)" = acme ]
	lacks hunter2 .out .err "$SERGEANT_HOME"
}

@test "hosts that are none are refused by name, and nothing is sent a secret" {
	keeper api.github.com
	export GH_TOKEN=hunter2
	for hosts in '["x"]' "{\"$HOST\":7}" "{\"$HOST\":\"../x\"}"; do
		echo "{\"credential_hosts\":$hosts}" >"$SERGEANT_CONFIG/config.json"
		expect 78 sgt-probe lines
		complains "sgt-probe: $SERGEANT_CONFIG/config.json: 'credential_hosts' is no object of hosts and names"
	done
	echo '{"credential_hosts":' >"$SERGEANT_CONFIG/config.json"
	expect 78 sgt-probe lines
	complains "~sgt-probe: $SERGEANT_CONFIG/config.json: .*"
	[ "$(sort -u requests)" = "$(printf 'GET /a?%s\n' 1 2)" ]
}

@test "each host of GitHub is asked where its API is, with a secret of its own" {
	mkdir -p "$SERGEANT_CONFIG"
	echo '{"credential_hosts":{"api.acme.ghe.com":"resident","ghe.acme.example":"acme"}}' \
		>"$SERGEANT_CONFIG/config.json"
	while read -r subject want; do
		expect 0 sgt-probe explain "$subject"
		[ "$(jq -r '.requests[0] | [.url, .credential // "none"] | join(" ")' .out)" = "$want" ] || {
			cat .out
			return 1
		}
	done <<-'TABLE'
		github:acme/widgets#7 https://api.github.com/graphql github
		github:github.com/acme/widgets#7 https://api.github.com/graphql github
		https://github.com/Acme/Widgets#7 https://api.github.com/graphql github
		https://github.com/acme/widgets#readme https://api.github.com/graphql github
		https://github.com/Acme/Widgets/pull/7 https://api.github.com/graphql github
		github:acme.ghe.com/acme/widgets#7 https://api.acme.ghe.com/graphql resident
		github:ghe.acme.example/acme/widgets#7 https://ghe.acme.example/api/graphql acme
		github:other.example/acme/widgets#7 https://other.example/api/graphql none
	TABLE
}
