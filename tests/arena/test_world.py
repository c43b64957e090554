"""SPEC W.10: a bot that wants `world` has the race as the core has it, and nothing more than its view."""

import json
import random

import pytest

import heatcli
from heatcli.arena.briefing import Briefing
from heatcli.core import flow
from heatcli.core.setup import new_race
from heatcli.core.view import view
from heatcli.errors import NotationError
from heatcli.wire import messages
from heatcli.wire.messages import Clock
from tests.arena.helpers import script
from tests.cases.wire import spec_of, talk
from tests.fuzz.races import pick
from tests.record.kit import wide_spec


def told(briefing, state, seat):
    """What a seat is told: the race and a request, as they come over the wire."""
    wants = ("legal", "world")
    race = briefing.race(seat, Clock(), {}, wants)
    request = briefing.request(state, seat, flow.legal_actions(state, seat), wants)
    return tuple(json.loads(messages.encode(message)) for message in (race, request))


@pytest.mark.parametrize("number", range(40))
def test_the_view_of_a_world_is_the_view(number):
    """In races of all modules: the same worlds can be dealt from it, with the same legal actions."""
    spec, log, rng = wide_spec(number), [], random.Random(number)
    state = new_race(spec, f"world {number}", log)
    briefing = Briefing(spec, "x", [""] * len(spec.seats), log)
    for _ in range(120):
        seats = flow.to_act(state)
        for seat in seats:
            if rng.random() < 0.1:
                race, request = told(briefing, state, seat)
                seen = heatcli.view_of(heatcli.spec_of(race), request)
                assert seen[1:] == view(state, seat)[1:]
                dealt = [heatcli.resample(one, random.Random(1)) for one in (seen, view(state, seat))]
                assert heatcli.fingerprint(dealt[0]) == heatcli.fingerprint(dealt[1])
                assert heatcli.legal_actions(dealt[0], seat) == heatcli.legal_actions(state, seat)
        for seat in seats:
            flow.apply(state, seat, pick(state, seat, rng))


@pytest.mark.parametrize("number", range(40))
def test_worlds_that_differ_in_what_is_hidden_have_the_same_messages(number):
    spec, log, rng = wide_spec(number), [], random.Random(number)
    state = new_race(spec, f"hidden {number}", log)
    for _ in range(60):
        seats = flow.to_act(state)
        for seat in seats[:1]:
            other = heatcli.resample(view(state, seat), rng)
            briefings = [Briefing(spec, "x", [""] * len(spec.seats), log) for _ in range(2)]
            assert told(briefings[0], state, seat) == told(briefings[1], other, seat)
        for seat in seats:
            flow.apply(state, seat, pick(state, seat, rng))


def test_only_who_wants_it_gets_it():
    plain, wanting = script("loop(first)"), script("""
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready", protocol="heat/1", name="w", wants=["legal", "world"])
    elif message["type"] == "request":
        first(message)
""")  # fmt: skip
    seen = talk(plain, wanting, spec=spec_of(2))
    assert all("world" not in row for row in seen.told(0))
    assert all("world" in row for row in seen.told(1) if row["type"] in ("race", "request"))
    assert seen.codes(0) == seen.codes(1) == []


def test_messages_without_a_world_are_refused():
    with pytest.raises(NotationError, match="this race has no world; a bot gets it that wants it"):
        heatcli.spec_of({"type": "race"})
    spec = spec_of(2)
    with pytest.raises(NotationError, match="this request has no world"):
        heatcli.view_of(spec, {})
    with pytest.raises(NotationError, match="world of the request: "):
        heatcli.view_of(spec, {"world": [1, 2]})
    with pytest.raises(NotationError, match="world of the race: the head has no Track"):
        heatcli.spec_of({"world": {"head": ['[Heat "1"]', "# 0"], "sponsored": False}})
