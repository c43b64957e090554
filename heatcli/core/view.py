"""What one seat may know now, and a state built from it for search (SPEC chapter V).

A view is built by listing what may be seen. A seat remembers nothing that is not in its view.
"""

from typing import NamedTuple

from heatcli.core import flow, moves
from heatcli.core.names import HEAT, PLAN, Action
from heatcli.core.rng import Chance, Rng, draw_order
from heatcli.core.specs import Spec
from heatcli.core.state import Car, Counts, State, Turn
from heatcli.core.steps import plan


class CarView(NamedTuple):
    """A car as everybody sees it: piles by their size. `cards` is all it owns, the engine's Heat included."""

    seat: int
    status: int
    place: int
    distance: int
    spot: int
    gear: int
    engine: int
    hand: int
    deck: int
    discard: int
    cards: Counts
    known: tuple[int, ...]  # cards everybody knows to be in its hand
    played: tuple[int, ...]


class TurnView(NamedTuple):
    """The turn that is under way: public. The fields are those of state.Turn."""

    start: int
    start_spot: int
    speed: int
    cool: tuple[tuple[int, int], ...]
    adrenaline: bool
    boosted: bool


class View(NamedTuple):
    """What `seat` knows: the public race, then its own hand, discard pile (sorted) and secret plan."""

    spec: Spec
    seat: int
    round: int
    step: int
    order: tuple[int, ...]
    at: int  # index into order: whose turn it is; -1 in simultaneous steps
    turn: TurnView
    done: tuple[int, ...]
    out: tuple[int, ...]
    leaving: tuple[int, ...]
    legend_card: int
    legend_deck: tuple[int, ...]  # Legend cards not yet turned up, sorted
    cars: tuple[CarView, ...]
    hand: tuple[int, ...]
    discard: tuple[int, ...]
    plan: Action | None


def view(state: State, seat: int) -> View:
    """The view of a seat at any moment."""
    turn = state.turn
    own = state.cars[seat]
    return View(
        state.spec,
        seat,
        state.round,
        state.step,
        tuple(state.order),
        state.at,
        TurnView(turn.start, turn.start_spot, turn.speed, turn.cool, turn.adrenaline, turn.boosted),
        tuple(state.done),
        tuple(state.out),
        tuple(state.leaving),
        state.legend_card,
        tuple(sorted(state.legend_deck)),
        tuple([_car(car) for car in state.cars]),
        tuple(own.hand),
        tuple(sorted(own.discard)),
        own.plan,
    )


def _car(car: Car) -> CarView:
    return CarView(
        car.seat,
        car.status,
        car.place,
        car.distance,
        car.spot,
        car.gear,
        car.engine,
        len(car.hand),
        len(car.deck),
        len(car.discard),
        car.owned,
        car.known,
        tuple(sorted(car.played)),
    )


def resample(seen: View, rng: Rng) -> State:
    """A state that this view could come from: hidden cards dealt at random, chance to come of its own.

    Hidden are the order of all decks, the other cars' hands, discard piles and plans. `view` of the result is `seen`.
    """
    spec = seen.spec
    chance = Chance(f"{rng.random()}")
    cars = [_deal(row, seen, rng) for row in seen.cars]
    state = State(
        spec,
        chance,
        cars,
        moves.road(spec.track.spaces, cars),
        seen.round,
        seen.step,
        list(seen.order),
        seen.at,
        Turn(*seen.turn),
        list(seen.done),
        list(seen.out),
        list(seen.leaving),
        draw_order(rng, seen.legend_deck),
        seen.legend_card,
        legend_shuffles=1,
    )
    _plan(state, seen, rng)
    return state


def _deal(row: CarView, seen: View, rng: Rng) -> Car:
    own = row.seat == seen.seat
    hidden = [card for card, n in row.cards for _ in range(n)]
    for card in (*row.played, *[HEAT] * row.engine, *((*seen.hand, *seen.discard) if own else row.known)):
        hidden.remove(card)
    hidden = draw_order(rng, hidden)
    if own:
        hand, discard = list(seen.hand), list(seen.discard)
    else:
        drawn = row.hand - len(row.known)
        hand = sorted([*row.known, *hidden[:drawn]])
        discard = hidden[drawn : drawn + row.discard]
        hidden = hidden[drawn + row.discard :]
    return Car(
        row.seat,
        row.status,
        row.place,
        row.distance,
        row.spot,
        row.gear,
        row.engine,
        hand,
        hidden,
        discard,
        list(row.played),
        seen.plan if own else None,
        shuffles=1,
        owned=row.cards,
        known=row.known,
    )


def _plan(state: State, seen: View, rng: Rng) -> None:
    """Cars whose turn is still to come have a plan; the others' are any that their dealt hands allow."""
    if flow.is_simultaneous(state):
        return
    for seat in seen.order[seen.at + 1 :]:
        if seat != seen.seat and not state.spec.seats[seat].legend:
            plans = [action for action in plan.legal(state, seat) if action[0] == PLAN]
            state.cars[seat].plan = plans[int(rng.random() * len(plans))]
