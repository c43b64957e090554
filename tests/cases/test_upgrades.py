"""Upgrades and their symbols."""

import pytest

from tests.cases.kit import park, parked
from tests.scenario import race


def test_r23_a_card_that_may_be_refreshed_counts_for_the_slipstream():
    """SPEC 3.5.18, 3.5.36: Refresh waits for the discard step."""
    s = race(red="19/0 g1 hand U35", blue=parked("21/0"))
    park(s, "blue").act("red", "g1 U35")
    assert "refresh U35" not in s.legal("red")
    s.act("red", "pass")
    assert s.legal("red") == ["pass", "slip 2", "slip 3"]
    s.act("red", "slip 3")
    assert s.at("red") == 23
    assert (s.step(), s.legal("red")) == ("discard", ["pass", "refresh U35"])


def test_r45_adjust_covers_every_corner_of_the_turn():
    """SPEC 3.5.11, 3.7.1: Great Britain's lines at 37 (5) and 43 (4)."""
    s = race("great-britain", red="35/0 g2 e6 hand U46 3")
    s.act("red", "g2 3 U46", "pay U46", "pass", "pass")
    assert s.at("red") == 44
    assert s.events("corner") == [(0, 3, 8, 9, 1), (0, 4, 7, 9, 2)]
    assert [event[1:] for event in s.events("pay")] == [("card", 2, 0), ("corner", 1, 3), ("corner", 2, 4)]
    assert s.engine("red") == 1


def test_r46_mandatory_symbols_bar_the_pass_until_they_are_done():
    """SPEC 3.5.3, 3.5.9, 3.5.10"""
    s = race(red="13/0 g1 e2 hand U45")
    s.act("red", "g1 U45")
    assert "pass" not in s.legal("red")
    s.act("red", "pay U45")
    assert s.engine("red") == 1
    assert "pass" not in s.legal("red")
    s.act("red", "scrap U45")
    assert len(s.events("scrap")) == 2
    s.act("red", "pass")
    assert s.step() == "slip"


@pytest.mark.parametrize("reshuffle", ["on_demand", "eager"])
def test_r47_scrap_goes_on_through_a_short_deck(reshuffle):
    """SPEC 3.5.28, 3.3.6"""
    s = race(red="13/0 g1 hand U28 deck 1 2 discard 3 3 3 4 4 4", rules={"reshuffle": reshuffle})
    s.act("red", "g1 U28", "scrap U28")
    assert len(s.events("scrap")) == 5
    assert [s.spec.catalogue.codes[card] for _, card in s.events("scrap")[:2]] == ["1", "2"]
    assert s.events("reshuffle") == [(0, 8)]
    assert (len(s.car("red").deck), len(s.car("red").discard)) == (5, 3)


@pytest.mark.parametrize(("use", "hand", "discard"), [("pass", 2, 0), ("reduce 1 U6", 1, 1), ("reduce 2 U6", 0, 2)])
def test_r48_reduce_stress_is_up_to(use, hand, discard):
    """SPEC 3.5.5, 3.5.12, R3.22"""
    s = race(red="13/0 g1 hand U6 S S")
    s.act("red", "g1 U6")
    assert [text for text in s.legal("red") if text.startswith("reduce")] == ["reduce 1 U6", "reduce 2 U6"]
    s.act("red", use)
    assert (s.cards("red", "hand").count("S"), s.cards("red", "discard").count("S")) == (hand, discard)
    assert not [text for text in s.legal("red") if text.startswith("reduce")]


def test_r50_direct_play_drives_by_its_number_and_opens_its_symbols():
    """SPEC 3.5.33, 3.5.3"""
    s = race(red="15/0 g1 hand 5 U26")
    s.act("red", "g1 5")
    assert (s.at("red"), s.speed()) == (20, 5)
    s.act("red", "direct U26")
    assert (s.at("red"), s.speed()) == (23, 8)
    assert s.cards("red", "hand") == ""
    assert "pass" not in s.legal("red")
    s.act("red", "scrap U26", "pass")
    assert len(s.events("scrap")) == 3


def test_r51_a_direct_play_card_works_once():
    """SPEC 3.5.33"""
    s = race(red="15/0 g1 hand 5 U26").act("red", "g1 5", "direct U26")
    assert "direct U26" not in s.legal("red")


def test_r51_a_second_copy_works_too():
    """SPEC 3.5.33"""
    s = race(red="15/0 g1 hand 5 U26 U26").act("red", "g1 5", "direct U26", "direct U26")
    assert (s.at("red"), s.speed()) == (26, 11)
    assert "direct U26" not in s.legal("red")


