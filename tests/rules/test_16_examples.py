import pytest

from heatcli.core import flow
from heatcli.core.names import STEPS
from heatcli.core.rules import Rules
from heatcli.core.season import Leg, Season
from heatcli.core.setup import new_race
from heatcli.core.specs import Spec, Stock, seat_cars
from heatcli.core.track import Corner, Track
from heatcli.data import load
from tests.rules.driving import go, solo, with_adrenaline
from tests.rules.leading import lead, using
from tests.rules.test_1_setup import start
from tests.rules.test_5_legends import drive
from tests.scenario import race


def test_stress():
    """SPEC 16.1, 3.3.4"""
    s = solo("13/0 g3 hand 2 4 S deck H U5 3 1", "g3 2 4 S")
    assert (s.speed(), s.at("red")) == (9, 22)
    assert s.cards("red", "discard") == "U5 H"


@pytest.mark.parametrize(("gear", "cards", "stress"), [(2, "4 5", 1), (3, "3 3 3", 2)])
def test_the_first_of_two_lines_spins_the_car_out(gear, cards, stress):
    """SPEC 16.2, 3.7.7"""
    s = solo(f"12/0 g{gear} e2 hand {cards}", f"g{gear} {cards}", "pass", "pass", track="nederland")
    assert s.events("pay") == [(0, "corner", 2, 2)]
    assert [event[1] for event in s.events("corner")] == [2]
    assert (s.at("red"), s.engine("red"), s.cards("red", "hand").count("S")) == (12, 0, stress)


@pytest.mark.parametrize(("engine", "at"), [(2, 9), (5, 18)])
def test_lines_of_5_and_8(engine, at):
    """SPEC 16.2, 16.3"""
    board = Track("ring", "Ring", "base", 40, 2, 6, 3, (Corner(10, 5, "right", 0), Corner(15, 8, "right", 12)))
    s = race(red=f"9/0 g3 e{engine} hand 3 3 3", rules={"spec_track": board}).act("red", "g3 3 3 3", "pass", "pass")
    assert (s.at("red"), s.engine("red")) == (at, 0)
    assert [event[4] for event in s.events("corner")] == ([4] if engine == 2 else [4, 1])
    assert len(s.events("spin")) == (engine == 2)


@pytest.mark.parametrize(("cards", "paid"), [("3 4", []), ("4 4", [(0, "corner", 1, 1)])])
def test_a_limit_of_7_without_the_overheat_token(cards, paid):
    """SPEC 16.4"""
    s = solo("5/0 g2 e3 hand 3 4 4", f"g2 {cards}", "pass", "pass")
    assert s.events("pay") == paid
    assert s.events("corner") == [(0, 1, 7, 7 + len(paid), len(paid))]


@pytest.mark.parametrize(("cards", "cost"), [("3 4", 0), ("4 4", 2)])
def test_overheat_at_a_limit_of_7(cards, cost):
    """SPEC 16.4, 3.7.2"""
    s = lead(f"5/0 g2 e3 hand {cards}", f"g2 {cards}", "pass", "pass", weather="sun overheat limit-1 weather weather")
    assert s.events("corner") == [(0, 1, 7, sum(map(int, cards.split())), cost)]
    assert s.engine("red") == 3 - cost


@pytest.mark.parametrize(
    ("deck", "speed", "cost", "why"), [("3 3", 6, 0, ["exceed"]), ("3 2", 5, 0, []), ("3 4", 7, 1, ["exceed"])]
)
def test_the_press_and_the_own_limit(deck, speed, cost, why):
    """SPEC 16.5, 3.5.37, 8.8.3

    Line A of France has the limit 5.
    """
    weather = "sun limit-1 overheat overheat weather weather"
    s = lead(
        f"8/0 e3 hand U41 deck {deck}", "g1 U41", "pass", "pass", track="france", weather=weather, event="title-sponsor"
    )
    assert s.events("corner") == [(0, 1, 5 - 1 + 2, speed, cost)]
    assert ([event[1] for event in s.events("award")], s.engine("red")) == (why, 3 - cost)


def test_a_full_target():
    """SPEC 16.6, 3.3.15"""
    s = race(red="6/0 g3 e0 hand 2 2 2", blue="12/0 hand 0", black="12/1 hand 0")
    go(s, "red", "g3 2 2 2", "pass")
    assert (s.at("red"), s.legal("red")) == (11, ["pass", "slip 2"])
    s.act("red", "pass")
    assert s.events("corner") == []


