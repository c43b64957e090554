"""Cards in play whose Heat the engine cannot pay."""

import pytest

from tests.rules.driving import go, solo
from tests.rules.leading import lead, using
from tests.scenario import race

FREE_BOOST = "fog heat_control overheat overheat limit+1"


def test_a_card_that_cannot_be_paid_may_be_planned():
    """SPEC R3.16"""
    assert "g1 U42" in race(red="13/0 g1 hand U42 1").legal("red")


@pytest.mark.parametrize(("engine", "legal"), [(0, ["cannot-pay"]), (1, ["cannot-pay"]), (2, ["pay U42"])])
def test_cannot_pay_is_for_who_cannot_pay(engine, legal):
    """SPEC R3.17, 3.5.9"""
    s = lead(f"13/0 e{engine} hand U42", "g1 U42")
    assert (s.at("red"), s.legal("red")) == (20, legal)


def test_what_waits_while_more_is_owed_than_the_engine_holds():
    """SPEC R3.17"""
    s = solo("13/0 g4 hand U6 U22 U42 U47 U24 S H deck 1 2 3", "g4 U6 U22 U42 U47")
    assert s.legal("red") == ["cool 1 adrenaline", "cool 1 U42", "cannot-pay", "adrenaline", "direct U24"]
    s.act("red", "direct U24")
    assert s.legal("red") == ["cool 1 adrenaline", "cool 1 U42", "cannot-pay", "adrenaline"]


def test_all_is_open_once_the_engine_can_pay():
    """SPEC R3.17, R3.20"""
    s = lead("13/0 g4 e1 hand U6 U22 U42 U47 S H deck 1 2 3", "g4 U6 U22 U42 U47", "cool 1 U42")
    assert s.legal("red") == ["pay U42", "reduce 1 U6", "salvage U22", "accelerate U47"]


def test_scrap_waits():
    """SPEC R3.17"""
    assert lead("13/0 e0 hand U43", "g1 U43").legal("red") == ["cannot-pay"]


def test_super_cool_and_draft_do_not_wait():
    """SPEC R3.17, R3.16"""
    s = race(red="13/0 g3 hand P6 U42 U55 deck 1 2 3 4 discard H H H", blue="24/0 hand 0", black="-1/0 hand 0")
    go(s, "red", "g3 U42 U55 P6")
    assert s.legal("red") == ["supercool 1 P6", "supercool 2 P6", "supercool 0 P6", "cannot-pay", "draft U55"]
    s.act("red", "supercool 2 P6")
    assert s.legal("red") == ["pay U42", "draft U55"]


def test_a_cost_that_the_engine_can_meet_may_be_paid():
    """SPEC R3.17"""
    s = lead("13/0 g2 e1 hand U11 U42 deck 4 4", "g2 U11 U42")
    assert s.legal("red") == ["pay U11", "cannot-pay U11"]
    s.act("red", "pay U11")
    assert s.legal("red") == ["cannot-pay"]
    s.act("red", "cannot-pay")
    assert (s.at("red"), s.engine("red"), s.cards("red", "played")) == (13 + 6 + 4, 0, "4 U11")


def test_cannot_pay_although_cooldown_could_help():
    """SPEC R3.17"""
    s = lead("13/0 hand U42 H H H H", "g1 U42")
    assert {"cool 3 gear", "cool 3 U42", "cannot-pay"} <= set(s.legal("red"))
    assert using(s.act("red", "cool 2 gear"), "cannot-pay", "pay") == ["pay U42"]


def test_a_paid_boost_leaves_the_heat_that_is_owed():
    """SPEC R3.17"""
    assert lead("13/0 e1 hand U11", "g1 U11").legal("red") == ["pay U11"]
    s = lead("13/0 e2 hand U11 deck 2 1", "g1 U11")
    assert s.legal("red") == ["pay U11", "boost"]
    assert s.act("red", "boost").legal("red") == ["pay U11"]


