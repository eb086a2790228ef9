# A pull request on the peer, and a watch of it.

# minute HH:MM: the pipeline then, as tick has it
minute() { tick "2026-11-30T$1:00Z" cat; }

# seen JQ: over the data of each observation of the last minute
seen() { jq -c ".data | $1" obs; }

# watch [OPTION...]: acme/widgets#7, whatever happens to it
watch() {
	expect 0 sgt-watch add "http://$HUB/acme/widgets/pull/7" --to human:ann \
		--types 'github.*' --window 0s "$@"
}
