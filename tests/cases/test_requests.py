"""Who is asked what: defaults, the lists of legal actions, and who is asked no more."""

from itertools import product
from random import Random

import pytest

from heatcli.core import flow
from heatcli.core.audit import audit
from heatcli.core.names import (
    ADRENALINE,
    BOOST,
    CONCEDE,
    COOL,
    DISCARD,
    FROM_ADRENALINE,
    FROM_GEAR,
    HEAT,
    MULLIGAN,
    PASS,
    PLAN,
    RACING,
    SLIP,
    STEPS,
    STRESS,
    VALUE,
    Action,
)
from heatcli.core.ranking import outcome
from heatcli.core.rules import Rules
from heatcli.core.setup import new_race
from heatcli.core.specs import Spec, seat_cars
from heatcli.core.state import Car, State
from heatcli.data import load
from tests.cases.kit import park, parked
from tests.scenario import race

TRACKS = (
    "usa great-britain italia france japan mexico nederland espana deutschland south-africa".split()  # noqa: SIM905
)


def spec_of(track: str, drivers: int, legends: int, grid: list[int] | None = None, **rules: object) -> Spec:
    """A race of the base cards."""
    seats = seat_cars(drivers, legends)
    return Spec(load.load_track(track), seats, load.catalogue(), load.legends(), Rules(**rules), grid)


class Reader:
    """Says of any action whether the rules allow it, from the cards and cars alone, without the core's lists."""

    def __init__(self, state: State):
        self.state = state
        self.track = state.spec.track
        self.used: set[object] = set()  # what this turn's react has used up

    def applied(self, before: tuple[int, int], action: Action) -> None:
        """Remember what a turn uses; forget it when another turn begins."""
        if (self.state.round, self.state.at) != before:
            self.used.clear()
        elif action[0] == COOL:
            self.used.add(action[2])
        elif action[0] in (ADRENALINE, BOOST):
            self.used.add(action[0])

    def allows(self, seat: int, action: Action) -> bool:
        car = self.state.cars[seat]
        step = STEPS[self.state.step]
        if step != "plan" and step != "slip" and action == (PASS,):
            return True
        if step == "mulligan":  # R1.4
            return action == (MULLIGAN,) and car.engine > 0
        if step == "plan":
            return self._plan(car, action)
        if step == "react":
            return self._react(car, action)
        if step == "slip":
            return action == (PASS,) or (action == (SLIP, 2) and self._slip(car))
        assert step == "discard"
        return self._discard(car, action)

    def _plan(self, car: Car, action: Action) -> bool:
        if action == (CONCEDE,):  # R4.3
            return self.state.spec.rules.allow_concede and any(c.place for c in self.state.cars)
        if action[0] != PLAN or len(action) < 2:
            return False
        gear, cards = action[1], list(action[2:])
        reach = [g for g in (1, 2, 3, 4) if abs(g - car.gear) <= 2 and self._price(car, g) <= car.engine]
        if gear not in reach or cards != sorted(cards) or not part_of(cards, car.hand):
            return False
        fuel = sorted(card for card in car.hand if card != HEAT)
        if len(fuel) >= gear:  # 3.2.1
            return len(cards) == gear and HEAT not in cards
        due = fuel + [HEAT] * min(car.hand.count(HEAT), gear - len(fuel))  # 3.2.3, R3.5
        return cards == due and (len(fuel) < reach[0] or self.state.spec.rules.cluttered_rule == "literal")  # R3.1

    def _price(self, car: Car, gear: int) -> int:
        """SPEC 3.1.1, 3.1.3"""
        flooded = car.distance % self.track.spaces in self.track.flooded
        return (abs(gear - car.gear) == 2) + (gear < car.gear and flooded)

    def _react(self, car: Car, action: Action) -> bool:
        last = self.state.order[-2:] if len(self.state.cars) >= 5 else self.state.order[-1:]  # 3.4.1
        if action == (BOOST,):
            return car.engine > 0 and BOOST not in self.used  # 3.5.8
        if action == (ADRENALINE,):
            return car.seat in last and ADRENALINE not in self.used  # 3.4.4
        if action[0] != COOL or len(action) != 3 or action[2] in self.used:
            return False
        most = {FROM_GEAR: {1: 3, 2: 1}.get(car.gear, 0), FROM_ADRENALINE: int(car.seat in last)}.get(action[2], 0)
        return 1 <= action[1] <= min(most, car.hand.count(HEAT))  # 3.5.7

    def _slip(self, car: Car) -> bool:
        length = self.track.spaces
        taken = [(c.distance % length, c.spot) for c in self.state.cars if c.status == RACING and c is not car]
        full = [[(d % length, spot) in taken for spot in (0, 1)] for d in range(car.distance, car.distance + 3)]
        neighbour = any(full[0]) or any(full[1])  # 3.6.1
        gains = not (all(full[1]) and all(full[2]))  # R3.29
        return neighbour and gains and car.distance + 2 < self.state.spec.laps * length  # R3.28

    def _discard(self, car: Car, action: Action) -> bool:
        cards = list(action[1:])
        free = car.distance % self.track.spaces not in self.track.tunnel  # 3.8.3
        good = action[0] == DISCARD and cards and cards == sorted(cards) and not {STRESS, HEAT} & set(cards)
        return bool(free and good and part_of(cards, car.hand))  # 3.8.1


