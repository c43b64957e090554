"""Moving, blocking, turn order, corners, the finish."""

import pytest

from heatcli.core.ranking import outcome
from heatcli.data import load
from tests.cases.kit import park, parked
from tests.scenario import race

SIDES = {  # SPEC 13.2: the first space behind each line, and the Race Line side of the sector behind it
    "usa": "12R 33R 49R 57L",
    "great-britain": "15R 30R 37L 43L 48R",
    "italia": "10R 19L 26R",
    "france": "12R 20R 27L 39R 47R",
    "japan": "10L 12R 18L 45R 53R",
    "mexico": "14L 19R 38R 44L 50R 51L",
    "nederland": "9R 13L 16R 26L 34R",
    "espana": "11R 15R 29L 32R 44R 65R 85L 92R 95L 98R 103R",
    "deutschland": "11R 23L 24R 37R 45R 52L",
    "south-africa": "11R 18R 24L 34R 46L 55R 62R",
}


def test_r02_no_free_spot_ahead_keeps_the_very_spot():
    """SPEC 3.3.14, 3.3.12: the own car is no obstacle, and the Speed keeps its value."""
    s = race(
        red="10/1 g1 hand 1 2 3",
        blue=parked("10/0"),
        green=parked("11/0"),
        gray=parked("11/1"),
    )
    park(s, "blue", "green", "gray").act("red", "g1 1")
    assert s.asked() == ["red"]
    assert (s.at("red"), s.spot("red"), s.speed()) == (10, 1, 1)
    assert s.events("move") == [(0, "cards", 1, 0, 10, 1, 1)]
    assert (s.at("blue"), s.spot("blue")) == (10, 0)


@pytest.mark.parametrize("spot", [0, 1])
def test_r02_alone_in_the_space_the_car_keeps_its_spot_too(spot):
    """SPEC 3.3.14"""
    s = race(red=f"10/{spot} g1 hand 1 2 3", green=parked("11/0"), gray=parked("11/1"))
    park(s, "green", "gray").act("red", "g1 1")
    assert (s.at("red"), s.spot("red"), s.speed()) == (10, spot, 1)


def test_r03_blocked_falls_back_to_the_first_space_with_a_free_spot():
    """SPEC 3.3.11, 3.3.12, 3.3.13"""
    s = race(
        red="14/0 g2 hand 2 4",
        blue=parked("20/0"),
        green=parked("20/1"),
        gray=parked("19/0"),
        yellow=parked("16/0"),
        black=parked("16/1"),
    )
    park(s, "blue", "green", "gray", "yellow", "black").act("red", "g2 2 4")
    assert (s.at("red"), s.spot("red"), s.speed()) == (19, 1, 6)


def test_n13_a_move_tells_what_was_asked_and_what_was_driven():
    """SPEC 3.3.12, 3.3.15"""
    s = race(red="14/0 g2 hand 2 4", blue=parked("20/0"), green=parked("20/1"), gray=parked("19/0"))
    park(s, "blue", "green", "gray").act("red", "g2 2 4")
    # seat, by, asked, moved, distance, spot, speed
    assert s.events("move") == [(0, "cards", 6, 5, 19, 1, 6)]


@pytest.mark.parametrize("track", SIDES)
def test_r04_race_line_side_of_every_sector(track):
    """SPEC 0.2.2, 13.2: spaces before the first line belong to the last line's sector."""
    board = load.load_track(track)
    lines = [(int(word[:-1]), {"L": "left", "R": "right"}[word[-1]]) for word in SIDES[track].split()]
    due = [lines[-1][1]] * lines[0][0]
    for (at, side), end in zip(lines, [at for at, _ in lines[1:]] + [board.spaces], strict=True):
        due += [side] * (end - at)
    assert [board.race_line(space) for space in range(board.spaces)] == due


def test_r04_first_to_arrive_takes_the_race_line_and_plays_first():
    """SPEC 3.3.13, 0.2.8, 2.2: México's sector from 51 across the finish line has its Race Line on the left."""
    s = race("mexico", blue="52/0 g1 hand 3", red="53/0 g1 hand 2")
    s.act("red", "g1 2").act("blue", "g1 3").rest("red").act("blue", "pass", "pass", "pass")
    assert [s.spec.track.race_line(space) for space in (50, 51, 55, 59, 0, 13)] == ["right"] + ["left"] * 5
    assert (s.at("red"), s.spot("red")) == (55, 0)
    assert (s.at("blue"), s.spot("blue")) == (55, 1)
    assert s.order() == ["red", "blue"]


