load callback/helper

# worker REPOSITORY STATUS [TEXT [GATE]]: what stands in the fleet's own folder
worker() {
	local file=message
	mkdir -p fleet/t1/"$1"
	echo "$2" >fleet/t1/"$1"/status
	[ "$2" != 'done' ] || file=result
	[ $# -lt 3 ] || printf '%s\n' "$3" >fleet/t1/"$1"/$file
	[ $# -lt 4 ] || echo "$4" >fleet/t1/"$1"/gate_generation
}

# in_tree REPOSITORY STATUS [TEXT [GATE]]: the same in a worktree
in_tree() {
	local file=.sergeant-message
	mkdir -p fleet/t1/"$1" "trees/$1"
	echo "$PWD/trees/$1" >fleet/t1/"$1"/worktree
	echo "$2" >"trees/$1/.sergeant-status"
	[ "$2" != 'done' ] || file=.sergeant-result
	[ $# -lt 3 ] || printf '%s\n' "$3" >"trees/$1/$file"
	[ $# -lt 4 ] || echo "$4" >"trees/$1/.sergeant-gate-generation"
}

# syncs [COMPLAINT...]
syncs() {
	expect 0 sgt-callback sync t1
	says
	complains "$@"
}

payloads() { jq -sc 'map([.type, .payload])' "$c"/events/*/event.json; }

@test "the four states become events, each with its own text" {
	for from in worker in_tree; do
		rm -rf fleet/t1 trees
		mkdir fleet/t1
		origin
		$from a needs_input 'Which one?'
		$from b blocked 'No key.'
		$from c 'failed:  it broke '
		$from d 'done' 'All is well.'
		$from e working 'Not yet.'
		$from f failed x
		mkdir fleet/t1/g
		syncs
		[ "$(payloads)" = '[["needs_input","Which one?"],["blocked","No key."],["failed","it broke"],["done","All is well."]]' ]
		# one bounded try, of the first
		[ "$(member status 1)$(member status 2)" = '"acknowledged""pending"' ]
		tree >before
		syncs
		syncs
		syncs
		[ "$(wc -l <p.log)" = 4 ]
		rm p.log
	done
}

@test "a source is its repository, class and gate, or end" {
	origin
	worker widgets needs_input one 3
	worker a 'done' fine 3
	syncs
	hash_of() {
		printf '%s\0auto-%s' "$2" "$(printf %s "$1" | sha256sum | cut -c1-64)" |
			sha256sum | cut -c1-64
	}
	[ "$(jq -r .source_hash "$c"/events/*/event.json)" = \
		"$(hash_of a.done.terminal 'done' && hash_of widgets.needs_input.gate-3 needs_input)" ]
	# another text at the same gate is no new event, another gate or class is
	worker widgets needs_input two
	syncs
	[ "$(find "$c"/events/* -maxdepth 0 | wc -l)" = 2 ]
	worker widgets needs_input three 4
	syncs
	worker widgets needs_input four 04
	syncs
	worker widgets blocked five
	syncs
	worker widgets 'failed: six'
	syncs
	worker widgets 'failed: seven' x 9
	syncs
	[ "$(payloads)" = '[["done","fine"],["needs_input","one"],["needs_input","three"],["needs_input","four"],["blocked","five"],["failed","six"]]' ]
}

@test "a message or result that is not there yet is no event and no fault" {
	origin
	worker a needs_input
	worker b 'done'
	worker c blocked ' '
	syncs
	[ -z "$(ls "$c"/events)" ]
	worker a needs_input now
	syncs
	[ "$(payloads)" = '[["needs_input","now"]]' ]
}

@test "P7: a worktree that is gone falls back to the fleet" {
	origin
	in_tree a working
	worker a 'done' 'It is in the fleet.'
	syncs
	[ -z "$(ls "$c"/events)" ]
	rm -r trees/a
	syncs
	[ "$(payloads)" = '[["done","It is in the fleet."]]' ]
	expect 0 sgt-callback check-acked t1
}

@test "P8: a text that the rules refuse is told as a substitute, and wedges nothing" {
	origin
	in_tree widgets 'failed: exit 1; see log'
	in_tree gadgets 'done' "$(printf 'https://acme.example/?a=1&b=2\nhunter2')"
	in_tree empty failed:
	syncs 'sgt-callback: empty: payload must not be empty: withheld, a substitute was made' \
		'sgt-callback: gadgets: payload contains prohibited command metacharacters: withheld, a substitute was made' \
		'sgt-callback: widgets: payload contains prohibited command metacharacters: withheld, a substitute was made'
	jq -r .payload "$c"/events/*/event.json >got
	diff - got <<-END
	The text of this event is withheld: payload must not be empty.
	It stands in file .sergeant-status of repository empty, task t1.
	The text of this event is withheld: payload contains prohibited command metacharacters.
	It stands in file .sergeant-result of repository gadgets, task t1.
	The text of this event is withheld: payload contains prohibited command metacharacters.
	It stands in file .sergeant-status of repository widgets, task t1.
	END
	run ! grep -rE "hunter2|see log|acme|$PWD" fleet/t1/.callbacks
	expect 0 sgt-callback drain t1
	expect 0 sgt-callback check-acked t1
	# every rule
	rm -r fleet/t1/*
	printf '%0.sa' {1..4097} >long
	while IFS= read -r text; do
		in_tree r$((n++)) 'done' "$(printf %b "$text")"
	done <<-'END'
	\0355\0240\0200
	1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17
	a\0033[m
	rm -rf x
	password=hunter2
	123456789012345678
	END
	in_tree r6 'done' "$(cat long)"
	expect 0 sgt-callback sync t1
	[ "$(wc -l <.err)" = 7 ]
	expect 0 sgt-callback drain t1
	[ "$(jq -r .payload "$c"/events/*/event.json | grep -c withheld)" = 10 ]
	run ! grep -r hunter2 fleet/t1/.callbacks
}

@test "4096 bytes are told whole, with a newline behind" {
	origin
	in_tree a 'done' "$(printf '%0.sa' {1..4096})"
	syncs
	[ "$(jq -r '.payload|length' "$c"/events/00000001/event.json)" = 4096 ]
}

@test "a bad repository stops nothing but itself" {
	origin
	worker b needs_input two
	worker c needs_input three
	mkdir fleet/t1/a
	ln -s /etc/passwd fleet/t1/a/status
	mkfifo fleet/t1/pipe 'fleet/t1/not a name'
	mkdir 'fleet/t1/no name'
	worker d needs_input four 1x
	echo relative >fleet/t1/c/worktree
	expect 77 sgt-callback sync t1
	says
	complains "sgt-callback: a: 'status' is a link" \
		'sgt-callback: c: its worktree is no absolute path' \
		'sgt-callback: d: its gate generation is no number'
	[ "$(payloads)" = '[["needs_input","two"]]' ]
	[ "$(wc -l <p.log)" = 1 ]
}

@test "a worker's files are no links, pipes, devices or another's" {
	origin
	n=0
	for harm in 'ln -s /etc/hostname F' 'mkfifo F' 'ln -s F F' 'mkdir F'; do
		in_tree r$n needs_input text
		eval "${harm//F/trees/r$n/.sergeant-message.new}"
		rm trees/r$n/.sergeant-message
		mv -T trees/r$n/.sergeant-message.new trees/r$n/.sergeant-message
		n=$((n + 1))
	done
	in_tree r$n needs_input text
	rm -r trees/r$n
	ln -s "$PWD" trees/r$n
	expect 77 sgt-callback sync t1
	complains "sgt-callback: r0: '.sergeant-message' is a link" \
		"sgt-callback: r1: '.sergeant-message' is no regular file" \
		"sgt-callback: r2: '.sergeant-message' is a link" \
		"sgt-callback: r3: '.sergeant-message' is no regular file" \
		'sgt-callback: r4: its worktree is no real folder'
	[ -z "$(ls "$c"/events)" ]
}

@test "sealed: the first event of a source is found, a new one is refused" {
	origin
	worker a 'done' fine
	syncs
	(umask 077 && echo sergeant.callback-seal/v1 >"$c"/sealed)
	syncs
	worker a needs_input more 1
	expect 78 sgt-callback sync t1
	complains 'sgt-callback: a: callback task is sealed for cleanup'
	expect 0 sgt-callback drain t1
	expect 0 sgt-callback check-acked t1
}

@test "without an origin nothing is read and nothing changes, to the byte" {
	mkdir fleet/t1/a
	mkfifo fleet/t1/a/status
	ln -s /etc/passwd fleet/t1/a/worktree
	tree >before
	syncs
	expect 0 sgt-callback check-acked t1
	says
	complains
	tree | diff before -
}
