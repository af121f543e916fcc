"""A friend in another town plays: `takeaway host` in one network, `takeaway join LINK` in another,
with nothing between them but a cable or a home router.

usage: door.py TAKEAWAY; prints TAP, and the steps with their seconds. `./dev door` is the long form:
door.py --debian BASE PACKAGES. There each of the two has an empty Debian, on which the packages are
installed by dpkg alone (debians.py).
"""

import functools
import json
import os
import pathlib
import re
import signal
import sqlite3
import sys
import tempfile
import time

import debians
import home_router
import networks

ANN, BEN = "192.168.70.5", "192.168.70.6"
HOST = "host --as ann --game nim --start 3+5+7+9 --first me --clock 60+1".split()
LINK = re.compile(r"https://\S+/i/[\w-]{22}#sha256:[\w-]{43}")
NAME_MAX = 15  # of a process in /proc
DATABASE = ".local/state/takeaway/host/matches.db"
WEB = pathlib.Path(__file__).parent.parent / "web"


class Person:
    """Somebody at a machine of their own: a network, a home, and with a root a whole system, in which
    they are a user like others."""

    def __init__(self, name, network, root=""):
        self.name, self.network, self.root = name, network, root
        self.home = tempfile.mkdtemp(dir=f"{root}/home" if root else None)
        if root:
            user = os.stat(f"{root}/home/{name}")
            os.chown(self.home, user.st_uid, user.st_gid)
        self.moves = {}  # of the match, by their ply, as told

    def run(self, *command, **options):
        variables = {"HOME": self.home[len(self.root) :], "USER": self.name, "LC_ALL": "C.UTF-8"}
        variables |= {"TERM": "dumb", "PATH": os.environ["PATH"]}
        inside = ["chroot", f"--userspec={self.name}:{self.name}", self.root] if self.root else []
        return Player(self, *inside, *command, env=variables, **options)

    def start(self, *arguments, **options):
        return self.run("/usr/bin/takeaway" if self.root else sys.argv[1], *arguments, **options)

    def come(self, link):
        return self.start("join", link, "--json")


class Stranger(Person):
    """Has no takeaway, but node and what npm has brought."""

    def come(self, link):
        friend = f"{debians.WEB if self.root else WEB}/wss_friend.js"
        return self.run("node", friend, link)


class Player(networks.Program):
    """takeaway; with --json it takes commands and tells events, a line each."""

    def __init__(self, person, *arguments, **options):
        super().__init__(person.network, *arguments, **options)
        self.person = person
        self.turn = None  # that has come and is not used
        self.absences = 0  # of the opponent, as told

    def event(self, *expected):
        """The next event of these kinds; the others are passed over."""
        while True:
            event = json.loads(self.next("{"))
            if event["event"] == "match.moved":
                self.note(event["ply"], event["move"])
            elif event["event"] == "match":
                for ply, move in enumerate(event["moves"], 1):
                    self.note(ply, move["move"])
            elif event["event"] == "turn":
                self.turn = event
            elif event["event"] == "match.presence":
                self.absences += not event["online"]
            if event["event"] in expected:
                return event

    def hear(self, plies):
        """Waits until so many moves have been told."""
        while len(self.person.moves) < plies:
            self.event("match", "match.moved")

    def note(self, ply, move):
        assert self.person.moves.setdefault(ply, move) == move, f"move {ply} has changed"

    def move(self):
        """Makes the first legal move when it is its turn. Returns the event match.ended, if that
        comes instead."""
        event = self.turn or self.event("turn", "match.ended")
        if event["event"] == "match.ended":
            return event
        self.turn = None
        self.send(json.dumps({"move": event["legal_moves"][0]}))
        return None


def server_of(host):
    """The process of the server that the program has started."""
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/stat") as stat:
                # "12 (takeaway-server) S 11 ...": the parent comes behind the state.
                name, _, rest = stat.read().partition("(")[2].rpartition(")")
        except OSError:
            continue  # it has just ended
        if name == "takeaway-server"[:NAME_MAX] and int(rest.split()[1]) == host.process.pid:
            return int(process)
    raise AssertionError("the host has no server")


EAVESDROP = """
import socket, sys
cable = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.ntohs(3))
cable.bind((sys.argv[1], 0))
print("listening", flush=True)
with open(sys.argv[2], "wb", 0) as heard:
    while True:
        heard.write(cable.recv(65536))
"""


class Eavesdropper:
    """Writes down all that goes over a cable."""

    def __init__(self, network, device):
        self.path = tempfile.mkstemp()[1]
        self.program = networks.Program(
            network, sys.executable, "-c", EAVESDROP, device, self.path
        )
        self.program.next("listening")

    def end(self):
        self.program.kill(signal.SIGKILL)
        with open(self.path, "rb") as heard:
            return heard.read()


