"""The messages of heat-engine/1: a host program drives the core (protocol/engine.md). `type` first, `id` echoed."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from heatcli.wire import shapes
from heatcli.wire.messages import EventLine, Rules, SeatLine, Standing, World

PROTOCOL: Final = "heat-engine/1"
LINE_LIMIT: Final = 1 << 24
"""Bytes of the longest line a host may send."""

Id = Annotated[str, Meta(max_length=200)] | int
"""What a host tags a command with."""

Name = Annotated[str, Meta(min_length=1, max_length=200)]
"""A handle's name that a host gives."""

Key = int | str
"""A handle: a number that the engine gave, or the host's name for it."""

SeatNumber = Annotated[int, Meta(ge=0, le=11)]
Count = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Wants = list[Literal["events", "legal", "view"]]
Told = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": "#/$defs/event"})]

Dice = str | int
"""The seed of a resampled world's or a roll-out's own chance."""


class _Command(Struct, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    id: Id | UnsetType = UNSET


class _Held(_Command, kw_only=True):
    handle: Key


class Greet(_Command, tag="hello", kw_only=True):
    """Who is there?"""


class New(_Command, tag="new", kw_only=True):
    """A race from the grid, or from a position (`cars`, `round`).

    Who drives is `drivers` (how many, or their names) and `legends`, or `seats`. `piles` are lines of a record.
    """

    handle: Name | UnsetType = UNSET
    track: str = "usa"
    laps: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET
    drivers: Annotated[int, Meta(ge=0, le=12)] | list[str] | UnsetType = UNSET
    legends: Annotated[int, Meta(ge=0, le=9)] = 0
    seats: list[SeatLine] | UnsetType = UNSET
    grid: list[SeatNumber] | UnsetType = UNSET
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    event: str | UnsetType = UNSET
    weather: bool | str = False
    seed: str | int | UnsetType = UNSET
    piles: list[str] | UnsetType = UNSET
    cars: dict[str, str] | UnsetType = UNSET
    round: Annotated[int, Meta(ge=1, le=9999)] | UnsetType = UNSET
    wants: Wants = msgspec.field(default_factory=lambda: ["events"])


class Load(_Command, tag="load", kw_only=True):
    """A race as far as a record tells it."""

    record: str
    handle: Name | UnsetType = UNSET
    wants: Wants = msgspec.field(default_factory=list)


class State(_Held, tag="state", kw_only=True):
    """Where the race stands."""

    wants: Wants = msgspec.field(default_factory=list)


class Race(_Held, tag="race", kw_only=True):
    """What race it is."""


class Legal(_Held, tag="legal", kw_only=True):
    """The legal actions of a seat, or of all that are to act."""

    seat: SeatNumber | UnsetType = UNSET


class Act(_Held, tag="act", kw_only=True):
    """A decision of a seat that is to act."""

    seat: SeatNumber
    action: str
    note: str = ""
    wants: Wants = msgspec.field(default_factory=lambda: ["events"])


class View(_Held, tag="view", kw_only=True):
    """The view of a seat, or of all that no Legend drives."""

    seat: SeatNumber | UnsetType = UNSET


class Events(_Held, tag="events", kw_only=True):
    """The events from a number on; masked for a seat, or as they are."""

    first: Count = msgspec.field(name="from", default=1)
    seat: SeatNumber | UnsetType = UNSET


class Undo(_Held, tag="undo", kw_only=True):
    """Take back the last decisions."""

    n: Count = 1
    wants: Wants = msgspec.field(default_factory=list)


class Clone(_Held, tag="clone", kw_only=True):
    """The same race again, under a handle of its own."""

    to: Name | UnsetType = UNSET
    wants: Wants = msgspec.field(default_factory=list)


class Resample(_Held, tag="resample", kw_only=True):
    """A race that the seat cannot tell from this one, under a handle of its own."""

    seat: SeatNumber
    to: Name | UnsetType = UNSET
    dice: Dice | UnsetType = UNSET
    wants: Wants = msgspec.field(default_factory=list)


class Imagine(_Command, tag="imagine", kw_only=True):
    """A race that a bot's seat could be in, from the `world` of its race message and of its request."""

    race: World
    request: list[Any]
    to: Name | UnsetType = UNSET
    dice: Dice | UnsetType = UNSET
    wants: Wants = msgspec.field(default_factory=list)


class PlayOut(_Held, tag="play_out", kw_only=True):
    """Random races from here to the end; the handle stays where it is."""

    n: Annotated[int, Meta(ge=1, le=10_000)] = 1
    dice: Dice | UnsetType = UNSET


class Piles(_Held, tag="piles", kw_only=True):
    """More shuffles for a race that was begun with piles."""

    piles: list[str]


class Record(_Held, tag="record", kw_only=True):
    """The record so far."""


class Outcome(_Held, tag="outcome", kw_only=True):
    """The standings."""


class Audit(_Held, tag="audit", kw_only=True):
    """Every law that the state breaks."""


class Fingerprint(_Held, tag="fingerprint", kw_only=True):
    """What two equal states share."""


class Close(_Held, tag="close", kw_only=True):
    """The handle is needed no more."""


class Quit(_Command, tag="quit", kw_only=True):
    """The program is needed no more."""


FromHost = (
    Greet
    | New
    | Load
    | State
    | Race
    | Legal
    | Act
    | View
    | Events
    | Undo
    | Clone
    | Resample
    | Imagine
    | PlayOut
    | Piles
    | Record
    | Outcome
    | Audit
    | Fingerprint
    | Close
    | Quit
)


class Limits(Struct):
    """Bytes a line of the host may have."""

    line: int


class _Answer(Struct, tag_field="type", kw_only=True):
    id: int | str | UnsetType = UNSET


class _OfHandle(_Answer, kw_only=True):
    handle: Key


class Hello(_Answer, tag="hello", kw_only=True):
    """Who is there, and what may be asked."""

    protocol: str
    engine: str
    limits: Limits
    commands: list[str]


class SeatLegal(Struct):
    """The legal actions of a seat: complete, sorted, the cautious one first."""

    seat: int
    actions: list[str]


class StateLine(_OfHandle, tag="state", kw_only=True):
    """Where a race stands: what is to be decided by whom, how many decisions and events there were.

    `events` are those of the command itself, numbered from `from`.
    """

    round: int
    step: str
    to_act: list[int]
    over: bool
    decisions: int
    after: int
    first: int | UnsetType = msgspec.field(name="from", default=UNSET)
    events: list[Told] | UnsetType = UNSET
    legal: list[SeatLegal] | UnsetType = UNSET
    views: list[shapes.View] | UnsetType = UNSET


class RaceLine(_OfHandle, tag="race", kw_only=True):
    """What race it is; as the `race` of heat/1, with all that the host may know and no bot."""

    seats: list[SeatLine]
    grid: list[int]
    track: shapes.Track
    rules: Rules
    seed: str | UnsetType = UNSET
    event: EventLine | UnsetType = UNSET
    season: str | UnsetType = UNSET
    cards: Mapping[str, shapes.Card] | UnsetType = UNSET
    legends: shapes.Legends | UnsetType = UNSET


class LegalLine(_OfHandle, tag="legal", kw_only=True):
    """Legal actions by seat."""

    step: str
    legal: list[SeatLegal]


class ViewLine(_OfHandle, tag="view", kw_only=True):
    """Views; each names its seat."""

    views: list[shapes.View]


class EventsLine(_OfHandle, tag="events", kw_only=True):
    """What happened, numbered from `from` without gaps."""

    first: int = msgspec.field(name="from")
    events: list[Told]


class RecordLine(_OfHandle, tag="record", kw_only=True):
    """The record, as `heat validate` reads it."""

    record: str


class ResultLine(_OfHandle, tag="result", kw_only=True):
    """The standings, first place first; none while the race goes on."""

    over: bool
    standings: list[Standing] | UnsetType = UNSET


class PlayedOut(_OfHandle, tag="played_out", kw_only=True):
    """The standings of every roll-out."""

    results: list[list[Standing]]


class PilesLine(_OfHandle, tag="piles", kw_only=True):
    """How many shuffles are given and not used yet."""

    left: int


class AuditLine(_OfHandle, tag="audit", kw_only=True):
    """One sentence for each law that is broken."""

    wrong: list[str]


class FingerprintLine(_OfHandle, tag="fingerprint", kw_only=True):
    """32 hex digits (SPEC S.1)."""

    fingerprint: str


class Closed(_OfHandle, tag="closed", kw_only=True):
    """The handle is gone."""


class Bye(_Answer, tag="bye", kw_only=True):
    """The last line."""


class Error(_Answer, tag="error", kw_only=True):
    """A command that was not carried out: nothing has changed."""

    code: str
    why: str


FromEngine = (
    Hello
    | StateLine
    | RaceLine
    | LegalLine
    | ViewLine
    | EventsLine
    | RecordLine
    | ResultLine
    | PlayedOut
    | PilesLine
    | AuditLine
    | FingerprintLine
    | Closed
    | Bye
    | Error
)


class _Envelope(Struct):
    """What can be read of a command that is wrong."""

    id: Raw = Raw()
    type: Raw = Raw()


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(FromHost)
_envelope: Final = msgspec.json.Decoder(_Envelope)
_id: Final = msgspec.json.Decoder(Id)
_text: Final = msgspec.json.Decoder(str)
_BOM: Final = b"\xef\xbb\xbf"
_FIELDS: Final[dict[str, list[str]]] = {
    str(command.__struct_config__.tag): list(command.__struct_encode_fields__) for command in FromHost.__args__
}
COMMANDS: Final = list(_FIELDS)


def line(answer: FromEngine) -> bytes:
    """An answer as a line."""
    return _encoder.encode(answer) + b"\n"


def decode(text: bytes) -> FromHost | Error | None:
    """What a host's line says; None for a blank one. White space, CR and a byte order mark are tolerated."""
    text = text.strip().removeprefix(_BOM).strip()
    if not text:
        return None
    try:
        text.decode()  # msgspec looks only into the strings it keeps
        return _decoder.decode(text)
    except UnicodeDecodeError as error:
        return Error(code="encoding", why=f"byte {error.start} is not UTF-8")
    except msgspec.ValidationError as error:
        return _misfit(text, str(error))
    except (msgspec.DecodeError, RecursionError) as error:
        return Error(code="parse", why=f"not JSON: {error}; one object a line is right")


def _misfit(text: bytes, why: str) -> Error:
    """JSON that is no command: which one it would be, and what that takes."""
    try:
        envelope = _envelope.decode(text)
        name = _kept(_text, envelope.type)
    except msgspec.ValidationError:
        return Error(code="parse", why=f'{_lower(why)}; an object such as {{"type":"hello"}} is right')
    except (msgspec.DecodeError, RecursionError) as error:
        return Error(code="parse", why=f"not JSON: {error}; one object a line is right")
    id = _kept(_id, envelope.id)
    id = UNSET if id is None else id
    if name not in _FIELDS:
        said = "no `type`" if name is None else f"type {name[:40]!r}: no such command"
        return Error(id=id, code="type", why=f"{said}; there are {', '.join(COMMANDS)}")
    return Error(id=id, code="fields", why=f"{name}: {_lower(why)}; it takes {', '.join(_FIELDS[name])}")


def _kept(decoder: "msgspec.json.Decoder[Any]", raw: Raw) -> Any:
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        return None


def _lower(why: str) -> str:
    return why[:1].lower() + why[1:]
