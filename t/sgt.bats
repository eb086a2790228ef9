load helper

@test "runs the program of that name with its arguments" {
	expect 0 sgt journal --version
	says 'sgt-journal 0.1.0'
}

@test "runs a program of the user's own that is on PATH" {
	fake sgt-hello <<-'E'
		#!/bin/sh
		echo "hello $*"
		exit 7
	E
	expect 7 sgt hello --to 'acme widgets' --
	says 'hello --to acme widgets --'
}

@test "prefers the program beside itself" {
	mkdir bin
	cp "$BUILD/bin/sgt" bin
	printf '#!/bin/sh\necho beside\n' >bin/sgt-hello && chmod +x bin/sgt-hello
	fake sgt-hello <<<$'#!/bin/sh\necho elsewhere'
	expect 0 bin/sgt hello
	says beside
}

@test "names an unknown verb and the nearest one" {
	expect 64 sgt wacth
	says
	complains "sgt: unknown verb 'wacth'; did you mean 'watch'?" \
		'usage: sgt VERB [ARG...]'
	expect 64 sgt ../bin/sh
	complains "sgt: unknown verb '../bin/sh'" 'usage: sgt VERB [ARG...]'
}

@test "names a verb that cannot be run" {
	mkdir bin && cp "$BUILD/bin/sgt" bin
	printf '#!/no/such\n' >bin/sgt-watch
	chmod +x bin/sgt-watch
	expect 74 env PATH=/nowhere bin/sgt watch
	complains "sgt: cannot run 'sgt-watch': No such file or directory"
}

@test "options belong after the verb" {
	expect 64 sgt --json watch
	says
	complains 'sgt: options belong after the verb' 'usage: sgt VERB [ARG...]'
}

@test "a verb is wanted" {
	expect 64 sgt
	complains 'sgt: a verb is missing' 'usage: sgt VERB [ARG...]'
}

@test "help is --help, of a verb too" {
	sgt --help >want
	expect 0 sgt help
	cmp want .out
	sgt-journal --help >want
	expect 0 sgt help journal
	cmp want .out
}

@test "status of a new home is one screen of nothing" {
	export SERGEANT_SESSION=
	script -qec 'sgt status' /dev/null | tr -d '\r' >.out
	says 'watches    none' \
		'open       0 conditions, 0 verdicts not told yet' \
		'~unread     0 messages for human:.*, 0 critical' \
		'last look  -, next -'
}

@test "a verdict counts as not told until the journal has it" {
	sgt-watch add command:x --to human:ann -- /bin/false >/dev/null
	sgt-watch due | sgt-probe | sgt-decide >verdicts
	sgt status | jq .verdicts >before
	sgt-deliver verdicts >/dev/null
	expect 0 sgt status
	[ "$(cat before) $(jq .verdicts .out)" = '1 0' ]
}

@test "status counts watches by status, and what is unread" {
	sgt-watch add https://acme.example/a --to human:root >/dev/null
	sgt-watch add https://acme.example/b --to human:root --label b >/dev/null
	sgt-watch pause b
	me=$(sgt status | jq -r .party)
	event acme.down id=e1 subject=acme:a time=2026-11-30T16:00:00Z \
		priority=critical "recipients:=[\"$me\"]" |
		sgt-journal append >/dev/null
	event acme.slow id=e2 subject=acme:b time=2026-11-30T16:00:00Z \
		priority=attention "recipients:=[\"$me\"]" |
		sgt-journal append >/dev/null
	expect 0 sgt status
	jq -c '[.watches.active, .watches.paused, .watches.error, .unread,
		.critical, .verdicts]' .out >counts && mv counts .out
	says '[1,1,0,2,1,0]'
}
