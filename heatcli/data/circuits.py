"""Boards as the circuit editor for Board Game Arena writes them (JSON), turned into track files.

There a corner's `position` and `legend` are the numbers of spaces before the line (our `at` and `legend_line`), cells
count from 1, lane 1 is the Race Line of the start, `lane` of a corner the Race Line behind it, `chicane` the index of
the line it belongs to. Numbers may be texts.
"""

import json
import math
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import fmean
from typing import Any, Final, NamedTuple

from heatcli.core.event_cards import LETTERS
from heatcli.data.boards import PATH, look

Values = dict[str, Any]
SIDES: Final = ("left", "right")
KINDS: Final = {  # our key: how the editor and the game call it
    "flooded": ("floodedSpaces", "flooded"),
    "tunnel": ("tunnelsSpaces", "tunnelSpaces", "tunnels"),
    "gravel": ("gravelSpaces", "gravel"),
}
KEYS: Final = {
    "at": "position",
    "limit": "speed",
    "race_line": "lane",
    "legend_line": "legend",
    "chevrons": "aggressiveLegends",
    "double_chevrons": "doubleAggressiveLegends",
    "chicane_of": "chicane",
}
"""Of a corner: how the JSON calls what a track file has."""

FEWEST, MOST = 10, 999  # spaces
ALIKE: Final = 5  # sentences of one kind before the rest is only counted
LEGEND_LINE: Final = 6  # spaces before a line, where the file has none
FURTHEST: Final = 1e6  # a coordinate of a map


class Import(NamedTuple):
    """A track file's values; what is wrong, so that it cannot race, and what is odd or was filled in."""

    board: Values
    wrong: list[str]
    odd: list[str]


class Cell(NamedTuple):
    """A spot: its space from 0, its lane, where it is drawn."""

    space: int
    lane: int
    x: float | None
    y: float | None


def read_circuit(data: bytes, name: str) -> Import:
    """A circuit file's bytes; `name` serves as id and name where it has none."""
    try:
        raw = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return Import({}, [f"byte {error.start} is not UTF-8"], [])
    except (ValueError, RecursionError) as error:
        return Import({}, [f"not JSON: {error}"], [])
    if not isinstance(raw, dict):
        return Import({}, ["no circuit: an object with id, name, corners, cells is right"], [])
    return _Circuit(raw, name).read()


