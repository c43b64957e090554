"""Boards, event cards and cards of the user's own race without code; wrong ones are refused in words."""

import random

import pytest

from heatcli.core import flow
from heatcli.core.audit import audit
from heatcli.core.rules import Rules
from heatcli.core.season import Leg, Season
from heatcli.core.setup import new_race
from heatcli.core.specs import Spec, Stock, seat_cars
from heatcli.data.library import library
from heatcli.errors import DataError
from tests.data.test_invented import TRACK
from tests.fuzz.races import pick

OVAL = TRACK.replace("[[corners]]", "press = [1, 2]\n\n[[corners]]", 1)
CHICANE = OVAL.replace("limit = 9", "limit = 4\nchicane_of = 5")
EVENTS = """
[[event]]
id = "fog-horns"
name = "Fog horns"
season = 1970
race = 1
track = "oval"
sponsorships = 1
press_corners = "AB"
effects = { laps = 1, hand = 8, slipstream = 1, discardable = ["heat"], speed_record = 9, choice = [
  { heat = 2, stress = 0 }, { heat = 0, stress = 2 }
] }
"""
CARDS = """
[[card]]
code = "U90"
name = "Ground effect"
kind = "upgrade"
pool = "basic"
box = "base"
copies = 12
speed = [2, 7]
symbols = { plus = 1, heat = 1, salvage = 2, refresh = 1, adjust_limit = -1 }

[[card]]
code = "P90"
name = "Tea and biscuits"
kind = "sponsorship"
box = "base"
copies = 9
speed = [4]
symbols = { direct_play = 1, draft = 2, super_cool = 1 }
"""


def files(tmp_path, track=OVAL, events=EVENTS, cards=CARDS):
    for name, text in (("oval", track), ("events", events), ("cards", cards)):
        (tmp_path / f"{name}.toml").write_text(text)
    return [[str(tmp_path / f"{name}.toml")] for name in ("oval", "events", "cards")]


def drive(spec, seed):
    state, rng = new_race(spec, seed), random.Random(seed)
    while seats := flow.to_act(state):
        for seat in seats:
            flow.apply(state, seat, pick(state, seat, rng))
        assert audit(state) == []
    return state


@pytest.mark.parametrize("track", [OVAL, CHICANE])
def test_a_race_with_own_files_only(tmp_path, track):
    shelf = library(*files(tmp_path, track))
    ids = shelf.catalogue.ids
    played = []
    for number in range(8):
        spec = Spec(
            shelf.track("oval"),
            seat_cars(4, 1),
            shelf.catalogue,
            shelf.legends,
            Rules(garage="basic", garage_choice="given", weather=True),
            None,
            shelf.weather,
            Stock(((ids["U90"], ids["U90"], ids["P90"]),) * 4 + ((),)),
            shelf.event("fog-horns"),
        )
        assert (spec.laps, spec.rules.hand, spec.rules.slipstream_spaces, spec.rules.press) == (4, 8, 3, (1, 2))
        state = drive(spec, f"own {number}")
        assert {event[0] for event in state.log} >= {"tune", "award", "weather"}
        played += [card for event in state.log if event[0] == "reveal" for card in event[4]]
    assert played.count(ids["U90"]) > 9
    assert played.count(ids["P90"]) > 3


def test_a_season_with_own_files(tmp_path):
    shelf = library(*files(tmp_path))
    legs = [Leg(shelf.track("oval"), shelf.event("fog-horns")), Leg(shelf.track("usa"), shelf.event("new-record"))]
    season = Season("own", legs, seat_cars(3, 1), shelf.catalogue, shelf.legends, shelf.weather)
    assert season.spec().upgrades.count(shelf.catalogue.ids["U90"]) == 12
    while not season.is_over:
        season.finish(drive(season.spec(), f"own {season.race}"))
    assert len(season.standings()) == 4


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("at = 11", "at = 12"), "corners[1]: at 12, legend_line 5: spaces end at 11"),
        (("limit = 9", "limit = 4\nchicane_of = 4"), "corners[1].chicane_of 4: the line before, 5, is right"),
        (
            ("limit = 9", "limit = 9\nchicane_of = 5"),
            "corners[1].limit 9: the limit of the chicane's first line, 4, is",
        ),
        (("limit = 4", "limit = 4\nchicane_of = 11"), "corners[0].chicane_of 11: the first line begins no chicane"),
        (("limit = 9", "limit = -9"), "Expected `int` >= 1 - at `$.corners[1].limit`"),
        (("gravel_left = [3, 4]", "gravel_left = [3, 4]\ngravel_right = [4]"), "gravel: space 4 stands twice"),
        (("heat = 4", "heat = -1"), "Expected `int` >= 0 - at `$.heat`"),
    ],
)
def test_a_wrong_board(tmp_path, change, says):
    assert change[0] in OVAL
    refused("oval", says, files(tmp_path, track=OVAL.replace(change[0], change[1], 1)))


