"""The messages of the line protocol heat/1: one JSON object a line, `type` first (SPEC chapter W)."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from heatcli.wire.shapes import Card, Legends, Seat, Step, Track, View, Whole, words

PROTOCOL: Final = "heat/1"
LINE_LIMIT: Final = 1 << 20
"""Bytes of a bot's longest line."""

WANTS: Final = ("legal", "view", "events")
"""What a bot gets that says nothing else."""

WANTED: Final = (*WANTS, "world")
CODES: Final = ("parse", "encoding", "too_long", "type", "stale", "duplicate", "illegal", "timeout", "flood")
"""What an error is about."""

Value = bool | Whole | str
"""Of an option."""

Values = Annotated[
    Mapping[str, Any], Meta(extra_json_schema={"additionalProperties": {"type": ["boolean", "integer", "string"]}})
]
"""Of all options of a bot, by name."""

Rules = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/rules"})]
Event = Annotated[Raw, Meta(extra_json_schema={"$ref": "#/$defs/event"})]
"""Both are drawn up by heatcli.wire.schema from the tables of the core."""


MOST: Final = 9_999_999
"""Milliseconds that nobody counts."""


class Limits(Struct):
    """What the referee grants: bytes a line, milliseconds until `ready`."""

    line: int
    start_ms: int


class Clock(Struct, frozen=True):
    """Milliseconds for a decision, and for the first of a race.

    With a bank all decisions but the first live on it: what is left of it, at most `ms`, and `add_ms` more after each.
    `ms` is MOST then, if nothing else was said.
    """

    ms: int = 1000
    first_ms: int = 10_000
    bank_ms: int | UnsetType = UNSET
    add_ms: int | UnsetType = UNSET


class SeatLine(Struct, omit_defaults=True):
    """A car of the race: its colour, `bot` or `legend`, and the driver's name."""

    colour: str
    kind: Annotated[str, words("bot", "legend")]
    name: str = ""


class Hello(Struct, tag_field="type", tag="hello"):
    """The referee speaks first."""

    protocol: str
    referee: str
    limits: Limits


class Option(Struct):
    """An option a bot announces. `type` is check, spin (a whole number), combo (one of `values`) or string."""

    name: str
    type: Literal["check", "spin", "combo", "string"]
    default: Value
    min: Whole | None = None
    max: Whole | None = None
    values: list[str] = msgspec.field(default_factory=list)


class Ready(Struct, tag_field="type", tag="ready"):
    """The bot's answer to hello."""

    protocol: str
    name: str = ""
    version: str = ""
    options: list[Option] = msgspec.field(default_factory=list)
    wants: list[str] = msgspec.field(default_factory=lambda: list(WANTS))


class SeasonLine(Struct):
    """The season a race belongs to: its name, which race of how many, and the points so far, by seat."""

    id: str
    race: int
    races: int
    points: list[int]


class EventLine(Struct):
    """The event card of a race; what it changes stands in the rules."""

    id: str
    name: str


class World(Struct):
    """The race for heatcli.spec_of: the head of a record without the seed, and whether sponsorships are in use."""

    head: list[str]
    sponsored: bool


class Race(Struct, tag_field="type", tag="race"):
    """A race begins; no answer is wanted. `options` are the bot's own.

    `event` and `season` are there in a race that has one, `cards` where upgrades or sponsorships are in use, `legends`
    if a Legend drives, `world` for a bot that wants it.
    """

    race: str
    seat: Seat
    seats: list[SeatLine]
    grid: list[Seat]
    track: Track
    rules: Rules
    clock: Clock
    bot_seed: str
    commit: str
    options: Values | UnsetType = UNSET
    event: EventLine | UnsetType = UNSET
    season: SeasonLine | UnsetType = UNSET
    cards: Mapping[str, Card] | UnsetType = UNSET
    legends: Legends | UnsetType = UNSET
    world: World | UnsetType = UNSET


class Events(Struct, tag_field="type", tag="events"):
    """What happened, numbered from `from` without gaps, masked for the seat."""

    race: str
    first: int = msgspec.field(name="from")
    events: list[Event]


class Request(Struct, tag_field="type", tag="request"):
    """A decision is wanted; `after` is the number of the last event."""

    race: str
    id: int
    seat: Seat
    step: Step
    after: int
    ms: int
    legal: list[str] | UnsetType = UNSET
    view: View | UnsetType = UNSET
    world: Annotated[Any, Meta(extra_json_schema={"type": "array"})] | UnsetType = UNSET


class Act(Struct, tag_field="type", tag="act"):
    """The bot's decision; the note is for the record."""

    id: Whole
    action: str
    note: str = ""


class Error(Struct, tag_field="type", tag="error"):
    """Something the bot did is wrong; `id` is the answer's, if it is one.

    `applied` is the action taken instead, `left` the faults still free.
    """

    code: Annotated[str, words(*CODES)]
    why: str
    faults: int
    left: int
    id: int | UnsetType = UNSET
    applied: str | UnsetType = UNSET


class Standing(Struct):
    """A line of the result."""

    place: int
    seat: Seat
    points: int
    distance: int
    why: Annotated[str, words("finished", "rounds", "retired", "eliminated", "aborted")]
    faults: int


class Result(Struct, tag_field="type", tag="result"):
    """The race is over, first place first; `seed` is there if no other race will use it."""

    race: str
    standings: list[Standing]
    seed: str | UnsetType = UNSET


class Bye(Struct, tag_field="type", tag="bye"):
    """The last message; then the bot's input is closed."""


FromReferee = Hello | Race | Events | Request | Error | Result | Bye
FromBot = Ready | Act

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(FromBot)
_BOM: Final = b"\xef\xbb\xbf"


class Bad(Struct):
    """A line that is no message, or no answer to what is asked: the code of the warning and what is wrong."""

    code: str
    why: str
    id: int | None = None


def encode(message: object) -> bytes:
    """Any value as JSON, without a line end."""
    return _encoder.encode(message)


def line(message: FromReferee) -> bytes:
    """A message as a line."""
    return _encoder.encode(message) + b"\n"


def decode(text: bytes) -> FromBot | Bad | None:
    """What a bot's line says; None for a blank one. White space, CR and a byte order mark are tolerated."""
    text = text.strip().removeprefix(_BOM).strip()
    if not text:
        return None
    try:
        if not text.isascii():
            text.decode()  # msgspec looks only into the strings it keeps
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        return Bad("type", str(error))
    except UnicodeDecodeError as error:
        return Bad("encoding", f"byte {error.start} is not UTF-8")
    except RecursionError:
        return Bad("parse", "brackets too deep to be read")
    except msgspec.DecodeError as error:
        return Bad("parse", f"not JSON: {error}; debug output belongs on stderr")
