#!/usr/bin/env bash
# Check every roll of a game log with printf and sha256sum: heads, chains, seeds, streams, dice, open shuffles.
# What is in a secret pack cannot be checked so, and neither are signatures: `ssh-keygen -Y verify` does that.
# Usage: check_dice.sh game.log
set -euo pipefail
export LC_ALL=C

die() {
    echo "entry $seq: $*" >&2
    exit 1
}

lines_sha() { # SHA-256 of the arguments as lines
    sha=$(printf '%s\n' "$@" | sha256sum)
    sha=${sha%% *}
}

take_byte() { # the next byte of the stream of $seed
    if [ $((at % 32)) = 0 ]; then
        lines_sha senlac-stream/1 "$seed" $((at / 32))
    fi
    byte=$((16#${sha:at % 32 * 2:2}))
    at=$((at + 1))
}

roll() { # a die of $1 sides
    local numbers=256 number
    while :; do
        take_byte
        number=$byte
        if [ "$1" -gt 256 ]; then
            numbers=65536
            take_byte
            number=$((number * 256 + byte))
        fi
        if [ "$number" -lt $((numbers - numbers % $1)) ]; then
            value=$((number % $1 + 1))
            return
        fi
    done
}

shuffle() { # 0 to $1 - 1, the top first
    local i j kept
    order=()
    for ((i = 0; i < $1; i++)); do order[i]=$i; done
    for ((i = $1 - 1; i > 0; i--)); do
        roll $((i + 1))
        j=$((value - 1)) kept=${order[i]}
        order[i]=${order[j]} order[j]=$kept
    done
}

check_roll() { # the rolls of an entry's body, in turn, from one stream
    [[ $entry =~ ,\"k\":([0-9]+), ]] || die "no k"
    [ "${BASH_REMATCH[1]}" = $((k + 1)) ] || die "batch ${BASH_REMATCH[1]} where $((k + 1)) comes next"
    k=$((k + 1)) at=0
    links=()
    for role in $roles; do
        if [ "$role" = "$opener" ]; then links+=("$opened"); fi
        if [ "$role" = "$author" ]; then links+=("$link"); fi
    done
    lines_sha senlac-dice/2 "$base" "$k" "${links[@]}"
    seed=$sha
    while read -r item; do
        [[ $item =~ ^\"(sides|shuffle)\":([0-9]+),\"values\":\[([0-9,]*)\]$ ]] || die "odd roll $item"
        kind=${BASH_REMATCH[1]} size=${BASH_REMATCH[2]} said=${BASH_REMATCH[3]}
        values=()
        if [ "$kind" = shuffle ]; then
            shuffle "$size"
            values=("${order[@]}")
        else
            for _ in ${said//,/ }; do
                roll "$size"
                values+=("$value")
            done
        fi
        found=$(IFS=,; echo "${values[*]}")
        [ "$found" = "$said" ] || die "batch $k: the log says $said, the links give $found"
        rolls=$((rolls + 1))
    done < <(grep -oE '"(sides|shuffle)":[0-9]+,"values":\[[0-9,]*\]' <<<"$entry" || true)
    opener=''
}

burn() { # a link given away for the oldest new chain: the author's next, or a later one
    [[ ${owing[0]:-} == " $author "* ]] || die "it is not the turn of $author to burn a link"
    local before=$1 left=70000
    until [ "$before" = "${chain[$author]}" ]; do
        lines_sha "$before"
        before=$sha left=$((left - 1))
        [ $left -gt 0 ] || die "not a link of $author"
    done
    chain[$author]=$1
    owing[0]=" ${owing[0]# "$author" }"
    burnt[0]+=" $author=$1"
    rebase
}

rebase() { # the base anew, once all have burnt
    while [ ${#owing[@]} -gt 0 ] && [ -z "${owing[0]// /}" ]; do
        links=()
        for role in $roles; do
            for one in ${burnt[0]}; do
                if [ "${one%%=*}" = "$role" ]; then links+=("${one#*=}"); fi
            done
        done
        if [ ${#links[@]} -gt 0 ]; then
            lines_sha "$base" "${links[@]}"
            base=$sha
        fi
        owing=("${owing[@]:1}") burnt=("${burnt[@]:1}")
    done
}

renew() { # $1 has a new chain: all others that are still in the game burn a link
    local others=' ' i
    for role in $roles; do
        if [ "$role" != "$1" ] && [[ $gone != *" $role "* ]]; then others+="$role "; fi
    done
    for i in "${!owing[@]}"; do owing[i]=${owing[i]/" $1 "/ }; done
    owing+=("$others") burnt+=('')
    rebase
}

declare -A chain
owing=() burnt=()
game='' base='' roles='' gone=' ' head=$(printf '%064d' 0) k=0 rolls=0 seq=-1 opener='' opened=''
envelope='"game":"([0-9a-f]{64})"(,"link":"([0-9a-f]{64})")?,"prev":"([0-9a-f]{64})","seq":([0-9]+),"type":"([a-z]+)","v":2}$'
{
    read -r first
    [ "$first" = senlac-log/2 ] || die "not a game log"
    while IFS= read -r line; do
        entry=${line#* } seq=$((seq + 1))
        [[ $entry =~ ^\{\"author\":\"([a-z][a-z0-9_-]*)\" ]] || die "no author"
        author=${BASH_REMATCH[1]}
        [[ $entry =~ $envelope ]] || die "no envelope"
        link=${BASH_REMATCH[3]} type=${BASH_REMATCH[6]}
        [ "${BASH_REMATCH[4]}" = "$head" ] || die "does not follow the entry before it"
        [ "${BASH_REMATCH[5]}" = "$seq" ] || die "is numbered ${BASH_REMATCH[5]}"
        head=$(printf '%s' "$entry" | sha256sum)
        head=${head%% *}
        case $type in
        charter) game=$head base=$head ;;
        resign) gone+="$author " ;;
        *) [[ $entry == *"\"game\":\"$game\""* ]] || die "of another game" ;;
        esac
        if [ "$type" = charter ] || [ "$type" = substitute ]; then
            while IFS='"' read -r _ _ _ role _ _ _ tip _; do
                chain[$role]=$tip
                if [ "$type" = charter ]; then roles+=" $role"; fi
            done < <(grep -oE '"role":"[a-z0-9_-]+","tip":"[0-9a-f]{64}"' <<<"$entry")
        fi
        if [ "$type" = substitute ]; then
            [[ $entry =~ \"role\":\"([a-z0-9_-]+)\",\"tip\" ]] && renew "${BASH_REMATCH[1]}"
        fi
        if [[ $type = ack && $entry =~ \"burnt\":\"([0-9a-f]{64})\" ]]; then
            burn "${BASH_REMATCH[1]}"
            continue
        fi
        if [ -n "$link" ]; then
            lines_sha "$link"
            [ "$sha" = "${chain[$author]}" ] || die "not the next link of $author"
            chain[$author]=$link
        fi
        case $type in
        roll)
            if [ -z "$opener" ] || [ -z "$link" ] || [ "$author" = "$opener" ]; then
                die "nobody asked for this roll"
            fi
            check_roll
            ;;
        *)
            if [ -n "$link" ] && [ -z "$opener" ]; then
                opener=$author opened=$link
            elif [ -n "$opener" ] && [ "$type" = ack ] && [ -z "$link" ]; then
                opener=''
            elif [ -n "$link" ]; then
                die "a link where dice are due"
            fi
            ;;
        esac
    done
} <"$1"
echo "$rolls rolls in $k batches are those that the links give"
