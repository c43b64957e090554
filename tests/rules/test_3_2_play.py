import pytest

from heatcli.core.check import check
from heatcli.core.view import view
from heatcli.record.tokens import read_token
from tests.rules.driving import go, solo
from tests.scenario import race


def test_any_cards_but_heat_may_be_played():
    """SPEC 3.2.1"""
    s = race(red="20/0 g1 e0 hand 1 5 S U13 P4 H")
    assert sorted(text for text in s.legal("red") if text.startswith("g2")) == sorted([
        "g2 1 5", "g2 1 U13", "g2 1 P4", "g2 1 S", "g2 5 U13", "g2 5 P4", "g2 5 S", "g2 U13 P4", "g2 U13 S", "g2 P4 S",
    ])  # fmt: skip


@pytest.mark.parametrize("gear", [1, 2, 3, 4])
def test_exactly_as_many_cards_as_the_gear(gear):
    """SPEC 3.2.1, 3.2.2"""
    s = race(red=f"20/0 g{gear} e6 hand 1 2 3 4 5 S H")
    assert {len(text.split()) - 1 for text in s.legal("red") if text[1] == str(gear)} == {gear}


def test_a_cluttered_hand_is_filled_up_with_heat():
    """SPEC 3.2.3"""
    assert race(red="20/0 g4 e0 hand 1 H H H H").legal("red") == ["g3 1 H H", "g4 1 H H H"]


def test_the_turn_of_a_cluttered_car():
    """SPEC 3.2.4, R3.30"""
    s = race(red="32/0 g4 e1 hand S H H H U13 deck 1 2 3 4 1 2 3", blue="32/1", black="33/0")
    assert s.gears("red") == [2]
    s = race(red="32/0 g4 e1 hand U13 H H H deck 1 2 3 4 1 2 3", blue="32/1", black="33/0")
    go(s, "red", "g2 U13 H")
    assert (s.state.round, s.step()) == (2, "plan")
    assert (s.at("red"), s.gear("red"), s.engine("red")) == (32, 1, 0)
    assert [event for event in s.events("pay") if event[0] == 0] == [(0, "shift", 1, 0)]
    assert [event for event in s.events("move") if event[0] == 0] == []
    assert s.events("corner") == []
    assert s.cards("red", "discard") == "U13 H H"
    assert s.cards("red", "hand") == "1 1 2 3 4 H H"


def test_a_cluttered_car_goes_on_in_the_next_round():
    """SPEC 3.2.4"""
    s = solo("20/0 g4 e0 hand 1 H H H", "g4 1 H H H")
    assert (s.state.round, s.step(), s.at("red"), s.gear("red")) == (2, "plan", 20, 1)


def test_stress_in_a_cluttered_hand_does_not_flip():
    """SPEC 3.2.5"""
    s = solo("20/0 g4 e0 hand S H H deck 1 2 3 4 1 2 3", "g3 S H H")
    assert s.events("flip") == []
    assert s.cards("red", "discard") == "S H H"


def test_the_round_after_a_cluttered_hand_starts_from_gear_1():
    """SPEC 3.2.6"""
    s = solo("20/0 g3 e1 hand H H H", "g3 H H H")
    assert s.gears("red") == [1, 2, 3]
    assert s.act("red", "g3 1 2 3").engine("red") == 0
    assert solo("20/0 g3 e1 hand H H H", "g3 H H H", "g2 1 2").engine("red") == 1
    assert solo("20/0 g4 e0 hand 1 H H", "g3 1 H H").gears("red") == [1, 2]


@pytest.mark.parametrize(
    ("text", "forced_only", "literal"),
    [
        ("20/0 g4 e1 hand 1 1 H H H H H", [2], [2, 3, 4]),
        ("20/0 g4 e0 hand 1 1 H H H H H", [3, 4], [3, 4]),
        ("20/0 g2 e0 hand 1 H H H H H H", [1], [1, 2, 3]),
        ("20/0 g2 e1 hand H H H H", [1, 2, 3, 4], [1, 2, 3, 4]),
        ("20/0 g3 e1 hand 1 H H H H", [1], [1, 2, 3, 4]),
    ],
)
def test_who_may_clutter_the_hand(text, forced_only, literal):
    """SPEC R3.1, 3.2.3"""
    assert race(red=text).gears("red") == forced_only
    assert race(red=text, rules={"cluttered_rule": "literal"}).gears("red") == literal