@pytest.mark.parametrize(("cars", "got"), [(6, ["gray", "yellow"]), (5, ["red", "gray"]), (4, ["red"])])
def test_adrenaline_by_starters(cars, got):
    """SPEC 16.7, 3.4.1"""
    colours = ["black", "blue", "green", "red", "gray", "yellow"][:cars]
    assert with_adrenaline(race(**{c: f"{24 - i}/0 hand 1" for i, c in enumerate(colours)})) == got


def test_adrenaline_after_passing():
    """SPEC 16.7, 3.4.6"""
    colours = ["black", "blue", "green", "red", "gray", "yellow"]
    s = race(**{c: f"{20 - i}/0 hand 1 4" for i, c in enumerate(colours)})
    for colour in colours:
        s.act(colour, "g2 1 4" if colour == "gray" else "g1 1")
    offered = []
    while s.state.round == 1:
        colour = s.asked()[0]
        if s.step() == "react" and "adrenaline" in s.legal(colour):
            offered.append((colour, s.at(colour)))
        s.act(colour, "pass")
    assert offered == [("gray", 21), ("yellow", 16)]


def test_both_cars_left_have_adrenaline():
    """SPEC 16.8, 3.4.3"""
    s = race(
        black="137/0 hand 1", blue="137/1 hand 1", green="136/0 hand 4", red="136/1 hand 4",
        gray="100/0 hand 1", yellow="90/0 hand 1",
    ).finish_round()  # fmt: skip
    assert len(s.events("finish")) == 4
    assert with_adrenaline(s) == ["gray", "yellow"]


def test_a_cluttered_hand():
    """SPEC 16.9, R3.1"""
    s = race(red="20/0 g4 e0 hand 1 2 H H H H H")
    assert s.legal("red") == ["g3 1 2 H", "g4 1 2 H H"]
    s.act("red", "g3 1 2 H")
    assert (s.at("red"), s.gear("red"), s.cards("red", "discard")) == (20, 1, "1 2 H")
    assert [event[1] for event in s.events("draw")] == [3]
    assert s.cards("red", "hand") == "1 2 3 H H H H"


@pytest.mark.parametrize(("rule", "gears"), [("forced_only", [2]), ("literal", [2, 3, 4])])
def test_a_cluttered_hand_with_one_heat(rule, gears):
    """SPEC 16.10, R3.1"""
    assert race(red="20/0 g4 e1 hand 1 2 H H H H H", rules={"cluttered_rule": rule}).gears("red") == gears


def test_a_flooded_space():
    """SPEC 16.11, 3.1.3"""
    assert race("japan", red="38/0 g3 e1 hand 1 1 1 1").gears("red") == [2, 3, 4]
    assert solo("38/0 g3 e1 hand 1 1 1 1", "g2 1 1", track="japan").engine("red") == 0


@pytest.mark.parametrize(("other", "moved"), [(17, 2), (19, 0), (15, 0)])
def test_draft(other, moved):
    """SPEC 16.12, 9.3"""
    s = go(race(red="13/0 hand U55 deck 1 1", blue=f"{other}/0 hand 0"), "red", "g1 U55")
    assert (s.at("red"), using(s, "draft")) == (14, ["draft U55"] * bool(moved))
    if moved:
        assert s.act("red", "draft U55").at("red") == 14 + moved


def test_accelerate():
    """SPEC 16.13, 3.5.35"""
    s = lead("13/0 g2 e1 hand U41 S U28 deck 1 2 1 2 1 1 1 1 1", "g2 U41 S", "boost", "direct U28")
    assert (s.at("red"), s.speed()) == (20, 7)
    s.act("red", "accelerate U28")
    assert (s.at("red"), s.speed()) == (24, 11)


def test_accelerate_with_a_plus_of_its_own():
    """SPEC 16.13, 3.5.35"""
    s = lead("13/0 g3 e1 hand U41 S U47 deck 1 2 1 2 1 1", "g3 U41 U47 S", "boost")
    assert (s.at("red"), s.speed()) == (20, 7)
    s.act("red", "accelerate U47")
    assert (s.at("red"), s.speed()) == (25, 12)


@pytest.mark.parametrize(
    ("track", "start", "colour", "end"),
    [("italia", 13, "black", 16), ("italia", 14, "black", 18), ("france", 33, "blue", 39)],
)
def test_legends(track, start, colour, end):
    """SPEC 16.14"""
    assert drive(start, colour, track) == end


def test_legends_and_a_second_line():
    """SPEC 16.15, 5.17"""
    assert drive(36, "blue", "deutschland") == 44
    assert drive(29, "blue", "great-britain", aggressive_legends=True) == 38
    assert drive(29, "blue", "great-britain", aggressive_legends=False) == 36


