from collections import Counter

import pytest

from heatcli.core import flow
from heatcli.core.audit import audit
from heatcli.core.chance import Chance
from heatcli.core.names import COLOURS, STEPS
from heatcli.core.rules import Rules
from heatcli.core.setup import new_race
from heatcli.core.specs import SEASON, Seat, Spec, Stock, seat_cars
from heatcli.core.state import State
from heatcli.data import load
from heatcli.data.library import Library
from heatcli.errors import SetupError
from heatcli.record.tokens import read_cards, read_token, token
from tests.scenario import race

CATALOGUE = load.catalogue()
CODES = CATALOGUE.codes
WEATHER = load.weather()


def spec(track="usa", drivers=2, legends=0, grid=None, **rules):
    return Spec(
        load.load_track(track), seat_cars(drivers, legends), load.catalogue(), load.legends(), Rules(**rules), grid
    )


def start(track="usa", drivers=2, legends=0, grid=None, seed="setup", **rules):
    return new_race(spec(track, drivers, legends, grid, **rules), seed)


def set_up(track=None, drivers=2, legends=0, *, event="", own=(), aside="", used="", piles=None, weather="", **rules):
    """A race whose set-up runs until somebody is asked.

    `own` is what the seats bring, `piles` are codes by name such as `market/0`, `weather` a card and its tokens. With
    an `event` it is a race of a season. The grid is in seat order unless the piles have one.
    """
    library = Library()
    card = library.event(event) if isinstance(event, str) and event else event or None

    def ids(text):
        return read_cards(text, CATALOGUE)

    given = {}
    for name, text in (piles or {}).items():
        pile, _, number = name.partition("/")
        given[pile, int(number)] = ids(text)
    if weather:
        names, tokens = [c.name for c in WEATHER.cards], [t.name for t in WEATHER.tokens]
        first, *rest = weather.split()
        given["weather", 0], given["tokens", 0] = [names.index(first)], [tokens.index(name) for name in rest]
    season = {"garage": "mixed", "garage_choice": SEASON, "weather": True} if card else {"weather": bool(weather)}
    grid = rules.pop("grid", range(drivers + legends))
    board = track or (card.track if card else "usa")
    spec = Spec(
        load.load_track(board) if isinstance(board, str) else board,
        seat_cars(drivers, legends),
        CATALOGUE,
        load.legends(),
        Rules(**{**season, **rules}),
        grid,
        WEATHER,
        Stock(tuple(tuple(ids(text)) for text in own), tuple(ids(aside)), tuple(ids(used))),
        card,
        "1961/1" if card else "",
    )
    return new_race(spec, Chance("set-up", given))


def told(state: State, name: str) -> list[tuple]:
    """The fields of every event of this name."""
    return [event[1:] for event in state.log if event[0] == name]


def spelt(cards) -> str:
    """Cards as codes, in their order."""
    return " ".join(CODES[card] for card in cards)


def legal(state: State, seat: int) -> list[str]:
    assert seat in flow.to_act(state)
    return [token(action, CATALOGUE) for action in flow.legal_actions(state, seat)]


def first(state: State, times: int = 1) -> State:
    """So many first legal actions of whoever is asked."""
    for _ in range(times):
        seat = flow.to_act(state)[0]
        flow.apply(state, seat, flow.legal_actions(state, seat)[0])
    return state


def until(state: State, step: str) -> State:
    """First legal actions until this step asks."""
    while STEPS[state.step] != step:
        first(state)
    return state


def codes(*piles):
    return Counter(CODES[card] for pile in piles for card in pile)


def answer(state, seat, token):
    action = read_token(token, state.spec.catalogue)
    assert action in flow.legal_actions(state, seat)
    flow.apply(state, seat, action)


def test_colours_of_the_boxes():
    """SPEC 1.1"""
    base = ("black", "blue", "green", "red", "gray", "yellow")
    assert tuple(seat.colour for seat in seat_cars(6, 0)) == base
    assert tuple(seat.colour for seat in seat_cars(9, 0)) == (*base, "orange", "purple", "white")
    assert {seat.colour for seat in seat_cars(12, 0)} == {
        *base, "orange", "purple", "white", "pink", "brown", "teal",
    }  # fmt: skip
    assert set(COLOURS) == {seat.colour for seat in seat_cars(12, 0)}
    with pytest.raises(SetupError):
        seat_cars(13, 0)


