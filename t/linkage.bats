# bats file_tags=still
load helper

# needed PROGRAM: the libraries that the loader is asked for, libc aside
needed() {
	readelf -d "$BUILD/bin/$1" |
		sed -n 's/.*(NEEDED).*\[\(lib[a-z0-9-]*\)[.-].*/\1/p' |
		grep -Ev '^lib(c|asan|ubsan|m|gcc_s|clang_rt)$' | sort
}

# refuse LIBRARY PROGRAM...
refuse() {
	local library=$1 program
	shift
	for program; do
		[ -x "$BUILD/bin/$program" ] || return
		if needed "$program" | grep -x "$library"; then
			echo "$program needs $library"
			return 1
		fi
	done
}

@test "sgt-journal needs neither libjq nor libcrypto nor libcurl" {
	refuse libjq sgt-journal
	refuse libcrypto sgt-journal
	refuse libcurl sgt-journal
}

@test "only sgt-probe, sgt-drain and sgt-provider need libcurl" {
	for program in "$BUILD"/bin/*; do
		case ${program##*/} in
		sgt-probe | sgt-drain | sgt-provider) ;;
		*) refuse libcurl "${program##*/}" ;;
		esac
	done
	needed sgt-probe | grep -x libcurl
}

@test "what decides, delivers, shows and dispatches starts without libjq and libcrypto" {
	light=(sgt sgt-decide sgt-deliver sgt-inbox sgt-tick sgt-dispatch
		sgt-notify sgt-cleanup sgt-callback)
	refuse libjq "${light[@]}"
	refuse libcrypto "${light[@]}"
}