@pytest.mark.parametrize(("start", "legal"), [(135, ["pass"]), (134, ["pass", "slip 2"])])
def test_slipstream_in_the_last_lap(start, legal):
    """SPEC 16.16, R3.28"""
    s = go(race(red=f"{start}/0 hand 1", blue=f"{start + 1}/0 hand 0"), "red", "g1 1", "pass")
    assert (s.at("red"), s.legal("red")) == (start + 1, legal)
    if legal != ["pass"]:
        assert s.act("red", "slip 2").at("red") == 137


def test_a_finish_that_is_paid():
    """SPEC 16.17, 3.7.5"""
    s = solo("100/0 g3 e6 hand 3 3 3", "g3 3 3 3", "pass", track="espana")
    assert (s.at("red"), s.engine("red"), s.events("finish")) == (109, 0, [(0, 1)])


def test_a_finish_that_is_lost():
    """SPEC 16.18, 3.7.8"""
    s = solo("100/0 g3 e6 hand 3 3 4", "g3 3 3 4", "pass", track="espana")
    assert (s.at("red"), s.engine("red"), s.events("pay")) == (102, 0, [(0, "corner", 6, 11)])
    assert (s.finish_round().events("finish"), s.order()) == ([], ["red"])


def test_a_grid_of_five_on_italia():
    """SPEC 16.19, 1.8"""
    state = start("italia", drivers=5, grid=(0, 1, 2, 3, 4))
    assert [car.distance for car in state.cars] == [-1, -1, -2, -2, -3]
    assert [f"{car.distance % 54}/{car.spot}" for car in state.cars] == ["53/0", "53/1", "52/0", "52/1", "51/0"]


def test_the_third_race_of_a_championship():
    """SPEC 16.20, 1.13, 8.4, 8.5"""
    legs = [Leg(load.load_track(card.track), card) for card in load.event_cards() if card.season == 1961]
    season = Season("1961", legs, seat_cars(3, 3), load.catalogue(), load.legends(), load.weather())
    ids = season.spec().catalogue.ids
    season.places = [[1, 2, 3, 4, 5, 6], [3, 1, 5, 2, 4, 6]]
    season.points = [[0] * 6, [4, 9, 2, 6, 3, 1]]
    kept = [("U1", "U2", "P1"), ("U3", "U4"), ("U5", "U6", "P2", "P2")]
    season.stock = Stock(tuple(tuple(ids[code] for code in codes) for codes in (*kept, (), (), ())))
    state = new_race(season.spec(), "16.20")
    assert _events(state, "grid") == [((1, 3, 0, 4, 2, 5),)]
    assert [len(cards) for (cards,) in _events(state, "market")] == [6]
    picked = []
    while STEPS[state.step] == "garage":
        (seat,) = flow.to_act(state)
        picked.append(seat)
        flow.apply(state, seat, flow.legal_actions(state, seat)[0])
    assert picked == [2, 0, 1]
    assert (STEPS[state.step], flow.to_act(state)) == ("swap", [2])
    flow.apply(state, 2, flow.legal_actions(state, 2)[0])
    names = [event[0] for event in state.log]
    order = [names.index(name) for name in ("grid", "market", "took", "award", "weather", "draw")]
    assert order == sorted(order)
    basic, stress = season.spec().catalogue.basic, 3 + season.spec().weather.cards[state.weather].stress
    for seat, codes in enumerate(kept):
        car = state.cars[seat]
        cards = [*car.hand, *car.deck, *car.discard]
        sponsors = [card for card in cards if season.spec().catalogue.once[card]]
        assert len(car.hand) == 7
        assert sum(basic[card] for card in cards) == 12
        assert len(car.garage) == 3
        assert len(sponsors) == sum(code[0] == "P" for code in codes) + 1
        assert cards.count(ids["S"]) == stress
        assert not {ids["0"], ids["5"]} & set(cards)


def test_the_set_up_of_a_single_race():
    """SPEC 1.12"""
    spec = Spec(
        load.load_track("usa"), seat_cars(2, 0), load.catalogue(), load.legends(),
        Rules(garage="basic", weather=True), None, load.weather(),
    )  # fmt: skip
    state = new_race(spec, "1.12")
    while STEPS[state.step] == "garage":
        (seat,) = flow.to_act(state)
        assert not state.cars[seat].hand
        flow.apply(state, seat, flow.legal_actions(state, seat)[0])
    names = [event[0] for event in state.log]
    order = [names.index(name) for name in ("grid", "weather", "market", "took", "draw")]
    assert order == sorted(order)
    assert [len(car.hand) for car in state.cars] == [7, 7]


def _events(state, name):
    return [event[1:] for event in state.log if event[0] == name]
