import pytest

from heatcli.core.events import masked
from heatcli.core.view import view
from tests.rules.driving import solo
from tests.scenario import race


def test_any_cards_but_heat_and_stress():
    """SPEC 3.8.1"""
    s = solo("13/0 hand 1 0 2 5 U13 P4 S H", "g1 1", "pass", "pass")
    legal = s.legal("red")
    assert len(legal) == 2**5
    assert {"pass", "discard 0 2 5 U13 P4", "discard 5"} <= set(legal)
    assert not [text for text in legal if "S" in text.split() or "H" in text.split()]
    s.act("red", "discard 0 5")
    assert s.cards("red", "discard") == "0 1 5"


def test_a_sponsorship_discarded_from_hand_comes_back():
    """SPEC 3.8.2"""
    s = solo("13/0 hand 1 P4 deck ", "g1 1", "pass", "pass", "discard P4")
    assert s.events("reshuffle") == [(0, 2)]
    assert s.cards("red", "hand") == "1 P4"


@pytest.mark.parametrize(("end", "legal"), [(15, 4), (16, 1), (23, 1), (24, 4)])
def test_nothing_is_discarded_in_a_tunnel(end, legal):
    """SPEC 3.8.3"""
    s = solo(f"{end - 1}/0 e6 hand 1 2 3", "g1 1", "pass", "pass", track="espana")
    assert (s.at("red"), s.step()) == (end, "discard")
    assert len(s.legal("red")) == legal


def test_a_discard_pile_is_closed():
    """SPEC 3.8.4"""
    s = race(red="20/0 hand 1 2 3 4", blue="13/0 hand 1")
    s.act("red", "g1 1").act("blue", "g1 1").act("red", "pass", "pass", "discard 2 3")
    assert [masked(event, 1) for event in s.state.log if event[0] == "discard"] == [("discard", 0, 2)]
    assert view(s.state, 1).cars[0].discard == 3


def test_a_finished_car_discards_nothing():
    """SPEC 3.8.5"""
    s = race(red="137/0 hand 1 2 3", blue="20/0 hand 1").act("red", "g1 1").act("blue", "g1 1").act("red", "pass")
    assert s.asked() == ["blue"]
    assert s.events("discard") == []
