"""Who may include what. The libraries that each test links prove the same at link time; this names the line.

usage: layering.py, from any folder; the faults are on standard error, and the status says whether there are any.
"""

import pathlib
import re
import sys

# folder: the folders of the project that it may include from, or single headers of another one
LAYERS = """
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
server/link:   common/base server/base/derivation.h server/link
server/net:    common/base common/tls common/web common/wire server/base server/net
server/gateway: common/base common/wire server/base server/link server/net/net.h server/gateway
server/service: common/base common/tournament common/export common/puzzle common/wire server/base server/hall server/store server/analysis server/net/net.h server/service
server:        common/base common/cli common/game/named_games.h common/tls/certificate.h server/base server/bus server/gateway server/link server/net server/service server
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
"""

# header: the folders that may include it
LIBRARIES = """
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
"""

# folder: the only headers from outside the project that it may include; none of these does I/O
PURE = """
common/words: assert.h ctype.h inttypes.h stdbool.h stddef.h stdint.h stdlib.h string.h
common/puzzle: assert.h math.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h
"""

# folder: what no line of its code has, a regular expression. server/service turns no loop and owns no byte: of libuv it has
# the handles with which its threads wake the loop.
ABSENT = r"""
server/service: uv_(tcp|pipe|stream|udp|poll|listen|accept|connect|shutdown|read|write|try|timer|run)
server/net:    (hall|store|service)_[a-z_]*\(
"""

ROOT = pathlib.Path(__file__).parent.parent
INCLUDE = re.compile(r''' *# *include (?:"([^"]*)"|<([^>]*)>)''')


def rows(table):
    """The key of each row, and what stands behind it."""
    return dict(re.split(r":\s+", line, maxsplit=1) for line in table.strip().splitlines())


def lists(table):
    return {key: value.split() for key, value in rows(table).items()}


class Check:
    def __init__(self):
        self.layers, self.libraries, self.pure = lists(LAYERS), lists(LIBRARIES), lists(PURE)
        self.absent = {folder: re.compile(pattern) for folder, pattern in rows(ABSENT).items()}
        self.checked = self.faults = 0

    def fault(self, message):
        print(f"layering: {message}", file=sys.stderr)
        self.faults += 1

    def own_header(self, file, folder, header):
        may = self.layers.get(folder, [])
        if header not in may and header.rpartition("/")[0] not in may:
            self.fault(f"{file} includes {header}: {folder} may include from {' '.join(may)}")

    def library(self, file, folder, header):
        where = self.libraries.get(re.sub(r"^msgpack/.*", "msgpack.h", header))
        if where and folder not in where:
            self.fault(f"{file} includes <{header}>: only {' '.join(where)} may")
        only = self.pure.get(folder)
        if only and header not in only:
            self.fault(f"{file} includes <{header}>: {folder} does no I/O, and may include only {' '.join(only)}")

    def file(self, path):
        file, folder = path.as_posix(), path.parent.as_posix()
        if folder not in self.layers:
            self.fault(f"{file}: the folder {folder} has no row in tests/layering.py")
        never = self.absent.get(folder)
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
            include = INCLUDE.match(line)
            if include:
                self.checked += 1
                own, foreign = include.groups()
                if own:
                    self.own_header(file, folder, own)
                else:
                    self.library(file, folder, foreign)
            if never and never.search(line):
                self.fault(f"{file}:{number}: {line.strip()}: {folder} has no {never.pattern}")


def main():
    check = Check()
    for top in ("bots", "client", "common", "server", "web/rules"):
        for path in sorted((ROOT / top).rglob("*.[ch]")):
            check.file(path.relative_to(ROOT))
    if not check.checked:
        check.fault("found no include to check")
    print(f"layering: {check.checked} includes checked, {check.faults} faults", file=sys.stderr)
    return check.faults > 0


sys.exit(main())
