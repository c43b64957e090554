import pytest

from tests.rules.driving import go, solo
from tests.scenario import race


def test_the_numbers_are_added_and_driven():
    """SPEC 3.3.1, 3.3.10"""
    s = solo("13/0 g4 hand 1 2 3 5", "g4 1 2 3 5")
    assert (s.speed(), s.at("red")) == (11, 24)


def test_several_numbers_count_as_one_chosen_after_the_flips():
    """SPEC 3.3.2, R3.11"""
    s = solo("13/0 g2 hand U8 S deck 4 1", "g2 U8 S")
    assert s.step() == "value"
    assert s.cards("red", "played") == "4 U8 S"
    assert s.legal("red") == ["value U8=1", "value U8=3"]
    s.act("red", "value U8=3")
    assert (s.speed(), s.at("red")) == (7, 20)


def test_each_card_of_several_numbers_is_chosen_alone():
    """SPEC 3.3.2"""
    s = solo("13/0 g2 hand U8 U8", "g2 U8 U8")
    assert s.legal("red") == ["value U8=1 U8=1", "value U8=1 U8=3", "value U8=3 U8=3"]
    assert s.act("red", "value U8=1 U8=3").at("red") == 17


@pytest.mark.parametrize(("card", "speed"), [("S", 1), ("U41", 3), ("U2", 6)])
def test_every_plus_is_a_flip(card, speed):
    """SPEC 3.3.3"""
    assert solo(f"13/0 hand {card} deck 1 2 3 4", f"g1 {card}").speed() == speed


def test_a_flip_goes_on_until_a_basic_card():
    """SPEC 3.3.4"""
    s = solo("13/0 hand S deck 5 0 H 3 4", "g1 S")
    assert (s.speed(), s.at("red")) == (3, 16)
    assert (s.cards("red", "played"), s.cards("red", "discard"), s.cards("red", "deck")) == ("3 S", "0 5 H", "4")


def test_cards_flipped_away_have_no_effect():
    """SPEC 3.3.5"""
    s = solo("13/0 hand S H deck U12 S P2 2 4", "g1 S")
    assert s.speed() == 2
    assert s.cards("red", "discard") == "U12 P2 S"
    assert [text for text in s.legal("red") if text.endswith(("U12", "P2"))] == []


def test_an_empty_deck_is_made_of_the_discard_pile_without_the_play_area():
    """SPEC 3.3.6, R3.8"""
    s = solo("13/0 g2 hand S S deck discard 3", "g2 S S")
    assert s.events("reshuffle") == [(0, 1)]
    assert s.speed() == 3
    assert s.cards("red", "played") == "3 S S"


def test_flipped_cards_are_discarded_in_replenish():
    """SPEC 3.3.7"""
    s = solo("13/0 hand S 1 1 1 1 1 1 1 deck 3 4", "g1 S", "pass", "pass", "pass")
    assert s.cards("red", "discard") == "3 S"


def test_a_plus_on_a_number_adds_both():
    """SPEC 3.3.8"""
    assert solo("13/0 hand U1 deck 3 1", "g1 U1").speed() == 7


def test_what_counts_as_speed():
    """SPEC 3.3.9"""
    s = race(red="13/0 g2 e1 hand 1 S deck 2 3 1 1 1 1 1 1", blue="21/0")
    go(s, "red", "g2 1 S", "boost", "adrenaline", "pass")
    assert (s.at("red"), s.speed()) == (20, 1 + 2 + 3 + 1)
    s.act("red", "slip 2")
    assert (s.at("red"), s.speed()) == (22, 7)


def test_cars_drive_through_others():
    """SPEC 3.3.11"""
    s = race(red="14/0 g2 hand 4 1", blue="15/0", black="15/1", gray="16/0", green="16/1")
    assert go(s, "red", "g2 1 4").at("red") == 19


def test_a_blocked_car_falls_back_and_keeps_its_speed():
    """SPEC 3.3.12"""
    s = race(red="14/0 hand 4", blue="18/0", black="18/1", gray="17/0")
    go(s, "red", "g1 4")
    assert (s.at("red"), s.spot("red"), s.speed()) == (17, 1, 4)


@pytest.mark.parametrize(("other", "spot"), [("16/0", 1), ("16/1", 0), ("17/0", 0)])
def test_the_race_line_if_it_is_free(other, spot):
    """SPEC 3.3.13"""
    s = go(race(red="14/1 hand 2", blue=other), "red", "g1 2")
    assert (s.at("red"), s.spot("red")) == (16, spot)


