#!/bin/bash
# What bash, zsh and fish make of the completions, and what a formatter makes of the manual pages. Argument: the folder of the
# build; E2E_PROGRAMS names another one. TAP; what a machine does not have is skipped.
set -u
build=${E2E_PROGRAMS:-$1}
PATH=$build/client:$build/bots:$build/server:$PATH
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
touch record.jsonl 'two words'
count=0

report() { # OK|not ok, NAME
    count=$((count + 1))
    echo "$1 $count - $2"
}

check() { # NAME COMMAND...: does the command succeed?
    local name=$1
    shift
    if "$@"; then report ok "$name"; else report 'not ok' "$name"; fi
}

expect() { # NAME EXPECTED GOT: lines, in any order
    if [[ $(sort <<<"$2") == "$(sort <<<"$3")" ]]; then
        report ok "$1"
    else
        report 'not ok' "$1"
        printf '# expected %s\n' "${2//$'\n'/ }" "but got ${3//$'\n'/ }"
    fi
}

skip() { # NAME WHY
    report ok "$1 # SKIP $2"
}

# The same questions to each shell: a command line, its last word to be completed; what it may become.
questions=(
    'takeaway pl' $'play\nplot'
    'takeaway alpha c' $'cutoffs\ncount'
    'takeaway puz' 'puzzle'
    'takeaway puzzle --game k' $'kayles\nkayles-on-a-ring'
    'takeaway help tournament st' $'start\nstatus\nstandings'
    'takeaway play --ga' '--game'
    'takeaway play --game k' $'kayles\nkayles-on-a-ring'
    'takeaway play --against bot:level:1' $'bot:level:1\nbot:level:10'
    'takeaway play --first ' $'me\nthem\nrandom'
    'takeaway table --heaps ' $'1\n2'
    'takeaway solve wy' 'wythoff'
    'takeaway tournament run --players gre' 'greedy'
    'takeaway tournament run --players perfect,level:1' $'perfect,level:1\nperfect,level:10'
    'takeaway tournament run --players=perfect,random,gre' '--players=perfect,random,greedy'
    'takeaway tournament create --players per' ''
    'takeaway verify rec' 'record.jsonl'
    'takeaway play --game=kay' $'--game=kayles\n--game=kayles-on-a-ring'
    'takeaway alpha count --checkpoint=rec' '--checkpoint=record.jsonl'
    'takeaway admin kick --' $'--control\n--reason\n--json\n--help'
    'takeaway --ve' '--version'
    'takeaway nothing-of-this-kind' ''
    'takeaway-bot --strategy level:1' $'level:1\nlevel:10'
    'takeaway-bot --token-file rec' 'record.jsonl'
    'takeaway-server --log-level ' $'debug\ninfo\nwarn\nerror'
    'takeaway-server --live-matches-' '--live-matches-per-player'
)

programs='takeaway takeaway-bot takeaway-server'

ask_all() { # SHELL
    local i
    for ((i = 0; i < ${#questions[@]}; i += 2)); do
        expect "$1 completes: ${questions[i]}" "${questions[i + 1]}" "$("ask_$1" "${questions[i]}")"
    done
}

# --- bash ---

compopt() { # which bash allows only while somebody types
    :
}

# As bash does it: it takes words apart at ':' and '=', and what it is given takes the place of the last part alone.
ask_bash() { # LINE
    local COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=() last=${1##* } program=${1%% *}
    local part=${last##*[:=]}
    [[ $(complete -p "$program") =~ -F\ ([a-z_]+) ]] || return
    "${BASH_REMATCH[1]}" "$program" "$part" ''
    printf '%s\n' "${COMPREPLY[@]/#/${last%"$part"}}"
}

for program in $programs; do
    "$program" --completion bash >"bash.$program"
    # shellcheck disable=SC1090
    check "bash reads the script of $program" source "bash.$program"
done
ask_all bash

# --- zsh ---

# What the script gives to zsh's own functions, which need a terminal.
ask_zsh() { # LINE
    zsh -f -c '
        compdef() { }
        _describe() { local each; for each in "${(@P)3}"; do each=${each//\\:/'$'\001''}; print -r -- ${${each%%:*}//'$'\001''/:}; done }
        compset() { before=${(M)words[CURRENT]#--*=}; words[CURRENT]=${words[CURRENT]#--*=} }
        _files() { local each; for each in ${words[CURRENT]}*(N); do print -r -- $before$each; done }
        source "$1"
        words=("${(@s: :)2}") CURRENT=${#words}
        $3' zsh "zsh.${1%% *}" "$1" "_$(tr - _ <<<"${1%% *}")" | grep . | while read -r word; do
        [[ $word == "${1##* }"* ]] && echo "$word"
    done
}

if command -v zsh >/dev/null; then
    for program in $programs; do
        "$program" --completion zsh >"zsh.$program"
        check "zsh reads the script of $program" zsh -n "zsh.$program"
    done
    ask_all zsh
else
    skip 'zsh completes' 'there is no zsh'
fi

# --- fish ---

ask_fish() { # LINE
    HOME=$folder fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "fish.${1%% *}" "$1" | cut -f 1
}

if command -v fish >/dev/null; then
    for program in $programs; do
        "$program" --completion fish >"fish.$program"
        check "fish reads the script of $program" fish --no-execute "fish.$program"
    done
    ask_all fish
else
    skip 'fish completes' 'there is no fish'
fi

# --- manual pages ---

for program in $programs; do
    "$program" --manual >"$program.man"
    check "$program prints its page" grep -q "^.SH EXIT STATUS" "$program.man"
    if command -v groff >/dev/null; then
        expect "groff has nothing to say about the page of $program" '' \
            "$(groff -man -Tutf8 -ww "$program.man" 2>&1 >/dev/null)"
    else
        skip "the page of $program" 'there is no groff'
    fi
    if command -v mandoc >/dev/null; then
        # It would like a date, which a page made of tables does not have, and short lines.
        expect "mandoc has nothing to say about the page of $program" '' \
            "$(mandoc -Tlint -W warning "$program.man" | grep -v 'missing date')"
    else
        skip "the page of $program" 'there is no mandoc'
    fi
done
echo "1..$count"
