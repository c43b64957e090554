import pytest

from heatcli.core.ranking import outcome
from tests.rules.driving import go, solo
from tests.scenario import race


def places(s):
    """Colours, first place first."""
    return [s.colours[row.seat] for row in outcome(s.state)]


@pytest.mark.parametrize(
    ("laps", "start", "over"), [(None, 137, True), (None, 68, False), (1, 68, True), (3, 137, False)]
)
def test_the_laps(laps, start, over):
    """SPEC 4.1, 0.2.7"""
    s = solo(f"{start}/0 hand 1", "g1 1", laps=laps).finish_round()
    assert (outcome(s.state) is not None) == over


def test_a_finishing_car_completes_its_turn():
    """SPEC 4.2"""
    s = solo("137/0 e1 hand 1 deck 3", "g1 1", "boost", "pass")
    assert s.at("red") == 141
    assert s.cards("red", "discard") == "1 3 H"
    assert [event[0] for event in s.state.log if event[0] in ("corner", "draw", "discard")] == []


def test_react_may_carry_a_car_across_the_finish_line():
    """SPEC 4.2"""
    s = solo("136/0 hand 1", "g1 1", "adrenaline", "pass")
    assert s.events("finish") == [(0, 1)]


def test_cars_later_in_the_order_act_too():
    """SPEC 4.3"""
    s = race(red="100/0 hand 1", blue="137/0 hand 1").act("blue", "g1 1").act("red", "g1 1").act("blue", "pass")
    assert s.asked() == ["red"]
    assert s.events("finish") == []
    s.finish_round()
    assert s.at("red") == 101
    assert s.events("finish") == [(1, 1)]


def test_cars_of_one_round_rank_by_ahead():
    """SPEC 4.4, 4.8"""
    s = race(red="136/0 hand 4", blue="137/0 hand 1", black="137/1 hand 3").finish_round()
    assert [s.at(c) for c in ("red", "blue", "black")] == [140, 138, 140]
    assert places(s) == ["black", "red", "blue"]


def test_an_earlier_round_ranks_better():
    """SPEC 4.5"""
    s = race(red="132/0 g4 hand 1 4 4 4 4 4 4", blue="137/0 hand 1")
    s.act("red", "g3 1 4 4").act("blue", "g1 1").finish_round()
    assert places(s) == ["red", "blue"]
    s = race(red="130/0 hand 1 4 4", blue="137/0 hand 1").finish_round()
    s.act("red", "g2 4 4").finish_round()
    assert (s.at("red"), s.at("blue")) == (139, 138)
    assert places(s) == ["blue", "red"]


def test_finished_cars_block_until_the_end_of_the_round():
    """SPEC 4.6"""
    s = race(red="137/0 hand 1", blue="137/1 hand 1", black="67/0 hand 2", gray="66/0 hand 0")
    go(s, "black", "g1 2")
    assert s.at("black") == 68
    s.finish_round()
    assert s.order() == ["black", "gray"]
    assert (s.state.road[0], s.at("red"), s.at("blue")) == (0, 138, 138)
    assert go(s, "black", "g1 1").at("black") == 69


def test_the_race_goes_on_until_every_car_has_finished():
    """SPEC 4.7"""
    s = race(red="137/0 hand 1", blue="136/0 hand 1").finish_round()
    assert outcome(s.state) is None
    s.finish_round()
    assert places(s) == ["red", "blue"]
    assert [row.why for row in outcome(s.state)] == ["finished", "finished"]


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_race_ends_at_the_latest_after_max_rounds(rounds):
    """SPEC 4.7"""
    s = race(red="-1/0 hand 1", blue="20/1 hand 0", gray="20/0 hand 0", rules={"max_rounds": rounds})
    for _ in range(rounds):
        assert outcome(s.state) is None
        s.finish_round()
    rows = outcome(s.state)
    assert s.state.round == rounds
    assert [row.why for row in rows] == ["rounds"] * 3
    assert places(s)[-1] == "red"
    assert [row.distance for row in rows] == sorted((row.distance for row in rows), reverse=True)


