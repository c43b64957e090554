"""Symbols of played cards that move cards or change limits."""

import pytest

from tests.rules.driving import go, solo
from tests.rules.leading import lead, using
from tests.scenario import race


def ids(s, *codes):
    return tuple(s.spec.catalogue.ids[code] for code in codes)


def test_heat_and_scrap_must_be_done_before_react_ends():
    """SPEC 3.5.3, 3.5.9, 3.5.10"""
    s = lead("13/0 g2 e2 hand U24 U30", "g2 U24 U30")
    assert s.legal("red") == ["pay U30", "scrap U24", "boost"]
    s.act("red", "pay U30")
    assert s.legal("red") == ["scrap U24", "boost"]
    s.act("red", "scrap U24")
    assert s.legal("red") == ["pass", "boost"]


def test_scrap_may_come_before_heat():
    """SPEC 3.5.3, 3.5.1"""
    s = lead("13/0 g2 e1 hand U24 U30", "g2 U24 U30", "scrap U24")
    assert s.legal("red") == ["pay U30"]
    assert s.act("red", "pay U30").legal("red") == ["pass"]


def test_a_card_demands_all_its_mandatory_symbols():
    """SPEC 3.5.3"""
    s = lead("13/0 e1 hand U43 deck 1 1 2 2 3 3 4 4", "g1 U43")
    assert s.legal("red") == ["pay U43", "scrap U43"]
    s.act("red", "scrap U43", "pay U43")
    assert (s.engine("red"), s.cards("red", "deck"), s.cards("red", "discard")) == (0, "4 4", "1 1 2 2 3 3 H")


def test_optional_symbols_may_be_skipped():
    """SPEC 3.5.3, 3.5.12, 3.5.13, 3.5.14, 3.5.16"""
    s = lead("13/0 g3 hand U22 U47 U50 S H deck 1 2 discard 4 H", "g3 U22 U47 U50", "pass")
    assert (s.at("red"), s.speed(), s.step()) == (16, 3, "slip")
    s.act("red", "pass")
    assert (s.cards("red", "hand"), s.cards("red", "discard"), s.engine("red")) == ("S H", "4 H", 0)


@pytest.mark.parametrize(
    ("card", "rest", "uses"),
    [
        ("U12", "H H H", ["cool 1 U12", "cool 2 U12"]),
        ("U6", "S S S S", ["reduce 1 U6", "reduce 2 U6", "reduce 3 U6"]),
        ("P6", "discard H H H", ["supercool 1 P6", "supercool 2 P6", "supercool 0 P6"]),
        ("U22", "discard 1 2", ["salvage U22 1", "salvage U22 1 2", "salvage U22 2", "salvage U22"]),
        ("U26", "", ["scrap U26"]),
        ("U47", "", ["accelerate U47"]),
    ],
)
def test_up_to_or_exactly(card, rest, uses):
    """SPEC 3.5.5"""
    pile, _, discard = rest.partition("discard")
    text = f"13/0 hand {card} {pile} deck 1 2 3 4 1 2 3 4 1 discard {discard}"
    assert using(lead(text, f"g1 {card}"), card) == uses


def test_a_heat_cost_is_exact():
    """SPEC 3.5.5, 3.5.9"""
    assert using(lead("13/0 e6 hand U42", "g1 U42"), "U42") == ["pay U42"]


def test_the_heat_cost_is_paid_after_the_move():
    """SPEC 3.5.27, 3.5.9"""
    s = lead("13/0 e3 hand U42", "g1 U42")
    assert (s.at("red"), s.engine("red"), s.cards("red", "discard")) == (20, 3, "")
    s.act("red", "pay U42")
    assert (s.engine("red"), s.cards("red", "discard")) == (1, "H H")
    assert s.events("pay") == [(0, "card", 2, 0)]


