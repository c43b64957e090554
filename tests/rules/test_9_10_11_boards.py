import pytest

from tests.rules.driving import go, solo
from tests.scenario import race

TURN = ("pass", "pass", "pass")


@pytest.mark.parametrize("space", [16, 23, 37, 41, 45, 48, 61, 70, 79, 87])
def test_nothing_is_discarded_in_a_tunnel(space):
    """SPEC 9.2"""
    s = solo(f"{space}/0 e6 hand 0 1 2", "g1 0", "pass", "pass", track="espana")
    assert s.legal("red") == ["pass"]


@pytest.mark.parametrize("space", [15, 24, 36, 42, 44, 49, 60, 71, 78, 88])
def test_beside_a_tunnel_cards_may_be_discarded(space):
    """SPEC 9.2"""
    s = solo(f"{space}/0 e6 hand 0 1 2", "g1 0", "pass", "pass", track="espana")
    assert s.legal("red") == ["pass", "discard 1", "discard 1 2", "discard 2"]


def test_playing_cooling_and_replenish_work_in_a_tunnel():
    """SPEC 9.2"""
    s = solo("17/0 e0 hand 1 H", "g1 1", "cool 1 gear", *TURN, track="espana")
    assert (s.at("red"), s.engine("red"), len(s.car("red").hand), s.cards("red", "discard")) == (18, 1, 7, "1")


def test_slipstream_out_of_a_tunnel_before_discarding():
    """SPEC 9.2"""
    s = race("espana", red="21/0 hand 1 2", blue="23/0")
    go(s, "red", "g1 1", "pass", "slip 2")
    assert (s.at("red"), s.legal("red")) == (24, ["pass", "discard 2"])


@pytest.mark.parametrize(
    ("space", "flooded"),
    [(4, False), (5, True), (10, True), (11, False), (37, False), (38, True), (44, True), (45, False), (49, True),
     (54, True), (55, False)],
)  # fmt: skip
def test_flooded_spaces_make_downshifts_dearer(space, flooded):
    """SPEC 10.2, 3.1.3"""
    s = solo(f"{space}/0 g3 e6 hand 1 1", "g2 1 1", track="japan")
    assert s.engine("red") == (5 if flooded else 6)


def test_playing_moving_and_cooling_on_flooded_spaces():
    """SPEC 10.2"""
    s = solo("38/0 g2 e0 hand 1 1 H", "g2 1 1", "cool 1 gear", track="japan")
    assert (s.at("red"), s.engine("red")) == (40, 1)


def test_who_cannot_pay_the_surcharge_keeps_or_raises_the_gear():
    """SPEC 10.3"""
    assert race("japan", red="38/0 g3 e0 hand 1 1 1").gears("red") == [3]
    s = race("japan", red="38/0 g3 e0 hand 1 1 H H")
    assert s.legal("red") == ["g3 1 1 H", "g4 1 1 H H"]
    s.act("red", "g3 1 1 H")
    assert (s.at("red"), s.gear("red"), s.engine("red")) == (38, 1, 0)


def test_mexico_is_dry():
    """SPEC 10.6"""
    for space in range(60):
        assert solo(f"{space}/0 g3 e1 hand 0 0", "g2 0 0", track="mexico").engine("red") == 1


def test_gear_1_on_a_flooded_space():
    """SPEC R10.1"""
    assert solo("38/0 g1 e1 hand 0", "g1 0", track="japan").engine("red") == 1


def test_the_fall_to_gear_1_is_free():
    """SPEC R10.2"""
    s = solo("38/0 g3 e1 hand H H H H", "g4 H H H H", track="japan")
    assert (s.gear("red"), s.engine("red")) == (1, 1)


@pytest.mark.parametrize(
    ("place", "paid"),
    [
        ("13/0", 1), ("13/1", 1), ("24/0", 1), ("56/1", 1), ("21/0", 0), ("21/1", 0), ("6/1", 0),
        ("7/0", 0), ("7/1", 1),  # left spot; the Race Line is on the right
        ("16/0", 0), ("16/1", 1), ("57/0", 0), ("57/1", 1),
        ("25/0", 0), ("25/1", 1),  # right spot; the Race Line is on the left behind line 3
        ("47/0", 0), ("47/1", 1),  # behind line 5, on the left
    ],
)  # fmt: skip
def test_gravel_costs_one_heat(place, paid):
    """SPEC 11.3, 13.4"""
    s = solo(f"{place} e2 hand 0", "g1 0", *TURN, track="south-africa")
    assert s.engine("red") == 2 - paid
    assert s.events("pay") == [(0, "gravel", 1, 0)] * paid


def test_gravel_needs_heat_in_the_engine():
    """SPEC 11.3"""
    s = solo("13/0 e0 hand 0", "g1 0", *TURN, track="south-africa")
    assert (s.engine("red"), s.events("pay")) == (0, [])


def test_gravel_after_a_cluttered_hand():
    """SPEC R11.2"""
    assert solo("13/0 e2 hand H", "g1 H", track="south-africa").engine("red") == 1


def test_no_gravel_for_finished_cars():
    """SPEC R11.2"""
    s = solo("141/0 g4 e3 hand 4 4 4 4", "g4 4 4 4 4", "pass", track="south-africa")
    assert (s.at("red"), s.engine("red"), s.step()) == (157, 3, "over")


def test_the_spot_is_decided_as_everywhere():
    """SPEC R11.3"""
    s = solo("6/1 e2 hand 1", "g1 1", *TURN, track="south-africa")
    assert (s.at("red"), s.spot("red"), s.engine("red")) == (7, 0, 2)
    s = go(race("south-africa", red="6/1 e2 hand 1", blue="7/0"), "red", "g1 1", *TURN)
    assert (s.at("red"), s.spot("red"), s.engine("red")) == (7, 1, 1)
