import pytest

from tests.rules.driving import go, solo
from tests.scenario import race

NO = ["pass"]
YES = ["pass", "slip 2"]


@pytest.mark.parametrize(
    ("other", "legal"),
    [("15/0", YES), ("15/1", YES), ("16/0", YES), ("16/1", YES), ("17/0", NO), ("14/1", NO), ("13/0", NO)],
)
def test_a_car_beside_or_directly_in_front(other, legal):
    """SPEC 3.6.1, 3.6.3"""
    s = go(race(red="14/0 hand 1", blue=f"{other} hand 0"), "red", "g1 1", "pass")
    assert (s.at("red"), s.step(), s.legal("red")) == (15, "slip", legal)


def test_a_slipstream_is_optional():
    """SPEC 3.6.1"""
    s = go(race(red="14/0 hand 1", blue="16/0"), "red", "g1 1", "pass", "pass")
    assert (s.at("red"), s.step()) == (15, "discard")


def test_a_legend_offers_slipstream():
    """SPEC 3.6.2, 5.2"""
    s = go(race(red="83/0 hand 1", blue="legend 16/0"), "red", "g1 1", "pass")
    assert s.legal("red") == YES


def test_a_finished_car_offers_slipstream_until_it_leaves():
    """SPEC 3.6.2, 4.6"""
    s = go(race(red="67/0 hand 1", blue="137/0 hand 1"), "red", "g1 1", "pass")
    assert (s.at("blue"), s.legal("red")) == (138, YES)
    s = go(race(red="67/0 hand 0 0", blue="137/0 hand 1", black="66/0 hand 1"), "red", "g1 0")
    s.finish_round()
    go(s, "red", "g1 1", "pass")
    assert (s.at("red"), s.legal("red")) == (68, NO)


def test_a_slipstream_moves_2_spaces():
    """SPEC 3.6.3"""
    s = go(race(red="14/0 hand 1", blue="16/0"), "red", "g1 1", "pass", "slip 2")
    assert s.at("red") == 17


def test_a_blocked_slipstream_gains_one_space():
    """SPEC 3.6.4"""
    s = go(race(red="14/0 hand 1", blue="16/0", black="17/0", gray="17/1"), "red", "g1 1", "pass", "slip 2")
    assert (s.at("red"), s.spot("red")) == (16, 1)


def test_a_fully_blocked_slipstream_is_not_allowed():
    """SPEC R3.29, 3.6.4"""
    cars = {"blue": "16/0", "green": "16/1", "black": "17/0", "gray": "17/1"}
    assert go(race(red="14/0 hand 1", **cars), "red", "g1 1", "pass").legal("red") == NO


@pytest.mark.parametrize(("card", "cost"), [("3", 0), ("4", 1)])
def test_lines_crossed_by_slipstream_are_checked_with_the_speed_of_the_turn(card, cost):
    """SPEC 3.6.5"""
    s = race(red=f"{31 - int(card)}/0 e6 hand {card}", blue="32/0")
    go(s, "red", f"g1 {card}", "pass", "slip 2")
    assert (s.at("red"), s.speed()) == (33, int(card))
    assert [event for event in s.events("corner") if event[0] == 0] == [(0, 2, 3, int(card), cost)]
    assert s.engine("red") == 6 - cost


def test_a_slipstream_may_cross_a_finish_line():
    """SPEC 3.6.7"""
    s = go(race(red="66/0 hand 1", blue="68/0"), "red", "g1 1", "pass", "slip 2")
    assert s.at("red") == 69


def test_a_finished_car_does_not_slipstream():
    """SPEC 3.6.7, 4.2"""
    s = race(red="137/0 hand 1", blue="0/0 hand 1").act("red", "g1 1").act("blue", "g1 1").act("red", "pass")
    assert (s.at("red"), s.asked()) == (138, ["blue"])


def test_no_second_slipstream():
    """SPEC 3.6.8"""
    s = go(race(red="14/0 hand 1", blue="16/0", black="18/0"), "red", "g1 1", "pass", "slip 2")
    assert (s.at("red"), s.step()) == (17, "discard")


@pytest.mark.parametrize(("start", "other", "legal"), [(134, "136/0", YES), (135, "137/0", NO)])
def test_the_last_lap_is_judged_by_the_nominal_target(start, other, legal):
    """SPEC R3.28, 3.6.7"""
    s = race(red=f"{start}/0 hand 1", blue=f"{other} hand 0", black="0/0 hand 0", gray="0/1 hand 0")
    assert go(s, "red", "g1 1", "pass").legal("red") == legal


