"""A state as plain numbers, and its fingerprint (SPEC chapter S)."""

from hashlib import blake2b
from typing import Any, Final

from heatcli.core import moves
from heatcli.core.rng import Chance
from heatcli.core.specs import Spec
from heatcli.core.state import Car, State, Turn

Numbers = list[Any]
"""Nested lists of ints, ready for JSON."""

LEAVING: Final = 7  # where an encoded state has the seats to be taken off
PLAN_COLUMN: Final = 11  # of an encoded car


def encode(state: State) -> Numbers:
    """Every value of the state but its log, in the order of the constructors; piles top first, discards sorted."""
    turn = state.turn
    return [
        state.round,
        state.step,
        state.order[:],
        state.at,
        [turn.start, turn.start_spot, turn.speed, [[*entry] for entry in turn.cool], +turn.adrenaline, +turn.boosted],
        state.done[:],
        state.out[:],
        state.leaving[:],
        state.legend_deck[::-1],
        state.legend_card,
        state.legend_shuffles,
        [_encode_car(car) for car in state.cars],
    ]


def decode(spec: Spec, chance: Chance, numbers: Numbers) -> State:
    """The state that was encoded; `spec` and `chance` are those of its race."""
    cars = [_decode_car(row) for row in numbers[11]]
    road = moves.road(spec.track.spaces, cars)
    round_, step, order, at, (start, spot, speed, cool, adrenaline, boosted), *lists, card, shuffles, _ = numbers
    done, out, leaving, deck = lists
    turn = Turn(start, spot, speed, tuple((source, n) for source, n in cool), bool(adrenaline), bool(boosted))
    return State(
        spec,
        chance,
        cars,
        road,
        round_,
        step,
        order[:],
        at,
        turn,
        done[:],
        out[:],
        leaving[:],
        deck[::-1],
        card,
        shuffles,
    )


def fingerprint(state: State) -> str:
    """32 hex digits that two states share only if every card and car lies alike; chance to come is not part of it."""
    return _digest(encode(state))


def checkpoint(state: State) -> str:
    """The fingerprint without what lines behind it in a record tell: plans, and who is to be taken off (SPEC S.2)."""
    numbers = encode(state)
    numbers[LEAVING] = []
    for row in numbers[-1]:
        row[PLAN_COLUMN] = []
    return _digest(numbers)


def _digest(numbers: Numbers) -> str:
    return blake2b(str(numbers).replace(" ", "").encode(), digest_size=16).hexdigest()


def _encode_car(car: Car) -> Numbers:
    return [
        car.seat,
        car.status,
        car.place,
        car.distance,
        car.spot,
        car.gear,
        car.engine,
        car.hand[:],
        car.deck[::-1],
        sorted(car.discard),
        sorted(car.played),
        list(car.plan or ()),
        car.shuffles,
        [[*pair] for pair in car.owned],
        list(car.known),
    ]


def _decode_car(row: Numbers) -> Car:
    car = Car(*row)
    car.hand, car.deck, car.discard, car.played = car.hand[:], car.deck[::-1], car.discard[:], car.played[:]
    car.plan = tuple(car.plan or ()) or None
    car.owned = tuple((card, n) for card, n in car.owned)
    car.known = tuple(car.known)
    return car