@pytest.mark.parametrize("card", ["0", "1", "2"])
def test_a_car_that_finds_no_room_keeps_its_spot(card):
    """SPEC 3.3.14"""
    s = race(red=f"14/1 hand {card}", blue="15/0", black="15/1", gray="16/0", green="16/1")
    go(s, "red", f"g1 {card}")
    assert (s.at("red"), s.spot("red"), s.speed()) == (14, 1, int(card))


def test_a_line_that_is_only_the_target_is_not_crossed():
    """SPEC 3.3.15"""
    s = race(red="4/0 g2 e6 hand 4 4", blue="12/0", black="12/1")
    go(s, "red", "g2 4 4", "pass", "pass")
    assert (s.at("red"), s.engine("red"), s.events("corner")) == (11, 6, [])


def test_a_boost_is_blocked_alike():
    """SPEC 3.3.16"""
    s = race(red="14/0 e1 hand 1 deck 2 1 1 1 1 1 1 1", blue="17/0", black="17/1", gray="16/0")
    go(s, "red", "g1 1", "boost")
    assert (s.at("red"), s.spot("red"), s.speed()) == (16, 1, 3)


def test_a_legend_is_blocked_alike():
    """SPEC 3.3.16, 5.14"""
    s = race(black="legend 13/0", blue="29/0 hand 0", red="29/1 hand 0", gray="28/0 hand 0")
    s.state.legend_deck = (0,)  # black drives 16, to 29
    s.finish_round()
    assert (s.at("black"), s.spot("black")) == (28, 1)


@pytest.mark.parametrize(("reshuffle", "deck", "discard"), [("on_demand", 0, "1 3 4"), ("eager", 3, "")])
def test_when_the_last_card_is_drawn(reshuffle, deck, discard):
    """SPEC R3.7"""
    s = race(red="13/0 hand 1 1 1 1 1 1 1 deck 2 discard 3 4", rules={"reshuffle": reshuffle})
    s.act("red", "g1 1", "pass", "pass", "pass")
    assert s.cards("red", "hand") == "1 1 1 1 1 1 2"
    assert (len(s.car("red").deck), s.cards("red", "discard")) == (deck, discard)


@pytest.mark.parametrize(("reshuffle", "deck", "discard"), [("on_demand", "", "5"), ("eager", "5", "")])
def test_when_the_last_card_is_flipped(reshuffle, deck, discard):
    """SPEC R3.7"""
    s = race(red="13/0 hand S deck 2 discard 5", rules={"reshuffle": reshuffle}).act("red", "g1 S")
    assert (s.speed(), s.cards("red", "played")) == (2, "2 S")
    assert (s.cards("red", "deck"), s.cards("red", "discard")) == (deck, discard)


def test_an_eager_reshuffle_of_nothing_waits_until_a_card_is_needed():
    """SPEC R3.7"""
    s = race(red="13/0 e1 hand S 1 1 1 1 1 1 deck 2", rules={"reshuffle": "eager"}).act("red", "g1 S")
    assert (s.events("reshuffle"), s.cards("red", "deck")) == ([], "")
    s.act("red", "pass", "pass", "pass")
    assert s.events("reshuffle")[0] == (0, 2)


def test_a_flip_without_any_basic_card_counts_0():
    """SPEC R3.8"""
    s = solo("13/1 hand S deck S H 0 discard 5", "g1 S")
    assert (s.speed(), s.at("red"), s.spot("red")) == (0, 13, 1)
    assert len(s.events("flip")) == 3
    assert (s.events("reshuffle"), s.cards("red", "deck"), s.cards("red", "discard")) == ([], "", "0 5 S H")


def test_the_reshuffle_includes_the_cards_flipped_away():
    """SPEC R3.9"""
    s = solo("13/0 hand S deck 5 0 discard 3", "g1 S")
    assert s.events("reshuffle") == [(0, 3)]
    assert s.speed() == 3


def test_stress_stays_in_the_play_area():
    """SPEC R3.10"""
    s = solo("13/0 hand S 1 1 1 1 1 1 1 deck 2", "g1 S")
    assert (s.speed(), s.cards("red", "played")) == (2, "2 S")
    s.act("red", "pass", "pass", "pass")
    assert s.cards("red", "discard") == "2 S"