def test_r51_a_planned_card_is_not_played_directly_as_well():
    """SPEC 3.5.33"""
    s = race(red="15/0 g1 hand 5 U26").act("red", "g1 U26")
    assert (s.at("red"), s.speed()) == (18, 3)
    assert "direct U26" not in s.legal("red")


def test_r53_super_cool_comes_before_paying():
    """SPEC R3.17, 3.5.14"""
    s = race(red="13/0 g2 hand U43 U51 discard H", blue=parked("0/0"))
    park(s, "blue").act("red", "g2 U43 U51")
    assert s.at("red") == 22
    assert s.legal("red") == ["supercool 1 U51", "supercool 0 U51", "cannot-pay"]
    s.act("red", "supercool 1 U51")
    assert s.engine("red") == 1
    s.act("red", "pay U43", "scrap U43", "scrap U51", "pass")
    assert (s.engine("red"), s.step(), s.at("red"), s.speed()) == (0, "slip", 22, 9)


@pytest.mark.parametrize("way", [["cannot-pay U43"], ["pay U43", "cannot-pay"]])
def test_r54_cards_that_cannot_be_paid(way):
    """SPEC R3.16, R3.17: as many as possible are paid, the other is a flip; back and forth again."""
    s = race(red="13/0 g2 e1 hand U46 U43 deck 3 4 4 4 4 4 4 4 4", blue=parked("0/0"))
    park(s, "blue").act("red", "g2 U43 U46")
    assert (s.at("red"), s.speed(), s.engine("red")) == (27, 14, 1)
    assert s.legal("red") == ["pay U43", "cannot-pay U43"]
    s.act("red", *way)
    assert (s.at("red"), s.speed(), s.engine("red")) == (24, 11, 0)
    assert s.cards("red", "played") == "3 U43"
    assert s.cards("red", "discard") == "U46 H"
    assert s.legal("red") == ["scrap U43"]  # no Heat cost is open any more
    s.act("red", "scrap U43", "pass")
    assert s.step() == "slip"


def test_r54_the_discarded_card_gives_no_adjust():
    """SPEC R3.18, 3.7.7: 3 and not 6 is the limit at 33."""
    s = race(red="24/0 g2 e1 hand U46 U43 deck 3 4 4 4 4 4 4 4 4", blue=parked("0/0"))
    park(s, "blue").act("red", "g2 U43 U46", "cannot-pay U43", "scrap U43", "pass", "pass")
    assert s.events("corner") == [(0, 2, 3, 11, 8)]
    assert (s.at("red"), s.gear("red")) == (32, 1)


def test_r56_accelerate_counts_the_plus_so_far():
    """SPEC 3.5.16, 3.5.35"""
    s = race(red="13/0 g1 e1 hand U47 deck 3 2 4 4 4 4")
    s.act("red", "g1 U47")
    assert s.speed() == 3
    s.act("red", "boost")
    assert s.speed() == 5
    s.act("red", "accelerate U47")
    assert (s.at("red"), s.speed()) == (20, 7)
    assert "accelerate U47" not in s.legal("red")


def test_r56_accelerate_before_the_boost_counts_one():
    """SPEC R3.23"""
    s = race(red="13/0 g1 e1 hand U47 deck 3 2 4 4 4 4")
    s.act("red", "g1 U47", "accelerate U47")
    assert (s.at("red"), s.speed()) == (17, 4)
    s.act("red", "boost")
    assert (s.at("red"), s.speed()) == (19, 6)


def test_r56_two_accelerates_each_give_the_full_amount():
    """SPEC 3.5.35, R3.23: two + on the cards, 1 + 2 flipped."""
    s = race(red="13/0 g2 hand U47 U47 deck 1 2 4 4 4 4")
    s.act("red", "g2 U47 U47", "accelerate U47")
    assert s.speed() == 5
    s.act("red", "accelerate U47")
    assert (s.at("red"), s.speed()) == (20, 7)


def test_r57_a_refreshed_card_is_the_first_one_drawn():
    """SPEC 3.5.36, 3.9.1"""
    s = race(red="13/0 g1 hand U34 1 2 3 4 deck 2 2 2 2")
    s.act("red", "g1 U34", "pass", "pass", "refresh U34")
    assert s.cards("red", "deck") == "U34 2 2 2 2"
    assert "refresh U34" not in s.legal("red")
    s.act("red", "discard 1 2")
    assert s.cards("red", "hand") == "2 2 2 2 3 4 U34"
    (drawn,) = [cards for _, _, cards in s.events("draw")]
    assert [s.spec.catalogue.codes[card] for card in drawn] == ["U34", "2", "2", "2", "2"]
    assert s.cards("red", "discard") == "1 2"


