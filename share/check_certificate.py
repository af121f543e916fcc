#!/usr/bin/env python3
"""Checks certificates of `takeaway solve --certificate`. It knows the rules of the games,
certificate_theorems.py what theorems state; they share nothing with the solver. CERTIFICATES.md
describes the text. Status: 0 all hold, 1 some do not, 2 there is no such file.
"""

import argparse
import math
import re
import sys
from collections import Counter
from itertools import combinations

from certificate_theorems import KINDS, THEOREMS, Wrong, factor, held, listed_numbers, need


MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
DAYS = 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31


class Game:
    """The rules. A position is a tuple: of the rows of Chomp or TacTix, of the edges of Hackenbush;
    of Silver Dollar (the square of the dollar or -1, the squares of all counters); of a date (the
    month from 0, the day); of Odd Scoring (the steps left, the parity of one's own); of the coins in
    a row those that show heads; of Northcott's Game (the side, the retreats, the rows, each (squares,
    white's place, black's)); elsewhere of heaps in ascending order, each (counters, the most of them
    that may be taken), before which stand rings, whose counters have a minus sign."""

    def __init__(self, text):
        base, self.misere = re.subn(",misere$", "", text)
        suffix = "local|global|one-step|two-step|clear"
        self.name, self.variant = re.fullmatch(f"(.*?)(?:,({suffix}))?", base).groups()
        self.kind, _, code = self.name.partition(":")
        need(self.kind in KINDS, "no such game is known")
        need(not self.misere or self.kind != "odd-scoring", "this game has no misere play")
        need((self.variant == "clear") <= (self.kind == "subtraction"), "no such variant is known")
        self.numbers, self.all_but, p, q, c, self.error = set(), False, 0, 1, math.inf, 0
        if self.kind == "take-away":
            named = re.sub(r"(i|e|\))$", r"\1x", code)  # phi stands for phix
            words = re.fullmatch(r"([^x]*)x([+-]\d+)?", named)
            p, q, self.error = factor(words[1])
            c = int(words[2] or 0)
            need(p >= q and p // q + c >= 1, "such a quota may leave no move")
        self.function = p, q, c
        if self.kind == "subtraction":
            self.all_but = code.startswith("all-but-")
            self.numbers = listed_numbers(code.removeprefix("all-but-"))
        digit = "[0-9a-f]" if self.kind == "hexadecimal" else "[0-7]"
        octal = {"octal": code, "hexadecimal": code, "grundy": "4."}.get(self.kind, "0.3...")
        form = rf"([048c])\.({digit}*?)(?:({digit})\.\.\.|\(({digit}+)\))?"
        first, digits, one, tail = re.fullmatch(form, octal).groups()
        self.digits, self.tail = first + digits, one or tail or "0"
        numbers = () if self.all_but else self.numbers
        code_length = len(digits.rstrip("0"))
        self.has_rings = self.kind == "octal" and first == "0" and re.search("[4-7]", code)
        self.longest = code_length if self.tail == "0" else max(numbers, default=math.inf)

    def is_over(self, position):
        return next(iter(self.moves(position)), None) is None

    def end(self, position):  # where no move is left: the result of the player to move
        if self.variant == "clear" and position:
            return "draw"
        wins = position[1] == 0 if self.kind == "odd-scoring" else self.misere
        return "won" if wins else "lost"

    def digit(self, taken):  # as in octal codes: bits 1, 2, 4, 8 say how many heaps may be left
        if self.numbers:
            return 3 if taken > 0 and (taken in self.numbers) != self.all_but else 0
        behind = taken - len(self.digits)
        return int(self.digits[taken] if behind < 0 else self.tail[behind % len(self.tail)], 16)

    def quota(self, taken):
        p, q, c = self.function
        most = taken * p // q
        need(most == taken * (p + self.error) // q, f"more decimals are needed for {taken}")
        return most + c

    def heaps(self, heaps, quota):  # which is that of all of them where the rules are global
        most = min(quota, max(n for n, _ in heaps)) if heaps else 0
        return tuple(sorted((n, most if self.variant == "global" else q) for n, q in heaps))

    def position(self, text):
        if self.kind == "green-hackenbush":
            walks = [[int(n) for n in walk.split("-")] for walk in text.split("+") if text != "0"]
            need(all(len(walk) > 1 for walk in walks), f"{text} has a walk without an edge")
            return held([tuple(sorted(edge)) for w in walks for edge in zip(w, w[1:])])
        if self.kind == "silver-dollar":
            return self.strip(text)
        if self.kind == "date":
            day, name = re.fullmatch(r"([1-9]\d?)(\w+)", text).groups()
            month = MONTHS.index(name)
            need(int(day) <= DAYS[month], f"{name} has {DAYS[month]} days")
            return month, int(day)
        if self.kind == "northcott":
            rows, retreats, side = re.fullmatch(r"([.wb+]+)@(0|[1-9]\d*)([wb])", text).groups()
            rows = rows.split("+")
            need(all(sorted(row.replace(".", "")) == ["b", "w"] for row in rows),
                 "a row has not one checker of each colour")
            places = tuple((len(row), row.index("w"), row.index("b")) for row in rows)
            return "wb".index(side), int(retreats), places
        need(self.kind != "candy" or text.count("+") == 1, f"{text} are not two heaps")
        if self.kind == "odd-scoring":
            left, own = re.fullmatch(r"(0|[1-9]\d*)@([01])", text).groups()
            return int(left), int(own)
        if self.kind == "tactix":
            need(re.fullmatch("[x.]+(/[x.]+)*", text), f"{text} is no board")
            board = tuple(text.split("/"))
            need(len({len(row) for row in board}) == 1, f"{text} has rows of several lengths")
            return board
        if self.kind == "turning":
            coins = [int(n) for n in text.split("+") if text != "0"]
            need(coins == sorted(set(coins)) and min(coins, default=1) > 0, f"{text} is no row")
            return tuple(coins)
        words = [] if text == "0" and self.kind != "chomp" else text.split("+")
        need("o" not in text or self.has_rings, f"{text} has a ring, the rules have none")
        parts = [[int(n) for n in word.replace("o", "-", 1).split("@")] for word in words]
        opening = 1 if self.kind == "take-away" else 0  # the counters that have to stay then
        need(opening or "@" not in text, f"{text} has a quota, the rules have none")
        most = {"wythoff": 2, "take-away": 1}.get(self.kind + (self.variant or ""), math.inf)
        need(len(parts) <= most, f"{text} has more than {most} heaps")
        longest = int(self.name.partition(":")[2] or 0) if self.kind == "sticks" else 0
        need(all(n <= (longest or n) for n, *_ in parts), f"{text} has a stick over {longest}")
        heaps = [(n, *(quota or [abs(n) - opening])) for n, *quota in parts]
        sizes = tuple(n for n, _ in heaps)
        in_order = list(sizes) == sorted(sizes, reverse=self.kind == "chomp")
        need(in_order and all(abs(n) >= q for n, q in heaps), f"{text} is not in order")
        need(all(n > 0 for part in parts for n in part if n >= 0 or not self.has_rings),
             f"{text} has a heap or a quota of 0")
        return sizes if self.kind == "chomp" else self.heaps(heaps, heaps[-1][1] if heaps else 0)

    def strip(self, text):
        words = [] if text == "0" else text.split("+")
        squares = [int(word.removesuffix("$")) for word in words]
        dollars = [n for n, word in zip(squares, words) if word.endswith("$")]
        least = 0 if self.variant == "two-step" and squares[:1] == dollars else 1
        need(squares == sorted(set(squares)) and min(squares, default=1) >= least, "no strip")
        need(len(dollars) <= (self.variant is not None), f"{text} has too many dollars")
        return (*dollars, -1)[0], tuple(squares)

    def moves_on_strip(self, dollar, squares):
        if dollar == 0:
            yield -1, squares[1:]
        for i, square in enumerate(squares):
            left = squares[i - 1] if i > 0 else 0
            for to in range(left + 1 if left or not self.variant else 0, square):
                stays = to > 0 or (square == dollar and self.variant == "two-step")
                after = squares[:i] + (to,) * stays + squares[i + 1:]
                yield (to if stays else -1) if square == dollar else dollar, after

    def moves_of_coins(self, coins):
        for coin in coins:
            left = range(1, coin)
            if self.name == "turning:ruler":
                others = (range(first, coin) for first in range(1, coin + 1))
            else:
                numbers = {"turning:2": (0, 1), "turning:3": (0, 1, 2), "turning:twins": (1,)}
                others = (few for k in numbers[self.name] for few in combinations(left, k))
            for turned in others:
                yield tuple(sorted(set(coins) ^ {coin, *turned}))

    def moves(self, position, after=None):  # of heaps only those that may lead to `after`
        if self.kind == "green-hackenbush":
            return (held(position[:i] + position[i + 1:]) for i in range(len(position)))
        if self.kind == "chomp":
            cuts = ((y, x) for y, row in enumerate(position) for x in range(y == 0, row))
            return (position[:y] + tuple(min(n, x) for n in position[y:] if x > 0) for y, x in cuts)
        if self.kind == "silver-dollar":
            is_taken = self.variant and position[0] < 0
            return iter(()) if is_taken else self.moves_on_strip(*position)
        if self.kind == "date":
            month, day = position
            later = [(m, day) for m in range(month + 1, len(DAYS)) if day <= DAYS[m]]
            return iter(later + [(month, d) for d in range(day + 1, DAYS[month] + 1)])
        if self.kind == "northcott":
            return self.slides(*position)
        if self.kind == "candy":  # of large heaps only the split that `after` is
            firsts = range(1, position[1][0] // 2 + 1) if after is None else [after[0][0]]
            return (((a, a), (n - a, n - a)) for n, _ in position for a in firsts if 0 < 2 * a <= n)
        if self.kind == "tactix":
            return self.moves_of_chips(position)
        if self.kind == "sticks":
            return self.moves_of_sticks(position)
        if self.kind == "odd-scoring":
            left, own = position  # all steps are odd, so those of the other are 1 + left + own
            return ((left - n, (1 + left + own) % 2) for n in (1, 2, 3) if n <= left)
        if self.kind == "turning":
            return self.moves_of_coins(position)
        return self.moves_of_heaps(position, after)

    def moves_of_chips(self, board):
        for y, row in enumerate(board):
            for x in range(len(row)):
                for down, right in ((0, 1), (1, 0)):
                    left, at = [list(line) for line in board], (y, x)
                    while at[0] < len(board) and at[1] < len(row) and left[at[0]][at[1]] == "x":
                        left[at[0]][at[1]] = "."
                        yield tuple("".join(line) for line in left)
                        at = at[0] + down, at[1] + right

    def moves_of_sticks(self, position):
        for (n, quota), count in Counter(position).items():
            at = position.index((n, quota))
            for a in range(1, n // 2 + 1):
                yield tuple(sorted(position[:at] + ((a, a), (n - a, n - a)) + position[at + 1:]))
            if count >= n:
                yield position[:at] + position[at + n:]

    def slides(self, side, retreats, rows):
        for i, (squares, *places) in enumerate(rows):
            own, other = places[side], places[1 - side]
            for to in range(squares):
                is_retreat = abs(to - other) > abs(own - other)
                is_over_other = (to < other) != (own < other)
                if to in places or is_over_other or (is_retreat and retreats == 0):
                    continue
                row = (squares, *((to, other) if side == 0 else (other, to)))
                yield 1 - side, retreats - is_retreat, rows[:i] + (row,) + rows[i + 1:]

    def moves_of_heaps(self, position, after):
        before, behind = (Counter(n for n, _ in heaps) for heaps in (position, after or ()))
        gone, new = before - behind, behind - before
        for i, heap in enumerate(position):
            size, is_ring = abs(heap[0]), heap[0] < 0
            takes, firsts = range(min(heap[1], self.longest) + 1), range(1, size // 2 + 1)
            if after is not None:
                takes, firsts = [size - sum(new.elements())] if heap[0] in gone else [], new
            for taken in takes:
                left, digit = size - taken, self.digit(taken) if 0 <= taken <= heap[1] else 0
                if is_ring:  # what may be taken from the middle of a row opens it
                    digit = digit & 1 | (2 if digit & 4 else 0)
                parts = [()] * (digit & 1 and left == 0) + [(left,)] * (digit & 2 and left > 0)
                parts += [(n, left - n) for n in firsts if digit & 4 and 2 * n <= left and
                          not (self.kind == "grundy" and 2 * n == left)]
                parts += [(a, b, left - a - b) for a in firsts if digit & 8 and 3 * a <= left
                          for b in firsts if a <= b <= left - a - b]
                for part in parts:
                    heaps = tuple((n, min(n, self.quota(taken))) for n in part)
                    yield self.heaps(position[:i] + heaps + position[i + 1:], self.quota(taken))
        if self.kind == "wythoff" and len(position) == 2:
            both = (sum(gone.elements()) - sum(new.elements())) // 2
            for taken in range(1, position[0][0] + 1) if after is None else [both]:
                yield tuple((n - taken, n - taken) for n, _ in position if n > taken > 0)


class Certificate:

    def __init__(self, lines, number):
        self.lines, self.number = lines, number  # the number of the last line that was read

    def word(self):
        return self.lines[self.number].split(" ")[0] if self.number < len(self.lines) else ""

    def read(self, first):
        need(self.word() == first, f"a line '{first} ...' was expected next")
        self.number += 1
        return self.lines[self.number - 1].split(" ")[1:]

    def check(self):
        need(self.read("takeaway") == ["certificate", "1"], "'takeaway certificate 1' was expected")
        game = self.game = Game(*self.read("rules"))
        self.start = self.lost = game.position(*self.read("position"))
        verdict = self.read("verdict")
        if verdict == ["N", "over"]:
            need(game.is_over(self.start) and game.end(self.start) == "won", "it is not won by being over")
        else:
            if verdict != ["P"]:
                need(verdict[:-1] == ["N", "leave"], "'P', 'N leave ...' or 'N over' was expected")
                self.lost = game.position(verdict[-1])
                need(self.lost in game.moves(self.start, self.lost), "no move leaves this")
            theorem = " ".join(self.read("theorem"))
            need(theorem in THEOREMS, "no theorem is known by this name and source")
            need(THEOREMS[theorem](self), "by the theorem the position is not lost")
        need(self.read("end") == [], "'end' was expected alone")


def check_lines(lines):
    """For each certificate what is wrong with it, or None; for no lines, that there is none."""
    number = 0
    while number < max(len(lines), 1):
        certificate, wrong = Certificate(lines, number), None
        try:
            certificate.check()
        except Exception as error:  # whatever is not of the form that is described
            at = max(certificate.number, number + 1)
            sentence = error if isinstance(error, Wrong) else "this cannot be read"
            wrong = f"line {at}: {sentence}: {''.join(lines[at - 1:at])[:70]}"
        yield wrong
        number = max(certificate.number, number + 1)
        while number < len(lines) and not lines[number].startswith("takeaway certificate"):
            number += 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="*", type=argparse.FileType(), default=[sys.stdin])
    results = [(file.name, wrong) for file in parser.parse_args().file
               for wrong in check_lines(file.read().splitlines())]
    print(*(f"{name}: {wrong or 'a certificate holds'}" for name, wrong in results), sep="\n")
    sys.exit(any(wrong for _, wrong in results))
