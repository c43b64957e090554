"""Weather cards and road tokens."""

import pytest

from tests.cases.kit import park, parked
from tests.scenario import race

QUIET = "overheat overheat overheat"  # on USA's lines at 33, 49 and 57, which no car here crosses too fast


@pytest.mark.parametrize(
    ("weather", "choices"),
    [
        ("cloud slipstream+1", ["slip 2", "slip 3", "slip 4", "slip 5"]),
        ("sun weather", ["slip 2", "slip 4", "slip 6"]),
        ("storm weather", ["slip 2", "slip 4", "slip 6"]),
        ("storm overheat", ["slip 2", "slip 4"]),
    ],
)
def test_r21_slipstream_bonuses_are_optional_and_add_up(weather, choices):
    """SPEC 3.6.3, 7.4, R7.4: a card with +2 in a sector with +1 or with the weather's +2, or without either."""
    s = race(red="17/0 g1 hand U16", blue=parked("21/0"), weather=f"{weather} {QUIET}")
    park(s, "blue").act("red", "g1 U16", "pass")
    assert s.at("red") == 20
    assert s.legal("red") == ["pass", *choices]
    s.act("red", choices[-1])
    assert s.at("red") == 20 + int(choices[-1].split()[1])


def test_r21_a_bonus_counts_where_the_slipstream_starts():
    """SPEC 3.6.6: the +1 lies on the sector that the car only enters."""
    s = race(red="8/0 g1 hand 3", blue=parked("12/0"), weather=f"cloud slipstream+1 {QUIET}")
    park(s, "blue").act("red", "g1 3", "pass")
    assert s.legal("red") == ["pass", "slip 2"]


def test_r22_fog_forbids_a_slipstream_that_starts_in_its_sector():
    """SPEC 3.6.6, 7.3: there is nothing to choose but pass (N.2)."""
    s = race(red="17/0 g1 hand 3", blue=parked("21/0"), weather=f"fog weather {QUIET}")
    park(s, "blue").act("red", "g1 3", "pass")
    assert (s.step(), s.at("red")) == ("slip", 20)
    assert s.legal("red") == ["pass"]


def test_r22_fog_lets_a_slipstream_enter_its_sector():
    """SPEC 3.6.6"""
    s = race(red="8/0 g1 hand 3", blue=parked("12/0"), weather=f"fog weather {QUIET}")
    park(s, "blue").act("red", "g1 3", "pass")
    assert s.legal("red") == ["pass", "slip 2"]
    s.act("red", "slip 2")
    assert s.at("red") == 13


def test_r26_free_boost_with_an_empty_engine():
    """SPEC 3.5.25, 3.5.24, 7.4: nothing is paid, and it is the one boost of the turn."""
    s = race(red="13/0 g1 e0 hand 1 deck 2 4 4 4", weather=f"cloud heat_control {QUIET}")
    s.act("red", "g1 1")
    assert s.at("red") == 14
    s.act("red", "boost")
    assert (s.at("red"), s.speed(), s.engine("red")) == (16, 3, 0)
    assert s.events("pay") == []
    assert "boost" not in s.legal("red")


def test_r26_outside_of_the_sector_the_boost_costs_heat():
    """SPEC 3.5.25: one space before the line at 12."""
    s = race(red="10/0 g1 e0 hand 1", weather=f"cloud heat_control {QUIET}")
    s.act("red", "g1 1")
    assert s.at("red") == 11
    assert "boost" not in s.legal("red")


@pytest.mark.parametrize(("start", "uses"), [("34/0", []), ("13/0", ["cool 1 weather"])])
def test_r38_no_cooldown_from_a_token_of_another_sector(start, uses):
    """SPEC 7.5, 7.8, 3.5.23: rain on the sector from 12 to 32."""
    s = race(red=f"{start} g3 hand 1 1 1 H H", blue=parked("0/0"), weather=f"rain weather {QUIET}")
    park(s, "blue").act("red", "g3 1 1 1")
    assert s.legal("red") == ["pass", *uses]


