#!/usr/bin/env python3
"""Checks certificates of `takeaway solve --certificate`, which CERTIFICATES.md describes.

certificate_games.py knows the rules of the games, certificate_theorems.py what theorems state; they
share nothing with the solver. Status: 0 all hold, 1 some do not, 2 there is no such file.
"""

import argparse
import sys

from certificate_games import Wrong, game_of, need
from certificate_theorems import THEOREMS


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
        game = self.game = game_of(*self.read("rules"))
        self.start = self.lost = game.position(*self.read("position"))
        verdict = self.read("verdict")
        if verdict == ["N", "over"]:
            is_won = game.is_over(self.start) and game.end(self.start) == "won"
            need(is_won, "it is not won by being over")
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
