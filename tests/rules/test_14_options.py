"""Chapter 14 has no numbered paragraphs: every test cites the rule that its option changes."""

import re
from pathlib import Path

import pytest

from heatcli.core.rules import OPTIONS, Rules, overlay
from heatcli.data import load
from heatcli.errors import SetupError
from tests.rules.driving import go
from tests.rules.test_1_setup import set_up, told, until
from tests.scenario import race

TABLE = (Path(__file__).parents[2] / "SPEC.md").read_text(encoding="utf-8").split("## 14 Options")[1].split("## 16")[0]
ROWS = re.findall(r"^\| (\w+) \| (.+?) \| ([^|]+) \|$", TABLE, re.MULTILINE)[1:]
ELSEWHERE = ("track", "season", "legends")  # not in the rules of a race, but seats, board and `heat season`


def test_every_option_of_the_table_is_there():
    """SPEC 12.5"""
    assert len(ROWS) == 21
    assert [name for name, _, _ in ROWS if name not in OPTIONS] == list(ELSEWHERE)


@pytest.mark.parametrize(
    ("name", "default"),
    [
        ("mode", "standard"), ("laps", None), ("expansions", "none"), ("garage", "off"), ("garage_choice", "draft"),
        ("weather", False), ("pro_legends", 0), ("aggressive_legends", True), ("legend_colours", "base_first"),
        ("mulligan", False), ("reveal_gear_early", False), ("cluttered_rule", "forced_only"),
        ("reshuffle", "on_demand"), ("live_tv", "between"), ("hold_tight_counts_reduce", False),
        ("stop_when_humans_done", False), ("allow_concede", False), ("max_rounds", 200),
    ],
)  # fmt: skip
def test_defaults(name, default):
    """SPEC 12.3"""
    assert getattr(Rules(), name) == default
    (written,) = [re.split("[,;–]", values)[0].strip() for row, values, _ in ROWS if row == name]
    if name not in ("laps", "expansions"):  # there the table has words of its own
        assert written in ({True: "on", False: "off"}.get(default), str(default))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("mode", ["standard", "first_game", "beginner"]),
        ("laps", [1, 2, 99]),
        ("garage", ["off", "basic", "advanced", "mixed"]),
        ("garage_choice", ["draft", "random", "snake", "quick"]),
        ("expansions", ["none", "heavy-rain", "tunnel-vision+rocky-roads", "heavy-rain+tunnel-vision+rocky-roads"]),
        ("weather", [False, True]),
        ("pro_legends", [0, 1, 6]),
        ("aggressive_legends", [True, False]),
        ("mulligan", [False, True]),
        ("reveal_gear_early", [False, True]),
        ("cluttered_rule", ["forced_only", "literal"]),
        ("reshuffle", ["on_demand", "eager"]),
        ("stop_when_humans_done", [False, True]),
        ("allow_concede", [False, True]),
        ("max_rounds", [1, 200, 9999]),
    ],
)
def test_values_that_are_taken(name, values):
    """SPEC 12.5"""
    assert [getattr(overlay(Rules(), {name: value}), name) for value in values] == values


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("mode", "tournament", "option mode: 'tournament' is not standard or first_game or beginner"),
        ("laps", 0, "option laps: 0 is not a whole number from 1 to 99"),
        ("laps", True, "option laps: True is not"),
        ("hand", 3.0, "option hand: 3.0 is not a whole number from 1 to 12"),
        ("garage", "all", "option garage: 'all' is not off or basic or advanced or mixed"),
        ("garage_choice", "auction", "option garage_choice: 'auction' is not"),
        ("expansions", "moon", "option expansions: 'moon' is not"),
        ("weather", 1, "option weather: 1 is not true or false"),
        ("pro_legends", 7, "option pro_legends: 7 is not a whole number from 0 to 6"),
        ("mulligan", "yes", "option mulligan: 'yes' is not true or false"),
        ("max_rounds", 0, "option max_rounds: 0 is not"),
        ("cluttered_rule", "always", "option cluttered_rule: 'always' is not forced_only or literal"),
        ("reshuffle", "never", "option reshuffle: 'never' is not on_demand or eager"),
        ("press", 1, "option press: unknown"),
    ],
)
def test_values_that_are_refused(name, value, says):
    """SPEC 12.5"""
    with pytest.raises(SetupError, match=re.escape(says)):
        overlay(Rules(), {name: value})


