"""The strip: the next spaces of the road from left to right, three columns each."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from heatcli.core.track import Track
from heatcli.repl.board import DIM, FINISH, LIMIT, ROAD, style_of, surface
from heatcli.repl.text import Canvas, Fragment, Line

WIDE: Final = 60
"""From so many columns on the rows have names."""
NAMES: Final = 6
STEP: Final = 3
MOST: Final = 27
LINE: Final = "|"


def ahead(
    track: Track,
    limits: Sequence[int],
    finish: int,
    first: int,
    cars: Mapping[tuple[int, int], Fragment],
    width: int,
    ascii: bool = False,
    marks: Mapping[int, Fragment] | None = None,
    notes: Mapping[int, str] | None = None,
) -> list[Line]:
    """The spaces from distance `first - 1` on, at most 27: numbers, lines, the two spots, signs if any, marks if any.

    `limits` are those of this race in driving order and `finish` is the distance of the end of the race; `cars` maps
    (space, spot) to a style and one letter, `marks` a distance to a character under the strip, `notes` a corner's space
    to what lies there.
    """
    start = first - 1
    indent = NAMES if width >= WIDE else 0
    shown = range(start, start + max(1, min(MOST, (width - indent) // STEP)))
    columns = {distance: indent + STEP * i for i, distance in enumerate(shown)}
    signs = _signs(track, shown)
    said = [(at, text) for at in shown if (text := (notes or {}).get(at % track.spaces))]
    names = ["space", "limit", "race", "other", *["road"] * bool(signs), *["bears"] * bool(said)]
    names += ["lands"] * bool(marks)
    canvas = Canvas(width, len(names))
    if indent:
        for row, name in enumerate(names):
            canvas.put(0, row, name, DIM)
    _draw_spots(canvas, track, columns, cars, "." if ascii else "·")
    _draw_lines(canvas, track, limits, finish, columns, "#" if ascii else "▚")
    for distance, column, sign, style in signs:
        canvas.put(columns[distance] + column, 4, sign, style)
    for distance, text in said:
        canvas.put(columns[distance], names.index("bears"), text, LIMIT)
    for distance, (style, sign) in (marks or {}).items():
        if distance in columns:
            canvas.put(columns[distance] + 1, len(names) - 1, sign[:1], style)
    return canvas.lines()


def _draw_spots(
    canvas: Canvas,
    track: Track,
    columns: Mapping[int, int],
    cars: Mapping[tuple[int, int], Fragment],
    plain: str,
) -> None:
    """Numbers, in full every fifth space, and the two rows of spots."""
    for distance, column in columns.items():
        space = distance % track.spaces
        number = str(space % 10 if space % 5 else space)
        canvas.put(column + 1, 0, number[-2:], DIM)
        for spot in (0, 1):
            sign = surface(track)[space][spot]
            empty = ("class:gravel", sign) if sign == "%" else (ROAD, plain)
            style, letter = cars.get((space, spot), empty)
            canvas.put(column + 1, 2 + spot, letter[:1], style)


def _draw_lines(
    canvas: Canvas, track: Track, limits: Sequence[int], finish: int, columns: Mapping[int, int], flag: str
) -> None:
    """Corner lines up to the end of the race, and finish lines, each in front of its space."""
    corners = {corner.at: limit for corner, limit in zip(track.corners, limits, strict=True)}
    for distance, column in columns.items():
        space = distance % track.spaces
        is_finish = space == 0 and 0 <= distance <= finish
        if space in corners and distance <= finish:
            canvas.put(column, 1, f"{LINE}{corners[space]}", LIMIT)
        elif is_finish:
            canvas.put(column, 1, "start" if not distance else "finish" if distance == finish else "lap", FINISH)
        for row in (2, 3):
            if is_finish:
                canvas.put(column, row, flag, FINISH)
            elif space in corners and distance <= finish:
                canvas.put(column, row, LINE, LIMIT)


def _signs(track: Track, shown: Sequence[int]) -> list[tuple[int, int, str, str]]:
    """Distance, column inside the space, sign and style of what the road bears."""
    return [(distance, *sign) for distance in shown for sign in _signs_of(track, distance % track.spaces)]


def _signs_of(track: Track, space: int) -> Iterator[tuple[int, str, str]]:
    """A Legends line in front of the space; then ground and chevron."""
    if any(corner.legend_line == space for corner in track.corners):
        yield 0, "L", DIM
    ground = surface(track)[space].strip()[:1]
    if ground:
        yield 1, ground * 2, style_of(ground)
