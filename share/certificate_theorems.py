"""The theorems that certificates of `takeaway solve --certificate` rest on.

Each function states one, reads its instance and says whether the position `lost` is lost by it.
THEORY.md has the proofs or names the sources.
"""

import functools
import math
import operator

from certificate_games import FIBONACCI, need, reached


def xor(numbers):
    return functools.reduce(operator.xor, numbers, 0)


def every_move(proof):
    """Lost is a position all of whose moves lead to won ones, won is one with a move to a lost one;
    without a move it is one or the other by the rules."""
    game, lines, todo = proof.game, {}, [proof.lost]
    while proof.word() in ("lost", "won"):
        word = proof.word()
        text, *reply = proof.read(word)
        position = game.position(text)
        need(position not in lines, "this position is listed twice")
        lines[position] = proof.number, word, text, reply
    end, all_lost, all_won = proof.number, {proof.lost}, set()
    for lost in todo:  # grows
        need(lost in lines, "what is left is not listed")
        proof.number, word, text, reply = lines[lost]
        need((word, reply) == ("lost", []), "this is left by a reply, and has to be lost")
        moves = set(game.moves(lost))
        need(moves or game.end(lost) == "lost", "without a move it is not lost")
        for won in moves - all_won:
            need(won in lines, f"a move from {text} leads to a position that is not listed: {won}")
            proof.number, word, _, reply = lines[won]
            need(word == "won", f"a move from {text} leads to this, which has to be won")
            all_won.add(won)
            if reply == ["over"]:
                need(game.is_over(won) and game.end(won) == "won", "it is not won by being over")
                continue
            need(len(reply) == 2 and reply[0] == "leave", "'leave ...' or 'over' was expected")
            left = game.position(reply[1])
            need(left in game.moves(won, left), "no move leads there")
            if left not in all_lost:
                all_lost.add(left)
                todo.append(left)
    for position, (proof.number, *_) in lines.items():
        need(position in all_lost or position in all_won, "this position is not needed")
    proof.number = end
    return True


def sums(proof):
    """Reads the values of the heaps of both positions, and returns the nim-sum of `lost`."""
    proof.values = {}
    for position in [proof.start] + [proof.lost] * (proof.lost != proof.start):
        text, _, *values, _, total = proof.read("sum")
        values = [int(value) for value in values]
        need(proof.game.position(text) == position, "this is not the position of the verdict")
        need(len(values) == len(position), "each heap has one value")
        need(xor(values) == int(total), f"the nim-sum is {xor(values)}")
        for heap, value in zip(position, values):
            need(proof.values.setdefault(heap, value) == value, f"{heap[0]} has two values")
    return int(total)


def sums_of_sizes(proof):
    total = sums(proof)
    need(all(heap[0] == value for heap, value in proof.values.items()), "the size was expected")
    return total


