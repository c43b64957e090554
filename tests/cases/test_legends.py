"""Legends."""

import pytest

from heatcli.core.ranking import outcome
from tests.scenario import Scenario, race


def turn_up(s: Scenario, card: int) -> Scenario:
    """The printed number (SPEC 5.4) of the card that the first Legend of this round turns up."""
    s.state.legend_deck = (card - 1,)
    s.state.legend_shuffles = 1
    return s


def test_r66_on_the_first_space_behind_the_legends_line_a_legend_takes_the_corner():
    """SPEC R5.4, 5.8, 5.9: card 9 has helmet 19, so diamond 3, for red; 5 + 3 spaces."""
    s = turn_up(race("italia", red="legend 2/0", blue="0/0 g1 hand 1"), 9)
    s.act("blue", "g1 1")
    assert s.at("red") == 10


def test_r66_one_space_earlier_it_is_still_before_the_legends_line():
    """SPEC 5.12: 19 spaces would cross the line at 10, so it goes to diamond 3, which is space 6."""
    s = turn_up(race("italia", red="legend 1/0", blue="0/0 g1 hand 1"), 9)
    s.act("blue", "g1 1")
    assert s.at("red") == 6


def test_r68_a_legend_stops_before_a_second_line():
    """SPEC 5.10: card 1 has helmet 18, so diamond 3, for blue; 5 + 3 would cross the lines at 11 and 15."""
    s = race("espana", blue="legend 7/0", red="0/0 g1 hand 1", rules={"aggressive_legends": False})
    turn_up(s, 1).act("red", "g1 1")
    assert s.at("blue") == 14


def test_r68_the_same_after_a_whole_lap():
    """SPEC 5.10, 0.2.5"""
    s = race("espana", blue="legend 116/0", red="0/0 g1 hand 1", rules={"aggressive_legends": False, "laps": 3})
    turn_up(s, 1).act("red", "g1 1")
    assert s.at("blue") == 123


def test_r72_one_card_serves_all_legends_and_each_reads_its_own_colour():
    """SPEC 5.3, 5.4, 5.11: card 1 has 18 for blue, 15 for green, 13 for red."""
    s = race(
        blue="legend 14/0",
        green="legend 13/0",
        red="legend 12/0",
        black="0/0 g1 hand 1",
        rules={"laps": 3},
    )
    turn_up(s, 1).act("black", "g1 1")
    assert s.events("legend") == [(0,)]
    assert (s.at("blue"), s.at("green"), s.at("red")) == (32, 28, 25)


def test_r72_ten_rounds_use_ten_cards_then_all_are_shuffled():
    """SPEC 5.3"""
    s = race(
        blue="legend 3/0",
        green="legend 2/0",
        red="legend 1/0",
        black="0/0 g1 e6 hand 1 2 3 4 1 2 3",
        rules={"laps": 20},
    )
    for _ in range(20):
        s.finish_round()
    cards = [card for (card,) in s.events("legend")]
    assert len(cards) == 20
    assert sorted(cards[:10]) == list(range(10))
    assert sorted(cards[10:]) == list(range(10))


def test_r73_legends_race_on_without_requests_when_the_drivers_are_done():
    """SPEC R4.2, 4.5, 4.7"""
    s = race(
        red="137/0 g1 hand 1",
        blue="136/0 g1 hand 2",
        green="legend 30/0",
        gray="legend 20/0",
    )
    s.act("red", "g1 1").act("blue", "g1 2").act("red", "pass").act("blue", "pass")
    assert s.asked() == []
    assert s.step() == "over"
    standings = outcome(s.state)
    assert [row.place for row in standings] == [1, 2, 3, 4]
    assert [row.seat for row in standings[:2]] == [0, 1]
    assert {row.seat for row in standings[2:]} == {2, 3}
    assert {row.why for row in standings} == {"finished"}
    assert all(row.distance >= 138 for row in standings)
    assert s.state.round > 5  # the Legends had more than 100 spaces to go


def test_r73_by_option_the_race_ends_with_the_drivers():
    """SPEC R4.2"""
    s = race(
        red="137/0 g1 hand 1",
        green="legend 20/0",
        gray="legend 30/0",
        rules={"stop_when_humans_done": True},
    )
    s.act("red", "g1 1", "pass")
    assert s.step() == "over"
    standings = outcome(s.state)
    assert [row.why for row in standings] == ["finished", "rounds", "rounds"]
    assert standings[0].seat == 0
    assert s.state.round == 1
    assert standings[1].distance > standings[2].distance
    assert standings[1].distance < 138  # both Legends are ranked where they were


@pytest.mark.parametrize(
    ("token", "at"), [("limit-1", 48), ("limit+1", 50), ("overheat", 49), ("weather", 49), ("heat_control", 49)]
)
def test_r71_a_legend_takes_a_corner_by_the_limit_with_its_road_token(token, at):
    """SPEC R5.1, 5.9: card 5 has helmet 10, so diamond 0, for red; the line at 49 has limit 3."""
    s = race(red="legend 46/0", blue="0/0 g1 hand 1", weather=f"sun overheat overheat {token} overheat")
    turn_up(s, 5).act("blue", "g1 1")
    assert s.at("red") == at
    assert s.events("move")[0] == (0, "legend", at - 46, at - 46, at, 0, -1)
