#!/bin/sh
# Runs a command beside a server of PostgreSQL of its own: tests/postgres.sh COMMAND [ARGUMENT...]. Its address is in
# TEST_POSTGRES; it listens on a socket in a temporary folder, and ends with the command. PostgreSQL refuses to run as
# root, so then it runs as the user that its package makes.
set -eu

bin=$(pg_config --bindir)
folder=$(mktemp -d "${TMPDIR:-/tmp}/takeaway-postgres-XXXXXX")
as_user=
if [ "$(id -u)" = 0 ]; then
    as_user='setpriv --reuid=postgres --regid=postgres --clear-groups'
    chown postgres "$folder"
fi

finish() {
    (cd "$folder" && $as_user "$bin/pg_ctl" -D data -m immediate -w stop) >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT TERM

cd_there() {
    (cd "$folder" && $as_user "$@") >"$folder.log" 2>&1 || {
        cat "$folder.log" >&2
        exit 1
    }
    rm -f "$folder.log"
}
cd_there "$bin/initdb" -D data -U postgres -A trust -E UTF8 --locale=C -N
cd_there "$bin/pg_ctl" -D data -w start -l "$folder/log" \
    -o "-k $folder -c listen_addresses= -c max_connections=400 -c shared_buffers=256MB"
export TEST_POSTGRES="postgresql://postgres@/?host=$folder"
"$@"
