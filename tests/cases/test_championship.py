"""Event cards, sponsorships, garage rounds, seasons."""

import pytest

from heatcli.core import flow, moves
from heatcli.core.chance import Chance
from heatcli.core.counts import count
from heatcli.core.names import ELIMINATED, HEAT, PASS, STEPS, STRESS, TAKE
from heatcli.core.ranking import outcome
from heatcli.core.rules import Rules
from heatcli.core.season import Leg, Season
from heatcli.core.setup import new_race
from heatcli.core.specs import Seat, Spec, seat_cars
from heatcli.core.state import State
from heatcli.core.weather import corners
from heatcli.data import load
from heatcli.data.library import Library
from tests.cases.kit import offered, park, parked
from tests.scenario import Scenario, race

LIBRARY = Library()


def awards(s: Scenario) -> list[tuple]:
    """(seat, why, how many) of every sponsorship won."""
    return [award[:3] for award in s.events("award")]


def season(*legs: str, drivers: int = 2, legends: int = 0, **rules) -> Season:
    """A season of event cards by id, each on its own board, or on another: `future-unknown@usa`."""
    pairs = [(LIBRARY.event(text.split("@")[0]), text.partition("@")[2]) for text in legs]
    boards = [Leg(load.load_track(board or event.track), event) for event, board in pairs]
    return Season(
        "test", boards, seat_cars(drivers, legends), load.catalogue(), load.legends(), load.weather(), Rules(**rules)
    )


def to_plan(state: State) -> State:
    """Through the set-up by first choices."""
    while STEPS[state.step] != "plan":
        seat = flow.to_act(state)[0]
        flow.apply(state, seat, flow.legal_actions(state, seat)[0])
    return state


def to_end(state: State) -> State:
    """The whole race by first choices."""
    while seats := flow.to_act(state):
        flow.apply(state, seats[0], flow.legal_actions(state, seats[0])[0])
    return state


def draft(drivers: int, choice: str, legends: int = 0) -> State:
    """At the first pick, the seats on the grid in their order."""
    grid = list(range(drivers + legends))
    rules = Rules(garage="mixed", garage_choice=choice)
    spec = Spec(
        load.load_track("usa"), seat_cars(drivers, legends), load.catalogue(), load.legends(), rules, grid,
        load.weather(),
    )  # fmt: skip
    return new_race(spec, f"draft {choice}")


def picks(state: State) -> tuple[list[int], list[int]]:
    """Take the first card until the garage is done: who picked, and the sizes of the markets laid out."""
    who = []
    while STEPS[state.step] == "garage":
        (seat,) = flow.to_act(state)
        who.append(seat)
        flow.apply(state, seat, flow.legal_actions(state, seat)[0])
    return who, [len(event[1]) for event in state.log if event[0] == "market"]


def test_r74_press_letters_go_on_from_the_first_line():
    """SPEC 8.8.1, 13.3: 1962-1 names E; on Italia that is line 2, at 19 with limit 2."""
    s = race("italia", event="restrictions-lifted", red="16/0 g1 e2 hand 4")
    assert s.spec.rules.press == (2,)
    s.act("red", "g1 4", "pass", "pass")
    assert s.events("corner") == [(0, 2, 2, 4, 2)]
    assert awards(s) == [(0, "exceed", 1)]


@pytest.mark.parametrize("start", [6, 23])
def test_r74_the_other_lines_are_no_press_corners(start):
    """SPEC 8.8.1: lines 1 and 3, at 10 and 26."""
    s = race("italia", event="restrictions-lifted", red=f"{start}/0 g2 e6 hand 4 5")
    s.act("red", "g2 4 5", "pass", "pass")
    assert len(s.events("pay")) == 1
    assert awards(s) == []


@pytest.mark.parametrize(
    ("token", "cards", "paid", "won"),
    [
        ("overheat", "4 4", 2, []),
        ("overheat", "4 5", 3, [(0, "exceed", 1)]),
        ("limit-1", "4 4", 2, [(0, "exceed", 1)]),
        ("limit+1", "4 5", 1, []),
    ],
)
def test_r76_overheat_does_not_help_to_exceed_the_limit(token, cards, paid, won):
    """SPEC 8.8.2, 8.8.3, 3.7.2: limit tokens count, the token for Heat does not."""
    s = race(
        event="title-sponsor",
        weather=f"cloud {token} weather weather weather",
        red=f"4/0 g2 e6 hand {cards}",
    )
    s.act("red", f"g2 {cards}", "pass", "pass")
    assert s.engine("red") == 6 - paid
    assert awards(s) == won


