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
    return [
        state.round,
        state.step,
        state.order[:],
        state.at,
        _encode_turn(state.turn),
        state.done[:],
        state.out[:],
        state.leaving[:],
        state.legend_deck[::-1],
        state.legend_card,
        state.legend_shuffles,
        state.weather,
        list(state.tokens),
        state.pool[::-1],
        sorted(state.market),
        sorted(state.aside),
        state.picks,
        state.pool_shuffles,
        state.sponsors[::-1],
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
        order[:],
        at,
        _decode_turn(turn),
        done[:],
        out[:],
        leaving[:],
        legends[::-1],
        legend_card,
        legend_shuffles,
        weather,
        tuple(tokens),
        pool[::-1],
        market[:],
        aside[:],
        picks,
        pool_shuffles,
        sponsors[::-1],
        used[:],
        sponsor_shuffles,
        tuple(crowd),
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
        played[:],
        tuple(plan) or None,
        shuffles,
        tuple((card, n) for card, n in owned),
        tuple(known),
        tuple(top),
        tuple(secret),
        tuple(pressed),
        tuple(garage),
    )
