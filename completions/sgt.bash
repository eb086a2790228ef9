# bash completion for sgt and every sgt-PROGRAM: each is asked, with --options,
# what it takes, so that this never goes stale.

_sgt() {
	local cur=${COMP_WORDS[COMP_CWORD]} at=1 name words=()
	local ask=("${COMP_WORDS[0]}") list

	COMPREPLY=()
	# what follows an option's = is a value: files, by default
	[[ $cur == = || ${COMP_WORDS[COMP_CWORD - 1]} == = ]] && return
	if [[ ${COMP_WORDS[0]##*/} == sgt ]] && ((COMP_CWORD > 1)); then
		ask+=("${COMP_WORDS[1]}")
		at=2
	fi
	list=$("${ask[@]}" --options 2>/dev/null) || return
	# of a program with verbs, the verb's own
	if ((COMP_CWORD > at)) && [[ ${COMP_WORDS[at]} != -* &&
		$'\n'$list == *$'\n'"${COMP_WORDS[at]}"$'\t'* ]]; then
		list=$("${ask[@]}" "${COMP_WORDS[at]}" --options 2>/dev/null) ||
			return
	fi
	while IFS=$'\t' read -r name _; do
		[[ $cur == -* || $name != -* ]] && words+=("${name%%=*}${name//[!=]/}")
	done <<<"$list"
	mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$cur")
	[[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
	return 0
}

# every program that is there now; bash-completion loads the others by name
# shellcheck disable=SC2046 # a list of words
complete -o bashdefault -o default -F _sgt sgt $(compgen -c sgt- | sort -u)
