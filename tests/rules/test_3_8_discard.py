import pytest

from heatcli.core.events import masked
from heatcli.core.view import view
from tests.rules.driving import solo
from tests.rules.leading import lead
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


@pytest.mark.parametrize(
    ("event", "legal"),
    [
        (None, ["pass", "discard 1", "discard 1 U4", "discard U4"]),
        ("hold-tight", ["pass", "discard 1", "discard U4"]),
        ("chicanes-for-safety", [
            "pass", "discard 1", "discard 1 U4", "discard 1 U4 H", "discard 1 H", "discard U4", "discard U4 H",
            "discard H",
        ]),
        ("tunnel-vision", [
            "pass", "discard 1", "discard 1 U4", "discard 1 U4 S", "discard 1 S", "discard U4", "discard U4 S",
            "discard S",
        ]),
    ],
)  # fmt: skip
def test_event_cards_change_what_may_go(event, legal):
    """SPEC 3.8.3, 8.9"""
    assert lead("13/0 hand 0 1 U4 S H", "g1 0", "pass", "pass", event=event).legal("red") == legal


def test_one_card_may_go_besides_reduced_stress_and_refreshed_cards():
    """SPEC 3.8.3, R8.7"""
    s = lead("13/0 g2 hand U4 U34 1 2 S", "g2 U4 U34", "reduce 1 U4", "pass", "pass", event="hold-tight")
    assert s.legal("red") == ["pass", "discard 1", "discard 2", "refresh U34"]
    assert s.act("red", "refresh U34").legal("red") == ["pass", "discard 1", "discard 2"]
