"""Whole random races through the engine's lines, held against the core. One number is one race of every mix."""

import json
import random

import pytest

from heatcli.arena.briefing import speller
from heatcli.core import flow, ranking
from heatcli.core.audit import audit
from heatcli.core.names import STEPS
from heatcli.core.rules import Rules
from heatcli.core.setup import new_race
from heatcli.core.snapshot import fingerprint
from heatcli.core.specs import Spec, seat_cars
from heatcli.core.view import view
from heatcli.data import load
from heatcli.data.library import Library
from heatcli.record.tokens import read_token, token
from heatcli.wire.messages import encode
from tests.engine.host import Host, alike, validated
from tests.fuzz.races import any_spec
from tests.record.kit import from_position, written

MIXES = {
    "base": {"track": "usa", "drivers": 3, "laps": 1},
    "legends": {"track": "italia", "drivers": 2, "legends": 3, "laps": 1, "options": {"pro_legends": 2}},
    "garage and weather": {
        "track": "mexico",
        "drivers": 3,
        "laps": 1,
        "weather": True,
        "options": {"garage": "mixed", "mulligan": True, "allow_concede": True},
    },
    "event card": {
        "track": "france",
        "drivers": 3,
        "legends": 1,
        "laps": 1,
        "event": "new-record",
        "options": {"garage": "advanced", "garage_choice": "snake", "reveal_gear_early": True},
    },
}
NUMBERS = [*range(3), *(pytest.param(number, marks=pytest.mark.long) for number in range(3, 60))]


def core_race(track, drivers, laps, seed, legends=0, options=None, weather=False, event=None):
    """What `new` asks for, from the core."""
    library = Library()
    rules = Rules(**{**(options or {}), "laps": laps, "weather": weather})
    card = None if event is None else library.event(event)
    seats = seat_cars(drivers, legends)
    board = load.load_track(track)
    spec = Spec(board, seats, load.catalogue(), load.legends(), rules, None, load.weather(), None, card)
    return new_race(spec, seed)


class Both:
    """A race through the engine and in the core; every step is the same."""

    def __init__(self, mix, number, host=None):
        self.host, self.rng, seed = host or Host(), random.Random(f"{mix} {number}"), f"engine {number}"
        fields = MIXES[mix]
        self.state = core_race(**fields, seed=seed)
        self.handle = self.host.new(**fields, seed=seed)
        self.spelling = speller(self.state.spec)
        self.actions = []
        assert self.host.events(self.handle) == self.spelt(self.state.log)

    def spelt(self, events, seat=None):
        """As the bot protocol spells them."""
        return loads([self.spelling.event(event, seat) for event in events])

    def step(self):
        """A random decision of a random seat; False at the end."""
        state, host = self.state, self.host
        asked = flow.to_act(state)
        legal = {
            seat: [token(action, state.spec.catalogue) for action in flow.legal_actions(state, seat)] for seat in asked
        }
        answer = host.ok("legal", handle=self.handle)
        assert answer["step"] == STEPS[state.step]
        assert {row["seat"]: row["actions"] for row in answer["legal"]} == legal
        assert list(legal) == asked
        if not asked:
            return False
        seat = self.rng.choice(asked)
        text = self.rng.choice(legal[seat])
        told = len(state.log)
        flow.apply(state, seat, read_token(text, state.spec.catalogue))
        self.actions.append((seat, text))
        answer = host.ok("act", handle=self.handle, seat=seat, action=text)
        assert answer["events"] == self.spelt(state.log[told:])
        assert answer["from"] == told + 1
        assert (answer["to_act"], answer["step"]) == (flow.to_act(state), STEPS[state.step])
        assert (answer["decisions"], answer["after"]) == (len(self.actions), len(state.log))
        assert host.mark(self.handle) == fingerprint(state)
        return True

    def again(self, handle, n):
        """The last decisions once more."""
        for seat, text in self.actions[len(self.actions) - n :]:
            self.host.ok("act", handle=handle, seat=seat, action=text, wants=[])


def loads(value):
    return json.loads(encode(value))


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_race_is_that_of_the_core(mix, number):
    both = Both(mix, number)
    host, handle, rng = both.host, both.handle, both.rng
    while both.step():
        if rng.random() < 0.04:
            undo_and_go_on(both)
        if rng.random() < 0.04:
            seat = rng.choice(both.state.spec.drivers)
            [seen] = host.ok("view", handle=handle, seat=seat)["views"]
            assert seen == loads(both.spelling.view(view(both.state, seat)))
            assert host.events(handle, seat=seat) == both.spelt(both.state.log, seat)
        if rng.random() < 0.02:
            assert host.ok("audit", handle=handle)["wrong"] == audit(both.state) == []
    game = validated(host.record(handle))
    assert fingerprint(game.state) == fingerprint(both.state)
    assert game.log == both.state.log
    assert host.events(handle) == both.spelt(both.state.log)
    places = [(p.place, p.seat, p.distance, p.why) for p in ranking.outcome(both.state)]
    standings = host.ok("outcome", handle=handle)["standings"]
    assert [(row["place"], row["seat"], row["distance"], row["why"]) for row in standings] == places


