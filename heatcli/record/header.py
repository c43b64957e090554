"""The head of a record: what race it is (SPEC N.4)."""

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Final, NamedTuple

from heatcli.core.event_cards import EventCard
from heatcli.core.names import COLOURS
from heatcli.core.rules import Rules, overlay, read_options, write_options
from heatcli.core.specs import MAX_CARS, Seat, Spec, Stock
from heatcli.core.track import Track
from heatcli.data.library import Library
from heatcli.errors import HeatError, NotationError
from heatcli.record.position import brought, read_weather
from heatcli.record.reader import LONGEST, too_long
from heatcli.record.tokens import read_cards

VERSIONS: Final = {"Heat": "1", "Rules": "1", "Chance": "1"}
"""Of the notation, the rules and chance, as this program writes them."""

KEYS: Final = (
    *VERSIONS,
    *(
        "Track",
        "Laps",
        "Option",
        "Season",
        "Event",
        "Seed",
        "Grid",
        "Round",
        "Seat",
        "Own",
        "Aside",
        "Used",
        "Weather",
        "Car",
        "Sandbox",
    ),
)
"""In the order of writing."""

LEGEND: Final = "legend"
_MANY: Final = ("Option", "Seat", "Own", "Car")
_PAIRS: Final = ("Seat", "Own", "Car")
_MOST_CARDS: Final = 999  # that a line of the head may name
_STRING: Final = r'"((?:[^"\\]|\\["\\])*)"'
_LINE: Final = re.compile(rf"\[\s*(\w+)\s+{_STRING}(?:\s+{_STRING})?\s*\]\s*((?:\{{[^}}]*\}}\s*)*)")
_CANONICAL: Final = {known.lower(): known for known in KEYS}


class Header(NamedTuple):
    """A record's head. Without a seed the piles stand in the record; `cars` is a start from a position.

    `own` is what seats bring by colour, `aside` and `used` what earlier races of the season left on the table;
    `sandbox` is what bot programs were held in, if they were. `others` are lines with keys that this program does not
    know: key, text, and a second text if there is one.
    """

    track: str
    laps: int
    options: Sequence[str]
    season: str
    event: str
    seed: str | None
    grid: Sequence[str]
    round: int
    seats: Sequence[tuple[str, str]]
    own: Mapping[str, str]
    aside: str
    used: str
    weather: str
    cars: Mapping[str, str]
    sandbox: str = ""
    others: Sequence[tuple[str, ...]] = ()

    @property
    def names(self) -> list[str]:
        """The drivers' names by seat; `legend` for a Legend."""
        return [name for _, name in self.seats]


def header_of(
    spec: Spec,
    seed: str | None,
    names: Sequence[str],
    cars: Mapping[str, str] | None = None,
    round: int = 1,
    weather: str = "",
    sandbox: str = "",
) -> Header:
    """The head of a race's record. `names` has an entry a seat; a Legend's is not read."""
    own = {spec.seats[seat].colour: _codes(spec, cards) for seat, cards in enumerate(spec.stock.own) if cards}
    if cars:  # they say what a car owns
        own = {}
    return Header(
        spec.track.id,
        spec.laps,
        write_options(spec.base._replace(laps=None)),
        spec.season,
        spec.event.id if spec.event is not None else "",
        seed,
        [spec.seats[seat].colour for seat in spec.grid or ()],
        round,
        [
            (seat.colour, LEGEND if seat.legend else driver_name(name))
            for seat, name in zip(spec.seats, names, strict=True)
        ],
        own,
        _codes(spec, spec.stock.aside),
        _codes(spec, spec.stock.used),
        weather,
        cars or {},
        sandbox,
    )


def _codes(spec: Spec, cards: Sequence[int]) -> str:
    return " ".join(spec.catalogue.codes[card] for card in cards)


def driver_name(name: str) -> str:
    """A driver's name as it may be written: on one line, and only a Legend is called so."""
    name = one_line(name)
    return f"{name} (driver)" if name.strip().lower() == LEGEND else name


def one_line(text: str) -> str:
    """Any text as it may stand in a record."""
    return "".join(char if char.isprintable() else " " for char in text)


def head_lines(header: Header) -> list[str]:
    """The canonical lines, the hash last."""
    lines = [_line(key, version) for key, version in VERSIONS.items()]
    lines += [_line("Track", header.track), _line("Laps", str(header.laps))]
    lines += [_line("Option", option) for option in header.options]
    lines += [_line("Season", header.season)] if header.season else []
    lines += [_line("Event", header.event)] if header.event else []
    lines += [_line("Seed", header.seed)] if header.seed is not None else []
    lines += [_line("Grid", " ".join(header.grid))] if header.grid else []
    lines += [_line("Round", str(header.round))] if header.round != 1 else []
    lines += [_line("Seat", *seat) for seat in header.seats]
    lines += [_line("Own", colour, header.own[colour]) for colour, _ in header.seats if colour in header.own]
    lines += [_line("Aside", header.aside)] if header.aside else []
    lines += [_line("Used", header.used)] if header.used else []
    lines += [_line("Weather", header.weather)] if header.weather else []
    lines += [_line("Car", colour, header.cars[colour]) for colour, _ in header.seats if header.cars]
    lines += [_line("Sandbox", header.sandbox)] if header.sandbox else []
    lines += [_line(*other) for other in header.others]
    return [*lines, f"# {digest(lines)}"]