@pytest.mark.parametrize("order", ["U34 U33", "U33 U34"])
def test_r57_of_two_refreshed_cards_the_last_is_on_top(order):
    """SPEC R3.36"""
    first, last = order.split()
    s = race(red="13/0 g2 hand U34 U33 1 2 deck 2 2")
    s.act("red", "g2 U33 U34", "pass", "pass", f"refresh {first}", f"refresh {last}")
    assert s.cards("red", "deck") == f"{last} {first} 2 2"


@pytest.mark.parametrize(("start", "may"), [(12, True), (13, False), (20, False), (21, True)])
def test_r59_no_reduce_stress_in_a_tunnel(start, may):
    """SPEC 3.5.30, 9.2, 13.4: España 16-23; U4 is 3 with Reduce Stress 2."""
    s = race("espana", red=f"{start}/0 g1 hand U4 2 S")
    s.act("red", "g1 U4")
    assert ("reduce 1 U4" in s.legal("red")) == may
    s.act("red", "pass", "pass")
    assert s.legal("red") == (["pass", "discard 2"] if may else ["pass"])


@pytest.mark.parametrize(
    ("red", "plan", "legal"),
    [
        ("13/0 g1 hand U6", "g1 U6", ["pass"]),
        ("13/0 g1 hand U22", "g1 U22", ["pass", "salvage U22"]),
        ("13/0 g1 hand U50", "g1 U50", ["pass", "supercool 0 U50"]),
        ("13/0 g1 hand U13", "g1 U13", ["pass"]),
        ("13/0 g1 hand U60 deck 1", "g1 U60", ["cannot-pay"]),
    ],
)
def test_p11_symbols_without_any_use_leave_an_answer(red, plan, legal):
    """SPEC N.2, 3.5.31, 3.5.32: no Stress, no cards in the discard pile, no Heat in hand or engine."""
    s = race(red=red, blue=parked("0/0"))
    park(s, "blue").act("red", plan)
    assert s.legal("red") == legal


def test_p11_scrap_without_any_card_is_done_all_the_same():
    """SPEC 3.5.28, 3.5.3"""
    s = race(red="13/0 g1 hand U24 deck discard", blue=parked("0/0"))
    park(s, "blue").act("red", "g1 U24")
    assert s.legal("red") == ["scrap U24"]
    s.act("red", "scrap U24")
    assert (s.events("scrap"), s.legal("red")) == ([], ["pass"])


def test_i14_up_to_n_includes_none():
    """SPEC 3.5.31, R3.21: one of each different choice, and no card at all."""
    s = race(red="13/0 g1 hand U22 discard 1 1 4 H", blue=parked("0/0"))
    park(s, "blue").act("red", "g1 U22")
    choices = ["1", "1 1", "1 4", "1 H", "4", "4 H", "H"]
    assert s.legal("red") == ["pass", *(f"salvage U22 {cards}" for cards in choices), "salvage U22"]


def test_i15_a_discard_step_without_a_card_to_discard_has_one_answer():
    """SPEC 3.8.1, N.2"""
    s = race(red="13/0 g1 hand 1 S S H", blue=parked("0/0"))
    park(s, "blue").act("red", "g1 1", "pass", "pass")
    assert (s.step(), s.legal("red")) == ("discard", ["pass"])


@pytest.mark.parametrize(
    ("red", "plan", "first"),
    [
        ("13/0 g1 e1 hand U43", "g1 U43", ["pay U43", "scrap U43", "pass"]),
        ("13/0 g1 e0 hand U43", "g1 U43", ["cannot-pay", "pass"]),
        ("13/0 g1 hand U22 discard 1 4 H", "g1 U22", ["pass"]),
        ("13/0 g1 hand U7", "g1 U7", ["value U7=1", "cannot-pay", "pass"]),
        ("13/0 g1 hand U24", "g1 U24", ["scrap U24", "pass"]),
    ],
)
def test_p05_default_of_react_does_what_must_be_done_and_passes(red, plan, first):
    """SPEC N.2, 3.5.3"""
    s = race(red=red, blue=parked("0/0"))
    park(s, "blue").act("red", plan)
    for text in first:
        assert s.legal("red")[0] == text
        s.act("red", text)
    assert s.step() == "slip"
