"""Why a turn cost what it did, told from a seat's events."""

import re

import pytest

from heatcli.arena.briefing import speller
from heatcli.repl.why import why
from heatcli.repl.words import WIDTH
from tests.fuzz.races import any_race, play
from tests.repl.test_words import NUMBERS, cited
from tests.rules.driving import go, solo
from tests.rules.leading import lead
from tests.scenario import race

OVERHEAT = "fog overheat limit-1 limit+1 heat_control"
NO_CORNER = "You have crossed no corner yet (SPEC 3.7.1)."


def told(s, colour="red", **more):
    """What a seat is told, by the events as it sees them."""
    seat = s.colours.index(colour)
    rows = [speller(s.spec).event(event, seat) for event in s.state.log]
    corners = s.spec.track.corners
    second = [number for number, corner in enumerate(corners, 1) if corner.chicane_of is not None]
    return why(rows, seat, s.colours, [corner.limit for corner in corners], chicane=second, **more)


def test_a_corner_that_was_paid():
    s = lead("31/0 g2 e6 hand 4 3", "g2 4 3", "pass", "pass", "pass")
    assert told(s) == [
        "Round 1, red in gear 2:",
        "Speed 7: cards 3+4 (SPEC 3.3.9).",
        "Corner 2: limit 3, Speed 7: 4 over, so 4 Heat (SPEC 3.7.2).",
        "The engine held 6 and paid; 2 left (SPEC 0.2.11).",
    ]


def test_before_the_turn_is_over_the_engine_says_what_it_held():
    s = lead("31/0 g2 e4 hand 4 3", "g2 4 3", "pass", "pass")
    assert told(s)[-1] == "Corner 2: limit 3, Speed 7: 4 over, so 4 Heat (SPEC 3.7.2)."
    assert told(s, engine=0)[-1] == "The engine held 4 and paid; 0 left (SPEC 0.2.11, R3.31)."


def test_speed_up_to_the_limit():
    s = solo("31/0 g1 e6 hand 3", "g1 3", "pass", "pass", "pass")
    assert told(s)[-1] == "Corner 2: limit 3, Speed 3: nothing to pay (SPEC 3.7.2)."


def test_how_the_speed_came_about():
    s = race(red="25/0 g2 e9 hand 4 3 S deck H U7 2 3 1 2 3", rules={"adrenaline_two_from": 1})
    go(s, "red", "g3 3 4 S", "boost", "adrenaline", "pass", "pass", "pass")
    assert told(s)[:3] == [
        "Round 1, red in gear 3:",
        "The boost cost 1 Heat (SPEC 3.5.8).",
        "Speed 13: cards 3+4, flip 2, boost 3, adrenaline 1 (SPEC 3.3.9).",
    ]


def test_cards_with_several_numbers_and_cards_from_the_hand():
    s = lead("24/0 g2 e9 hand U7 U8 U26 U47 deck 1 2 3 4 1 2 3", "g3 U7 U8 U47", "value U7=4 U8=3", "pay U7")
    s.act("red", "direct U26", "scrap U26", "accelerate U47", "pass", "pass", "pass")
    assert told(s)[:4] == [
        "Round 1, red in gear 3:",
        "U7 cost 1 Heat (SPEC 3.5.9).",
        "Speed 12: cards 4+3, flip 1, U26 3, accelerate 1 (SPEC 3.3.9).",
        "Corner 2: limit 3, Speed 12: 9 over, so 9 Heat (SPEC 3.7.2).",
    ]


def test_two_corners_and_no_heat_for_the_second():
    s = solo("48/0 g3 e8 hand 3 3 3", "g3 3 3 3", "pass", "pass", "pass")
    assert told(s) == [
        "Round 1, red in gear 3:",
        "Speed 9: cards 3+3+3 (SPEC 3.3.9).",
        "Corner 3: limit 3, Speed 9: 6 over, so 6 Heat (SPEC 3.7.2).",
        "The engine held 8 and paid; 2 left (SPEC 0.2.11).",
        "Corner 4: limit 2, Speed 9: 7 over, so 7 Heat (SPEC 3.7.2).",
        "The engine held 2, too little for 7: a spin out (SPEC 3.7.7).",
        "What it held is paid; back to distance 56, before the line (SPEC 3.7.7).",
        "2 Stress into hand for gear 3; the gear is 1 now (SPEC 3.7.7).",
    ]


