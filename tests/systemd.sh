#!/bin/sh
# Are the units sound, and is the service shut in as far as it is meant to be? tests/systemd.sh SERVICE SOCKET SERVER: the two
# units, with SERVER as the program, which need not be installed. In TAP.
set -eu
service=$1 socket=$2 server=$(realpath "$3")
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

cp "$socket" "$scratch"
sed "s|^ExecStart=[^ ]*|ExecStart=$server|" "$service" >"$scratch/takeaway.service"

echo 1..2
if systemd-analyze verify --man=no "$scratch/takeaway.service" "$scratch/takeaway.socket" >"$scratch/said" 2>&1 && ! [ -s "$scratch/said" ]; then
    echo 'ok 1 - the units are sound'
else
    sed 's/^/# /' "$scratch/said"
    echo 'not ok 1 - the units are sound'
fi
# The threshold is in tenths.
if systemd-analyze security --offline=true --threshold=12 "$scratch/takeaway.service" >"$scratch/said" 2>&1; then
    echo 'ok 2 - the exposure of the service is at most 1.2'
else
    sed 's/^/# /' "$scratch/said"
    echo 'not ok 2 - the exposure of the service is at most 1.2'
fi
