"""The shipped bots: legal in every race, the same every time, and worth beating."""

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import count

import pytest
from msgspec import to_builtins

from heatcli.arena.briefing import speller
from heatcli.arena.players import PLAYERS, Player, load
from heatcli.arena.world import race_world, view_world
from heatcli.core import flow, ranking
from heatcli.core.names import STEPS
from heatcli.core.rng import bot_seed
from heatcli.core.setup import new_race
from heatcli.core.specs import Spec, seat_cars
from heatcli.core.state import State
from heatcli.core.view import view
from heatcli.data.load import catalogue, legends, load_track
from heatcli.record import tokens
from heatcli.wire import spelling
from tests.arena.helpers import BOTS
from tests.fuzz.races import any_spec

TRACKS = ["usa", "italia", "japan", "great-britain"]
Listen = Callable[[dict, str], object]


def spec_of(track: str, cars: int, legend_cars: int = 0) -> Spec:
    return Spec(load_track(track), seat_cars(cars, legend_cars), catalogue(), legends())


def race_message(state: State, seat: int, seed: str) -> dict:
    return {
        "type": "race",
        "race": seed,
        "seat": seat,
        "grid": list(state.order),
        "track": spelling.track(state.spec),
        "rules": spelling.rules(state.spec),
        "bot_seed": bot_seed(seed, seat),
        "world": to_builtins(race_world(state.spec)),
        "options": {"worlds": 1},  # of those that have it
    }


def drive(state: State, seed: str, players: Sequence[Player], listen: Listen = lambda request, answer: None) -> None:
    """Race to the end as the referee would; an illegal answer is an error."""
    spell, words = speller(state.spec), state.spec.catalogue
    seats = [seat for seat, car in enumerate(state.spec.seats) if not car.legend]
    drivers = dict(zip(seats, players, strict=True))
    for seat, player in drivers.items():
        player.race(race_message(state, seat, seed))
    ids = count(1)
    while asked := sorted(flow.to_act(state)):
        chosen = {}
        for seat in asked:
            legal = {tokens.token(action, words): action for action in flow.legal_actions(state, seat)}
            request = {"type": "request", "id": next(ids), "seat": seat, "step": STEPS[state.step], "legal": [*legal]}
            request["view"], request["world"] = spell.view(view(state, seat)), view_world(view(state, seat))
            answer = next(iter(legal))
            if len(legal) > 1:
                answer = drivers[seat].act({key: request[key] for key in request if key in wanted(drivers[seat])})
                listen(request, answer)
            chosen[seat] = legal[answer]
        for seat in asked:
            flow.apply(state, seat, chosen[seat])


def wanted(player: Player) -> tuple[str, ...]:
    return ("type", "id", "seat", "step", *player.wants)


SLOW = ("planner",)  # a few races in the quick run
RACES = [
    pytest.param(name, number, marks=[pytest.mark.long] if number % (7 if name in SLOW else 2) else [])
    for name in PLAYERS
    for number in range(30)
]


@pytest.mark.parametrize(("name", "number"), RACES)
def test_a_bot_answers_legally_whatever_the_race(name, number):
    """Every board, 1-12 cars, Legends, all options; the other cars drive at random."""
    spec = any_spec(number)
    seats = sum(not car.legend for car in spec.seats)
    drive(
        new_race(spec, f"bots {number}"), "bots", [load(name if seat % 2 == 0 else "random") for seat in range(seats)]
    )


@pytest.mark.parametrize("name", PLAYERS)
def test_a_step_that_a_bot_does_not_know_is_answered(name):
    bot = load(name)
    state = new_race(spec_of("usa", 2), "1")
    bot.race(race_message(state, 0, "1"))
    seen = speller(state.spec).view(view(state, 0))
    assert bot.act({"seat": 0, "step": "fly", "legal": ["take U7"], "view": seen}) == "take U7"


def test_greedy_clearly_beats_the_others():
    places = {name: [] for name in PLAYERS}
    for number in range(30):
        names = ["greedy", "first", "random"] * 2
        names = names[number % 3 :] + names[: number % 3]
        state = new_race(spec_of(TRACKS[number % 4], 6), f"duel/{number}")
        drive(state, f"duel/{number}", [load(name) for name in names])
        for car in ranking.outcome(state):
            places[names[car.seat]].append(car.place)
    mean = {name: sum(values) / len(values) for name, values in places.items() if values}
    assert mean["greedy"] <= 1.7
    assert min(mean["random"], mean["first"]) >= 3


def test_greedy_hardly_ever_spins_out():
    state = new_race(spec_of("usa", 6), "1")
    drive(state, "1", [load("greedy") for _ in range(6)])
    assert sum(event[0] == "spin" for event in state.log) <= 1
    assert state.round <= 25


SCRIPT = """
from heatcli.arena.players import load
from heatcli.core.setup import new_race
from tests.arena.test_bots import drive, spec_of
answers = []
drive(new_race(spec_of("japan", 3), "1"), "1", [load("greedy"), load("random"), load("greedy")],
      lambda request, answer: answers.append(answer))
print(answers)
"""


def test_bots_answer_alike_under_every_hash_seed():
    outs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            cwd=BOTS.parent,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    ]
    assert outs[0] == outs[1]


NEEDS = {"planner": {"time", "heatcli", "heatcli.core.names", "racer"}}
"""What a bot needs beside the standard library, and a clock."""


@pytest.mark.parametrize("path", sorted(BOTS.glob("*.py")), ids=lambda path: path.stem)
def test_bots_need_only_the_standard_library(path):
    imported = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(node.module)
    needs = NEEDS.get(path.stem, set())
    assert imported <= {*sys.stdlib_module_names, "client", *needs}
    assert "time" not in imported - needs


def test_the_smallest_bot_is_small_and_stands_alone():
    text = (BOTS / "first_legal.py").read_text()
    assert len(text.splitlines()) <= 30
    assert "client" not in text