@pytest.mark.parametrize(("engine", "gears"), [(0, [4]), (1, [3, 4]), (2, [2])])
def test_who_may_clutter_the_hand_on_a_flooded_space(engine, gears):
    """SPEC R3.1, 3.1.3"""
    assert race("japan", red=f"38/0 g4 e{engine} hand 1 1 H H H H H").gears("red") == gears


def test_a_forced_cluttered_hand_may_take_any_legal_gear():
    """SPEC R3.2"""
    text = "20/0 g4 e1 hand 1 H H H H"
    assert race(red=text).legal("red") == ["g2 1 H", "g3 1 H H", "g4 1 H H H"]
    assert [solo(text, plan).engine("red") for plan in race(red=text).legal("red")] == [0, 1, 1]


def test_a_forced_cluttered_hand_does_not_take_a_gear_it_can_serve():
    """SPEC R3.2, 3.2.3"""
    assert race(red="20/0 g3 e0 hand 1 H H H H").legal("red") == ["g2 1 H", "g3 1 H H", "g4 1 H H H"]


def test_a_hand_of_heat_plays_only_heat():
    """SPEC R3.4"""
    assert race(red="20/0 g1 e0 hand H H H H H").legal("red") == ["g1 H", "g2 H H"]


def test_missing_cards_clutter_the_hand():
    """SPEC R3.5"""
    s = race(red="20/0 g4 e0 hand 1 H deck ")
    assert s.legal("red") == ["g3 1 H", "g4 1 H"]
    s.act("red", "g4 1 H")
    assert (s.at("red"), s.gear("red"), s.state.round) == (20, 1, 2)


@pytest.mark.parametrize("plan", ["g1 1", "g4 1 1", "g2 1", "g2 1 H", "g2 1 5", "g0"])
def test_plans_are_checked(plan):
    """SPEC R3.6"""
    s = race(red="20/0 g3 e0 hand 1 1 1 1 H")
    assert check(s.state, 0, read_token(plan, s.spec.catalogue))
    assert check(s.state, 0, read_token("g2 1 1", s.spec.catalogue)) is None


EARLY = {"reveal_gear_early": True}


def test_gears_are_secret_until_the_turn():
    """SPEC R2.1"""
    s = race(red="20/0 g2 hand 1 4", blue="30/0 g1 hand 1 2").act("red", "g1 4").act("blue", "g2 1 2")
    assert s.events("gears") == []
    assert view(s.state, 1).cars[0].planned == 0


def test_gears_are_shown_as_soon_as_all_have_planned():
    """SPEC R2.1"""
    s = race(red="20/0 g2 hand 1 4", blue="30/0 g1 hand 1 2 4", rules=EARLY).act("red", "g1 4")
    assert s.events("gears") == []
    assert view(s.state, 1).cars[0].planned == 0
    s.act("blue", "g2 1 2")
    assert s.events("gears") == [(((1, 2), (0, 1)),)]
    seen = view(s.state, 1).cars[0]
    assert (seen.planned, seen.gear, seen.hand, seen.played) == (1, 2, 2, ())


def test_gears_shown_early_are_paid_in_the_turn():
    """SPEC R2.1, 3.1.2"""
    s = race(red="20/0 g1 e6 hand 1 1 4", blue="30/0 hand 1 2", rules=EARLY).act("red", "g3 1 1 4").act("blue", "g1 1")
    assert (s.engine("red"), view(s.state, 1).cars[0].planned) == (6, 3)
    s.rest("blue")
    assert (s.engine("red"), s.gear("red"), view(s.state, 1).cars[0].planned) == (5, 3, 0)


def test_gears_shown_early_are_those_of_the_round():
    """SPEC R2.1"""
    s = race(red="20/0 hand 1", blue="30/0 hand 1", black="legend 13/0", rules=EARLY)
    s.finish_round()
    assert s.events("gears") == [(((1, 1), (0, 1)),)]
    assert [view(s.state, 0).cars[seat].planned for seat in range(3)] == [0, 0, 0]
