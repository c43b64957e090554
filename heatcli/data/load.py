"""The shipped data and the user's track files, read and checked.

Every error is a DataError that names file, key and what would be right.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from heatcli.core.event_cards import EFFECTS, EventCard
from heatcli.core.names import COLOURS, HEAT, STRESS, UNSEEN
from heatcli.core.rules import EXPANSIONS
from heatcli.core.specs import Card, Catalogue, LegendDeck
from heatcli.core.symbols import FREE_SYMBOLS, SYMBOLS
from heatcli.core.track import Corner, Track
from heatcli.core.weather import NO_COOLDOWN, NO_SLIPSTREAM, RoadToken, Weather, WeatherCard
from heatcli.errors import DataError

T = TypeVar("T")
Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=40)]
Text = Annotated[str, Meta(min_length=1, max_length=60)]
Space = Annotated[int, Meta(ge=0, le=998)]
Count = Annotated[int, Meta(ge=0, le=99)]


class CornerFile(Struct, forbid_unknown_fields=True):
    """A [[corners]] entry of a track file."""

    at: Annotated[int, Meta(ge=1, le=998)]
    limit: Annotated[int, Meta(ge=1, le=99)]
    race_line: str
    legend_line: Space
    chevrons: Annotated[int, Meta(ge=0, le=4)] = 0
    double_chevrons: Annotated[int, Meta(ge=0, le=4)] = 0
    chicane_of: int | None = None


class MapFile(Struct, forbid_unknown_fields=True):
    """The [map] of a track file: for drawing only."""

    lane_offset: float = 0.0
    path: list[tuple[float, float]] = []


class TrackFile(Struct, forbid_unknown_fields=True):
    """A track file."""

    id: Id
    name: Text
    box: Text
    spaces: Annotated[int, Meta(ge=10, le=999)]
    laps: Annotated[int, Meta(ge=1, le=99)]
    heat: Count
    stress: Count
    corners: Annotated[list[CornerFile], Meta(min_length=1, max_length=99)]
    press: Annotated[list[Annotated[int, Meta(ge=1)]], Meta(max_length=5)] = []
    flooded: list[Space] = []
    tunnel: list[Space] = []
    gravel_both: list[Space] = []
    gravel_left: list[Space] = []
    gravel_right: list[Space] = []
    map: MapFile = msgspec.field(default_factory=MapFile)


class CardFile(Struct, forbid_unknown_fields=True):
    """A [[card]] entry of cards.toml."""

    code: Annotated[str, Meta(pattern=r"^([0-9]|[A-Z][0-9]{0,3})$")]
    name: Text
    kind: Literal["basic", "starting", "upgrade", "sponsorship", "stress", "heat"]
    box: Text
    copies: Count
    pool: Literal["", "basic", "advanced"] = ""
    speed: list[Annotated[int, Meta(ge=0, le=20)]] = []
    symbols: dict[str, Annotated[int, Meta(ge=-9, le=9)]] = {}
    unverified: str = ""


class CardsFile(Struct, forbid_unknown_fields=True):
    """cards.toml."""

    card: list[CardFile]


class LegendsFile(Struct, forbid_unknown_fields=True):
    """legends.toml."""

    helmets: dict[str, str]
    card: Annotated[list[dict[str, tuple[Annotated[int, Meta(ge=0, le=3)], Count]]], Meta(min_length=1)]


class WeatherCardFile(Struct, forbid_unknown_fields=True):
    """A weather card: differences before the race, and what its token does in a sector (SPEC 7.3)."""

    sector: Literal["no_cooldown", "no_slipstream", "slipstream+2", "cooldown+1"]
    heat: int = 0
    stress: int = 0
    heat_to_deck: int = 0
    heat_to_discard: int = 0


class RoadTokenFile(Struct, forbid_unknown_fields=True):
    """A road condition token (SPEC 7.4)."""

    copies: Count
    on: Literal["sector", "corner"]
    heat_when_over: int = 0
    limit: int = 0
    boost_free: bool = False
    slipstream: int = 0


class WeatherFile(Struct, forbid_unknown_fields=True):
    """weather.toml."""

    cards: dict[str, WeatherCardFile]
    tokens: dict[str, RoadTokenFile]


class EventCardFile(Struct, forbid_unknown_fields=True):
    """An [[event]] entry of events.toml (SPEC 8.9); `effects` overlay the rules."""

    id: Id
    name: Text
    season: Annotated[int, Meta(ge=0)]
    race: Annotated[int, Meta(ge=0)]
    track: Id
    sponsorships: Annotated[int, Meta(ge=0, le=9)]
    press_corners: Annotated[str, Meta(pattern="^[A-E]*$")]
    effects: dict[str, Any]


class EventsFile(Struct, forbid_unknown_fields=True):
    """events.toml."""

    event: list[EventCardFile]


def shipped(folder: str) -> Path:
    """A folder that ships with heatcli (tracks, bots, protocol): inside the wheel, or at the top of the checkout."""
    package = Path(__file__).resolve().parent.parent
    for root in (package / "_shipped", package.parent):
        if (root / folder).is_dir():
            return root / folder
    raise DataError(f"{folder}: not found beside the package; the installation is incomplete")


def track_ids() -> list[str]:
    """The shipped tracks, by id."""
    return sorted(path.stem for path in shipped("tracks").glob("*.toml"))


def is_path(name: str) -> bool:
    """The name is a file's, not an id: it has a `/` or ends in `.toml`."""
    return "/" in name or name.endswith(".toml")


