#!/usr/bin/env python3
"""Plays any legal move, always the same in the same match (bots/BRIDGE.md)."""
import random
import sys

known = {}
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    known[word] = rest
    if word == "go":
        chance = random.Random(known["seed"] + " " + known["ply"])
        if known["moves"] == "-":  # too many to be given
            print("list", chance.randrange(int(known["count"])), 1, flush=True)
        else:
            print("move", chance.choice(known["moves"].split()), flush=True)
    elif word == "listed":
        print("move", rest.split()[1], flush=True)