def test_a_chicane():
    s = solo("27/0 g2 e4 hand 3 3", "g2 3 3", "pass", "pass", "pass", track="espana")
    assert told(s)[2:] == [
        "Corner 3: limit 4, Speed 6: 2 over, so 2 Heat (SPEC 3.7.2).",
        "The engine held 4 and paid; 2 left (SPEC 0.2.11).",
        "Corner 4: limit 4, Speed 6: 2 over, so 2 Heat (SPEC 3.7.2).",
        "It is the second line of a chicane: a check of its own (SPEC 3.7.4).",
        "The engine held 2 and paid; 0 left (SPEC 0.2.11, R3.31).",
    ]


def test_a_spin_out_with_an_empty_engine():
    s = solo("30/0 g1 e0 hand 4", "g1 4", "pass", "pass")
    assert told(s)[2:] == [
        "Corner 2: limit 3, Speed 4: 1 over, so 1 Heat (SPEC 3.7.2).",
        "The engine held 0, too little for 1: a spin out (SPEC 3.7.7).",
        "What it held is paid; back to distance 32, before the line (SPEC 3.7.7).",
        "1 Stress into hand for gear 1; the gear is 1 now (SPEC 3.7.7).",
    ]


def test_a_spin_out_that_eliminates():
    s = race("italia", red="8/0 g2 e0 hand 4 4", black="-1/0 hand 0", event="future-unknown")
    go(s, "red", "g2 4 4", "pass", "pass")
    assert told(s)[-1] == "In this race a spin out eliminates (SPEC R8.4)."


def test_an_overheat_token():
    s = lead("7/0 g2 e6 hand 4 5", "g2 4 5", "pass", "pass", "pass", weather=OVERHEAT)
    assert told(s)[2:] == [
        "Corner 1: limit 7, Speed 9: 2 over and 1 by the Overheat token, so 3 Heat",
        "  (SPEC 3.7.2).",
        "The engine held 6 and paid; 3 left (SPEC 0.2.11).",
    ]


def test_a_limit_token():
    s = lead("31/0 e6 hand 4", "g1 4", "pass", "pass", "pass", weather=OVERHEAT)
    assert told(s)[2:4] == [
        "Corner 2: limit 2, Speed 4: 2 over, so 2 Heat (SPEC 3.7.2).",
        "Limit 2: 3 printed, road token -1 (SPEC 3.7.1, 7.4).",
    ]


def test_a_card_that_adjusts_limits():
    s = lead("31/0 g2 e6 hand P5 4", "g2 4 P5", "pass", "pass", "pass")
    assert told(s)[1:4] == [
        "Speed 7: cards 4+3 (SPEC 3.3.9).",
        "Corner 2: limit 4, Speed 7: 3 over, so 3 Heat (SPEC 3.7.2).",
        "Limit 4: 3 printed, P5 +1 (SPEC 3.7.1, 3.5.11).",
    ]


def test_a_card_and_a_token_that_make_up_for_each_other():
    s = lead("30/0 hand P5", "g1 P5", "pass", "pass", weather=OVERHEAT)
    assert told(s)[-1] == "Limit 3: 3 printed, road token -1, P5 +1 (SPEC 3.7.1, 7.4, 3.5.11)."


def test_without_the_printed_limits_cards_are_told_all_the_same():
    s = lead("30/0 hand P5", "g1 P5", "pass", "pass", weather=OVERHEAT)
    rows = [speller(s.spec).event(event, 0) for event in s.state.log]
    assert why(rows, 0, s.colours)[-1] == "Limit 3: 2 on the road, P5 +1 (SPEC 3.7.1, 3.5.11)."


def test_a_slipstream_over_a_line():
    s = race(red="29/0 g2 e6 hand 1 2", blue="32/0 hand 1", black="-1/0 hand 0")
    go(s, "red", "g2 1 2", "pass", "slip 2", "pass")
    assert told(s)[1:4] == [
        "Speed 3: cards 1+2 (SPEC 3.3.9).",
        "The slipstream of 2 adds no Speed, but its lines are checked (SPEC 3.6.5).",
        "Corner 2: limit 3, Speed 3: nothing to pay (SPEC 3.7.2).",
    ]


def test_a_draft_over_a_line():
    s = race(red="28/0 g2 e6 hand U55 4 deck 1 2 3 4 1 2 3", blue="36/0 hand 0", black="-1/0 hand 0")
    go(s, "red", "g2 4 U55", "draft U55", "pass", "pass", "pass")
    assert told(s)[1:4] == [
        "Speed 5: card 4, flip 1 (SPEC 3.3.9).",
        "The Draft of 2 adds no Speed, but its lines are checked (SPEC 9.3.2).",
        "Corner 2: limit 3, Speed 5: 2 over, so 2 Heat (SPEC 3.7.2).",
    ]


