"""A whole match through python3-pynvim's MessagePack-RPC client, which knows nothing of this server.

usage: pynvim_match.py TAKEAWAY-SERVER; prints TAP.
"""

import sys

import evening

from evening import RECORD
from pynvim.msgpack_rpc import tcp_session

NOT_YOUR_TURN = 45


class Refused(Exception):
    pass


class Player:
    def __init__(self, port, name):
        self.session = tcp_session("127.0.0.1", port)
        self.session.error_wrapper = lambda error: Refused(error)
        self.name = name
        self.welcome = self.call(
            "session.hello", protocol=1, client="pynvim", name=name
        )

    def call(self, method, **parameters):
        return self.session.request(method, parameters)

    def next_event(self, expected):
        while True:
            _, event, arguments = self.session.next_message()
            assert len(arguments) == 1, arguments
            if event == expected:
                return arguments[0]

    def move(self, match, ply, move):
        done = self.call("match.move", match=match, ply=ply, move=move)
        assert done["match"] == match and done["ply"] == ply, done


class Evening:
    """A server, two players, and what they do one after the other."""

    def __init__(self, port):
        self.first = Player(port, "anna")
        self.second = Player(port, "ben")
        self.match = None

    def log_in(self):
        assert self.first.welcome["name"] == "anna"
        assert self.first.welcome["protocol"] == 1
        assert any(game["name"] == "kayles" for game in self.first.welcome["games"])
        assert self.first.welcome["player"] != self.second.welcome["player"]

    def agree_on_a_match(self):
        offer = self.first.call(
            "offer.make", rules="fibonacci-nim", start="35", first="maker", key="1"
        )["offer"]
        offers = self.second.call("offer.list")["offers"]
        assert [listed["offer"] for listed in offers] == [offer], offers
        begun = self.second.call("offer.accept", offer=offer, key="1")
        started = self.first.next_event("match.started")
        assert started["match"]["match"] == begun["match"]
        assert (started["match"]["seat"], begun["seat"]) == ("first", "second")
        assert begun["rules"] == "take-away:2x" and begun["position"] == "35"
        self.match = begun["match"]

    def be_refused_a_move_out_of_turn(self):
        try:
            self.second.move(self.match, 1, RECORD[0])
        except Refused as refused:
            code, message = refused.args[0][:2]
            assert code == NOT_YOUR_TURN and message, refused.args
        else:
            raise AssertionError("the move was not refused")

    def make_every_move(self):
        for ply, move in enumerate(RECORD, start=1):
            mover = self.first if ply % 2 == 1 else self.second
            mover.move(self.match, ply, move)
            for player in (self.first, self.second):
                moved = player.next_event("match.moved")
                assert (moved["ply"], moved["move"]) == (ply, move), moved

    def see_the_end(self):
        for player in (self.first, self.second):
            ended = player.next_event("match.ended")
            assert (ended["ending"], ended["winner"]) == ("normal", "first"), ended

    def find_it_on_record(self):
        record = self.second.call("match.resume", match=self.match)
        assert record["moves"] == RECORD, record
        history = self.first.call("history.list", player="Ben")
        assert [match["match"] for match in history["matches"]] == [self.match], history


STEPS = [
    Evening.log_in,
    Evening.agree_on_a_match,
    Evening.be_refused_a_move_out_of_turn,
    Evening.make_every_move,
    Evening.see_the_end,
    Evening.find_it_on_record,
]


if __name__ == "__main__":
    evening.play(sys.argv[1], Evening, STEPS)
