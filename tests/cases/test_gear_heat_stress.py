"""Gears, Heat, boost, Stress, cluttered hands."""

import pytest

from tests.cases.kit import park, parked
from tests.scenario import race


@pytest.mark.parametrize(("engine", "gears"), [(0, [1, 2]), (5, [1, 2, 3])])
def test_r24_a_plan_out_of_reach_is_no_plan(engine, gears):
    """SPEC 3.1.1, 3.1.2, R3.6"""
    s = race(red=f"0/0 g1 e{engine} hand 1 1 2 2 3 3 4")
    assert s.gears("red") == gears
    assert {text.split()[0]: len(text.split()) - 1 for text in s.legal("red")} == {f"g{gear}": gear for gear in gears}


def test_r24_two_gears_up_cost_exactly_1_heat_at_the_reveal():
    """SPEC 3.1.1, 3.1.2"""
    s = race(red="0/0 g1 e2 hand 1 2 3 4", blue="9/0 g1 hand 1")
    s.act("red", "g3 1 2 3")
    assert (s.engine("red"), s.gear("red")) == (2, 1)  # the car has not revealed yet
    s.act("blue", "g1 1")
    assert s.asked() == ["blue"]
    assert s.engine("red") == 2
    s.rest("blue")
    assert (s.engine("red"), s.gear("red")) == (1, 3)
    assert s.events("pay") == [(0, "shift", 1, 0)]
    assert s.cards("red", "discard") == "H"


def test_r25_boost_needs_heat_in_the_engine():
    """SPEC 3.5.8, 0.2.11"""
    s = race(red="13/0 g3 e0 hand 1 1 2 H H", blue="0/0 g1 hand 1")
    s.act("red", "g3 1 1 2").act("blue", "g1 1")
    assert s.asked() == ["red"]
    assert s.legal("red") == ["pass"]


def test_r25_cooling_first_makes_the_boost_possible():
    """SPEC 3.5.7, 3.5.8, 3.5.1"""
    s = race(red="13/0 g2 e0 hand 1 1 H H", blue="0/0 g1 hand 1")
    s.act("red", "g2 1 1").act("blue", "g1 1")
    assert s.legal("red") == ["pass", "cool 1 gear"]
    s.act("red", "cool 1 gear")
    assert s.legal("red") == ["pass", "boost"]


def test_r28_a_flip_turns_on_until_a_basic_card():
    """SPEC 3.3.4, 3.3.5, 3.3.7, 0.2.9"""
    s = race(red="13/0 g1 hand S deck 5 H S 3 4 4 4 4 4 4 4")
    s.act("red", "g1 S")
    assert (s.at("red"), s.speed()) == (16, 3)
    assert s.cards("red", "discard") == "5 S H"
    assert s.cards("red", "played") == "3 S"
    assert s.cards("red", "deck") == "4 4 4 4 4 4 4"
    assert [s.spec.catalogue.codes[card] for _, card in s.events("flip")] == ["5", "H", "S", "3"]
    s.act("red", "pass", "pass", "pass")
    assert s.cards("red", "discard") == "3 5 S S H"
    assert s.cards("red", "hand") == "4 4 4 4 4 4 4"


def test_r32_stress_of_a_spin_out_counts_for_the_hand_size():
    """SPEC 3.7.9, 3.9.2"""
    s = race(red="32/0 g4 hand 1 1 1 5 2 3 4 deck 4 4 4 4 4")
    s.act("red", "g4 1 1 1 5", "pass", "pass")
    assert s.cards("red", "hand") == "2 3 4 S S"
    s.act("red", "pass")
    assert s.cards("red", "hand") == "2 3 4 4 4 S S"
    assert [event[1] for event in s.events("draw")] == [2]


def test_r32_a_hand_above_its_size_draws_nothing_and_is_not_cut():
    """SPEC 3.7.9, 3.9.2"""
    s = race(red="32/0 g4 hand 1 1 1 5 2 2 3 3 4 4")
    s.act("red", "g4 1 1 1 5", "pass", "pass", "pass")
    assert s.step() == "plan"
    assert s.cards("red", "hand") == "2 2 3 3 4 4 S S"
    assert s.events("draw") == []
    assert s.events("discard") == []