class Steps:
    """Tells the seconds since the first of several steps, as comments of TAP."""

    def __init__(self):
        self.began = time.monotonic()

    def done(self, words):
        print(f"# {time.monotonic() - self.began:6.2f} s  {words}", flush=True)


def make_moves(mover, other, count):
    for _ in range(count):
        assert mover.move() is None
        mover, other = other, mover


def plays_a_match_of_which_nothing_is_lost(ann, ben, way="TLS"):
    """The server is killed, then the host's program, then the friend's."""
    eavesdropper = Eavesdropper("ben", "eth0")
    steps = Steps()

    host = ann.start(*HOST, "--json")
    invitation = host.event("invitation")
    link = invitation["link"]
    assert LINK.fullmatch(link) and link.startswith(f"https://{ANN}:7800/"), link
    assert invitation["line"] == f"takeaway join {link}" and not invitation["public"]
    steps.done("ann's first command, `takeaway host`: the link is there")

    deceived = ben.come(link[:-43] + "A" * 43)
    deceived.next("has the key")
    assert deceived.wait() == 1
    steps.done("a link with another key leads nowhere")

    friend = ben.come(link)
    assert friend.event("connected")["name"] == "ben"
    match = friend.event("match")
    assert (match["seat"], match["first"], match["clock"]) == ("second", "ann", "60+1")
    assert host.event("match")["match"] == match["match"]
    steps.done(f"ben's first command, with the link: the match has begun, by {way}")

    make_moves(host, friend, 4)
    assert host.absences == friend.absences == 0, "each has one connection"
    steps.done("four moves are made")

    os.kill(server_of(host), signal.SIGKILL)
    for player in host, friend:
        player.event("disconnected")
        assert player.event("connected")["again"]
    make_moves(host, friend, 4)
    friend.hear(8)
    host.hear(8)
    steps.done("the server was killed and is back; four moves more")

    host.kill(signal.SIGKILL)
    friend.event("disconnected")
    host = ann.start("host", "--as", "ann", "--json")
    assert host.event("invitation")["link"] == link
    resumed = host.event("match")
    assert (resumed["match"], resumed["ply"]) == (match["match"], 8)
    assert friend.event("connected")["again"]
    steps.done("ann's program was killed, and goes on: `takeaway host`")

    friend.kill(signal.SIGKILL)
    friend = ben.come(link)
    assert friend.event("match")["ply"] == 8
    steps.done("ben's program was killed, and goes on: the same command")

    ended, mover, other = None, host, friend
    while not ended:
        ended = mover.move()
        mover, other = other, mover
    plies = len(ann.moves)
    result = ("normal", "first" if plies % 2 else "second")
    for event in ended, mover.event("match.ended"):
        assert (event["ending"], event["winner"]) == result, event
    assert friend.wait() == 0 and host.wait() == 0
    assert ann.moves == ben.moves and sorted(ann.moves) == list(range(1, plies + 1))
    with sqlite3.connect(f"file:{ann.home}/{DATABASE}?mode=ro", uri=True) as database:
        rows = database.execute("SELECT ending, winner, plies, moves, clock FROM match").fetchall()
    record = " ".join(ann.moves[ply] for ply in range(1, plies + 1))
    assert rows == [(*result, plies, record, "60+1")], rows
    steps.done(f"the match is over: {plies} moves, the same to ann, to ben and in the database")

    heard = eavesdropper.end()
    assert b"\x17\x03\x03" in heard, "no TLS went over the cable"
    # Shorter words stand in the noise now and then.
    for word in b"session.hello", b"match.move", b"3+5+7+9":
        assert word not in heard, f"{word} went over the cable as it is"


def finds_the_seat_at_another_address(ann, ben):
    """The seat is kept by the server's key. The friend's name is taken, so that it has a number."""
    link, plies = None, 0
    for options in ["--new"], ["--port", "7801"]:
        host = ann.start("host", "--as", "ben", *HOST[3:], "--json", *options)
        before, link = link, host.event("invitation")["link"]
        friend = ben.start("join", link, "--json")
        assert friend.event("connected")["name"] == "ben-2"
        assert friend.event("match")["ply"] == plies
        make_moves(host, friend, 2)
        host.event("turn")
        plies += 2
        for player in friend, host:
            player.kill(signal.SIGKILL)
    assert link == before.replace(":7800", ":7801")


def says_what_is_wrong_with_a_link(ann, ben):
    host = ann.start(*HOST, "--json", "--new")
    link = host.event("invitation")["link"]
    first = ben.start("join", link, "--json")
    first.event("match")
    rows = [
        (link, 1, "no longer open"),
        (link[:-10], 2, "the server's key behind # is not whole"),
        (link.replace("/i/", "/i/x")[:-1], 2, "has 22 characters, and this one 23"),
        (link.replace(":7800", ":7801"), 1, "connection refused"),
    ]
    for wrong, status, words in rows:
        player = ben.start("join", wrong, "--as", "cleo", "--json")
        player.next(words)
        assert player.wait() == status
    first.kill(signal.SIGTERM)
    host.kill(signal.SIGTERM)