def test_a_car_that_did_not_move_may_slipstream():
    """SPEC R3.30"""
    s = go(race(red="14/0 hand 0", blue="15/0"), "red", "g1 0", "pass", "slip 2")
    assert (s.at("red"), s.speed()) == (16, 0)


def test_nobody_slipstreams_alone():
    """SPEC 3.6.1"""
    assert solo("14/0 hand 1", "g1 1", "pass").legal("red") == NO


BONUS = "weather overheat overheat limit+1"


def behind(text, *tokens, blue="15/0", **more):
    """The red car after `pass` in react, with the blue one in front and a black one on the grid."""
    return go(race(red=text, blue=f"{blue} hand 0", black="-1/0 hand 0", **more), "red", *tokens, "pass")


@pytest.mark.parametrize(
    ("text", "plan", "spaces"),
    [
        ("13/0 hand U14", "g1 U14", [2, 4]),
        ("13/0 hand U35", "g1 U35", [2, 3]),
        ("12/0 g2 hand U14 U14", "g2 U14 U14", [2, 4, 6]),
        ("11/0 g2 hand U14 U20", "g2 U14 U20", [2, 3, 4, 5]),
        ("9/0 g3 hand U14 U20 U35 1", "g3 U14 U20 U35", [2, 3, 4, 5, 6]),
        ("13/0 hand P3", "g1 P3", [2, 4]),
        ("14/0 hand U50", "g1 U50", [2, 3]),
    ],
)  # fmt: skip
def test_bonuses_of_cards(text, plan, spaces):
    """SPEC 3.6.3, 3.5.19, 3.5.5"""
    blue = "14/0" if "U35 1" in text else "15/0"
    assert behind(text, plan, blue=blue).legal("red") == ["pass", *(f"slip {n}" for n in spaces)]


def test_a_bonus_is_optional_and_the_total_exact():
    """SPEC 3.6.3, 3.5.19"""
    for n in (2, 4):
        s = behind("13/0 hand U14", "g1 U14").act("red", f"slip {n}")
        assert (s.at("red"), s.speed()) == (14 + n, 1)


def test_the_bonus_needs_a_slipstream():
    """SPEC 3.5.19, 3.6.1"""
    assert behind("13/0 hand U14", "g1 U14", blue="16/0").legal("red") == NO


@pytest.mark.parametrize(
    ("weather", "spaces"),
    [
        (f"storm {BONUS}", [2, 4]), (f"sun {BONUS}", [2, 4]),
        (f"cloud {BONUS}", [2]), (f"snow {BONUS}", [2]), (f"rain {BONUS}", [2]), (f"fog {BONUS}", []),
        ("storm slipstream+1 overheat overheat weather", [2, 3]),
        ("fog slipstream+1 overheat overheat weather", [2, 3]),
        ("storm overheat slipstream+1 weather weather", [2]),
    ],
)  # fmt: skip
def test_bonuses_of_the_sector(weather, spaces):
    """SPEC 3.6.3, 3.6.6"""
    assert behind("13/0 hand 1", "g1 1", weather=weather).legal("red") == ["pass", *(f"slip {n}" for n in spaces)]


def test_bonuses_of_sector_and_card_add_up():
    """SPEC 3.6.3, R7.4"""
    s = behind("13/0 hand U35", "g1 U35", weather=f"sun {BONUS}")
    assert s.legal("red") == ["pass", "slip 2", "slip 3", "slip 4", "slip 5"]
    s = behind("13/0 hand U35", "g1 U35", weather="sun slipstream+1 overheat overheat limit+1")
    assert s.legal("red") == ["pass", "slip 2", "slip 3", "slip 4"]


def test_fog_forbids_the_start_not_the_end():
    """SPEC 3.6.6"""
    fog = "fog weather overheat overheat limit+1"
    s = behind("9/0 hand 1", "g1 1", blue="11/0", weather=fog)
    assert s.legal("red") == YES
    assert s.act("red", "slip 2").at("red") == 12
    assert behind("11/0 hand 1", "g1 1", blue="13/0", weather=fog).legal("red") == NO
    assert behind("32/0 hand 1", "g1 1", blue="34/0", weather=fog).legal("red") == YES


