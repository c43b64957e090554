import pytest

from tests.rules.driving import solo
from tests.scenario import race

TURN = ("g1 1", "pass", "pass", "pass")


def test_the_play_area_is_emptied():
    """SPEC 3.9.1"""
    s = solo("13/0 g2 hand 1 5 2 2 2 2 2 2 2", "g2 1 5", "pass", "pass", "pass")
    assert (s.cards("red", "played"), s.cards("red", "discard")) == ("", "1 5")


@pytest.mark.parametrize(("size", "hand"), [(6, "1 2 2 3 4 4"), (7, "1 2 2 3 3 4 4"), (8, "1 1 2 2 3 3 4 4")])
def test_draw_up_to_the_hand_size(size, hand):
    """SPEC 3.9.2"""
    s = solo("13/0 hand 1 2 3 deck 4 4 1 2 3 1 1", *TURN, hand=size)
    assert s.cards("red", "hand") == hand


def test_a_full_hand_draws_nothing():
    """SPEC 3.9.2"""
    s = solo("13/0 hand 1 2 2 2 2 2 2 2", *TURN)
    assert (s.cards("red", "hand"), s.events("draw")) == ("2 2 2 2 2 2 2", [])


def test_missing_cards_come_from_a_reshuffle():
    """SPEC 3.9.3"""
    s = solo("13/0 hand 1 deck 4 4 discard 2 2 2 2 2", *TURN)
    assert s.events("reshuffle") == [(0, 6)]
    assert len(s.car("red").hand) == 7
    assert len(s.car("red").deck) == 1


def test_drawing_stops_when_there_are_no_cards():
    """SPEC 3.9.3"""
    s = solo("13/0 hand 1 2 deck 4 discard 3", *TURN)
    assert s.cards("red", "hand") == "1 2 3 4"
    assert (s.cards("red", "deck"), s.cards("red", "discard")) == ("", "")


def test_finished_cars_draw_nothing():
    """SPEC 3.9.4"""
    s = race(red="137/0 hand 1 2", blue="20/0 hand 1").act("red", "g1 1").act("blue", "g1 1").act("red", "pass")
    assert (s.cards("red", "hand"), s.cards("red", "discard")) == ("2", "1")


def test_the_order_of_replenish():
    """SPEC 3.9.5, R11.1"""
    s = solo("12/0 e2 hand 1 deck 2 2 2 2 2 2", *TURN, track="south-africa")
    steps = [event[0] for event in s.state.log if event[0] in ("clear", "pay", "reshuffle", "draw")]
    assert steps == ["clear", "pay", "draw", "reshuffle", "draw"]
    assert s.events("reshuffle") == [(0, 2)]
    assert s.engine("red") == 1