def test_a_chicane_of_three_lines(tmp_path):
    third = '\n[[corners]]\nat = 11\nlimit = 4\nrace_line = "left"\nlegend_line = 9\nchicane_of = 8\n'
    track = CHICANE.replace("at = 11", "at = 8") + third
    refused("oval", "corners[2].chicane_of 8: that line ends a chicane itself; two lines are", files(tmp_path, track))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("salvage = 2", "salvages = 2"), "card[0] U90.symbols.salvages: unknown; there are plus, "),
        (("salvage = 2", "salvage = -2"), "card[0] U90.symbols.salvage: -2: a whole number from 1 is right"),
        (("salvage = 2", "salvage = 10"), "Expected `int` <= 9 - at `$.card[0].symbols[...]`"),
        (("copies = 12", "copies = -1"), "Expected `int` >= 0 - at `$.card[0].copies`"),
        (('"U90"', '"U7"'), "card[0] U7: this code stands twice; each design has its own"),
        (('"P90"', '"U90"'), "card[1] U90: this code stands twice; each design has its own"),
        (("speed = [4]", "speed = [4, 5]"), "card[1] P90.speed [4, 5]: a card for direct play has one number"),
        (("speed = [4]", "speed = []"), "card[1] P90.speed []: a card for direct play has a number or a +"),
        (('pool = "basic"\n', ""), "card[0] U90.pool '': basic or advanced is right for an upgrade"),
        (
            ('"sponsorship"\n', '"sponsorship"\npool = "basic"\n'),
            "P90.pool 'basic': a card of kind sponsorship has none",
        ),
        (
            ('box = "base"', 'box = "bass"'),
            "card[0] U90.box 'bass': one of base, heavy-rain, tunnel-vision, rocky-roads",
        ),
        (("Ground effect", "Ground\\u0007effect"), "card[0] U90.name 'Ground\\x07effect': printable characters are"),
    ],
)
def test_a_wrong_card(tmp_path, change, says):
    assert change[0] in CARDS
    refused("cards", says, files(tmp_path, cards=CARDS.replace(change[0], change[1], 1)))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("hand = 8", "hands = 8"), "event[0] fog-horns.effects.hands: unknown; there are laps, "),
        (("hand = 8", "hand = 0"), "event[0] fog-horns.effects.hand: 0: a whole number from 1 to 12 is right"),
        (("hand = 8", "hand = true"), "event[0] fog-horns.effects.hand: True: a whole number from 1 to 12 is right"),
        (('["heat"]', '["coal"]'), """effects.discardable: ['coal']: a list of "heat" and "stress" is right"""),
        (("heat = 2, stress = 0", "heat = 2"), "fog-horns.effects.choice: "),
        (('"AB"', '"AC"'), "event[0] fog-horns: track oval: no press corner C; it names 2"),
        (('"AB"', '"Z"'), "Expected `str` matching regex '^[A-E]*$' - at `$.event[0].press_corners`"),
        (
            ("hand = 8", 'lap_line_sponsorships = { letter = "E", first = 2 }'),
            "track oval: no press corner E; it names 2",
        ),
        (('track = "oval"', 'track = "moon"'), "event[0] fog-horns: track 'moon': unknown; there are oval, "),
        (("sponsorships = 1", "sponsorships = -1"), "Expected `int` >= 0 - at `$.event[0].sponsorships`"),
    ],
)
def test_a_wrong_event_card(tmp_path, change, says):
    assert change[0] in EVENTS
    refused("events", says, files(tmp_path, events=EVENTS.replace(change[0], change[1], 1)))


def test_an_event_card_twice(tmp_path):
    refused("events", "event[1] fog-horns: this id stands twice", files(tmp_path, events=EVENTS + EVENTS))


def refused(name, says, paths):
    with pytest.raises(DataError) as error:
        library(*paths)
    text = str(error.value)
    assert f"{name}.toml: " in text
    assert says in text
    assert "\n" not in text
