import pytest

from heatcli.data import load
from tests.rules.driving import go, solo
from tests.scenario import race


def test_a_third_car_finds_no_room_on_a_space():
    """SPEC 0.2.1"""
    s = go(race(red="18/0 g2 hand 1 1", blue="20/0", black="20/1"), "red", "g2 1 1")
    assert (s.at("blue"), s.at("black"), s.at("red")) == (20, 20, 19)


@pytest.mark.parametrize(
    ("space", "side"), [(0, "left"), (11, "left"), (12, "right"), (56, "right"), (57, "left"), (68, "left")]
)
def test_the_race_line_changes_its_side_only_at_lines(space, side):
    """SPEC 0.2.2, 0.2.4"""
    assert load.load_track("usa").race_line(space) == side


def test_the_first_step_from_pole_is_to_space_0():
    """SPEC 0.2.3, 0.2.5"""
    assert solo("-1/0 hand 1", "g1 1").at("red") == 0


def test_the_last_space_is_followed_by_space_0_of_the_next_lap():
    """SPEC 0.2.3, 0.2.5"""
    s = go(race(red="68/0 hand 1", blue="0/0", black="0/1"), "red", "g1 1")
    assert s.at("red") == 68
    s = go(race(red="68/0 hand 1", blue="0/0"), "red", "g1 1")
    assert (s.at("red"), s.spot("red")) == (69, 1)


@pytest.mark.parametrize(
    ("start", "crossed"),
    [(3, []), (4, [(0, 1, 7, 8, 1)]), (11, [(0, 1, 7, 8, 1)]), (12, []), (73, [(0, 1, 7, 8, 1)]), (81, [])],
)
def test_a_line_is_crossed_from_before_it_to_its_first_space(start, crossed):
    """SPEC 0.2.4, 0.2.6"""
    s = solo(f"{start}/0 g2 e6 hand 4 4", "g2 4 4", "pass", "pass")
    assert s.events("corner") == crossed


@pytest.mark.parametrize(("start", "end", "finished"), [(68, 69, []), (136, 137, []), (137, 138, [(0, 1)])])
def test_a_race_of_two_laps_ends_with_the_third_passage(start, end, finished):
    """SPEC 0.2.7"""
    s = solo(f"{start}/0 hand 1", "g1 1").finish_round()
    assert s.at("red") == end
    assert s.events("finish") == finished


def test_ahead_is_the_greater_distance_then_the_race_line():
    """SPEC 0.2.8, 2.2"""
    s = race(red="33/1", blue="33/0", black="34/1", gray="30/0", green="104/1")
    assert s.order() == ["green", "black", "blue", "red", "gray"]


def test_only_1_to_4_are_basic():
    """SPEC 0.2.9"""
    s = solo("20/0 hand S deck 0 5 S H U4 P4 1 2", "g1 S")
    assert s.speed() == 1
    assert s.cards("red", "discard") == "0 5 U4 P4 S H"
    assert s.cards("red", "deck") == "2"


def test_speed_is_a_running_total():
    """SPEC 0.2.10"""
    s = solo("20/0 e6 hand 3 deck 2 1", "g1 3")
    assert s.speed() == 3
    s.act("red", "boost")
    assert s.speed() == 5
    s.act("red", "adrenaline")
    assert s.speed() == 6


def test_heat_in_hand_cannot_pay_until_it_is_in_the_engine():
    """SPEC 0.2.10, 0.2.11"""
    s = solo("20/0 e0 hand 1 H deck 2 1", "g1 1")
    assert "boost" not in s.legal("red")
    s.act("red", "cool 1 gear", "boost")
    assert s.engine("red") == 0
    assert s.cards("red", "discard") == "H"
    assert s.heat_in_hand("red") == 0
