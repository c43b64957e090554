"""What is kept of every race: a line of results, which is the tournament's state, and one of timings (SPEC T.5)."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

FILL: Final = -1
"""The number of a car that is no driver's."""

VOID: Final = "aborted"
CRASHED: Final = "crashed"
"""A race that ended the process it ran in, again and again."""


Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Small = Annotated[int, Meta(ge=0, le=10_000)]


class FaultRow(Struct, frozen=True, omit_defaults=True):
    """A fault that cost something; `bundle` is its folder, if there is one."""

    code: str
    why: str
    round: int
    step: str
    stopped: bool = False
    bundle: str = ""


class CarRow(Struct, frozen=True, omit_defaults=True):
    """A seat's race: its bot by number and name, place (0 in a void race), points; of a season those of each race."""

    bot: Annotated[int, Meta(ge=FILL, le=10_000)]
    name: str
    place: Small
    points: Small
    why: str
    distance: int
    spins: Small = 0
    faults: tuple[FaultRow, ...] = ()
    races: tuple[int, ...] = ()


class RaceRow(Struct, frozen=True, tag="race", omit_defaults=True):
    """One race, or one season: cars by seat. `rotations`: how many the block has; `luck` names its seed, without it."""

    block: Number
    rotation: Number
    rotations: Number
    luck: str
    track: str
    why: str
    rounds: int
    cars: tuple[CarRow, ...] = ()

    @property
    def key(self) -> tuple[int, int]:
        """Block and rotation."""
        return self.block, self.rotation

    @property
    def counts(self) -> bool:
        """It has places."""
        return self.why not in (VOID, CRASHED)


class CarTimes(Struct, frozen=True, omit_defaults=True):
    """What a seat's driver took: decisions, milliseconds together and at most, how many in each step (`steps_of`).

    `cpu` is in seconds, of a program.
    """

    bot: int
    decisions: int
    ms: float
    max: float
    steps: dict[str, int]
    cpu: float | None = None


class TimesRow(Struct, frozen=True, tag="times"):
    """The clock's side of a race: never compared, never counted."""

    block: int
    rotation: int
    seconds: float
    cars: tuple[CarTimes, ...]

    @property
    def key(self) -> tuple[int, int]:
        """Block and rotation."""
        return self.block, self.rotation


class Played(NamedTuple):
    """One race that is over: its lines for the three files."""

    row: RaceRow
    times: TimesRow
    record: str


def line(row: Struct) -> bytes:
    """As it is written."""
    return msgspec.json.encode(row) + b"\n"


def read_row(text: bytes) -> RaceRow:
    """A line of results. Raises msgspec.DecodeError."""
    return msgspec.json.decode(text, type=RaceRow)


def read_times(text: bytes) -> TimesRow:
    """A line of timings. Raises msgspec.DecodeError."""
    return msgspec.json.decode(text, type=TimesRow)


# --- times by steps, so that those of many races can be added

_FIRST: Final = 0.01
_RATIO: Final = 1.25


def steps_of(times: Sequence[float]) -> dict[str, int]:
    """How many times lie in each step: step i ends at 0.01 ms x 1.25^i."""
    found = Counter(_step(ms) for ms in times)
    return {str(step): found[step] for step in sorted(found)}


def _step(ms: float) -> int:
    step, end = 0, _FIRST
    while end < ms:
        step, end = step + 1, end * _RATIO
    return step


def quantile(steps: Counter[int], share: float) -> float:
    """The milliseconds that this share of the times did not exceed, to a quarter of itself."""
    wanted, seen = share * steps.total(), 0
    for step in sorted(steps):
        seen += steps[step]
        if seen >= wanted:
            return _FIRST * _RATIO**step
    return 0.0