def undo_and_go_on(both):
    """Some decisions taken back and taken again, sometimes with others in between."""
    host, handle, rng = both.host, both.handle, both.rng
    before = host.all(handle)
    n = rng.randint(1, min(len(both.actions), rng.choice([3, 20, 500])))
    host.ok("undo", handle=handle, n=n)
    if rng.random() < 0.5:  # another way, and back
        astray = wander(host, handle, rng, 5)
        if astray:
            host.ok("undo", handle=handle, n=astray)
    both.again(handle, n)
    assert host.all(handle) == before


def wander(host, handle, rng, n):
    """Some random decisions; how many they were."""
    for i in range(n):
        legal = host.ok("legal", handle=handle)["legal"]
        if not legal:
            return i
        row = rng.choice(legal)
        host.ok("act", handle=handle, seat=row["seat"], action=rng.choice(row["actions"]))
    return n


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("number", NUMBERS)
def test_clones_go_their_own_ways(mix, number):
    """A tree of copies: each is its own race, whatever becomes of those it came from."""
    both = Both(mix, number)
    host, rng = both.host, both.rng
    kept = {both.handle: host.all(both.handle)}
    for _ in range(12):
        source = rng.choice([*kept])
        copy = host.ok("clone", handle=source)["handle"]
        assert alike(host.all(copy), kept[source])
        moved = rng.choice([source, copy])
        if rng.random() < 0.3:
            decisions = host.ok("state", handle=moved)["decisions"]
            if decisions:
                host.ok("undo", handle=moved, n=rng.randint(1, decisions))
        wander(host, moved, rng, rng.choice([1, 20, 60]))
        kept[copy] = host.all(copy)
        kept[moved] = host.all(moved)
        if len(kept) > 3 and rng.random() < 0.3:
            gone = rng.choice([*kept])
            host.ok("close", handle=gone)
            del kept[gone]
        for handle, known in kept.items():
            assert host.all(handle) == known
    for handle, known in kept.items():
        validated(known[4])
        if known[0]["decisions"]:
            host.ok("undo", handle=handle)


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("number", NUMBERS)
def test_resampled_worlds_have_the_view_and_race_to_the_end(mix, number):
    both = Both(mix, number)
    host, rng = both.host, both.rng
    while True:
        goes_on = both.step()
        if goes_on and rng.random() < 0.98:
            continue
        seat = rng.choice(both.state.spec.drivers)
        dice = rng.randint(0, 99)
        world = host.ok("resample", handle=both.handle, seat=seat, dice=dice)["handle"]
        again = host.ok("resample", handle=both.handle, seat=seat, dice=dice)["handle"]
        assert (
            host.ok("view", handle=world, seat=seat)["views"]
            == (host.ok("view", handle=both.handle, seat=seat)["views"])
        )
        asked = host.ok("state", handle=world)["to_act"]
        if flow.is_simultaneous(both.state):  # nobody knows whether another seat has planned: all others are asked
            missing = [other for other in asked if other not in flow.to_act(both.state)]
            assert seat not in missing
        else:
            assert asked == flow.to_act(both.state)
        assert host.mark(world) == host.mark(again)
        assert host.ok("audit", handle=world)["wrong"] == []
        assert wander(host, world, rng, 30) == 30 or host.ok("state", handle=world)["over"]
        assert host.ok("audit", handle=world)["wrong"] == []
        assert len(host.ok("play_out", handle=again, dice=dice)["results"][0]) == len(both.state.cars)
        if not goes_on:
            break


@pytest.mark.parametrize(
    "number", [*range(8), *(pytest.param(number, marks=pytest.mark.long) for number in range(8, 400))]
)
def test_any_record_loads_and_can_be_taken_back(number):
    """Seeds, piles and positions, with everything in the boxes, with faults and notes."""
    if number % 2:
        text, game = from_position(number, seed=number % 4 == 1)
    else:
        text, game = written(any_spec(number), number, seed=number % 4 == 0, notes=True)
    host, rng = Host(), random.Random(number)
    answer = host.ok("load", record=text)
    handle = answer["handle"]
    assert host.record(handle) == text
    assert host.mark(handle) == fingerprint(game.state)
    spelling = speller(game.spec)
    assert host.events(handle) == loads([spelling.event(event) for event in game.log])
    for _ in range(3):
        decisions = host.ok("state", handle=handle)["decisions"]
        if decisions:
            host.ok("undo", handle=handle, n=rng.randint(1, decisions))
        validated(host.record(handle))
        if "[Seed" in text:
            wander(host, handle, rng, 40)
            validated(host.record(handle))
