"""A position as text, one line a car: `33/0 g3 e4 hand 1 2 S deck 4 1 discard H` (SPEC N.3).

distance/spot, gear, engine, then piles; the deck's top first. What is left out is gear 1, engine 0, an empty pile.
A car that is out of the race says so: `140/0 finished 1`.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from heatcli.core import flow, moves, piles
from heatcli.core.chance import Chance
from heatcli.core.counts import count, listed, without
from heatcli.core.names import AT_ROUND, ELIMINATED, FINISHED, HEAT, RETIRED, STATES, Event
from heatcli.core.specs import Catalogue, Spec
from heatcli.core.state import Car, State
from heatcli.core.weather import corners
from heatcli.errors import NotationError
from heatcli.record.tokens import read_cards

PILES: Final = ("hand", "deck", "discard")
_BIGGEST_HAND: Final = 40  # the plans of more cards would take for ever


def read_position(
    spec: Spec,
    cars: Mapping[str, str],
    seed: str | Chance = "",
    round: int = 0,
    log: list[Event] | None = None,
    weather: str = "",
) -> State:
    """The race at the start of round `round` + 1 with every car as its text says; key of `cars`: the colour.

    `weather` is a weather card and a road token for each corner, by name. Raises NotationError with the car and what
    would be right.
    """
    missing = [seat.colour for seat in spec.seats if seat.colour not in cars]
    if missing:
        raise NotationError(f"no position for {missing[0]}; every seat needs one")
    chance = Chance(seed) if isinstance(seed, str) else seed
    card, tokens = read_weather(spec, weather)
    course = spec.course_with(card, tokens)
    state = State(spec, chance, [], bytearray(spec.track.spaces), course, round, log=[] if log is None else log)
    state.weather, state.tokens = card, tokens
    for seat, (colour, _) in enumerate(spec.seats):
        try:
            state.cars.append(_place(state, read_car(seat, cars[colour], spec.catalogue)))
        except NotationError as error:
            raise NotationError(f"car {colour}: {error}") from None
    _rank(state)
    if spec.sponsored:
        owned = [card for car in state.cars for card in listed(car.owned)]
        state.used = spec.stock.used
        piles.shuffle_sponsors(state, without(spec.sponsorships, [*owned, *state.used]))
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
    hand, deck, discard = (read_cards(" ".join(piles.get(name, [])), catalogue) for name in PILES)
    named = [*hand, *deck, *discard]
    car.garage = tuple(sorted(card for card in named if catalogue[card].pool))
    car.secret = tuple(sorted(card for card in named if catalogue.once[card]))
    car.hand = sorted(map(catalogue.heat_or, hand))  # garage Heat lies there as Heat
    car.deck = [catalogue.heat_or(card) for card in reversed(deck)]
    car.discard = [catalogue.heat_or(card) for card in discard]
    car.owned = count(car.hand, car.deck, car.discard, [HEAT] * car.engine)
    return car


def brought(text: str, catalogue: Catalogue) -> tuple[int, ...]:
    """The upgrades and sponsorships that a car's text names."""
    cards = [catalogue.ids[word.upper()] for word in text.split() if word.upper() in catalogue.ids]
    return tuple(card for card in cards if catalogue[card].pool or catalogue.once[card])


def read_weather(spec: Spec, text: str) -> tuple[int, tuple[int, ...]]:
    """A weather card and its road tokens, by index; -1 and none for an empty text. Raises NotationError."""
    words = text.lower().split()
    if not words:
        if spec.rules.weather:
            raise NotationError("weather: the weather is on; a card and a road token for each corner are right")
        return -1, ()
    if spec.weather is None or not spec.rules.weather:
        raise NotationError("weather: the weather is off in this race")
    names = [card.name for card in spec.weather.cards]
    tokens = [token.name for token in spec.weather.tokens]
    wanted = len(corners(spec.track))
    if words[0] not in names:
        raise NotationError(f"weather {words[0]!r}: one of {', '.join(names)} is right")
    for word in words[1:]:
        if word not in tokens:
            raise NotationError(f"road token {word!r}: one of {', '.join(tokens)} is right")
    if len(words) != 1 + wanted:
        raise NotationError(f"weather: {len(words) - 1} road tokens; {spec.track.id} has {wanted} corners")
    return names.index(words[0]), tuple(tokens.index(word) for word in words[1:])


def write_weather(spec: Spec, card: int, tokens: Sequence[int]) -> str:
    """The text of a weather card and its tokens; empty without."""
    if card < 0 or spec.weather is None:
        return ""
    return " ".join([spec.weather.cards[card].name, *(spec.weather.tokens[i].name for i in tokens)])


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
    """Those who finished take the first places, those who left the race the last ones."""
    finished = sorted((car for car in state.cars if car.status == FINISHED), key=lambda car: car.place)
    retired = sorted((car for car in state.cars if car.status in (RETIRED, ELIMINATED)), key=lambda car: -car.place)
    places = [car.place for car in finished] + [car.place for car in retired]
    last = len(state.cars)
    if places != [*range(1, len(finished) + 1), *range(last, last - len(retired), -1)]:
        raise NotationError("places: finished 1, 2, … from the first and retired from the last are right")
    if len(places) == last:
        raise NotationError("no car races any more")
    state.done = tuple([car.seat for car in finished])
    state.out = tuple([car.seat for car in retired])
