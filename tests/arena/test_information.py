"""No seat can know more than its view: worlds it cannot tell apart give it the same bytes."""

import random

import msgspec
import pytest

from heatcli.arena.briefing import Briefing
from heatcli.core import flow
from heatcli.core.check import check
from heatcli.core.events import masked
from heatcli.core.view import resample, view
from heatcli.wire.messages import WANTS, encode
from tests.fuzz.races import any_race, pick

FEW = range(0, 100, 3)
MANY = [pytest.param(number, marks=pytest.mark.long) for number in range(500) if number not in FEW]
SHARE = 0.15  # of the decisions: every one would take long and find no more
FURTHER = 40  # actions in both worlds at most


def turns_a_card(event, seat):
    """What the two worlds may differ in shows with this event: hidden cards or plans, or Legend cards."""
    name = event[0]
    return (
        name in ("reveal", "flip", "scrap", "legend", "market", "weather")
        or (name in ("draw", "award") and event[1] == seat)
        or (name == "pay" and event[2] == "shift")  # tells of a plan turned up next
    )


def told(events, seat):
    """What this seat hears, up to the first hidden card that is turned; and whether one was."""
    heard = []
    for event in events:
        if turns_a_card(event, seat):
            return heard, True
        heard.append(masked(event, seat))
    return heard, False


def alike(true, world, seat, dice):
    """Drive copies of both worlds with the same actions as long as the seat can hear no difference.

    The number of events that were compared.
    """
    true = true.clone()
    true.log, world.log = [], []
    for _ in range(FURTHER):
        heard, turned = told(true.log, seat)
        assert told(world.log, seat) == (heard, turned)
        asked = flow.to_act(true)
        if turned or not asked:
            return len(heard)
        assert flow.to_act(world) == asked
        actor = asked[0]
        action = pick(true, actor, dice)
        if check(world, actor, action) is not None:  # another car's cards are other ones there
            assert actor != seat
            return len(heard)
        flow.apply(true, actor, action)
        flow.apply(world, actor, action)
    return len(heard)


@pytest.mark.parametrize("number", [*FEW, *MANY])
def test_worlds_that_a_seat_cannot_tell_apart_ask_it_in_the_same_bytes(number):
    state, rng = any_race(number)
    dice = random.Random(f"information {number}")
    briefing, compared = Briefing(state.spec, "1", ["driver"] * len(state.cars), state.log), 0
    while seats := flow.to_act(state):
        for seat in [seat for seat in seats if dice.random() < SHARE]:
            world = resample(view(state, seat), dice)
            legal = flow.legal_actions(state, seat)
            asked = encode(briefing.request(state, seat, legal, WANTS, 1, 1))
            assert encode(briefing.request(world, seat, flow.legal_actions(world, seat), WANTS, 1, 1)) == asked
            compared += alike(state, world, seat, dice)
        for seat in seats:
            flow.apply(state, seat, pick(state, seat, rng))
    assert compared or all(car.legend for car in state.spec.seats) or state.round < 5


@pytest.mark.parametrize("number", range(0, 20, 2))
def test_a_seat_s_stream_has_its_own_cards_and_the_numbers_of_the_others(number):
    """The stream as it is sent, in bytes: taken apart again, it is the masked log."""
    state, rng = any_race(number)
    briefing = Briefing(state.spec, "1", ["driver"] * len(state.cars), state.log)
    sent = [[] for _ in state.cars]
    while seats := flow.to_act(state):
        for seat in seats:
            flow.apply(state, seat, pick(state, seat, rng))
        for seat, stream in enumerate(sent):
            if rng.random() < 0.3:  # some ask less often than others
                stream += [row for batch in briefing.events(seat) for row in batch.events]
    for seat, stream in enumerate(sent):
        stream += [row for batch in briefing.events(seat) for row in batch.events]
        assert [bytes(row) for row in stream] == [encode(briefing.spelling.event(event, seat)) for event in state.log]
        for event, row in zip(state.log, stream, strict=True):
            if event[0] in ("draw", "discard"):
                assert ("cards" in msgspec.json.decode(row)) == (event[1] == seat)


def test_the_race_message_does_not_tell_the_seed_or_another_seat_s_dice():
    state, _ = any_race(7)
    briefing = Briefing(state.spec, "a secret seed", ["driver"] * len(state.cars), state.log)
    messages = [briefing.race(seat, None, {}) for seat in range(len(state.cars))]
    assert all(b"a secret seed" not in encode(message) for message in messages)
    assert len({message.bot_seed for message in messages}) == len(messages)
    assert len({message.commit for message in messages}) == 1


@pytest.mark.parametrize(
    "number", [*range(0, 60, 4), *[pytest.param(n, marks=pytest.mark.long) for n in range(60, 400)]]
)
def test_what_is_kept_from_request_to_request_is_what_there_is(number):
    """Cars that had no turn are not looked at again; every request is the one that a new briefing would make."""
    dice = random.Random(f"kept {number}")
    state, rng = any_race(number)
    kept = Briefing(state.spec, "1", ["driver"] * len(state.cars), state.log)
    while asked := flow.to_act(state):
        for seat in asked:
            legal = flow.legal_actions(state, seat)
            if dice.random() < 0.5:  # not every decision is asked for
                fresh = Briefing(state.spec, "1", ["driver"] * len(state.cars), state.log)
                requests = [encode(one.request(state, seat, legal, WANTS, 1, 1)) for one in (kept, fresh)]
                assert requests[0] == requests[1]
            if dice.random() < 0.01:
                flow.retire(state, seat)
            flow.apply(state, seat, pick(state, seat, rng))
