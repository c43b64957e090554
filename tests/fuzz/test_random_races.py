"""Random races: every state sound, every copy equal, nothing secret told. One number is one race: -k 'races[17]'."""

import random

import pytest

from heatcli.core import flow
from heatcli.core.audit import audit
from heatcli.core.check import check
from heatcli.core.events import EVENTS, masked
from heatcli.core.names import DISCARD, PASS, PLAN
from heatcli.core.ranking import outcome
from heatcli.core.snapshot import decode, encode, fingerprint
from heatcli.core.view import resample, view
from tests.fuzz.fold import Follower
from tests.fuzz.races import any_race, pick, play

FEW = range(36)
MANY = [pytest.param(number, marks=pytest.mark.long) for number in range(36, 2000)]


@pytest.mark.parametrize("number", [*FEW, *MANY])
def test_races(number):
    """Audit clean at every node; clone and encode/decode agree at every node and drive on alike."""
    state, rng = any_race(number)
    twin = state.clone()
    while seats := flow.to_act(state):
        for seat in seats:
            action = pick(state, seat, rng)
            assert check(state, seat, action) is None
            flow.apply(state, seat, action)
            flow.apply(twin, seat, action)
            assert audit(state) == []
            numbers = encode(state)
            assert numbers == encode(twin)
            twin = decode(state.spec, state.chance, numbers)
    assert fingerprint(twin) == fingerprint(state)
    standings = outcome(state)
    assert [standing.place for standing in standings] == list(range(1, len(state.cars) + 1))
    assert all(len(event) == len(EVENTS[event[0]].fields) + 1 for event in state.log)


@pytest.mark.parametrize("number", [*range(0, 50, 2), *MANY[::20]])
def test_starting_view_and_seen_events_make_the_view(number):
    """SPEC chapter V: for every seat, at every decision (two seats of many, drawn each time)."""
    state, rng = any_race(number)
    dice = random.Random(number)
    seen = len(state.log)
    followers = [Follower(view(state, seat)) for seat in range(len(state.cars))]
    while seats := flow.to_act(state):
        for seat in seats:
            flow.apply(state, seat, pick(state, seat, rng))
            for event in state.log[seen:]:
                for follower in followers:
                    follower.see(masked(event, follower.seat))
            seen = len(state.log)
            for follower in dice.sample(followers, min(2, len(followers))):
                assert follower.wrong(view(state, follower.seat)) == {}
    for follower in followers:
        assert follower.wrong(view(state, follower.seat)) == {}


@pytest.mark.parametrize("number", [*range(1, 50, 4), *MANY[::20]])
def test_a_world_resampled_from_a_view_has_that_view(number):
    """SPEC chapter V: and equal actions tell this seat the same until the next hidden card is turned."""
    state, rng = any_race(number)
    dice = random.Random(number)
    while seats := flow.to_act(state):
        for seat in seats:
            if state.round and dice.random() < 0.5:
                flow.apply(state, seat, pick(state, seat, rng))
                continue
            seen = view(state, seat)
            world = resample(seen, dice)
            assert audit(world) == []
            assert view(world, seat) == seen
            action = pick(state, seat, rng)
            assert flow.legal_actions(world, seat) == flow.legal_actions(state, seat)
            told = len(state.log)
            world.log = []
            flow.apply(state, seat, action)
            if len(seats) == 1:
                flow.apply(world, seat, action)
                assert until_hidden(world.log, seat) == until_hidden(state.log[told:], seat)
                assert audit(world) == []


HIDDEN = ("flip", "scrap", "draw", "reshuffle", "reveal", "gears", "legend", "market", "weather", "dropped")


def until_hidden(events, seat):
    """The masked events up to the first that turns a hidden card."""
    shown = []
    for event in events:
        if event[0] in HIDDEN or (event[0] == "pay" and event[2] == "shift"):
            break
        if event[0] == "turn" and event[1] != seat:
            break
        if (event[0], event[1:2]) == ("award", (seat,)):
            break
        shown.append(masked(event, seat))
    return shown


@pytest.mark.parametrize("number", range(0, 30, 3))
def test_nobody_sees_the_cards_of_others(number):
    """The owner's fields of an event reach the owner's stream only."""
    state, rng = any_race(number)
    play(state, rng)
    for seat in range(len(state.cars)):
        for event in state.log:
            secret = EVENTS[event[0]].secret
            assert len(masked(event, seat)) == len(event) - (secret if event[1:2] != (seat,) else 0)


@pytest.mark.parametrize("number", range(10))
def test_what_is_not_listed_is_refused(number):
    """A legal action of another step, too many cards, a card not held: a sentence, and the state unchanged."""
    state, rng = any_race(number)
    while seats := flow.to_act(state):
        if state.round and rng.random() < 0.7:
            flow.apply(state, seats[0], pick(state, seats[0], rng))
            continue
        before = fingerprint(state)
        legal = flow.legal_actions(state, seats[0])
        for action in [
            (PLAN, 5, 1),
            (PLAN, 1, 77),
            (PLAN, 4),
            (DISCARD, 1, 1, 1, 1),
            (DISCARD, 127),
            (PASS, 1),
            *legal[-1:],
        ]:
            assert (check(state, seats[0], action) is None) == (action in legal)
        assert check(state, len(state.cars), legal[0])
        assert fingerprint(state) == before
        for seat in seats:
            flow.apply(state, seat, pick(state, seat, rng))
    assert check(state, 0, (PASS,)) == "the race is over"
