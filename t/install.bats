load helper

# The build's own prefix, so that nothing is built again under other tests.
run_make() {
	make -s -C "$TOP" O="$BUILD" PREFIX="$(cat "$BUILD/prefix")" \
		DESTDIR="$PWD/root" "$@"
}

@test "uninstall removes what install put down, and nothing else" {
	at=root$(cat "$BUILD/prefix")
	mkdir -p "$at/bin" "$at/share/sergeant/kinds/mine"
	touch "$at/bin/other" "$at/share/sergeant/kinds/mine/kind.json"
	find root ! -type d | sort >before
	run_make install
	for file in "$BUILD"/bin/* "$TOP"/man/*; do
		[ ! -e "$file" ] || find root -name "${file##*/}" | grep .
	done
	(cd "$TOP" && find share -type f) 2>&- | while read -r file; do
		cmp "$TOP/$file" "$at/share/sergeant/${file#share/}"
	done
	run_make uninstall
	find root ! -type d | sort | diff before -
}

@test "what is installed runs from there" {
	run_make install
	for program in "$BUILD"/bin/*; do
		expect 0 "root$(cat "$BUILD/prefix")/bin/${program##*/}" --version
		complains
	done
}
