import pytest

from tests.rules.driving import go, solo, with_adrenaline
from tests.scenario import race

FIVE = {"red": "24/0 hand 1", "blue": "22/0 hand 1", "black": "20/0 hand 1", "gray": "18/0 hand 1"}


@pytest.mark.parametrize(
    ("green", "got"), [(None, ["gray"]), ("16/0 hand 1", ["gray", "green"]), ("26/0 hand 1", ["black", "gray"])]
)
def test_the_last_has_adrenaline_and_of_five_the_second_last(green, got):
    """SPEC 3.4.1"""
    cars = FIVE if green is None else {**FIVE, "green": green}
    assert with_adrenaline(race(**cars)) == got


def test_legends_count_but_take_no_adrenaline():
    """SPEC 3.4.2"""
    assert with_adrenaline(race(**FIVE, green="legend 40/0")) == ["black", "gray"]
    assert with_adrenaline(race(**FIVE, green="legend 13/0")) == ["gray"]
    assert with_adrenaline(race(red="24/0 hand 1", blue="22/0 hand 1", green="legend 13/0")) == []


def test_two_of_those_left_have_adrenaline_if_five_started():
    """SPEC 3.4.3, R3.13"""
    s = race(
        red="137/0 hand 1", blue="136/0 hand 3", black="137/1 hand 1",
        gray="100/0 hand 1", green="90/0 hand 1",
    ).finish_round()  # fmt: skip
    assert s.order() == ["gray", "green"]
    assert with_adrenaline(s) == ["gray", "green"]


def test_the_only_car_left_has_adrenaline():
    """SPEC R3.13"""
    s = race(red="137/0 hand 1", blue="100/0 hand 1").finish_round()
    assert with_adrenaline(s) == ["blue"]


def test_the_parts_of_adrenaline_are_optional():
    """SPEC 3.4.4, R3.12"""
    s = solo("13/0 g3 e0 hand 1 1 1 H H", "g3 1 1 1")
    assert s.legal("red") == ["pass", "cool 1 adrenaline", "adrenaline"]
    s.act("red", "adrenaline")
    assert (s.at("red"), s.speed(), s.legal("red")) == (17, 4, ["pass", "cool 1 adrenaline"])
    s.act("red", "cool 1 adrenaline")
    assert (s.engine("red"), s.heat_in_hand("red")) == (1, 1)
    assert s.legal("red") == ["pass", "boost"]


def test_adrenaline_may_be_used_anywhere_among_the_reactions():
    """SPEC 3.4.4"""
    s = solo("13/0 g3 e1 hand 1 1 1 H H deck 2", "g3 1 1 1", "boost", "cool 1 adrenaline", "adrenaline", "pass")
    assert (s.at("red"), s.speed(), s.engine("red")) == (19, 6, 1)


def test_adrenaline_is_not_kept():
    """SPEC 3.4.4"""
    s = race(red="13/0 g1 hand 4", blue="14/0 hand 1")
    go(s, "red", "g1 4", "pass").finish_round()
    assert s.order() == ["red", "blue"]
    assert with_adrenaline(s) == ["blue"]


def test_the_speed_of_adrenaline_counts_for_lines():
    """SPEC 3.4.5"""
    assert solo("5/0 g2 e6 hand 4 3", "g2 3 4", "pass", "pass").engine("red") == 6
    assert solo("5/0 g2 e6 hand 4 3", "g2 3 4", "adrenaline", "pass", "pass").engine("red") == 5


def test_adrenaline_is_fixed_at_the_start_of_the_round():
    """SPEC 3.4.6"""
    s = race(**FIVE | {"gray": "18/0 g3 hand 4 4 4"}, green="16/0 hand 1")
    go(s, "gray", "g3 4 4 4")
    assert s.at("gray") == 30
    assert "adrenaline" in s.legal("gray")
    s.act("gray", "pass", "pass", "pass")
    assert "adrenaline" in s.legal("green")


def test_cars_that_left_the_race_do_not_count():
    """SPEC R3.14"""
    s = race(
        red="137/0 hand 1", blue="100/0 hand 1", black="95/0 hand 1", gray="90/0 hand 1", green="85/0 hand 1",
        rules={"allow_concede": True},
    ).finish_round()  # fmt: skip
    s.act("green", "concede")
    assert with_adrenaline(s) == ["black", "gray"]


def test_adrenaline_is_offered_where_the_car_is_blocked():
    """SPEC R3.15"""
    s = race(red="14/0 hand 0", blue="15/0", black="15/1")
    go(s, "red", "g1 0", "adrenaline")
    assert (s.at("red"), s.speed()) == (14, 1)


def test_an_event_card_takes_all_adrenaline():
    """SPEC 3.4.7, 8.9"""
    s = race(red="13/0 g3 hand 1 1 1 H H", event="sudden-rain").act("red", "g3 1 1 1")
    assert s.legal("red") == ["pass"]
    assert with_adrenaline(race(**FIVE, green="16/0 hand 1", event="sudden-rain")) == []