class _Circuit:
    """What is read so far, and what is said of it."""

    def __init__(self, raw: Values, name: str) -> None:
        self._raw, self._name = raw, name
        self.wrong: list[str] = []
        self.odd: list[str] = []
        self._cells: dict[str, Cell] = {}
        self._spaces = 0
        self._side = "right"  # of lane 1

    def read(self) -> Import:
        """All of it; the values race if nothing is wrong."""
        board = self._head()
        self._read_cells()
        board["spaces"] = self._spaces
        path, offset = self._map()
        corners = self._corners()
        board["press"] = self._press([corner for _, corner in corners])
        board |= self._special()
        board["corners"] = [corner for _, corner in corners]
        if path:
            board["map"] = {"lane_offset": offset, "path": path}
        if not self.wrong:
            found = look(board)
            paths = [path for path, _ in corners]
            self.wrong += [_in_json(why, paths) for why in found.wrong]
            self.odd += [_in_json(why, paths) for why in found.odd if not why.startswith(PATH)]
        return Import(board, self.wrong, self.odd)

    # --- the head

    def _head(self) -> Values:
        name, id_ = self._text("name"), self._text("id")
        slug = _slug(id_) or _slug(name) or _slug(self._name) or "circuit"
        if not id_:
            self.odd.append(f"id: missing; {slug} is taken")
        elif slug != id_.lower():
            self.odd.append(f"id {id_[:60]!r}: written {slug}; small letters, digits and - are right")
        title = " ".join("".join(char if char.isprintable() else " " for char in name).split())[:60].strip()
        if not title:
            self.odd.append(f"name: missing; {slug} is taken")
        elif title != name:
            self.odd.append(f"name: written {title!r}; up to 60 printable characters are right")
        board: Values = {"id": slug, "name": title or slug, "box": "own", "spaces": 0}
        for key, theirs, lowest, usual in (
            ("laps", "nbrLaps", 1, 2),
            ("heat", "heatCards", 0, 6),
            ("stress", "stressCards", 0, 3),
        ):
            board[key] = self._number(theirs, self._raw.get(theirs), lowest, 99, usual, odd=True)
        return board

    def _text(self, key: str) -> str:
        value = self._raw.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = str(value)
        if value is not None and not isinstance(value, str):
            self.odd.append(f"{key}: {_shown(value)} is no text")
        return value.strip() if isinstance(value, str) else ""

    def _number(self, where: str, value: object, low: int, high: int, instead: int, odd: bool = False) -> int:
        """A whole number of the file; if it is none that is wrong, or odd and `instead` is taken."""
        number = _whole(value)
        if number is not None and low <= number <= high:
            return number
        what = "missing" if value is None else f"{_shown(value)}"
        right = f"a whole number from {low} to {high} is right"
        if odd:
            self.odd.append(f"{where}: {what}; {right}, {instead} is taken")
        else:
            self.wrong.append(f"{where}: {what}; {right}")
        return instead

    def _some(self, sentences: Sequence[str], wrong: bool, kind: str) -> None:
        """Sentences of a kind: the first, and how many more."""
        to = self.wrong if wrong else self.odd
        to += sentences[:ALIKE]
        if len(sentences) > ALIKE:
            to.append(f"{kind}: {len(sentences) - ALIKE} more like this")

    # --- cells

    def _read_cells(self) -> None:
        raw = self._raw.get("cells")
        if isinstance(raw, list):
            raw = {str(index): cell for index, cell in enumerate(raw) if cell is not None}
        if not isinstance(raw, dict) or not raw:
            what = "missing" if raw is None or raw == {} else f"{_shown(raw)}"
            self.wrong.append(f"cells: {what}; an object with a cell for each spot is right")
            return
        bad = []
        for id_, cell in raw.items():
            where = f"cells.{_label(id_)}"
            if not isinstance(cell, dict):
                bad.append(f"{where}: {_shown(cell)}; an object with lane and position is right")
                continue
            position, lane = _whole(cell.get("position")), _whole(cell.get("lane"))
            if position is None or not 1 <= position <= MOST:
                bad.append(f"{where}.position: {_told(cell, 'position')}; a whole number from 1 to {MOST} is right")
            elif lane not in (1, 2):
                bad.append(f"{where}.lane: {_told(cell, 'lane')}; 1 or 2 is right")
            else:
                self._cells[id_] = Cell(position - 1, lane, _coordinate(cell.get("x")), _coordinate(cell.get("y")))
        self._some(bad, True, "cells")
        self._count()

    def _count(self) -> None:
        """Each space has two spots."""
        self._spaces = max((cell.space for cell in self._cells.values()), default=-1) + 1
        there: dict[tuple[int, int], str] = {}
        bad = []
        for id_, cell in self._cells.items():
            first = there.setdefault((cell.space, cell.lane), id_)
            if first != id_:
                bad.append(
                    f"cells.{_label(id_)}: position {cell.space + 1}, lane {cell.lane}, as cells.{_label(first)}"
                )
        for space in range(self._spaces):
            bad += [
                f"cells: none with position {space + 1}, lane {lane}" for lane in (1, 2) if (space, lane) not in there
            ]
        self._some(bad, True, "cells")
        if self._cells and not FEWEST <= self._spaces <= MOST:
            self.wrong.append(f"cells: {self._spaces} spaces; {FEWEST} to {MOST} are right")

    def _map(self) -> tuple[list[list[float]], float]:
        """The middle of each space, how far its spots are from there, and the side that lane 1 is on."""
        spots = {(cell.space, cell.lane): cell for cell in self._cells.values()}
        pairs = [(spots.get((space, 1)), spots.get((space, 2))) for space in range(self._spaces)]
        drawn = [
            ((one.x, one.y), (two.x, two.y))
            for one, two in pairs
            if one and two and None not in (one.x, one.y, two.x, two.y)
        ]
        if not self._cells or len(drawn) < self._spaces or len(set(drawn)) < len(drawn):
            if self._cells:
                self.odd.append(
                    "cells: not every one has an x and y of its own; there is no map, and lane 1 is taken for the right"
                )
            return [], 0.0
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in drawn]  # type: ignore[operator]
        turn = 0
        for space, (one, _) in enumerate(drawn):
            before, behind = middles[space - 1], middles[(space + 1) % len(middles)]
            ahead = (behind[0] - before[0], behind[1] - before[1])
            side = ahead[0] * (one[1] - middles[space][1]) - ahead[1] * (one[0] - middles[space][0])  # type: ignore[operator]
            turn += (side > 0) - (side < 0)
        self._side = "right" if turn >= 0 else "left"  # y grows downwards
        if abs(turn) * 2 < len(drawn):
            self.odd.append(f"cells: lane 1 is not on one side of the road all the way round; {self._side} is taken")
        offset = fmean(math.dist(a, b) for a, b in drawn) / 2  # type: ignore[arg-type]
        return [[_neat(x), _neat(y)] for x, y in middles], round(offset, 1)

    # --- corners

    def _corners(self) -> list[tuple[str, Values]]:
        """The corners in driving order, each with its place in the JSON."""
        raw = self._raw.get("corners")
        if isinstance(raw, list):
            entries = [(f"corners[{index}]", str(index), corner) for index, corner in enumerate(raw)]
        elif isinstance(raw, dict):  # by position
            entries = [(f"corners.{_label(key)}", key, corner) for key, corner in raw.items()]
        else:
            entries = []
        if not 1 <= len(entries) <= 99:
            what = f"{len(entries)}" if isinstance(raw, list | dict) else _told(self._raw, "corners")
            self.wrong.append(f"corners: {what}; a list of 1 to 99 corners is right")
            return []
        found = [(where, key, self._corner(where, key, corner)) for where, key, corner in entries]
        pairs = self._chicanes(entries)
        corners = sorted(found, key=lambda entry: entry[2]["at"])
        if [where for where, _, _ in corners] != [where for where, _, _ in found]:
            self.odd.append("corners: not in driving order; they are sorted by position")
        for (other, _, one), (where, _, two) in pairwise(corners):
            if one["at"] == two["at"] > 0:
                self.wrong.append(f"{where}.position {two['at']}: {other} is there already")
        self._pole(*corners[-1])
        keys = [key for _, key, _ in corners]
        for number, (where, key, corner) in enumerate(corners):
            self._legend_line(where, corner, corners[number - 1][2]["at"] - (0 if number else self._spaces))
            if number and frozenset((keys[number - 1], key)) in pairs:
                corner["chicane_of"] = corners[number - 1][2]["at"]
        apart = [pair for pair in pairs if pair not in {*map(frozenset, pairwise(keys))}]
        for pair in apart:
            self.wrong.append(f"{pairs[pair]}: the two lines of a chicane are not one behind the other")
        return [(where, corner) for where, _, corner in corners]

    def _pole(self, where: str, _: str, last: Values) -> None:
        """The last corner's Race Line is that of the grid."""
        if last.get("race_line", self._side) != self._side:
            self.odd.append(f"{where}.lane 2: the pole stands on the Race Line, so on lane 2; there it is lane 1")

    def _corner(self, where: str, key: str, raw: object) -> Values:
        if not isinstance(raw, dict):
            self.wrong.append(f"{where}: {_shown(raw)}; an object with position, speed, lane, legend is right")
            return {"at": 0}
        position = raw.get("position")
        if position is None and isinstance(self._raw["corners"], dict):
            position = key
        last = max(1, self._spaces - 1) if self._spaces else MOST - 1
        lane = self._number(f"{where}.lane", raw.get("lane"), 1, 2, 1, odd=True)
        corner: Values = {
            "at": self._number(f"{where}.position", position, 1, last, 0),
            "limit": self._number(f"{where}.speed", raw.get("speed"), 1, 99, 1),
            "race_line": self._side if lane == 1 else SIDES[self._side == "left"],
            "legend_line": raw.get("legend"),
        }
        for ours, theirs in (("chevrons", "aggressiveLegends"), ("double_chevrons", "doubleAggressiveLegends")):
            if raw.get(theirs) is not None:
                number = self._number(f"{where}.{theirs}", raw[theirs], 0, 4, 0, odd=True)
                corner |= {ours: number} if number else {}
        return corner

    def _legend_line(self, where: str, corner: Values, before: int) -> None:
        """Where the file has none, or one that is not between two lines: a few spaces before the line."""
        at, told = corner["at"], corner.get("legend_line")
        line = _whole(told)
        length = self._spaces or 1
        corner["legend_line"] = max(before, at - LEGEND_LINE, at - length + 1) % length
        if not at or "limit" not in corner:
            return
        if line is not None and 0 <= line < length and before <= at - (at - line) % length < at:
            corner["legend_line"] = line
        else:
            what = "missing" if told is None else _shown(told)
            right = f"a number from {before % length} (the line before) to {at - 1} is right"
            self.odd.append(f"{where}.legend: {what}; {right}, {corner['legend_line']} is taken")

    def _chicanes(self, entries: Sequence[tuple[str, str, object]]) -> dict[frozenset[str], str]:
        """The pairs of lines that are chicanes, by their keys: either may name the other."""
        keys = [key for _, key, _ in entries]
        pairs: dict[frozenset[str], str] = {}
        for where, key, raw in entries:
            told = raw.get("chicane") if isinstance(raw, dict) else None
            if told is None or told is False or told == "":
                continue
            number = _whole(told)
            if number is None or str(number) not in keys or str(number) == key:
                self.wrong.append(f"{where}.chicane: {_shown(told)}; the index of another corner is right")
            else:
                pairs.setdefault(frozenset((key, str(number))), f"{where}.chicane {number}")
        return pairs

    # --- what hangs on them

    def _press(self, corners: Sequence[Values]) -> list[int]:
        """The corners of the press letters: as told, else all lines but the first ones of chicanes, over and over."""
        told = self._raw.get("pressCornersPositions")
        firsts = {corner.get("chicane_of") for corner in corners}
        lines = [number for number, corner in enumerate(corners, 1) if corner["at"] not in firsts]
        if told is not None:
            ats = [corner["at"] for corner in corners]
            places = [_whole(place) for place in told] if isinstance(told, list) else [None]
            if places and all(place in ats for place in places):
                lines = [ats.index(place) + 1 for place in places if place is not None]
            else:
                self.odd.append(f"pressCornersPositions: {_shown(told)}; positions of corners are right, none is taken")
        return [lines[index % len(lines)] for index in range(len(LETTERS))] if lines else []

    def _special(self) -> Values:
        """Flooded spaces, tunnels, gravel: lists of cells."""
        found: Values = {}
        for kind, keys in KINDS.items():
            key = next((key for key in keys if self._raw.get(key)), keys[0])
            lanes: dict[int, set[int]] = {}
            for cell in self._listed(key):
                lanes.setdefault(cell.space, set()).add(cell.lane)
            if kind == "gravel":
                for space, both in sorted(lanes.items()):
                    side = "both" if len(both) == 2 else self._side if 1 in both else SIDES[self._side == "left"]
                    found.setdefault(f"gravel_{side}", []).append(space)
            else:
                half = [space for space, both in sorted(lanes.items()) if len(both) == 1]
                self._some([f"{key}: of space {space} one spot only; both are taken" for space in half], False, key)
                found |= {kind: sorted(lanes)} if lanes else {}
        return found

    def _listed(self, key: str) -> Iterator[Cell]:
        raw = self._raw.get(key)
        if raw is None or raw == {} or raw == "":
            return
        ids = [*raw.values()] if isinstance(raw, dict) else raw
        if not isinstance(ids, list):
            self.odd.append(f"{key}: {_shown(raw)}; a list of cells is right, it is left out")
            return
        unknown = []
        for index, id_ in enumerate(ids):
            number = _whole(id_)
            cell = self._cells.get(str(id_)) or self._cells.get(str(number))
            if cell is None:
                unknown.append(f"{key}[{index}]: {_shown(id_)} is no cell; it is left out")
            else:
                yield cell
        self._some(unknown, False, key)


