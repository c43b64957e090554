"""Previews are exact: against every order of the seat's unseen cards, and by hand."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from heatcli.core import flow, rollout
from heatcli.core.chance import Chance
from heatcli.core.names import (
    ACCELERATE,
    AT_PLAN,
    AT_REACT,
    AT_SLIPSTREAM,
    AT_VALUE,
    CANNOT_PAY,
    CONCEDE,
    COOL,
    DIRECT,
    DRAFT,
    MULLIGAN,
    PASS,
    PAY,
    PLAN,
    REDUCE,
    SALVAGE,
    SCRAP,
    SLIP,
    STEPS,
    SUPERCOOL,
    VALUE,
    VERBS,
)
from heatcli.core.rules import EXPANSIONS
from heatcli.core.setup import new_race
from heatcli.core.steps import corner
from heatcli.core.symbols import REACTIONS
from heatcli.core.view import resample, view
from heatcli.record.tokens import read_token
from heatcli.repl.preview import Bill, Landing, bill, foresee, lead, preview
from tests.fuzz.races import any_spec
from tests.record.kit import small_spec, spec_like
from tests.scenario import race

OFTEN = {AT_PLAN: 0.9, AT_VALUE: 0.8, AT_REACT: 0.1, AT_SLIPSTREAM: 0.2}
"""How likely a decision of each step is looked at."""
RARE = (CANNOT_PAY, PAY, REDUCE, SALVAGE, DIRECT, ACCELERATE, DRAFT, SCRAP, SUPERCOOL)
"""Verbs worth looking for."""


# All orders, one by one, on the core alone.


class TooMany(Exception):  # noqa: N818  # no error
    pass


class Odds:
    """All ways that a run of draws can go, one after the other."""

    def __init__(self, most):
        self.path, self.at, self.left = [], 0, most

    def pick(self, cards):
        """One of the cards face down; each different one in another way."""
        if self.at == len(self.path):
            kinds = sorted(dict.fromkeys(cards))
            self.path.append([(kind, Fraction(cards.count(kind), len(cards))) for kind in kinds])
        kind, _ = self.path[self.at][0]
        self.at += 1
        return kind

    def chance(self):
        product = Fraction(1)
        for options in self.path:
            product *= options[0][1]
        return product

    def next(self):
        """On to the next way; False after the last."""
        self.at, self.left = 0, self.left - 1
        if not self.left:
            raise TooMany
        while self.path:
            self.path[-1].pop(0)
            if self.path[-1]:
                return True
            self.path.pop()
        return False


class Deck(list):
    """A deck whose cards are decided as they are turned over; the last `known` of them are on top for all to see."""

    def __init__(self, cards, odds, known=0):
        super().__init__(cards)
        self.odds, self.known = odds, known

    def pop(self):
        if self.known:
            self.known -= 1
        else:
            card = self.odds.pick(self)
            self.remove(card)
            self.append(card)
        return super().pop()


class Unshuffled(Chance):
    """A pile that is shuffled is a deck face down again."""

    def __init__(self, odds):
        super().__init__("")
        self.odds = odds

    def shuffled(self, pile, k, cards):
        return Deck(cards, self.odds)


def brute(state, seat, action, most):
    """{(distance, spot, Speed, engine, bill, spins, slips, finishes): chance} of all orders, and whether it waits."""
    odds, found, waits = Odds(most), {}, False
    while True:
        after = state.clone()
        car = after.cars[seat]
        car.deck = Deck(car.deck, odds, len(car.top))
        after.chance, after.log = Unshuffled(odds), []
        go(after, seat, action)
        landing = read(after, seat, state.turn.speed if state.at >= 0 else None)
        waits = waits or landing is None
        chance = odds.chance()
        found[landing] = found.get(landing, 0) + chance
        if not odds.next():
            return found, waits


def go(after, seat, action):
    """A planned turn is driven with this car first, and those behind it in this round."""
    if after.step == AT_PLAN:
        after.order = after.order[after.order.index(seat) :]
    planned = after.step == AT_PLAN
    flow.apply(after, seat, action)
    for other in after.order[1:] if planned else ():
        if not after.spec.seats[other].legend:
            flow.apply(after, other, flow.legal_actions(after, other)[0])


def driving(after, seat):
    return flow.to_act(after) == [seat] and after.step in (AT_VALUE, AT_REACT, AT_SLIPSTREAM)


def read(after, seat, speed):
    """The landing; None while numbers are to be chosen."""
    car = after.cars[seat]
    if not driving(after, seat):
        here = (car.distance, car.spot, speed, car.engine)
        return (*here, lines(after.log, seat), spun(after, seat), (), home(after, seat))
    if after.step == AT_VALUE:
        return None
    check = after.clone()
    check.log = []
    corner.enter(check)
    here = (car.distance, car.spot, after.turn.speed, car.engine, lines(check.log, seat))
    slips = None
    while driving(after, seat):
        legal = flow.legal_actions(after, seat)
        if after.step == AT_SLIPSTREAM and slips is None:
            slips = tuple(one[1] for one in legal if one[0] == SLIP)
        flow.apply(after, seat, legal[0])
    return (*here, spun(after, seat), slips or (), home(after, seat))


def lines(log, seat):
    told = [event for event in log if event[:2] in (("corner", seat), ("spin", seat))]
    return tuple(
        (one[2], one[3], one[5], then is not None and then[0] == "spin")
        for one, then in pairwise([*told, None])
        if one[0] == "corner"
    )


def spun(after, seat):
    return any(event[:2] == ("spin", seat) for event in after.log)


def home(after, seat):
    return after.cars[seat].distance >= after.spec.course.finish


# Random positions.


def positions(number, each=4):
    """(state, seat, actions of different verbs) of a race of that number: boards, boxes, options, small decks too."""
    rng = random.Random(f"preview {number}")
    spec = any_spec(number)
    rules = spec.base._replace(
        hand=rng.choice([7, 8, 10, 11, 12]),
        stress=rng.choice([None, 2, 4]),
        heat=rng.choice([None, 1, 3]),
    )
    if number % 2:
        rules = rules._replace(garage="mixed", garage_choice="random", expansions="+".join(EXPANSIONS))
        spec = spec_like(spec, rules=rules, stock=None, event=None)
    else:
        spec = spec_like(spec, rules=rules)
    state = new_race(spec, f"preview {number}")
    wait = rng.randint(0, 400)
    while (seats := flow.to_act(state)) and each:
        wait -= len(seats)
        seat = rng.choice(seats)
        if wait < 0 and state.step in OFTEN and (actions := some(state, seat, rng)):
            each -= 1
            yield state, seat, actions
        for seat in seats:
            flow.apply(state, seat, rollout.sample(state, seat, rng))


def some(state, seat, rng):
    """An action or two of different verbs, the rare ones first; now and then, and only if there is a choice."""
    legal = [action for action in flow.legal_actions(state, seat) if action[0] != CONCEDE]
    verbs = list(dict.fromkeys(action[0] for action in legal))
    rare = any(verb in RARE for verb in verbs)
    if len(legal) == 1 or rng.random() > (0.8 if rare else OFTEN[state.step]):
        return []
    rng.shuffle(verbs)
    verbs.sort(key=lambda verb: (verb not in RARE) + (verb == PASS) + (verb == COOL))
    plus, chosen = state.spec.catalogue.plus, []
    for verb in verbs[: rng.randint(1, 2)]:
        actions = [action for action in legal if action[0] == verb]
        rich = [action for action in actions if verb == PLAN and sum(plus[card] for card in action[2:])]
        chosen.append(rng.choice(rich if rich and rng.random() < 0.6 else actions))
    return chosen


def flat(landing):
    return (*landing[:4], tuple(tuple(one) for one in landing.bill), *landing[5:8])


def compare(state, seat, action, most):
    """False if there are too many orders to try."""
    shown = preview(view(state, seat), action)
    assert shown is not None
    landings = [landing for _, landing in shown.outcomes]
    assert landings == sorted(landings)
    assert len(landings) == len(dict.fromkeys(landings))
    assert sum(chance for chance, _ in shown.outcomes) == 1
    try:
        found, waits = brute(state, seat, action, most)
    except TooMany:
        return False
    assert shown.open == waits
    if waits:
        assert found == {None: 1}
        car = lead(state, seat, action).cars[seat]
        assert shown.outcomes == ((1, Landing(car.distance, car.spot, None, car.engine, (), False, (), False)),)
        return True
    assert {flat(landing): chance for chance, landing in shown.outcomes} == found
    assert shown.spin == sum(chance for landing, chance in found.items() if landing[5])
    return True


def sweep(races, most):
    """How many positions were compared, of how many; verbs and how often each; how often several outcomes."""
    tried = done = several = 0
    verbs = {}
    for number in races:
        for state, seat, actions in positions(number):
            exact = True
            for action in actions:
                where = f"race {number} round {state.round} {STEPS[state.step]} seat {seat} {action}"
                try:
                    compared = compare(state, seat, action, most)
                except AssertionError as error:
                    raise AssertionError(where) from error
                exact = exact and compared
                if compared:
                    verbs[VERBS[action[0]]] = verbs.get(VERBS[action[0]], 0) + 1
                    several += len(preview(view(state, seat), action).outcomes) > 1
            tried, done = tried + 1, done + exact
    return tried, done, several, verbs


def test_previews_are_exact():
    tried, done, several, _ = sweep(range(30), 2000)
    assert tried >= 60
    assert done >= 0.8 * tried
    assert several >= 15


@pytest.mark.long
def test_previews_are_exact_everywhere():
    tried, done, several, verbs = sweep(range(24, 424), 2000)
    assert done >= 500
    assert done >= 0.8 * tried
    assert several >= 200
    assert min(verbs.get(VERBS[verb], 0) for verb in (PLAN, VALUE, *REACTIONS, PASS, SLIP)) >= 4, verbs


def test_nothing_counts_but_what_the_seat_knows():
    """Other hands, other decks, another order of the own deck: the same preview."""
    rng, several = random.Random(1), 0
    for number in range(16):
        for state, seat, actions in positions(number):
            seen = view(state, seat)
            for action in actions:
                shown = preview(seen, action)
                several += len(shown.outcomes) > 1
                for _ in range(3):
                    other = resample(seen, rng)
                    assert preview(view(other, seat), action) == shown
                    assert foresee(other, seat, action) == shown
                assert foresee(state, seat, action) == shown
    assert several >= 8


# By hand. USA: line 2 stands at 33 with limit 3, line 4 of the last lap at 126 with limit 2; the finish is 138.


def shown(scenario, colour, text):
    seat = scenario.colours.index(colour)
    action = read_token(text, scenario.spec.catalogue)
    assert action in flow.legal_actions(scenario.state, seat)
    return preview(view(scenario.state, seat), action)


def test_a_stress_turns_up_one_of_four():
    """1 and 2 stay before the line; either of the two 4 crosses it with 1 Heat too many for an empty engine."""
    red = race("usa", red="30/0 g1 e0 hand S deck H 4 1 5 4 2", blue="0/0")
    seen = shown(red, "red", "g1 S")
    over = Landing(34, 0, 4, 0, (Bill(2, 3, 1, True),), True, (), False)
    assert seen.outcomes == (
        (Fraction(1, 4), Landing(31, 0, 1, 0, (), False, (), False)),
        (Fraction(1, 4), Landing(32, 0, 2, 0, (), False, (), False)),
        (Fraction(1, 2), over),
    )
    assert seen.spin == Fraction(1, 2)
    assert seen.cost == (0, 1)
    assert seen.distances == {31: Fraction(1, 4), 32: Fraction(1, 4), 34: Fraction(1, 2)}
    assert not seen.open


def test_two_stress_turn_up_two_different_cards():
    """Of 1 2 3 4 six pairs: 3 and 4, 6 and 7 in one way each, 5 in two."""
    red = race("usa", red="0/0 g1 hand S S deck 1 2 3 4", blue="20/0")
    sixth = Fraction(1, 6)
    speeds = shown(red, "red", "g2 S S").speeds
    assert speeds == {3: sixth, 4: sixth, 5: 2 * sixth, 6: sixth, 7: sixth}
    assert list(speeds) == [3, 4, 5, 6, 7]


def test_a_flip_goes_on_in_the_discard_pile():
    """First the 4, the deck's only basic card; then one of 1 1 2, which lie in the discard pile with the H."""
    red = race("usa", red="0/0 g1 hand S S deck H 4 discard 1 2 1", blue="20/0")
    assert shown(red, "red", "g2 S S").speeds == {5: Fraction(2, 3), 6: Fraction(1, 3)}
    assert shown(red, "red", "g1 S").speeds == {4: 1}


