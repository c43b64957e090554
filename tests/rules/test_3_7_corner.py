import pytest

from heatcli.core.track import Corner, Track
from tests.rules.driving import go, solo
from tests.rules.leading import lead
from tests.scenario import race


def test_lines_in_driving_order():
    """SPEC 3.7.1, 3.7.3"""
    s = solo("48/0 g3 e13 hand 3 3 3", "g3 3 3 3", "pass", "pass")
    assert s.events("corner") == [(0, 3, 3, 9, 6), (0, 4, 2, 9, 7)]
    assert s.events("pay") == [(0, "corner", 6, 3), (0, "corner", 7, 4)]
    assert (s.at("red"), s.engine("red"), s.cards("red", "discard").count("H")) == (57, 0, 13)


def test_lines_crossed_by_boost_and_adrenaline_are_checked():
    """SPEC 3.7.1"""
    s = solo("30/0 e6 hand 1 deck 1", "g1 1", "boost", "adrenaline", "pass", "pass")
    assert (s.at("red"), s.events("corner")) == (33, [(0, 2, 3, 3, 0)])


@pytest.mark.parametrize(("cards", "left"), [("1 2", 6), ("2 2", 5), ("4 4", 1)])
def test_the_price_is_speed_above_the_limit(cards, left):
    """SPEC 3.7.2"""
    assert solo(f"31/0 g2 e6 hand {cards}", f"g2 {cards}", "pass", "pass").engine("red") == left


def test_what_was_paid_stays_paid():
    """SPEC 3.7.3, 3.7.7"""
    s = solo("48/0 g3 e8 hand 3 3 3", "g3 3 3 3", "pass", "pass")
    assert s.events("pay") == [(0, "corner", 6, 3), (0, "corner", 2, 4)]
    assert (s.at("red"), s.engine("red"), s.gear("red")) == (56, 0, 1)


@pytest.mark.parametrize(("engine", "at", "gear"), [(4, 33, 2), (3, 31, 1)])
def test_a_chicane_is_checked_twice(engine, at, gear):
    """SPEC 3.7.4"""
    s = solo(f"27/0 g2 e{engine} hand 3 3", "g2 3 3", "pass", "pass", track="espana")
    assert s.events("corner") == [(0, 3, 4, 6, 2), (0, 4, 4, 6, 2)]
    assert (s.at("red"), s.engine("red"), s.gear("red")) == (at, 0, gear)


def test_lines_beyond_the_end_of_the_race_are_ignored():
    """SPEC 3.7.5, 4.2"""
    s = solo("106/0 g4 e0 hand 4 4 4 4", "g4 4 4 4 4", "pass", track="espana")
    assert (s.at("red"), s.events("corner"), s.events("finish")) == (122, [], [(0, 1)])


def test_the_same_lines_count_in_an_earlier_lap():
    """SPEC 3.7.5"""
    s = solo("66/0 g4 e9 hand 4 4 4 4", "g4 4 4 4 4", "pass", "pass")
    assert s.events("corner") == [(0, 1, 7, 16, 9)]


def test_lines_before_the_finish_are_checked_in_the_finishing_move():
    """SPEC 3.7.5"""
    s = solo("100/0 g3 e6 hand 3 3 3", "g3 3 3 3", "pass", track="espana")
    assert s.events("corner") == [(0, 11, 3, 9, 6)]
    assert s.events("finish") == [(0, 1)]


def ring(spaces: int, at: int, limit: int, laps: int) -> Track:
    return Track("ring", "Ring", "base", spaces, laps, 6, 3, (Corner(at, limit, "right", 0),))


def test_a_line_crossed_twice_counts_twice():
    """SPEC 3.7.6"""
    s = race(red="4/0 g3 e6 hand 4 4 4", rules={"spec_track": ring(10, 5, 9, 5)})
    s.act("red", "g3 4 4 4", "pass", "pass")
    assert (s.at("red"), s.events("corner")) == (16, [(0, 1, 9, 12, 3), (0, 1, 9, 12, 3)])


@pytest.mark.parametrize(
    ("plan", "engine", "stress"), [("g1 4", 0, 1), ("g2 4 4", 4, 1), ("g3 4 4 4", 5, 2), ("g4 4 4 4 4", 12, 2)]
)
def test_a_spin_out(plan, engine, stress):
    """SPEC 3.7.7"""
    s = solo(f"30/0 g{plan[1]} e{engine} hand 4 4 4 4", plan, "pass", "pass")
    assert (s.at("red"), s.spot("red"), s.engine("red"), s.gear("red")) == (32, 0, 0, 1)
    assert s.events("spin") == [(0, 2, engine, stress, 32, 0)]
    assert s.cards("red", "hand").count("S") == stress
    assert s.cards("red", "discard").count("H") == engine


