"""The ladder: every bot beats the one below, none sees more than its seat, none needs more time than it has."""

import random
import shlex
import subprocess
import sys
from itertools import pairwise

import pytest
from msgspec import to_builtins

from heatcli.arena.briefing import speller
from heatcli.arena.players import PLAYERS, load
from heatcli.arena.setup_file import DriverTable
from heatcli.arena.world import view_world
from heatcli.core import flow
from heatcli.core.names import STEPS
from heatcli.core.setup import new_race
from heatcli.core.view import resample, view
from heatcli.data.load import track_ids
from heatcli.record import tokens
from heatcli.tournament.fold import Fold
from heatcli.tournament.manifest import Manifest
from heatcli.tournament.plan import ready
from heatcli.tournament.play import Job, play
from heatcli.tournament.schedule import blocks, orders
from heatcli.tournament.summary import summary
from tests.arena.helpers import BOTS
from tests.arena.helpers import inside as heat
from tests.arena.test_bots import drive, race_message, spec_of
from tests.fuzz.races import pick
from tests.record.kit import wide_spec

LADDER = ("random", "cautious", "greedy", "racer", "planner")
PAIRS = [*pairwise(LADDER)]


def met(lower, upper, blocks_=8, tracks=("usa", "italia")):
    """A tournament of the two, in this process; the row of the upper one."""
    drivers = [DriverTable(cmd=f"builtin:{name}") for name in (lower, upper)]
    made = ready(Manifest(seed="ladder", blocks=blocks_, tracks=[*tracks], driver=drivers))
    fold = Fold(made.plan)
    for block in blocks(made.plan, fold.scores):
        jobs = [Job(block.number, i, bots, block.track) for i, bots in enumerate(orders(made.plan, block.bots))]
        for played in play(made, jobs):
            fold.add(played.row)
    return next(bot for bot in summary(fold, made.names, "s", 1).bots if bot.name == upper)


@pytest.mark.parametrize(("lower", "upper"), PAIRS[:3])
def test_each_bot_beats_the_one_below(lower, upper):
    row = met(lower, upper)
    assert (row.races, row.faults) == (16, {})
    assert row.wins >= 11


@pytest.mark.long
@pytest.mark.parametrize(("lower", "upper"), PAIRS)
def test_each_bot_beats_the_one_below_on_every_board(lower, upper):
    row = met(lower, upper, 80, track_ids())
    assert row.low is None or row.low > 0
    assert row.wins > 90


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("number", range(8))
def test_hidden_cards_change_no_answer(name, number):
    """In worlds that a seat cannot tell apart it does the same, for the same bot_seed."""
    spec, rng = wide_spec(number), random.Random(number)
    state, spell = new_race(spec, f"hidden {number}"), speller(spec)
    asked = 0
    while (seats := flow.to_act(state)) and asked < 6:
        for seat in seats:
            legal = flow.legal_actions(state, seat)
            if len(legal) > 1 and rng.random() < 0.15:
                asked += 1
                answers = [answer(name, other, seat, spell) for other in (state, resample(view(state, seat), rng))]
                assert answers[0] == answers[1]
        for seat in seats:
            flow.apply(state, seat, pick(state, seat, rng))


def answer(name, state, seat, spell):
    bot, seen = load(name), view(state, seat)
    legal = [tokens.token(action, state.spec.catalogue) for action in flow.legal_actions(state, seat)]
    bot.race({**race_message(state, seat, "same"), "grid": []})
    request = {"seat": seat, "step": STEPS[state.step], "legal": legal, "view": spell.view(seen)}
    return bot.act({**request, "world": to_builtins(view_world(seen))})


def test_the_same_seed_gives_the_same_race():
    def raced():
        said = []
        names = ["racer", "planner", "racer"]
        drive(new_race(spec_of("usa", 3), "1"), "1", [load(name) for name in names], lambda _, one: said.append(one))
        return said

    assert raced() == raced()


BUSY = "while True: pass"


@pytest.mark.parametrize("races", [1, pytest.param(150, marks=[pytest.mark.long, pytest.mark.timeout(1800)])])
def test_the_planner_keeps_its_clock_under_load(races):
    """Asked for more worlds than there is time for, while both cores are busy; many races are 10,000 decisions."""
    planner = shlex.join([sys.executable, str(BOTS / "planner.py")])
    busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2)]
    try:
        driver = f"cmd='{planner}' option.worlds=1000 ms={150 if races == 1 else 40}"
        many = ["-n", str(races)] if races > 1 else ["--laps", "1"]
        found = heat("race", "-d", driver, "-d", "builtin:random", "--seed", "1", "--strict", "-q", *many)
    finally:
        for process in busy:
            process.kill()
            process.wait()
    assert found.returncode == 0, found.stdout


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("year", ["1961", "1962", "1963", "1964", "1965", "1966"])
def test_six_of_them_finish_a_season(year):
    bots = [part for name in LADDER for part in ("-d", f"builtin:{name}")]
    found = heat("season", year, *bots, "-d", "builtin:racer", "--seed", "1", "--strict", "-q")
    assert found.returncode == 0


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", LADDER)
def test_200_races_of_any_modules_without_a_fault(name):
    for number in range(200):
        spec = wide_spec(number)
        if not spec.drivers:
            continue
        state = new_race(spec, f"ladder {number}")
        drive(state, "ladder", [load(name if i == 0 else "random") for i in range(len(spec.drivers))])
        assert not flow.to_act(state)
