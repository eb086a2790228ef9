# bats file_tags=still
load helper

# t/golden/statements: the number of a statement of the specification, the file and
# the title of a test that shows it; or "later" or "departs", and why.

@test "each statement is named once, none is missing" {
	{
		printf 'M%03d\n' {1..40} {42..73}
		printf 'A%03d\n' {1..60}
		printf 'C%03d\n' {1..90}
	} | sort >want
	cut -f 1 "$TOP/t/golden/statements" | sort >got
	diff want got
}

# named TABLE: each line's test is there
named() {
	while IFS=$'\t' read -r number file title rest; do
		[ -n "$title" ] && [ -z "$rest" ]
		case $file in
		later | departs) continue ;;
		*.bats) want="@test \"$title\" {" ;;
		*.c) want="\"$title\"" ;;
		*) want=$title ;;
		esac
		grep -Fq -- "$want" "$TOP/t/$file" || {
			echo "$number: no such test in $file: $title"
			return 1
		}
	done <"$TOP/t/golden/$1"
}

@test "each test that a statement names is there" {
	named statements
}

# Of the faults that implementations of document 002 had, those of dispatch,
# notify and cleanup.
@test "each fault that such programs had is named with its test" {
	[ "$(cut -f 1 "$TOP/t/golden/faults" | xargs)" = \
		'P12 P13 P18 P19 H1 H2 H3 H4 H5 H6 H7 H8 S7 S8' ]
	named faults
}
