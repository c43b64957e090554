"""Who is asked what: defaults, the lists of legal actions, and who is asked no more."""

from collections.abc import Callable
from random import Random

import pytest

from heatcli.core import flow
from heatcli.core.audit import audit
from heatcli.core.names import PASS, STEPS, STRESS
from heatcli.core.ranking import outcome
from heatcli.core.rules import Rules
from heatcli.core.setup import new_race
from heatcli.core.specs import SEASON, Spec, Stock, seat_cars
from heatcli.core.state import State
from heatcli.data import load
from tests.cases.kit import park, parked
from tests.cases.reader import Reader, strays
from tests.scenario import race

TRACKS = (
    "usa great-britain italia france japan mexico nederland espana deutschland south-africa".split()  # noqa: SIM905
)


def spec_of(track: str, drivers: int, legends: int, grid: list[int] | None = None, **rules: object) -> Spec:
    """A race of the base cards."""
    seats = seat_cars(drivers, legends)
    return Spec(load.load_track(track), seats, load.catalogue(), load.legends(), Rules(**rules), grid)


def base_race(seed: int) -> State:
    """A race of the base game, with its options."""
    spec = spec_of(
        TRACKS[seed % 10],
        2 + seed % 3,
        (0, 3)[seed // 10 % 2],
        laps=1,
        max_rounds=20,
        heat=(6, 2)[seed // 3 % 2],
        mulligan=seed % 4 == 0,
        allow_concede=seed % 5 == 0,
        cluttered_rule="literal" if seed % 7 == 0 else "forced_only",
        reshuffle="eager" if seed % 3 == 0 else "on_demand",
    )
    return new_race(spec, f"case {seed}")


def full_race(seed: int) -> State:
    """A race with all modules: cards of every box, weather, most with an event card; half with many upgrades a car."""
    rng = Random(f"full {seed}")
    drivers, legends = rng.randint(1, 4), rng.choice([0, 0, 1, 3])
    seats = seat_cars(drivers, legends)
    choice = rng.choice(["draft", "random", "snake", "quick", SEASON, "given", "given", "given"])
    rules = Rules(
        laps=1,
        max_rounds=12,
        heat=rng.choice([0, 1, 2, 3, 6]),
        garage="mixed",
        garage_choice=choice,
        weather=True,
        expansions="heavy-rain+tunnel-vision+rocky-roads",
        mulligan=rng.random() < 0.3,
        allow_concede=rng.random() < 0.3,
        cluttered_rule=rng.choice(["forced_only", "literal"]),
        reshuffle=rng.choice(["on_demand", "eager"]),
    )
    cards = load.catalogue()
    supply = cards.supply(lambda card: bool(card.pool))
    sponsors = cards.supply(lambda card: card.kind == "sponsorship")
    rng.shuffle(supply)
    rng.shuffle(sponsors)
    many = {"given": 10, SEASON: 2}.get(choice, 0)
    own = [
        () if seat.legend else (*(supply.pop() for _ in range(many)), *(sponsors.pop() for _ in range(many // 4)))
        for seat in seats
    ]
    event = rng.choice([None, *load.event_cards()])
    track = load.load_track(TRACKS[seed % 10])
    spec = Spec(track, seats, cards, load.legends(), rules, None, load.weather(), Stock(tuple(own)), event)
    return new_race(spec, f"full {seed}")


def packed_race(seed: int) -> State:
    """A few rounds from a position: cars close together, half of them short of the finish, hands full of symbols."""
    rng = Random(f"packed {seed}")
    track = load.load_track(rng.choice(TRACKS))
    cards = load.catalogue()
    symbols = [card.code for card in cards.cards if card and card.kind in ("upgrade", "sponsorship")]
    favoured = [*rng.choices(symbols, k=4), "U27", "U55", "U57", "U63"]
    base = rng.choice([rng.randrange(track.spaces - 16), track.spaces - 16])
    places = rng.sample([f"{base + n}/{spot}" for n in range(16) for spot in (0, 1)], rng.randint(2, 6))
    texts = []
    for place in places:
        hand = [*rng.choices("01234S", k=3), *rng.choices(favoured, k=3), *rng.choices(symbols, k=2)]
        hand += ["H"] * rng.randint(0, 3)
        deck = [*"12341234", *rng.choices([*symbols, "S", "H"], k=4)]
        rng.shuffle(deck)
        piles = ["hand", *hand, "deck", *deck, "discard", *rng.choices("1234SH", k=4)]
        texts.append(f"{place} g{rng.randint(1, 4)} e{rng.choice([0, 0, 1, 2, 4])} {' '.join(piles)}")
    colours = ["red", "blue", "green", "gray", "black", "yellow"]
    lines = sum(corner.chicane_of is None for corner in track.corners)
    tokens = rng.choices([token.name for token in load.weather().tokens] + ["weather"] * 3, k=lines)
    weather = " ".join([rng.choice(load.weather().cards).name, *tokens])
    event = rng.choice([None, *load.event_cards()])
    rules = {"laps": rng.choice([1, 2]), "max_rounds": 3, "reshuffle": rng.choice(["on_demand", "eager"])}
    cars = dict(zip(colours, texts, strict=False))
    return race(track.id, seed=f"packed {seed}", rules=rules, weather=weather, event=event, **cars).state


def many(make: Callable[[int], State], quick: int, long: int = 0) -> list:
    """Races by number, those behind the quick ones for the long sweep."""
    name = make.__name__.removesuffix("_race")
    slow = range(quick, long)
    return [
        *(pytest.param(make, seed, id=f"{name} {seed}") for seed in range(quick)),
        *(pytest.param(make, seed, id=f"{name} {seed}", marks=pytest.mark.long) for seed in slow),
    ]


@pytest.mark.parametrize(
    ("make", "seed"), [*many(base_race, 10), *many(full_race, 12, 400), *many(packed_race, 16, 1000)]
)
def test_p11_p13_listed_is_what_the_rules_allow(make, seed):
    """SPEC 3.1-3.8: no request without an answer; every listed action works; unlisted ones break a rule."""
    rng = Random(seed)
    state = make(seed)
    reader = Reader(state)
    refused = 0
    while seats := flow.to_act(state):
        seat = rng.choice(seats)
        listed = flow.legal_actions(state, seat)
        assert listed
        assert len(set(listed)) == len(listed)
        if STEPS[state.step] == "react":
            assert state.turn.speed == reader.speed(seat)
        for action in listed:  # P05: the default, which is the first, too
            assert reader.allows(seat, action), f"{STEPS[state.step]}: {action} is listed"
        for action in listed if len(listed) <= 8 else rng.sample(listed, 8):
            trial = state.clone()
            flow.apply(trial, seat, action)
            assert audit(trial) == []
        there = set(listed)
        for action in strays(state, seat, rng):
            assert (action in there) == reader.allows(seat, action), f"{STEPS[state.step]}: {action}"
            refused += action not in there
        # Rather symbols than none: of a few, the plan with the most upgrades, a use rather than a pass.
        some = rng.sample(listed, min({"plan": 4, "react": 2, "slip": 2}.get(STEPS[state.step], 1), len(listed)))
        action = max(some, key=lambda action: (sum(5 < card < STRESS for card in action[2:]), action != (PASS,)))
        reader.note(seat, action)
        flow.apply(state, seat, action)
        assert audit(state) == []
    assert outcome(state) is not None
    assert refused > 500


@pytest.mark.parametrize("seed", range(10))
def test_p11_every_request_of_a_whole_race_has_an_answer_and_finished_cars_get_none(seed):
    """SPEC 2.3, 4.7"""
    rng = Random(seed)
    state = new_race(spec_of(TRACKS[seed], 3, 2, laps=1), f"whole {seed}")
    finished: set[int] = set()
    while seats := flow.to_act(state):
        finished = {event[1] for event in state.log if event[0] == "finish"}
        assert not finished & set(seats)
        for seat in seats:
            assert flow.legal_actions(state, seat)
        seat = rng.choice(seats)
        flow.apply(state, seat, rng.choice(flow.legal_actions(state, seat)))
        assert audit(state) == []
    assert [row.place for row in outcome(state)] == [1, 2, 3, 4, 5]


def test_p05_default_of_a_cluttered_hand():
    """SPEC 3.2.3, 3.2.4, R3.1: the lowest gear in reach, the speed card and one Heat."""
    s = race(red="13/0 g3 hand 1 H H H H H H")
    assert s.legal("red")[0] == "g2 1 H"
    s.act("red", s.legal("red")[0])
    assert (s.at("red"), s.gear("red"), s.cards("red", "discard")) == (13, 1, "1 H")


def test_p05_default_of_every_kind_of_step():
    """SPEC R1.4, 3.1, 3.5.3, 3.6.1, 3.8.1: whatever may be left alone is left alone."""
    state = new_race(spec_of("usa", 2, 0, grid=[0, 1], mulligan=True), "defaults")
    assert (STEPS[state.step], flow.legal_actions(state, 0)[0]) == ("mulligan", (PASS,))
    s = race(red="17/0 g1 e3 hand 3 2 H", blue=parked("21/0"))
    assert s.legal("red")[0] == "g1 2"
    park(s, "blue").act("red", "g1 3")
    for step in ("react", "slip", "discard"):
        assert s.step() == step
        assert len(s.legal("red")) > 1
        assert s.legal("red")[0] == "pass"
        s.act("red", s.legal("red")[0])
    assert (s.at("red"), s.engine("red")) == (20, 3)
    assert s.cards("red", "hand") == "1 1 2 2 3 4 H"  # 2 and H kept, and 1 2 3 4 1 drawn


@pytest.mark.parametrize("gear", [1, 2, 3, 4])
@pytest.mark.parametrize("engine", [0, 1])
def test_p05_default_plan_is_within_reach(gear, engine):
    """SPEC 3.1.1, 3.1.2"""
    s = race(red=f"13/0 g{gear} e{engine} hand 1 2 3 4 1 2 3")
    lowest = max(1, gear - 1 - engine)
    assert s.legal("red")[0] == " ".join([f"g{lowest}", *"1123"[:lowest]])


def test_p15_finished_and_conceded_cars_are_asked_nothing():
    """SPEC 2.3, 3.9.4, R4.3"""
    s = race(
        red="137/0 g1 hand 1 2 3 4",
        blue="100/0 g1 hand 1 2 3 4",
        green="90/0 g1 hand 1 2 3 4",
        gray="80/0 g1 hand 1 2 3 4",
        rules={"allow_concede": True},
    )
    assert "concede" not in s.legal("blue")
    for colour in ("red", "blue", "green", "gray"):
        s.act(colour, "g1 1")
    s.finish_round()
    assert s.cards("red", "hand") == "2 3 4"
    s.act("blue", "concede")
    asked: set[str] = set()
    while s.asked():
        asked |= set(s.asked()) - ({"blue"} if s.step() == "plan" and s.state.round == 2 else set())
        s.act(s.asked()[-1], s.legal(s.asked()[-1])[0])
    assert asked == {"green", "gray"}
    assert s.cards("red", "hand") == "2 3 4"
    assert [(row.seat, row.why) for row in outcome(s.state)][::3] == [(0, "finished"), (1, "retired")]


def test_t20_exactly_as_many_plan_requests_as_rounds():
    """SPEC 4.7"""
    state = new_race(spec_of("usa", 3, 0, max_rounds=5), "cap")
    plans = [0, 0, 0]
    while seats := flow.to_act(state):
        plans[seats[0]] += STEPS[state.step] == "plan"
        flow.apply(state, seats[0], flow.legal_actions(state, seats[0])[0])
    assert plans == [5, 5, 5]
    reveals = [event[1] for event in state.log if event[0] == "reveal"]
    assert [reveals.count(seat) for seat in range(3)] == [5, 5, 5]
    standings = outcome(state)
    cars = sorted(state.cars, key=lambda car: (-car.distance, car.spot))
    assert [row.seat for row in standings] == [car.seat for car in cars]
    assert {row.why for row in standings} == {"rounds"}


def test_t20_no_plan_request_after_the_last_car_has_finished():
    """SPEC 4.7"""
    s = race(red="137/0 g1 hand 1 2", blue="136/0 g1 hand 1 2", rules={"max_rounds": 5})
    s.act("red", "g1 1").act("blue", "g1 2").act("red", "pass").act("blue", "pass")
    assert (s.asked(), s.step(), s.state.round) == ([], "over", 1)


@pytest.mark.parametrize("seed", range(5))
def test_t24_announced_grid_is_the_grid_and_the_first_order(seed):
    """SPEC 1.8, 1.9"""
    state = new_race(spec_of("france", 3, 3), f"grid {seed}")
    (grid,) = [event[1] for event in state.log if event[0] == "grid"]
    places = [(state.cars[seat].distance, state.cars[seat].spot) for seat in grid]
    assert places == [(-1, 0), (-1, 1), (-2, 0), (-2, 1), (-3, 0), (-3, 1)]
    assert [event[1:] for event in state.log if event[0] == "round"] == [(1, grid)]
    assert state.order == grid


def test_t24_the_grid_is_drawn():
    """SPEC 1.7: not the order of the seats, and not the same in every race."""
    grids = [new_race(spec_of("france", 3, 3), f"grid {seed}").log[0] for seed in range(5)]
    assert all(grid[0] == "grid" for grid in grids)
    assert len(set(grids)) > 1


def test_t24_a_given_grid_is_used():
    """SPEC 1.8, 1.9"""
    state = new_race(spec_of("france", 3, 3, grid=[5, 0, 3, 2, 4, 1]), "given")
    assert state.log[0] == ("grid", (5, 0, 3, 2, 4, 1))
    assert state.order == (5, 0, 3, 2, 4, 1)
    assert (state.cars[5].distance, state.cars[5].spot) == (-1, 0)
    assert (state.cars[1].distance, state.cars[1].spot) == (-3, 1)
