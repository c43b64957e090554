"""A track file looked at: all that keeps it from racing, and what is odd about it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from heatcli.core.event_cards import LETTERS
from heatcli.core.specs import MAX_CARS
from heatcli.data.load import CornerFile, TrackFile, clear, read_toml, track_ids, wrong_with
from heatcli.errors import DataError

DIAMONDS: Final = 4  # spaces before a line that have one (SPEC 5.3)
FASTEST: Final = 10  # the highest limit that is printed
GRID: Final = (MAX_CARS + 1) // 2  # spaces that a full grid takes
PATH: Final = "map.path"


class Look(NamedTuple):
    """What is wrong with a board, so that it cannot race, and what is odd; each a sentence that begins with its key."""

    wrong: list[str]
    odd: list[str]


def look_at(path: Path) -> Look:
    """All of a track file. Raises DataError only for a file that cannot be opened."""
    try:
        raw = read_toml(path)
    except DataError as error:
        if not path.is_file():
            raise
        return Look([str(error).removeprefix(f"{path}: ")], [])
    return look(raw)


def look(raw: Mapping[str, Any]) -> Look:
    """All of a track file's values."""
    wrong = [*_misfits("", raw, TrackFile)]
    if wrong:
        return Look(wrong, [])
    file = msgspec.convert(raw, TrackFile)
    return Look([*wrong_with(file)], [*odd_with(file)])


def _misfits(prefix: str, raw: Mapping[str, Any], kind: type[Any]) -> Iterator[str]:
    """Keys that are unknown, missing or of another type; the corners one by one."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for key in raw:
        if key not in fields:
            yield f"{prefix}unknown key {key!r}; there are {', '.join(fields)}"
    for name, field in fields.items():
        if name not in raw:
            if field.required:
                yield f"{prefix}{name}: missing"
        elif name == "corners" and isinstance(raw[name], list) and 0 < len(raw[name]) < 100:
            for i, corner in enumerate(raw[name]):
                where = f"corners[{i}]"
                if isinstance(corner, dict):
                    yield from _misfits(f"{where}.", corner, CornerFile)
                else:
                    yield f"{where}: a table is right"
        else:
            try:
                msgspec.convert(raw[name], field.type)
            except msgspec.ValidationError as error:
                yield f"{prefix}{name}: {clear(str(error), field.type)}"


def odd_with(file: TrackFile) -> Iterator[str]:
    """What races, and is hardly meant."""
    if file.id in track_ids():
        yield f"id {file.id!r}: a shipped board has it; with --track this one takes its place"
    yield from _odd_press(file)
    for i in range(len(file.corners)):
        yield from _odd_corner(file, i)
    for key in ("heat", "stress"):
        if not getattr(file, key):
            yield f"{key} 0: every printed board has some"
    for key in ("flooded", "tunnel"):
        for space, times in Counter(getattr(file, key)).items():
            if times > 1:
                yield f"{key}: space {space} stands {times} times; once is enough"
    if not file.map.path:
        yield f"{PATH}: missing; the board races, and is drawn as a strip only"
    elif not file.map.lane_offset:
        yield "map.lane_offset 0: the two spots of a space are drawn one on the other"


def _odd_press(file: TrackFile) -> Iterator[str]:
    if len(file.press) < len(LETTERS):
        left = LETTERS[len(file.press) :]
        yield f"press: no corner for {' '.join(left)}; an event card that names one cannot be raced here"
    firsts = {corner.chicane_of for corner in file.corners}
    for letter, line in zip(LETTERS, file.press, strict=False):
        if 0 < line <= len(file.corners) and file.corners[line - 1].at in firsts:
            yield f"press: {letter} is line {line}, the first of a chicane; on printed boards it is the second"


def _odd_corner(file: TrackFile, i: int) -> Iterator[str]:
    where, corner = f"corners[{i}]", file.corners[i]
    before = file.corners[i - 1].at - (0 if i else file.spaces)
    ahead = (corner.at - corner.legend_line) % file.spaces  # spaces between the Legends line and the corner line
    if ahead < DIAMONDS and corner.at - ahead > before:
        yield (
            f"{where}.legend_line {corner.legend_line}: less than {DIAMONDS} spaces before the line; a Legend may stop "
            "on a diamond before it, and stay there"
        )
    if corner.chevrons > corner.at - before:
        yield f"{where}.chevrons {corner.chevrons}: the sector before the line has {corner.at - before} spaces only"
    if corner.limit > FASTEST:
        yield f"{where}.limit {corner.limit}: hardly a limit; printed ones go up to {FASTEST}"
    if corner.at > file.spaces - GRID:
        yield f"{where}.at {corner.at}: on the grid, which takes the last {GRID} spaces with {MAX_CARS} cars"
