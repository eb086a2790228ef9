load helper

# Produce Events

# worker REPOSITORY STATUS [TEXT [GATE]]: in its worktree
worker() {
	local tree=$PWD/trees/$1 text=.sergeant-message
	mkdir -p fleet/t1/"$1" "$tree"
	echo "$tree" >fleet/t1/"$1"/worktree
	echo "$2" >"$tree"/.sergeant-status
	[ "$2" != 'done' ] || text=.sergeant-result
	[ $# -lt 3 ] || echo "$3" >"$tree/$text"
	[ $# -lt 4 ] || echo "$4" >"$tree"/.sergeant-gate-generation
}

events() { jq -sc 'map([.type, .payload])' "$c"/events/*/event.json; }

count() { find "$c"/events -mindepth 1 -maxdepth 1 -name '[0-9]*' | wc -l; }

@test "Produce Events: needs_input and blocked carry .sergeant-message" {
	real_time
	origin
	worker a needs_input 'Which one?'
	worker b blocked 'No key.'
	does sync t1
	[ "$(events)" = '[["needs_input","Which one?"],["blocked","No key."]]' ]
}

@test "Produce Events: failed carries its reason, done its .sergeant-result" {
	real_time
	origin
	worker a 'failed: it broke'
	worker b 'done' 'All is well.'
	does sync t1
	[ "$(events)" = '[["failed","it broke"],["done","All is well."]]' ]
}

@test "Produce Events: only these states are events, and done only with a result" {
	real_time
	origin
	worker a working x
	worker b 'done'
	worker c failed x
		worker d needs_input
		worker e needs_inputs x
	does sync t1
	[ "$(count)" = 0 ]
}

@test "Produce Events: without a worktree the fleet's own state is read" {
	real_time
	origin
	mkdir fleet/t1/a
	echo blocked >fleet/t1/a/status
	echo 'No key.' >fleet/t1/a/message
	does sync t1
	[ "$(events)" = '[["blocked","No key."]]' ]
}

@test "Produce Events: a waiting event is its repository, class and gate generation" {
	real_time
	origin
	worker a needs_input one 1
	does sync t1
	worker a needs_input two 1
	does sync t1
	[ "$(count)" = 1 ]
	worker a needs_input three 2
	does sync t1
	worker a blocked four 2
	does sync t1
	worker b needs_input five 2
	does sync t1
	[ "$(events)" = '[["needs_input","one"],["needs_input","three"],["blocked","four"],["needs_input","five"]]' ]
}

@test "Produce Events: a terminal event is its repository and class, whatever the gate" {
	real_time
	origin
	worker a 'failed: one' x 1
	does sync t1
	worker a 'failed: two' x 2
	does sync t1
	worker a 'done' three 3
	does sync t1
	worker a 'done' four 4
	does sync t1
	[ "$(events)" = '[["failed","one"],["done","three"]]' ]
}

@test "Produce Events: repeated synchronization of the same source makes no new generation" {
	real_time
	origin
	worker a needs_input one
	does sync t1
	does sync t1
	does sync t1
	[ "$(count)" = 1 ]
}

@test "Produce Events: enqueue reads its payload from stdin and prints the key" {
	real_time
	origin
	printf '%s\n' 'Choose option A or B.' |
		expect 0 "$cb" enqueue t1 needs_input coordinator-followup-1
	says "$key":1
	[ "$(jq -r .payload "$c"/events/00000001/event.json)" = 'Choose option A or B.' ]
	# no other way in
	fails enqueue t1 needs_input other 'Choose option A or B.'
	[ "$(count)" = 1 ]
}

@test "Produce Events: a source ID is ^[a-z][a-z0-9._:-]{0,127}\$" {
	real_time
	origin
	for id in a a1 a.b_c:d-9 "$(printf '%0128d' 0 | tr 0 a)"; do
		event_of "$id"
	done
	for id in A 1 .a 'a b' aB a/b "$(printf '%0129d' 0 | tr 0 a)" $'a\n' ''; do
		echo x >in
		fails enqueue t1 needs_input "$id" <in
	done
	[ "$(count)" = 4 ]
}

@test "Produce Events: the source ID is hashed before persistence" {
	real_time
	origin
	event_of hunter2-source
	[ "$(count)" = 1 ]
	run ! grep -r hunter2-source fleet
}

@test "Produce Events: the same class and source give the original event and generation" {
	real_time
	origin
	event_of a one
	expect 0 event_of a two
	says "$key":1
	[ "$(events)" = '[["needs_input","one"]]' ]
	expect 0 event_of a two t1 blocked
	says "$key":2
}

@test "Produce Events: only four types are events" {
	real_time
	origin
	for type in needs_input blocked failed 'done'; do event_of a x t1 $type; done
	echo x >in
	for type in working DONE '' needs-input; do fails enqueue t1 "$type" a <in; done
	[ "$(count)" = 4 ]
}

# takes / refuses TEXT: as printf %b has it
takes() {
	n=$((n + 1))
	printf %b "$1" >in
	expect 0 "$cb" enqueue t1 failed s$n <in
}

refuses() {
	printf %b "$1" >in
	fails enqueue t1 failed never <in || { printf '%q\n' "$1" && return 1; }
	# the text is never said
	[ "${#1}" -lt 12 ] || ! grep -qF -- "$1" .err
}

@test "Produce Events: a payload is nonempty UTF-8 of at most 4096 bytes and 16 lines" {
	real_time
	origin
	takes "$(printf '%04096d' 0 | tr 0 a)"
	refuses "$(printf '%04097d' 0 | tr 0 a)"
	takes '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n'
	refuses '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17'
	takes '\0303\0251 \0342\0202\0254 \0360\0237\0231\0202'
	for bad in '' '\n\n' '\0377' '\0300\0257' '\0355\0240\0200' '\0342\0202' \
		'\0364\0220\0200\0200'; do
		refuses "$bad"
	done
}

@test "Produce Events: it holds no NUL and no control data but tab and newline" {
	real_time
	origin
	takes 'a\tb\nc'
	for bad in 'a\0000b' 'a\0001b' 'a\rb' 'a\0033[m' 'a\0010b' 'a\0013b' \
		'a\0014b' 'a\0037b'; do
		refuses "$bad"
	done
}

@test "Produce Events: shell command metacharacters are rejected" {
	real_time
	origin
	for bad in 'a;b' 'a&b' 'a|b' 'a`b' 'a$b' 'a<b' 'a>b' 'a\\\\b'; do
		refuses "$bad"
	done
	takes "( ) { } * ? ! # ' \" ~ = [ ] % @ : , ."
}

@test "Produce Events: command-like lines are rejected" {
	real_time
	origin
	for bad in '#!/bin/sh' 'rm -rf /tmp/x' ' \tcurl https://acme.example' \
		'All done.\nsudo reboot' 'bash -c x' 'python3 run.py' 'ssh host -v' \
		'node server.js' 'chmod 600 x' 'env A=1 x' 'wget -q x' 'mv ./a ./b' \
		'SUDO -i' 'sh ./x' 'zsh -f' 'cp -r a b' 'chown root x/y'; do
		refuses "$bad"
	done
	takes 'Node is down, Python is ok.'
	takes 'nodes are up\nshells work'
}

@test "Produce Events: secret-shaped assignments are rejected" {
	real_time
	origin
	for bad in password=hunter2 'Password: hunter2' 'api_key = hunter2' \
		'apikey:hunter2' 'SECRET=hunter2' 'the token:hunter2' \
		'Authorization: hunter2' AWS_SECRET_ACCESS_KEY=hunter2 \
		'"token":"hunter2"'; do
		refuses "$bad"
	done
	takes 'The token was refused.'
}

@test "Produce Events: 17-20 digit platform IDs are rejected" {
	real_time
	origin
	for n in 17 18 19 20; do refuses "id $(printf "%0${n}d" 7) x"; done
	for n in 16 21; do takes "id $(printf "%0${n}d" 7) x"; done
}

@test "Produce Events: a task without an origin refuses an event" {
	real_time
	echo x >in
	fails enqueue t1 failed a <in
	[ -z "$(ls -A fleet/t1)" ]
}
