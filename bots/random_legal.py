#!/usr/bin/env python3
"""A Heat bot that plays at random: for a plan a gear, then cards one by one; any legal action otherwise.

It chooses exactly as `builtin:random` does, so a race with either is the same race.
"""

import json
import random
import sys


def plan(legal, hand, rng):
    """One plan: all gears alike, then all cards of the hand alike."""
    gears = sorted({int(token.split()[0][1:]) for token in legal if token.startswith("g")})
    gear = gears[int(rng.random() * len(gears))]
    cards = [card for card in hand if card != "H"]
    if gear > len(cards):  # a cluttered hand: this gear has one plan
        return next(token for token in legal if token.startswith(f"g{gear} "))
    chosen = [cards.pop(int(rng.random() * len(cards))) for _ in range(gear)]
    return f"g{gear} {' '.join(chosen)}"


def main():
    """Answer hello and every request until the input ends."""
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"type": "ready", "protocol": "heat/1", "name": "random legal"}
        elif message["type"] == "race":
            rng = random.Random(message["bot_seed"])
            continue
        elif message["type"] == "request":
            legal = message["legal"]
            if message["step"] == "plan":
                action = plan(legal, message["view"]["you"]["hand"], rng)
            else:
                action = legal[int(rng.random() * len(legal))]
            answer = {"type": "act", "id": message["id"], "action": action}
        else:
            continue
        print(json.dumps(answer), flush=True)


main()