def test_cooldown_of_the_same_card_before_its_heat():
    """SPEC 3.5.27, 3.5.9"""
    s = lead("13/0 g2 hand 0 U42 H H H H", "g2 0 U42")
    assert using(s, "pay") == []
    s.act("red", "cool 3 U42", "pay U42")
    assert (s.engine("red"), s.cards("red", "hand"), s.cards("red", "discard")) == (1, "H", "H H")


def test_cooldown_of_the_same_card_after_its_heat():
    """SPEC 3.5.27, R3.20"""
    s = lead("13/0 g3 e2 hand 0 0 U42 H H H", "g3 0 0 U42", "pay U42", "cool 3 U42")
    assert (s.engine("red"), s.cards("red", "discard")) == (3, "H H")


def test_two_cards_of_a_kind_each_cost_heat():
    """SPEC 3.5.9"""
    s = lead("13/0 g2 e3 hand U7 U7", "g2 U7 U7", "value U7=4 U7=4")
    assert s.legal("red") == ["pay U7", "boost"]
    s.act("red", "pay U7")
    assert s.legal("red") == ["pay U7", "boost"]
    s.act("red", "pay U7")
    assert (s.engine("red"), s.legal("red")) == (1, ["pass", "boost"])


def test_a_number_is_chosen_before_the_heat_of_the_card():
    """SPEC 3.5.27, 3.3.2"""
    s = lead("13/0 g2 e2 hand U7 U66", "g2 U7 U66")
    assert s.step() == "value"
    assert s.legal("red") == [f"value U7={a} U66={b}" for a in (1, 2, 3, 4) for b in (4, 6)]
    s.act("red", "value U7=2 U66=6")
    assert (s.at("red"), s.engine("red"), s.legal("red")) == (21, 2, ["pay U7", "pay U66"])


def test_symbols_in_any_order_while_the_heat_can_be_paid():
    """SPEC R3.20"""
    text = "13/0 g2 e2 hand 0 U18 S S H deck 1 2 3 4"
    s = lead(text, "g2 0 U18")
    assert s.legal("red") == ["pay U18", "cool 1 gear", "boost", "reduce 1 U18", "reduce 2 U18"]
    s.act("red", "reduce 2 U18", "boost", "pay U18")
    assert (s.at("red"), s.engine("red"), s.cards("red", "hand")) == (20, 0, "H")
    assert lead(text, "g2 0 U18", "pay U18", "reduce 2 U18", "boost").cards("red", "hand") == "H"


def test_scrapped_cards_have_no_effect():
    """SPEC 3.5.10, 3.5.28"""
    s = lead("13/0 hand U26 deck S H U12 1 2", "g1 U26", "scrap U26")
    assert (s.at("red"), s.speed()) == (16, 3)
    assert (s.cards("red", "discard"), s.cards("red", "deck")) == ("U12 S H", "1 2")
    assert s.events("scrap") == [(0, card) for card in ids(s, "S", "H", "U12")]
    assert s.legal("red") == ["pass"]


@pytest.mark.parametrize("reshuffle", ["on_demand", "eager"])
def test_a_scrap_goes_on_after_a_reshuffle(reshuffle):
    """SPEC 3.5.28, 3.3.6"""
    s = lead("13/0 hand U26 deck S discard 4 4", "g1 U26", "scrap U26", rules={"reshuffle": reshuffle})
    assert s.events("reshuffle") == [(0, 3)]
    assert (len(s.events("scrap")), s.events("scrap")[0]) == (3, (0, *ids(s, "S")))
    assert (len(s.car("red").deck), len(s.car("red").discard), s.cards("red", "played")) == (1, 2, "U26")


def test_a_scrap_of_more_cards_than_there_are_goes_round():
    """SPEC 3.5.10, 3.5.28

    One card, then twice a new deck of three: of the second, two are scrapped.
    """
    s = lead("13/0 e1 hand U43 deck 1 discard 2 3", "g1 U43", "scrap U43")
    assert s.events("reshuffle") == [(0, 3), (0, 3)]
    assert (len(s.events("scrap")), len(s.car("red").deck), len(s.car("red").discard)) == (6, 1, 2)