def lets_a_friend_in_through_the_router(ann, ben, speaks):
    """Ann sits at home, behind a router; Ben somewhere in the internet."""
    with home_router.Router(speaks):
        steps = Steps()
        host = ann.start(*HOST, terminal=True)
        assert f"https://{home_router.HOST}:7800/" in host.next("takeaway join")
        host.next("Shall it open port 7800")
        assert home_router.mapping() is None
        steps.done("ann's first command, `takeaway host`: the router is found")
        host.send("yes")
        host.next("From anywhere")
        link = LINK.search(host.next("takeaway join"))[0]
        assert link.startswith(f"https://{home_router.OUTSIDE}:7800/"), link
        assert home_router.mapping() == (7800, f"{home_router.HOST}:7800")
        steps.done("ann says yes: the port is open")
        friend = ben.start("join", link, "--json")
        friend.event("match")
        host.next("against ben")
        steps.done("ben's first command, `takeaway join LINK`: the match has begun")
        host.send("resign!")
        assert friend.event("match.ended")["winner"] == "second"
        assert friend.wait() == 0
        assert home_router.mapping() == (7800, f"{home_router.HOST}:7800")
        host.send("quit")
        assert host.wait() == 0
        assert home_router.mapping() is None
        steps.done("the match is over, ann has left, and the port is closed")


def leaves_the_router_alone_after_a_no(ann, ben, speaks):
    with home_router.Router(speaks):
        host = ann.start(*HOST, "--new", terminal=True)
        host.next("Shall it open port 7800")
        host.send("no")
        host.next(f"Forward TCP port 7800 of your router to {home_router.HOST}, port 7800")
        assert home_router.mapping() is None
        assert host.kill(signal.SIGTERM) == 3


def closes_the_port_on_signals(ann, ben, speaks):
    with home_router.Router(speaks):
        for number in signal.SIGTERM, signal.SIGINT, signal.SIGHUP:
            host = ann.start(*HOST, "--open-port", "yes", "--json")
            while not host.event("invitation")["public"]:
                pass
            assert home_router.mapping() == (7800, f"{home_router.HOST}:7800")
            assert host.kill(number) == 3
            assert home_router.mapping() is None


def main():
    lacking_npm = [] if (WEB / "node_modules/ws").exists() else ["npm's ws: npm ci in tests/web"]
    roots = {}
    if sys.argv[1] == "--debian":
        base, packages = map(pathlib.Path, sys.argv[2:4])
        if networks.INSIDE not in os.environ:
            debians.fetch(base, packages)
        networks.enter()
        steps = Steps()
        roots = debians.install(base, packages, WEB)
        steps.done("both have installed takeaway: dpkg -i")
    else:
        networks.enter()
        lacking_npm += networks.missing("node")
    tempfile.tempdir = "/run"  # which ends with the networks

    def people(home, elsewhere, friend=Person):
        return Person("ann", home, roots.get("ann", "")), friend("ben", elsewhere, roots.get("ben", ""))

    networks.add("ann", "ben")
    networks.join("ann", ("eth0", f"{ANN}/24"), "ben", ("eth0", f"{BEN}/24"))
    pair = people("ann", "ben")
    rows = [(test, *pair) for test in (plays_a_match_of_which_nothing_is_lost,
                                       finds_the_seat_at_another_address,
                                       says_what_is_wrong_with_a_link)]  # fmt: skip
    if lacking_npm:
        print(f"# without a friend from npm: this machine has no {', no '.join(lacking_npm)}")
    else:
        pair = people("ann", "ben", Stranger)
        rows += [(plays_a_match_of_which_nothing_is_lost, *pair, "WebSocket, with npm's ws")]
    lacking = networks.missing("miniupnpd", "nft", "sysctl")
    if lacking:
        print(f"# without a router: this machine has no {', no '.join(lacking)}")
    else:
        home_router.build()
        pair = people("home", "stranger")
        tests = (lets_a_friend_in_through_the_router, leaves_the_router_alone_after_a_no,
                 closes_the_port_on_signals)  # fmt: skip
        rows += [(test, *pair, "NAT-PMP") for test in tests]
        rows += [(lets_a_friend_in_through_the_router, *pair, "UPnP")]
    names = [row[0].__name__.replace("_", " ") + "".join(f", by {way}" for way in row[3:]) for row in rows]
    return networks.report([(name, functools.partial(*row)) for name, row in zip(names, rows)])


if __name__ == "__main__":
    sys.exit(main())