@pytest.mark.parametrize(("cards", "event", "won"), [("title-sponsor", None, 1), ("going-global", "A", 2)])
def test_r77_one_award_for_a_line_with_both_conditions(cards, event, won):
    """SPEC 8.8.4, R8.15, R8.5: Speed 9 at limit 7, crossed by slipstream."""
    card = LIBRARY.event(cards)
    s = race(event=card._replace(press=event or card.press), red="2/0 g2 e2 hand 4 5", blue=parked("12/0"))
    park(s, "blue").act("red", "g2 4 5", "pass", "slip 2")
    assert (s.at("red"), s.engine("red")) == (13, 0)
    assert awards(s) == [(0, "slipstream", won)]
    assert len(s.car("red").secret) == won


def test_r77_a_slipstream_earns_it_at_any_speed():
    """SPEC 8.8.2"""
    s = race(event="title-sponsor", red="10/0 g1 hand 1", blue=parked("12/0"))
    park(s, "blue").act("red", "g1 1", "pass", "slip 2")
    assert awards(s) == [(0, "slipstream", 1)]


@pytest.mark.parametrize(("engine", "won"), [(7, [(0, "exceed", 1)]), (6, [])])
def test_r77_none_after_a_spin_out(engine, won):
    """SPEC 8.8.5, 3.7.10: Speed 14 is 7 over the limit; the case's 6 Heat are one too few."""
    s = race(event="title-sponsor", red=f"2/0 g4 e{engine} hand 5 4 4 1")
    s.act("red", "g4 1 4 4 5", "pass", "pass")
    assert s.events("corner") == [(0, 1, 7, 14, 7)]
    assert len(s.events("spin")) == (engine == 6)
    assert awards(s) == won
    assert len(s.car("red").secret) == len(won)


def test_r77_a_line_gives_one_a_lap():
    """SPEC 8.8.4: not to a car that is put back and crosses again, but once more a lap later."""
    s = race(event="title-sponsor", red="4/0 g2 e6 hand 4 4 4 5 5 5")
    won = []
    for start in (4, 4, 73):
        moves.lift(s.state, s.car("red"))
        moves.put(s.state, s.car("red"), start, 0)
        s.car("red").engine = 6
        s.car("red").owned = count(s.car("red").hand, s.car("red").deck, s.car("red").discard, [HEAT] * 6)
        s.act("red", "g2 4 5", "pass", "pass", "pass")
        won.append(len(awards(s)))
    assert won == [1, 1, 2]


@pytest.mark.parametrize(
    ("others", "won"),
    [
        (["6/0", "7/0"], []),
        (["6/0", "7/0", "9/0"], []),
        (["6/0", "7/0", "8/0"], [(0, "passed", 1)]),
        (["6/0", "6/1", "7/0"], [(0, "passed", 1)]),
    ],
)
def test_r79_cars_on_the_first_and_the_last_space_are_not_passed(others, won):
    """SPEC R8.3: a fourth car stands beside red's at the start."""
    cars = dict(zip(("green", "gray", "yellow"), map(parked, others), strict=False))
    s = race("great-britain", event="live-television", red="5/0 g1 hand 4", black=parked("5/1"), **cars)
    park(s, *cars, "black").act("red", "g1 4", "pass")
    while s.asked() == ["red"] and s.step() != "plan":
        s.act("red", "pass")
    assert s.at("red") == 9
    assert awards(s) == won


def test_r80_one_stress_more_in_every_deck():
    """SPEC 8.9: 1963-4, Italia, three and one."""
    state = to_plan(new_race(season("future-unknown", weather=False).spec(), "r80"))
    extra = {"cloud": -1, "storm": 1}.get(state.spec.weather.cards[state.weather].name, 0)
    assert {dict(car.owned)[STRESS] for car in state.cars} == {4 + extra}
    assert state.spec.stress == 4