def test_r05_order_is_by_distance_then_race_line_and_stays_for_the_round():
    """SPEC 0.2.8, 2.2: neither seat nor arrival decides; overtaking changes nothing before the next round."""
    s = race(green="16/0 g1 hand 3 4", blue=parked("20/1"), red="18/0 g1 hand 2 1")
    park(s, "blue").act("green", "g1 3").act("red", "g1 2").finish_round()
    assert [(s.at(c), s.spot(c)) for c in ("red", "blue", "green")] == [(20, 0), (20, 1), (19, 0)]
    assert s.order() == ["red", "blue", "green"]
    s.act("red", "g1 1").act("blue", "g1 2").act("green", "g1 4")
    s.rest("red")
    assert s.asked() == ["blue"]
    s.rest("blue")
    assert (s.at("blue"), s.at("red")) == (22, 21)
    assert s.order() == ["red", "blue", "green"]
    assert s.asked() == ["green"]
    assert s.at("green") == 23
    s.finish_round()
    assert s.order() == ["green", "blue", "red"]


def test_r07_finished_car_blocks_and_gives_slipstream_for_the_rest_of_its_round():
    """SPEC 4.6, 3.6.2, 3.3.12: cars a lap down meet it on the same spaces."""
    s = race(
        round=9,
        red="137/0 g1 hand 1 2 3",
        white="137/1 g1 hand 1 2 3",
        blue="66/0 g1 hand 2 1",
        green="65/0 g1 hand 4 1",
    )
    for colour, plan in (("red", "g1 1"), ("white", "g1 1"), ("blue", "g1 2"), ("green", "g1 4")):
        s.act(colour, plan)
    s.act("red", "pass").act("white", "pass")
    assert [(s.at(c), s.spot(c)) for c in ("red", "white")] == [(138, 0), (138, 1)]
    s.act("blue", "pass")
    assert s.at("blue") == 68
    assert s.legal("blue") == ["pass", "slip 2"]
    s.act("blue", "pass", "pass")
    assert (s.at("green"), s.spot("green")) == (68, 1)  # 69 is space 0, where the two finished


def test_r07_finished_car_is_gone_from_the_next_round_on():
    """SPEC 4.6, 3.9.4, 2.3"""
    s = race(
        round=9,
        red="137/0 g1 hand 1 2 3",
        white="137/1 g1 hand 1 2 3",
        blue="66/0 g1 hand 1 1",
        green="65/0 g1 hand 1 4",
    )
    for colour in ("red", "white", "blue", "green"):
        s.act(colour, "g1 1")
    s.finish_round()
    assert s.state.round == 10
    assert s.asked() == ["blue", "green"]
    assert s.order() == ["blue", "green"]
    assert s.cards("red", "hand") == "2 3"
    s.act("blue", "g1 1").act("green", "g1 4")
    s.act("blue", "pass")
    assert s.at("blue") == 68
    assert s.legal("blue") == ["pass"]
    s.act("blue", "pass", "pass")
    assert (s.at("green"), s.spot("green")) == (70, 0)


def test_r07_finished_cars_do_not_block_in_the_next_round():
    """SPEC 4.6, 3.3.12"""
    s = race(round=9, red="137/0 g1 hand 1 2", white="137/1 g1 hand 1 2", blue="66/0 g1 hand 2 1")
    s.act("red", "g1 1").act("white", "g1 1").act("blue", "g1 2").finish_round()
    assert s.at("blue") == 68
    s.act("blue", "g1 1")
    assert (s.at("blue"), s.spot("blue")) == (69, 0)


def test_r08_line_behind_the_last_finish_is_not_checked():
    """SPEC 3.7.5, 4.2"""
    s = race("italia", red="158/0 g4 hand 5 5 4 1")
    s.act("red", "g4 1 4 5 5", "pass")
    assert s.at("red") == 173  # space 11 of the lap after the last
    assert s.events("corner") == []
    assert s.events("spin") == []
    assert s.events("finish") == [(0, 1)]
    assert s.step() == "over"


def test_r08_the_same_line_a_lap_earlier_is_checked():
    """SPEC 3.7.5, 3.7.7"""
    s = race("italia", red="104/0 g4 hand 5 5 4 1")
    s.act("red", "g4 1 4 5 5", "pass", "pass")
    assert s.events("corner") == [(0, 1, 5, 15, 10)]
    assert s.at("red") == 117  # space 9 of the last lap
    assert s.gear("red") == 1
    assert s.cards("red", "hand") == "S S"


def test_r09_spin_out_gives_the_lap_back():
    """SPEC 3.7.8, 3.7.7"""
    s = race(red="54/0 g4 e3 hand 5 5 4 4")
    s.act("red", "g4 4 4 5 5")
    assert s.at("red") == 72  # space 3 of lap 1
    s.act("red", "pass", "pass")
    assert s.events("corner") == [(0, 4, 2, 18, 16)]
    assert (s.at("red"), s.gear("red"), s.engine("red")) == (56, 1, 0)
    assert s.at("red") // 69 == 0
    assert s.cards("red", "hand") == "S S"
    assert s.cards("red", "discard") == "H H H"


