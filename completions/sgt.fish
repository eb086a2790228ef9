# fish completion for sgt and every sgt-PROGRAM: each is asked, with --options,
# what it takes, so that this never goes stale.  Installed once a program: the
# file's name says whose it is.

function __sgt_options
    set -l words (commandline -opc)
    set -l ask $words[1]
    set -e words[1]
    if test (string replace -r '.*/' '' -- $ask) = sgt -a (count $words) -gt 0
        set -a ask $words[1]
        set -e words[1]
    end
    set -l list ($ask --options 2>/dev/null)
    # of a program with verbs, the verb's own
    if test (count $words) -gt 0
        and string match -q -- "$words[1]"\t'*' $list
        set list ($ask $words[1] --options 2>/dev/null)
    end
    # --name=ARG is offered as --name=
    string replace -r '^(--[^=\t]*=)[^\t]*' '$1' -- $list
end

complete -c (string replace -r '\.fish$' '' (status basename)) -a '(__sgt_options)'