def digest(lines: Sequence[str]) -> str:
    """12 hex digits over the head's lines, each with its line end."""
    return blake2b("".join(f"{line}\n" for line in lines).encode(errors="replace"), digest_size=6).hexdigest()


def _line(key: str, *values: str) -> str:
    quoted = ['"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"' for value in values]
    return f"[{' '.join([key, *quoted])}]"


class IncompleteError(NotationError):
    """A head that lacks something: no line of it is wrong."""


class Reading(NamedTuple):
    """What is wrong with a head: in which of the lines, from 0, or behind them all if something is missing."""

    at: int
    why: str


def read_head(lines: Sequence[str], library: Library | None = None) -> tuple[Header, Spec] | Reading:
    """The head and the race it describes, or the first line that is wrong. `lines` are without the hash."""
    found: dict[str, list[tuple[int, list[str]]]] = {key: [] for key in KEYS}
    others: list[tuple[str, ...]] = []
    for index, line in enumerate(lines):
        try:
            key, values = _read_line(line)
            if key not in found:
                others.append((key, *values))
                continue
            if found[key] and key not in _MANY:
                raise NotationError(f"a second {key}; one is right")
        except NotationError as error:
            return Reading(index, str(error))
        found[key].append((index, values))
    built = _build(found, len(lines), library or Library())
    return built if isinstance(built, Reading) or not others else (built[0]._replace(others=others), built[1])


def line_key(line: str) -> tuple[str, ...]:
    """What tells a right line of a head from the others: its key, and what many lines of one key differ by."""
    key, values = _read_line(line)
    if key in _MANY:
        return key, values[0].partition("=")[0].strip().lower()
    return (key,) if key in KEYS else (key, *values)


def line_comments(line: str) -> list[str]:
    """The comments behind a right line of a head."""
    match = _LINE.fullmatch(line.strip())
    return [] if match is None else [str(said) for said in re.findall(r"\{([^}]*)\}", match[4])]


def _read_line(line: str) -> tuple[str, list[str]]:
    if len(line) > LONGEST:
        raise NotationError(too_long(line))
    if not _is_text(line):
        raise NotationError("no text; UTF-8 is right")
    match = _LINE.fullmatch(line.strip())
    if match is None:
        raise NotationError('no line of a head; [Key "value"] is right, a \\ before \\ and " inside')
    key = _CANONICAL.get(match[1].lower())
    values = [re.sub(r"\\(.)", r"\1", value) for value in match.groups()[1:3] if value is not None]
    if key is None:
        return str(match[1]), values
    if len(values) != 1 + (key in _PAIRS):
        raise NotationError(f"{key} takes {'a colour and a text' if key in _PAIRS else 'one text'}")
    if key in VERSIONS and values[0] != VERSIONS[key]:
        raise NotationError(f"{key} {values[0]!r}: this program reads {VERSIONS[key]!r}")
    return key, values


def _is_text(line: str) -> bool:
    """No half of a character: nothing that cannot be written."""
    return line == line.encode(errors="replace").decode()


def _build(
    found: Mapping[str, list[tuple[int, list[str]]]], end: int, library: Library
) -> tuple[Header, Spec] | Reading:
    builder = _Builder(library)
    at = end
    try:
        for key in ("Heat", "Track", "Seat"):
            if not found[key]:
                raise IncompleteError(f"the head has no {key}")
        for key, take in builder.takers().items():
            for index, values in found[key]:
                at = index
                take(*values)
        return builder.header()
    except HeatError as error:
        return Reading(end if isinstance(error, IncompleteError) else at, str(error))


