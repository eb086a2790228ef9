# A repository on the peer, and a watch of it.

# shellcheck disable=SC2034  # for the tests that load it
queued='[{"name":"build","state":"queued"}]'
red='[{"name":"build","state":"failure"}]'
green='[{"name":"build","state":"success"}]'

# watch [OPTION]...: the repository, without windows
watch() { sgt-watch add "$REPO" --to human:ann --window 0s "$@" >added; }

# head_of N K: the first digits of the head of pull request N after K pushes
head_of() { printf 'acme/widgets#%s %s' "$1" "$2" | sha1sum | cut -c-7; }

# cursor: what the last look at the repository left
cursor() { jq -c 'select(.data.collection == null) | .data.cursor' obs; }

# asked_for: the first words of the queries since the last time
asked_for() {
	jq -r '.query | capture("^query (?<n>[A-Za-z]+)").n' hub/queries | sort |
		uniq -c | awk '{ print $1 "*" $2 }' | xargs
	: >hub/queries
}