@pytest.mark.parametrize(
    ("name", "kept", "reserved", "rule"),
    [
        ("live_tv", "between", "strictly_passed", "R8.3"),
        ("hold_tight_counts_reduce", False, True, "R8.7"),
        ("legend_colours", "base_first", "any", "R5.6"),
    ],
)
def test_reserved_values_are_refused_by_name(name, kept, reserved, rule):
    """SPEC R8.3, R8.7, R5.6"""
    assert getattr(overlay(Rules(), {name: kept}), name) == kept
    with pytest.raises(SetupError, match=rf"option {name}: {reserved!r} is not {str(kept).lower()} \({rule}\)"):
        overlay(Rules(), {name: reserved})


@pytest.mark.parametrize(("laps", "finish"), [(None, 138), (1, 69), (5, 345)])
def test_laps(laps, finish):
    """SPEC R12.2, 4.1"""
    assert set_up(laps=laps).spec.course.finish == finish


@pytest.mark.parametrize(("weather", "cards"), [("", 0), ("fog weather overheat overheat weather", 1)])
def test_weather(weather, cards):
    """SPEC 7.1"""
    assert len(told(set_up(weather=weather), "weather")) == cards


@pytest.mark.parametrize(("garage", "rounds"), [("off", 0), ("basic", 3), ("advanced", 3), ("mixed", 3)])
def test_garage_and_its_draft(garage, rounds):
    """SPEC 6.2, 6.6"""
    assert len(told(until(set_up(garage=garage), "plan"), "market")) == rounds


@pytest.mark.parametrize(("rule", "legal"), [("forced_only", ["g1 1", "g2 1 2"]), ("literal", ["g1 1", "g2 1 2"])])
def test_cluttered_rule_makes_no_difference_where_every_gear_can_be_served(rule, legal):
    """SPEC R3.1"""
    s = race(red="20/0 e0 hand 1 2 3", blue="10/0", rules={"cluttered_rule": rule})
    assert s.legal("red")[0] == legal[0]
    assert all("H" not in text for text in s.legal("red"))


@pytest.mark.parametrize(("rule", "more"), [("forced_only", []), ("literal", ["g2 1 H"])])
def test_cluttered_rule(rule, more):
    """SPEC R3.1"""
    s = race(red="20/0 e0 hand 1 H H", blue="10/0", rules={"cluttered_rule": rule})
    assert s.legal("red") == ["g1 1", *more]


@pytest.mark.parametrize(("rule", "deck", "discard"), [("on_demand", "", "1 H"), ("eager", "1 H", "")])
def test_reshuffle(rule, deck, discard):
    """SPEC R3.7

    The last card of the deck is drawn while two cards lie in the discard pile.
    """
    s = race(red="20/0 hand 1 2 2 2 2 2 2 deck 3 discard H", blue="10/0 hand 1", rules={"reshuffle": rule})
    go(s, "red", "g1 1", "pass", "pass", "pass")
    assert sorted(s.cards("red", "deck").split()) == deck.split()
    assert s.cards("red", "discard") == discard


@pytest.mark.parametrize(("pro", "end"), [(0, 29), (2, 31)])
def test_pro_legends(pro, end):
    """SPEC 5.16"""
    s = race(black="legend 13/0", pink="-1/1 hand 0", rules={"pro_legends": pro})
    s.state.legend_deck = (0,)
    assert s.finish_round().at("black") == end


@pytest.mark.parametrize(("aggressive", "end"), [(True, 38), (False, 36)])
def test_aggressive_legends(aggressive, end):
    """SPEC R5.7, 16.15"""
    s = race("great-britain", blue="legend 29/0", pink="-1/1 hand 0", rules={"aggressive_legends": aggressive})
    s.state.legend_deck = (0,)
    assert s.finish_round().at("blue") == end


def test_options_change_only_what_they_say():
    """SPEC 12.5"""
    for name, option in OPTIONS.items():
        allowed = [True, False] if option.allowed is bool else list(option.allowed)
        for value in (allowed[0], allowed[-1]):
            changed = overlay(Rules(), {name: value})._asdict()
            assert {key for key, now in changed.items() if now != getattr(Rules(), key)} <= {name}


def test_the_rules_an_option_names_are_in_this_document():
    """SPEC 12.5"""
    numbers = {rule for name, _, rule in ROWS for rule in re.findall(r"R?\d+(?:\.\d+)*", rule)}
    text = (Path(__file__).parents[2] / "SPEC.md").read_text(encoding="utf-8")
    missing = [number for number in numbers if f"**{number}**" not in text and f"## {number} " not in text]
    assert not missing
    assert len(load.track_ids()) == 10