def spin(event: str) -> Scenario:
    """Italia: 18 + 4 crosses the line at 19 (limit 2) with an empty engine."""
    s = race("italia", event=event, red="18/0 g1 hand 4 2 1", blue=parked("2/0"), green=parked("1/0"))
    park(s, "blue", "green").act("red", "g1 4", "pass", "pass")
    assert len(s.events("spin")) == 1
    return s


def test_r80_a_spin_out_eliminates():
    """SPEC 8.9, R8.4, R4.4: no discard, no draw, last place, no request any more (case P15)."""
    s = spin("future-unknown")
    assert s.car("red").status == ELIMINATED
    assert s.events("out") == [(0, "eliminated", 3)]
    assert [event for event in s.events("draw") if event[0] == 0] == []
    assert s.events("discard") == []
    assert s.order() == ["blue", "green"]
    while s.asked():
        assert "red" not in s.asked()
        s.act(s.asked()[-1], s.legal(s.asked()[-1])[0])
    assert [(row.seat, row.why) for row in outcome(s.state)][-1] == (0, "eliminated")


def test_r62_an_eliminated_car_does_not_use_up_adrenaline():
    """SPEC R3.14, 3.4.3: six started and one is out; the last two still racing have it."""
    cars = {"green": "40/0", "gray": "38/0", "black": "36/0", "yellow": "34/0", "white": "32/0"}
    texts = {colour: f"{place} g1 hand 1 1 1" for colour, place in cars.items()}
    s = race("italia", event="future-unknown", red="18/0 g1 hand 4", **texts)
    for colour in ("red", *cars):
        s.act(colour, "g1 4" if colour == "red" else "g1 1")
    s.finish_round()
    assert s.events("out") == [(0, "eliminated", 6)]
    assert s.order() == list(cars)
    for colour in cars:
        s.act(colour, "g1 1")
    assert offered(s, "adrenaline") == ["yellow", "white"]


def test_r80_an_eliminated_car_scores_nothing():
    """SPEC R4.4: third of three, and no 4 points."""
    s = spin("future-unknown")
    table = Season("test", [Leg(s.spec.track, s.spec.event)], [Seat("red"), Seat("blue"), Seat("green")],
                   load.catalogue(), load.legends(), load.weather())  # fmt: skip
    table.finish(to_end(s.state))
    assert table.points[0][0] == 0
    assert sorted(table.points[0]) == [0, 6, 9]


def test_r80_in_another_race_a_spin_out_is_a_spin_out():
    """SPEC 3.7.7: 1962-1 on the same board."""
    s = spin("restrictions-lifted")
    assert s.step() == "discard"
    assert s.cards("red", "hand") == "1 2 S"
    s.act("red", "pass").finish_round()
    assert s.events("out") == []
    assert "red" in s.asked()


def test_r82_hold_on_tight_lets_one_card_go():
    """SPEC 8.9, R8.7"""
    s = race("great-britain", event="hold-tight", red="20/0 g1 hand 1 1 2 3 4 5 S")
    s.act("red", "g1 1", "pass", "pass")
    assert s.legal("red") == ["pass", "discard 1", "discard 2", "discard 3", "discard 4", "discard 5"]
    assert "discard 1 2" not in s.legal("red")
    s.act("red", "discard 5")
    assert s.cards("red", "discard") == "1 5"


def test_t01_places_without_points_are_places():
    """SPEC 8.3, 8.11"""
    table = season("title-sponsor", drivers=8)
    table.places = [[8, 7, 6, 5, 4, 3, 2, 1]]
    table.points = [[0, 0, 1, 2, 3, 4, 6, 9]]
    assert [score.seat for score in table.standings()] == [7, 6, 5, 4, 3, 2, 1, 0]


def test_t03_grid_and_ranking_at_equal_points_go_by_the_last_race():
    """SPEC 8.5, 8.11"""
    table = season("title-sponsor", "corruption", "hold-tight", drivers=4)
    table.places = [[1, 4, 2, 3], [4, 1, 3, 2]]
    table.points = [[9, 3, 6, 4], [3, 9, 4, 6]]
    assert [score.points for score in table.standings()] == [12, 12, 10, 10]
    assert [score.seat for score in table.standings()] == [1, 0, 3, 2]
    assert table.spec().grid == (1, 0, 3, 2)


