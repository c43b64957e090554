"""The messages of heat-engine/1: a host program drives the core (protocol/engine.md). `type` first, `id` echoed."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from heatcli.wire.messages import EventLine, SeatLine, Standing

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
Row = Mapping[str, object]
"""An event, a view, a track … as heat/1 spells it."""

Dice = str | int
"""The seed of a resampled world's or a roll-out's own chance."""


class _Command(Struct, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    id: Id | UnsetType = UNSET


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


class State(_Command, tag="state", kw_only=True):
    """Where the race stands."""

    handle: Key
    wants: Wants = msgspec.field(default_factory=list)


class Race(_Command, tag="race", kw_only=True):
    """What race it is."""

    handle: Key


class Legal(_Command, tag="legal", kw_only=True):
    """The legal actions of a seat, or of all that are to act."""

    handle: Key
    seat: SeatNumber | UnsetType = UNSET


class Act(_Command, tag="act", kw_only=True):
    """A decision of a seat that is to act."""

    handle: Key
    seat: SeatNumber
    action: str
    note: str = ""
    wants: Wants = msgspec.field(default_factory=lambda: ["events"])


class View(_Command, tag="view", kw_only=True):
    """The view of a seat, or of all that no Legend drives."""

    handle: Key
    seat: SeatNumber | UnsetType = UNSET


class Events(_Command, tag="events", kw_only=True):
    """The events from a number on; masked for a seat, or as they are."""

    handle: Key
    first: Count = msgspec.field(name="from", default=1)
    seat: SeatNumber | UnsetType = UNSET


class Undo(_Command, tag="undo", kw_only=True):
    """Take back the last decisions."""

    handle: Key
    n: Count = 1
    wants: Wants = msgspec.field(default_factory=list)


class Clone(_Command, tag="clone", kw_only=True):
    """The same race again, under a handle of its own."""

    handle: Key
    to: Name | UnsetType = UNSET
    wants: Wants = msgspec.field(default_factory=list)


class Resample(_Command, tag="resample", kw_only=True):
    """A race that the seat cannot tell from this one, under a handle of its own."""

    handle: Key
    seat: SeatNumber
    to: Name | UnsetType = UNSET
    dice: Dice | UnsetType = UNSET
    wants: Wants = msgspec.field(default_factory=list)


class PlayOut(_Command, tag="play_out", kw_only=True):
    """Random races from here to the end; the handle stays where it is."""

    handle: Key
    n: Annotated[int, Meta(ge=1, le=10_000)] = 1
    dice: Dice | UnsetType = UNSET


class Piles(_Command, tag="piles", kw_only=True):
    """More shuffles for a race that was begun with piles."""

    handle: Key
    piles: list[str]


class Record(_Command, tag="record", kw_only=True):
    """The record so far."""

    handle: Key


class Outcome(_Command, tag="outcome", kw_only=True):
    """The standings."""

    handle: Key


class Audit(_Command, tag="audit", kw_only=True):
    """Every law that the state breaks."""

    handle: Key


class Fingerprint(_Command, tag="fingerprint", kw_only=True):
    """What two equal states share."""

    handle: Key


class Close(_Command, tag="close", kw_only=True):
    """The handle is needed no more."""

    handle: Key


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


class StateLine(_Answer, tag="state", kw_only=True):
    """Where a race stands: what is to be decided by whom, how many decisions and events there were.

    `events` are those of the command itself, numbered from `from`.
    """

    handle: int | str
    round: int
    step: str
    to_act: list[int]
    over: bool
    decisions: int
    after: int
    first: int | UnsetType = msgspec.field(name="from", default=UNSET)
    events: Sequence[Row] | UnsetType = UNSET
    legal: list[SeatLegal] | UnsetType = UNSET
    views: Sequence[Row] | UnsetType = UNSET


class RaceLine(_Answer, tag="race", kw_only=True):
    """What race it is; as the `race` of heat/1, with all that the host may know and no bot."""

    handle: int | str
    seats: list[SeatLine]
    grid: list[int]
    track: Row
    rules: Row
    seed: str | UnsetType = UNSET
    event: EventLine | UnsetType = UNSET
    season: str | UnsetType = UNSET
    cards: Row | UnsetType = UNSET
    legends: Row | UnsetType = UNSET


class LegalLine(_Answer, tag="legal", kw_only=True):
    """Legal actions by seat."""

    handle: int | str
    step: str
    legal: list[SeatLegal]


class ViewLine(_Answer, tag="view", kw_only=True):
    """Views; each names its seat."""

    handle: int | str
    views: Sequence[Row]


class EventsLine(_Answer, tag="events", kw_only=True):
    """What happened, numbered from `from` without gaps."""

    handle: int | str
    first: int = msgspec.field(name="from")
    events: Sequence[Row]


class RecordLine(_Answer, tag="record", kw_only=True):
    """The record, as `heat validate` reads it."""

    handle: int | str
    record: str


class ResultLine(_Answer, tag="result", kw_only=True):
    """The standings, first place first; none while the race goes on."""

    handle: int | str
    over: bool
    standings: list[Standing] | UnsetType = UNSET


class PlayedOut(_Answer, tag="played_out", kw_only=True):
    """The standings of every roll-out."""

    handle: int | str
    results: list[list[Standing]]


class PilesLine(_Answer, tag="piles", kw_only=True):
    """How many shuffles are given and not used yet."""

    handle: int | str
    left: int


class AuditLine(_Answer, tag="audit", kw_only=True):
    """One sentence for each law that is broken."""

    handle: int | str
    wrong: list[str]


class FingerprintLine(_Answer, tag="fingerprint", kw_only=True):
    """32 hex digits (SPEC S.1)."""

    handle: int | str
    fingerprint: str


class Closed(_Answer, tag="closed", kw_only=True):
    """The handle is gone."""

    handle: int | str


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
