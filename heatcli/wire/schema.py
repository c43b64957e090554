"""JSON Schemas of all that goes over the wire, drawn from the message types and the core's tables (SPEC W.6)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from heatcli.core import events
from heatcli.core.rules import OPTIONS, Rules
from heatcli.errors import DataError
from heatcli.wire import engine, messages, shapes
from heatcli.wire.shapes import Code, Count, Gear, Number, Seat, Spot, words

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

SIDES: Final[Mapping[str, tuple[str, object]]] = {
    "from-referee": ("", messages.FromReferee),
    "from-bot": ("", messages.FromBot),
    "from-host": ("host:", engine.FromHost),
    "from-engine": ("engine:", engine.FromEngine),
}
"""All that is said, by who says it; a message is named by its type, with this before it: `host:act`."""

PARTS: Final[Mapping[str, object]] = {
    "limits": messages.Limits,
    "option": messages.Option,
    "seat": messages.SeatLine,
    "clock": messages.Clock,
    "event-card": messages.EventLine,
    "season": messages.SeasonLine,
    "standing": messages.Standing,
    "track": shapes.Track,
    "corner": shapes.Corner,
    "card": shapes.Card,
    "legends": shapes.Legends,
    "view": shapes.View,
    "car": shapes.Car,
    "you": shapes.You,
    "open": shapes.Open,
    "legend-deck": shapes.LegendDeck,
    "sponsors": shapes.Sponsors,
    "engine-limits": engine.Limits,
    "world": messages.World,
    "seat-legal": engine.SeatLegal,
}
"""What stands in messages, by the name of its schema."""

_Cards = list[Code]
_Line = Annotated[int, Meta(ge=1, description="a corner line by its number, from 1")]
_Source = Annotated[str, Meta(description="a card, or gear, adrenaline, weather")]

_FIELDS: Final[Mapping[str, object]] = {
    "seat": Seat,
    "n": Count,
    "card": Code,
    "cards": _Cards,
    "order": list[Seat],
    "tokens": list[str],
    "place": Number,
    "line": _Line,
    "gear": Gear,
    "spot": Spot,
    "source": _Source,
    "own": Code,
    "market": Code,
    "gears": list[tuple[Seat, Gear]],
    "numbers": list[tuple[Code, int]],
    "award.why": Annotated[str, words("start", "slipstream", "exceed", "below", "record", "lap", "passed", "crowd")],
    "pay.why": Annotated[str, words("shift", "boost", "card", "corner", "gravel", "mulligan")],
    "out.why": Annotated[str, words("conceded", "retired", "eliminated")],
    "move.by": Annotated[
        str, words("cards", "adrenaline", "boost", "accelerate", "direct", "draft", "slip", "again", "legend")
    ],
    "use.symbol": Annotated[str, words("heat", "scrap", "accelerate", "draft")],
    "removed.from": Annotated[str, words("play", "engine", "hand", "discard", "deck")],
    "fault.code": Annotated[str, words("illegal", "timeout", "flood", "closed", "exited", "type")],
    "weather.card": Annotated[str, Meta(description="the weather card's name")],
    "legend.card": Annotated[int, Meta(ge=0, description="its place in the cards of `legends`")],
    "again.paid": _Cards,
    "again.lost": _Cards,
}
"""Fields of events that are no plain number, by name; what stands with its event goes first."""

_SAYS: Final[Mapping[str, str]] = {
    "grid": "The cars are on the grid, pole first.",
    "weather": "The weather card, and the road token of each corner.",
    "market": "Upgrades are laid out.",
    "took": "An upgrade is taken.",
    "dropped": "An upgrade is put away.",
    "swapped": "An own upgrade for one of the market.",
    "tune": "The choice of an event card: Heat and Stress more, or less.",
    "award": "Sponsorships into the hand.",
    "round": "A round begins; `order` is that of its turns.",
    "gears": "The gears that are planned, where the rules show them early: [seat, gear] …",
    "legend": "The Legend card of the round.",
    "finish": "A place is taken at the end of a round.",
    "out": "A car leaves the race.",
    "fault": "The referee decided for a driver.",
    "retire": "The referee will take the car off at the end of its turn.",
    "end": "The race is over.",
    "reveal": "The plan is turned up; `paid` is Heat for the shift.",
    "clutter": "The hand was cluttered.",
    "flip": "The top card of the deck is turned over.",
    "value": "The Speed of the cards; `numbers` are those chosen, [card, number] …",
    "move": "The car moves: `asked` spaces, of which it `moved` so many.",
    "pay": "Heat from the engine to the discard pile.",
    "use": "Symbols of these cards are used up.",
    "cool": "Heat from the hand to the engine.",
    "supercool": "Heat from the discard pile to the engine.",
    "reduce": "Stress from the hand to the discard pile.",
    "salvage": "Cards from the discard pile into the deck, which is shuffled.",
    "scrap": "The top card of the deck to the discard pile.",
    "direct": "A card is played from the hand.",
    "again": "Heat cannot be paid: the car goes back and drives again.",
    "corner": "A crossed line is checked.",
    "spin": "A spin out, after its pay event.",
    "discard": "Cards from the hand to the discard pile.",
    "refresh": "A card in play goes onto the deck.",
    "clear": "The played cards go to the discard pile.",
    "removed": "Cards leave the race.",
    "reshuffle": "The discard pile becomes the deck.",
    "draw": "Cards into the hand.",
    "return": "A mulligan's hand goes back into the deck, which is shuffled.",
    "turn": "A car's turn is over; hand, deck and discard are sizes.",
}

_OWNER: Final = Meta(description="in the owner's stream only", extra_json_schema={"x-owner-only": True})
_RARE: Final = ("award.line", "pay.line", "move.speed", "value.numbers")
"""Fields that are left out when they say nothing."""

_TUPLES: Final[Mapping[str, object]] = {"tunes": list[tuple[int, int]]}
"""Rules that are lists of something else than whole numbers."""


def names() -> list[str]:
    """The names of all schemas, in the order of the document."""
    return list(_definitions())


def document() -> dict[str, Any]:
    """All schemas in one document; it fits any message of heat/1."""
    return {
        "$schema": DIALECT,
        "title": messages.PROTOCOL,
        "description": "A message of the protocol: one line. Unknown fields are ignored, on both sides; words that are "
        "listed here are those of this version.",
        **_one_of([side for side, (prefix, _) in SIDES.items() if not prefix]),
        "$defs": _definitions(),
    }


def schema(name: str) -> dict[str, Any]:
    """One schema with all that it refers to. Raises DataError."""
    known = _definitions()
    if name not in known:
        raise DataError(f"schema {name!r}: unknown; heat schema --list has the names, such as request or event:move")
    needed = [name]
    for found in needed:
        needed += [other for other in _refers(known[found]) if other not in needed]
    rest = {other: known[other] for other in known if other in needed[1:]}
    return {"$schema": DIALECT, **known[name], **({"$defs": rest} if rest else {})}


def _definitions() -> dict[str, Any]:
    """Name → schema: the directions, the messages, the events, then what stands in them."""
    directions: dict[str, Any] = {}
    types: dict[str, object] = {}
    for side, (prefix, union) in SIDES.items():
        said = {f"{prefix}{one.__struct_config__.tag}": one for one in get_args(union)}
        directions[side] = _one_of(said)
        types |= said
    kinds = {f"event:{kind}": _event(kind) for kind in events.EVENTS}
    drawn = _drawn({**types, **kinds, "rules": _rules(), **PARTS})
    everything = {**directions, **{name: drawn[name] for name in types}, "event": _one_of(kinds)}
    return {**everything, **{name: drawn[name] for name in drawn if name not in types}}


def _one_of(named: Iterable[str]) -> dict[str, Any]:
    return {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in named]}


def _drawn(types: Mapping[str, object]) -> dict[str, Any]:
    """The schemas of these types, referring to each other by their names here."""
    references, found = msgspec.json.schema_components(types.values(), ref_template="#/$defs/{name}")
    known = {one["$ref"]: f"#/$defs/{name}" for name, one in zip(types, references, strict=True)}
    drawn = {}
    for (name, type_), one in zip(types.items(), references, strict=True):
        plain = found[one["$ref"].removeprefix("#/$defs/")]
        order = getattr(type_, "__annotations__", {})  # a TypedDict's are sorted by name
        if order.keys() == plain.get("properties", {}).keys():
            plain["properties"] = {field: plain["properties"][field] for field in order}
            plain["required"] = [field for field in order if field in plain.get("required", ())]
        drawn[name] = _renamed(plain, known)
    return drawn


def _renamed(part: Any, known: Mapping[str, str]) -> Any:
    """A schema with the names of this document; a tag is a constant."""
    if isinstance(part, list):
        return [_renamed(one, known) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return {"$ref": known.get(part["$ref"], part["$ref"])}
    if part.keys() == {"enum"} and len(part["enum"]) == 1:
        return {"const": part["enum"][0]}
    return {key: _renamed(one, known) for key, one in part.items()}


def _refers(part: Any) -> Iterator[str]:
    if isinstance(part, list):
        for one in part:
            yield from _refers(one)
    elif isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"].removeprefix("#/$defs/")
        for one in part.values():
            yield from _refers(one)


def _event(kind: str) -> type[msgspec.Struct]:
    """An event as a type, from the core's table."""
    names, secret = events.EVENTS[kind]
    fields: list[Any] = []
    for i, name in enumerate(names):
        type_: Any = _FIELDS.get(f"{kind}.{name}", _FIELDS.get(name, int))
        if i >= len(names) - secret:
            type_ = Annotated[type_, _OWNER]
        if i >= len(names) - secret or f"{kind}.{name}" in _RARE:
            fields.append((name, type_ | UnsetType, UNSET))
        else:
            fields.append((name, type_))
    return msgspec.defstruct(
        f"{kind.capitalize()}Event",
        fields,
        tag_field="type",
        tag=kind,
        kw_only=True,
        namespace={"__doc__": _SAYS[kind]},
    )


def _rules() -> type[msgspec.Struct]:
    """The rules of a race as a type, from the core's table."""
    fields = [(name, _rule(name, value)) for name, value in Rules()._asdict().items()]
    says = "Every rule of the race; laps, heat and stress as they are raced."
    return msgspec.defstruct("Rules", fields, namespace={"__doc__": says})


def _rule(name: str, default: object) -> Any:
    option = OPTIONS.get(name)
    says = None if option is None else f"{option.help} (SPEC {option.rule})"
    if isinstance(default, tuple):
        return Annotated[_TUPLES.get(name, list[int]), Meta(description=says)]
    if isinstance(default, str):
        allowed = option.allowed if option is not None and isinstance(option.allowed, tuple) else ()
        return Annotated[str, Meta(description=says, extra_json_schema={"enum": list(allowed)})]
    return Annotated[bool if isinstance(default, bool) else int, Meta(description=says)]