def test_a_blocked_car_keeps_its_speed():
    s = race(red="31/0 g1 e6 hand 4", blue="35/0 hand 0", green="35/1 hand 0", black="-1/0 hand 0")
    go(s, "red", "g1 4", "pass", "pass", "pass")
    assert told(s)[2] == "Blocked: it moved 3 of 4 spaces, but Speed stays (SPEC 3.3.12)."


def test_a_cluttered_hand():
    s = solo("27/0 g3 e0 hand 3 H H H H", "g3 3 H H")
    assert told(s) == [
        "Round 1, red in gear 3:",
        "Gear 3 needs 3 cards, besides Heat it has 1 (SPEC 3.2.3).",
        "A cluttered hand: no move, no Speed, no Cooldown; the gear is 1 (SPEC 3.2.4).",
        NO_CORNER,
    ]


def test_a_card_that_cannot_be_paid():
    s = lead("28/0 g2 e1 hand U42 4 deck 4 3 1 2", "g2 U42 4", "cannot-pay", "pass", "pass", "pass")
    assert told(s)[:5] == [
        "Round 1, red in gear 2:",
        "The engine could not pay the Heat cost of U42 (SPEC R3.16).",
        "Back to where it began, a flip instead, and it drives again (SPEC R3.16).",
        "Speed 8: card 4, flip 4 (SPEC 3.3.9).",
        "Corner 2: limit 3, Speed 8: 5 over, so 5 Heat (SPEC 3.7.2).",
    ]


def test_heat_for_shifts_is_told_by_the_gear_before():
    s = solo("2/0 g1 e6 hand 1 1 1", "g3 1 1 1", "pass", "pass", "pass")
    assert told(s)[1] == "The shift cost 1 Heat (SPEC 3.1.1, 3.1.3)."
    s.act("red", s.legal("red")[0])  # gear 1 again
    assert told(s)[1] == "From gear 3 to 1: 1 Heat for two gears (SPEC 3.1.1)."
    s = race("japan", red="2/0 g3 e6 hand 1 1 1", rules={"gear_cooldown": (0, 0, 0, 0)})
    s.act("red", "g3 1 1 1", "pass", "pass", "pass").act("red", s.legal("red")[0])
    assert told(s)[1:3] == [
        "From gear 3 to 1: 1 Heat for two gears (SPEC 3.1.1).",
        "From gear 3 to 1: 1 Heat for the flooded space (SPEC 3.1.3).",
    ]


def test_what_came_last_is_told_first_and_the_last_corner_behind_it():
    s = solo("31/0 g1 e6 hand 4 1 1 1", "g1 4", "pass", "pass", "pass").act("red", "g1 1", "boost", "pass")
    assert [line for line in told(s) if line.startswith(("Round", "The boost", "Corner"))] == [
        "Round 2, red in gear 1:",
        "The boost cost 1 Heat (SPEC 3.5.8).",
        "Round 1, red in gear 1:",
        "Corner 2: limit 3, Speed 4: 1 over, so 1 Heat (SPEC 3.7.2).",
    ]


def test_gravel():
    s = solo("10/0 g2 e6 hand 1 2", "g2 1 2", "pass", "pass", "pass", track="south-africa")
    assert told(s)[-1] == "Gravel took 1 Heat (SPEC 11.3)."


def test_nothing_to_explain():
    assert told(race(red="27/0 hand 3")) == ["You have not driven yet.", NO_CORNER]
    assert told(solo("13/0 hand 3", "g1 3", "pass", "pass", "pass")) == [NO_CORNER]
    s = race(red="13/0 hand 3", blue="legend 14/0").finish_round()
    assert told(s, "blue") == ["A Legend pays nothing and never spins out (SPEC 5.2)."]
    assert why([], 0, ["red"]) == ["You have not driven yet.", NO_CORNER]


@pytest.mark.parametrize("number", range(12))
def test_in_any_race_the_speed_adds_up_and_the_rules_exist(number):
    state, rng = any_race(number)
    play(state, rng)
    colours = [seat.colour for seat in state.spec.seats]
    rows = [speller(state.spec).event(event) for event in state.log]
    printed = [corner.limit for corner in state.spec.track.corners]
    ends = [i for i, row in enumerate(rows, 1) if row["type"] in ("corner", "spin", "again", "turn")]
    for end in ends[:: len(ends) // 40 + 1]:
        seat = rows[end - 1]["seat"]
        lines = why(rows[:end], seat, colours, printed, catalogue=state.spec.catalogue)
        text = "\n".join(lines)
        assert "what React added" not in text
        assert [n for n in cited(text) if n not in NUMBERS] == []
        assert all(len(line) <= WIDTH and line.isascii() for line in lines)
        for held, paid, left in re.findall(r"held (\d+) and (paid); (\d+) left", text):
            assert int(held) >= int(left) >= 0, paid