@pytest.mark.parametrize("reshuffle", ["on_demand", "eager"])
def test_flips_without_a_basic_card_count_nothing(reshuffle):
    """R3.8. Cards in play are not shuffled."""
    red = race("usa", red="0/0 g1 hand S S deck H 3 discard 5", blue="20/0", rules={"reshuffle": reshuffle})
    assert shown(red, "red", "g2 S S").speeds == {3: 1}


def test_a_card_known_to_be_on_top_comes_first():
    """The 2 lies on top for all to see; behind it any of 1 and 4."""
    red = race("usa", red="0/0 g1 hand S S deck 2 1 4", blue="20/0")
    car = red.car("red")
    car.top = (car.deck[-1],)
    assert shown(red, "red", "g1 S").speeds == {2: 1}
    assert shown(red, "red", "g2 S S").speeds == {3: Fraction(1, 2), 6: Fraction(1, 2)}
    car.top = tuple(car.deck[-2:])
    assert shown(red, "red", "g1 S").speeds == {2: 1}
    assert shown(red, "red", "g2 S S").speeds == {3: 1}


def test_a_cost_that_cannot_be_paid_counts_as_the_flip_it_becomes():
    """U18 is a 6 for 1 Heat; the engine is empty (R3.16): back, and 1, 2 or 4. Only the 4 spins out, 1 time in 3."""
    red = race("usa", red="30/0 g1 e0 hand U18 deck 1 2 4", blue="0/0")
    seen = shown(red, "red", "g1 U18")
    there = Landing(36, 0, 6, 0, (Bill(2, 3, 3, True),), False, (), False)
    assert seen.outcomes == ((Fraction(2, 3), there), (Fraction(1, 3), there._replace(spins=True)))
    assert seen.spin == Fraction(1, 3)
    red.act("red", "g1 U18").act("blue", red.legal("blue")[0])
    again = shown(red, "red", "cannot-pay")
    assert again.distances == dict.fromkeys((31, 32, 34), Fraction(1, 3))
    assert again.spin == Fraction(1, 3)


