"""A state as plain numbers, and its fingerprint (SPEC chapter S)."""

from collections.abc import Sequence
from hashlib import blake2b
from struct import pack
from typing import Any

from heatcli.core import moves
from heatcli.core.chance import Chance
from heatcli.core.specs import Spec
from heatcli.core.state import Car, State, Turn

Numbers = list[Any]
"""Nested lists of ints, ready for JSON."""


def encode(state: State) -> Numbers:
    """Every value of the state but its log, in the order of the constructors; piles top first, discards sorted."""
    return [
        state.round,
        state.step,
        list(state.order),
        state.at,
        _encode_turn(state.turn),
        list(state.done),
        list(state.out),
        list(state.leaving),
        list(state.legend_deck[::-1]),
        state.legend_card,
        state.legend_shuffles,
        state.weather,
        list(state.tokens),
        list(state.pool[::-1]),
        sorted(state.market),
        sorted(state.aside),
        state.picks,
        state.pool_shuffles,
        list(state.sponsors[::-1]),
        sorted(state.used),
        state.sponsor_shuffles,
        list(state.crowd),
        [_encode_car(car) for car in state.cars],
    ]


def decode(spec: Spec, chance: Chance, numbers: Numbers) -> State:
    """The state that was encoded; `spec` and `chance` are those of its race."""
    round_, step, order, at, turn, done, out, leaving, legends, legend_card, legend_shuffles, *rest, rows = numbers
    weather, tokens, pool, market, aside, picks, pool_shuffles, sponsors, used, sponsor_shuffles, crowd = rest
    cars = [_decode_car(row) for row in rows]
    return State(
        spec,
        chance,
        cars,
        moves.road(spec.track.spaces, cars),
        spec.course_with(weather, tokens),
        round_,
        step,
        tuple(order),
        at,
        _decode_turn(turn),
        tuple(done),
        tuple(out),
        tuple(leaving),
        tuple(legends[::-1]),
        legend_card,
        legend_shuffles,
        weather,
        tuple(tokens),
        tuple(pool[::-1]),
        tuple(market),
        tuple(aside),
        picks,
        pool_shuffles,
        tuple(sponsors[::-1]),
        tuple(used),
        sponsor_shuffles,
        tuple(crowd),
    )


def fingerprint(state: State) -> str:
    """32 hex digits that two states share only if every card and car lies alike; chance to come is not part of it."""
    cars = b"".join([_car_bytes(car, car.plan or ()) for car in state.cars])
    return _digest(_turn_bytes(state) + _pile_bytes(state, state.leaving) + cars)


def checkpoint(state: State) -> str:
    """The fingerprint without what lines behind it in a record tell: plans, and who is to be taken off (SPEC S.2)."""
    return Checkpoints().of(state)


class Checkpoints:
    """The checkpoints of a race turn by turn.

    A car changes only in its own turn and when places are given: the bytes of the others are kept, and those of the
    piles as long as they are the same.
    """

    def __init__(self) -> None:
        self._cars: dict[int, tuple[int, int, bytes]] = {}  # by seat: status and place they had, and their bytes
        self._piles: tuple[tuple[object, ...], bytes] = ((), b"")

    def of(self, state: State, seat: int = -1) -> str:
        """The checkpoint; `seat` is the car whose turn it was, -1 if any may have changed."""
        if seat < 0:
            self._cars.clear()
        parts = [_turn_bytes(state), self._pile_bytes(state)]
        for car in state.cars:
            kept = self._cars.get(car.seat)
            if kept is None or car.seat == seat or kept[0] != car.status or kept[1] != car.place:
                kept = self._cars[car.seat] = (car.status, car.place, _car_bytes(car, ()))
            parts.append(kept[2])
        return _digest(b"".join(parts))

    def _pile_bytes(self, state: State) -> bytes:
        key = (
            len(state.legend_deck),
            state.done,
            state.out,
            state.legend_card,
            state.legend_shuffles,
            state.weather,
            state.tokens,
            state.pool,
            state.market,
            state.aside,
            state.picks,
            state.pool_shuffles,
            state.sponsors,
            state.used,
            state.sponsor_shuffles,
            state.crowd,
        )
        if self._piles[0] != key:
            self._piles = key, _pile_bytes(state, ())
        return self._piles[1]