def load_track(name: str) -> Track:
    """A shipped track by id, or a track file by path (see is_path)."""
    if is_path(name):
        return read_track(Path(name))
    path = shipped("tracks") / f"{name}.toml"
    if name not in track_ids():
        raise DataError(f"track {name!r}: unknown; there are {', '.join(track_ids())}, or give a .toml file")
    return read_track(path)


def read_track(path: Path) -> Track:
    """A track file, checked (SPEC 13)."""
    file = read_as(path, TrackFile)
    for why in wrong_with(file):
        raise DataError(f"{path}: {why}")
    corners = tuple(Corner(*(getattr(corner, field) for field in Corner._fields)) for corner in file.corners)
    return Track(
        file.id,
        file.name,
        file.box,
        file.spaces,
        file.laps,
        file.heat,
        file.stress,
        corners,
        tuple(file.press),
        tuple(file.flooded),
        tuple(file.tunnel),
        tuple(file.gravel_both),
        tuple(file.gravel_left),
        tuple(file.gravel_right),
        file.map.lane_offset,
        tuple(file.map.path),
    )


def wrong_with(file: TrackFile) -> Iterator[str]:
    """Why a board cannot race, key first: what the types of the file alone do not say."""
    for key in ("name", "box"):
        yield from _not_text(key, getattr(file, key))
    for i in range(len(file.corners)):
        yield from _wrong_corner(file, i)
        yield from _wrong_chicane(file, i)
    yield from _wrong_spaces(file)
    if file.map.path and len(file.map.path) != file.spaces:
        yield f"map.path has {len(file.map.path)} points; one for each of the {file.spaces} spaces is right"
    if any(line > len(file.corners) for line in file.press):
        yield f"press {file.press}: names corner lines from 1 to {len(file.corners)}"


def _not_text(where: str, text: str) -> Iterator[str]:
    if not text.isprintable():
        yield f"{where} {text!r}: printable characters are right"


def _wrong_corner(file: TrackFile, i: int) -> Iterator[str]:
    where, corner = f"corners[{i}]", file.corners[i]
    before = file.corners[i - 1].at - (0 if i else file.spaces)
    if i and corner.at <= before:
        yield f"{where}.at {corner.at}: lines stand in driving order, so more than {before} is right"
        return
    if corner.at >= file.spaces or corner.legend_line >= file.spaces:
        yield f"{where}: at {corner.at}, legend_line {corner.legend_line}: spaces end at {file.spaces - 1}"
        return
    if corner.race_line not in ("left", "right"):
        yield f"{where}.race_line {corner.race_line!r}: left or right is right"
    if not before <= corner.at - (corner.at - corner.legend_line) % file.spaces < corner.at:
        right = f"a space from the line before ({before % file.spaces}) to {corner.at - 1}"
        yield f"{where}.legend_line {corner.legend_line}: {right} is right (SPEC 5.6)"