class _Builder:
    """What the lines have said so far; each taker raises HeatError for a value that cannot be."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.track: Track
        self.season = ""
        self.event: EventCard | None = None
        self.own: dict[str, tuple[int, ...]] = {}
        self.aside: tuple[int, ...] = ()
        self.used: tuple[int, ...] = ()
        self.weather = ""
        self.rules = Rules()
        self.seed: str | None = None
        self.grid: list[str] = []
        self.round = 1
        self.seats: list[tuple[str, str]] = []
        self.cars: dict[str, str] = {}
        self.sandbox = ""

    def takers(self) -> dict[str, Callable[..., None]]:
        """By key, in the order in which one needs the other."""
        return {
            "Track": self._track,
            "Laps": self._laps,
            "Option": self._option,
            "Season": self._season,
            "Event": self._event,
            "Seed": self._seed,
            "Seat": self._seat,
            "Grid": self._grid,
            "Own": self._own,
            "Aside": self._aside,
            "Used": self._used,
            "Round": self._round,
            "Weather": self._weather,
            "Car": self._car,
            "Sandbox": self._sandbox,
        }

    def header(self) -> tuple[Header, Spec]:
        """All together."""
        if self.cars and len(self.cars) < len(self.seats):
            raise IncompleteError("every seat needs a Car, or none has one")
        if not self.cars and self.weather:
            raise IncompleteError("Weather without Cars; from the grid it is drawn")
        if not self.cars and self.round != 1:
            raise IncompleteError("a Round without Cars; a race from the grid begins with round 1")
        if not self.cars and self.seed is None and not self.grid:
            raise IncompleteError("the head has no Seed; without one it needs a Grid, or a Car for every seat")
        for colour, text in self.cars.items():
            self.own[colour] = brought(text, self._library.catalogue)
        spec = self._spec()
        names = [name for _, name in self.seats]
        return header_of(spec, self.seed, names, self.cars, self.round, self.weather, self.sandbox), spec

    def _spec(self) -> Spec:
        seats = [Seat(colour, name.lower() == LEGEND) for colour, name in self.seats]
        colours = [colour for colour, _ in self.seats]
        grid = [colours.index(colour) for colour in self.grid] or None
        own = tuple(self.own.get(colour, ()) for colour in colours) if self.own else ()
        return Spec(
            self.track,
            seats,
            self._library.catalogue,
            self._library.legends,
            self.rules,
            grid,
            self._library.weather,
            Stock(own, self.aside, self.used),
            self.event,
            self.season,
        )

    def _track(self, name: str) -> None:
        if not name.isprintable():
            raise NotationError(f"Track {name!r}: printable characters are right")
        self.track = self._library.track(name)
        self.rules = self.rules._replace(laps=self.track.laps)

    def _laps(self, text: str) -> None:
        self.rules = overlay(self.rules, {"laps": _whole("Laps", text)})

    def _option(self, text: str) -> None:
        self.rules = overlay(self.rules, read_options([text]))

    def _season(self, text: str) -> None:
        self.season = text

    def _sandbox(self, text: str) -> None:
        if not re.fullmatch(r"[a-z]{1,20}", text):
            raise NotationError(f"Sandbox {text!r}: a name such as bwrap is right")
        self.sandbox = text

    def _event(self, text: str) -> None:
        """The laps of the head are those that are raced: the event card's share is taken off again."""
        self.event = self._library.event(text)
        if self.rules.laps is not None:
            self.rules = self.rules._replace(laps=self.rules.laps - self.event.effects.get("laps", 0))

    def _own(self, colour: str, text: str) -> None:
        colour = self._new("Own", colour, self.own)
        self.own[colour] = cards = self._cards(text)
        catalogue = self._library.catalogue
        for card in cards:
            if not (catalogue[card].pool or catalogue.once[card]):
                raise NotationError(f"Own {colour!r}: {catalogue.codes[card]} is no upgrade and no sponsorship")

    def _aside(self, text: str) -> None:
        self.aside = self._cards(text)

    def _used(self, text: str) -> None:
        self.used = self._cards(text)

    def _cards(self, text: str) -> tuple[int, ...]:
        cards = tuple(read_cards(text, self._library.catalogue))
        if len(cards) > _MOST_CARDS:
            raise NotationError(f"{len(cards)} cards; no race has more than {_MOST_CARDS}")
        return cards

    def _seed(self, text: str) -> None:
        self.seed = text

    def _seat(self, colour: str, name: str) -> None:
        self.seats.append((colour.lower(), name))
        if not self._fits():
            self._spec()  # says what is wrong

    def _fits(self) -> bool:
        """The last seat is one that races can have: to build the whole race for every seat would cost the most."""
        colour, name = self.seats[-1]
        known = self._library.legends.helmets if name.lower() == LEGEND else COLOURS
        taken = [other for other, _ in self.seats[:-1]]
        return colour in known and colour not in taken and len(self.seats) <= MAX_CARS

    def _grid(self, text: str) -> None:
        grid, colours = text.lower().split(), [colour for colour, _ in self.seats]
        missing = [colour for colour in grid if colour not in colours]
        if len(grid) > len(colours) and len(grid) - len(missing) == len(colours):
            raise IncompleteError(f"the head has no Seat for {missing[0]}, which stands in the Grid")
        if sorted(grid) != sorted(colours):
            raise NotationError(f"Grid: must name {', '.join(colours)} once each, pole first")
        self.grid = grid

    def _round(self, text: str) -> None:
        self.round = _whole("Round", text)

    def _weather(self, text: str) -> None:
        read_weather(self._spec(), text)
        self.weather = text.lower()

    def _car(self, colour: str, text: str) -> None:
        self.cars[self._new("Car", colour, self.cars)] = text

    def _new(self, key: str, colour: str, there: Mapping[str, object]) -> str:
        """The colour of a seat that has no such line yet."""
        colour = colour.lower()
        if colour not in [known for known, _ in self.seats]:
            raise NotationError(f"{key} {colour!r}: no such seat")
        if colour in there:
            raise NotationError(f"{key} {colour!r}: a second one")
        return colour


def _whole(key: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < len(text) < 6 and int(text)):
        raise NotationError(f"{key} {text!r}: a whole number from 1 is right")
    return int(text)