def closed_form(proof):
    """The values of heaps in Nim, in Lasker's Nim, and where a to b counters may be taken, or any
    number but a to b."""
    game, (law, *words) = proof.game, proof.read("values")
    need(law in ("size", "lasker", "range", "all-but"), "no such values are known")
    if law == "size":
        need(words == ["[Bouton]"] and game.name in ("nim", "octal:0.3..."), "this is not Nim")
        value_of = lambda n: n
    elif law == "lasker":
        need(words == ["[WW]", "[Ferguson]"] and game.name == "octal:4.3...", "not Lasker's Nim")
        value_of = lambda n: n + (n % 4 == 3) - (n % 4 == 0 < n)
    else:
        a, b = (int(word) for word in words)
        need(a <= b and game.numbers == set(range(a, b + 1)), f"not {a} to {b} in the rules")
        need(game.all_but == (law == "all-but"), "whether these are taken, or all but these")
        period = a * (b // a + 1)
        value_of = lambda n: n // period * a + n % a if game.all_but else n % (a + b) // a
    for heap, value in proof.values.items():
        need(value_of(heap[0]) == value, f"a heap of {heap[0]} has the value {value_of(heap[0])}")


def periodic(proof):
    """If value(n + p) = value(n) for a run of n from n0 on, then for all after it: in octal codes
    of k digits for n0 <= n < 2 n0 + p + k, n0 >= 1 [GS], in hexadecimal ones to 3 n0 + 2 p + k;
    where the numbers of a finite set are taken, for as many n as the largest of them. Returns n0, p
    and the last n + p."""
    game, at = proof.game, proof.read("period")
    first, length, last = int(at[0]), int(at[1]), int(at[3])
    is_code, parts = game.kind in ("octal", "hexadecimal"), 3 if game.kind == "hexadecimal" else 2
    need(at[2:3] + at[4:] == ["table"] + ["[GS]"] * is_code, "'period N0 P table N' was expected")
    is_finite = game.longest != math.inf and game.name[-1] in "0123456789abcdef"
    need(is_finite and first >= is_code and length > 0, "no theorem states this period")
    run = (parts - 1) * (first + length) + game.longest if is_code else game.longest
    need(last == first + length + run - 1, f"a table up to {first + length + run - 1} was expected")
    return first, length, last


def listed_values(proof, todo, counts_as):
    """The value of a heap is the least number that no option has [Sprague] [Grundy]. A heap beyond
    a table that proves a period counts as another."""
    game, lines, values = proof.game, {}, {}
    while proof.word() == "heap":
        text, _, value, _, *groups = proof.read("heap")
        heap, = game.position(text)
        need(heap not in lines, "this heap is listed twice")
        lines[heap], values[heap] = (proof.number, text, groups), int(value)
    end, seen = proof.number, set(todo)
    for heap in todo:  # grows
        need(heap in lines, f"no line tells the value of a heap of {heap[0]}")
        proof.number, text, groups = lines[heap]
        options = {}
        for value, texts in (group.split(":") for group in groups):
            options.update((game.position(text), int(value)) for text in texts.split(","))
        need(set(options) == set(game.moves((heap,))), f"these are not the options of {text}")
        for option, value in options.items():
            option = [counts_as(part) for part in option]
            need(all(part in values for part in option), f"an option has no value: {option}")
            total = xor(values[part] for part in option)
            need(total == value, f"an option has the value {total}, not {value}: {option}")
            todo += [part for part in option if part not in seen]
            seen.update(option)
        least = min(set(range(len(options) + 1)) - set(options.values()))
        need(values[heap] == least, f"{least} is the least number that no option has")
    for heap, (proof.number, *_) in lines.items():
        need(heap in seen, "this heap is not needed")
    proof.number = end
    return values


def heap_values(proof):
    if proof.word() == "values":
        return closed_form(proof)
    first, length, last = periodic(proof) if proof.word() == "period" else (0, 0, math.inf)
    counts_as = lambda heap: heap if heap[0] <= last else (first + (heap[0] - first) % length,) * 2
    at, table = proof.number, [(n, n) for n in range(1, last + 1)] if length else []
    table += [heap for heap in proof.values if not length or heap[0] < 0]
    values = listed_values(proof, table, counts_as)
    end, proof.number = proof.number, at
    value_of = lambda n: values[n, n] if n > 0 else 0
    for n in range(first, last - length + 1) if length else ():
        need(value_of(n) == value_of(n + length), f"the values of {n} and {n + length} differ")
    for heap, value in proof.values.items():
        listed = values.get(counts_as(heap), 0)
        need(listed == value, f"the value of this heap or of that of its period is {listed}")
    proof.number = end


def nim_sum(proof):
    """In normal play a sum is lost iff the nim-sum of the values is 0."""
    game, total = proof.game, sums(proof)
    need(not game.misere and game.variant != "clear" and
         (game.variant == "local" or game.kind in SUMS), "the game is no sum")
    heap_values(proof)
    return total == 0


def misere_subtraction(proof):
    """In misere play a sum is lost iff the nim-sum of the values in normal play is 0 and a value is
    2 or more, or it is 1 and none is."""
    total, game = sums(proof), proof.game
    need(game.misere and game.kind == "subtraction" and not game.variant,
         "this is no misere subtraction game")
    heap_values(proof)
    return total == (0 if any(proof.values[heap] > 1 for heap in proof.lost) else 1)


def misere_nim(proof):
    """Misere Nim is lost as Nim while a heap is above 1, and then if the number of 1s is odd."""
    total = sums_of_sizes(proof)
    need(proof.game.misere and proof.game.name in ("nim", "octal:0.3..."), "this is not misere Nim")
    return total == (0 if any(heap[0] > 1 for heap in proof.lost) else 1)


def misere_kayles(proof):
    """Misere Kayles is lost as Kayles, and won in its place, but for these heaps and no others: an
    even (E) or odd (D) number of these, one of them (=), any number (*)."""
    kinds = ("E5 E4,1", "E17,12,9 E20,4,1", "=25 E17,12,9 D20,4,1", "D4,1 *5", "D9 E4,1",
             "=12 E4,1", "E17,12,9 D20,4,1", "=25 D9 D4,1")
    holds = {"E": lambda n: n % 2 == 0, "D": lambda n: n % 2 == 1, "=": lambda n: n == 1,
             "*": lambda n: True}
    need(proof.game.misere and proof.game.name == "octal:0.77", "this is not misere Kayles")
    total, exception = sums(proof), "no"
    for groups in (kind.split(" ") for kind in kinds):
        sizes = [[int(n) for n in group[1:].split(",")] for group in groups]
        counts = [sum(heap[0] in group for heap in proof.lost) for group in sizes]
        if sum(counts) == len(proof.lost) and all(holds[g[0]](n) for g, n in zip(groups, counts)):
            exception = "yes"
    need(proof.read("exception") == [exception], f"'exception {exception}' was expected")
    heap_values(proof)
    return (total == 0) != (exception == "yes")


def p_sequence(proof):
    """P_1 = 1 and P_(n+1) = P_n + P_m, m the least index with F(P_m) >= P_n. A heap is in one way a
    sum of terms each above F of the next; it is lost iff the quota is below the smallest. In misere
    play the last counter is not in play."""
    game, heaps = proof.game, proof.lost
    need(game.kind == "take-away" and len(heaps) <= 1, "this is not one heap with a quota")
    need(not game.misere or not game.variant, "in misere play this is for one heap alone")
    counters, quota = (heaps[0][0] - game.misere, heaps[0][1]) if heaps else (0, 0)
    terms, m, term = [], 0, 1
    while term <= counters:
        terms.append(term)
        while game.quota(terms[m]) < term:
            m += 1
        term += terms[m]
    need(proof.read("terms") == [str(term) for term in terms], "this is not the P-sequence")
    total, equals, *parts = proof.read("parts")
    parts = [int(part) for part in parts]
    need((total, equals) == (str(counters), "=") and sum(parts) == counters, f"not {counters}")
    need(set(parts) <= set(terms), "a part is no term")
    is_sum = all(a > game.quota(b) for a, b in zip(parts, parts[1:]))
    need(is_sum, "a part is too small beside the next")
    if game.misere and quota == 0:
        return False
    return not parts or quota < parts[-1]


def global_binary(proof):
    """One quota for all heaps, F(x) = p/q x with p/q < 2, or 2x - 1: lost iff the nim-sum of the
    heaps is 0 or the quota is below its lowest binary digit."""
    game, total = proof.game, sums_of_sizes(proof)
    p, q, c = game.function
    need(game.variant == "global" and not game.misere, "not one quota for all, in normal play")
    need((p < 2 * q and c == 0) or (p == 2 * q and c == -1), "F is another function")
    least = str(total & -total) if total else "none"
    need(proof.read("digit") == ["least", least], f"'digit least {least}' was expected")
    return total == 0 or proof.lost[0][1] < int(least)


def smallest_part(n):
    """The index in FIBONACCI of the smallest part of n in Zeckendorf's representation."""
    while n > 0:
        term = max(number for number in FIBONACCI if number <= n)
        n -= term
    return FIBONACCI.index(term)


def is_exceptional(a, d):
    k = smallest_part(d)
    t = FIBONACCI[k - 1]
    if k == 0 or a < t:
        return False
    z = smallest_part(d + t)
    return z >= k + 2 or (z == k + 1 and not is_exceptional(a - t, d + t))


def global_difference(proof):
    """Two heaps a <= a + d and one quota, F(x) = 2x: lost iff d = 0 or the quota is below the
    smallest part of d, or where (a, d) is exceptional, below the Fibonacci number before that."""
    game, ((a, quota), (b, _)) = proof.game, proof.lost
    need(game.variant == "global" and not game.misere, "not one quota for all, in normal play")
    need(game.function == (2, 1, 0), "F is another function")
    least = FIBONACCI[smallest_part(b - a) - is_exceptional(a, b - a)] if a < b else "none"
    line = [str(b - a), "least", str(least)]
    need(proof.read("difference") == line, f"'difference {' '.join(line)}' was expected")
    return a == b or quota < least


def wythoff(proof):
    """Lost are a = floor(k phi) and a + k; phi^2 = phi + 1."""
    k, a = wythoff_pair(proof, False)
    return a * a <= a * k + k * k < (a + 1) * (a + 1) - k


def misere_wythoff(proof):
    """The same, but 0 + 1 and 2 + 2 in place of 0 + 0 and 1 + 2."""
    k, a = wythoff_pair(proof, True)
    return (k, a) in ((1, 0), (0, 2)) or k > 1 and a * a <= a * k + k * k < (a + 1) * (a + 1) - k


def wythoff_pair(proof, misere):
    k, a, b = (int(number) for number in proof.read("pair"))
    sizes, game = [heap[0] for heap in proof.lost], proof.game
    need(game.kind == "wythoff" and game.misere == misere and len(sizes) <= 2, "another game")
    need([a, b] == [0] * (2 - len(sizes)) + sizes and b == a + k, "these are other heaps")
    return k, a


def hackenbush(proof):
    """The ends of the edges of a cycle may be made one vertex; such an edge is worth 1. Any other
    is worth 1 more than the nim-sum of those on it. Lost iff the nim-sum at the ground is 0."""
    need(proof.game.kind == "green-hackenbush" and not proof.game.misere, "this is another game")
    edges, worth, cycles = proof.lost, [], []
    for i, edge in enumerate(edges):
        text, kind, value = proof.read("edge")
        is_cycle = edge[1] in reached(edges[:i] + edges[i + 1:], edge[0])
        need(text == f"{edge[0]}-{edge[1]}", f"the edge {edge[0]}-{edge[1]} was expected")
        need(kind == ("cycle" if is_cycle else "bridge"), "whether it is in a cycle is wrong")
        worth.append(int(value))
        cycles += [edge] if is_cycle else []
    number = proof.number - len(edges)
    for i, edge in enumerate(edges):
        proof.number = number + i + 1
        value = 1
        if edge not in cycles:
            below = reached(edges[:i] + edges[i + 1:], 0)
            top = reached(cycles, edge[0] if edge[1] in below else edge[1])
            value += xor(w for k, w in enumerate(worth) if k != i and not top.isdisjoint(edges[k]))
        need(worth[i] == value, f"this edge is worth {value}")
    proof.number = number + len(edges)
    ground = reached(cycles, 0)
    total = xor(w for edge, w in zip(edges, worth) if not ground.isdisjoint(edge))
    need(proof.read("ground") == [str(total)], f"'ground {total}' was expected")
    return total == 0


def gaps(proof):
    """Pair the counters from the right; the squares between two are a gap, and so are those on the
    left of a counter that is left over, square 0 among them where it may go there: with one step
    unless exactly one counter is before the dollar, with two unless it is the dollar. Lost iff the
    dollar cannot be taken now (one step: it is leftmost; two: it is on 0) and the nim-sum is 0."""
    variant, (dollar, squares) = proof.game.variant, proof.lost
    need(not proof.game.misere and (dollar >= 0 or not variant), "this is another game")
    before = sum(n < dollar for n in squares)
    is_free = variant and before != (1 if variant == "one-step" else 0)
    can_take = dollar == 0 or variant == "one-step" and before == 0
    return not can_take and xor(listed_gaps(proof, -1 if is_free else 0)) == 0


def misere_gaps(proof):
    """The same without the dollar. Lost iff one gap is 2 or more and the nim-sum is 0, or none is
    and it is 1."""
    need(proof.game.misere, "this is another game")
    found = listed_gaps(proof, 0)
    return xor(found) == (max(found, default=0) < 2)


def listed_gaps(proof, wall):
    need(proof.game.kind == "silver-dollar", "this is another game")
    squares = proof.lost[1]
    ends = (wall,) * (len(squares) % 2) + squares
    found = [right - left - 1 for left, right in zip(ends[::2], ends[1::2])]
    need(proof.read("gaps") == [str(gap) for gap in found], f"the gaps are {found}")
    return found


def candy(proof):
    """Of two heaps one is split and the other eaten: lost iff both are odd."""
    need(proof.game.name == "candy" and not proof.game.misere, "this is another game")
    return all(n % 2 == 1 for n, _ in proof.lost)


def misere_candy(proof):
    """In misere play lost iff both leave 2 when divided by 3, or one does and the other is 1."""
    need(proof.game.name == "candy" and proof.game.misere, "this is another game")
    (a, _), (b, _) = proof.lost
    return b % 3 == 2 and (a % 3 == 2 or a == 1)


def sticks(proof):
    """Where fewer than six sticks of length 6 can be broken off, a position is lost iff the number
    of odd lengths mod 2 is that of the even ones mod 3; in misere play iff they are 0 and 1."""
    sizes = [heap[0] for heap in proof.lost]
    need(proof.game.kind == "sticks" and sum(n // 6 for n in sizes) < 6, "too long for the theorem")
    odd = sum(n % 2 for n in sizes)
    even = len(sizes) - odd
    line = ["odd", str(odd), "even", str(even)]
    need(proof.read("sticks") == line, f"'sticks {' '.join(line)}' was expected")
    return odd % 2 + even % 3 == 1 if proof.game.misere else odd % 2 == even % 3


def half_turn(proof):
    """In normal play a position of TacTix is lost if a half turn changes nothing, and no move takes
    a chip and the one that is turned to its place."""
    game, board = proof.game, proof.lost
    need(game.kind == "tactix" and not game.misere, "this is not TacTix in normal play")
    chips = {(y, x) for y, row in enumerate(board) for x, square in enumerate(row) if square == "x"}
    if not chips:
        return True
    height, width = (min(side) + max(side) for side in zip(*chips))
    turned = {(height - y, width - x) for y, x in chips}
    centre = (height // 2, width // 2)
    return turned == chips and (height % 2 == width % 2 == 1 or centre not in chips)


def turning(proof):
    """The coins that show heads add up by nim-sum: coin n is worth n if one more may be turned,
    the n-th number with an odd number of 1s in binary if two may, the largest power of 2 that
    divides n in Ruler, and n - 1 in Twins. Lost iff the nim-sum is 0."""
    need(not proof.game.misere, "this is another game")
    return xor(values_of_coins(proof)) == 0


def misere_ruler(proof):
    """With these values Ruler is lost in misere play iff one is 2 or more and the nim-sum is 0, or
    none is and it is 1."""
    need(proof.game.misere and proof.game.name == "turning:ruler", "this is another game")
    found = values_of_coins(proof)
    return xor(found) == (max(found, default=0) < 2)


def values_of_coins(proof):
    values = {
        "turning:2": lambda n: n,
        "turning:3": lambda n: 2 * n - 2 + (bin(n - 1).count("1") % 2 == 0),
        "turning:ruler": lambda n: n & -n,
        "turning:twins": lambda n: n - 1,
    }
    need(proof.game.name in values, "this is another game")
    found = [values[proof.game.name](n) for n in proof.lost]
    need(proof.read("values") == [str(value) for value in found], f"the values are {found}")
    return found


def northcott_gaps(proof, misere):
    """The gaps of a lost position of Northcott's Game, and their nim-sum."""
    need(proof.game.name == "northcott" and proof.game.misere == misere, "this is another game")
    gaps = [abs(white - black) - 1 for _, white, black in proof.lost[2]]
    line = f"{' '.join(map(str, gaps))} nim-sum {xor(gaps)}"
    need(" ".join(proof.read("gaps")) == line, f"'gaps {line}' was expected")
    return gaps, xor(gaps)


def northcott(proof):
    """Lost as Nim with the gaps as heaps [Bouton], however many retreats are left."""
    return northcott_gaps(proof, False)[1] == 0


def misere_northcott(proof):
    """Lost as misere Nim with the gaps as heaps [Bouton], however many retreats are left."""
    gaps, total = northcott_gaps(proof, True)
    return total == (0 if max(gaps) > 1 else 1)


SUMS = "nim", "octal", "hexadecimal", "subtraction", "grundy"


def odd_scoring(proof):
    """A player to move has lost with an even number of own steps where 1 or 4 is the remainder by 8
    of the steps that are left, with an odd number where it is 0 or 5."""
    need(proof.game.kind == "odd-scoring", "this is another game")
    left, own = proof.lost
    return left % 8 in ((1, 4), (0, 5))[own]


THEOREMS = {
    "every-move": every_move,
    "nim-sum [Sprague] [Grundy]": nim_sum,
    "misere-nim [Bouton]": misere_nim,
    "misere-subtraction": misere_subtraction,
    "misere-kayles [SC]": misere_kayles,
    "p-sequence [Schwenk]": p_sequence,
    "global-binary": global_binary,
    "global-difference": global_difference,
    "wythoff [Wythoff]": wythoff,
    "misere-wythoff [Fraenkel]": misere_wythoff,
    "odd-scoring": odd_scoring,
    "hackenbush [WW]": hackenbush,
    "gaps": gaps,
    "misere-gaps": misere_gaps,
    "candy": candy,
    "misere-candy": misere_candy,
    "sticks": sticks,
    "half-turn": half_turn,
    "turning [WW]": turning,
    "misere-ruler": misere_ruler,
    "northcott [Bouton]": northcott,
    "misere-northcott [Bouton]": misere_northcott,
}
