"""What an action would come to, exactly, from what its seat knows (SPEC chapter V): where it leads, and how likely.

In its own turn a seat does not know the order of its own deck, and nothing else that would move its car; flips.py
says what flips of that deck may turn up. All flips of one action come before its move: what they turn up together
counts, not in which order. Scrap, which takes cards out of the deck unused, comes behind the last flip of a turn that
goes on by itself. The core drives each of the cases on a deck that is stacked for it.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from heatcli.core import flow
from heatcli.core.names import AT_PLAN, AT_REACT, AT_SLIPSTREAM, AT_VALUE, CONCEDE, PASS, SLIP, Action, Event
from heatcli.core.state import State
from heatcli.core.steps import adrenaline, corner, react
from heatcli.core.view import View
from heatcli.repl.flips import SURE, Piles, piles_of, stacked, turned, worth
from heatcli.repl.scene import dealt


class Bill(NamedTuple):
    """A corner line that the car has crossed this turn (SPEC 3.7): its number, its limit for this car, its Heat."""

    line: int
    limit: int
    cost: int
    spin: bool  # the engine cannot pay it


class Landing(NamedTuple):
    """Where an action leads. The last three are those of the turn if it goes on from there without a further choice.

    That is: what must be paid or scrapped is, each time the first legal way, and all else is passed.
    """

    distance: int
    spot: int
    speed: int | None  # None: the turn has none, or not yet
    engine: int
    bill: tuple[Bill, ...]  # as the engine stands; behind the corner step, what was asked there
    spins: bool
    slips: tuple[int, ...]  # nominal spaces of the slipstreams that are open when react ends
    finishes: bool  # over the finish line for good: it does not spin out on the way
    checked: bool = False  # behind the corner step: the engine has paid the bill

    @property
    def left(self) -> int:
        """Heat in the engine when the bill is paid, as far as it can be."""
        return self.engine if self.checked else max(0, self.engine - sum(one.cost for one in self.bill))


class Preview(NamedTuple):
    """All that an action may come to, with the chance of each: ascending by distance, then by the rest; sum 1."""

    outcomes: tuple[tuple[Fraction, Landing], ...]
    open: bool  # numbers of cards are to be chosen first: the car has not moved yet

    @property
    def spin(self) -> Fraction:
        """The chance to spin out if the turn went on without a further choice."""
        return sum((chance for chance, landing in self.outcomes if landing.spins), Fraction(0))

    @property
    def finish(self) -> Fraction:
        """The chance to be over the finish line for good if the turn went on without a further choice."""
        return sum((chance for chance, landing in self.outcomes if landing.finishes), Fraction(0))

    @property
    def speeds(self) -> dict[int, Fraction]:
        """The chance of each Speed, ascending; none while the turn has no Speed."""
        return _spread((landing.speed, chance) for chance, landing in self.outcomes if landing.speed is not None)

    @property
    def distances(self) -> dict[int, Fraction]:
        """The chance of each distance, ascending."""
        return _spread((landing.distance, chance) for chance, landing in self.outcomes)

    @property
    def cost(self) -> tuple[int, int]:
        """The least and the most Heat that corners ask for, lines that cannot be paid included."""
        costs = [sum(one.cost for one in landing.bill) for _, landing in self.outcomes]
        return min(costs), max(costs)


_DRIVING: Final = (AT_PLAN, AT_VALUE, AT_REACT, AT_SLIPSTREAM)


def preview(seen: View, action: Action) -> Preview | None:
    """What a legal action of the view's seat comes to; None if it is no matter of driving (set-up, discard, concede).

    The other cars stand where they are: a plan is led to as if its car drove first.
    """
    if seen.step not in _DRIVING or action[0] == CONCEDE:
        return None
    return foresee(dealt(seen), seen.seat, action)


def foresee(state: State, seat: int, action: Action) -> Preview:
    """`preview` on a state of which nothing counts but what the seat may know of it."""
    tree = _Tree(state, seat, action)
    tree.grow(piles_of(state, seat))
    outcomes = sorted((landing, chance) for landing, chance in tree.outcomes.items())
    return Preview(tuple((chance, landing) for landing, chance in outcomes), tree.open)


def lead(state: State, seat: int, action: Action) -> State:
    """The state behind an action, at the car's next choice or the end of its turn, as the cards lie.

    A plan is led to as if its car drove first; the others stand where they are.
    """
    after = state.clone()
    _drive(after, seat, action)
    return after


def bill(state: State, seat: int) -> list[Bill]:
    """The lines behind the car this turn, and what they would cost if it ended so; the last may spin it out."""
    car, turn = state.cars[seat], state.turn
    if state.at < 0 or state.order[state.at] != seat or turn.speed < 0:
        return []
    engine = car.engine
    lines: list[Bill] = []
    for i in state.course.crossed(turn.start, car.distance):
        limit, cost = corner.price(state, car, i)
        lines.append(Bill(state.course.numbers[i], limit, cost, cost > engine))
        if cost > engine:
            break
        engine -= cost
    return lines


def _drive(state: State, seat: int, action: Action) -> None:
    if flow.is_simultaneous(state):
        state.order = (seat,)
    flow.apply(state, seat, action)


def _spread(pairs: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
    spread: dict[int, Fraction] = {}
    for value, chance in sorted(pairs):
        spread[value] = spread.get(value, Fraction(0)) + chance
    return spread


# Driving, on every deck that makes a difference.

Script = tuple[tuple[int, ...], ...]
"""The basic cards that are turned up by the action, and by each payment that follows it by itself."""


class _Run(NamedTuple):
    landing: Landing
    turned: tuple[int, ...]  # how many basic cards the action turned up, and each payment that followed


class _Tree:
    """An action on all decks: `outcomes` has the chance of each landing."""

    def __init__(self, state: State, seat: int, action: Action) -> None:
        self._state, self._seat, self._action = state, seat, action
        self._runs: dict[tuple[object, ...], _Run] = {}
        self.outcomes: dict[Landing, Fraction] = {}
        self.open = False

    def grow(self, piles: Piles, script: Script = (), chance: Fraction = SURE) -> None:
        """Follow a script; where it ends before the cards that are turned up, branch."""
        run = self._run(script)
        more = next((i for i, n in enumerate(run.turned) if n and i >= len(script)), None)
        if more is None:
            self.outcomes[run.landing] = self.outcomes.get(run.landing, Fraction(0)) + chance
            return
        script += ((),) * (more - len(script))
        for share, cards, left in turned(piles, run.turned[more]):
            self.grow(left, (*script, cards), chance * share)

    def _run(self, script: Script) -> _Run:
        """Scripts that add the same numbers lead to the same place."""
        key = tuple(worth(self._state.spec.catalogue, cards) for cards in script)
        if key not in self._runs:
            self._runs[key] = self._played([card for cards in script for card in cards])
        return self._runs[key]

    def _played(self, cards: Sequence[int]) -> _Run:
        """The action, with these basic cards next to be turned up."""
        state, seat = self._state, self._seat
        after = stacked(state, seat, cards)
        after.log = []
        _drive(after, seat, self._action)
        at_turn = after.at >= 0 and after.order[after.at] == seat
        if at_turn and after.step == AT_VALUE:
            self.open = True
            car = after.cars[seat]
            return _Run(Landing(car.distance, car.spot, None, car.engine, (), False, (), False), ())
        if at_turn and after.step in (AT_REACT, AT_SLIPSTREAM):
            if state.at < 0:
                _take_place(after, state.order, seat)
            return _under_way(after, seat)
        speed = state.turn.speed if state.at >= 0 else None
        return _Run(_checked(after, seat, after.log, speed), ())


def _take_place(state: State, order: tuple[int, ...], seat: int) -> None:
    """A car that drove first has the adrenaline of its true place (SPEC 3.4.1)."""
    state.order, state.at = order, order.index(seat)
    state.turn.adrenaline = False
    adrenaline.enter(state)


def _under_way(state: State, seat: int) -> _Run:
    """A landing before the corner step; the state is then driven on, without a choice, to the slipstream."""
    log, car, finish = state.log, state.cars[seat], state.course.finish
    assert log is not None
    here = Landing(car.distance, car.spot, state.turn.speed, car.engine, tuple(bill(state, seat)), False, (), False)
    basic = state.spec.catalogue.basic
    turned = [_basics(log, basic)]
    while state.step == AT_REACT and any(react.MUST >> verb & 1 for verb, _, _ in state.turn.uses):
        log.clear()
        flow.apply(state, seat, flow.legal_actions(state, seat)[0])
        turned.append(_basics(log, basic))
    spins = any(one.spin for one in bill(state, seat))
    slips: tuple[int, ...] = ()
    if car.distance < finish:
        if state.step == AT_REACT:
            flow.apply(state, seat, (PASS,))
        slips = tuple(action[1] for action in flow.legal_actions(state, seat) if action[0] == SLIP)
    return _Run(here._replace(spins=spins, slips=slips, finishes=car.distance >= finish and not spins), tuple(turned))


def _basics(log: Sequence[Event], basic: Sequence[bool]) -> int:
    """How many flips turned up a basic card."""
    return sum(event[0] == "flip" and basic[_int(event[2])] for event in log)


def _checked(state: State, seat: int, log: Sequence[Event], speed: int | None) -> Landing:
    """A landing behind the corner step, or of a turn without one (SPEC 3.2.4)."""
    car = state.cars[seat]
    own = [event for event in log if event[0] in ("corner", "spin") and event[1] == seat]
    spins = any(event[0] == "spin" for event in own)
    asked = [event for event in own if event[0] == "corner"]
    lines = tuple(
        Bill(_int(line), _int(limit), _int(cost), spins and i == len(asked))
        for i, (_, _, line, limit, _, cost) in enumerate(asked, 1)
    )
    home = car.distance >= state.course.finish and not spins
    return Landing(car.distance, car.spot, speed, car.engine, lines, spins, (), home, checked=True)


def _int(field: object) -> int:
    assert isinstance(field, int)
    return field
