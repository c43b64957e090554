"""Whole championships with random drivers. One number is one season: -k 'seasons[1963-4]'."""

import os
import random
import subprocess
import sys
from hashlib import blake2b

import pytest

from heatcli.core import flow
from heatcli.core.audit import audit
from heatcli.core.counts import without
from heatcli.core.names import ELIMINATED
from heatcli.core.rules import Rules
from heatcli.core.setup import new_race
from tests.fuzz.races import SEASONS, a_season, pick

FEW = [(year, number) for number, year in enumerate(SEASONS)]
ALL = [(year, number) for year in SEASONS for number in range(20)]
MANY = [pytest.param(*row, marks=pytest.mark.long) for row in ALL if row not in FEW]
RULES = [Rules(), Rules(expansions="heavy-rain+tunnel-vision+rocky-roads", reveal_gear_early=True, reshuffle="eager")]


def drive(season, number):
    """Race after race; the state of each race at its end."""
    rng = random.Random(f"season {number}")
    while not season.is_over:
        state = new_race(season.spec(), f"season {number}/{season.race}")
        while seats := flow.to_act(state):
            for seat in seats:
                flow.apply(state, seat, pick(state, seat, rng))
                if state.round == 0 or rng.random() < 0.05:
                    assert audit(state) == []
        assert audit(state) == []
        season.finish(state)
        yield state


@pytest.mark.parametrize(("year", "number"), [*FEW, *MANY])
def test_seasons(year, number):
    """2-8 cars: cards travel and none is lost, the leader stands on pole, points add up."""
    cars = 2 + number % 7
    legends = min(number % 3, cars - 1)
    season = a_season(year if number % 5 else f"random {number}", cars - legends, legends, RULES[number % 2])
    for race, state in enumerate(drive(season, number), 1):
        for seat, cards in enumerate(season.stock.own):
            upgrades = [card for card in cards if not state.spec.catalogue.once[card]]
            assert len(upgrades) == (0 if season.seats[seat].legend else race)
        assert without(season.stock.cards, [*state.spec.upgrades, *state.spec.sponsorships]) == []
        standings = season.standings()
        assert sorted(score.seat for score in standings) == list(range(cars))
        assert all(len(score.by_race) == race and sum(score.by_race) == score.points for score in standings)
        assert [score.points for score in standings] == sorted((score.points for score in standings), reverse=True)
        out = [car for car in state.cars if car.status == ELIMINATED]
        points = [n for n, _ in zip(state.spec.rules.points, state.cars, strict=False)]
        assert sum(score.by_race[-1] for score in standings) == sum(points[: cars - len(out)])
        if not season.is_over:
            assert season.spec().grid == tuple(score.seat for score in standings)
    assert season.is_over


def digest(year, number):
    """Of every event of a season."""
    season = a_season(year, 3, 1)
    return blake2b(repr([state.log for state in drive(season, number)]).encode(), digest_size=16).hexdigest()


def test_a_season_tells_the_same_under_every_hash_seed():
    code = "from tests.fuzz.test_seasons import digest; print(digest(1964, 1))"
    told = [
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True
        )
        for seed in ("0", "1", "random")
    ]
    assert [run.stderr for run in told] == [""] * 3
    assert len({run.stdout for run in told}) == 1
    assert told[0].stdout.strip() == digest(1964, 1)
