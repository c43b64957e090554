"""A card, a board and an option that nobody has printed race without a line of code."""

import random

from heatcli.core import flow
from heatcli.core.rules import Rules, overlay
from heatcli.core.setup import new_race
from heatcli.core.specs import Spec, seat_cars
from heatcli.data import load
from tests.fuzz.races import play
from tests.scenario import Scenario

CARD = """
[[card]]
code = "X1"
name = "Ram air"
kind = "starting"
box = "invented"
copies = 2
speed = [2, 6]
symbols = { plus = 1, cooldown = 2 }

[[card]]
code = "S"
"""
TRACK = """
id = "oval"
name = "Oval"
box = "invented"
spaces = 12
laps = 3
heat = 4
stress = 1
gravel_left = [3, 4]
tunnel = [7]
flooded = [9]

[[corners]]
at = 5
limit = 4
race_line = "left"
legend_line = 1

[[corners]]
at = 11
limit = 9
race_line = "right"
legend_line = 5
"""


def invented(tmp_path):
    cards, track = tmp_path / "cards.toml", tmp_path / "oval.toml"
    shipped = (load.shipped("heatcli") / "data" / "cards.toml").read_text()
    cards.write_text(shipped.replace('\n[[card]]\ncode = "S"\n', CARD))
    track.write_text(TRACK)
    return load.read_catalogue(cards), load.load_track(str(track))


def test_they_race(tmp_path):
    catalogue, track = invented(tmp_path)
    rules = overlay(Rules(), {"hand": 9, "slipstream_spaces": 3, "adrenaline_two_from": 2})
    for number in range(10):
        spec = Spec(track, seat_cars(3, 2), catalogue, load.legends(), rules)
        state = play(new_race(spec, f"invented {number}"), random.Random(number))
        assert flow.to_act(state) == []
        used = [event for event in state.log if event[0] == "reveal" and catalogue.ids["X1"] in event[4]]
        assert used, "the invented card was played"
        assert any(event[2] == "slip" and event[3] == 3 for event in state.log if event[0] == "move")


def test_the_invented_card_does_what_it_says(tmp_path):
    """SPEC 3.3.2, 3.3.8, 3.5.7: choose a number after the flip, then use its Cooldown."""
    catalogue, track = invented(tmp_path)
    cars = {"red": "13/0 g1 e2 hand X1 1 H H H deck H 4 1", "blue": "30/0 g1 e0 hand 1 deck 2"}
    s = Scenario("", cars, spec_track=track, catalogue=catalogue, laps=30)
    s.act("red", "g1 X1").act("blue", "g1 1").rest("blue")
    assert s.step() == "value"
    assert s.legal("red") == ["value X1=2", "value X1=6"]
    s.act("red", "value X1=2")
    assert s.speed() == 6
    assert s.at("red") == 19
    assert "cool 2 X1" in s.legal("red")
    assert "cool 3 gear" in s.legal("red")
    s.act("red", "cool 2 X1")
    assert s.engine("red") == 4
    assert [text for text in s.legal("red") if text.startswith("cool")] == ["cool 1 gear", "cool 1 adrenaline"]
