import pytest

from tests.rules.driving import go, solo
from tests.scenario import race

NO = ["pass"]
YES = ["pass", "slip 2"]


@pytest.mark.parametrize(
    ("other", "legal"),
    [("15/0", YES), ("15/1", YES), ("16/0", YES), ("16/1", YES), ("17/0", NO), ("14/1", NO), ("13/0", NO)],
)
def test_a_car_beside_or_directly_in_front(other, legal):
    """SPEC 3.6.1, 3.6.3"""
    s = go(race(red="14/0 hand 1", blue=f"{other} hand 0"), "red", "g1 1", "pass")
    assert (s.at("red"), s.step(), s.legal("red")) == (15, "slip", legal)


def test_a_slipstream_is_optional():
    """SPEC 3.6.1"""
    s = go(race(red="14/0 hand 1", blue="16/0"), "red", "g1 1", "pass", "pass")
    assert (s.at("red"), s.step()) == (15, "discard")


def test_a_legend_offers_slipstream():
    """SPEC 3.6.2, 5.2"""
    s = go(race(red="83/0 hand 1", blue="legend 16/0"), "red", "g1 1", "pass")
    assert s.legal("red") == YES


def test_a_finished_car_offers_slipstream_until_it_leaves():
    """SPEC 3.6.2, 4.6"""
    s = go(race(red="67/0 hand 1", blue="137/0 hand 1"), "red", "g1 1", "pass")
    assert (s.at("blue"), s.legal("red")) == (138, YES)
    s = go(race(red="67/0 hand 0 0", blue="137/0 hand 1", black="66/0 hand 1"), "red", "g1 0")
    s.finish_round()
    go(s, "red", "g1 1", "pass")
    assert (s.at("red"), s.legal("red")) == (68, NO)


def test_a_slipstream_moves_2_spaces():
    """SPEC 3.6.3"""
    s = go(race(red="14/0 hand 1", blue="16/0"), "red", "g1 1", "pass", "slip 2")
    assert s.at("red") == 17


def test_a_blocked_slipstream_gains_one_space():
    """SPEC 3.6.4"""
    s = go(race(red="14/0 hand 1", blue="16/0", black="17/0", gray="17/1"), "red", "g1 1", "pass", "slip 2")
    assert (s.at("red"), s.spot("red")) == (16, 1)


def test_a_fully_blocked_slipstream_is_not_allowed():
    """SPEC R3.29, 3.6.4"""
    cars = {"blue": "16/0", "green": "16/1", "black": "17/0", "gray": "17/1"}
    assert go(race(red="14/0 hand 1", **cars), "red", "g1 1", "pass").legal("red") == NO


@pytest.mark.parametrize(("card", "cost"), [("3", 0), ("4", 1)])
def test_lines_crossed_by_slipstream_are_checked_with_the_speed_of_the_turn(card, cost):
    """SPEC 3.6.5"""
    s = race(red=f"{31 - int(card)}/0 e6 hand {card}", blue="32/0")
    go(s, "red", f"g1 {card}", "pass", "slip 2")
    assert (s.at("red"), s.speed()) == (33, int(card))
    assert [event for event in s.events("corner") if event[0] == 0] == [(0, 2, 3, int(card), cost)]
    assert s.engine("red") == 6 - cost


def test_a_slipstream_may_cross_a_finish_line():
    """SPEC 3.6.7"""
    s = go(race(red="66/0 hand 1", blue="68/0"), "red", "g1 1", "pass", "slip 2")
    assert s.at("red") == 69


def test_a_finished_car_does_not_slipstream():
    """SPEC 3.6.7, 4.2"""
    s = race(red="137/0 hand 1", blue="0/0 hand 1").act("red", "g1 1").act("blue", "g1 1").act("red", "pass")
    assert (s.at("red"), s.asked()) == (138, ["blue"])


def test_no_second_slipstream():
    """SPEC 3.6.8"""
    s = go(race(red="14/0 hand 1", blue="16/0", black="18/0"), "red", "g1 1", "pass", "slip 2")
    assert (s.at("red"), s.step()) == (17, "discard")


@pytest.mark.parametrize(("start", "other", "legal"), [(134, "136/0", YES), (135, "137/0", NO)])
def test_the_last_lap_is_judged_by_the_nominal_target(start, other, legal):
    """SPEC R3.28, 3.6.7"""
    s = race(red=f"{start}/0 hand 1", blue=f"{other} hand 0", black="0/0 hand 0", gray="0/1 hand 0")
    assert go(s, "red", "g1 1", "pass").legal("red") == legal


def test_a_car_that_did_not_move_may_slipstream():
    """SPEC R3.30"""
    s = go(race(red="14/0 hand 0", blue="15/0"), "red", "g1 0", "pass", "slip 2")
    assert (s.at("red"), s.speed()) == (16, 0)


def test_nobody_slipstreams_alone():
    """SPEC 3.6.1"""
    assert solo("14/0 hand 1", "g1 1", "pass").legal("red") == NO
