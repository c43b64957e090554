"""Where the spaces of a board stand on the map: each in a cell of two characters, near its true place."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import dist
from typing import Final

from heatcli.core.track import Track
from heatcli.repl.text import Canvas

Cell = tuple[int, int]
"""Column of the first character, and row."""
Point = tuple[float, float]
"""The true place of a space, likewise; two columns are as long as one row."""

STRETCH: Final = 1.6
"""How much wider, or higher, than in its true shape a map may be to fill its room."""
ROOMY: Final = (64, 18)
"""From so many columns, or rows, on there is a margin for labels."""
ROUNDS: Final = 5
"""How often the search begins again, since roads claimed the same cells."""
CHOICES: Final = 13
"""How many cells near its true place a space chooses from."""


@lru_cache(32)
def cells_of(track: Track, width: int, height: int) -> tuple[Cell, ...]:
    """The cell of each space, no two on the same columns; none at all if they have no room.

    The cheapest chain of cells near the true places that keeps the shape, found space by space, as often as
    roads that come close still claim the same cells.
    """
    if not track.path or width < 2 or 2 * track.spaces > width * height:
        return ()
    points = points_of(track, width, height)
    near = [_near(point, width, height) for point in points]
    dear: dict[Cell, float] = {}
    chain: list[Cell] = []
    for _ in range(ROUNDS):
        chain = _chain(points, near, dear)
        claims: dict[Cell, int] = {}
        for column, row in chain:
            claims[column, row] = claims.get((column, row), 0) + 1
            claims[column + 1, row] = claims.get((column + 1, row), 0) + 1
        crowded = [cell for cell, n in claims.items() if n > 1]
        if not crowded:
            return tuple(chain)
        for cell in crowded:
            dear[cell] = dear.get(cell, 0) + 0.6
    return _moved(chain, width, height)


def points_of(track: Track, width: int, height: int) -> list[Point]:
    """The true place of each space of a track with a path: as large as it can be, in the middle."""
    left, top = (min(values) for values in zip(*track.path, strict=True))
    wide, high = (max(1, max(values) - min(values)) for values in zip(*track.path, strict=True))
    margin_x, margin_y = 4 if width >= ROOMY[0] else 0, 1 if height >= ROOMY[1] else 0
    across, down = (width - 2 - 2 * margin_x) / wide, (height - 1 - 2 * margin_y) / high
    across, down = min(across, 2 * down * STRETCH), min(down, across / 2 * STRETCH)
    left -= (width - 2 - wide * across) / 2 / across
    top -= (height - 1 - high * down) / 2 / down
    return [((x - left) * across, (y - top) * down) for x, y in track.path]


def _near(point: Point, width: int, height: int) -> list[Cell]:
    column, row = round(point[0]), round(point[1])
    columns = range(max(0, column - 3), min(width - 2, column + 3) + 1)
    rows = range(max(0, row - 1), min(height - 1, row + 1) + 1)
    return sorted(((c, r) for c in columns for r in rows), key=lambda cell: apart(cell, point))[:CHOICES]


def _chain(points: Sequence[Point], near: Sequence[Sequence[Cell]], dear: Mapping[Cell, float]) -> list[Cell]:
    """The cheapest choice of a cell each: near the true place, and from its neighbour as the road truly goes."""
    best: list[float] = [0.0] * len(near[-1])
    before = near[-1]
    back: list[list[int]] = []
    x0, y0 = points[0]
    for (x, y), cells in zip(points, near, strict=True):
        along, down = (x - x0) / 2, y - y0
        costs, ways = [], []
        for column, row in cells:
            cheapest, way = 1e9, 0
            for i, (c, r) in enumerate(before) if back else ():
                if row == r and -2 < column - c < 2:
                    continue
                cost = best[i] + 0.7 * (((column - c) / 2 - along) ** 2 + (row - r - down) ** 2)
                if cost < cheapest:
                    cheapest, way = cost, i
            own = ((column - x) / 2) ** 2 + (row - y) ** 2
            own += dear.get((column, row), 0.0) + dear.get((column + 1, row), 0.0)
            costs.append(own + (cheapest if back else 0.0))
            ways.append(way)
        back.append(ways)
        best, before, x0, y0 = costs, cells, x, y
    i = best.index(min(best))
    chain = []
    for ways, cells in zip(reversed(back), reversed(near), strict=True):
        chain.append(cells[i])
        i = ways[i]
    return chain[::-1]


def _moved(chain: Sequence[Cell], width: int, height: int) -> tuple[Cell, ...]:
    """Cells that are taken give way to the nearest free ones; none at all if there are too few."""
    canvas = Canvas(width, height)
    moved: list[Cell] = []
    cells = [(column, row) for row in range(height) for column in range(width - 1)]
    for cell in chain:
        free = [one for one in cells if canvas.is_free(*one, 2)] if not canvas.is_free(*cell, 2) else [cell]
        if not free:
            return ()
        moved.append(min(free, key=lambda one: apart(one, cell)))
        canvas.put(*moved[-1], "##")
    return tuple(moved)


def apart(one: Point, other: Point) -> float:
    """How far a cell or point is from another, in rows."""
    return dist((one[0] / 2, one[1]), (other[0] / 2, other[1]))