def test_a_scrap_without_any_card():
    """SPEC 3.5.28"""
    s = lead("13/0 hand U26 deck ", "g1 U26", "scrap U26")
    assert (s.legal("red"), s.events("scrap")) == (["pass"], [])


@pytest.mark.parametrize(
    ("start", "plan", "number", "limit", "speed", "cost"),
    [
        ("31/0", "g1 U36", 2, 2, 2, 0), ("31/0", "g2 2 U36", 2, 2, 4, 2),
        ("31/0", "g1 P5", 2, 4, 3, 0), ("31/0", "g2 3 P5", 2, 4, 6, 2),
        ("31/0", "g1 P9", 2, 2, 7, 5),
    ],
)  # fmt: skip
def test_adjust_changes_the_limit(start, plan, number, limit, speed, cost):
    """SPEC 3.5.11, 3.7.1"""
    s = lead(f"{start} g{plan[1]} e6 hand {plan[3:]}", plan, "pass", "pass")
    assert s.events("corner")[-1] == (0, number, limit, speed, cost)
    assert s.engine("red") == 6 - cost


def test_several_adjust_symbols_add_up():
    """SPEC 3.5.11"""
    s = lead("31/0 g4 e6 hand U37 U37 U38 U36", "g4 U36 U37 U37 U38")
    s.act("red", "scrap U37", "scrap U37", "scrap U38", "pass", "pass")
    assert (s.at("red"), s.events("corner")) == (37, [(0, 2, 3 - 1 + 1 + 1 + 1, 6, 1)])


def test_adjust_works_on_every_line_of_the_turn():
    """SPEC 3.5.11"""
    s = lead("48/0 g3 e9 hand 4 U38 P5", "g3 4 U38 P5", "scrap U38", "pass", "pass")
    assert (s.at("red"), s.events("corner")) == (57, [(0, 3, 5, 9, 4), (0, 4, 4, 9, 5)])
    assert s.engine("red") == 0


def test_adjust_is_for_its_own_car_and_turn():
    """SPEC 3.5.11"""
    s = race(red="31/0 hand P5 1", black="30/0 hand 3")
    s.act("red", "g1 P5").act("black", "g1 3").act("red", "pass", "pass", "pass").act("black", "pass", "pass")
    assert s.events("corner") == [(0, 2, 4, 3, 0), (1, 2, 3, 3, 0)]


def test_adjust_on_a_line_crossed_by_slipstream():
    """SPEC 3.5.37, 3.6.5"""
    s = race(red="30/0 hand U40 deck 4 1 1 1 1 1 1 1", blue="35/0 hand 0", black="-1/0 hand 0")
    assert go(s, "red", "g1 U40", "pass", "pass").events("corner") == [(0, 2, 4, 4, 0)]
    s = race(red="28/0 hand U40 deck 4 1 1 1 1 1 1 1", blue="33/0 hand 0", black="-1/0 hand 0")
    go(s, "red", "g1 U40", "pass", "slip 3")
    assert (s.at("red"), s.events("corner")) == (35, [(0, 2, 4, 4, 0)])


def test_adjust_on_a_line_crossed_by_draft():
    """SPEC 3.5.37, 9.3.2"""
    s = race(red="29/0 hand U58", blue="34/0 hand 0", black="-1/0 hand 0")
    go(s, "red", "g1 U58", "draft U58", "scrap U58", "pass", "pass")
    assert (s.at("red"), s.events("corner")) == (33, [(0, 2, 4, 3, 0)])


def test_an_adjusted_limit_below_0():
    """SPEC R3.26"""
    s = lead("55/0 g4 e9 hand U36 U39 U49 0", "g4 0 U36 U39 U49", "pass", "pass")
    assert s.events("corner") == [(0, 4, 2 - 3, 6, 7)]
    assert s.engine("red") == 2


