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