def test_adrenaline_is_that_of_the_true_place():
    """With it the H in hand pays for U18, and 8 is 5 too fast. Without it 1 1 and a 1 for U18 are no more than 3."""
    for blue, spin in ((0, 0), (60, 1)):
        red = race("usa", red="30/0 g3 e0 hand 1 1 U18 H deck 1 1", blue=f"{blue}/0")
        assert shown(red, "red", "g3 1 1 U18").spin == spin


def test_what_a_card_costs_is_not_there_for_the_corner():
    """Engine 3: line 2 asks for 3 now. But 1 goes for the card, and the car spins out."""
    red = race("usa", red="30/0 g1 e3 hand U18 deck 1 2 4", blue="0/0")
    [(chance, landing)] = shown(red, "red", "g1 U18").outcomes
    assert (chance, landing.bill, landing.spins) == (1, (Bill(2, 3, 3, False),), True)


def test_slipstreams_that_would_be_open():
    """Behind blue at 33, beside it at 34; not at 32."""
    red = race("usa", red="30/0 g1 e6 hand S deck 2 3 4", blue="34/0")
    outcomes = shown(red, "red", "g1 S").outcomes
    assert [(one.distance, one.spot, one.slips) for _, one in outcomes] == [(32, 0, ()), (33, 0, (2,)), (34, 1, (2,))]


