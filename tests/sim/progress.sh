#!/bin/sh
# What the simulation tells people where standard error is no terminal: progress.sh TAKEAWAY-SIM. In TAP.
set -eu
told=$("$1" --seed 1 2>&1 >/dev/null)

echo 1..1
if printf '%s\n' "$told" | head -n 1 | grep -q '^[0-9]* steps, .* no fault$' && ! printf '%s' "$told" | grep -q "$(printf '\r')"; then
    echo 'ok 1 - progress is told in lines'
else
    printf '%s\n' "$told" | sed 's/^/# /'
    echo 'not ok 1 - progress is told in lines'
fi