def test_r33_no_cluttered_hand_while_a_gear_in_reach_can_be_served():
    """SPEC R3.1, 3.2.3"""
    s = race(red="13/0 g3 e1 hand 1 H H H H H H")
    assert s.legal("red") == ["g1 1"]
    s.act("red", "g1 1")
    assert (s.at("red"), s.engine("red"), s.gear("red")) == (14, 0, 1)
    assert s.step() == "react"
    assert s.events("clutter") == []


def test_r33_cluttered_hand_if_the_lowest_gear_in_reach_needs_too_many_cards():
    """SPEC R3.1, R3.2, 3.2.3"""
    s = race(red="13/0 g3 e0 hand 1 H H H H H H")
    assert s.legal("red") == ["g2 1 H", "g3 1 H H", "g4 1 H H H"]


def test_r34_a_cluttered_turn():
    """SPEC 3.2.4"""
    s = race(red="13/0 g3 e0 hand 1 H H H H H H deck 4 4 4 4", blue=parked("14/0"))
    park(s, "blue").act("red", "g2 1 H")
    assert (s.step(), s.state.round) == ("plan", 2)
    assert (s.at("red"), s.gear("red"), s.engine("red")) == (13, 1, 0)
    assert s.cards("red", "discard") == "1 H"
    assert s.cards("red", "hand") == "4 4 H H H H H"
    assert s.events("move") == []
    assert s.events("cool") == []
    assert s.events("clutter") == [(1,), (0,)]


@pytest.mark.parametrize("plan", ["g2 1 H", "g2 H H", "g1 H", "g3 1 2 H"])
def test_r35_no_heat_in_the_plan_of_a_normal_hand(plan):
    """SPEC 3.2.1, R3.1"""
    s = race(red="13/0 g2 e3 hand 1 2 3 4 5 H H")
    assert "g2 1 2" in s.legal("red")
    assert plan not in s.legal("red")


@pytest.mark.parametrize(
    ("gear", "engine", "gears"),
    [
        (4, 0, [4]),
        (4, 1, [3, 4]),
        (4, 2, [2, 3, 4]),
        (3, 1, [2, 3, 4]),
        (1, 0, [1, 2]),
        (1, 1, [1, 2, 3]),
    ],
)
@pytest.mark.parametrize("space", [38, 44])
def test_r36_downshifts_from_a_flooded_space_cost_one_more(space, gear, engine, gears):
    """SPEC 3.1.3, 10.2, 13.4"""
    s = race("japan", red=f"{space}/0 g{gear} e{engine} hand 1 1 1 1 1 1 1")
    assert s.gears("red") == gears


@pytest.mark.parametrize("space", [37, 45])
def test_r36_a_dry_space_has_the_normal_price(space):
    """SPEC 3.1.1, 13.4"""
    assert race("japan", red=f"{space}/0 g4 hand 1 1 1 1").gears("red") == [3, 4]
    assert race("japan", red=f"{space}/0 g4 e1 hand 1 1 1 1").gears("red") == [2, 3, 4]


@pytest.mark.parametrize(
    ("shift", "plan", "price"),
    [
        (4, "g3 1 1 1", 1),
        (4, "g2 1 1", 2),
        (4, "g4 1 1 1 1", 0),
        (2, "g3 1 1 1", 0),
        (2, "g4 1 1 1 1", 1),
        (2, "g1 1", 1),
        (3, "g1 1", 2),
        (1, "g1 1", 0),
    ],
)
def test_r36_price_of_a_shift_on_a_flooded_space(shift, plan, price):
    """SPEC 3.1.3, R10.1"""
    s = race("japan", red=f"40/0 g{shift} e5 hand 1 1 1 1")
    s.act("red", plan)
    assert s.engine("red") == 5 - price
    assert sum(event[2] for event in s.events("pay")) == price