def test_reduce_stress():
    """SPEC 3.5.12"""
    s = lead("13/0 hand U4 S S S", "g1 U4")
    assert using(s, "U4") == ["reduce 1 U4", "reduce 2 U4"]
    s.act("red", "reduce 2 U4")
    assert (s.cards("red", "hand"), s.cards("red", "discard"), s.legal("red")) == ("S", "S S", ["pass"])


def test_a_part_of_reduce_stress_spends_it():
    """SPEC 3.5.12, R3.22"""
    s = lead("13/0 hand U4 S S S", "g1 U4", "reduce 1 U4")
    assert (s.cards("red", "hand"), s.legal("red")) == ("S S", ["pass"])


def test_reduce_stress_needs_stress_in_hand():
    """SPEC 3.5.12"""
    s = lead("13/0 hand U4 1 5 H deck S S S S S S S S discard S", "g1 U4")
    assert using(s, "reduce") == []


def test_two_cards_of_a_kind_reduce_stress_one_by_one():
    """SPEC 3.5.12, R3.22"""
    s = lead("13/0 g2 hand U5 U5 S S S", "g2 U5 U5", "reduce 1 U5")
    assert s.legal("red") == ["pass", "reduce 1 U5"]
    assert s.act("red", "reduce 1 U5").cards("red", "hand") == "S"


def test_no_stress_is_reduced_in_a_tunnel():
    """SPEC 3.5.30, 9.2"""
    assert lead("13/0 hand U4 S", "g1 U4", track="espana").legal("red") == ["pass"]
    assert using(lead("12/0 hand U4 S", "g1 U4", track="espana"), "reduce") == ["reduce 1 U4"]


def test_stress_may_be_reduced_before_or_after_a_tunnel():
    """SPEC 3.5.30"""
    s = lead("12/0 e1 hand U4 S deck 3 1", "g1 U4", track="espana")
    assert using(s, "reduce") == ["reduce 1 U4"]
    assert using(s.act("red", "boost"), "reduce") == []
    s = lead("20/0 e1 hand U4 S deck 1 1", "g1 U4", track="espana")
    assert using(s, "reduce") == []
    assert using(s.act("red", "boost"), "reduce") == ["reduce 1 U4"]


def test_scrap_and_cooldown_are_not_discarding():
    """SPEC 3.5.29, 9.2"""
    s = lead("13/0 hand U21 H deck 1 2 3", "g1 U21", "scrap U21", "cool 1 U21", track="espana")
    assert (s.at("red"), s.engine("red"), s.cards("red", "discard")) == (17, 1, "1 2")


def test_super_cool_in_a_tunnel():
    """SPEC 3.5.29, 9.2"""
    assert lead("16/0 hand P6 discard H H", "g1 P6", "supercool 2 P6", track="espana").engine("red") == 2


def test_salvage_shuffles_cards_into_the_deck():
    """SPEC 3.5.13, 3.5.31"""
    s = lead("13/0 hand U22 deck 1 1 discard H 4 S", "g1 U22", "salvage U22 4 H")
    assert (s.cards("red", "discard"), s.car("red").shuffles) == ("S", 1)
    assert sorted(s.cards("red", "deck").split()) == ["1", "1", "4", "H"]
    assert s.events("salvage") == [(0, *ids(s, "U22"), 2, ids(s, "4", "H"))]


def test_salvage_may_take_fewer_cards():
    """SPEC 3.5.31"""
    s = lead("13/0 hand U22 deck 1 1 discard H 4 S", "g1 U22", "salvage U22 S")
    assert (s.cards("red", "discard"), s.car("red").shuffles, s.legal("red")) == ("4 H", 1, ["pass"])


def test_salvage_of_nothing_does_not_shuffle():
    """SPEC 3.5.31"""
    s = lead("13/0 hand U22 deck 1 2 3 4 discard H 4", "g1 U22", "salvage U22")
    assert (s.cards("red", "deck"), s.cards("red", "discard"), s.car("red").shuffles) == ("1 2 3 4", "4 H", 0)
    assert s.legal("red") == ["pass"]


