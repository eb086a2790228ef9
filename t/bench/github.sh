# shellcheck shell=bash disable=SC2154
# Pull requests on GitHub's own schema, here: t/peers/github.mjs.  Part of run.

# hub_start: the peer, over http and https
hub_start() {
	hub=$tmp/hub
	mkdir -p "$hub"
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
		-days 5 -subj /CN=acme -addext subjectAltName=IP:127.0.0.2 \
		-keyout "$hub/key.pem" -out "$hub/cert.pem" 2>/dev/null
	node "$here/../peers/github.mjs" "$hub" >"$hub/log" 2>&1 &
	pids+=($!)
	for _ in $(seq 100); do
		[ ! -s "$hub/port" ] || break
		sleep 0.1
	done
	hub_host=127.0.0.1:$(cat "$hub/port")
	export GH_TOKEN=hunter2 SERGEANT_CONFIG=$tmp/hub-config
	mkdir -p "$SERGEANT_CONFIG"
	printf '{"credential_hosts":{"%s":"github"}}\n' "$hub_host" \
		>"$SERGEANT_CONFIG/config.json"
	# thirty checks each, as the row of observe has
	jq -nc '{act: "open", repo: "acme/widgets", pull: 1, count: 2000,
		checks: [range(30) | {name: "job \(.)", state: "success"}]}' |
		curl -fs --data-binary @- "http://$hub_host/_/"
}

# hub_home N: N pull requests that were looked at once
hub_home() {
	home "github-$1"
	seq "$1" | jq -c --arg hub "$hub_host" \
		'{subject: "github:\($hub)/acme/widgets#\(.)", every: "1m"}' |
		sgt-watch add - >/dev/null
	sgt-watch poll >/dev/null
}

# hub_tick FIELD: one tick in which nothing changed.  The second judges all with
# what the first left, the third and later find what they know.
hub_tick() {
	: >"$hub/requests"
	: >"$hub/queries"
	took "$1" 1 sgt-watch poll 2>/dev/null
}

# The answers to what was asked last, as they came.
hub_answers() {
	# what is asked here is written there
	cp "$hub/queries" "$hub/asked"
	while read -r body; do
		curl -fs --data-binary "$body" "http://$hub_host/graphql"
		echo
	done <"$hub/asked"
}

hub_is_there() {
	[ -d "$here/../peers/node_modules/graphql" ] && command -v node >/dev/null
}

row_github() {
	local small=0 thousand=0 peer=1 ms judged
	hub_is_there || {
		note 'github' 'not run: no npm peers'
		return
	}
	[ -n "${hub_host-}" ] || hub_start
	for n in 20 200 1000 2000; do
		hub_home $n
		judged=$(hub_tick cpu_ms)
		ms=$(hub_tick cpu_ms)
		[ $n != 20 ] || small=$ms
		row "quiet tick of $n pull requests: CPU ms" "$ms" \
			"$(jq -n "$small * $n / 20")" 'linear: <= 1'
		[ $n != 2000 ] || row 'CPU of a thousand more, judged, to jq -c .' \
			"$(jq -n "$judged - $thousand")" "$peer" '<= 2'
		[ $n = 1000 ] || continue
		thousand=$judged
		row 'requests of it, to one each 20' \
			"$(wc -l <"$hub/requests")" 50 1
		hub_answers >"$tmp/answers"
		peer=$(took cpu_ms 5 sh -c "jq -c . <$tmp/answers >$tmp/out")
		row 'CPU of it, to jq -c . over the same answers' "$ms" "$peer" '<= 2'
		row 'CPU where all are judged anew, to jq -c .' "$judged" "$peer" '<= 2'
	done
}

# Fifty pull requests, and what people write: a loop of gh.
row_gh() {
	local n=50 loop
	if ! hub_is_there || ! command -v gh >/dev/null; then
		note 'gh' 'not run: no npm peers, or no gh'
		return
	fi
	[ -n "${hub_host-}" ] || hub_start
	export GH_HOST GH_ENTERPRISE_TOKEN=hunter2 GH_CONFIG_DIR=$tmp/gh
	GH_HOST=127.0.0.2:$(cat "$hub/tls-port")
	loop="for i in \$(seq $n); do
		SSL_CERT_FILE=$hub/cert.pem gh pr view \$i -R $GH_HOST/acme/widgets --json state,mergeable,reviewDecision,statusCheckRollup,comments >$tmp/out
	done"
	hub_home $n
	hub_tick cpu_ms >/dev/null
	for field in wall_ms cpu_ms; do
		row "$n pull requests, to a loop of gh: $field" \
			"$(hub_tick $field)" "$(took $field 1 sh -c "$loop")" '< 1'
	done
	hub_tick cpu_ms >/dev/null
	local ours
	ours=$(wc -l <"$hub/requests")
	: >"$hub/requests"
	sh -c "$loop"
	row "$n pull requests, to a loop of gh: requests" "$ours" \
		"$(wc -l <"$hub/requests")" '< 1'
	row "$n pull requests, to a loop of gh: processes" \
		"$(strace -f -c -e trace=execve sgt-watch poll 2>&1 >/dev/null |
			awk '$NF == "execve" { print $4 }')" "$n" '< 1'
}
