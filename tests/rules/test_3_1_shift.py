import pytest

from tests.rules.driving import solo
from tests.scenario import race

HAND = "hand 1 1 1 1 2 2 2"


@pytest.mark.parametrize(
    ("gear", "engine", "gears"),
    [
        (1, 0, [1, 2]), (1, 1, [1, 2, 3]), (1, 6, [1, 2, 3]),
        (2, 0, [1, 2, 3]), (2, 1, [1, 2, 3, 4]),
        (3, 0, [2, 3, 4]), (3, 1, [1, 2, 3, 4]),
        (4, 0, [3, 4]), (4, 6, [2, 3, 4]),
    ],
)  # fmt: skip
def test_gears_within_reach(gear, engine, gears):
    """SPEC 3.1.1, 3.1.2"""
    assert race(red=f"20/0 g{gear} e{engine} {HAND}").gears("red") == gears


@pytest.mark.parametrize(("plan", "left"), [("g1 1", 5), ("g2 1 1", 6), ("g3 1 1 1", 6), ("g4 1 1 1 1", 6)])
def test_only_two_steps_cost_heat(plan, left):
    """SPEC 3.1.1"""
    assert solo(f"20/0 g3 e6 {HAND}", plan).engine("red") == left


def test_two_steps_up_cost_one_heat():
    """SPEC 3.1.1"""
    s = solo(f"20/0 g1 e6 {HAND}", "g3 1 1 1")
    assert (s.gear("red"), s.engine("red"), s.events("pay")) == (3, 5, [(0, "shift", 1, 0)])


def test_the_shift_is_paid_before_any_cooldown():
    """SPEC 3.1.2"""
    s = solo(f"20/0 g3 e1 {HAND} H", "g1 1")
    assert s.engine("red") == 0
    s.act("red", "cool 1 gear")
    assert (s.engine("red"), s.cards("red", "discard")) == (1, "H")
    assert race(red="20/0 g3 e0 hand 1 1 1 1 H H").gears("red") == [2, 3, 4]


@pytest.mark.parametrize(
    ("gear", "engine", "gears"),
    [(3, 0, [3, 4]), (3, 1, [2, 3, 4]), (3, 2, [1, 2, 3, 4]), (1, 0, [1, 2]), (1, 1, [1, 2, 3]), (2, 0, [2, 3])],
)
def test_gears_within_reach_on_a_flooded_space(gear, engine, gears):
    """SPEC 3.1.3"""
    assert race("japan", red=f"38/0 g{gear} e{engine} {HAND}").gears("red") == gears
    assert race("japan", red=f"98/1 g{gear} e{engine} {HAND}").gears("red") == gears


@pytest.mark.parametrize(("plan", "left"), [("g1 1", 4), ("g2 1 1", 5), ("g3 1 1 1", 6), ("g4 1 1 1 1", 6)])
def test_the_price_of_a_downshift_on_a_flooded_space(plan, left):
    """SPEC 3.1.3"""
    assert solo(f"38/0 g3 e6 {HAND}", plan, track="japan").engine("red") == left


def test_upshifts_on_a_flooded_space_cost_the_normal_price():
    """SPEC 3.1.3"""
    assert solo(f"38/0 g2 e6 {HAND}", "g4 1 1 1 1", track="japan").engine("red") == 5


@pytest.mark.parametrize(
    ("plan", "cooldowns"),
    [
        ("g1 1", ["cool 1 gear", "cool 2 gear", "cool 3 gear"]),
        ("g2 1 1", ["cool 1 gear"]),
        ("g3 1 1 1", []),
        ("g4 1 1 1 1", []),
    ],
)
def test_the_new_gear_sets_cards_and_cooldown(plan, cooldowns):
    """SPEC 3.1.4"""
    s = solo("20/0 g2 e6 hand 1 1 1 1 H H H H", plan)
    assert [text for text in s.legal("red") if text.endswith("gear")] == cooldowns
    assert len(s.car("red").played) == s.gear("red") == int(plan[1])


@pytest.mark.parametrize(("plan", "stress"), [("g2 4 4", "S"), ("g3 4 4 4", "S S")])
def test_the_new_gear_sets_the_stress_of_a_spin_out(plan, stress):
    """SPEC 3.1.4"""
    s = solo("30/0 g2 e0 hand 4 4 4", plan, "pass", "pass")
    assert s.cards("red", "hand").replace("4", "").strip() == stress
