"""A state as plain numbers, and its fingerprint (SPEC chapter S)."""

from hashlib import blake2b

from heatcli.core.rng import Chance
from heatcli.core.specs import Spec
from heatcli.core.state import Car, State, Turn

Numbers = list[object]
"""Nested lists of ints; None is the empty list."""


def encode(state: State) -> Numbers:
    """Every value of the state but its log, in the order of the constructors; piles top first, discards sorted."""
    turn = state.turn
    return [
        state.round,
        state.step,
        state.order[:],
        state.at,
        [turn.start, turn.start_spot, turn.speed, [list(c) for c in turn.cool], int(turn.adrenaline), int(turn.boosted)],
        state.done[:],
        state.out[:],
        state.legend_deck[::-1],
        state.legend_card,
        state.legend_shuffles,
        [_encode_car(car) for car in state.cars],
    ]


def decode(spec: Spec, chance: Chance, numbers: Numbers) -> State:
    """The state that was encoded; `spec` and `chance` are those of its race."""
    rnd, step, order, at, turn, done, out, deck, card, shuffles, cars = numbers
    start, start_spot, speed, cool, adrenaline, boosted = turn  # type: ignore[misc]
    state = State(spec, chance, [_decode_car(row) for row in cars], bytearray(spec.track.spaces), rnd, step, order[:], at)  # type: ignore
    state.turn = Turn(start, start_spot, speed, tuple((a, b) for a, b in cool), bool(adrenaline), bool(boosted))
    state.done, state.out = done[:], out[:]  # type: ignore[index]
    state.legend_deck, state.legend_card, state.legend_shuffles = deck[::-1], card, shuffles  # type: ignore
    for car in state.cars:
        if not car.status and not car.place:
            state.road[car.distance % len(state.road)] |= 1 << car.spot
    return state


def fingerprint(state: State) -> str:
    """32 hex digits that two states share only if every card and car lies alike; chance to come is not part of it."""
    text = str(encode(state)).replace(" ", "")
    return blake2b(text.encode(), digest_size=16).hexdigest()


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
        [list(pair) for pair in car.owned],
        list(car.known),
    ]


def _decode_car(row: Numbers) -> Car:
    seat, status, place, distance, spot, gear, engine, hand, deck, discard, played, plan, shuffles, owned, known = row
    owned_counts = tuple((card, n) for card, n in owned)  # type: ignore
    return Car(
        seat, status, place, distance, spot, gear, engine, hand[:], deck[::-1], discard[:], played[:],  # type: ignore
        tuple(plan) or None, shuffles, owned_counts, tuple(known),  # type: ignore
    )
