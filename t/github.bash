# GitHub on this machine: t/peers/github.mjs, and what is done there.

# One process a file, and in it a world for each test.
setup_file() {
	local peers=$BATS_TEST_DIRNAME/peers
	[ -d "$peers/node_modules/graphql" ] || return 0
	export HUBS=$BATS_FILE_TMPDIR/hubs
	mkdir "$HUBS"
	node "$peers/github.mjs" "$HUBS" >"$HUBS/log" 2>&1 3>&- &
	echo $! >"$HUBS/pid"
}

teardown_file() {
	[ -z "${HUBS-}" ] || kill "$(cat "$HUBS/pid")"
}

# github [tls]: a new one; $HUB is its host, $REPO a repository's subject there
github() {
	[ "${HUBS-}" ] || skip 'no npm peers'
	mkdir -p hub
	if [ "${1-}" = tls ]; then
		openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 \
			-nodes -days 5 -subj /CN=acme \
			-addext subjectAltName=IP:127.0.0.2 \
			-keyout hub/key.pem -out hub/cert.pem 2>/dev/null
	fi
	appears test -s "$HUBS/port"
	curl -sSf --data-binary "$PWD/hub" \
		"http://127.0.0.1:$(cat "$HUBS/port")/_/another"
	HUB=127.0.0.1:$(cat hub/port)
	export HUB REPO=github:$HUB/acme/widgets GH_TOKEN=hunter2
	mkdir -p "$SERGEANT_CONFIG"
	echo "{\"credential_hosts\":{\"$HUB\":\"github\"}}" \
		>"$SERGEANT_CONFIG/config.json"
	act token token=hunter2
	act at at="$SGT_NOW"
}

# act NAME [MEMBER=TEXT | MEMBER:=JSON]...: of acme/widgets, as world.mjs has it
act() {
	local line="{\"act\":\"$1\",\"repo\":\"acme/widgets\"" member
	for member in "${@:2}"; do
		case ${member%%=*} in
		*:) line+=",\"${member%%:=*}\":${member#*:=}" ;;
		*) line+=",\"${member%%=*}\":\"${member#*=}\"" ;;
		esac
	done
	curl -sSf --data-binary "$line}" "http://$HUB/_/"
}

# asked: the requests since the last time, each "METHOD PATH STATUS COST..."
asked() {
	cat hub/requests 2>/dev/null
	: >hub/requests
}

# tick TIME [COMMAND...]: the pipeline then; what the journal gained, as PHASE
# PRIORITY SUMMARY; COMMAND changes the observations on their way
tick() {
	local before
	at "$1"
	act at at="$1"
	before=$(sgt-journal read | wc -l)
	sgt-watch due | sgt-probe | tee obs | "${@:2}" | sgt-decide |
		sgt-deliver >receipts
	sgt-journal read | tail -n "+$((before + 1))" |
		jq -r '[.phase, .priority, .summary] | join(" ")' |
		sed "s|$HUB/acme/widgets||; s/sen_[A-Z0-9]*/WATCH/"
}

# gains TIME LINE...: what the tick of that time adds to the journal, in any order
gains() {
	local got want
	got=$(tick "$1" cat | sort)
	want=$([ $# = 1 ] || printf '%s\n' "${@:2}" | sort)
	[ "$got" = "$want" ] && return
	printf '%s: wanted:\n%s\ngot:\n%s\n' "$1" "$want" "$got"
	cat obs
	return 1
}
