#!/bin/sh
# Who may include what. The libraries that each test links prove the same at link time; this names the line.
set -eu
cd "$(dirname "$0")/.."

# folder: the folders of the project that it may include from, or single headers of another one
layers='
common/base:   common/base
common/cli:    common/base common/cli
common/web:    common/base common/web
common/game:   common/base common/game
common/solver: common/base common/game common/solver
common/wire:   common/base common/wire
common/tls:    common/base common/tls
common/tournament: common/base common/game common/tournament
common/judge:  common/base common/game common/solver common/tournament common/judge
common/words:  common/base common/game common/solver common/judge common/words
common/puzzle: common/base common/game common/solver common/tournament/glicko.h common/words common/puzzle
common/export: common/base common/game common/tournament common/export
server/base:   common/base common/wire server/base
server/bus:    common/base server/base server/bus
server/hall:   common/base common/game common/tournament common/wire server/hall
server/store:  common/base common/game common/tournament common/judge common/export common/wire server/hall server/store server/store/sqlite/engine.h server/store/sqlite/file.h server/store/postgres/engine.h server/store/postgres/hall_row.h
server/store/postgres: common/base server/store/database.h server/store/engine.h server/store/postgres
server/store/sqlite: common/base server/store/database.h server/store/engine.h server/store/store.h server/store/sqlite
server/analysis: common/base common/game common/solver common/tournament common/judge server/analysis
server/link:   common/base server/link
server/net:    common/base common/tls common/web common/wire server/base server/net
server/gateway: common/base common/wire server/base server/link server/net/net.h server/gateway
server/service: common/base common/tournament common/export common/puzzle common/wire server/base server/hall server/store server/analysis server/net/net.h server/service
server:        common/base common/cli common/tls/certificate.h server/base server/bus server/gateway server/link server/net server/service server
client/lib:    common/base common/game common/tls common/web common/wire client/lib
client/show:   common/base common/game common/solver common/tournament common/judge common/export common/wire common/words client/lib client/show
client/cli:    common/base common/cli common/game common/solver common/tls common/tournament common/export common/puzzle common/wire common/words client/lib client/show client/cli
client/study:  common/base common/game common/puzzle common/solver common/wire common/words client/lib client/show client/cli client/study
client/tournament: common/base common/game common/solver common/tournament common/judge common/export common/wire common/words client/lib client/show client/cli client/tournament
client/tui:    common/base common/game common/puzzle common/solver common/tournament common/judge common/wire common/words client/lib client/show client/cli client/tournament client/tui
client/host:   common/base common/tls common/game common/wire common/words client/lib client/show client/cli client/host
client:        common/base client/cli
web/rules:     common/base common/game common/solver common/judge common/puzzle common/words client/lib/strategy_name.h bots/strategy.h web/rules
bots:          common/base common/cli common/game common/solver common/tls common/wire client/lib bots
'

# header: the folders that may include it
libraries='
uv.h:        client/lib server server/bus server/net server/service
sqlite3.h:   server/store/sqlite
libpq-fe.h:  server/store/postgres
nats/nats.h: server/bus
msgpack.h:   common/wire
openssl/ssl.h: common/tls
sodium.h:    server/link server/net server/service common/export common/wire
jansson.h:   client/show client/cli client/study client/tournament common/export
ini.h:       common/cli
openssl/evp.h: common/tls common/web
openssl/sha.h: common/web
sys/socket.h: client/host common/web server/analysis server/base server/bus server/net
sys/un.h:    server/net
netinet/tcp.h: client/lib server/bus server/net
unicode/uchar.h: server/hall
unicode/uspoof.h: server/hall
ncurses.h:   client/host client/tui
term.h:      client/host client/tui
miniupnpc/miniupnpc.h: client/host
natpmp.h:    client/host
qrencode.h:  client/host
'

# folder: the only headers from outside the project that it may include; none of these does I/O
pure='
common/words: assert.h ctype.h inttypes.h stdbool.h stddef.h stdint.h stdlib.h string.h
common/puzzle: assert.h math.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h
'

# folder: what no line of its code has, a basic regular expression. server/service turns no loop and
# owns no byte: of libuv it has the handles with which its threads wake the loop.
absent='
server/service: uv_\(tcp\|pipe\|stream\|udp\|poll\|listen\|accept\|connect\|shutdown\|read\|write\|try\|timer\|run\)
server/net:    \(hall\|store\|service\)_[a-z_]*(
'

allowed() { # TABLE KEY: the rest of its line, between spaces
    printf '%s' "$1" | sed -n "s|^$2:  *\(.*\)| \1 |p"
}

faults=0
checked=0
fault() {
    printf 'layering: %s\n' "$*" >&2
    faults=$((faults + 1))
}

for file in $(find bots client common server web/rules -name '*.[ch]' | sort); do
    folder=$(dirname "$file")
    may=$(allowed "$layers" "$folder")
    only=$(allowed "$pure" "$folder")
    [ -n "$may" ] || fault "$file: the folder $folder has no row in tests/layering.sh"
    for header in $(sed -n 's/^ *# *include "\([^"]*\)".*/\1/p' "$file"); do
        checked=$((checked + 1))
        case $may in
        *" $(dirname "$header") "* | *" $header "*) ;;
        *) fault "$file includes $header: $folder may include from$may" ;;
        esac
    done
    never=$(printf '%s' "$absent" | sed -n "s|^$folder:  *||p")
    if [ -n "$never" ] && line=$(grep -n "$never" "$file"); then
        fault "$file: $line: $folder has no $never"
    fi
    for header in $(sed -n 's/^ *# *include <\([^>]*\)>.*/\1/p' "$file"); do
        checked=$((checked + 1))
        where=$(allowed "$libraries" "$(printf '%s' "$header" | sed 's|^msgpack/.*|msgpack.h|')")
        case $where in
        '' | *" $folder "*) ;;
        *) fault "$file includes <$header>: only$where may" ;;
        esac
        case $only in
        '' | *" $header "*) ;;
        *) fault "$file includes <$header>: $folder does no I/O, and may include only$only" ;;
        esac
    done
done
[ "$checked" -gt 0 ] || fault 'found no include to check'
printf 'layering: %s includes checked, %s faults\n' "$checked" "$faults" >&2
[ "$faults" = 0 ]