@pytest.mark.parametrize(
    ("weather", "more"), [(f"storm {BONUS}", 2), ("fog slipstream+1 overheat overheat limit+1", 1)]
)
def test_bonuses_count_where_the_slipstream_starts(weather, more):
    """SPEC 3.6.6"""
    assert behind("9/0 hand 1", "g1 1", blue="11/0", weather=weather).legal("red") == YES
    s = behind("30/0 hand 1", "g1 1", blue="32/0", weather=weather)
    assert s.legal("red") == [*YES, f"slip {2 + more}"]
    assert s.act("red", f"slip {2 + more}").at("red") == 33 + more


@pytest.mark.parametrize(("end", "spaces"), [(133, [2, 4]), (134, [2]), (135, [2]), (136, [])])
def test_bonuses_in_the_last_lap(end, spaces):
    """SPEC R3.28, 3.6.3"""
    s = race(red=f"{end - 1}/0 hand U14", blue=f"{end + 1}/0 hand 0")
    assert go(s, "red", "g1 U14", "pass").legal("red") == ["pass", *(f"slip {n}" for n in spaces)]


def test_a_bonus_may_lead_out_of_a_block():
    """SPEC R3.29, 3.6.4"""
    cars = {"blue": "15/0 hand 0", "green": "15/1 hand 0", "gray": "16/0 hand 0", "yellow": "16/1 hand 0"}
    s = go(race(red="13/0 hand U14", **cars), "red", "g1 U14", "pass")
    assert s.legal("red") == ["pass", "slip 4"]
    assert s.act("red", "slip 4").at("red") == 18


def test_a_bonus_may_be_lost_in_a_block():
    """SPEC 3.6.4, 3.6.3"""
    cars = {"blue": "15/0 hand 0", "gray": "18/0 hand 0", "yellow": "18/1 hand 0", "green": "17/0 hand 0"}
    s = go(race(red="13/0 hand U14", **cars), "red", "g1 U14", "pass", "slip 4")
    assert (s.at("red"), s.spot("red")) == (17, 1)


def test_bonuses_without_moving_before():
    """SPEC R3.30, 3.6.3"""
    s = behind("14/0 hand U50", "g1 U50").act("red", "slip 3")
    assert (s.at("red"), s.speed()) == (17, 0)


def test_tight_maneuvers():
    """SPEC 3.6.3, R8.10"""
    s = behind("13/0 hand 1", "g1 1", event="tight-maneuvers")
    assert s.legal("red") == ["pass", "slip 1"]
    assert s.act("red", "slip 1").at("red") == 15


def test_tight_maneuvers_with_bonuses():
    """SPEC 3.6.3, R8.10"""
    tight = {"event": "tight-maneuvers"}
    assert behind("13/0 hand U14", "g1 U14", **tight).legal("red") == ["pass", "slip 1", "slip 3"]
    s = behind("13/0 hand U35", "g1 U35", weather=f"storm {BONUS}", **tight)
    assert s.legal("red") == ["pass", "slip 1", "slip 2", "slip 3", "slip 4"]


@pytest.mark.parametrize(("end", "spaces"), [(134, [1, 3]), (135, [1]), (136, [1])])
def test_tight_maneuvers_in_the_last_lap(end, spaces):
    """SPEC R3.28, R8.10"""
    s = race(red=f"{end - 1}/0 hand U14", blue=f"{end + 1}/0 hand 0", event="tight-maneuvers")
    assert go(s, "red", "g1 U14", "pass").legal("red") == ["pass", *(f"slip {n}" for n in spaces)]


def test_tight_maneuvers_and_a_full_space_ahead():
    """SPEC R3.29, R8.10"""
    cars = {"blue": "15/0 hand 0", "green": "15/1 hand 0"}
    s = go(race(red="13/0 hand U14", **cars, event="tight-maneuvers"), "red", "g1 U14", "pass")
    assert s.legal("red") == ["pass", "slip 3"]


def test_tight_maneuvers_without_moving_before():
    """SPEC R3.30, R8.10"""
    s = behind("14/0 hand 0", "g1 0", event="tight-maneuvers").act("red", "slip 1")
    assert (s.at("red"), s.speed()) == (15, 0)


def test_turbulent_winds():
    """SPEC 3.6.1, 8.9"""
    assert behind("12/0 g2 hand 1 1", "g2 1 1", event="turbulent-winds").legal("red") == NO
    assert behind("12/0 g3 hand 1 1 0", "g3 0 1 1", event="turbulent-winds").legal("red") == YES
