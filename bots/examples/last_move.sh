#!/bin/sh
# Plays the last of the legal moves (bots/BRIDGE.md): in most games it takes much from the largest heap.
while read -r word rest; do
    case $word in
    count) count=$rest ;;
    moves) moves=$rest ;;
    listed) echo "move ${rest#* }" ;;
    go)
        if [ "$moves" = - ]; then # too many to be given
            echo "list 0 1"
        else
            echo "move ${moves##* }"
        fi
        ;;
    esac
done
