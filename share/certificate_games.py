"""The rules of the games that certificates of `takeaway solve --certificate` are about.

There is a class for each kind of game. It says what a position is, always a tuple: position()
reads one, and moves() yields the positions to which the moves of one lead.
"""

import math
import re
from collections import Counter
from itertools import combinations

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
DAYS = 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31

FIBONACCI = [1, 2]
while len(FIBONACCI) < 92:
    FIBONACCI.append(FIBONACCI[-2] + FIBONACCI[-1])


class Wrong(Exception):
    """A sentence about what is wrong."""


def need(holds, sentence):
    if not holds:
        raise Wrong(sentence)


class Game:
    """What the classes share. The others have position(text) and moves(position, after), which of
    large heaps tries only the moves that may lead to `after`, where that is given."""

    variants, has_misere = (), True

    def __init__(self, name, variant, misere):
        self.name, self.variant, self.misere = name, variant, misere
        self.kind, _, self.code = name.partition(":")
        need(variant in (None, *self.variants), "no such variant is known")
        need(self.has_misere or not misere, "this game has no misere play")

    def is_over(self, position):
        return next(iter(self.moves(position)), None) is None

    def end(self, position):
        """Where no move is left: the result of the player to move."""
        return "won" if self.misere else "lost"


# --- heaps ---


