"""The certificates of `takeaway solve --certificate`, and the program that checks them.

usage: verdict_proofs.py TAKEAWAY SOURCES [SEED]; prints TAP. Random certificates of all games hold;
mutated ones do not. A mutation may leave a certificate that holds, of another claim that is true,
or with another reply that wins: the solver tells, and such a one is not counted.
"""

import collections
import json
import pathlib
import random
import re
import subprocess
import sys

TAKEAWAY, SOURCES = sys.argv[1], pathlib.Path(sys.argv[2])
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
CHECKER = SOURCES / "share/check_certificate.py"
DOCUMENT = SOURCES / "common/solver/CERTIFICATES.md"
sys.path[:0] = str(CHECKER.parent), str(SOURCES / "tests")
import tap  # noqa: E402
from certificate_games import DAYS, MONTHS  # noqa: E402
from certificate_theorems import THEOREMS, xor  # noqa: E402
from check_certificate import check_lines  # noqa: E402

CERTIFICATES, MUTATIONS = 1000, 1000
HUGE = 2**63 - 1


def heaps(most, least=1, sizes=(1, 12)):
    return lambda chance: [chance.randint(*sizes) for _ in range(chance.randint(least, most))]


def sums(most, sizes, large=0):
    """Positions of heaps, some with a large one."""

    def draw(chance):
        parts = heaps(most, 1, sizes)(chance)
        if large and chance.random() < 0.2:
            parts.append(chance.randint(1, large))
        return "+".join(str(n) for n in parts)

    return draw


def rings(most, sizes, large=0):
    """Such positions, in which a ring or two stand."""

    def draw(chance):
        parts = sums(most, sizes, large)(chance).split("+")
        return "+".join(f"o{n}" if i < 2 and n != "0" else n for i, n in enumerate(parts))

    return draw


def with_quota(most, sizes):
    def draw(chance):
        parts = heaps(most, 1, sizes)(chance)
        quota = f"@{chance.randint(1, max(parts))}" if chance.random() < 0.7 else ""
        return "+".join(str(n) for n in parts) + quota

    return draw


def local(most, sizes):
    def draw(chance):
        return "+".join(
            f"{n}@{chance.randint(1, n)}" if chance.random() < 0.6 else str(n)
            for n in heaps(most, 1, sizes)(chance)
        )

    return draw


def chomp(chance):
    return "+".join(str(n) for n in sorted(heaps(4, 1, (1, 5))(chance), reverse=True))


def two_heaps(chance):
    most = HUGE if chance.random() < 0.3 else 12
    return f"{chance.randint(1, most)}+{chance.randint(1, most)}"


def checkers(chance):
    rows = []
    for _ in range(chance.randint(1, 4)):
        row = ["."] * chance.randint(2, 7)
        white, black = chance.sample(range(len(row)), 2)
        row[white], row[black] = "w", "b"
        rows.append("".join(row))
    return f"{'+'.join(rows)}@{chance.randint(0, 3)}{chance.choice('wb')}"


def date(chance):
    month = chance.randrange(len(MONTHS))
    return f"{chance.randint(1, DAYS[month])}{MONTHS[month]}"


def picture(most):
    """Each edge stands on what is there, some close a cycle."""

    def draw(chance):
        edges, vertices = [], 1
        for _ in range(chance.randint(1, most)):
            low = chance.randrange(vertices)
            if chance.random() < 0.3:
                edges.append(f"{low}-{chance.randrange(vertices)}")
            else:
                edges.append(f"{low}-{vertices}")
                vertices += 1
        return "+".join(edges)

    return draw


def strip(dollar, length=14):
    """Counters or heads on some squares; `dollar` 1: one of them is the dollar."""

    def draw(chance):
        squares = sorted(chance.sample(range(1, length + 1), chance.randint(1, 6)))
        marked = chance.choice(squares) if dollar else None
        return "+".join(f"{n}$" if n == marked else str(n) for n in squares)

    return draw


