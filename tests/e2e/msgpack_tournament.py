"""A whole tournament through a client that is made of python3-msgpack and of what PROTOCOL.md and EXPORT.md say.

usage: msgpack_tournament.py TAKEAWAY-SERVER; prints TAP.
"""

import collections
import hashlib
import json
import os
import random
import selectors
import socket
import sys

import msgpack

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "unit"))

import evening
import export_stranger

NAMES = ["anna", "ben", "carl", "dora"]
TAKEN_MAX = 3  # of subtraction:1,2,3
WRONG_STATE = 55


class Refused(Exception):
    def __init__(self, error):
        super().__init__(error)
        self.code = error[0]


class Client:
    """A connection: requests wait for their answers, events for being looked at."""

    def __init__(self, port, name):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.unpacker = msgpack.Unpacker()
        self.last_id = 0
        self.events = collections.deque()
        self.name = name
        self.call("session.hello", protocol=1, client="msgpack", name=name)

    def receive(self):
        """Takes what has come; returns the responses among it."""
        chunk = self.socket.recv(65536)
        assert chunk, f"{self.name}: the server hung up"
        self.unpacker.feed(chunk)
        responses = []
        for message in self.unpacker:
            if message[0] == 2:
                self.events.append((message[1], message[2][0]))
            else:
                responses.append(message)
        return responses

    def call(self, method, **parameters):
        self.last_id += 1
        self.socket.sendall(msgpack.packb([0, self.last_id, method, [parameters]]))
        while True:
            for _, number, error, result in self.receive():
                assert number == self.last_id
                if error:
                    raise Refused(error)
                return result

    def change(self, method, **parameters):
        """One that needs a key."""
        return self.call(method, key=f"{self.name}-{self.last_id}", **parameters)

    def next_event(self):
        while not self.events:
            assert not self.receive()
        return self.events.popleft()


class Player(Client):
    """Plays by chance, which follows from the match's seed and the ply and from nothing else."""

    def __init__(self, port, name):
        super().__init__(port, name)
        self.matches = {}

    def play_on(self):
        """Answers all events that have come."""
        while self.events:
            event, news = self.events.popleft()
            if event == "match.started":
                match = news["match"]
                self.matches[match["match"]] = match
                self.move(match, match["ply"] + 1, match["position"])
            elif event == "match.moved":
                self.move(self.matches[news["match"]], news["ply"] + 1, news["position"])
            elif event == "match.ended":
                self.matches.pop(news["match"])
            elif event == "session.ping":
                self.call("session.pong", n=news["n"])

    def move(self, match, ply, position):
        counters = int(position)
        is_mine = (match["seat"] == "first") == (ply % 2 == 1)
        if not is_mine or counters == 0:
            return
        chance = random.Random(f"{match['seed']} {ply}")
        taken = chance.randint(1, min(TAKEN_MAX, counters))
        self.call(
            "match.move",
            match=match["match"],
            ply=ply,
            move=f"{counters}>{counters - taken}",
        )


def chain(link, lines):
    """The hashes of a file's lines, which follow the hash `link`."""
    for line in lines:
        link = hashlib.blake2b(link + line.encode(), digest_size=32).digest()
    return link


def is_signed(seal):
    parts = (bytes.fromhex(seal[name]) for name in ("key", "times", "signature"))
    return export_stranger.is_signed(*parts)


class Evening:
    """A server, a director and the players, and what they do one after the other."""

    def __init__(self, port):
        self.director = Client(port, "director")
        self.players = [Player(port, name) for name in NAMES]
        self.tournament = None
        self.files = {}

    def make_a_tournament(self, at_once=8):
        self.tournament = self.director.change(
            "tournament.create",
            rules="subtraction:1,2,3",
            format="round-robin",
            rounds=2,
            starts="fair:1:20-40",
            seed=7,
            at_once=at_once,
            players=NAMES,
        )["tournament"]

    def join_it(self):
        for player in self.players:
            player.change("tournament.join", tournament=self.tournament)
        shown = self.director.call("tournament.show", tournament=self.tournament)
        assert [entrant["name"] for entrant in shown["players"]] == NAMES, shown
        assert all(entrant["joined"] for entrant in shown["players"]), shown
        assert "seed" not in shown, shown

    def begin_it(self):
        try:
            self.director.call("tournament.export", tournament=self.tournament, file="results")
        except Refused as refused:
            assert refused.code == WRONG_STATE, refused
        else:
            raise AssertionError("the record was given before it was over")
        news = self.director.call("tournament.watch", tournament=self.tournament)
        assert news["state"] == "open" and news["missing"] == 0, news
        self.director.change("tournament.start", tournament=self.tournament)

    def is_over(self):
        news = [news for event, news in self.director.events if event == "tournament.changed"]
        self.director.events.clear()
        return bool(news) and news[-1]["state"] == "finished"

    def play_it(self):
        with selectors.DefaultSelector() as selector:
            for client in [self.director, *self.players]:
                selector.register(client.socket, selectors.EVENT_READ, client)
            while not self.is_over():
                for player in self.players:
                    player.play_on()
                for key, _ in selector.select():
                    assert not key.data.receive()

    def read_the_standings(self):
        answer = self.director.call("tournament.standings", tournament=self.tournament)
        standings = answer["standings"]
        assert sorted(row["player"] for row in standings) == NAMES, standings
        assert sum(row["points"] for row in standings) == 2 * answer["tournament"]["total"]
        for row in standings:
            assert row["points"] == 2 * row["won"] + row["drawn"], row
            assert row["met"] == row["kept"] + row["thrown"], row

    def read_who_met_whom(self):
        pairs, more = [], True
        while more:
            page = self.director.call(
                "tournament.pairs",
                tournament=self.tournament,
                after=pairs[-1]["number"] if pairs else 0,
                limit=5,
            )
            pairs += page["pairs"]
            more = page["more"]
        assert len(pairs) == 12, pairs
        for pair in pairs:
            record = self.director.call("match.resume", match=pair["matches"][0])
            assert "seed" not in record, record
            assert record["tournament"] == self.tournament, record
            assert len(record["marks"]) == len(record["moves"]) == record["ply"], record

    def download(self, file):
        lines, more = [], True
        while more:
            page = self.director.call(
                "tournament.export", tournament=self.tournament, file=file, after=len(lines), limit=7
            )
            lines += page["lines"]
            more = page["more"]
        return lines

    def check_the_seal(self):
        results, times = self.download("results"), self.download("times")
        assert len(results) == 24 + 2 and len(times) == 24
        seal = json.loads(
            self.director.call("tournament.seal", tournament=self.tournament)["line"]
        )
        last_of_results = chain(bytes(32), results)
        assert seal["results"] == last_of_results.hex(), seal
        assert seal["times"] == chain(last_of_results, times).hex(), seal
        assert is_signed(seal)
        seal["times"] = seal["results"]
        assert not is_signed(seal)
        self.files[self.tournament] = results

    def play_it_again_with_one_match_at_once(self):
        self.make_a_tournament(at_once=1)
        for step in STEPS[1:-1]:
            step(self)
        first, second = self.files.values()
        assert first == second


STEPS = [
    Evening.make_a_tournament,
    Evening.join_it,
    Evening.begin_it,
    Evening.play_it,
    Evening.read_the_standings,
    Evening.read_who_met_whom,
    Evening.check_the_seal,
    Evening.play_it_again_with_one_match_at_once,
]


if __name__ == "__main__":
    evening.play(sys.argv[1], Evening, STEPS)
