load helper

# shell COMMAND...: a terminal on which the keys of stdin are typed
shell() {
	script -qec "$*" /dev/null | tr -d '\r'
}

@test "bash completes a verb, a program's verb and an option" {
	printf 'PS1=; bind "set enable-bracketed-paste off"\n. %s\n' \
		"$TOP/completions/sgt.bash" >rc
	printf 'sgt jour\t--vers\t\nsgt-jour\t ver\t--jso\t--help\nexit\n' |
		shell bash --noprofile --rcfile rc -i >typed
	grep -x 'sgt-journal 0.1.0' typed
	grep '^usage: sgt-journal verify' typed
}

@test "bash offers what --options prints, no more and no less" {
	cat >ask <<-E
		. $TOP/completions/sgt.bash
		COMP_WORDS=("\$@" '') COMP_CWORD=\$#
		compopt() { :; }
		_sgt
		printf '%s\n' "\${COMPREPLY[@]}"
	E
	expect 0 bash ask sgt-journal
	sort .out >offered
	sgt-journal --options | grep -v '^-' | cut -f 1 | sort | diff - offered
}

@test "fish completes an option with its sentence" {
	command -v fish >/dev/null || skip "no fish here"
	cp "$TOP/completions/sgt.fish" sgt-journal.fish
	expect 0 fish --no-config -c '. sgt-journal.fish
		complete -C "sgt-journal --vers"'
	says $'--version\tprint the version'
}

@test "zsh completes an option" {
	command -v zsh >/dev/null || skip "no zsh here"
	mkdir site && cp "$TOP/completions/_sgt" site
	printf 'PS1=; fpath+=(%s/site); autoload -U compinit\n' "$PWD" \
		>.zshrc
	echo 'compinit -u -D' >>.zshrc
	printf 'sgt-journal --vers\t\nexit\n' |
		ZDOTDIR=$PWD shell zsh -i >typed
	grep 'sgt-journal 0.1.0' typed
}
