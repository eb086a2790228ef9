# The other side: a server on 127.0.0.1, and what is asked of it.

# appears COMMAND...: within ten seconds
appears() {
	local i
	for ((i = 0; i < 200; i++)); do
		"$@" && return
		read -rt 0.05 <> <(:) || :
	done
	echo "never: $*" && return 1
}

# serve: the peer on $BASE, with the files of www/, logging to requests.
serve() {
	mkdir -p www
	"$BUILD/peers/httpd" "$PWD/www" "$PWD/port" "$PWD/requests" 3>&- &
	echo $! >pid
	appears test -s port
	BASE=http://127.0.0.1:$(cat port)
	export HOST=${BASE#http://}
	touch requests
}

teardown() {
	[ ! -s pid ] || kill "$(cat pid)"
}

# due SUBJECT [DATA [LETTER]]: a due line of the watch …LETTER
due() {
	event sergeant.watch.due id="due_${3-A}" subject="$1" \
		watch="sen_01JDYB2C3D4E5F6G7H8J9K0M1${3-A}" data:="${2-{\}}"
}

# of JQ: over the data of each observation, sorted
of() {
	jq -c ".data | $1" .out | sort
}
