# bats file_tags=still
load helper

# unit NAME <<SCRIPT: a unit program of a build of our own
unit() {
	mkdir -p build/unit
	cat >"build/unit/$1" && chmod +x "build/unit/$1"
}

# A tree of our own, with one file of tests.
run_tests() {
	mkdir -p t/tools build/unit
	cp "$TOP/t/tools/run-tests" t/tools
	mv own.bats t
	t/tools/run-tests "$PWD/build"
}

@test "a run shows what was skipped, with the reason, and sums up" {
	unit one <<<$'#!/bin/sh\necho "ok 1 - a"; echo "1..1"'
	printf '@test "b" { true; }\n@test "c" { skip "no mounts"; }\n' >own.bats
	expect 0 run_tests
	says 'ok 2 c # skip no mounts' '2 passed, 0 failed, 1 skipped'
}

@test "a failure is shown with its reason, and the run fails" {
	unit one <<-'E'
		#!/bin/sh
		echo "ok 1 - a"; echo "# one.c:7: not so: x"; echo "not ok 2 - b"
		echo "1..2"; exit 1
	E
	printf '@test "c" { echo why; false; }\n@test "d" { true; }\n' >own.bats
	expect 1 run_tests
	head -n 3 .out | diff - <(
		echo '# one.c:7: not so: x'
		echo 'not ok 2 - b'
		echo 'not ok 1 c'
	)
	grep -x '# why' .out
	[ "$(tail -n 1 .out)" = '2 passed, 2 failed, 0 skipped' ]
}

@test "a program that dies on its way has failed" {
	unit one <<<$'#!/bin/sh\necho "ok 1 - a"; kill -SEGV $$'
	echo '@test "b" { true; }' >own.bats
	expect 1 run_tests
	head -n 1 .out | grep 'unit/one: 1 of ? tests ran, status 139$'
	[ "$(tail -n 1 .out)" = '2 passed, 1 failed, 0 skipped' ]
}

@test "a file that is no test file has failed" {
	echo '@test "b" {' >own.bats
	expect 1 run_tests
	tail -n 1 .out | grep -x '0 passed, 1 failed, 0 skipped'
}

@test "set-up does nothing where all is there" {
	for name in apt-get sudo; do
		fake $name <<<'exit 99'
	done
	expect 0 "$TOP/t/tools/setup" build
	says
	complains
}

# A machine that has everything but jq, and a user that is ID there.
bare_machine() {
	mkdir bin
	for name in make cc git sh env mktemp rm tail; do
		ln -s "$(command -v $name)" bin
	done
	printf '#!/bin/sh\necho "$*" >>installed\n' >bin/apt-get
	printf '#!/bin/sh\necho %s\n' "$1" >bin/id
	chmod +x bin/*
}

@test "set-up says what it installs, and installs no more" {
	bare_machine 0
	expect 0 env PATH="$PWD/bin" "$TOP/t/tools/setup" build
	says 'setup: installing with apt-get: jq'
	grep -x -- '-q -y --no-install-recommends install jq' installed
}

@test "set-up takes sudo where not root, and says so" {
	bare_machine 1000
	printf '#!/bin/sh\necho sudo >>installed\nexec "$@"\n' >bin/sudo
	chmod +x bin/sudo
	expect 0 env PATH="$PWD/bin" "$TOP/t/tools/setup" build
	says 'setup: installing with sudo apt-get: jq'
	[ "$(head -n 1 installed)" = sudo ]
}

@test "set-up names what is missing where it may install nothing" {
	bare_machine 1000
	expect 78 env PATH="$PWD/bin" "$TOP/t/tools/setup" build
	says
	complains 'setup: as root, please: apt-get install jq'
}
