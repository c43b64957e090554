"""Cooldown, adrenaline, the discard step."""

import pytest

from tests.cases.kit import offered, park, parked
from tests.scenario import race


@pytest.mark.parametrize(
    ("gear", "hand", "uses"),
    [
        (1, "1 H H", ["cool 1 gear", "cool 2 gear"]),
        (1, "1 H H H H", ["cool 1 gear", "cool 2 gear", "cool 3 gear"]),
        (1, "1 2", []),
        (2, "1 2 3", []),
        (2, "1 2 H H", ["cool 1 gear"]),
        (3, "1 2 3 H H", []),
        (4, "1 2 3 4 H H", []),
    ],
)
def test_r38_cooldown_of_the_gear(gear, hand, uses):
    """SPEC 3.1.4, 3.5.7: up to the gear's number, never more than the Heat in hand, and never a must."""
    s = race(red=f"13/0 g{gear} hand {hand}", blue="0/0 g1 hand 1")
    s.act("blue", "g1 1").act("red", " ".join([f"g{gear}", *"1234"[:gear]]))
    assert s.asked() == ["red"]
    assert s.legal("red") == ["pass", *uses]


@pytest.mark.parametrize(("use", "engine", "left"), [("pass", 0, 2), ("cool 1 gear", 1, 1), ("cool 2 gear", 2, 0)])
def test_r38_cooldown_takes_as_many_as_said(use, engine, left):
    """SPEC 3.5.7, R3.22: an unused part is lost."""
    s = race(red="13/0 g1 hand 1 H H", blue="0/0 g1 hand 1")
    s.act("blue", "g1 1").act("red", "g1 1", use)
    assert (s.engine("red"), s.heat_in_hand("red")) == (engine, left)
    assert not [text for text in s.legal("red") if text.startswith("cool")]


@pytest.mark.parametrize(
    ("start", "discards"),
    [
        (13, True),
        (14, False),
        (20, False),
        (21, False),
        (22, True),
    ],
)
def test_r59_nothing_is_discarded_in_a_tunnel(start, discards):
    """SPEC 3.8.3, 9.2, 13.4: España 16-23 is a tunnel; the space where the turn ends counts."""
    s = race("espana", red=f"{start}/0 g1 hand 2 3 4 S H")
    s.act("red", "g1 2", "pass", "pass")
    assert s.step() == "discard"
    assert s.legal("red") == (["pass", "discard 3", "discard 3 4", "discard 4"] if discards else ["pass"])


@pytest.mark.parametrize(
    ("colours", "due"),
    [
        (["red"], ["red"]),
        (["red", "blue", "green", "gray"], ["gray"]),
        (["red", "blue", "green", "gray", "black"], ["gray", "black"]),
        (["red", "blue", "green", "gray", "black", "yellow"], ["black", "yellow"]),
    ],
)
def test_r60_adrenaline_goes_to_the_last_car_and_from_five_on_to_the_last_two(colours, due):
    """SPEC 3.4.1, 16.7"""
    s = race(**{colour: f"{30 - 3 * i}/0 g1 hand 1" for i, colour in enumerate(colours)})
    for colour in colours:
        s.act(colour, "g1 1")
    assert offered(s, "adrenaline") == due


def test_r60_who_has_adrenaline_is_fixed_at_the_start_of_the_round():
    """SPEC 3.4.6: the last car keeps it when it passes everybody, and nobody inherits it."""
    s = race(red="22/0 g1 hand 1", blue="21/0 g1 hand 1", green="20/0 g1 hand 1", gray="20/1 g1 hand 4")
    s.act("red", "g1 1").act("blue", "g1 1").act("green", "g1 1").act("gray", "g1 4")
    s.rest("red").rest("blue").rest("green")
    assert s.asked() == ["gray"]
    assert s.at("gray") > max(s.at(colour) for colour in ("red", "blue", "green"))
    assert "adrenaline" in s.legal("gray")
    s.act("gray", "adrenaline")
    assert (s.at("gray"), s.speed()) == (25, 5)


def test_r60_adrenaline_of_five_starters_stays_with_two_when_cars_have_finished():
    """SPEC 3.4.3, 16.8"""
    cars = {"red": 137, "blue": 136, "green": 135, "gray": 60, "black": 50}
    s = race(**{colour: f"{at}/0 g1 hand 3" for colour, at in cars.items()})
    for colour in cars:
        s.act(colour, "g1 3")
    s.finish_round()
    assert s.asked() == ["gray", "black"]
    for colour in s.asked():
        s.act(colour, s.legal(colour)[0])
    assert offered(s, "adrenaline") == ["gray", "black"]


def test_r62_a_conceded_car_does_not_use_up_adrenaline():
    """SPEC R3.14, R4.3: seven started, one finished, one conceded; the last two still in the order have it."""
    cars = {"red": 137, "blue": 60, "green": 50, "gray": 40, "black": 30, "yellow": 20, "white": 10}
    s = race(**{colour: f"{at}/0 g1 hand 1" for colour, at in cars.items()}, rules={"allow_concede": True})
    for colour in cars:
        s.act(colour, "g1 1")
    s.finish_round()
    s.act("white", "concede")
    for colour in ("blue", "green", "gray", "black", "yellow"):
        s.act(colour, s.legal(colour)[0])
    assert s.order() == ["blue", "green", "gray", "black", "yellow"]
    assert offered(s, "adrenaline") == ["black", "yellow"]


def test_r63_adrenaline_is_offered_on_a_blocked_space_and_raises_the_speed():
    """SPEC R3.15, 3.4.5, 3.4.4"""
    s = race(red="30/0 g1 e1 hand 3 H", blue=parked("34/0"), green=parked("34/1"))
    park(s, "blue", "green").act("red", "g1 3")
    assert s.at("red") == 33
    assert "cool 1 adrenaline" in s.legal("red")
    s.act("red", "adrenaline")
    assert (s.at("red"), s.speed()) == (33, 4)
    assert "cool 1 adrenaline" in s.legal("red")
    assert "adrenaline" not in s.legal("red")
    s.act("red", "pass", "pass")
    assert s.events("corner") == [(0, 2, 3, 4, 1)]
    assert s.engine("red") == 0


def test_r65_a_turn_with_nothing_to_discard_ends_once():
    """SPEC 3.8.5, 3.9.4, 2.1"""
    s = race(red="137/0 g1 hand 1 H H H H H H", blue="100/0 g1 hand 1 2 3", green="90/0 g1 hand 1 2 3")
    s.act("red", "g1 1").act("blue", "g1 1").act("green", "g1 1")
    s.act("red", "pass")
    assert (s.asked(), s.step()) == (["blue"], "react")
    assert [event[0] for event in s.events("turn")] == [0]
    assert s.heat_in_hand("red") == 6
    s.rest("blue").rest("green")
    assert [event[0] for event in s.events("turn")] == [0, 1, 2]


def test_r65_a_car_still_racing_with_an_all_heat_hand_ends_its_turn_once():
    """SPEC 3.8.1, 2.1"""
    s = race(red="20/0 g1 hand 1 H H H H H H", blue="10/0 g1 hand 1 2 3")
    s.act("red", "g1 1").act("blue", "g1 1").rest("red")
    assert (s.asked(), s.step()) == (["blue"], "react")
    assert [event[0] for event in s.events("turn")] == [0]
