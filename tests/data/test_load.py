"""Every error of a data file names file, key and what would be right."""

import json
from pathlib import Path

import pytest

from heatcli.core.names import HEAT, STRESS
from heatcli.core.rules import Rules, overlay
from heatcli.core.specs import Spec, seat_cars
from heatcli.data import load
from heatcli.errors import DataError, SetupError
from tests.data.test_invented import TRACK

REFERENCE = Path(__file__).resolve().parents[3] / "shared" / "reference"
needs_reference = pytest.mark.skipif(not REFERENCE.is_dir(), reason="../shared/reference is not beside the checkout")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("spaces = 12", "spaces = 1000"), "Expected `int` <= 999 - at `$.spaces`"),
        (("laps = 3", "laps = 100"), "Expected `int` <= 99 - at `$.laps`"),
        (("limit = 4", "limit = 0"), "Expected `int` >= 1 - at `$.corners[0].limit`"),
        (("laps = 3", 'laps = "3"'), "Expected `int`, got `str` - at `$.laps`"),
        (("laps = 3", "lap = 3"), "unknown key 'lap'; there are id, name"),
        (("heat = 4\n", ""), "missing required field `heat`"),
        (("at = 11", "at = 12"), "corners[1]: at 12, legend_line 5: spaces end at 11"),
        (("at = 11", "at = 5"), "corners[1].at 5: lines stand in driving order, so more than 5 is right"),
        (('race_line = "left"', 'race_line = "inside"'), "corners[0].race_line 'inside': left or right is right"),
        (("legend_line = 5", "legend_line = 4"), "legend_line 4: a space from the line before (5) to 10 is right"),
        (("legend_line = 1", "legend_line = 5"), "legend_line 5: a space from the line before (11) to 4 is right"),
        (('name = "Oval"', 'name = "O\\u001b[31m"'), "printable characters are right"),
        (("tunnel = [7]", "tunnel = [7, 12]"), "tunnel: space 12 does not exist; spaces go from 0 to 11"),
        (("stress = 1", "stress = 1\npress = [3]"), "press [3]: names corner lines from 1 to 2"),
        (("spaces = 12", "spaces = = 12"), "not TOML"),
    ],
)
def test_a_broken_track_file(tmp_path, change, says):
    file = tmp_path / "oval.toml"
    file.write_text(TRACK.replace(*change))
    with pytest.raises(DataError) as error:
        load.load_track(str(file))
    assert str(error.value).startswith(f"{file}: ")
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_files_that_cannot_be_read(tmp_path):
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'id = "\xe9"')
    for name, says in [
        ("nowhere.toml", "No such file"),
        (str(latin), "byte 6 is not UTF-8"),
        (f"{tmp_path}/", "directory"),
    ]:
        with pytest.raises(DataError, match=says):
            load.load_track(name)
    with pytest.raises(DataError, match="track 'monza': unknown; there are deutschland, "):
        load.load_track("monza")


def test_broken_cards(tmp_path):
    shipped = (load.shipped("heatcli") / "data" / "cards.toml").read_text()
    for old, new, says in [
        ('code = "U2"', 'code = "U1"', "U1: this code stands twice"),
        ("plus = 3", "pluss = 3", r"U2.symbols.pluss: unknown; there are plus, "),
        ("speed = [4]", "speed = [4, 5]", r"card\[4\] 4.speed \[4, 5\]: a basic card has exactly one number"),
        ('code = "S"', 'code = "T"', r"T.kind 'stress': stress is the kind of S alone"),
        (shipped[shipped.index('[[card]]\ncode = "S"') : shipped.index('[[card]]\ncode = "H"')], "", "no card S"),
    ]:
        file = tmp_path / "cards.toml"
        file.write_text(shipped.replace(old, new, 1))
        with pytest.raises(DataError, match=says):
            load.read_catalogue(file)


