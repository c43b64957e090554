"""A position as text, one line a car: `33/0 g3 e4 hand 1 2 S deck 4 1 discard H` (SPEC N.3).

distance/spot, gear, engine, then piles; the deck's top first. What is left out is gear 1, engine 0, an empty pile.
A car that is out of the race says so: `140/0 finished 1`.
"""

from collections.abc import Mapping
from typing import Final

from heatcli.core import flow, moves
from heatcli.core.counts import count
from heatcli.core.names import AT_ROUND, FINISHED, HEAT, RETIRED, STATES, Event
from heatcli.core.rng import Chance
from heatcli.core.specs import Catalogue, Spec
from heatcli.core.state import Car, State
from heatcli.errors import NotationError
from heatcli.record.tokens import read_cards

PILES: Final = ("hand", "deck", "discard")
_BIGGEST_HAND: Final = 40  # the plans of more cards would take for ever


def read_position(
    spec: Spec, cars: Mapping[str, str], seed: str | Chance = "", round: int = 0, log: list[Event] | None = None
) -> State:
    """The race at the start of round `round` + 1 with every car as its text says; key of `cars`: the colour.

    Raises NotationError with the car and what would be right.
    """
    missing = [seat.colour for seat in spec.seats if seat.colour not in cars]
    if missing:
        raise NotationError(f"no position for {missing[0]}; every seat needs one")
    chance = Chance(seed) if isinstance(seed, str) else seed
    state = State(spec, chance, [], bytearray(spec.track.spaces), round=round, log=[] if log is None else log)
    for seat, (colour, _) in enumerate(spec.seats):
        try:
            state.cars.append(_place(state, read_car(seat, cars[colour], spec.catalogue)))
        except NotationError as error:
            raise NotationError(f"car {colour}: {error}") from None
    _rank(state)
    flow.run(state, AT_ROUND)
    return state


def write_car(car: Car, catalogue: Catalogue) -> str:
    """The position text of a car; piles in full."""
    words = [f"{car.distance}/{car.spot} g{car.gear} e{car.engine}"]
    for name, cards in (("hand", car.hand), ("deck", car.deck[::-1]), ("discard", sorted(car.discard))):
        if cards:
            words.append(" ".join([name, *(catalogue.codes[card] for card in cards)]))
    if not car.on_road:
        words.append(f"{STATES[car.status]} {car.place}")
    return " ".join(words)


def read_car(seat: int, text: str, catalogue: Catalogue) -> Car:
    """A car that stands nowhere yet. Raises NotationError."""
    place, *words = text.split() or [""]
    distance, slash, spot = place.partition("/")
    if not slash or spot not in ("0", "1") or not _is_number(distance.removeprefix("-")):
        raise NotationError(f"{place!r}: distance/spot is right, such as 33/0")
    car = Car(seat, distance=int(distance), spot=int(spot))
    if len(words) > 1 and words[-2] in STATES[FINISHED:] and _is_number(words[-1]):
        car.status, car.place = STATES.index(words[-2]), int(words[-1])
        del words[-2:]
    pile: list[str] = []
    piles: dict[str, list[str]] = {}
    for word in words:
        if word in PILES:
            pile = piles.setdefault(word, [])
        elif piles:
            pile.append(word)
        elif word[0] in "ge" and _is_number(word[1:]):
            setattr(car, {"g": "gear", "e": "engine"}[word[0]], int(word[1:]))
        else:
            raise NotationError(f"{word!r}: gear (g3), engine (e4) or a pile ({', '.join(PILES)}) is right")
    if not 1 <= car.gear <= 4:
        raise NotationError(f"gear {car.gear}: 1 to 4 is right")
    if len(piles.get("hand", [])) > _BIGGEST_HAND:
        raise NotationError(f"hand: {len(piles['hand'])} cards; up to {_BIGGEST_HAND} are right")
    car.hand = sorted(read_cards(" ".join(piles.get("hand", [])), catalogue))
    car.deck = read_cards(" ".join(piles.get("deck", [])), catalogue)[::-1]
    car.discard = read_cards(" ".join(piles.get("discard", [])), catalogue)
    car.owned = count(car.hand, car.deck, car.discard, [HEAT] * car.engine)
    return car


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 6


def _place(state: State, car: Car) -> Car:
    if not car.on_road:
        return car
    first, finish = -len(state.road), state.spec.course.finish
    if not first <= car.distance < finish:
        raise NotationError(f"distance {car.distance}: {first} to {finish - 1} is right, the race ends at {finish}")
    space = car.distance % len(state.road)
    if state.road[space] >> car.spot & 1:
        raise NotationError(f"{car.distance}/{car.spot}: another car stands there")
    moves.put(state, car, car.distance, car.spot)
    return car


def _rank(state: State) -> None:
    """Those who finished take the first places, those who retired the last ones."""
    finished = sorted((car for car in state.cars if car.status == FINISHED), key=lambda car: car.place)
    retired = sorted((car for car in state.cars if car.status == RETIRED), key=lambda car: -car.place)
    places = [car.place for car in finished] + [car.place for car in retired]
    last = len(state.cars)
    if places != [*range(1, len(finished) + 1), *range(last, last - len(retired), -1)]:
        raise NotationError("places: finished 1, 2, … from the first and retired from the last are right")
    if len(places) == last:
        raise NotationError("no car races any more")
    state.done = [car.seat for car in finished]
    state.out = [car.seat for car in retired]