def test_no_line_is_checked_after_a_spin_out():
    """SPEC 3.7.7"""
    s = solo("48/0 g3 e5 hand 3 3 3", "g3 3 3 3", "pass", "pass")
    assert [event[1] for event in s.events("corner")] == [3]
    assert s.at("red") == 48


@pytest.mark.parametrize(
    ("others", "at", "spot"),
    [(["32/0"], 32, 1), (["32/1"], 32, 0), (["32/0", "32/1"], 31, 0), (["32/0", "32/1", "31/0"], 31, 1)],
)
def test_where_a_spin_out_ends(others, at, spot):
    """SPEC 3.7.7, R3.34, R3.35"""
    cars = dict(zip(["blue", "black", "gray"], [f"{other} hand 0" for other in others], strict=False))
    s = go(race(red="30/0 g1 e0 hand 4", **cars), "red", "g1 4", "pass", "pass")
    assert (s.at("red"), s.spot("red")) == (at, spot)
    assert [f"{s.at(c)}/{s.spot(c)}" for c in cars] == others


def test_a_car_put_back_across_the_finish_line_loses_the_lap():
    """SPEC 3.7.8"""
    s = race(
        red="18/0 g1 e0 hand 4", blue="0/0 hand 0", black="0/1 hand 0",
        rules={"spec_track": ring(20, 1, 1, 2)},
    )  # fmt: skip
    go(s, "red", "g1 4", "pass", "pass")
    assert (s.at("red"), s.spot("red")) == (19, 0)


def test_a_finish_behind_the_line_of_a_spin_out_is_void():
    """SPEC 3.7.8"""
    s = solo("102/0 g3 e0 hand 4 3 3", "g3 3 3 4", "pass", track="espana")
    assert (s.at("red"), s.step()) == (102, "discard")
    s.finish_round()
    assert s.events("finish") == []


def test_discard_and_replenish_follow_a_spin_out():
    """SPEC 3.7.9"""
    s = solo("30/0 e0 hand 4 1 2 deck 1 1 1 1 1 1", "g1 4", "pass", "pass")
    assert s.step() == "discard"
    s.act("red", "discard 1")
    assert s.cards("red", "hand") == "1 1 1 1 1 2 S"


def test_a_hand_above_its_size_is_not_cut():
    """SPEC 3.7.9, 3.9.2"""
    s = solo("30/0 e0 hand 4 1 1 1 1 1 1 1", "g1 4", "pass", "pass", "pass")
    assert s.cards("red", "hand") == "1 1 1 1 1 1 1 S"
    assert s.events("draw") == []


def test_a_spin_out_does_not_change_the_order():
    """SPEC 3.7.11"""
    s = race(red="30/0 e0 hand 4", blue="29/0 hand 0", black="31/0 hand 2")
    go(s, "red", "g1 4", "pass", "pass")
    assert s.at("red") == 32
    assert s.order() == ["black", "red", "blue"]
    s.act("red", "pass")
    assert s.asked() == ["blue"]


def test_an_engine_equal_to_the_price_pays():
    """SPEC R3.31"""
    s = solo("30/0 e1 hand 4", "g1 4", "pass", "pass")
    assert (s.at("red"), s.engine("red"), s.events("spin")) == (34, 0, [])


def test_heat_in_hand_does_not_help():
    """SPEC R3.32"""
    s = solo("30/0 e0 hand 4 H H", "g1 4", "pass", "pass")
    assert (s.at("red"), s.heat_in_hand("red"), s.gear("red")) == (32, 2, 1)
    assert solo("30/0 e0 hand 4 H H", "g1 4", "cool 1 gear", "pass", "pass").at("red") == 34


def test_the_search_ignores_the_car_itself():
    """SPEC R3.33"""
    s = go(race(red="32/1 e0 hand 4", blue="32/0 hand 0"), "red", "g1 4", "pass", "pass")
    assert (s.at("red"), s.spot("red")) == (32, 1)


def test_lines_crossed_backwards_refund_nothing():
    """SPEC R3.33, R3.34"""
    s = race("mexico", red="47/0 g1 e2 hand 4", blue="50/0 hand 0", black="50/1 hand 0")
    go(s, "red", "g1 4", "pass", "pass")
    assert s.events("spin") == [(0, 6, 0, 1, 49, 0)]
    assert [event for event in s.events("corner") if event[0] == 0] == [(0, 5, 2, 4, 2), (0, 6, 2, 4, 2)]
    assert (s.at("red"), s.engine("red"), s.cards("red", "discard")) == (49, 0, "H H")


OVERHEAT = "fog overheat limit-1 limit+1 heat_control"