def test_t03_the_leader_has_pole():
    """SPEC 8.5"""
    table = season("title-sponsor", "corruption", drivers=3)
    table.places, table.points = [[3, 1, 2]], [[4, 9, 6]]
    assert table.spec().grid == (1, 2, 0)


def given(*tokens: str) -> Chance:
    """Weather tokens drawn in this order, then the rest."""
    supply = load.weather().supply
    names = [token.name for token in load.weather().tokens]
    first = [names.index(token) for token in tokens]
    rest = supply[:]
    for token in first:
        rest.remove(token)
    return Chance("given", {("tokens", 0): [*first, *rest]})


def test_t04_the_weather_of_the_last_race_is_gone():
    """SPEC 7.1, 7.2: USA and France both have a line at 12, and only the first race has its token there."""
    table = season("title-sponsor", "corruption", max_rounds=1)
    first = to_plan(new_race(table.spec(), given("overheat", "limit-1", "weather", "weather")))
    at = first.course.lines.index(12)
    assert (first.course.extra[at], first.course.limits[at], first.course.limits[at + 1]) == (1, 7, 2)
    table.finish(to_end(first))
    second = to_plan(new_race(table.spec(), given("heat_control", "weather", "weather", "limit+1", "limit+1")))
    at = second.course.lines.index(12)
    assert second.course.limits[at : at + 5] == [5, 2, 4, 4, 5]  # printed 5 2 4 3 4
    assert not any(second.course.extra)
    assert second.tokens != first.tokens


def test_t04_a_chicane_has_one_token_for_both_lines():
    """SPEC 7.2, 7.6: México's 14 and 19 (limit 7), 50 and 51 (limit 2)."""
    table = season("title-sponsor@mexico", max_rounds=1)
    state = to_plan(new_race(table.spec(), given("limit-1", "weather", "limit+1", "overheat")))
    assert len(state.tokens) == len(corners(state.spec.track)) == 4
    at = state.course.lines.index(14)
    assert state.course.limits[at : at + 6] == [6, 6, 6, 5, 2, 2]  # printed 7 7 6 4 2 2
    assert state.course.extra[at : at + 6] == [0, 0, 0, 0, 1, 1]


def test_t05_weather_is_revealed_after_the_garage_round_of_a_season():
    """SPEC 1.13: garage, sponsorships, weather."""
    state = new_race(season("new-record").spec(), "t05")
    while STEPS[state.step] in ("garage", "swap"):
        assert state.weather == -1
        assert not [event for event in state.log if event[0] in ("weather", "award")]
        seat = flow.to_act(state)[0]
        flow.apply(state, seat, flow.legal_actions(state, seat)[0])
    names = [event[0] for event in state.log]
    assert names.index("took") < names.index("award") < names.index("weather") < names.index("draw")


def test_t05_weather_is_known_at_the_draft_of_a_single_race():
    """SPEC 1.12"""
    rules = Rules(garage="mixed", weather=True)
    spec = Spec(load.load_track("usa"), seat_cars(2, 0), load.catalogue(), load.legends(), rules, None, load.weather())
    state = new_race(spec, "t05")
    assert STEPS[state.step] == "garage"
    assert [event[0] for event in state.log] == ["grid", "weather", "market"]


def test_t06_an_event_card_without_sponsorships_gives_none():
    """SPEC 8.7.5, 8.9: 1963-4."""
    state = to_plan(new_race(season("future-unknown").spec(), "t06"))
    assert [event for event in state.log if event[0] == "award"] == []
    assert {len(car.hand) for car in state.cars} == {7}
    assert all(not car.secret for car in state.cars)


def test_t06_starting_sponsorships_count_for_the_first_hand():
    """SPEC 8.7.5: three by 1963-1, and four cards drawn."""
    state = to_plan(new_race(season("title-sponsor").spec(), "t06"))
    assert [event[:4] for event in state.log if event[0] == "award"] == [
        ("award", 0, "start", 3),
        ("award", 1, "start", 3),
    ]
    assert {len(car.hand) for car in state.cars} == {7}
    assert {len(car.secret) for car in state.cars} == {3}


