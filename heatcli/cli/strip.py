"""A board as a strip: one column a space, driven from left to right, under a ruler; and what its signs mean."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from heatcli.core.track import Corner, Track

WIDTH: Final = 76
Marks = Mapping[int, str]

SIGNS: Final = {
    "F": "finish line, in front of space 0",
    "|": "corner line, in front of the space in its column",
    "(": "first corner line of a chicane",
    ")": "second corner line of a chicane, with a check of its own (3.7.4)",
    "1--": "sector, by the number of the line that it begins behind",
    "L": "Legends line, in front of its space too, of the next corner line (5.6)",
    "^": "chevron: an aggressive Legend here may cross 1 line more (5.17)",
    "*": "double chevron: 2 lines more (5.17)",
    "~": "flooded: a downshift here costs 1 Heat more (3.1.3)",
    "=": "tunnel: nothing is discarded from hand here (9.2)",
    ".": "gravel: takes 1 Heat in replenish (11.3); sides in driving direction",
}
"""The signs in the order of the rows; the legend of a board has those that it bears."""


def strip(track: Track) -> str:
    """The drawing of a board and the legend of its signs; ASCII, lines of at most 76 columns."""
    rows = _rows(track)
    return "\n\n".join([*_drawn(track, rows), _legend(rows)])


def cars_strip(track: Track, limits: Sequence[int], cars: Mapping[tuple[int, int], str]) -> str:
    """The board with its lines, their limits in driving order, and a sign for each car by space and spot."""
    rows: dict[str, Marks] = {
        "limit": {corner.at: str(limit) for corner, limit in zip(track.corners, limits, strict=True)},
        "line": _lines_of(track),
        "race line": {space: sign for (space, spot), sign in cars.items() if spot == 0},
        "other": {space: sign for (space, spot), sign in cars.items() if spot},
    }
    return "\n\n".join(_drawn(track, rows))


def _drawn(track: Track, rows: Mapping[str, Marks]) -> list[str]:
    """The board in pieces, one above the other."""
    indent = max(map(len, rows)) + 2
    width = _width(track.spaces, WIDTH - indent - 1)
    drawn = []
    for first in range(0, track.spaces, width):
        end = min(first + width, track.spaces)
        lines = [f"{name:{indent}}{line}" for name, line in _chunk(track, rows, first, end)]
        drawn.append("\n".join(map(str.rstrip, lines)))
    return drawn


def _rows(track: Track) -> dict[str, Marks]:
    """What stands where, row by row; rows without a mark are left out."""
    rows: dict[str, Marks] = {
        "limit": {corner.at: str(corner.limit) for corner in track.corners},
        "line": _lines_of(track),
        "sector": {corner.at: str(number) for number, corner in enumerate(track.corners, 1)},
        "Legends": {corner.legend_line: "L" for corner in track.corners},
        "chevrons": _chevrons(track),
        "flooded": dict.fromkeys(track.flooded, "~"),
        "tunnel": dict.fromkeys(track.tunnel, "="),
        "gravel left": dict.fromkeys((*track.gravel_both, *track.gravel_left), "."),
        "gravel right": dict.fromkeys((*track.gravel_both, *track.gravel_right), "."),
    }
    return {name: marks for name, marks in rows.items() if marks}


def _lines_of(track: Track) -> Marks:
    return {0: "F", **{corner.at: _line(track, corner) for corner in track.corners}, track.spaces: "F"}


def _line(track: Track, corner: Corner) -> str:
    if corner.chicane_of is not None:
        return ")"
    return "(" if any(other.chicane_of == corner.at for other in track.corners) else "|"


def _chevrons(track: Track) -> dict[int, str]:
    """The diamonds with a chevron: the last spaces of the sector before a line."""
    marks = {}
    before = track.corners[-1].at - track.spaces
    for corner in track.corners:
        for diamond in range(min(corner.chevrons, corner.at - before)):
            marks[(corner.at - 1 - diamond) % track.spaces] = "*" if diamond < corner.double_chevrons else "^"
        before = corner.at
    return marks


def _width(spaces: int, room: int) -> int:
    """Spaces a row: all if there is room, else as even as rows of whole tens can be."""
    if spaces <= room:
        return spaces
    rows = -(-spaces // (room // 10 * 10))
    return -(-spaces // (rows * 10)) * 10


def _chunk(track: Track, rows: Mapping[str, Marks], first: int, end: int) -> Iterator[tuple[str, str]]:
    """The named lines of the drawing for the spaces from `first` to before `end`."""
    yield from _lines("space", {space - first: str(space) for space in range(first, end) if space % 10 == 0})
    yield "", "".join(str(space % 10) for space in range(first, end))
    for name, marks in rows.items():
        last = end + (end == track.spaces)  # the finish line stands beyond the last space
        here = {space - first: text for space, text in marks.items() if first <= space < last}
        if name == "sector":
            here.setdefault(0, str(_sector(track, first)))
            (_, road), *more = _lines(name, here)
            yield name, road.ljust(end - first).replace(" ", "-")
            yield from more
        elif here:
            yield from _lines(name, here)


def _sector(track: Track, space: int) -> int:
    """The number of the last line before a space (SPEC 0.2.4)."""
    return sum(corner.at <= space for corner in track.corners) or len(track.corners)


def _lines(name: str, marks: Marks) -> Iterator[tuple[str, str]]:
    """Texts at their columns; a number that would touch the one before stands one line lower, under no name."""
    lines = [""]
    for column in sorted(marks):
        text = marks[column]
        free = (i for i, line in enumerate(lines) if not line or len(line) + text.isdigit() <= column)
        i = next(free, len(lines))
        lines[i:] = lines[i:] or [""]
        lines[i] = lines[i].ljust(column) + text
    yield from zip([name, *[""] * len(lines)], lines, strict=False)


def _legend(rows: Mapping[str, Marks]) -> str:
    used = {sign for marks in rows.values() for sign in marks.values()} | {"1--"}
    return "\n".join(f"{sign:3}  {words}" for sign, words in SIGNS.items() if sign in used)