class Heaps(Game):
    """The heaps in ascending order, each (counters, the most of them that may be taken). Rings
    stand before them, their counters with a minus sign. Here the rules of Nim."""

    has_rings, heaps_most = False, math.inf
    opening = 0  # the counters that have to stay at the first move
    longest = math.inf  # no more counters can be taken at once
    numbers, all_but, function = frozenset(), False, (0, 1, math.inf)

    def digit(self, taken):
        """As in octal codes: the bits 1, 2, 4, 8 say how many heaps may be left of one."""
        return 3 if taken > 0 else 0

    def quota(self, taken):
        """The most that may be taken after so many were."""
        return math.inf

    def heaps(self, heaps, quota):
        """The position of these heaps. `quota` is that of all where the rules have one for all."""
        return tuple(sorted(heaps))

    def position(self, text):
        need("o" not in text or self.has_rings, f"{text} has a ring, the rules have none")
        need("@" not in text or self.opening, f"{text} has a quota, the rules have none")
        words = [] if text == "0" else text.split("+")
        parts = [[int(n) for n in word.replace("o", "-", 1).split("@")] for word in words]
        need(len(parts) <= self.heaps_most, f"{text} has more than {self.heaps_most} heaps")
        heaps = [(n, *(quota or [abs(n) - self.opening])) for n, *quota in parts]
        sizes = [n for n, _ in heaps]
        in_order = sizes == sorted(sizes) and all(abs(n) >= quota for n, quota in heaps)
        need(in_order, f"{text} is not in order")
        need(all(n > 0 for part in parts for n in part if n >= 0 or not self.has_rings),
             f"{text} has a heap or a quota of 0")
        return self.heaps(heaps, heaps[-1][1] if heaps else 0)

    def moves(self, position, after=None):
        gone, new = changed(position, after)
        for i, heap in enumerate(position):
            size, is_ring = abs(heap[0]), heap[0] < 0
            takes, firsts = range(min(heap[1], self.longest) + 1), range(1, size // 2 + 1)
            if after is not None:
                takes, firsts = [size - sum(new.elements())] if heap[0] in gone else [], new
            for taken in takes:
                digit = self.digit(taken) if 0 <= taken <= heap[1] else 0
                if is_ring:  # what may be taken from the middle of a row opens it
                    digit = digit & 1 | (2 if digit & 4 else 0)
                for part in self.left(size - taken, digit, firsts):
                    heaps = tuple((n, min(n, self.quota(taken))) for n in part)
                    yield self.heaps(position[:i] + heaps + position[i + 1:], self.quota(taken))

    def left(self, left, digit, firsts):
        """What may be left of a heap, of which so many counters are left; the smaller heaps of
        several are from `firsts`."""
        if digit & 1 and left == 0:
            yield ()
        if digit & 2 and left > 0:
            yield (left,)
        for a in firsts:
            if digit & 4 and 2 * a <= left:
                yield a, left - a
            if digit & 8 and 3 * a <= left:
                yield from ((a, b, left - a - b) for b in firsts if a <= b <= left - a - b)


def changed(position, after):
    """The sizes of heaps that only the one has, and those that only the other has."""
    before, behind = (Counter(n for n, _ in heaps) for heaps in (position, after or ()))
    return before - behind, behind - before


class Code(Heaps):

    def __init__(self, name, variant, misere):
        super().__init__(name, variant, misere)
        digit = "[0-9a-f]" if self.kind == "hexadecimal" else "[0-7]"
        form = rf"([048c])\.({digit}*?)(?:({digit})\.\.\.|\(({digit}+)\))?"
        first, digits, one, tail = re.fullmatch(form, self.code).groups()
        self.digits, self.tail = first + digits, one or tail or "0"
        splits = re.search("[4-7]", self.code) is not None
        self.has_rings = self.kind == "octal" and first == "0" and splits
        self.longest = len(digits.rstrip("0")) if self.tail == "0" else math.inf

    def digit(self, taken):
        behind = taken - len(self.digits)
        return int(self.digits[taken] if behind < 0 else self.tail[behind % len(self.tail)], 16)


class Grundy(Heaps):
    longest = 0

    def digit(self, taken):
        return 4 if taken == 0 else 0

    def left(self, left, digit, firsts):
        return ((a, b) for a, b in super().left(left, digit, firsts) if a != b)


class Subtraction(Heaps):
    variants = ("clear",)

    def __init__(self, name, variant, misere):
        super().__init__(name, variant, misere)
        self.all_but = self.code.startswith("all-but-")
        self.numbers = listed_numbers(self.code.removeprefix("all-but-"))
        self.longest = math.inf if self.all_but else max(self.numbers)

    def digit(self, taken):
        return 3 if taken > 0 and (taken in self.numbers) != self.all_but else 0

    def end(self, position):
        return "draw" if self.variant == "clear" and position else super().end(position)


def listed_numbers(text):
    """The numbers that the rules of a subtraction game list, as 1,3-5."""
    known = {"squares": [n * n for n in range(1, 65536)], "fibonacci": FIBONACCI}
    ranges = ([int(n) for n in part.split("-")] for part in text.split(","))
    return set(known.get(text) or (n for ends in ranges for n in range(ends[0], ends[-1] + 1)))


class TakeAway(Heaps):
    variants, opening = ("local", "global"), 1

    def __init__(self, name, variant, misere):
        super().__init__(name, variant, misere)
        self.heaps_most = math.inf if variant else 1
        named = re.sub(r"(i|e|\))$", r"\1x", self.code)  # phi stands for phix
        words = re.fullmatch(r"([^x]*)x([+-]\d+)?", named)
        p, q, self.error = factor(words[1])
        c = int(words[2] or 0)
        need(p >= q and p // q + c >= 1, "such a quota may leave no move")
        self.function = p, q, c

    def quota(self, taken):
        p, q, c = self.function
        most = taken * p // q
        need(most == taken * (p + self.error) // q, f"more decimals are needed for {taken}")
        return most + c

    def heaps(self, heaps, quota):
        if self.variant == "global" and heaps:
            most = min(quota, max(n for n, _ in heaps))
            heaps = [(n, most) for n, _ in heaps]
        return super().heaps(heaps, quota)


def factor(text):
    """The factor of x in a quota is p / q; if the third is 1, between p / q and (p + 1) / q."""
    fraction = re.fullmatch(r"(\d*)(?:/(\d+))?", text)
    decimal = re.fullmatch(r"(\d+)\.(\d+)", text)
    root = re.fullmatch(r"sqrt\((\d+)\)", text)
    if fraction:
        return int(fraction[1] or 1), int(fraction[2] or 1), 0
    if decimal:
        return int(decimal[1] + decimal[2]), 10 ** len(decimal[2]), 0
    q, spare = 10**100, 10**10
    if root:
        return math.isqrt(int(root[1]) * q * q), q, 1
    need(text in ("phi", "pi", "e"), "no such factor of x is known")
    if text == "phi":
        return (q + math.isqrt(5 * q * q)) // 2, q, 1
    if text == "pi":
        return (16 * arctan(5, q * spare) - 4 * arctan(239, q * spare)) // spare, q, 1
    return sum(q * spare // math.factorial(k) for k in range(100)) // spare, q, 1


def arctan(inverse, scale):
    """scale times the arc tangent of 1 / inverse, but for some hundreds."""
    terms = (scale // (k * inverse**k) for k in range(1, 250, 2))
    return sum(-term if at % 2 else term for at, term in enumerate(terms))


class Wythoff(Heaps):
    heaps_most = 2

    def moves(self, position, after=None):
        yield from super().moves(position, after)
        if len(position) < 2:
            return
        gone, new = changed(position, after)
        both = (sum(gone.elements()) - sum(new.elements())) // 2
        for taken in range(1, position[0][0] + 1) if after is None else [both]:
            yield tuple((n - taken, n - taken) for n, _ in position if n > taken > 0)


class Candy(Heaps):
    def position(self, text):
        need(text.count("+") == 1, f"{text} are not two heaps")
        return super().position(text)

    def moves(self, position, after=None):
        for n, _ in position:
            for a in range(1, n // 2 + 1) if after is None else [after[0][0]]:
                if 0 < 2 * a <= n:
                    yield (a, a), (n - a, n - a)


class Sticks(Heaps):
    """Their lengths, as heaps."""

    def position(self, text):
        position, longest = super().position(text), int(self.code) if self.code else math.inf
        need(all(n <= longest for n, _ in position), f"{text} has a stick over {longest}")
        return position

    def moves(self, position, after=None):
        for (n, quota), count in Counter(position).items():
            at = position.index((n, quota))
            for a in range(1, n // 2 + 1):
                yield tuple(sorted(position[:at] + ((a, a), (n - a, n - a)) + position[at + 1:]))
            if count >= n:
                yield position[:at] + position[at + n:]


# --- other games ---


class Chomp(Game):
    """The lengths of the rows."""

    def position(self, text):
        rows = tuple(int(n) for n in text.split("+"))
        need(list(rows) == sorted(rows, reverse=True), f"{text} is not in order")
        need(rows[-1] > 0, f"{text} has a row of 0")
        return rows

    def moves(self, position, after=None):
        cuts = ((y, x) for y, row in enumerate(position) for x in range(y == 0, row))
        return (position[:y] + tuple(min(n, x) for n in position[y:] if x > 0) for y, x in cuts)


class Hackenbush(Game):
    """The edges, each (vertex, vertex)."""

    def position(self, text):
        walks = [[int(n) for n in walk.split("-")] for walk in text.split("+") if text != "0"]
        need(all(len(walk) > 1 for walk in walks), f"{text} has a walk without an edge")
        return held([tuple(sorted(edge)) for w in walks for edge in zip(w, w[1:])])

    def moves(self, position, after=None):
        return (held(position[:i] + position[i + 1:]) for i in range(len(position)))


def reached(edges, start):
    """The vertices to which edges lead from this one."""
    found, size = {start}, 0
    while size < len(found):
        size = len(found)
        found.update(end for edge in edges if not found.isdisjoint(edge) for end in edge)
    return found


def held(edges):
    """The edges of a picture of Hackenbush that the ground, vertex 0, holds."""
    ground = reached(edges, 0)
    return tuple(sorted(edge for edge in edges if edge[0] in ground))


class SilverDollar(Game):
    """The square of the dollar or -1, and the squares of all counters."""

    variants = "one-step", "two-step"

    def position(self, text):
        words = [] if text == "0" else text.split("+")
        squares = [int(word.removesuffix("$")) for word in words]
        dollars = [n for n, word in zip(squares, words) if word.endswith("$")]
        least = 0 if self.variant == "two-step" and squares[:1] == dollars else 1
        need(squares == sorted(set(squares)) and min(squares, default=1) >= least, "no strip")
        need(len(dollars) <= (self.variant is not None), f"{text} has too many dollars")
        return (*dollars, -1)[0], tuple(squares)

    def moves(self, position, after=None):
        dollar, squares = position
        if self.variant and dollar < 0:
            return
        if dollar == 0:
            yield -1, squares[1:]
        for i, square in enumerate(squares):
            left = squares[i - 1] if i > 0 else 0
            for to in range(left + 1 if left or not self.variant else 0, square):
                stays = to > 0 or (square == dollar and self.variant == "two-step")
                places = squares[:i] + (to,) * stays + squares[i + 1:]
                yield (to if stays else -1) if square == dollar else dollar, places


class Date(Game):
    """The month, from 0, and the day."""

    def position(self, text):
        day, name = re.fullmatch(r"([1-9]\d?)(\w+)", text).groups()
        month = MONTHS.index(name)
        need(int(day) <= DAYS[month], f"{name} has {DAYS[month]} days")
        return month, int(day)

    def moves(self, position, after=None):
        month, day = position
        yield from ((m, day) for m in range(month + 1, len(DAYS)) if day <= DAYS[m])
        yield from ((month, d) for d in range(day + 1, DAYS[month] + 1))


class OddScoring(Game):
    """The steps that are left, and the parity of one's own."""

    has_misere = False

    def position(self, text):
        left, own = re.fullmatch(r"(0|[1-9]\d*)@([01])", text).groups()
        return int(left), int(own)

    def moves(self, position, after=None):
        left, own = position  # all steps are odd, so those of the other are 1 + left + own
        return ((left - n, (1 + left + own) % 2) for n in (1, 2, 3) if n <= left)

    def end(self, position):
        return "won" if position[1] == 0 else "lost"


class Tactix(Game):
    """The rows of the board."""

    def position(self, text):
        need(re.fullmatch("[x.]+(/[x.]+)*", text), f"{text} is no board")
        board = tuple(text.split("/"))
        need(len({len(row) for row in board}) == 1, f"{text} has rows of several lengths")
        return board

    def moves(self, position, after=None):
        for y, row in enumerate(position):
            for x in range(len(row)):
                for down, right in ((0, 1), (1, 0)):
                    left, at = [list(line) for line in position], (y, x)
                    while at[0] < len(left) and at[1] < len(row) and left[at[0]][at[1]] == "x":
                        left[at[0]][at[1]] = "."
                        yield tuple("".join(line) for line in left)
                        at = at[0] + down, at[1] + right


class Turning(Game):
    """The coins that show heads."""

    def position(self, text):
        coins = [int(n) for n in text.split("+") if text != "0"]
        need(coins == sorted(set(coins)) and min(coins, default=1) > 0, f"{text} is no row")
        return tuple(coins)

    def moves(self, position, after=None):
        for coin in position:
            left = range(1, coin)
            if self.code == "ruler":
                others = (range(first, coin) for first in range(1, coin + 1))
            else:
                numbers = {"2": (0, 1), "3": (0, 1, 2), "twins": (1,)}[self.code]
                others = (few for k in numbers for few in combinations(left, k))
            for turned in others:
                yield tuple(sorted(set(position) ^ {coin, *turned}))


class Northcott(Game):
    """The side to move, the retreats, and the rows, each (squares, white's place, black's)."""

    def position(self, text):
        rows, retreats, side = re.fullmatch(r"([.wb+]+)@(0|[1-9]\d*)([wb])", text).groups()
        rows = rows.split("+")
        need(all(sorted(row.replace(".", "")) == ["b", "w"] for row in rows),
             "a row has not one checker of each colour")
        places = tuple((len(row), row.index("w"), row.index("b")) for row in rows)
        return "wb".index(side), int(retreats), places

    def moves(self, position, after=None):
        side, retreats, rows = position
        for i, (squares, *places) in enumerate(rows):
            own, other = places[side], places[1 - side]
            for to in range(squares):
                is_retreat = abs(to - other) > abs(own - other)
                is_over_other = (to < other) != (own < other)
                if to in places or is_over_other or (is_retreat and retreats == 0):
                    continue
                row = (squares, *((to, other) if side == 0 else (other, to)))
                yield 1 - side, retreats - is_retreat, rows[:i] + (row,) + rows[i + 1:]


GAMES = {
    "nim": Heaps,
    "octal": Code,
    "hexadecimal": Code,
    "grundy": Grundy,
    "subtraction": Subtraction,
    "take-away": TakeAway,
    "wythoff": Wythoff,
    "candy": Candy,
    "sticks": Sticks,
    "chomp": Chomp,
    "green-hackenbush": Hackenbush,
    "silver-dollar": SilverDollar,
    "date": Date,
    "odd-scoring": OddScoring,
    "tactix": Tactix,
    "turning": Turning,
    "northcott": Northcott,
}


def game_of(rules):
    base, misere = re.subn(",misere$", "", rules)
    name, variant = re.fullmatch("(.*?)(?:,([a-z][a-z-]*))?", base).groups()
    kind = name.partition(":")[0]
    need(kind in GAMES, "no such game is known")
    return GAMES[kind](name, variant, bool(misere))