def test_t06_cards_put_aside_come_back_when_the_pool_runs_out():
    """SPEC 6.11, R8.17: 34 basic upgrades; seven drivers lay out 10 a race, so the fourth needs the left-overs."""
    table = season("title-sponsor", "corruption", "hold-tight", "new-record", drivers=7, garage="basic", max_rounds=1)
    taken = []
    for race_ in range(1, 5):
        state = new_race(table.spec(), f"t06 {race_}")
        assert len(state.market) == 10
        to_plan(state)
        assert [len(car.garage) for car in state.cars] == [race_] * 7
        taken.append(sum(event[0] == "took" for event in state.log))
        table.finish(to_end(state))
    assert taken == [7] * 4
    assert table.is_over


def test_t21_draft_order_and_sizes():
    """SPEC 6.6, 6.10, 6.11: pole is seat 0."""
    who, sizes = picks(draft(4, "draft"))
    assert who == [3, 2, 1, 0, 0, 1, 2, 3, 3, 2, 1, 0]
    assert sizes == [7, 7, 7]


def test_t21_legends_do_not_draft():
    """SPEC 6.10"""
    who, sizes = picks(draft(2, "draft", legends=3))
    assert who == [1, 0, 0, 1, 1, 0]
    assert sizes == [5, 5, 5]


def test_t21_snake_order_and_sizes():
    """SPEC 6.9: then each puts one of four away."""
    state = draft(4, "snake")
    who, sizes = picks(state)
    assert who == [3, 2, 1, 0, 0, 1, 2, 3, 0, 1, 2, 3, 3, 2, 1, 0]
    assert sizes == [11, 11]
    assert (STEPS[state.step], sorted(flow.to_act(state))) == ("drop", [0, 1, 2, 3])
    assert {len(car.garage) for car in state.cars} == {4}
    to_plan(state)
    assert {len(car.garage) for car in state.cars} == {3}


def test_t21_a_season_has_one_pick_a_race_and_a_swap_for_the_last():
    """SPEC 8.4, 8.6"""
    table = season("title-sponsor", "corruption", drivers=4, max_rounds=1)
    table.finish(to_end(new_race(table.spec(), "t21")))
    grid = list(table.spec().grid)
    state = new_race(table.spec(), "t21 2")
    who, sizes = picks(state)
    assert who == grid[::-1]
    assert sizes == [7]
    assert (STEPS[state.step], flow.to_act(state)) == ("swap", [grid[-1]])
    mine, theirs = state.cars[grid[-1]].garage, state.market
    assert (len(mine), len(theirs)) == (2, 3)
    swaps = [action[1:] for action in flow.legal_actions(state, grid[-1])[1:]]
    assert sorted(swaps) == sorted({(own, other) for own in mine for other in theirs if own != other})
    flow.apply(state, grid[-1], flow.legal_actions(state, grid[-1])[1])
    assert STEPS[state.step] != "swap"
    assert len(state.cars[grid[-1]].garage) == 2
    assert swaps[0][1] in state.cars[grid[-1]].garage


def test_p05_default_of_the_garage_is_a_card_of_the_market():
    """SPEC N.2, 6.6, 8.6"""
    state = new_race(season("title-sponsor").spec(), "p05")
    (seat,) = flow.to_act(state)
    assert flow.legal_actions(state, seat)[0] == (TAKE, min(state.market))
    picks(state)
    assert STEPS[state.step] == "swap"
    assert flow.legal_actions(state, flow.to_act(state)[0])[0] == (PASS,)


def test_t23_all_eliminated_has_no_winner():
    """SPEC R4.4, R4.5: the later one is ranked above the earlier one, and nobody scores."""
    s = race("italia", event="future-unknown", red="18/0 g1 hand 4", blue="17/0 g1 hand 5")
    s.act("red", "g1 4").act("blue", "g1 5").act("red", "pass", "pass").act("blue", "pass", "pass")
    assert (s.step(), s.asked()) == ("over", [])
    standings = outcome(s.state)
    assert [(row.seat, row.place, row.why) for row in standings] == [(1, 1, "eliminated"), (0, 2, "eliminated")]
    table = season("future-unknown")
    table.finish(s.state)
    assert table.points == [[0, 0]]
