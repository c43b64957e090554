"""A track as printed, and the course: the same track laid out by distance for one race (SPEC 0.2, 13)."""

from bisect import bisect_right
from typing import Final, NamedTuple


class Corner(NamedTuple):
    """A corner line (SPEC 13.2); spaces count from 0 behind the finish line."""

    at: int
    limit: int
    race_line: str  # side of the sector behind the line: "left" or "right"
    legend_line: int
    chevrons: int = 0
    double_chevrons: int = 0
    chicane_of: int | None = None


class Track(NamedTuple):
    """A board as printed (SPEC 13). `flooded` … `gravel` are lists of spaces; `path` is for drawing only."""

    id: str
    name: str
    box: str
    spaces: int
    laps: int
    heat: int
    stress: int
    corners: tuple[Corner, ...]
    press: tuple[int, ...] = ()
    flooded: tuple[int, ...] = ()
    tunnel: tuple[int, ...] = ()
    gravel_both: tuple[int, ...] = ()
    gravel_left: tuple[int, ...] = ()
    gravel_right: tuple[int, ...] = ()
    lane_offset: float = 0.0
    path: tuple[tuple[float, float], ...] = ()

    def race_line(self, space: int) -> str:
        """The Race Line side of a space: that of the last line before it (SPEC 0.2.2)."""
        side = self.corners[-1].race_line
        for corner in self.corners:
            if corner.at <= space:
                side = corner.race_line
        return side


FIELDS: Final = (
    "length",
    "finish",
    "lines",
    "first",
    "numbers",
    "limits",
    "legend_lines",
    "chevrons",
    "flooded",
    "tunnel",
    "gravel",
    "extra",
    "sector",
    "cools",
    "no_cooldown",
    "no_slipstream",
    "slipstream",
    "free_boost",
)
"""Of a course."""


class Course:
    """A track for a number of laps, by distance: what a race looks up.

    `lines[i]` is the distance of the first space behind line i, in driving order, from one lap before the
    start to one lap beyond `finish`; `numbers`, `limits`, `legend_lines` and `chevrons` run along with it.
    `flooded[space]` and `tunnel[space]` are flags, `gravel[space]` has one bit a spot.
    Of tokens: `extra[i]` is the Heat more at line i when over its limit; by space: the number of the `sector`, what its
    weather `cools`, whether it forbids Cooldown or slipstream, bonuses of a `slipstream` from there, a free boost.
    """

    __slots__ = FIELDS

    def __init__(self, track: Track, laps: int) -> None:
        length = track.spaces
        self.length = length
        self.finish = laps * length
        laid = [
            (lap * length, number, corner)
            for lap in range(-1, laps + 1)
            for number, corner in enumerate(track.corners, 1)
        ]
        self.lines = [base + corner.at for base, _, corner in laid]
        # Of the next line ahead of a distance; those below 0, on the grid, are counted from the end, as Python does.
        self.first = [bisect_right(self.lines, at) for at in [*range(self.finish + 1), *range(-length, 0)]]
        self.numbers = [number for _, number, _ in laid]
        self.limits = [corner.limit for _, _, corner in laid]
        self.legend_lines = [base + corner.at - (corner.at - corner.legend_line) % length for base, _, corner in laid]
        self.chevrons = [(corner.chevrons, corner.double_chevrons) for _, _, corner in laid]
        self.flooded = _flags(length, track.flooded)
        self.tunnel = _flags(length, track.tunnel)
        self.gravel = bytes(_gravel(track, space) for space in range(length))
        # What weather and road tokens change (core/weather.py); nothing lies there yet.
        self.extra = [0] * len(self.lines)
        self.sector = bytes(length)
        self.cools = bytes(length)
        self.no_cooldown = bytes(length)
        self.no_slipstream = bytes(length)
        self.slipstream: list[tuple[int, ...]] = [()] * length
        self.free_boost = bytes(length)

    def crossed(self, start: int, end: int) -> range:
        """Indices of the lines crossed from `start` to `end`; none beyond the final finish line (SPEC 0.2.6, 3.7.5)."""
        first, finish = self.first, self.finish
        return range(first[start if start < finish else finish], first[end if end < finish else finish])

    def next_line(self, distance: int) -> int:
        """Index of the next line ahead of a car at `distance`, also beyond the finish line."""
        return bisect_right(self.lines, distance)


def _flags(length: int, spaces: tuple[int, ...]) -> bytes:
    return bytes(space in spaces for space in range(length))


def _gravel(track: Track, space: int) -> int:
    """Bit 0: the Race Line spot of this space is gravel, bit 1: the other one (SPEC 13.4)."""
    if space in track.gravel_both:
        return 3
    on_left = space in track.gravel_left
    if not on_left and space not in track.gravel_right:
        return 0
    return 1 if on_left == (track.race_line(space) == "left") else 2