def test_r09_a_finish_behind_the_line_is_void():
    """SPEC 3.7.8, 0.2.7: one lap later the same spin out takes the finish back, and the car races on."""
    s = race(red="123/0 g4 e3 hand 5 5 4 4")
    s.act("red", "g4 4 4 5 5")
    assert s.at("red") == 141
    s.act("red", "pass")  # no slipstream for a car past the finish; the corner step follows at once
    assert s.at("red") == 125
    assert s.step() == "discard"
    s.act("red", "pass")
    assert s.events("finish") == []
    assert s.asked() == ["red"]


@pytest.mark.parametrize(("third", "spot"), [(parked("9/0"), 0), (parked("10/0"), 1)])
def test_r11_spin_out_goes_further_back_if_the_space_is_full(third, spot):
    """SPEC 3.7.7, R3.34: spot 0 first."""
    s = race(red="4/0 g4 e2 hand 5 4 2 1", blue=parked("11/0"), green=parked("11/1"), gray=third)
    park(s, "blue", "green", "gray").act("red", "g4 1 2 4 5")
    assert s.at("red") == 16
    s.act("red", "pass", "pass")
    assert s.events("corner") == [(0, 1, 7, 12, 5)]
    assert (s.at("red"), s.spot("red"), s.engine("red")) == (10, spot, 0)
    assert (s.at("blue"), s.at("green")) == (11, 11)


@pytest.mark.parametrize(("gear", "stress"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_r12_stress_of_a_spin_out_goes_by_the_gear_driven(gear, stress):
    """SPEC 3.7.7"""
    s = race(red=f"32/0 g{gear} hand 1 1 1 5")
    s.act("red", " ".join([f"g{gear}", *["1"] * (gear - 1), "5"]), "pass", "pass")
    assert (s.at("red"), s.gear("red")) == (32, 1)
    assert s.cards("red", "hand") == " ".join(["1"] * (4 - gear) + ["S"] * stress)
    # seat, line, paid, stress, distance, spot
    assert s.events("spin") == [(0, 2, 0, stress, 32, 0)]


def test_r15_speed_0_is_a_move_and_the_turn_goes_on():
    """SPEC 3.3.14, R3.30, 3.4.4, 3.1.4"""
    s = race(red="20/1 g1 e1 hand 0 H H H", blue=parked("20/0"))
    park(s, "blue").act("red", "g1 0")
    assert s.step() == "react"
    assert (s.at("red"), s.spot("red"), s.speed()) == (20, 1, 0)
    assert s.legal("red") == [
        "pass",
        "cool 1 gear",
        "cool 1 adrenaline",
        "cool 2 gear",
        "cool 3 gear",
        "adrenaline",
        "boost",
    ]
    s.act("red", "pass")
    assert s.legal("red") == ["pass", "slip 2"]
    s.act("red", "slip 2")
    assert s.at("red") == 22


@pytest.mark.parametrize("spot", [0, 1])
def test_r15_speed_0_keeps_the_spot(spot):
    """SPEC 3.3.14"""
    s = race(red=f"20/{spot} g1 hand 0")
    s.act("red", "g1 0")
    assert (s.at("red"), s.spot("red"), s.speed()) == (20, spot, 0)


@pytest.mark.parametrize(("space", "left"), [(60, 20), (12, 20), (11, 0)])
@pytest.mark.parametrize("lap", [0, 1])
def test_r16_spaces_left_before_the_next_line(space, left, lap):
    """SPEC 0.2.6, 13.1: behind the last line the next one is the first of the lap to come."""
    course = race(red="0/0 hand 1", rules={"laps": 3}).spec.course
    distance = lap * 69 + space
    assert course.lines[course.next_line(distance)] - 1 - distance == left
    assert len(course.crossed(distance, distance + left)) == 0
    assert len(course.crossed(distance, distance + left + 1)) == 1


def test_n12_finish_order_inside_a_round_is_by_ahead():
    """SPEC 4.4"""
    s = race(red="134/0 g2 hand 4 5", blue="129/0 g4 hand 5 5 4 1")
    s.act("red", "g2 4 5").act("blue", "g4 1 4 5 5").act("red", "pass").act("blue", "pass")
    assert (s.at("red"), s.at("blue")) == (143, 144)
    assert s.events("finish") == [(1, 1), (0, 2)]
    assert [(row.seat, row.place, row.why) for row in outcome(s.state)] == [(1, 1, "finished"), (0, 2, "finished")]
