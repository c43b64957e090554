from itertools import permutations

import pytest

from heatcli.core.view import view
from tests.rules.driving import go, solo
from tests.scenario import race


@pytest.mark.parametrize("tokens", list(permutations(["cool 1 gear", "boost", "adrenaline", "cool 1 U13"])))
def test_symbols_are_used_in_any_order(tokens):
    """SPEC 3.5.1, 3.5.6"""
    s = solo("13/0 g1 e1 hand U13 H H deck 2 1", "g1 U13", *tokens)
    assert (s.at("red"), s.speed(), s.engine("red"), s.heat_in_hand("red")) == (19, 6, 2, 0)


def test_flipped_cards_bring_no_symbols():
    """SPEC 3.5.2"""
    s = solo("13/0 g3 e1 hand S 1 1 H deck U13 2 4", "g3 1 1 S", "boost")
    assert s.legal("red") == ["pass", "cool 1 adrenaline", "adrenaline"]


def test_a_car_past_the_finish_line_reacts():
    """SPEC 3.5.4, 4.2"""
    s = solo("137/0 e1 hand 1 deck 3", "g1 1")
    assert (s.at("red"), s.step()) == (138, "react")
    assert s.act("red", "boost").at("red") == 141


def test_a_car_past_any_finish_line_reacts():
    """SPEC 3.5.4"""
    assert solo("68/0 e1 hand 1 deck 3", "g1 1", "boost").at("red") == 72


def test_one_use_a_source_and_the_rest_is_lost():
    """SPEC 3.5.6, R3.22"""
    s = solo("13/0 e0 hand 1 H H H H", "g1 1", "cool 1 gear")
    assert s.legal("red") == ["pass", "cool 1 adrenaline", "adrenaline", "boost"]
    s.act("red", "pass", "pass", "pass")
    assert s.heat_in_hand("red") == 3
    assert s.engine("red") == 1


def test_two_cards_of_one_kind_are_two_sources():
    """SPEC 3.5.6, R3.22"""
    s = solo("13/0 g2 e0 hand U12 U12 H H H H H", "g2 U12 U12")
    assert [text for text in s.legal("red") if text.endswith("U12")] == ["cool 1 U12", "cool 2 U12"]
    s.act("red", "cool 1 U12", "cool 2 U12")
    assert (s.engine("red"), s.heat_in_hand("red")) == (3, 2)


def test_cooldown_moves_up_to_n_heat():
    """SPEC 3.5.7"""
    text = "13/0 e2 hand 1 H H H H"
    gear = [token for token in solo(text, "g1 1").legal("red") if token.endswith("gear")]
    assert gear == ["cool 1 gear", "cool 2 gear", "cool 3 gear"]
    s = solo(text, "g1 1", "cool 3 gear")
    assert (s.engine("red"), s.cards("red", "hand")) == (5, "H")
    assert "cool 2 gear" not in solo("13/0 e2 hand 1 H", "g1 1").legal("red")
    assert solo(text, "g1 1", "pass", "pass", "pass").engine("red") == 2


@pytest.mark.parametrize("plan", ["g1 1", "g2 1 1", "g3 1 1 1", "g4 1 1 1 1"])
def test_a_boost_costs_one_heat_in_any_gear(plan):
    """SPEC 3.5.8, 3.5.24"""
    s = solo("13/0 g" + plan[1] + " e3 hand 1 1 1 1 deck 0 4 3", plan)
    gear = int(plan[1])
    assert (s.at("red"), s.speed()) == (13 + gear, gear)
    s.act("red", "boost")
    assert (s.at("red"), s.speed(), s.engine("red")) == (17 + gear, 4 + gear, 2)
    assert s.cards("red", "discard") == "0 H"
    assert "boost" not in s.legal("red")


def test_a_boost_needs_heat_in_the_engine():
    """SPEC 3.5.8"""
    assert "boost" not in solo("13/0 e0 hand 1 H", "g1 1").legal("red")
    assert "boost" in solo("13/0 e1 hand 1 H", "g1 1").legal("red")


def test_a_plus_is_no_boost():
    """SPEC 3.5.24"""
    s = solo("13/0 g2 e2 hand U2 S deck 1 1 1 1 2", "g2 U2 S", "boost")
    assert (s.speed(), s.engine("red"), len(s.events("flip"))) == (6, 1, 5)


def test_the_boost_counts_at_lines_crossed_before():
    """SPEC 3.5.26"""
    s = solo("10/0 g2 e6 hand 3 4 deck 2", "g2 3 4")
    assert s.at("red") == 17
    s.act("red", "boost")
    assert s.cards("red", "played") == "2 3 4"
    s.act("red", "pass", "pass")
    assert s.events("corner") == [(0, 1, 7, 9, 2)]
    assert s.engine("red") == 6 - 1 - 2
    s = solo("10/0 g2 e6 hand 3 4 1 1 1 1 1 1 1 deck 2", "g2 3 4", "boost", "pass", "pass", "pass")
    assert s.cards("red", "discard") == "2 3 4 H H H"


def test_discard_piles_are_hidden_from_others():
    """SPEC R3.25"""
    s = race(red="13/0 hand 1 discard 3 4", blue="20/0 hand 1")
    assert view(s.state, 1).cars[0].discard == 2
    assert view(s.state, 1).discard == ()
    other = race(red="13/0 hand 1 deck 3 4 1 2 3 4 1 2 discard 1 2", blue="20/0 hand 1")
    same = race(red="13/0 hand 1 deck 1 2 1 2 3 4 3 4 discard 1 2", blue="20/0 hand 1")
    swapped = race(red="13/0 hand 1 deck 1 2 1 2 1 2 3 4 discard 3 4", blue="20/0 hand 1")
    assert view(other.state, 1).cars == view(same.state, 1).cars == view(swapped.state, 1).cars


def test_a_boost_without_basic_cards_costs_its_heat():
    """SPEC R3.27, R3.8"""
    s = solo("13/0 e1 hand 1 deck 5 0", "g1 1", "boost")
    assert (s.speed(), s.at("red"), s.engine("red")) == (1, 14, 0)
    assert s.cards("red", "discard") == "0 5 H"
    assert go(race(red="13/0 e1 hand 1 deck "), "red", "g1 1", "boost").speed() == 1