@pytest.mark.parametrize("colour", ["pink", "brown", "teal"])
def test_three_colours_are_for_drivers_only(colour):
    """SPEC 1.1"""
    board, catalogue, legends = load.load_track("usa"), load.catalogue(), load.legends()
    assert Spec(board, [Seat(colour)], catalogue, legends).seats == ((colour, False),)
    with pytest.raises(SetupError):
        Spec(board, [Seat("black"), Seat(colour, legend=True)], catalogue, legends)


def test_a_driver_begins_with_basic_cards_starting_upgrades_and_stress():
    """SPEC 1.2, 1.3"""
    for car in start(drivers=3).cars:
        assert codes(car.hand, car.deck) == {"1": 3, "2": 3, "3": 3, "4": 3, "0": 1, "5": 1, "H": 1, "S": 3}


@pytest.mark.parametrize(
    ("track", "heat", "stress"),
    [("usa", 6, 3), ("japan", 7, 3), ("mexico", 6, 2), ("deutschland", 5, 3), ("south-africa", 7, 3)],
)
def test_heat_and_stress_are_those_of_the_track(track, heat, stress):
    """SPEC 1.4, 1.5"""
    car = start(track).cars[0]
    assert car.engine == heat
    assert codes(car.hand, car.deck)["S"] == stress


def test_heat_and_stress_may_be_changed_before_the_race():
    """SPEC 1.5"""
    car = start(heat=4, stress=5).cars[1]
    assert car.engine == 4
    assert codes(car.hand, car.deck)["S"] == 5


@pytest.mark.parametrize("hand", [6, 7, 8])
def test_gear_1_and_a_full_hand(hand):
    """SPEC 1.6"""
    state = start(hand=hand) if hand != 7 else start()
    for car in state.cars:
        assert (car.gear, car.discard, car.played) == (1, [], ())
        assert (len(car.hand), len(car.deck)) == (hand, 18 - hand)


def test_decks_are_shuffled():
    """SPEC 1.6"""
    decks = {tuple(car.deck) for seed in "abc" for car in start(seed=seed).cars}
    assert len(decks) == 6
    assert all(list(deck) != sorted(deck) for deck in decks)


def test_the_grid_is_random():
    """SPEC 1.7"""
    grids = Counter(tuple(start(drivers=3, seed=f"{i}").order) for i in range(120))
    assert len(grids) == 6
    assert min(grids.values()) >= 5


def test_grid_places():
    """SPEC 1.8, 1.9"""
    state = start(drivers=5, grid=(2, 0, 4, 3, 1))
    places = [(state.cars[seat].distance, state.cars[seat].spot) for seat in (2, 0, 4, 3, 1)]
    assert places == [(-1, 0), (-1, 1), (-2, 0), (-2, 1), (-3, 0)]
    assert state.order == (2, 0, 4, 3, 1)


def test_leaving_the_grid_completes_no_lap():
    """SPEC 1.10"""
    s = race(red="-1/0 hand 1", rules={"laps": 1}).act("red", "g1 1").finish_round()
    assert s.at("red") == 0
    assert s.events("finish") == []


def test_the_supply_is_unlimited():
    """SPEC 1.11"""
    state = start(drivers=12, heat=20, stress=20)
    assert sum(codes(car.hand, car.deck)["S"] for car in state.cars) == 240
    assert sum(car.engine for car in state.cars) == 240
    assert audit(state) == []


def test_the_starting_heat_is_an_extra_card():
    """SPEC R1.1"""
    car = start().cars[0]
    assert car.engine == 6
    assert codes(car.hand, car.deck)["H"] == 1


@pytest.mark.parametrize("track", load.track_ids())
def test_the_side_of_pole(track):
    """SPEC R1.2"""
    board = load.load_track(track)
    assert board.race_line(board.spaces - 1) == ("left" if track in ("usa", "mexico", "deutschland") else "right")