def _wrong_chicane(file: TrackFile, i: int) -> Iterator[str]:
    """The second line of a chicane: right behind the first, with its limit (SPEC 9.4)."""
    where, corner = f"corners[{i}]", file.corners[i]
    before = file.corners[i - 1] if i else None
    if corner.chicane_of is None:
        pass
    elif before is None or corner.chicane_of != before.at:
        right = "the first line begins no chicane" if before is None else f"the line before, {before.at}, is right"
        yield f"{where}.chicane_of {corner.chicane_of}: {right}"
    elif before.chicane_of is not None:
        yield f"{where}.chicane_of {corner.chicane_of}: that line ends a chicane itself; two lines are right"
    elif corner.limit != before.limit:
        yield f"{where}.limit {corner.limit}: the limit of the chicane's first line, {before.limit}, is right"
    if corner.double_chevrons > corner.chevrons:
        yield f"{where}.double_chevrons {corner.double_chevrons}: at most the chevrons, {corner.chevrons}"


def _wrong_spaces(file: TrackFile) -> Iterator[str]:
    gravel = [*file.gravel_both, *file.gravel_left, *file.gravel_right]
    for space, times in Counter(gravel).items():
        if times > 1:
            yield f"gravel: space {space} stands twice; once, in one of the three lists, is right"
    for field in ("flooded", "tunnel", "gravel_both", "gravel_left", "gravel_right"):
        for space in getattr(file, field):
            if space >= file.spaces:
                yield f"{field}: space {space} does not exist; spaces go from 0 to {file.spaces - 1}"


def _check_text(where: str, text: str) -> None:
    for why in _not_text(where, text):
        raise DataError(why)


def read_catalogue(path: Path) -> Catalogue:
    """A whole cards file, checked."""
    cards = _cards(path, [])
    if missing := [code for code in ("S", "H") if code not in [card.code for card in cards]]:
        raise DataError(f"{path}: no card {missing[0]}; every game needs S (Stress) and H (Heat)")
    return Catalogue(cards)


def more_cards(catalogue: Catalogue, path: Path) -> Catalogue:
    """The cards of a catalogue and those of a file, which come behind them in card order."""
    there = [card for card in catalogue.cards if card is not None]
    return Catalogue([*there, *_cards(path, there)])


def _cards(path: Path, there: list[Card]) -> list[Card]:
    """The cards of a file, checked; `there` are in use already."""
    cards = read_as(path, CardsFile).card
    codes = [card.code for card in there]
    for i, card in enumerate(cards):
        where = f"{path}: card[{i}] {card.code}"
        if card.code in codes:
            raise DataError(f"{where}: this code stands twice; each design has its own")
        codes.append(card.code)
        _check_card(where, card)
    if len(codes) > UNSEEN + 2:
        raise DataError(f"{path}: {len(codes)} cards; at most {UNSEEN + 2} fit")
    assert HEAT == STRESS + 1
    return [
        Card(c.code, c.name, c.kind, c.box, c.copies, tuple(c.speed), tuple(c.symbols.items()), c.pool) for c in cards
    ]


def _check_card(where: str, card: CardFile) -> None:
    _check_text(f"{where}.name", card.name)
    _check_kind(where, card)
    for symbol, n in card.symbols.items():
        row = SYMBOLS.get(symbol)
        if row is None or symbol in FREE_SYMBOLS:
            known = ", ".join(name for name in SYMBOLS if name not in FREE_SYMBOLS)
            raise DataError(f"{where}.symbols.{symbol}: unknown; there are {known}")
        if n < 1 and symbol != "adjust_limit":
            raise DataError(f"{where}.symbols.{symbol}: {n}: a whole number from 1 is right")
    if card.kind == "basic" and len(card.speed) != 1:
        raise DataError(f"{where}.speed {card.speed}: a basic card has exactly one number")
    if "direct_play" in card.symbols and len(card.speed) > 1:
        raise DataError(f"{where}.speed {card.speed}: a card for direct play has one number")


def _check_kind(where: str, card: CardFile) -> None:
    """A card that no race would ever take up is a mistake."""
    if (card.kind == "stress") != (card.code == "S"):
        raise DataError(f"{where}.kind {card.kind!r}: stress is the kind of S alone")
    if card.code == "H" and card.kind != "heat":
        raise DataError(f"{where}.kind {card.kind!r}: heat is the kind of H")
    pooled = card.kind == "upgrade" or (card.kind == "heat" and card.code != "H")
    if pooled != bool(card.pool):
        right = "basic or advanced is right for an upgrade" if pooled else f"a card of kind {card.kind} has none"
        raise DataError(f"{where}.pool {card.pool!r}: {right}")
    if (pooled or card.kind == "sponsorship") and card.box not in ("base", *EXPANSIONS):
        raise DataError(
            f"{where}.box {card.box!r}: one of base, {', '.join(EXPANSIONS)} is right; no race takes others"
        )
    if "direct_play" in card.symbols and "plus" not in card.symbols and not card.speed:
        raise DataError(f"{where}.speed []: a card for direct play has a number or a +")