def test_a_free_boost_while_owing():
    """SPEC R3.17, 3.5.25"""
    s = lead("13/0 hand U42 deck 2 1", "g1 U42", weather=FREE_BOOST)
    assert s.legal("red") == ["cannot-pay", "boost"]
    s.act("red", "boost")
    assert (s.at("red"), s.speed(), s.engine("red"), s.legal("red")) == (22, 9, 0, ["cannot-pay"])


def test_direct_play_while_owing_pays_its_own_heat():
    """SPEC R3.17, R3.19, 3.5.34"""
    s = lead("13/0 e1 hand U42 U27 deck 3 1", "g1 U42", "direct U27")
    assert (s.at("red"), s.engine("red"), s.legal("red")) == (24, 0, ["cannot-pay"])
    s.act("red", "cannot-pay")
    assert (s.at("red"), s.speed(), s.engine("red")) == (13 + 4 + 3, 7, 0)
    assert s.cards("red", "discard") == "U42 H"


def test_direct_play_while_owing_needs_its_own_heat():
    """SPEC R3.19, R3.17"""
    assert lead("13/0 hand U42 U27", "g1 U42").legal("red") == ["cannot-pay"]


@pytest.mark.parametrize(
    ("engine", "plan", "options"),
    [
        (1, "g3 U11 U30 U60", ["cannot-pay U11", "cannot-pay U30", "cannot-pay U60"]),
        (2, "g3 U11 U30 U60", ["cannot-pay U11 U30", "cannot-pay U11 U60", "cannot-pay U30 U60"]),
        (2, "g3 U11 U30 U42", ["cannot-pay U11 U30"]),
        (3, "g3 U11 U30 U42", ["cannot-pay U11 U30", "cannot-pay U11 U42", "cannot-pay U30 U42"]),
        (1, "g3 U11 U42 U46", ["cannot-pay U11"]),
        (2, "g2 U42 U46", ["cannot-pay U42", "cannot-pay U46"]),
        (2, "g2 U42 U42", ["cannot-pay U42"]),
        (1, "g2 U42 U46", ["cannot-pay"]),
    ],
)
def test_as_many_cards_as_possible_are_paid_whichever_the_driver_picks(engine, plan, options):
    """SPEC R3.16, R3.17"""
    s = lead(f"13/0 g{plan[1]} e{engine} hand {plan[3:]}", plan)
    assert using(s, "cannot-pay") == options


def test_the_car_goes_back_and_moves_again():
    """SPEC R3.16, R3.17"""
    s = lead("13/1 g2 e1 hand U11 U42 deck 5 3 1", "g2 U11 U42")
    assert s.at("red") == 26
    s.act("red", "cannot-pay U11")
    assert (s.at("red"), s.spot("red"), s.speed(), s.engine("red")) == (13 + 6 + 3, 0, 9, 0)
    assert (s.cards("red", "played"), s.cards("red", "discard"), s.cards("red", "deck")) == ("3 U11", "5 U42 H", "1")
    assert s.legal("red") == ["pass"]
    again = [event for event in s.events("again") if event[0] == 0]
    assert again == [(0, (s.spec.catalogue.ids["U11"],), (s.spec.catalogue.ids["U42"],))]


def test_a_car_that_then_does_not_move_is_on_its_starting_spot():
    """SPEC R3.17, R3.8"""
    s = lead("13/1 hand U42 deck 5 0", "g1 U42", "cannot-pay")
    assert (s.at("red"), s.spot("red"), s.speed()) == (13, 1, 0)


def test_the_second_move_may_be_blocked():
    """SPEC R3.16, 3.3.16"""
    s = race(
        red="13/0 hand U42 deck 2 1 1 1 1 1 1 1", blue="15/0 hand 0", gray="15/1 hand 0", black="-1/0 hand 0"
    )  # fmt: skip
    go(s, "red", "g1 U42", "cannot-pay")
    assert (s.at("red"), s.speed()) == (14, 2)