def test_the_last_of_the_grid_have_adrenaline_in_round_1():
    """SPEC R1.3"""
    state = start(drivers=5, grid=(4, 3, 2, 1, 0))
    offered = []
    for seat in state.order:
        flow.apply(state, seat, flow.legal_actions(state, seat)[0])
    while state.round == 1:
        seat = flow.to_act(state)[0]
        legal = flow.legal_actions(state, seat)
        if STEPS[state.step] == "react" and read_token("adrenaline", state.spec.catalogue) in legal:
            offered.append(seat)
        flow.apply(state, seat, legal[0])
    assert offered == [1, 0]


ORDER = ("grid", "weather", "market", "took", "dropped", "swapped", "award", "tune", "draw", "round")


def order_of_setup(state):
    """Names of the set-up's events, each stretch of one name once."""
    names = [event[0] for event in state.log if event[0] in ORDER]
    return [name for name, before in zip(names, ["", *names], strict=False) if name != before]


def test_order_of_a_single_race():
    """SPEC 1.12, 6.5"""
    state = until(
        set_up(garage="mixed", garage_choice="snake", weather="cloud overheat overheat limit+1 limit+1"), "plan"
    )
    assert order_of_setup(state) == ["grid", "weather", "market", "took", "market", "took", "dropped", "draw", "round"]


def test_weather_changes_the_decks_before_they_are_shuffled():
    """SPEC 1.12"""
    state = until(set_up(garage="mixed", weather="rain overheat overheat limit+1 limit+1"), "plan")
    assert [len(car.hand) + len(car.deck) for car in state.cars] == [12 + 3 + 3 + 3] * 2
    assert [car.shuffles for car in state.cars] == [1, 1]


def test_order_of_a_race_of_a_season():
    """SPEC 1.13"""
    tokens = "limit+1 limit+1 overheat overheat weather weather heat_control"
    state = set_up(event="consulting-mechanics", weather=f"fog {tokens}")
    until(state, "swap")
    answer(state, 1, legal(state, 1)[1])
    until(state, "plan")
    order = ["grid", "market", "took", "swapped", "award", "weather", "tune", "draw", "round"]
    assert order_of_setup(state) == order
    assert [len(car.hand) for car in state.cars] == [7, 7]


def test_without_the_starting_upgrades():
    """SPEC 1.3"""
    state = set_up(garage="basic", garage_choice="random", piles={"market/0": "U1 U2 U3 U4 U5 U6"})
    assert codes(state.cars[0].hand, state.cars[0].deck) == {
        "1": 3, "2": 3, "3": 3, "4": 3, "S": 3, "U1": 1, "U2": 1, "U3": 1,
    }  # fmt: skip


def test_no_mulligan_unless_opted_for():
    """SPEC R1.4"""
    assert STEPS[start().step] == "plan"
    assert STEPS[start(mulligan=True).step] == "mulligan"


def test_a_mulligan_costs_one_heat_and_gives_a_new_hand():
    """SPEC R1.4"""
    state = start(mulligan=True, grid=(1, 0))
    before = codes(state.cars[0].hand, state.cars[0].deck)
    kept = state.cars[1].hand[:]
    assert flow.to_act(state) == [1, 0]
    answer(state, 0, "mulligan")
    assert state.cars[0].engine == 6
    answer(state, 1, "pass")
    car = state.cars[0]
    assert (car.engine, codes(car.discard), len(car.hand), len(car.deck)) == (5, {"H": 1}, 7, 11)
    assert codes(car.hand, car.deck) == before
    assert (state.cars[1].engine, state.cars[1].hand) == (6, kept)
    assert (state.round, STEPS[state.step], flow.to_act(state)) == (1, "plan", [1, 0])


def test_mulligans_take_effect_in_turn_order():
    """SPEC R1.4"""
    state = start(mulligan=True, grid=(1, 0))
    answer(state, 0, "mulligan")
    answer(state, 1, "mulligan")
    assert [event[1] for event in state.log if event[:1] == ("pay",)] == [1, 0]


def test_a_mulligan_needs_heat_and_round_1():
    """SPEC R1.4"""
    state = start(mulligan=True, heat=0)
    assert flow.legal_actions(state, 0) == [read_token("pass", state.spec.catalogue)]
    assert race(round=2, red="20/0 e6 hand 1", rules={"mulligan": True}).step() == "plan"