def test_r39_no_cooldown_sector_blocks_every_source():
    """SPEC 3.5.22, R7.5: gear, adrenaline and card."""
    s = race(red="19/0 g1 hand U12 H H H", weather=f"cloud weather {QUIET}")
    s.act("red", "g1 U12")
    assert s.at("red") == 20
    assert s.legal("red") == ["pass", "adrenaline"]


def test_r39_behind_the_next_line_every_source_works_again():
    """SPEC 3.5.22: the place at the moment of use counts."""
    s = race(red="31/0 g1 hand U12 H H H", weather=f"cloud weather {QUIET}")
    s.act("red", "g1 U12")
    assert s.legal("red") == ["pass", "adrenaline"]
    s.act("red", "adrenaline")
    assert s.at("red") == 33
    assert {text.split()[-1] for text in s.legal("red")} == {"pass", "gear", "adrenaline", "U12"}


@pytest.mark.parametrize(
    ("red", "plan", "use", "at"),
    [
        ("8/0 g3 e1 hand 1 1 1 H deck 2 4 4 4", "g3 1 1 1", "boost", 13),
        ("8/0 g3 hand 1 1 1 U24 H deck 2 4 4 4", "g3 1 1 1", "direct U24", 12),
        ("8/0 g3 hand 1 1 U47 H deck 1 4 4 4", "g3 1 1 U47", "accelerate U47", 12),
        ("8/0 g3 hand 1 1 1 H", "g3 1 1 1", "adrenaline", 12),
    ],
)
def test_r41_cooling_sector_reached_in_react(red, plan, use, at):
    """SPEC 3.5.23, 7.8: rain on the sector from 12 on."""
    s = race(red=red, blue=parked("40/0"), weather=f"rain weather {QUIET}")
    park(s, "blue").act("red", plan)
    assert s.at("red") == 11
    assert "cool 1 weather" not in s.legal("red")
    s.act("red", use)
    assert s.at("red") == at
    assert "cool 1 weather" in s.legal("red")
    s.act("red", "cool 1 weather")
    assert (s.engine("red"), s.heat_in_hand("red")) == (1, 0)


def test_r41_an_unused_bonus_is_lost_on_leaving_the_sector():
    """SPEC 3.5.23, R7.3"""
    s = race(red="29/0 g3 e1 hand 1 1 1 H deck 1 4 4 4", blue=parked("0/0"), weather=f"snow weather {QUIET}")
    park(s, "blue").act("red", "g3 1 1 1")
    assert (s.at("red"), s.legal("red")) == (32, ["pass", "cool 1 weather", "boost"])
    s.act("red", "boost")
    assert (s.at("red"), s.legal("red")) == (33, ["pass"])


def test_r41_the_bonus_is_had_once_in_a_sector_and_again_in_another():
    """SPEC 3.5.23, R7.3: weather tokens on the sectors from 12 and from 33 on."""
    weather = "rain weather weather overheat overheat"
    s = race(red="29/0 g3 e1 hand 1 1 1 H H deck 1 4 4 4", blue=parked("0/0"), weather=weather)
    park(s, "blue").act("red", "g3 1 1 1", "cool 1 weather")
    assert s.legal("red") == ["pass", "boost"]
    s.act("red", "boost")
    assert (s.at("red"), s.legal("red")) == (33, ["pass", "cool 1 weather"])


@pytest.mark.parametrize(
    ("cards", "engine", "corner", "at", "left"),
    [
        ("3 4", 6, (0, 1, 7, 7, 0), 12, 6),
        ("4 4", 6, (0, 1, 7, 8, 2), 13, 4),
        ("4 4", 2, (0, 1, 7, 8, 2), 13, 0),
        ("4 4", 1, (0, 1, 7, 8, 2), 11, 0),
    ],
)
def test_r43_overheat_is_one_heat_more_only_over_the_limit(cards, engine, corner, at, left):
    """SPEC 3.7.2, 7.4, 16.4: with one Heat for the two that are due the car spins out."""
    s = race(red=f"5/0 g2 e{engine} hand {cards}", weather="cloud overheat overheat overheat overheat")
    s.act("red", f"g2 {cards}", "pass", "pass")
    assert s.events("corner") == [corner]
    assert (s.at("red"), s.engine("red")) == (at, left)
    assert len(s.events("spin")) == (at == 11)