def part_of(cards: list[int], hand: list[int]) -> bool:
    """All the cards are in the hand, as often as named."""
    return all(cards.count(card) <= hand.count(card) for card in cards)


def strays(state: State, seat: int, rng: Random) -> list[Action]:
    """Actions of every verb, near the mark and far from it."""
    hand = state.cars[seat].hand
    every = sorted(set(state.spec.catalogue.starter) | {STRESS})
    found: list[Action] = [(verb,) for verb in range(10)]
    found += [(COOL, n, source) for n, source in product((0, 1, 2, 3, 4), (FROM_GEAR, FROM_ADRENALINE, HEAT, every[0]))]
    found += [(SLIP, n) for n in range(6)]
    found += [(VALUE, card, 1) for card in rng.sample(every, 2)]
    for gear in range(6):
        found.append((PLAN, gear))
        for n in {max(0, gear - 1), gear, gear + 1}:
            found.append((PLAN, gear, *sorted(rng.choices(every, k=n))))
            found.append((PLAN, gear, *sorted(rng.sample(hand, min(n, len(hand))))))
            found.append((PLAN, gear, *sorted(hand)[-n:]))
    for n in range(1, 5):
        found.append((DISCARD, *sorted(rng.choices(every, k=n))))
        found.append((DISCARD, *sorted(rng.sample(hand, min(n, len(hand))))))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_p11_p13_listed_is_what_the_rules_allow(seed):
    """SPEC 3.1-3.8: no request without an answer; every listed action works; unlisted ones break a rule."""
    rng = Random(seed)
    spec = spec_of(
        TRACKS[seed % 10],
        2 + seed % 3,
        (0, 3)[seed // 10],
        laps=1,
        max_rounds=20,
        heat=(6, 2)[seed // 3 % 2],
        mulligan=seed % 4 == 0,
        allow_concede=seed % 5 == 0,
        cluttered_rule="literal" if seed % 7 == 0 else "forced_only",
        reshuffle="eager" if seed % 3 == 0 else "on_demand",
    )
    state = new_race(spec, f"case {seed}")
    reader = Reader(state)
    refused = 0
    while seats := flow.to_act(state):
        seat = rng.choice(seats)
        listed = flow.legal_actions(state, seat)
        assert listed
        assert reader.allows(seat, listed[0])  # P05: the first is the default
        for action in listed:
            assert reader.allows(seat, action), f"{STEPS[state.step]}: {action} is listed"
            trial = state.clone()
            flow.apply(trial, seat, action)
            assert audit(trial) == []
        for action in strays(state, seat, rng):
            assert (action in listed) == reader.allows(seat, action), f"{STEPS[state.step]}: {action}"
            refused += action not in listed
        action = rng.choice(listed)
        before = (state.round, state.at)
        flow.apply(state, seat, action)
        reader.applied(before, action)
        assert audit(state) == []
    assert outcome(state) is not None
    assert refused > 1000


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
    assert state.order == list(grid)


def test_t24_the_grid_is_drawn():
    """SPEC 1.7: not the order of the seats, and not the same in every race."""
    grids = [new_race(spec_of("france", 3, 3), f"grid {seed}").log[0] for seed in range(5)]
    assert all(grid[0] == "grid" for grid in grids)
    assert len(set(grids)) > 1


def test_t24_a_given_grid_is_used():
    """SPEC 1.8, 1.9"""
    state = new_race(spec_of("france", 3, 3, grid=[5, 0, 3, 2, 4, 1]), "given")
    assert state.log[0] == ("grid", (5, 0, 3, 2, 4, 1))
    assert state.order == [5, 0, 3, 2, 4, 1]
    assert (state.cars[5].distance, state.cars[5].spot) == (-1, 0)
    assert (state.cars[1].distance, state.cars[1].spot) == (-3, 1)