def test_every_unpaid_card_is_replaced_by_one_flip():
    """SPEC R3.16"""
    s = lead("13/0 g3 e1 hand 4 U42 U42 deck 1 2 3", "g3 4 U42 U42", "cannot-pay")
    assert (s.at("red"), s.speed(), s.engine("red")) == (13 + 4 + 1 + 2, 7, 1)
    assert (s.cards("red", "played"), s.cards("red", "discard")) == ("1 2 4", "U42 U42")


def test_earlier_flips_are_kept():
    """SPEC R3.17"""
    s = lead("13/0 g2 hand S U42 deck 3 2 1", "g2 U42 S", "cannot-pay")
    assert (s.at("red"), s.speed(), s.cards("red", "played")) == (18, 5, "2 3 S")


def test_speed_of_adrenaline_a_free_boost_and_direct_play_is_kept():
    """SPEC R3.17"""
    s = race(red="13/0 hand U42 U24 deck 2 3 4 1", weather=FREE_BOOST)
    s.act("red", "g1 U42", "adrenaline", "boost", "direct U24")
    assert (s.at("red"), s.speed()) == (13 + 7 + 1 + 2 + 1, 11)
    s.act("red", "cannot-pay")
    assert (s.at("red"), s.speed(), s.cards("red", "played")) == (13 + 1 + 2 + 1 + 3, 7, "2 3 U24")
    assert s.legal("red") == ["scrap U24"]
    assert s.act("red", "scrap U24").legal("red") == ["pass"]


def test_spaces_won_by_draft_are_lost():
    """SPEC R3.17"""
    s = race(
        red="13/0 g2 hand U42 U55 deck 1 2 3 4", blue="24/0 hand 0", gray="18/0 hand 0", black="-1/0 hand 0"
    )  # fmt: skip
    go(s, "red", "g2 U42 U55", "draft U55")
    assert s.at("red") == 13 + 8 + 2
    s.act("red", "cannot-pay")
    assert (s.at("red"), s.speed(), s.legal("red")) == (13 + 1 + 2, 3, ["pass"])


def test_an_unused_draft_stays_usable():
    """SPEC R3.16"""
    s = race(red="13/0 g2 hand U42 U55 deck 1 2 3 4", gray="18/0 hand 0", black="-1/0 hand 0")
    go(s, "red", "g2 U42 U55", "cannot-pay")
    assert s.legal("red") == ["pass", "draft U55"]


def test_the_draft_of_a_discarded_card_is_void():
    """SPEC R3.16, R3.18"""
    s = race(red="13/0 hand U60 deck 2 3 4 1", blue="22/0 hand 0", gray="17/0 hand 0", black="-1/0 hand 0")
    go(s, "red", "g1 U60", "draft U60")
    assert s.at("red") == 21
    s.act("red", "cannot-pay")
    assert (s.at("red"), s.legal("red")) == (15, ["pass"])
    s = race(red="13/0 hand U60 deck 2 3 4 1", gray="17/0 hand 0", black="-1/0 hand 0")
    assert using(go(s, "red", "g1 U60", "cannot-pay"), "draft") == []


def test_unused_adrenaline_and_the_gears_cooldown_stay():
    """SPEC R3.16, R3.17"""
    s = solo("13/0 hand U42 H H", "g1 U42", "cannot-pay")
    assert s.legal("red") == ["pass", "cool 1 gear", "cool 1 adrenaline", "cool 2 gear", "adrenaline"]


def test_the_cooldown_of_kept_and_of_paid_cards_stays():
    """SPEC R3.16"""
    s = lead("13/0 g3 e1 hand U11 U12 U42 H H H", "g3 U11 U12 U42", "cannot-pay U11")
    assert s.legal("red") == ["pass", "cool 1 U11", "cool 1 U12", "cool 2 U12"]


def test_cooldown_used_before_is_not_given_back():
    """SPEC R3.16, R3.17"""
    s = lead("13/0 hand U42 H H H", "g1 U42", "cool 1 gear", "cannot-pay")
    assert (s.engine("red"), s.heat_in_hand("red"), using(s, "cool")) == (1, 2, [])