def test_the_default_is_200_rounds():
    """SPEC 4.7"""
    s = race(round=199, red="20/0 hand 0").finish_round()
    assert outcome(s.state) is None
    assert outcome(s.finish_round().state) is not None


def test_unfinished_cars_rank_behind_finished_ones():
    """SPEC 4.7, 4.8"""
    s = race(red="20/1 hand 0", blue="137/0 hand 1", gray="20/0 hand 0", rules={"max_rounds": 1}).finish_round()
    assert places(s) == ["blue", "gray", "red"]
    assert [row.why for row in outcome(s.state)] == ["finished", "rounds", "rounds"]


@pytest.mark.parametrize(("red", "blue", "first"), [("137/0", "137/1", "red"), ("137/1", "137/0", "blue")])
def test_there_are_no_ties(red, blue, first):
    """SPEC R4.1, 4.4"""
    s = race(red=f"{red} hand 1", blue=f"{blue} hand 1").finish_round()
    assert (s.at("red"), s.at("blue")) == (138, 138)
    assert places(s)[0] == first


@pytest.mark.parametrize(("stop", "over"), [(False, False), (True, True)])
def test_when_only_legends_race(stop, over):
    """SPEC R4.2"""
    cars = {"red": "137/0 hand 1", "blue": "legend 13/0", "black": "legend 14/0"}
    s = race(**cars, rules={"stop_when_humans_done": stop, "max_rounds": 1}).finish_round()
    assert places(s)[0] == "red"
    s = race(**cars, rules={"stop_when_humans_done": stop}).finish_round()
    assert places(s)[0] == "red"
    assert [row.why for row in outcome(s.state)][1:] == (["rounds"] * 2 if over else ["finished"] * 2)
    assert (s.state.round == 1) == over


def test_stop_when_humans_done_ranks_the_legends_by_ahead():
    """SPEC R4.2"""
    s = race(
        red="137/0 hand 1", blue="legend 20/0", black="legend 90/0", rules={"stop_when_humans_done": True}
    ).finish_round()
    assert places(s) == ["red", "black", "blue"]


def test_stop_when_humans_done_waits_for_every_driver():
    """SPEC R4.2"""
    s = race(
        red="137/0 hand 1", gray="20/0 hand 1", blue="legend 30/0", rules={"stop_when_humans_done": True}
    ).finish_round()
    assert outcome(s.state) is None


@pytest.mark.parametrize(("allow", "offered"), [(False, False), (True, True)])
def test_conceding_needs_the_option_and_a_finished_car(allow, offered):
    """SPEC R4.3"""
    s = race(red="137/0 hand 1", blue="100/0 hand 1", rules={"allow_concede": allow})
    assert "concede" not in s.legal("blue")
    s.finish_round()
    assert ("concede" in s.legal("blue")) == offered


def test_who_concedes_takes_the_worst_free_place():
    """SPEC R4.3"""
    s = race(
        red="137/0 hand 1", blue="100/0 hand 1", black="90/0 hand 1", gray="80/0 hand 1",
        rules={"allow_concede": True},
    ).finish_round()  # fmt: skip
    s.act("black", "concede")
    assert (s.order(), s.events("out")) == (["blue", "black", "gray"], [])
    s.act("blue", "concede")
    s.act("gray", s.legal("gray")[0])
    assert s.order() == ["gray"]
    while outcome(s.state) is None:
        s.finish_round()
    assert places(s) == ["red", "gray", "black", "blue"]
    assert [row.why for row in outcome(s.state)] == ["finished", "finished", "retired", "retired"]


def test_the_race_ends_when_the_last_driver_concedes():
    """SPEC R4.3, 4.7"""
    s = race(red="137/0 hand 1", blue="100/0 hand 1", rules={"allow_concede": True}).finish_round()
    s.act("blue", "concede")
    assert places(s) == ["red", "blue"]


