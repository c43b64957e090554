"""The race that a host asks `heat engine` for: its spec, the head of its record, its chance."""

import secrets
from collections.abc import Sequence

from msgspec import UNSET

from heatcli.arena.handle import Handle, Refused, missing
from heatcli.arena.process import printable
from heatcli.core.chance import Pile
from heatcli.core.rules import Rules, overlay
from heatcli.core.specs import Seat, Spec, Stock, seat_cars
from heatcli.data.library import Library
from heatcli.errors import NotationError, SetupError
from heatcli.record.header import LEGEND, header_of
from heatcli.record.piles import PileError, Piles, names, pile_card
from heatcli.record.position import brought, read_weather, write_weather
from heatcli.record.reader import PileLine, Text, read_line
from heatcli.wire.engine import New
from heatcli.wire.messages import SeatLine

ANONYMOUS = "host"
"""Who drives, in the record, where the host names nobody."""

_NAME = 40  # characters of a driver's name


def begin(new: New, library: Library) -> Handle:
    """The race before its first decision. Raises HeatError with what would be right."""
    cars = {colour.lower(): " ".join(text.split()) for colour, text in new.cars.items()} if new.cars else {}
    seats = _seats(new, list(cars))
    spec = _spec(new, library, seats, cars)
    weather = write_weather(spec, *read_weather(spec, new.weather)) if isinstance(new.weather, str) else ""
    seed = _seed(new)
    recorded = seed if new.piles is UNSET else None
    header = header_of(spec, recorded, [seat.name or ANONYMOUS for seat in seats], cars, new.round or 1, weather)
    chance = None if new.piles is UNSET else Piles(read_piles(new.piles, spec), seed)
    try:
        return Handle.begun(spec, header, chance)
    except PileError as error:
        raise missing(error, spec) from None


def read_piles(lines: Sequence[str], spec: Spec) -> dict[Pile, list[int]]:
    """Shuffles as a record has them, each once. Raises Refused."""
    piles: dict[Pile, list[int]] = {}
    known = names(spec)
    for number, text in enumerate(lines):
        where = f"piles[{number}]"
        try:
            line = read_line(Text(number, text)) if text.strip() else None
            if not isinstance(line, PileLine):
                raise NotationError(f"{text[:80]!r} is no pile; @deck:0/1 and its cards, top first, are right")
            if line.pile not in known:
                raise NotationError(f"@{line.pile}: no such pile; there are {', '.join(known)}")
            if (line.pile, line.k) in piles:
                raise NotationError(f"@{line.pile}/{line.k} stands twice")
            piles[line.pile, line.k] = [pile_card(line.pile, word.text, spec) for word in line.cards]
        except NotationError as error:
            raise Refused("piles", f"{where}: {error}") from None
    return piles


def _seats(new: New, colours: Sequence[str]) -> list[SeatLine]:
    """Who drives which car."""
    if new.seats is not UNSET:
        if new.drivers is not UNSET or new.legends:
            raise SetupError("seats beside drivers or legends; one of the two is right")
        return [_seat(i, seat) for i, seat in enumerate(new.seats)]
    if new.drivers is UNSET and not new.legends and colours:
        return [SeatLine(colour, "bot") for colour in colours]
    if new.drivers is UNSET and not new.legends:
        raise SetupError("nobody drives; drivers (how many, or their names), seats or cars is right")
    drivers = [] if new.drivers is UNSET else new.drivers
    called = [""] * drivers if isinstance(drivers, int) else [printable(name, _NAME) for name in drivers]
    cars = seat_cars(len(called), new.legends)
    given = iter(called)
    return [SeatLine(car.colour, LEGEND if car.legend else "bot", "" if car.legend else next(given)) for car in cars]


def _seat(i: int, seat: SeatLine) -> SeatLine:
    if seat.kind not in ("bot", LEGEND):
        raise SetupError(f"seats[{i}]: kind {seat.kind!r}; bot or {LEGEND} is right")
    return SeatLine(seat.colour.lower(), seat.kind, printable(seat.name, _NAME))


def _spec(new: New, library: Library, seats: Sequence[SeatLine], cars: dict[str, str]) -> Spec:
    if not cars and isinstance(new.weather, str):
        raise SetupError(f"weather {new.weather!r} without cars; true is right, from the grid it is drawn")
    if cars and new.weather is True:
        raise SetupError("weather of a position is a card and a road token for each corner, such as 'snow weather …'")
    if not cars and new.round is not UNSET:
        raise SetupError("a round without cars; a race from the grid begins with round 1")
    if not cars and new.piles is not UNSET and new.grid is UNSET:
        raise SetupError("piles without a grid; the seats from pole to last are right, or cars for a position")
    if cars and new.grid is not UNSET:
        raise SetupError("a grid beside cars, which stand where they say; one of the two is right")
    if not cars and new.options.get("garage_choice") == "given":
        raise SetupError("garage_choice given is for records, whose seats bring their cards; draft is right here")
    extra = [colour for colour in cars if colour not in [seat.colour for seat in seats]]
    if extra:
        raise SetupError(f"cars: no seat is {extra[0]!r}; there are {', '.join(seat.colour for seat in seats)}")
    own = tuple(brought(cars.get(seat.colour, ""), library.catalogue) for seat in seats)
    return Spec(
        library.track(new.track),
        [Seat(seat.colour, seat.kind == LEGEND) for seat in seats],
        library.catalogue,
        library.legends,
        _rules(new),
        None if new.grid is UNSET else new.grid,
        library.weather,
        Stock(own) if any(own) else None,
        None if new.event is UNSET else library.event(new.event),
    )


def _rules(new: New) -> Rules:
    options = dict(new.options)
    own = {"laps": new.laps} if new.laps is not UNSET else {}
    if new.weather:
        own["weather"] = True
    for name in own:
        if name in options:
            raise SetupError(f"{name} stands twice, once in options; once is right")
    return overlay(Rules(), {**options, **own})


def _seed(new: New) -> str | None:
    """The seed; drawn where there is none, unless piles are given."""
    if new.seed is UNSET:
        return secrets.token_hex(16) if new.piles is UNSET else None
    seed = str(new.seed)
    if not seed.isprintable():
        raise SetupError(f"seed {seed!r}: printable characters are right")
    return seed
