"""The map: a board in its real shape; a space is a cell of two characters, the race line spot first."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import atan2, pi
from typing import Final, NamedTuple

from heatcli.core.track import Course, Track
from heatcli.repl.layout import Cell, Point, apart, cells_of, points_of
from heatcli.repl.text import Canvas, Fragment, Line

STRAY: Final = 1.1
"""How far a space may stand from its true place where the map is legible, in rows."""
BESIDE: Final = 3.5
"""How far a limit may stand from its line, in rows; numbers of spaces half as far."""
ROOMY: Final = 14
"""Characters a space from which on there is room for Legends lines."""
LEGENDS: Final = "L"
LIMIT, FINISH, DIM, ROAD = "class:limit", "class:finish", "class:dim", "class:road"


class Signs(NamedTuple):
    """Road has a sign for even and one for odd spaces: so they can be counted."""

    road: str
    finish: str
    gap: str
    arrows: str  # eastward, then clockwise


UNICODE: Final = Signs("░▒", "▚", "·", "→↘↓↙←↖↑↗")
ASCII: Final = Signs("::", "#", ".", ">vvv<^^^")
ACROSS: Final = "|/-\\|/-\\"
"""A line across the road, by the direction of driving."""
GROUND: Final = {"~": "flooded", "=": "tunnel", "%": "gravel", "^": "chevrons"}


def board(
    track: Track,
    limits: Sequence[int],
    cars: Mapping[tuple[int, int], Fragment],
    width: int,
    height: int,
    ascii: bool = False,
    marked: Collection[int] = (),
) -> list[Line]:
    """The map as `height` lines of `width` columns; all cars are seen on a track that `fits`.

    `limits` are those of this race in driving order; `cars` maps (space, spot) to a style and one letter. Corners whose
    spaces are `marked` bear something, and get a star.
    """
    stars = tuple("*" * (corner.at in marked) for corner in track.corners)
    texts = tuple(f"({limit}){star}" for limit, star in zip(limits, stars, strict=True))
    lines = [[*line] for line in _ground(track, texts, width, height, ascii)]
    places = cells_of(track, width, height)
    by_row: dict[int, list[tuple[int, Fragment]]] = {}
    for (space, spot), car in cars.items():
        if space < len(places):
            column, row = places[space]
            by_row.setdefault(row, []).append((column + bool(spot), car))
    for row, drawn in by_row.items():
        lines[row] = _with_cars(lines[row], drawn, width)
    return lines


def fits(track: Track, width: int, height: int) -> bool:
    """Whether each space has a cell of its own near its true place; a track without a path has none."""
    places = cells_of(track, width, height)
    points = points_of(track, width, height) if places else []
    return bool(places) and max(map(apart, places, points)) <= STRAY


def key(track: Track, ascii: bool = False) -> list[Line]:
    """The signs of this board in words."""
    signs = ASCII if ascii else UNICODE
    used = set("".join(surface(track)))
    rows = [
        [
            ("class:road", signs.road, "road"),
            (FINISH, signs.finish * 2, "first space"),
            (LIMIT, "(7)", "corner, limit"),
            (DIM, LEGENDS, "Legends line"),
        ],
        [(style_of(sign), sign * 2, name) for sign, name in GROUND.items() if sign in used],
    ]
    return [[part for style, sign, name in row for part in ((style, sign), ("", f" {name}  "))] for row in rows if row]


def _with_cars(line: Line, cars: Sequence[tuple[int, Fragment]], width: int) -> Line:
    canvas = Canvas(width, 1)
    column = 0
    for style, text in line:
        canvas.put(column, 0, text, style)
        column += len(text)
    for column, (style, letter) in cars:
        canvas.put(column, 0, letter[:1], style)
    return canvas.lines()[0]


@lru_cache(32)
def _ground(track: Track, limits: tuple[str, ...], width: int, height: int, ascii: bool) -> list[Line]:
    """The map without cars."""
    canvas = Canvas(width, height)
    if places := cells_of(track, width, height):
        signs = ASCII if ascii else UNICODE
        _draw_road(canvas, track, places, signs)
        _draw_labels(canvas, track, limits, places, signs)
    return canvas.lines()


def _draw_road(canvas: Canvas, track: Track, places: Sequence[Cell], signs: Signs) -> None:
    for space, ((column, row), surfaces) in enumerate(zip(places, surface(track), strict=True)):
        for i, sign in enumerate(surfaces):
            canvas.put(column + i, row, signs.road[space % 2] if sign == " " else sign, style_of(sign))
    canvas.put(*places[0], signs.finish * 2, FINISH)
    lines = {corner.at for corner in track.corners}
    for space, cell in enumerate(places):
        before = places[space - 1]
        gap = [at for at in _gap(before, cell) if canvas.is_free(*at, 1)]
        if space in lines:
            _draw_line(canvas, gap or _elbow(before, cell), _heading(before, cell))
        for at in gap:
            if canvas.is_free(*at, 1):
                canvas.put(*at, signs.gap, DIM)


def _draw_line(canvas: Canvas, way: Sequence[Cell], heading: int) -> None:
    """A corner line in the middle of the way; across a road that goes straight up or down it is two wide."""
    free = [at for at in way if canvas.is_free(*at, 1)]
    row = free[len(free) // 2][1] if free else 0
    for at in [at for at in free if at[1] == row] if heading in (2, 6) else free[len(free) // 2 :][:1]:
        canvas.put(*at, ACROSS[heading], LIMIT)


def _gap(one: Cell, other: Cell) -> list[Cell]:
    """The characters between a cell and the next: row by row where the road is steep, else column by column."""
    (left, row), (right, end) = min(one, other), max(one, other)
    across, down = right - left, end - row
    if abs(down) * 2 >= across:
        steps = [(left + int(across * i / abs(down) + 0.5), row + (i if down > 0 else -i)) for i in range(1, abs(down))]
        return [(column + i, at) for column, at in steps for i in (0, 1)]
    if down and across < 4:
        return []
    return [(left + 1 + i, row + int(down * i / across + 0.5)) for i in range(1, across - 1)]


def _elbow(one: Cell, other: Cell) -> list[Cell]:
    """Where cells touch: the character before the one and above or below the other."""
    if one[0] == other[0]:
        return []
    (left, row), (right, end) = min(one, other), max(one, other)
    return [(right - 1, end), (left + 2, row)]


def _draw_labels(canvas: Canvas, track: Track, limits: Sequence[str], places: Sequence[Cell], signs: Signs) -> None:
    """Limits first, since they matter most; what finds no place beside the road is left out."""
    labels = _Labels(canvas, places)
    for corner, limit in zip(track.corners, limits, strict=True):
        line = corner.at - 1, corner.at
        labels.put(line, limit, LIMIT) or labels.put(line, limit.strip("()*"), LIMIT)
    ahead = 0, 1 % len(places)
    gap = " " * signs.arrows.isascii()  # an arrow of a letter is none behind letters
    arrow = signs.arrows[_heading(places[0], places[2 % len(places)])]
    labels.put(ahead, f"start{gap}{arrow}", FINISH) or labels.put(ahead, arrow, FINISH)
    for space in range(10, track.spaces, 10):
        labels.put((space, space), str(space), DIM, BESIDE / 2)
    if canvas.width * canvas.height >= ROOMY * track.spaces:
        for corner in track.corners:
            labels.put((corner.legend_line - 1, corner.legend_line), LEGENDS, DIM, BESIDE / 2)


class _Labels:
    """Texts beside the road, which do not touch each other."""

    def __init__(self, canvas: Canvas, places: Sequence[Cell]) -> None:
        self._canvas, self._places = canvas, places
        self._texts = Canvas(canvas.width, canvas.height)

    def put(self, spaces: tuple[int, int], text: str, style: str, reach: float = BESIDE) -> bool:
        """Write at the best free place near two spaces, if there is one."""
        (c0, r0), (c1, r1) = (self._places[space] for space in spaces)
        middle = (c0 + c1) / 2 + 0.5, (r0 + r1) / 2
        others = [self._places[(spaces[1] + i) % len(self._places)] for i in range(3, len(self._places) - 3)]
        left, top = middle[0] - (len(text) - 1) / 2, middle[1]
        free = [
            (column, row)
            for row in range(int(top - reach), int(top + reach) + 2)
            for column in range(int(left - 2 * reach), int(left + 2 * reach) + 2)
            if apart((column, row), (left, top)) <= reach
            and self._canvas.is_free(column, row, len(text))
            and self._texts.is_free(column, row, len(text))
        ]
        if not free:
            return False
        column, row = min(free, key=lambda cell: self._cost(cell, (left, top), len(text), others))
        self._canvas.put(column, row, text, style)
        self._texts.put(column - 1, row, "#" * (len(text) + 2))
        return True

    def _cost(self, cell: Cell, best: Point, columns: int, others: Sequence[Cell]) -> tuple[float, Cell]:
        """Near what it names, rather than near another road, and best with a blank before and behind it."""
        column, row = cell
        away = apart(cell, best)
        centre = column + (columns - 1) / 2 - 0.5, row
        near = min((apart(other, centre) for other in others), default=away)
        touching = sum(not self._canvas.is_free(at, row, 1) for at in (column - 1, column + columns))
        return away + 2 * max(0.0, away - near) + 0.4 * touching, cell


def _heading(one: Cell, other: Cell) -> int:
    """Direction of driving in eighths of a turn: 0 to the east, 2 down the screen."""
    return round(atan2(2 * (other[1] - one[1]), other[0] - one[0]) * 4 / pi) % 8


@lru_cache(32)
def surface(track: Track) -> tuple[str, ...]:
    """Two signs a space, of the race line spot and of the other; blanks are plain road."""
    course = Course(track, 1)
    signs = []
    for space in range(track.spaces):
        gravel = course.gravel[space]
        sign = "~" if course.flooded[space] else "=" if course.tunnel[space] else ""
        signs.append(sign * 2 or "".join("%" if gravel & bit else " " for bit in (1, 2)))
    before = track.corners[-1].at - track.spaces
    for corner in track.corners:
        for diamond in range(min(corner.chevrons, corner.at - before)):
            space = (corner.at - 1 - diamond) % track.spaces
            signs[space] = signs[space].replace(" ", "^")
        before = corner.at
    return tuple(signs)


def style_of(sign: str) -> str:
    """The class of a sign; chevrons are paint on plain road."""
    return f"class:{GROUND[sign]}" if sign in "~=%" else ROAD