def read_legends(path: Path) -> LegendDeck:
    """A Legend deck, checked: every card has every row."""
    file = read_as(path, LegendsFile)
    rows = list(dict.fromkeys(file.helmets.values()))
    for colour in [*file.helmets, *rows]:
        if colour not in COLOURS:
            raise DataError(f"{path}: helmets: no colour {colour!r}; there are {', '.join(COLOURS)}")
    for i, card in enumerate(file.card):
        if sorted(card) != sorted(rows):
            raise DataError(f"{path}: card[{i}]: has {', '.join(sorted(card))}; {', '.join(sorted(rows))} is right")
    return LegendDeck(tuple(file.card), file.helmets)


@cache
def catalogue() -> Catalogue:
    """The shipped cards."""
    return read_catalogue(_data("cards.toml"))


@cache
def legends() -> LegendDeck:
    """The shipped Legend deck."""
    return read_legends(_data("legends.toml"))


@cache
def weather() -> Weather:
    """The shipped weather cards and road tokens."""
    return read_weather(_data("weather.toml"))


def read_weather(path: Path) -> Weather:
    """A weather file, checked."""
    file = read_as(path, WeatherFile)
    if not file.cards:
        raise DataError(f"{path}: cards: none; a weather card is drawn for every race")
    cards = [
        WeatherCard(
            name,
            card.heat,
            card.stress,
            card.heat_to_deck,
            card.heat_to_discard,
            forbids=card.sector if card.sector in (NO_COOLDOWN, NO_SLIPSTREAM) else "",
            cooldown=1 if card.sector == "cooldown+1" else 0,
            slipstream=2 if card.sector == "slipstream+2" else 0,
        )
        for name, card in file.cards.items()
    ]
    tokens = [
        RoadToken(name, t.copies, name == "weather", t.heat_when_over, t.limit, t.boost_free, t.slipstream)
        for name, t in file.tokens.items()
    ]
    return Weather(tuple(cards), tuple(tokens))


@cache
def event_cards() -> tuple[EventCard, ...]:
    """The shipped event cards, in order of season and race."""
    return read_events(_data("events.toml"))


def read_events(path: Path) -> tuple[EventCard, ...]:
    """A file of event cards, checked."""
    cards = read_as(path, EventsFile).event
    ids = [card.id for card in cards]
    for i, id_ in enumerate(ids):
        if id_ in ids[:i]:
            raise DataError(f"{path}: event[{i}] {id_}: this id stands twice; each card has its own")
    return tuple(_event(f"{path}: event[{i}]", card) for i, card in enumerate(cards))


def _event(where: str, card: EventCardFile) -> EventCard:
    _check_text(f"{where} {card.id}.name", card.name)
    for name, value in card.effects.items():
        effect = EFFECTS.get(name)
        if effect is None:
            raise DataError(f"{where} {card.id}.effects.{name}: unknown; there are {', '.join(EFFECTS)}")
        if not effect.fits(value):
            raise DataError(f"{where} {card.id}.effects.{name}: {value!r}: {effect.says} is right")
    return EventCard(
        card.id, card.name, card.season, card.race, card.track, card.sponsorships, card.press_corners, card.effects
    )


def _data(name: str) -> Path:
    return Path(__file__).with_name(name)


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as plain values."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: byte {error.start} is not UTF-8") from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, brackets without end
        raise DataError(f"{path}: not TOML: {error}") from None


def read_as(path: Path, kind: type[T]) -> T:
    """A TOML file as a type of msgspec's. Raises DataError with the key."""
    try:
        return msgspec.convert(read_toml(path), kind)
    except msgspec.ValidationError as error:
        raise DataError(f"{path}: {clear(str(error), kind)}") from None


def clear(why: str, kind: Any) -> str:
    """A sentence that says where and, of an unknown key at the top, what there is."""
    match = re.fullmatch(r"Object contains unknown field `(.*?)`(?: - at `\$\.?(.*)`)?", why)
    if match is None:
        return why
    known = ", ".join(kind.__struct_encode_fields__)
    return f"{match[2]}: unknown key {match[1]!r}" if match[2] else f"unknown key {match[1]!r}; there are {known}"
