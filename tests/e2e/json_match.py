"""Programs that play through `takeaway play --json`, with Python's standard library alone.

usage: json_match.py TAKEAWAY-SERVER TAKEAWAY; prints TAP.
"""

import json
import os
import subprocess
import sys
import tempfile

import evening

RECORD = "35>29 29>28 28>27 27>25 25>21 21>13 13>0".split()
# Each of them in one of the ways to say a move.
ANN_MOVES = [{"move": "35>29"}, "1", {"move": "25>21"}, "take 13"]
BEN_MOVES = ["29>28", {"move": "2"}, {"command": "21>13"}]

PRIVATE_MATCH = "--game nim --start 3+5 --first me --against bot:random".split()


class Player:
    """A `takeaway play --json`: commands in, a line each; events out, a line each."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.argv[2], "play", "--json", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def send(self, command):
        line = command if isinstance(command, str) else json.dumps(command)
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def next(self, *expected):
        """The next event of one of these kinds; the others are passed over."""
        for line in self.process.stdout:
            event = json.loads(line)
            if event["event"] in expected:
                return event
        raise AssertionError(f"{expected} does not come")

    def end(self):
        """The kinds of the events that are left, and the exit status."""
        rest = [json.loads(line)["event"] for line in self.process.stdout]
        return rest, self.process.wait()


class Evening:
    def __init__(self, port):
        self.server = f"127.0.0.1:{port}"
        self.ann = self.ben = self.match = None

    def come(self, name, first):
        return Player(
            "--server", self.server, "--as", name, "--game", "fibonacci-nim", "--start", "35",
            "--clock", "60+1", "--first", first, "--against", "anyone",
        )  # fmt: skip

    def find_each_other(self):
        self.ann = self.come("ann", "me")
        connected = self.ann.next("connected")
        assert (connected["name"], connected["server"]) == ("ann", self.server)
        assert connected["again"] is False
        assert "Waiting for somebody" in self.ann.next("notice")["message"]
        self.ben = self.come("ben", "them")
        match = self.ann.next("match")
        assert (match["first"], match["second"], match["seat"]) == ("ann", "ben", "first")
        assert (match["rules"], match["start"]) == ("take-away:2x", "35"), match
        assert (match["clock"], match["tournament"]) == ("60+1", None), match
        assert self.ben.next("match")["seat"] == "second"
        self.match = match["match"]

    def be_told_the_turn(self):
        turn = self.ann.next("turn")
        assert (turn["match"], turn["ply"], turn["seat"]) == (self.match, 1, "first"), turn
        assert (turn["rules"], turn["position"]) == ("take-away:2x", "35"), turn
        assert (turn["legal_count"], turn["legal_moves"][0]) == (34, "35>34"), turn
        assert len(turn["legal_moves"]) == 34 and turn["truncated"] is False
        assert 0 < turn["first_left"] <= 60000 and 0 < turn["second_left"] <= 60000

    def be_refused(self):
        for command, code in [
            ("dance", "usage"),
            ("35>34x", "bad_move"),
            ({"move": "35>0"}, "illegal_move"),
            ({"move": "resign"}, "bad_move"),
            ({"move": 35}, "usage"),
            ('{"move"', "usage"),
            ("hint", "too_early"),
            ({"command": "why"}, "too_early"),
        ]:
            self.ann.send(command)
            refused = self.ann.next("refused", "match.moved", "match.ended")
            assert refused.get("code") == code and refused["message"], (command, refused)

    def talk_while_the_other_is_to_move(self):
        self.ben.send({"say": "good luck"})
        said = self.ann.next("chat.said")
        assert (said["match"], said["from"], said["text"]) == (self.match, "ben", "good luck")

    def make_every_move(self):
        plans = {self.ann: iter(ANN_MOVES), self.ben: iter(BEN_MOVES)}
        for ply, move in enumerate(RECORD, start=1):
            mover, other = (self.ann, self.ben) if ply % 2 == 1 else (self.ben, self.ann)
            if ply > 1:
                turn = mover.next("turn", "match.ended")
                assert (turn["event"], turn["ply"]) == ("turn", ply), turn
            mover.send(next(plans[mover]))
            for player in (mover, other):
                moved = player.next("match.moved", "refused")
                assert (moved.get("ply"), moved.get("move")) == (ply, move), moved
                assert moved["by"] == ("first" if ply % 2 == 1 else "second"), moved

    def see_the_end(self):
        for player in (self.ann, self.ben):
            ended = player.next("match.ended", "turn")
            assert (ended["match"], ended["ending"]) == (self.match, "normal"), ended
            assert ended["winner"] == "first", ended
            assert player.end() == ([], 0)

    def be_advised_and_resign_without_being_asked(self):
        player = Player(*PRIVATE_MATCH)
        assert player.next("connected")["server"] is None
        player.next("turn")
        player.send("hint won")
        hint = player.next("hint", "refused")
        assert (hint["ply"], hint["say"]) == (1, "You can win: 1 of 8 moves keeps the win."), hint
        player.send("hint")
        player.send({"command": "why"})
        hint = player.next("hint", "refused")
        assert (hint["match"], hint["ply"], hint["position"]) == (1, 1, "3+5"), hint
        assert (hint["outcome"], hint["winning_moves"], hint["best"]) == ("N", ["5>3"], "5>3")
        why = player.next("why", "refused")
        assert (why["match"], why["ply"], why["position"]) == (1, 1, "3+5"), why
        assert "nim-sum" in " ".join(why["explanation"]), why
        player.send("resign")
        ended = player.next("match.ended", "notice")
        assert (ended["ending"], ended["winner"]) == ("resignation", "second"), ended
        assert player.end() == ([], 0)

    def resign_while_a_hint_is_worked_out(self):
        player = Player(*"--game grundy --start 1000000 --first me --against bot:random".split())
        player.next("turn")
        player.send("hint")  # takes seconds
        player.send("resign")
        ended = player.next("match.ended", "hint")
        assert ended.get("ending") == "resignation", ended
        assert player.end() == ([], 0)

    def leave_a_match(self):
        player = Player(*PRIVATE_MATCH)
        player.next("turn")
        player.process.stdin.close()
        assert player.end() == (["notice"], 3)


STEPS = [
    Evening.find_each_other,
    Evening.be_told_the_turn,
    Evening.be_refused,
    Evening.talk_while_the_other_is_to_move,
    Evening.make_every_move,
    Evening.see_the_end,
    Evening.be_advised_and_resign_without_being_asked,
    Evening.resign_while_a_hint_is_worked_out,
    Evening.leave_a_match,
]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(HOME=home, XDG_STATE_HOME=home, USER="tester", LC_ALL="C")
        evening.play(sys.argv[1], Evening, STEPS)
