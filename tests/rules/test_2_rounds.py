import pytest

from heatcli.core.view import view
from tests.rules.driving import go, solo
from tests.scenario import race


def test_all_plan_in_secret_then_each_car_completes_its_turn():
    """SPEC 2.1, R3.3"""
    s = race(red="20/0 g2 hand 1 4", blue="30/0 g1 hand 1 2")
    assert s.asked() == ["blue", "red"]
    s.act("red", "g1 4")
    assert (s.asked(), s.at("red"), s.gear("red")) == (["blue"], 20, 2)
    seen = view(s.state, 1)
    assert (seen.cars[0].gear, seen.cars[0].hand, seen.cars[0].played, seen.plan) == (2, 2, (), None)
    s.act("blue", "g1 1")
    seen = view(s.state, 1)
    assert (s.asked(), seen.cars[0].gear, seen.cars[0].hand, seen.cars[0].played) == (["blue"], 2, 2, ())
    s.act("blue", "pass", "pass", "pass")
    assert len(s.car("blue").hand) == 7
    assert (s.asked(), s.gear("red"), s.at("red")) == (["red"], 1, 24)


def test_a_cluttered_plan_is_hidden_too():
    """SPEC R3.3"""
    s = race(red="20/0 g1 hand H H", blue="30/0 hand 1").act("red", "g2 H H")
    seen = view(s.state, 1)
    assert (seen.cars[0].gear, seen.cars[0].hand, seen.cars[0].played) == (1, 2, ())
    assert s.events("reveal") == []


def test_the_order_is_set_once_a_round():
    """SPEC 2.2"""
    s = race(red="20/0 g2 hand 4 4 1", blue="22/0 hand 1", black="24/0 hand 1")
    assert s.order() == ["black", "blue", "red"]
    go(s, "red", "g2 4 4")
    assert s.at("red") == 28
    assert s.order() == ["black", "blue", "red"]
    s.finish_round()
    assert s.order() == ["red", "black", "blue"]


def test_a_finished_car_leaves_the_order_at_the_end_of_its_round():
    """SPEC 2.3"""
    s = go(race(red="20/0 hand 1", blue="137/0 hand 1"), "red", "g1 1")
    assert s.order() == ["blue", "red"]
    s.finish_round()
    assert s.order() == ["red"]


def test_legends_act_at_their_place():
    """SPEC 2.4"""
    s = race(red="20/0 hand 1", blue="legend 25/0", black="30/0 hand 1")
    assert s.order() == ["black", "blue", "red"]
    assert s.asked() == ["black", "red"]
    s.finish_round()
    assert [event[0] for event in s.events("turn")] == [2, 1, 0]


def test_the_steps_of_a_turn():
    """SPEC 2.5"""
    s = race(red="20/0 e1 hand U8 H")
    steps = []
    while s.state.round == 1:
        steps.append(s.step())
        s.act("red", s.legal("red")[0])
    assert steps == ["plan", "value", "react", "slip", "discard"]


def test_steps_that_do_not_apply_are_skipped():
    """SPEC 2.5"""
    s = solo("137/0 hand 1", "g1 1", "pass")
    assert s.step() == "over"


@pytest.mark.parametrize(("early", "seen"), [(False, 0), (True, 3)])
def test_gears_are_secret_until_the_reveal_unless_opted_for(early, seen):
    """SPEC R2.1, 12.7"""
    s = race(red="20/0 g2 hand 1 2 4", blue="30/0 hand 1 2", rules={"reveal_gear_early": early})
    s.act("red", "g3 1 2 4")
    assert view(s.state, 1).cars[0].planned == 0
    s.act("blue", "g1 1")
    car = view(s.state, 1).cars[0]
    assert (car.gear, car.planned, car.played, car.hand) == (2, seen, (), 3)
    assert s.events("gears") == [(((1, 1), (0, 3)),)] * early
    assert [row[0] for row in s.events("reveal")] == [1]
