import pytest

from tests.rules.driving import solo
from tests.rules.leading import lead
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


def test_where_the_cards_of_the_play_area_go():
    """SPEC 3.9.1, 3.5.18, 3.5.20"""
    s = lead("13/0 g4 hand 1 S U34 P4 0 0 0 0 0 0 0 deck 2 3", "g4 1 U34 P4 S", "pass", "pass")
    assert (s.at("red"), s.cards("red", "played")) == (26, "1 2 U34 P4 S")
    s.act("red", "refresh U34", "pass")
    assert (s.cards("red", "played"), s.cards("red", "discard"), s.cards("red", "deck")) == ("", "1 2 S", "U34 3")
    p4 = s.spec.catalogue.ids["P4"]
    assert (s.events("removed"), s.state.used) == ([(0, "play", (p4,))], (p4,))
    assert dict(s.car("red").owned).get(p4, 0) == 0


def test_a_finished_car_clears_its_play_area():
    """SPEC 3.9.1, 3.9.4"""
    s = solo("130/0 g2 hand U34 P4 1", "g2 U34 P4", "pass")
    assert (s.cards("red", "discard"), s.cards("red", "hand"), len(s.state.used)) == ("U34", "1", 1)


def test_two_sponsorships_are_removed_together():
    """SPEC 3.9.1, 3.5.20"""
    s = lead("13/0 g2 hand P4 P4 0 0 0 0 0 0 0", "g2 P4 P4", "pass", "pass", "pass")
    assert (s.cards("red", "discard"), len(s.state.used)) == ("", 2)


def test_a_refreshed_card_is_drawn_before_a_reshuffle():
    """SPEC 3.9.1, 3.5.36, 3.9.3"""
    s = lead("13/0 hand U34 1 1 1 1 1 deck discard 2 2", "g1 U34", "pass", "pass", "refresh U34", "pass")
    assert [event[1] for event in s.events("draw")] == [1, 1]
    assert "U34" in s.cards("red", "hand")
    assert s.events("reshuffle") == [(0, 2)]
