#!/bin/sh
# Runs a command beside a NATS server of its own: tests/nats.sh COMMAND [ARGUMENT...]. Its address is in TEST_NATS, and
# TEST_NATS_SERVER is the program, for tests that start servers themselves. It listens on a free port of the loopback, has
# its files in a temporary folder, and ends with the command.
set -eu

# Debian installs it where only root looks.
TEST_NATS_SERVER=$(PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v nats-server) || {
    echo 'nats.sh: no nats-server here (Debian: the package nats-server)' >&2
    exit 1
}
folder=$(mktemp -d "${TMPDIR:-/tmp}/takeaway-nats-XXXXXX")
server=

finish() {
    [ -z "$server" ] || {
        kill "$server" 2>/dev/null || true
        wait "$server" 2>/dev/null || true
    }
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT TERM

mkfifo "$folder/says"
"$TEST_NATS_SERVER" -a 127.0.0.1 -p -1 -l /dev/stdout >"$folder/says" 2>&1 &
server=$!
exec 3<"$folder/says"
said= port= is_ready=
while [ -z "$is_ready" ] && read -r line <&3; do
    said="$said$line
"
    case $line in
    *'Listening for client connections on '*) port=${line##*:} ;;
    *'Server is ready'*) is_ready=yes ;;
    esac
done
[ -n "$is_ready" ] || {
    printf 'nats.sh: nats-server has not started:\n%s' "$said" >&2
    exit 1
}
cat <&3 >/dev/null &
exec 3<&-

export TEST_NATS_SERVER TEST_NATS="nats://127.0.0.1:$port"
"$@"
