# GitHub on this machine: t/peers/github.mjs, and what is done there.

# github [tls]: started; $HUB is its host, $REPO a repository's subject there
github() {
	[ -d "$TOP/t/peers/node_modules/graphql" ] || skip 'no npm peers'
	mkdir -p hub
	if [ "${1-}" = tls ]; then
		openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 \
			-nodes -days 5 -subj /CN=acme \
			-addext subjectAltName=IP:127.0.0.2 \
			-keyout hub/key.pem -out hub/cert.pem 2>/dev/null
	fi
	node "$TOP/t/peers/github.mjs" hub >hub/log 2>&1 3>&- &
	echo $! >pid
	appears test -s hub/port
	export HUB=127.0.0.1:$(cat hub/port)
	export REPO=github:$HUB/acme/widgets GH_TOKEN=hunter2
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
