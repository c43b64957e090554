"""Slipstream."""

import pytest

from tests.cases.kit import park, parked
from tests.scenario import race


def test_r17_slipstream_is_no_speed():
    """SPEC 3.6.5, 3.3.9"""
    s = race(red="8/0 g1 e2 hand 3", blue=parked("12/0"))
    park(s, "blue").act("red", "g1 3", "pass", "slip 2")
    assert s.at("red") == 13
    assert s.events("corner") == [(0, 1, 7, 3, 0)]
    assert s.engine("red") == 2


def test_r17_line_crossed_by_slipstream_is_checked():
    """SPEC 3.6.5, 3.7.1"""
    s = race(red="2/0 g2 e2 hand 5 4", blue=parked("12/0"))
    park(s, "blue").act("red", "g2 4 5")
    assert s.at("red") == 11
    s.act("red", "pass", "slip 2")
    assert s.events("corner") == [(0, 1, 7, 9, 2)]
    assert (s.at("red"), s.engine("red")) == (13, 0)
    assert s.events("spin") == []


def test_r17_line_crossed_by_slipstream_can_end_in_a_spin_out():
    """SPEC 3.6.5, 3.7.7"""
    s = race(red="2/0 g2 e1 hand 5 4", blue=parked("12/0"))
    park(s, "blue").act("red", "g2 4 5", "pass", "slip 2")
    assert (s.at("red"), s.engine("red"), s.gear("red")) == (11, 0, 1)


@pytest.mark.parametrize(
    ("start", "other", "may"),
    [
        ("17/0", "20/0", True),
        ("17/0", "21/0", True),
        ("17/0", "21/1", True),
        ("17/0", "22/0", False),
        ("17/0", "19/0", False),
        ("65/0", "69/0", True),
        ("65/0", "69/1", True),
        ("65/0", "70/0", False),
    ],
)
def test_r18_slipstream_needs_a_car_beside_or_right_ahead(start, other, may):
    """SPEC 3.6.1: across the finish line too."""
    s = race(red=f"{start} g1 hand 3", blue=parked(other))
    park(s, "blue").act("red", "g1 3", "pass")
    assert s.step() == "slip"
    assert s.legal("red") == (["pass", "slip 2"] if may else ["pass"])


def test_r20_slipstream_that_gains_nothing_is_not_offered():
    """SPEC 3.6.4, R3.29"""
    places = {"blue": "21/0", "green": "21/1", "gray": "22/0", "yellow": "22/1"}
    s = race(red="17/0 g1 hand 3", **{colour: parked(place) for colour, place in places.items()})
    park(s, *places).act("red", "g1 3", "pass")
    assert s.at("red") == 20
    assert s.legal("red") == ["pass"]


def test_r20_slipstream_cut_short_is_offered():
    """SPEC 3.6.4, 3.3.12"""
    places = {"blue": "21/0", "gray": "22/0", "yellow": "22/1"}
    s = race(red="17/0 g1 hand 3", **{colour: parked(place) for colour, place in places.items()})
    park(s, *places).act("red", "g1 3", "pass")
    assert s.legal("red") == ["pass", "slip 2"]
    s.act("red", "slip 2")
    assert (s.at("red"), s.spot("red")) == (21, 1)