def test_behind_the_corner_step_it_stands_as_it_then_is():
    red = race("usa", red="30/0 g1 e0 hand 4 5 deck 1 2 3", blue="0/0")
    red.act("red", "g1 4").act("blue", red.legal("blue")[0])
    there = Landing(34, 0, 4, 0, (Bill(2, 3, 1, True),), True, (), False)
    assert shown(red, "red", "pass").outcomes == ((1, there),)
    red.act("red", "pass")
    assert shown(red, "red", "pass").outcomes == ((1, there._replace(distance=32, checked=True)),)


def test_a_spin_out_at_the_second_line():
    """9 is 6 over line 3, which is paid, and 7 over line 4, which cannot be."""
    red = race("usa", red="48/0 g2 e6 hand 4 5 deck 1 2 3", blue="0/0")
    red.act("red", "g2 4 5").act("blue", red.legal("blue")[0]).act("red", "pass")
    seen = shown(red, "red", "pass")
    lines = (Bill(3, 3, 6, False), Bill(4, 2, 7, True))
    assert seen.outcomes == ((1, Landing(56, 0, 9, 0, lines, True, (), False, True)),)
    assert seen.cost == (13, 13)


def test_home_or_not():
    """13 spaces from 125 lead over line 4, 11 too fast: with less Heat than that it does not finish (3.7.8)."""
    for engine, finishes in ((11, True), (10, False)):
        red = race("usa", red=f"125/0 g4 e{engine} hand 1 4 4 4 deck 1 2", blue="0/0")
        seen = shown(red, "red", "g4 1 4 4 4")
        assert (seen.distances, seen.finish, seen.spin) == ({138: 1}, finishes, not finishes)