def board(most):
    """Of TacTix, with at most this many squares."""

    def draw(chance):
        columns = chance.randint(1, most)
        return "/".join(
            "".join(chance.choice("xx.") for _ in range(columns))
            for _ in range(chance.randint(1, most // columns))
        )

    return draw


def turned_board(chance):
    """Of 24 squares, which a half turn does not change."""
    half = "".join(chance.choice("xx.") for _ in range(12))
    return "/".join((half + half[::-1])[i : i + 6] for i in range(0, 24, 6))


def decided(chance):
    """Of the game of 2 and 3: no draw in either kind of play, since a draw has no certificate."""
    return chance.choice(["0", "2", "5", "7", "10", "12", "2+2", "5+5"])


# rules, how positions are drawn
GAMES = [
    ("nim", sums(4, (1, 30), HUGE)),
    ("nim,misere", sums(5, (1, 3), HUGE)),
    ("octal:0.3...,misere", sums(4, (1, 2))),
    ("octal:0.77", sums(3, (1, 14), HUGE)),
    ("octal:0.77,misere", sums(4, (1, 12))),
    ("octal:0.77,misere", lambda chance: "+".join(chance.choices(
        ["1", "4", "5", "9", "12", "17", "20", "25"], k=chance.randint(2, 5)))),
    ("octal:0.77", rings(3, (1, 12), 1000000)),
    ("octal:0.77,misere", rings(3, (1, 6))),
    ("octal:0.137,misere", rings(3, (1, 6))),
    ("octal:0.07", rings(3, (1, 20))),
    ("octal:0.07", sums(3, (1, 20), HUGE)),
    ("octal:0.137", sums(3, (1, 20))),
    ("octal:4.3...", sums(4, (1, 30), HUGE)),
    ("octal:0.(16)", sums(3, (1, 10))),
    ("octal:4.(12)", sums(2, (1, 8))),
    ("octal:0.6", sums(3, (1, 16))),
    ("octal:0.2...,misere", sums(2, (1, 7))),
    ("octal:0.137,misere", sums(3, (1, 7))),
    ("octal:4.0", sums(3, (1, 12), 1000000)),
    ("hexadecimal:0.3f", sums(3, (1, 16))),
    ("hexadecimal:4.8", sums(3, (1, 12), 4000)),
    ("hexadecimal:8.(1d)", sums(2, (1, 10))),
    ("hexadecimal:c.0b,misere", sums(2, (1, 6))),
    ("subtraction:1-3", sums(3, (1, 30), HUGE)),
    ("subtraction:3-5", sums(3, (1, 30), HUGE)),
    ("subtraction:all-but-2,3", sums(3, (1, 30), HUGE)),
    ("subtraction:all-but-1,4", sums(2, (1, 20))),
    ("subtraction:2,5,7", sums(3, (1, 20), 1000000)),
    ("subtraction:1,4", sums(3, (1, 20), 1000000)),
    ("subtraction:squares", sums(2, (1, 30))),
    ("subtraction:fibonacci", sums(2, (1, 30))),
    ("subtraction:1,3,4,misere", sums(3, (1, 20), 1000000)),
    ("subtraction:2-4,misere", sums(3, (1, 20), HUGE)),
    ("subtraction:squares,misere", sums(3, (1, 12))),
    ("grundy", sums(3, (1, 20))),
    ("grundy,misere", sums(2, (1, 9))),
    ("wythoff", sums(2, (0, 30), 0)),
    ("wythoff", lambda chance: f"{chance.randint(1, HUGE)}+{chance.randint(1, HUGE)}"),
    ("wythoff,misere", sums(2, (0, 6))),
    ("chomp", chomp),
    ("chomp,misere", chomp),
    ("sticks", sums(6, (1, 9))),
    ("sticks,misere", sums(6, (1, 9))),
    ("sticks:4", sums(40, (1, 4))),
    ("sticks", lambda chance: "+".join(["6"] * 6 + chance.choices("12", k=chance.randint(0, 3)))),
    ("sticks,misere", lambda chance: "+".join(["6"] * 6 + ["1"] * chance.randint(0, 3))),
    ("tactix", board(12)),
    ("tactix", turned_board),
    ("tactix,misere", board(9)),
    ("green-hackenbush", picture(12)),
    ("green-hackenbush,misere", picture(6)),
    ("silver-dollar", strip(0)),
    ("silver-dollar,misere", strip(0)),
    ("silver-dollar,one-step", strip(1)),
    ("silver-dollar,two-step", strip(1)),
    ("candy", two_heaps),
    ("candy,misere", two_heaps),
    ("northcott", checkers),
    ("northcott,misere", checkers),
    ("date", date),
    ("date,misere", date),
    ("subtraction:2,3,clear", decided),
    ("subtraction:2,3,clear,misere", decided),
    ("odd-scoring", lambda chance: f"{chance.randint(0, 20)}@{chance.randint(0, 1)}"),
    ("odd-scoring", lambda chance: f"{chance.randint(1, HUGE)}@{chance.randint(0, 1)}"),
    ("turning:2", strip(0)),
    ("turning:3", strip(0)),
    ("turning:ruler", strip(0)),
    ("turning:twins", strip(0)),
    ("turning:2,misere", strip(0, 7)),
    ("turning:3,misere", strip(0, 6)),
    ("turning:ruler,misere", strip(0)),
    ("turning:twins,misere", strip(0, 7)),
    ("take-away:2x", with_quota(1, (1, 60))),
    ("take-away:5/2x", with_quota(1, (1, HUGE))),
    ("take-away:3x+2", with_quota(1, (1, 100))),
    ("take-away:2x-1,misere", with_quota(1, (1, 40))),
    ("take-away:phi", with_quota(1, (1, HUGE))),
    ("take-away:pi", with_quota(1, (1, HUGE))),
    ("take-away:ex+1", with_quota(1, (1, HUGE))),
    ("take-away:sqrt(11)", with_quota(1, (1, HUGE))),
    ("take-away:2.49999999999999999999999x,misere", with_quota(1, (1, HUGE))),
    ("take-away:2x,local", local(3, (1, 12))),
    ("take-away:3/2x,local", local(3, (1, 12))),
    ("take-away:2x,local,misere", local(2, (1, 5))),
    ("take-away:2x,global", with_quota(2, (1, 40))),
    ("take-away:2x,global", lambda chance: f"{chance.randint(1, HUGE)}+{chance.randint(1, HUGE)}"),
    ("take-away:2x,global", with_quota(3, (1, 6))),
    ("take-away:3/2x,global", with_quota(3, (1, 40))),
    ("take-away:2x-1,global", with_quota(3, (1, 40))),
    ("take-away:phi,global", with_quota(3, (1, HUGE))),
    ("take-away:e,local", local(3, (1, 12))),
    ("take-away:3x,global", with_quota(2, (1, 8))),
    ("take-away:2x,global,misere", with_quota(2, (1, 6))),
]  # fmt: skip


def run(arguments, text):
    done = subprocess.run([TAKEAWAY, *arguments], input=text, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, f"{arguments}: status {done.returncode}"
    return done.stdout


def certificates_of(problems):
    """The certificates, each a list of lines."""
    found = [[]]
    text = "".join(f"{problem}\n" for problem in problems)
    for line in run(["solve", "--certificate", "--batch"], text).splitlines():
        assert not line.startswith("refused"), line
        found[-1].append(line)
        if line == "end":
            found.append([])
    assert found.pop() == []
    return found


def draw_problems(chance):
    """In turn of all games; a drawn heap of 0 is none."""
    problems = []
    for i in range(CERTIFICATES):
        rules, draw = GAMES[i % len(GAMES)]
        position = draw(chance)
        if "hackenbush" not in rules and "tactix" not in rules:
            position = "+".join(n for n in position.split("+") if n != "0") or "0"
        problems.append(f"{rules} {position}")
    return problems


def wrong_with(certificate):
    results = list(check_lines(certificate))
    return next((wrong for wrong in results if wrong), None)


def checked(lines):
    """The exit status of the program, and what it says."""
    command = [sys.executable, "-B", CHECKER]
    done = subprocess.run(command, input="\n".join(lines), stdout=subprocess.PIPE, text=True)
    return done.returncode, done.stdout


# --- mutations ---


def change_number(lines, chance):
    """One number somewhere is another one."""
    places = [(i, m) for i, line in enumerate(lines[1:], 1) for m in re.finditer(r"\d+", line)]
    if not places:
        return turn_verdict(lines, chance)
    i, match = chance.choice(places)
    number = int(match[0])
    others = [number + step for step in (-2, -1, 1, 2, 3) if number + step >= 0]
    lines[i] = lines[i][: match.start()] + str(chance.choice(others)) + lines[i][match.end() :]


def drop_line(lines, chance):
    del lines[chance.randrange(1, len(lines))]


def repeat_line(lines, chance):
    i = chance.randrange(1, len(lines) - 1)
    lines.insert(i, lines[i])


def turn_verdict(lines, chance):
    """The other player wins; who would have to make a move makes none."""
    lines[3] = "verdict P" if lines[3] != "verdict P" else f"verdict N leave {lines[2].split()[1]}"


def turn_line(lines, chance):
    """A position that is lost is said to be won, or the other way round."""
    places = [i for i, line in enumerate(lines) if re.match("lost |won ", line)]
    if not places:
        return turn_verdict(lines, chance)
    i = chance.choice(places)
    word, text, *_ = lines[i].split()
    lines[i] = f"lost {text}" if word == "won" else f"won {text} leave {text}"


def other_theorem(lines, chance):
    if lines[4].startswith("theorem"):
        others = [f"theorem {name}" for name in THEOREMS if f"theorem {name}" != lines[4]]
        lines[4] = chance.choice(others)
    else:
        turn_verdict(lines, chance)


def other_play(lines, chance):
    """Normal play is said to be misere, or the other way round."""
    misere = lines[1].endswith(",misere")
    lines[1] = lines[1].removesuffix(",misere") if misere else lines[1] + ",misere"


def cut(lines, chance):
    del lines[chance.randrange(1, len(lines)) :]


def forge_law(lines, chance):
    """The position is lost since all values are 0, by the closed form of another game."""
    text = lines[2].split()[1]
    zeros = " 0" * len(text.split("+"))
    law = chance.choice(["remainder 1 [Ferguson]", "range 1 0", "range 2 1", "all-but 1 0"])
    sums = f"sum {text} values{zeros} nim-sum 0"
    lines[3:] = ["verdict P", lines[4], sums, f"values {law}", "end"]


def forge_sum(lines, chance):
    """Of a sum that is won it is said that it is lost; often with another value of the largest
    heap, which no other line tells of, so that the nim-sum is 0."""
    text, _, *values, _, _ = lines[5].split()[1:]
    values = [int(value) for value in values]
    largest = text.split("+")[-1]
    heap = next((i for i, x in enumerate(lines) if x.startswith(f"heap {largest} value ")), None)
    if chance.random() < 0.7 and text.split("+").count(largest) == 1:
        values[-1] ^= xor(values)
        if heap:
            words = lines[heap].split()
            lines[heap] = " ".join([*words[:3], str(values[-1]), *words[4:]])
    lines[3] = "verdict P"
    lines[5:7] = [f"sum {text} values {' '.join(str(v) for v in values)} nim-sum {xor(values)}"]


def forge_picture(lines, chance):
    """A picture that is lost is still said to be lost with another edge on the ground."""
    left = lines[2 if lines[3] == "verdict P" else 3].split()[-1]
    lines[2:4] = [f"position {left}+0-9999".replace(" 0+", " "), "verdict P"]
    grounded = [i for i, line in enumerate(lines) if line.startswith("edge 0-")]
    lines.insert(max(grounded, default=4) + 1, "edge 0-9999 bridge 0")


def forge_quota(lines, chance):
    """All counters of the largest heap may be taken, and still the position is said to be lost."""
    left = lines[2 if lines[3] == "verdict P" else 3].split()[-1].split("@")[0]
    forged = f"{left}@{left.split('+')[-1]}"
    if left == "0":
        return turn_verdict(lines, chance)
    sums = [line for line in lines if line.startswith("sum")]
    rest = [line for line in lines[5:] if not line.startswith("sum")]
    sums = [" ".join(["sum", forged, *sums[-1].split()[2:]])] if sums else []
    lines[2:] = [f"position {forged}", "verdict P", lines[4], *sums, *rest]


def forge_parts(lines, chance):
    """A part of a heap is said to be two."""
    terms = [int(word) for word in lines[5].split()[1:]]
    words = lines[6].split()
    i = chance.randrange(3, len(words)) if len(words) > 3 else 0
    pairs = [(b, a) for a in terms for b in terms if a + b == int(words[i])] if i else []
    if not pairs:
        return forge_quota(lines, chance)
    larger, smaller = pairs[0] if pairs[0][0] >= pairs[0][1] else pairs[0][::-1]
    lines[6] = " ".join([*words[:i], str(larger), str(smaller), *words[i + 1 :]])


def forge_period(lines, chance):
    """The period is said to begin one earlier, with the table that this needs."""
    i = next(i for i, line in enumerate(lines) if line.startswith("period"))
    first, length, last = (int(word) for word in re.findall(r"\d+", lines[i]))
    rest = lines[i].partition(" table ")[2].split()[1:]
    last -= 2 if rest else 1
    lines[i] = " ".join(["period", str(first - 1), str(length), "table", str(last), *rest])
    lines[:] = [x for x in lines if not (re.match(r"heap \d", x) and int(x.split()[1]) > last)]


def forge_reply(lines, chance):
    """A reply is said to lead to the position that all begins with."""
    places = [i for i, line in enumerate(lines) if line.startswith("won") and " leave " in line]
    if not places:
        return turn_line(lines, chance)
    i = chance.choice(places)
    lines[i] = " ".join([*lines[i].split()[:3], lines[5].split()[1]])


def forge(lines, chance):
    """A lie with more than one change, to be found out by what the theorem says alone."""
    theorem = lines[4]
    if any(line.startswith("period") for line in lines) and chance.random() < 0.5:
        forge_period(lines, chance)
    elif " leave " in lines[3] and re.match("theorem (nim-sum|misere-[nks])", theorem):
        chance.choice([forge_sum, forge_sum, forge_law])(lines, chance)
    elif "hackenbush [WW]" in theorem:
        forge_picture(lines, chance)
    elif theorem.startswith("theorem p-sequence"):
        chance.choice([forge_quota, forge_parts])(lines, chance)
    elif theorem.startswith("theorem global"):
        forge_quota(lines, chance)
    elif theorem == "theorem every-move":
        forge_reply(lines, chance)
    else:
        turn_verdict(lines, chance)


CHANGES = [
    change_number,
    drop_line,
    repeat_line,
    turn_verdict,
    turn_line,
    other_theorem,
    other_play,
    cut,
    forge,
]
WEIGHTS = [6, 2, 1, 1, 2, 1, 1, 1, 4]


def outcomes(problems):
    """What the solver says: P, N, or None where it refuses the position."""
    text = run(["solve", "--batch"], "".join(f"{problem}\n" for problem in problems))
    return [json.loads(line).get("outcome") for line in text.splitlines()]


def claims_of(kind, before, after):
    """What has to be so if the mutated certificate is right: problems and their outcomes. None if
    it cannot be right, whatever holds."""
    rules = after[1].split()[1]
    if kind == "forge" and after[4] == "theorem every-move":
        return None
    if after[1:4] != before[1:4]:
        claims = [(f"{rules} {after[2].split()[1]}", after[3].split()[1])]
        return claims + ([(f"{rules} {after[3].split()[3]}", "P")] if " leave " in after[3] else [])
    changed = [line for line in after if line not in before]
    if len(after) == len(before) and len(changed) == 1 and " leave " in changed[0]:
        return [(f"{rules} {changed[0].split()[3]}", "P")]
    return None


def mutate(certificates, chance):
    """Mutates until enough certificates are refused. Returns how often each kind was, and those
    that hold, as (kind, before, after)."""
    refused, surviving = collections.Counter(), []
    while sum(refused.values()) < MUTATIONS:
        before = chance.choice(certificates)
        change = chance.choices(CHANGES, WEIGHTS)[0]
        after = list(before)
        change(after, chance)
        if after == before:
            continue  # what was forged was there before
        if wrong_with(after):
            refused[change.__name__] += 1
        else:
            surviving.append((change.__name__, before, after))
    return refused, surviving


def are_right(surviving):
    """Each certificate that holds is of a true claim. Prints them."""
    wrong = []
    for kind, before, after in surviving:
        claims = claims_of(kind, before, after)
        changed = next((line for line in after if line not in before), "a line is missing")
        print(f"# still holds after {kind}: {after[1]}, {after[2]}, {after[3]}; {changed}")
        if claims is None or outcomes(problem for problem, _ in claims) != [o for _, o in claims]:
            wrong.append(changed)
    return wrong


# --- the tests ---


class Tests:
    def __init__(self):
        self.chance = random.Random(SEED)
        self.certificates = certificates_of(draw_problems(self.chance))

    def random_certificates_hold(self):
        assert len(self.certificates) == CERTIFICATES
        for lines in self.certificates:
            wrong = wrong_with(lines)
            assert not wrong, f"{lines[1:3]}: {wrong}"

    def each_theorem_and_verdict_occurs(self):
        lines = collections.Counter(line for lines in self.certificates for line in lines)
        for name in THEOREMS:
            assert lines[f"theorem {name}"] >= 10, f"{name}: {lines[f'theorem {name}']}"
        words = collections.Counter(" ".join(line.split()[:2]) for line in lines.elements())
        laws = "values size", "values lasker", "values range", "values all-but"
        for word in ("verdict P", "verdict N", *laws):
            assert words[word] >= 10, f"{word}: {words[word]}"
        assert sum(line.startswith("period") for line in lines) >= 3
        assert words["exception yes"] >= 3 and lines["verdict N over"] >= 1

    def mutated_certificates_do_not_hold(self):
        refused, surviving = mutate(self.certificates, self.chance)
        wrong = are_right(surviving)
        print(f"# refused: {dict(refused)}; of true claims: {len(surviving)}")
        assert not wrong, f"these should not hold: {wrong}"
        assert len(refused) == len(CHANGES) and len(surviving) < MUTATIONS // 4

    def the_examples_of_the_document_are_printed_so(self):
        form = re.compile(r"\n```\n(takeaway certificate 1\n.*?\n)```\n", re.DOTALL)
        blocks = form.findall(DOCUMENT.read_text())
        assert len(blocks) >= 4
        for block in blocks:
            lines = block.splitlines()
            problem = [lines[1].split()[1], lines[2].split()[1]]
            assert run(["solve", "--certificate", *problem], "") == block, f"{problem}"
            assert not wrong_with(lines)

    def the_program_says_what_is_wrong_and_where(self):
        good = self.certificates[0]
        bad = ["takeaway certificate 1", "rules nim", "position 3+4", "verdict P"]
        said = "<stdin>: a certificate holds\n"
        end = f"line {len(good + bad)}: a line 'theorem ...' was expected next: verdict P"
        assert checked(good) == (0, said), checked(good)
        assert checked(good + bad) == (1, f"{said}<stdin>: {end}\n"), checked(good + bad)
        assert checked([])[0] == 1, checked([])


if __name__ == "__main__":
    tests = Tests()
    tap.run([getattr(tests, name) for name in vars(Tests) if not name.startswith("_")])
