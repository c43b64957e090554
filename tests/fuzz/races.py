"""Random races over everything the base game offers, each named by one number."""

import random

from heatcli.core import flow
from heatcli.core.rules import Rules
from heatcli.core.setup import new_race
from heatcli.core.specs import Spec, seat_cars
from heatcli.core.state import State
from heatcli.data import load


def any_spec(number: int) -> Spec:
    """A board, 1-12 cars with or without Legends, and options, drawn from the number."""
    rng = random.Random(f"spec {number}")
    tracks = load.track_ids()
    cars = rng.randint(1, 12)
    legends = rng.choice([0, 0, rng.randint(0, min(9, cars))])
    rules = Rules(
        laps=rng.choice([None, 1]),
        hand=rng.choice([6, 7, 7, 8]),
        max_rounds=rng.choice([200, 200, 12]),
        cluttered_rule=rng.choice(["forced_only", "literal"]),
        reshuffle=rng.choice(["on_demand", "eager"]),
        mulligan=rng.random() < 0.3,
        allow_concede=rng.random() < 0.3,
        stop_when_humans_done=rng.random() < 0.3,
        pro_legends=rng.choice([0, 0, 1, 6]),
        aggressive_legends=rng.random() < 0.7,
    )
    track = load.load_track(tracks[number % len(tracks)])
    return Spec(track, seat_cars(cars - legends, legends), load.catalogue(), load.legends(), rules)


def any_race(number: int) -> tuple[State, random.Random]:
    """The race of that number before its first decision, and the players' dice."""
    return new_race(any_spec(number), f"fuzz {number}"), random.Random(f"players {number}")


def play(state: State, rng: random.Random) -> State:
    """To the end, every decision uniformly at random."""
    while seats := flow.to_act(state):
        for seat in seats:
            flow.apply(state, seat, pick(state, seat, rng))
    return state


def pick(state: State, seat: int, rng: random.Random):
    legal = flow.legal_actions(state, seat)
    return legal[int(rng.random() * len(legal))]
