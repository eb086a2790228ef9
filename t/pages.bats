load helper

pages() { ls "$TOP"/man/*.[1-9]; }

# each FUNCTION: for every page, naming those that fail
each() {
	local page bad=0
	for page in $(pages); do
		"$1" "$page" || { echo "^ ${page##*/}" && bad=1; }
	done
	return $bad
}

@test "every program has a page" {
	for program in "$BUILD"/bin/*; do
		[ -e "$TOP/man/${program##*/}.1" ] || { echo "$program" && false; }
	done
}

in_order() {
	local order
	order='NAME SYNOPSIS DESCRIPTION ENVIRONMENT FILES EXIT.STATUS EXAMPLES
		SEE.ALSO STANDARDS CAVEATS BUGS'
	sed -n 's/^\.Sh //p' "$1" | tr ' ' . >.sections
	diff .sections <(tr -s ' \t\n' '\n' <<<"$order" | grep -xFf .sections)
}

@test "sections are in the order of mdoc(7)" {
	each in_order
}

@test "a program's page has every section" {
	for page in "$TOP"/man/*.1; do
		for section in NAME SYNOPSIS DESCRIPTION ENVIRONMENT FILES \
			'EXIT STATUS' EXAMPLES 'SEE ALSO'; do
			grep -qx "\.Sh $section" "$page" ||
				{ echo "${page##*/}: $section" && false; }
		done
	done
}

refers() {
	local name section
	while read -r name section; do
		[ -e "$TOP/man/$name.${section%%[!0-9]*}" ] ||
			{ echo "no page $name $section" && return 1; }
	done < <(grep -o 'Xr sgt[a-z-]* [0-9]' "$1" | cut -c4-)
}

@test "no page refers to one that is not there" {
	each refers
}

# What a page says there is.
takes() {
	local program=${1##*/} name verb
	program=${program%.1}
	{
		"$program" --options
		for verb in $("$program" --options | sed -n 's/^\([a-z]*\)\t.*/\1/p'); do
			[ "$program" = sgt ] || "$program" "$verb" --options
		done
	} | sed -n 's/^--\([a-z-]*\).*/\1/p' | sort -u >.there
	sed -n '/^\.Sh EXAMPLES/q; s/^\.It .*Fl -\([a-z-]*\).*/\1/p' "$1" |
		sort -u >.said
	grep -vxFf .there .said && return 1
	return 0
}

@test "a page knows no option that its program does not" {
	for page in "$TOP"/man/*.1; do
		takes "$page" || { echo "^ ${page##*/}" && false; }
	done
}

@test "every status that a page lists is one of ours, in rising order" {
	for page in "$TOP"/man/*.1; do
		sed -n '/^\.Sh EXIT STATUS/,/^\.Sh EXAMPLES/s/^\.It \([0-9]*\)$/\1/p' \
			"$page" >.listed
		sort -n -u .listed | diff .listed - || { echo "$page" && false; }
		grep -vxE '0|1|64|65|70|71|74|75|77|78' .listed && false
		[ "$(head -n 1 .listed)" = 0 ]
	done
}

@test "every type of line that is in the code is in sgt-events(7)" {
	grep -rhoE '"sergeant\.[a-z_.]+"' "$TOP/lib" "$TOP/cmd" |
		tr -d '"' | grep -v '\.$' | sort -u >.printed
	# the key of a marker, no type; and what callbacks answer
	grep -vE '^sergeant\.(inbox\.overflow|callback)' .printed >.types
	[ -s .types ]
	while read -r type; do
		grep -Eq "^\.It Cm ($type|${type%.*}\. Ns Ar KIND)$" \
			"$TOP/man/sgt-events.7" || { echo "$type" && false; }
	done <.types
}

# names PAGE: each name on stdin is somewhere in it, marked as one.
names() {
	local name bad=0 n=0
	while read -r name; do
		n=$((n + 1))
		grep -Eq "^\.(It |Pq |Brq )?.*(Va|Cm|Ic|,) $name( |,|$)" \
			"$TOP/man/$1" && continue
		echo "not in $1: $name" && bad=1
	done
	[ $n -gt 10 ] && return $bad
}

@test "every member of an event, an entry and an observation is in sgt-events(7)" {
	(cd "$TOP/lib/model" && cat event.c entry.c observation.c) |
		grep -oE '(FIELD_NAME|ATTRIBUTE)\("[a-z_]+"' | cut -d'"' -f2 |
		grep -vx crc | sort -u >.names
	names sgt-events.7 <.names
}

@test "every member of kind.json is in sgt-kind(7)" {
	grep -oE '\{ "[a-z_]+", (read|member)_' \
		"$TOP/lib/transport/kind-read.c" | cut -d'"' -f2 | sort -u |
		names sgt-kind.7
}

@test "every reason of a verdict is in sgt-decide(1)" {
	sed -n '/^static const char \*const whys/,/^}/p' \
		"$TOP/lib/model/verdict.c" | grep -o '"[a-z]*"' | tr -d '"' |
		names sgt-decide.1
}