def test_wrong_options_and_mixes():
    for changes, says in [
        ({"lap": 2}, "option lap: unknown; there are laps, "),
        ({"laps": 0}, "option laps: 0 is not a whole number from 1 to 99"),
        ({"laps": True}, "option laps: True is not"),
        ({"laps": "2"}, "option laps: '2' is not"),
        ({"reshuffle": "never"}, "option reshuffle: 'never' is not on_demand or eager"),
        ({"mulligan": 1}, "option mulligan: 1 is not true or false"),
    ]:
        with pytest.raises(SetupError, match=says):
            overlay(Rules(), changes)
    for drivers, legends, says in [(0, 0, "1 to 12 cars"), (4, 9, "1 to 12 cars"), (1, 10, "9 Legend colours")]:
        with pytest.raises(SetupError, match=says):
            seat_cars(drivers, legends)
    with pytest.raises(SetupError, match=r"grid \[0, 0\]: must name each seat from 0 to 1 once"):
        Spec(load.load_track("usa"), seat_cars(2, 0), load.catalogue(), load.legends(), grid=[0, 0])


def test_a_symbol_that_nobody_knows_is_refused(tmp_path):
    shipped = (load.shipped("heatcli") / "data" / "cards.toml").read_text()
    for name in ("turbo", "boost", "adrenaline", "cannot_pay"):
        file = tmp_path / "cards.toml"
        file.write_text(shipped.replace("speed = [5]\n", f"speed = [5]\nsymbols = {{ {name} = 1 }}\n", 1))
        with pytest.raises(
            DataError, match=rf"cards.toml: card\[5\] 5.symbols.{name}: unknown; there are plus, heat, "
        ):
            load.read_catalogue(file)


@needs_reference
def test_cards_are_the_reference():
    catalogue = load.catalogue()
    for fact in json.loads((REFERENCE / "cards.json").read_text()):
        card = catalogue[catalogue.ids[fact["code"]]]
        assert (list(card.speeds), dict(card.symbols), card.box) == (fact["speed"], fact["symbols"], fact["box"])
        assert card.pool == fact.get("level", "")
    assert (catalogue.ids["S"], catalogue.ids["H"]) == (STRESS, HEAT)


@needs_reference
def test_tracks_are_the_reference():
    facts = {fact["id"]: fact for fact in json.loads((REFERENCE / "tracks.json").read_text())}
    assert sorted(facts) == load.track_ids()
    for name, fact in facts.items():
        track = load.load_track(name)
        fields = {
            "spaces": track.spaces,
            "laps": track.laps,
            "heat": track.heat,
            "stress": track.stress,
            "name": track.name,
        }
        assert {key: fact[key] for key in fields} == fields
        assert [list(point) for point in track.path] == fact["path"]
        for corner, line in zip(track.corners, fact["corners"], strict=True):
            side = {"L": "left", "R": "right"}[line["race_line"]]
            rest = (line.get("chevrons", 0), line.get("double_chevrons", 0), line.get("chicane_of"))
            assert corner == (line["at"], line["limit"], side, line["legend_line"], *rest)
        for key in ("flooded", "tunnel", "gravel_both", "gravel_left", "gravel_right"):
            assert list(getattr(track, key)) == fact.get(key, [])


@needs_reference
def test_legends_weather_and_event_cards_are_the_reference():
    legends, facts = load.legends(), json.loads((REFERENCE / "legends.json").read_text())
    assert [dict(card) for card in legends.cards] == [{c: tuple(v) for c, v in card.items()} for card in facts["cards"]]
    assert list(legends.helmets) == facts["colours"]
    weather, facts = load.weather(), json.loads((REFERENCE / "weather.json").read_text())
    sectors = {"no_cooldown": ("no_cooldown", 0, 0), "no_slipstream": ("no_slipstream", 0, 0)}
    sectors |= {"cooldown+1": ("", 1, 0), "slipstream+2": ("", 0, 2)}
    before = ("heat", "stress", "heat_to_deck", "heat_to_discard")
    assert list(weather.cards) == [
        (name, *(fact.get(key, 0) for key in before), *sectors[fact["sector"]]) for name, fact in facts["cards"].items()
    ]
    effects = {"heat_when_over": 0, "limit": 0, "boost_free": False, "slipstream": 0}
    assert [token.name for token in weather.tokens] == list(facts["tokens"])
    for token, fact in zip(weather.tokens, facts["tokens"].values(), strict=True):
        assert token.weather == (token.name == "weather")
        assert {key: getattr(token, key) for key in effects} == {key: fact.get(key, no) for key, no in effects.items()}
    for card, fact in zip(load.event_cards(), json.loads((REFERENCE / "events.json").read_text()), strict=True):
        told = {**card._asdict(), "press_corners": card.press}
        assert {key: told[key] for key in fact} == fact
