"""React in the sectors of weather and road tokens. USA: lines at 12, 33, 49 and 57."""

import pytest

from tests.rules.leading import lead, using
from tests.scenario import race

CLOUD = "cloud weather overheat overheat limit+1"
SNOW = "snow weather overheat overheat limit+1"
FREE = "fog heat_control overheat overheat limit+1"


def test_no_cooldown_under_a_cloud():
    """SPEC 3.5.22"""
    assert lead("13/0 hand 1 U12 H H", "g1 U12", weather=CLOUD).legal("red") == ["pass"]
    assert using(lead("33/0 hand 1 H", "g1 1", weather=CLOUD), "cool") == ["cool 1 gear"]


def test_a_cloud_elsewhere_does_nothing():
    """SPEC 3.5.22"""
    s = lead("13/0 hand 1 H", "g1 1", weather="cloud limit+1 weather overheat overheat")
    assert using(s, "cool") == ["cool 1 gear"]


def test_a_cloud_forbids_the_cooldown_of_adrenaline():
    """SPEC 3.5.22, R7.5"""
    s = race(red="13/0 hand 1 H", weather=CLOUD).act("red", "g1 1")
    assert s.legal("red") == ["pass", "adrenaline"]


def test_cooling_before_a_boost_under_the_cloud():
    """SPEC 3.5.22"""
    s = lead("9/0 e1 hand 1 H H deck 4 1", "g1 1", weather=CLOUD)
    assert using(s, "cool") == ["cool 1 gear", "cool 2 gear"]
    s.act("red", "cool 1 gear", "boost")
    assert (s.at("red"), s.engine("red"), s.heat_in_hand("red")) == (14, 1, 1)


def test_no_cooling_after_a_boost_under_the_cloud():
    """SPEC 3.5.22"""
    s = lead("9/0 e1 hand 1 H H deck 4 1", "g1 1", "boost", weather=CLOUD)
    assert (s.at("red"), s.legal("red")) == (14, ["pass"])


def test_cooling_after_a_boost_out_of_the_cloud():
    """SPEC 3.5.22"""
    s = lead("30/0 e1 hand 1 H H deck 2 1", "g1 1", weather=CLOUD)
    assert using(s, "cool") == []
    s.act("red", "boost")
    assert (s.at("red"), using(s, "cool")) == (33, ["cool 1 gear", "cool 2 gear"])


@pytest.mark.parametrize("card", ["snow", "rain"])
def test_cooldown_of_the_sector(card):
    """SPEC 3.5.23, 3.5.1"""
    s = lead("13/0 g3 hand 1 1 1 H H", "g3 1 1 1", weather=f"{card} weather overheat overheat limit+1")
    assert s.legal("red") == ["pass", "cool 1 weather"]
    s.act("red", "cool 1 weather")
    assert (s.engine("red"), s.heat_in_hand("red"), using(s, "weather")) == (1, 1, [])


@pytest.mark.parametrize("card", ["cloud", "fog", "storm", "sun"])
def test_other_weather_does_not_cool(card):
    """SPEC 3.5.23"""
    s = lead("13/0 g3 hand 1 1 1 H H", "g3 1 1 1", weather=f"{card} weather overheat overheat limit+1")
    assert s.legal("red") == ["pass"]


def test_cooldown_of_the_sector_is_optional():
    """SPEC 3.5.23, 3.5.3"""
    assert lead("13/0 g3 hand 1 1 1 H", "g3 1 1 1", "pass", weather=SNOW).heat_in_hand("red") == 1


def test_cooldown_of_the_sector_works_only_there():
    """SPEC 3.5.23"""
    s = lead("8/0 g3 e1 hand 1 1 0 H H deck 3 1", "g3 0 1 1", weather=SNOW)
    assert using(s, "weather") == []
    s.act("red", "boost")
    assert (s.at("red"), using(s, "weather")) == (13, ["cool 1 weather"])


def test_cooldown_of_the_sector_is_lost_by_leaving_it():
    """SPEC 3.5.23"""
    s = lead("28/0 g3 e1 hand 1 1 1 H H deck 2 1", "g3 1 1 1", weather=SNOW)
    assert using(s, "weather") == ["cool 1 weather"]
    s.act("red", "boost")
    assert (s.at("red"), using(s, "weather")) == (33, [])


def test_cooldown_of_sector_gear_and_card_are_used_one_by_one():
    """SPEC 3.5.23, 3.5.6"""
    s = lead("13/0 g2 hand 1 U12 H H H H H", "g2 1 U12", "cool 1 weather", "cool 1 gear", "cool 2 U12", weather=SNOW)
    assert (s.engine("red"), s.heat_in_hand("red"), using(s, "cool")) == (4, 1, [])


def test_a_free_boost():
    """SPEC 3.5.25"""
    s = lead("13/0 hand 1 deck 3 1", "g1 1", weather=FREE)
    assert s.legal("red") == ["pass", "boost"]
    s.act("red", "boost")
    assert (s.at("red"), s.speed(), s.engine("red"), s.events("pay")) == (17, 4, 0, [])


def test_a_free_boost_is_once_a_turn():
    """SPEC 3.5.25, 3.5.24"""
    s = lead("13/0 e6 hand 1 deck 3 1", "g1 1", "boost", weather=FREE)
    assert (s.engine("red"), s.legal("red")) == (6, ["pass"])


def test_a_boost_is_free_only_from_there():
    """SPEC 3.5.25"""
    s = lead("10/0 e1 hand 1 deck 3 1", "g1 1", "boost", weather=FREE)
    assert (s.at("red"), s.engine("red")) == (14, 0)
    s = lead("31/0 e1 hand 1 deck 3 1", "g1 1", "boost", weather=FREE)
    assert (s.at("red"), s.engine("red")) == (35, 1)
    assert lead("32/0 hand 1", "g1 1", weather=FREE).legal("red") == ["pass"]


def test_a_boost_is_free_once_the_car_is_there():
    """SPEC 3.5.25"""
    s = lead("10/0 hand 1 P10 deck 3 1", "g1 1", weather=FREE)
    assert s.legal("red") == ["pass", "direct P10"]
    s.act("red", "direct P10")
    assert (s.at("red"), s.legal("red")) == (13, ["pass", "boost"])


def test_a_free_boost_before_the_finish_line_and_behind_it():
    """SPEC 3.5.25, 7.5"""
    for start in ("66/0", "68/1"):
        s = race(red=f"{start} hand 1 deck 3 1", weather="fog overheat overheat limit+1 heat_control")
        assert "boost" in s.act("red", "g1 1").legal("red")


def test_every_car_has_the_cooldown_of_the_sector():
    """SPEC 3.5.23"""
    s = race(red="13/0 g3 hand 1 1 1 H", black="12/0 g3 hand 1 1 1 H", weather=SNOW)
    s.act("red", "g3 1 1 1").act("black", "g3 1 1 1").act("red", "cool 1 weather", "pass", "pass", "pass")
    s.act("black", "cool 1 weather")
    assert (s.engine("red"), s.engine("black")) == (1, 1)