def _whole(value: object) -> int | None:
    """A whole number, as a number or as a text; None if it is none, or far too great."""
    if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]{1,6}(\.0*)?\s*", value):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not -FURTHEST < value < FURTHEST:
        return None
    return int(value) if value == int(value) else None


def _coordinate(value: object) -> float | None:
    if isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]{1,6}(\.[0-9]*)?\s*", value):
        value = float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not -FURTHEST < value < FURTHEST:
        return None
    return float(value)


def _shown(value: object) -> str:
    """A value of the file in a sentence, short."""
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, int) and not -FURTHEST < value < FURTHEST:
        return "a number far too great"
    text = json.dumps(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _label(key: str) -> str:
    """A key of the file in a sentence."""
    return "".join(char if char.isprintable() else "?" for char in key[:20])


def _told(cell: Mapping[str, object], key: str) -> str:
    return "missing" if cell.get(key) is None else _shown(cell[key])


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text[:400]).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:40].strip("-")


def _neat(number: float) -> float:
    rounded = round(number, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def _in_json(why: str, paths: Sequence[str]) -> str:
    """A sentence about a track file, with the keys of the JSON."""

    def key(match: re.Match[str]) -> str:
        name = KEYS.get(match[2] or "", match[2] or "")
        return paths[int(match[1])] + (f".{name}" if name else "")

    return re.sub(r"^corners\[(\d+)\](?:\.(\w+))?", key, why)


def board_text(board: Mapping[str, Any]) -> str:
    """A track file, as the shipped ones are written."""
    plain = {key: value for key, value in board.items() if key not in ("corners", "map")}
    lines = [f"{key} = {_toml(value)}" for key, value in plain.items() if value != []]
    for corner in board["corners"]:
        lines += ["", "[[corners]]", *(f"{key} = {_toml(value)}" for key, value in corner.items())]
    if "map" in board:
        points = [f"[{x}, {y}]" for x, y in board["map"]["path"]]
        rows = [f"  {', '.join(points[first : first + 8])}," for first in range(0, len(points), 8)]
        lines += ["", "[map]", f"lane_offset = {board['map']['lane_offset']}", "path = [", *rows, "]"]
    return "".join(f"{line}\n" for line in lines)


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