def test_no_heat_is_owed_any_more():
    """SPEC R3.16"""
    s = lead("13/0 e1 hand U42 deck 2 3", "g1 U42", "cannot-pay")
    assert s.legal("red") == ["pass", "boost"]
    s.act("red", "boost")
    assert (s.at("red"), s.speed(), s.engine("red")) == (18, 5, 0)


def test_what_waited_goes_on_afterwards():
    """SPEC R3.16"""
    s = lead("13/0 g3 hand U4 U22 U42 S deck 2 3", "g3 U4 U22 U42", "cannot-pay")
    assert s.legal("red") == ["pass", "reduce 1 U4", "salvage U22 U42", "salvage U22"]


def test_replacement_flips_do_not_count_for_accelerate():
    """SPEC R3.18, 3.5.35"""
    s = lead("13/0 g2 hand U42 U47 deck 1 2 3", "g2 U42 U47", "cannot-pay")
    assert (s.at("red"), s.speed()) == (16, 3)
    s.act("red", "accelerate U47")
    assert (s.at("red"), s.speed()) == (17, 4)


def test_adjust_of_a_discarded_card_is_void():
    """SPEC R3.18, 3.5.11"""
    s = lead("30/0 e1 hand U46 deck 4 1", "g1 U46", "cannot-pay", "pass", "pass")
    assert (s.at("red"), s.events("corner")) == (34, [(0, 2, 3, 4, 1)])


def test_scrap_of_a_discarded_card_is_void():
    """SPEC R3.18, 3.5.10"""
    s = lead("13/0 hand U43 deck 1 2 3", "g1 U43", "cannot-pay")
    assert (s.legal("red"), s.cards("red", "deck")) == (["pass"], "2 3")


def test_the_slipstream_of_a_discarded_card_is_void():
    """SPEC R3.18, 3.5.19"""
    s = race(red="13/0 hand U30 deck 1 2 3 4", blue="15/0 hand 0", black="-1/0 hand 0")
    assert go(s, "red", "g1 U30", "cannot-pay", "pass").legal("red") == ["pass", "slip 2"]


def test_the_extra_slipstream_of_a_discarded_card_is_void():
    """SPEC R3.18, 3.5.21"""
    s = race(red="13/0 hand U66 deck 1 2 3 4", blue="15/0 hand 0", gray="17/0 hand 0", black="-1/0 hand 0")
    go(s, "red", "g1 U66", "value U66=6", "cannot-pay", "pass", "slip 2")
    assert (s.at("red"), s.step()) == (16, "discard")


@pytest.mark.parametrize(("paid", "kept"), [("U7", 4), ("U66", 6)])
def test_cards_of_several_numbers_go_with_the_number_chosen(paid, kept):
    """SPEC R3.17, 3.3.2"""
    s = lead("13/0 g2 e1 hand U7 U66 deck 3 1", "g2 U7 U66", "value U7=4 U66=6")
    assert s.at("red") == 23
    s.act("red", f"cannot-pay {paid}")
    assert (s.at("red"), s.speed(), s.engine("red")) == (13 + kept + 3, kept + 3, 0)


def test_two_cards_of_a_kind_and_of_the_same_number():
    """SPEC R3.17, 3.3.2"""
    s = lead("13/0 g2 e1 hand U7 U7 deck 4 1", "g2 U7 U7", "value U7=2 U7=2", "cannot-pay U7")
    assert (s.speed(), s.cards("red", "played"), s.cards("red", "discard")) == (6, "4 U7", "U7 H")


def test_a_finish_is_lost_with_the_card():
    """SPEC R3.16, 4.2"""
    s = solo("135/0 hand U42 deck 2 1", "g1 U42")
    assert s.at("red") == 142
    s.act("red", "cannot-pay", "pass")
    assert (s.at("red"), s.step()) == (137, "slip")


def test_only_lines_of_the_second_move_are_checked():
    """SPEC R3.16, 3.7.1"""
    s = lead("30/0 hand U42 deck 2 1", "g1 U42", "cannot-pay", "pass", "pass")
    assert (s.at("red"), s.events("corner")) == (32, [])