def test_a_cluttered_hand_stays_where_it_is():
    """3.2.4: no Speed, no corners; two gears down cost 1 Heat."""
    red = race("usa", red="30/0 g3 e2 hand H H H H H H H deck 1 2 4", blue="0/0")
    assert shown(red, "red", "g1 H").outcomes == ((1, Landing(30, 0, None, 1, (), False, (), False, True)),)
    assert shown(red, "red", "g1 H").speeds == {}


def test_numbers_to_be_chosen_come_first():
    """U8 is a 1 or a 3."""
    red = race("usa", red="30/0 g1 e2 hand U8 S deck 1 2 4", blue="0/0")
    seen = shown(red, "red", "g2 S U8")
    assert seen.open
    assert seen.outcomes == ((1, Landing(30, 0, None, 2, (), False, (), False)),)
    red.act("red", "g2 S U8").act("blue", red.legal("blue")[0])
    flipped = red.speed()
    seen = shown(red, "red", "value U8=3")
    assert (seen.speeds, seen.open) == ({flipped + 3: 1}, False)


def test_what_drives_no_car_has_no_preview():
    red = race("usa", red="30/0 g1 e2 hand 1 2 deck 1 2 4", blue="0/0")
    assert preview(view(red.state, 0), (CONCEDE,)) is None
    red.act("red", "g1 1").act("blue", red.legal("blue")[0]).act("red", "pass", "pass")
    assert red.step() == "discard"
    assert shown(red, "red", "pass") is None
    assert shown(red, "red", "discard 2") is None
    state = new_race(small_spec(mulligan=True), "1")
    assert preview(view(state, 0), (MULLIGAN,)) is None


def test_the_bill_and_the_lead_are_those_of_heat_legal():
    """A plan is led to alone; the bill stops at the line that spins the car out."""
    red = race("usa", red="30/0 g4 e1 hand 5 5 5 5 deck 1 2", blue="0/0")
    after = lead(red.state, 0, read_token("g4 5 5 5 5", red.spec.catalogue))
    assert after.cars[0].distance == 50
    assert bill(after, 0) == [Bill(2, 3, 17, True)]
    assert bill(red.state, 0) == bill(after, 1) == []