def eliminated(**cars):
    """Italia under `Title sponsor withdraws`: two fours from 18 cross line 2, limit 2, and cost 6."""
    return race("italia", **cars, event="future-unknown")


CRASH = "g2 e0 hand 4 4"


def test_an_eliminated_car_is_removed_before_discard_and_replenish():
    """SPEC R4.4"""
    s = eliminated(red=f"18/0 {CRASH} 1", blue="10/0 hand 1")
    go(s, "red", "g2 4 4", "pass", "pass")
    assert s.events("out") == [(0, "eliminated", 2)]
    assert ([row for row in s.events("draw") if row[0] == 0], s.events("discard")) == ([], [])
    assert (s.order(), s.state.road[18], s.asked()) == (["blue"], 0, ["blue"])


def test_later_eliminated_cars_rank_above_earlier_ones_and_behind_finishers():
    """SPEC R4.4"""
    s = eliminated(
        red=f"17/0 {CRASH}", blue=f"18/0 {CRASH}", black="161/0 hand 1", gray="160/0 hand 1", green="159/0 hand 1"
    )
    s.act("red", "g2 4 4").act("blue", "g2 4 4")
    while outcome(s.state) is None:
        s.finish_round()
    assert places(s) == ["black", "gray", "green", "red", "blue"]
    assert [row.why for row in outcome(s.state)] == ["finished"] * 3 + ["eliminated"] * 2


def test_a_car_behind_an_eliminated_one_still_takes_its_turn():
    """SPEC R4.4, 4.3"""
    s = eliminated(red="17/0 hand 1", blue=f"18/0 {CRASH}", black="16/0 hand 1")
    s.act("blue", "g2 4 4").act("red", "g1 1").act("black", "g1 1")
    s.finish_round()
    assert [row[0] for row in s.events("turn")] == [1, 0, 2]
    assert s.order() == ["red", "black"]


def test_adrenaline_is_counted_without_the_eliminated():
    """SPEC R4.4, R3.14"""
    s = eliminated(red=f"18/0 {CRASH}", blue="30/0 hand 1", black="29/0 hand 1").act("red", "g2 4 4").finish_round()
    assert s.order() == ["blue", "black"]
    assert go(s, "black", "g1 1").legal("black")[-1] == "adrenaline"


def test_the_race_ends_when_every_car_is_eliminated():
    """SPEC R4.5, R4.4"""
    s = eliminated(red=f"17/0 {CRASH}", blue=f"18/0 {CRASH}")
    s.act("red", "g2 4 4").act("blue", "g2 4 4").finish_round()
    assert (places(s), s.state.round) == (["red", "blue"], 1)
    assert [row.why for row in outcome(s.state)] == ["eliminated", "eliminated"]


def test_legends_race_on_when_every_driver_is_eliminated():
    """SPEC R4.5, 4.7"""
    s = eliminated(red=f"18/0 {CRASH}", blue="legend 100/0").act("red", "g2 4 4").finish_round()
    assert (s.at("blue") >= 162, places(s)) == (True, ["blue", "red"])


def test_elimination_is_of_the_event_card_only():
    """SPEC R4.4, 3.7.9"""
    s = race("italia", red=f"18/0 {CRASH}", blue="10/0 hand 1")
    go(s, "red", "g2 4 4", "pass", "pass")
    assert (s.events("out"), s.step()) == ([], "discard")


def test_a_car_exactly_behind_the_finish_line_has_finished():
    """SPEC 4.2, 0.2.7, 3.9.4"""
    s = race(red="137/0 hand 1 2", blue="100/0 hand 1")
    go(s, "red", "g1 1", "pass")
    assert (s.at("red"), s.cards("red", "hand"), s.asked()) == (138, "2", ["blue"])