def _digest(numbers: bytes) -> str:
    return blake2b(numbers, digest_size=16).hexdigest()


def _bytes(numbers: list[int]) -> bytes:
    return pack(f"<{len(numbers)}i", *numbers)


# The numbers of `encode` in one row, a list's length before it: whose turn it is, the piles, then the cars.


def _turn_bytes(state: State) -> bytes:
    turn = state.turn
    return _bytes(
        [
            *(state.round, state.step),
            *(len(state.order), *state.order),
            *(state.at, turn.start, turn.start_spot, turn.speed),
            *(len(turn.uses), *[n for use in turn.uses for n in use]),
            *(turn.adrenaline, turn.boosted, turn.flips),
            *(len(turn.values), *[n for value in turn.values for n in value]),
            *(len(turn.slipped), *turn.slipped),
            *(len(turn.cooled), *turn.cooled),
            *(turn.spun, turn.out),
        ]
    )


def _pile_bytes(state: State, leaving: Sequence[int]) -> bytes:
    return _bytes(
        [
            *(len(state.done), *state.done),
            *(len(state.out), *state.out),
            *(len(leaving), *leaving),
            *(len(state.legend_deck), *state.legend_deck[::-1]),
            *(state.legend_card, state.legend_shuffles, state.weather),
            *(len(state.tokens), *state.tokens),
            *(len(state.pool), *state.pool[::-1]),
            *(len(state.market), *sorted(state.market)),
            *(len(state.aside), *sorted(state.aside)),
            *(state.picks, state.pool_shuffles),
            *(len(state.sponsors), *state.sponsors[::-1]),
            *(len(state.used), *sorted(state.used)),
            state.sponsor_shuffles,
            *(len(state.crowd), *state.crowd),
        ]
    )


def _car_bytes(car: Car, plan: tuple[int, ...]) -> bytes:
    return _bytes(
        [
            *(car.seat, car.status, car.place, car.distance, car.spot, car.gear, car.engine),
            *(len(car.hand), *car.hand),
            *(len(car.deck), *car.deck[::-1]),
            *(len(car.discard), *sorted(car.discard)),
            *(len(car.played), *sorted(car.played)),
            *(len(plan), *plan),
            car.shuffles,
            *(len(car.owned), *[n for pair in car.owned for n in pair]),
            *(len(car.known), *car.known),
            *(len(car.top), *car.top),
            *(len(car.secret), *car.secret),
            *(len(car.pressed), *car.pressed),
            *(len(car.garage), *car.garage),
        ]
    )


def _encode_turn(turn: Turn) -> Numbers:
    return [
        turn.start,
        turn.start_spot,
        turn.speed,
        [[*entry] for entry in turn.uses],
        +turn.adrenaline,
        +turn.boosted,
        turn.flips,
        [[*entry] for entry in turn.values],
        list(turn.slipped),
        list(turn.cooled),
        +turn.spun,
        +turn.out,
    ]


def _decode_turn(row: Numbers) -> Turn:
    start, spot, speed, uses, adrenaline, boosted, flips, values, slipped, cooled, spun, out = row
    return Turn(
        start,
        spot,
        speed,
        tuple((verb, source, n) for verb, source, n in uses),
        bool(adrenaline),
        bool(boosted),
        flips,
        tuple((card, number) for card, number in values),
        tuple(slipped),
        tuple(cooled),
        bool(spun),
        bool(out),
    )


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
        list(car.top),
        list(car.secret),
        list(car.pressed),
        list(car.garage),
    ]


def _decode_car(row: Numbers) -> Car:
    seat, status, place, distance, spot, gear, engine, hand, deck, discard, played, plan, shuffles, owned, *rest = row
    known, top, secret, pressed, garage = rest
    return Car(
        seat,
        status,
        place,
        distance,
        spot,
        gear,
        engine,
        hand[:],
        deck[::-1],
        discard[:],
        tuple(played),
        tuple(plan) or None,
        shuffles,
        tuple((card, n) for card, n in owned),
        tuple(known),
        tuple(top),
        tuple(secret),
        tuple(pressed),
        tuple(garage),
    )