@pytest.mark.parametrize(("start", "number", "limit"), [(10, 1, 7), (31, 2, 2), (47, 3, 4), (55, 4, 2)])
def test_road_tokens_change_the_limit(start, number, limit):
    """SPEC 3.7.1"""
    s = lead(f"{start}/0 e6 hand 2", "g1 2", "pass", "pass", weather=OVERHEAT)
    assert s.events("corner") == [(0, number, limit, 2, 0)]


def test_token_and_adjust_add_up():
    """SPEC 3.7.1, 3.5.11"""
    s = lead("30/0 hand P5", "g1 P5", "pass", "pass", weather=OVERHEAT)
    assert s.events("corner") == [(0, 2, 3 - 1 + 1, 3, 0)]


@pytest.mark.parametrize(("cards", "cost"), [("3 3", 0), ("3 4", 0), ("4 4", 2), ("4 5", 3)])
def test_overheat_costs_one_heat_more_above_the_limit(cards, cost):
    """SPEC 3.7.2"""
    s = lead(f"7/0 g2 e6 hand {cards}", f"g2 {cards}", "pass", "pass", weather=OVERHEAT)
    assert s.events("corner") == [(0, 1, 7, sum(map(int, cards.split())), cost)]
    assert s.engine("red") == 6 - cost


def test_overheat_on_the_adjusted_limit():
    """SPEC 3.7.2, 3.7.1"""
    s = lead("5/0 g2 e6 hand 5 P5", "g2 5 P5", "pass", "pass", weather=OVERHEAT)
    assert s.events("corner") == [(0, 1, 8, 8, 0)]


def test_overheat_may_spin_the_car_out():
    """SPEC 3.7.2, 3.7.7"""
    s = lead("5/0 g2 e1 hand 4 4", "g2 4 4", "pass", "pass", weather=OVERHEAT)
    assert s.events("corner") == [(0, 1, 7, 8, 2)]
    assert (s.at("red"), s.engine("red"), s.gear("red")) == (11, 0, 1)


def test_overheat_is_at_its_own_line_only():
    """SPEC 3.7.2"""
    s = lead("31/0 e6 hand 4", "g1 4", "pass", "pass", weather="fog overheat limit+1 overheat limit+1")
    assert s.events("corner") == [(0, 2, 4, 4, 0)]
    s = lead("31/0 g2 e6 hand 4 1", "g2 1 4", "pass", "pass", weather="fog overheat limit+1 overheat limit+1")
    assert s.events("corner") == [(0, 2, 4, 5, 1)]


def test_overheat_on_a_chicane():
    """SPEC 3.7.2, 7.6"""
    s = lead(
        "8/0 e6 g2 hand 1 4", "g2 1 4", "pass", "pass", track="japan", weather="fog overheat limit+1 limit-1 weather"
    )
    assert s.events("corner") == [(0, 1, 4, 5, 2), (0, 2, 4, 5, 2)]


def awards(s):
    return [event[1] for event in s.events("award") if event[0] == 0]


@pytest.mark.parametrize(("engine", "why"), [(2, ["exceed"]), (1, [])])
def test_no_press_award_with_a_spin_out(engine, why):
    """SPEC 3.7.10"""
    s = lead(f"30/0 e{engine} hand 5", "g1 5", "pass", "pass", event="new-record")
    assert awards(s) == why
    assert len(s.events("spin")) == (not why)


@pytest.mark.parametrize(("engine", "why"), [(13, ["exceed", "record"]), (12, [])])
def test_no_award_for_a_record_with_a_spin_out(engine, why):
    """SPEC 3.7.10"""
    s = lead(f"20/0 g4 e{engine} hand 4 4 4 4", "g4 4 4 4 4", "pass", "pass", event="new-record")
    assert awards(s) == why


@pytest.mark.parametrize(("engine", "why"), [(10, ["exceed", "lap"]), (9, [])])
def test_no_award_for_a_lap_with_a_spin_out(engine, why):
    """SPEC 3.7.10"""
    s = lead(f"67/0 g4 e{engine} hand 4 4 4 5", "g4 4 4 4 5", "pass", "pass", event="new-grandstand")
    assert (s.at("red"), awards(s)) == (84 if why else 80, why)


def test_no_award_for_passing_with_a_spin_out():
    """SPEC 3.7.10"""
    for engine, why in ((3, ["exceed", "passed"]), (2, [])):
        cars = {"blue": "31/0 hand 0", "gray": "32/0 hand 0", "green": "32/1 hand 0"}
        s = race(red=f"28/0 g2 e{engine} hand 2 4", **cars, black="-1/0 hand 0", event="live-television")
        go(s, "red", "g2 2 4", "pass", "pass")
        assert awards(s) == why