def test_salvage_with_an_empty_pile():
    """SPEC 3.5.31"""
    s = lead("13/0 hand U22 deck 1 2 3 4", "g1 U22")
    assert s.legal("red") == ["pass", "salvage U22"]
    s.act("red", "salvage U22")
    assert (s.cards("red", "deck"), s.car("red").shuffles, s.legal("red")) == ("1 2 3 4", 0, ["pass"])


def test_salvage_offers_equal_cards_once():
    """SPEC 3.5.31"""
    s = lead("13/0 hand U22 discard 4 4 4 deck 1", "g1 U22")
    assert s.legal("red") == ["pass", "salvage U22 4", "salvage U22 4 4", "salvage U22"]


def test_salvage_into_an_empty_deck():
    """SPEC 3.5.31"""
    s = lead("13/0 hand U22 deck discard 4", "g1 U22", "salvage U22 4")
    assert (s.cards("red", "deck"), s.cards("red", "discard")) == ("4", "")


def test_salvage_finds_heat_just_paid():
    """SPEC 3.5.31, 3.5.1"""
    s = lead("13/0 e1 hand U22 deck 3 4", "g1 U22", "boost")
    assert s.legal("red") == ["pass", "salvage U22 H", "salvage U22"]


@pytest.mark.parametrize(("card", "most"), [("U22", 2), ("U49", 4), ("P11", 2)])
def test_salvage_takes_at_most_the_printed_number(card, most):
    """SPEC R3.21"""
    s = lead(f"13/0 hand {card} discard 0 1 2 3 4 5 deck 1", f"g1 {card}")
    assert max(len(text.split()) - 2 for text in using(s, "salvage")) == most


def test_super_cool():
    """SPEC 3.5.14, 3.5.32, 10.4"""
    s = lead("13/0 hand P6 H deck 1 2 discard H 4 H", "g1 P6", "supercool 2 P6")
    assert (s.engine("red"), s.cards("red", "discard"), s.cards("red", "hand")) == (2, "4", "H")
    assert (s.cards("red", "deck"), s.car("red").shuffles) == ("1 2", 0)
    assert using(s, "P6") == []


def test_super_cool_without_heat_in_the_pile():
    """SPEC 3.5.32, 10.4"""
    s = lead("13/0 hand P6 H deck 1 2 discard 4", "g1 P6")
    assert using(s, "P6") == ["supercool 0 P6"]
    s.act("red", "supercool 0 P6")
    assert (s.engine("red"), using(s, "P6"), s.car("red").shuffles) == (0, [], 0)


def test_super_cool_fetches_heat_paid_in_the_same_turn():
    """SPEC 3.5.14, 3.5.1"""
    s = lead("13/0 e1 hand U52 deck 3 4 4 4 4", "g1 U52", "boost", "supercool 1 U52")
    assert (s.engine("red"), s.cards("red", "discard"), s.legal("red")) == (1, "", ["scrap U52"])


def test_super_cool_under_a_cloud():
    """SPEC R3.24, 3.5.22"""
    s = lead("13/0 hand P6 H discard H", "g1 P6", weather="cloud weather overheat overheat limit+1")
    assert s.legal("red") == ["pass", "supercool 1 P6", "supercool 0 P6"]


@pytest.mark.parametrize("plan", ["g1 P4", "g2 P4 H"])
def test_one_time_cards_are_removed(plan):
    """SPEC 3.5.20, 8.7.3"""
    hand = "P4 0 0 0 0 0 0 0" if plan == "g1 P4" else "P4 H H H H H H H"
    s = solo(f"13/0 g{3 if 'H' in plan else 1} hand {hand}", plan)
    s.rest("red")
    assert s.events("removed") == [(0, "play", ids(s, "P4"))]
    assert s.cards("red", "discard") == ("H" if "H" in plan else "")
    assert s.car("red").hand.count(s.spec.catalogue.ids["P4"]) == 0
