#!/usr/bin/env python3
"""A Heat bot to begin with: the fastest plan, less two spaces for each Heat it costs; then it cools. Change `act`."""

from client import play

STRESS = 3  # what a Stress card is taken to turn up
HEAT = 2  # spaces that a Heat is worth
track = {}


def race(message):
    """A race begins: here is the board."""
    track["spaces"] = message["track"]["spaces"]
    track["limits"] = {corner["at"]: corner["limit"] for corner in message["track"]["corners"]}


def act(request):
    """One of request["legal"], of which the first is the cautious one."""
    legal = request["legal"]
    if request["step"] == "plan":
        me = request["view"]["cars"][request["seat"]]
        return max(legal, key=lambda plan: worth(plan, me))
    if request["step"] == "react":
        return max(legal, key=cooled)
    return legal[0]


def worth(plan, me):
    """How good a plan such as "g3 1 4 S" is, in spaces."""
    gear, *cards = plan.split()
    if "H" in cards or gear == "concede":  # the car would stand still
        return -100
    speed = sum(STRESS if card == "S" else int(card) for card in cards if card == "S" or card.isdigit())
    shift = abs(int(gear[1:]) - me["gear"])
    cost = (shift == 2) + corners(me["distance"], speed)
    return speed - HEAT * cost if cost <= me["engine"] else -cost


def corners(start, speed):
    """The Heat for the corner lines that a car crosses from here at this Speed."""
    ahead = [space % track["spaces"] for space in range(max(0, start) + 1, start + speed + 1)]
    return sum(max(0, speed - track["limits"][space]) for space in ahead if space in track["limits"])


def cooled(token):
    """The Heat that an action such as "cool 2 gear" brings back into the engine."""
    return int(token.split()[1]) if token.startswith("cool ") else 0


if __name__ == "__main__":
    play(act, name="my bot", race=race)
