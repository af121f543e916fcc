"""Verifies the record of a tournament as EXPORT.md describes it, with nothing of the server's code: what a stranger would
write from the document alone.

    export_stranger.py FOLDER     checks FOLDER/results.jsonl and FOLDER/times.jsonl
    export_stranger.py EXPORT.md  checks the example in the document

Prints the first fault and ends with 1, or prints nothing and ends with 0. The moves and marks are checked where the rules are
"nim"; those of other games need their rules. The signature is checked by RFC 8032 with plain integers."""

import hashlib
import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

KEYS = {
    "plan": "type version name rules format rounds starts seed clock players forbidden? hash",
    "match": "type round board leg game first second rules? start ending winner moves marks hash",
    "bye": "type round board leg first hash",
    "forfeit": "type round board leg first second winner hash",
    "end": "type state standings hash",
    "standing": "rank player points won drawn lost pairs direct buchholz sonneborn_berger met kept thrown withdrawn?",
    "times": "type round board leg game match void began ended taken credit hash",
    "seal": "type results times key signature hash",
}
ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


class Fault(Exception):
    """What is wrong with the record."""


def check(holds, what):
    if not holds:
        raise Fault(what)


# --- lines: canonical form, keys, chain ---


def written(value):
    """A value as the document says that it is written."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and 0 <= value < 2**53:
        return str(value)
    if isinstance(value, str):
        return '"%s"' % "".join(ESCAPES.get(c, c if c >= " " else "\\u%04X" % ord(c)) for c in value)
    if isinstance(value, list):
        return "[%s]" % ",".join(map(written, value))
    if isinstance(value, dict):
        return "{%s}" % ",".join(f"{written(key)}:{written(of)}" for key, of in value.items())
    raise Fault(f"{value!r} is nothing that a line may hold")


def check_keys(kind, value):
    form = "".join(f"(?:{key[:-1]} )?" if key.endswith("?") else f"{key} " for key in KEYS[kind].split())
    keys = "".join(key + " " for key in value)
    check(re.fullmatch(form, keys), f"{kind}: these keys: {keys}")


def read_line(before, line):
    """The object of a line, and its hash."""
    check(line.endswith(b"\n"), "a line without an end")
    body, hash_key, tail = line[:-76], line[-76:-67], line[-67:]
    after = hashlib.blake2b(before + body + b"}", digest_size=32).digest()
    check(hash_key == b',"hash":"' and tail == after.hex().encode() + b'"}\n', f"the hash of {line!r}")
    value = json.loads(line.decode("utf-8"))
    check(value["type"] in KEYS, f"a line of the type {value['type']}")
    check(written(value).encode("utf-8") + b"\n" == line, f"not in canonical form: {line!r}")
    check_keys(value["type"], value)
    return value, after


def read_file(data, before):
    values, hashes = [], [before]
    for line in data.splitlines(keepends=True):
        value, after = read_line(hashes[-1], line)
        values.append(value)
        hashes.append(after)
    return values, hashes


# --- the signature: Ed25519 of RFC 8032, section 5.1 ---

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def add(one, two):
    """The sum of two points of the curve."""
    (x1, y1), (x2, y2) = one, two
    crossed = D * x1 * x2 * y1 * y2
    return (
        (x1 * y2 + x2 * y1) * pow(1 + crossed, -1, P) % P,
        (y1 * y2 + x1 * x2) * pow(1 - crossed, -1, P) % P,
    )


def times(number, point):
    total = (0, 1)
    while number:
        if number & 1:
            total = add(total, point)
        point = add(point, point)
        number >>= 1
    return total


def point_of(encoded):
    """The point of 32 bytes, or None."""
    number = int.from_bytes(encoded, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    return (P - x if x & 1 != sign else x, y)


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    public, commitment = point_of(key), point_of(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if public is None or commitment is None or scalar >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    return times(scalar, BASE) == add(commitment, times(challenge, public))


def check_seal(seal, results_hash, times_hash):
    check(seal["results"] == results_hash.hex(), "the seal is of other results")
    check(seal["times"] == times_hash.hex(), "the seal is of other times")
    signature, key = bytes.fromhex(seal["signature"]), bytes.fromhex(seal["key"])
    check(is_signed(key, times_hash, signature), "the signature is wrong")


# --- matches ---


def place(line):
    return tuple(line.get(key, 0) for key in ("round", "board", "leg", "game"))


def heaps_of(position):
    return Counter(int(heap) for heap in position.split("+") if heap != "0")


def nim_mark(heaps, kept):
    """By Bouton: a position is won when the nim-sum of its heaps is not 0."""
    total = 0
    for heap in heaps.elements():
        total ^= heap
    if total == 0:
        return "0"
    winning = sum(heap ^ total < heap for heap in heaps)  # equal heaps give the same move
    return ("+" if kept(total) else "-") + str(winning)


def play_nim(match):
    heaps, marks, made = heaps_of(match["start"]), [], match["moves"].split()
    for move in made:
        before, after = (int(heap) for heap in move.split(">"))
        check(heaps[before] and after < before, f"an illegal move: {move}")
        marks.append(nim_mark(heaps, lambda total, b=before, a=after: b ^ total == a))
        heaps = +(heaps - Counter([before])) + (Counter([after]) if after else Counter())
    check(match["marks"] in ("", " ".join(marks)), f"the marks of {made}")
    if match["ending"] == "normal":
        check(not heaps, "a normal end with moves left")
        check(match["winner"] == ("first" if len(made) % 2 else "second"), f"the winner of {made}")


def check_match(plan, match):
    check({match["first"], match["second"]} <= set(plan["players"]), "a player who is not in the plan")
    marks = match["marks"].split()
    check(len(marks) in (0, len(match["moves"].split())), "not one mark for each move")
    check(all(re.fullmatch(r"0|[+-][1-9][0-9]*~?", mark) for mark in marks), f"the marks {marks}")
    if plan["rules"] == "nim":
        play_nim(match)


# --- standings: by counting ---

HALVES = {"first": 2, "second": 0, "nobody": 1}


class Table:
    """All that the lines between the plan and the end bring."""

    def __init__(self, plan, lines):
        self.plan, self.players = plan, plan["players"]
        self.rows = {player: defaultdict(int, pairs=[0] * 5) for player in self.players}
        self.pairs = defaultdict(list)  # (round, board, leg) -> [(player, opponent, halves)] of both sides
        self.out = {}  # knockout: the round in which a player was beaten
        for line in lines:
            getattr(self, "add_" + line["type"])(line)
        for sides in self.pairs.values():
            self.count_pair(sides)
        self.break_ties()
        if plan["format"] == "knockout":
            self.find_beaten()

    def add_bye(self, bye):
        self.rows[bye["first"]]["points"] += 4

    def add_forfeit(self, forfeit):
        winner, loser = ("first", "second") if forfeit["winner"] == "first" else ("second", "first")
        self.rows[forfeit[winner]]["points"] += 4
        self.out[forfeit[loser]] = forfeit["round"]

    def add_match(self, match):
        halves = HALVES[match["winner"]]
        first, second = match["first"], match["second"]
        sides = [(first, second, halves), (second, first, 2 - halves)]
        self.pairs[place(match)[:3]] += sides
        for (player, _, got), seat in zip(sides, (0, 1)):
            row = self.rows[player]
            row["points"] += got
            row[("lost", "drawn", "won")[got]] += 1
            for mark in match["marks"].split()[seat::2]:
                row["met"] += mark != "0"
                row["kept"] += mark[0] == "+"
                row["thrown"] += mark[0] == "-"

    def count_pair(self, sides):
        if len(sides) == 4:
            for player in {side[0] for side in sides}:
                self.rows[player]["pairs"][sum(got for who, _, got in sides if who == player)] += 1

    def break_ties(self):
        met = defaultdict(list)  # player, opponent -> halves
        for sides in self.pairs.values():
            for player, opponent in {side[:2] for side in sides}:
                self.rows[player]["buchholz"] += self.rows[opponent]["points"]
            for player, opponent, got in sides:
                self.rows[player]["sonneborn_berger"] += got * self.rows[opponent]["points"]
                met[player, opponent].append(got)
        for player in self.players:
            level = [other for other in self.players if self.rows[other]["points"] == self.rows[player]["points"]]
            if all(met[a, b] for a in level for b in level if a != b):
                self.rows[player]["direct"] = sum(sum(met[player, other]) for other in level)

    def find_beaten(self):
        meetings = defaultdict(Counter)  # round and the two -> halves of each
        legs = defaultdict(set)
        for (round_, _, leg), sides in self.pairs.items():
            for player, opponent, got in sides:
                meeting = round_, frozenset((player, opponent))
                meetings[meeting][player] += got
                legs[meeting].add((leg, len(sides)))
        for (round_, two), halves in meetings.items():
            one, other = sorted(two, key=self.players.index)
            whole = all(sides == 4 for _, sides in legs[round_, two])
            if whole and halves[one] != halves[other]:
                self.out[min(two, key=lambda player: halves[player])] = round_
            elif whole and len(legs[round_, two]) == 2:
                self.out[other] = round_

    def order(self, player):
        row = self.rows[player]
        if self.plan["format"] == "knockout":
            return (-self.out.get(player, 10**9), -row["points"])
        return tuple(-row[key] for key in ("points", "direct", "buchholz", "sonneborn_berger"))


def check_standings(plan, lines, standings):
    table = Table(plan, lines)
    in_order = sorted(plan["players"], key=lambda p: (table.order(p), plan["players"].index(p)))
    check([standing["player"] for standing in standings] == in_order, f"the order is not {in_order}")
    for i, standing in enumerate(standings):
        check_keys("standing", standing)
        row = table.rows[standing["player"]]
        for key in standing.keys() - {"rank", "player", "withdrawn"}:
            check(standing[key] == row[key], f"{standing['player']}: {key} is not {row[key]}")
        shares = i > 0 and table.order(in_order[i - 1]) == table.order(in_order[i])
        check(standing["rank"] == (standings[i - 1]["rank"] if shares else i + 1), "the ranks")


# --- both files ---


def check_results(values):
    kinds = [value["type"] for value in values]
    check(kinds[0] == "plan" and kinds[-1] == "end", "from the plan to the end")
    check(set(kinds[1:-1]) <= {"match", "bye", "forfeit"}, "a line that does not belong here")
    plan, lines, end = values[0], values[1:-1], values[-1]
    check(plan["version"] == 1, "another version")
    check(sorted(map(place, lines)) == list(map(place, lines)), "not in the order of the schedule")
    check(len(set(map(place, lines))) == len(lines), "two lines for one place")
    for line in lines:
        if line["type"] == "match":
            check_match(plan, line)
    check_standings(plan, lines, end["standings"])


def check_times(values, matches):
    check(values[-1]["type"] == "seal", "there is no seal")
    check({value["type"] for value in values[:-1]} <= {"times"}, "a line that does not belong here")
    places = [place(value)[:3] for value in values[:-1]]
    check(sorted(places) == places, "not in the order of the schedule")
    counted = [value for value in values[:-1] if not value["void"]]
    check(list(map(place, counted)) == list(map(place, matches)), "not one line for each match that counts")
    for line, match in zip(counted, matches):
        moves = len(match["moves"].split())
        check(len(line["taken"]) == len(line["credit"]) == moves, "not one time for each move")
        check(line["began"] <= line["ended"], "the end before the beginning")


def check_record(results, times_of_it):
    values, hashes = read_file(results, bytes(32))
    more, more_hashes = read_file(times_of_it, hashes[-1])
    check_results(values)
    check_times(more, [value for value in values if value["type"] == "match"])
    check_seal(more[-1], hashes[-1], more_hashes[-2])


def files_of(path):
    if path.is_dir():
        return [(path / name).read_bytes() for name in ("results.jsonl", "times.jsonl")]
    return re.findall(rb"\n```json\n(.*?\n)```\n", path.read_bytes(), re.DOTALL)[:2]


def main():
    try:
        check_record(*files_of(Path(sys.argv[1])))
    except Fault as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main()
