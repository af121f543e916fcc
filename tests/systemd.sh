#!/bin/sh
# Are the units sound, and are the services shut in as far as they are meant to be? tests/systemd.sh SERVICE TEMPLATE SOCKET
# SERVER: the units, with SERVER as the program, which need not be installed. In TAP.
set -eu
service=$1 template=$2 socket=$3 server=$(realpath "$4")
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

cp "$socket" "$scratch"
sed "s|^ExecStart=[^ ]*|ExecStart=$server|" "$service" >"$scratch/takeaway.service"
sed "s|^ExecStart=[^ ]*|ExecStart=$server|" "$template" >"$scratch/takeaway@.service"

tried=0
try() { # MEANING COMMAND...: is it silent, and successful?
    tried=$((tried + 1)) meaning=$1
    shift
    if "$@" >"$scratch/said" 2>&1; then
        echo "ok $tried - $meaning"
    else
        sed 's/^/# /' "$scratch/said"
        echo "not ok $tried - $meaning"
    fi
}

is_sound() {
    systemd-analyze verify --man=no "$@" 2>&1 | { ! grep .; }
}

# The threshold is in tenths.
echo 1..4
try 'the units are sound' is_sound "$scratch/takeaway.service" "$scratch/takeaway.socket"
try 'the units of a cluster are sound' is_sound "$scratch/takeaway@hall.service" "$scratch/takeaway@gateway.service"
try 'the exposure of the service is at most 1.2' \
    systemd-analyze security --offline=true --threshold=12 "$scratch/takeaway.service"
try 'the exposure of a process of a cluster is at most 1.5' \
    systemd-analyze security --offline=true --threshold=15 "$scratch/takeaway@.service"
