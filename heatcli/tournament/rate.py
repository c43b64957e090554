"""Results from anywhere: of a tournament, of `heat race --json`, of records; as blocks that can be rated (SPEC T.8)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from heatcli.core import ranking
from heatcli.data.library import Library
from heatcli.errors import DataError
from heatcli.record.header import LEGEND
from heatcli.record.replay import Replay, replays
from heatcli.tournament.fold import Kept, kept
from heatcli.tournament.play import luck
from heatcli.tournament.results import FILL, CarRow, FaultRow, RaceRow


class Entry(NamedTuple):
    """A car of a race: who drove it, place, points, why it ended, and its faults by code."""

    name: str
    place: int
    points: int
    why: str
    faults: tuple[str, ...] = ()


class Race(NamedTuple):
    """A race with places. Those of one block have the same luck; `rotations` is how many it should have, 0: unknown."""

    block: str
    cars: list[Entry]
    rotations: int = 0


class Rated(NamedTuple):
    """Blocks that count, the drivers' names by number, and how many races do not: no places, no whole block; twice."""

    blocks: list[Kept]
    names: list[str]
    left_out: int
    doubled: int


def gathered(races: Iterable[Race | None]) -> Rated:
    """Put races together by block. None is a race without places; the same drivers in the same seats count once."""
    blocks: dict[str, dict[tuple[str, ...], Race]] = {}
    left_out = doubled = 0
    for race in races:
        if race is None:
            left_out += 1
            continue
        block, seats = blocks.setdefault(race.block, {}), tuple(car.name for car in race.cars)
        doubled += seats in block
        block.setdefault(seats, race)
    found = [[*block.values()] for block in blocks.values()]
    whole = [block for block in found if len(block) >= max(race.rotations for race in block)]
    left_out += sum(map(len, found)) - sum(map(len, whole))
    names = sorted({car.name for block in whole for race in block for car in race.cars})
    number = {name: i for i, name in enumerate(names)}
    rows = [[_row(race, number, i, j) for j, race in enumerate(block)] for i, block in enumerate(whole)]
    return Rated([kept(block) for block in rows], names, left_out, doubled)


def read(name: str, lines: Iterable[bytes], library: Library, told: list[str]) -> Iterator[Race | None]:
    """The races of a file: of records, or JSON lines; what is wrong is told, and left out. Raises DataError."""
    source = iter(lines)
    for first in source:
        text = first.removeprefix(b"\xef\xbb\xbf").strip()
        if text:
            everything = chain([first], source)
            if text[:1] == b"{" and _is_json(text):
                yield from _json(name, everything, told)
            else:
                yield from _records(name, everything, library, told)
            return
    raise DataError(f"{name}: empty; results, rows of heat race --json, or records are right")


def _is_json(text: bytes) -> bool:
    """A record may begin with a comment in braces too."""
    try:
        return isinstance(msgspec.json.decode(text), dict)
    except msgspec.DecodeError:
        return False


def _json(name: str, lines: Iterable[bytes], told: list[str]) -> Iterator[Race | None]:
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            row = msgspec.json.decode(text)
            kind = row.get("type")
            if kind == "race" and "rotation" in row:
                yield _of_tournament(msgspec.convert(row, RaceRow))
            elif kind == "result":
                yield _of_result(name, row)
        except (msgspec.DecodeError, AttributeError, KeyError, TypeError, ValueError) as error:
            why = str(error) if isinstance(error, msgspec.DecodeError) else "no row of a result"
            told.append(f"{name}:{number}: {why}")


def _of_tournament(row: RaceRow) -> Race | None:
    if not row.counts:
        return None
    cars = [car for car in row.cars if car.bot != FILL]
    entries = [Entry(car.name, car.place, car.points, car.why, tuple(one.code for one in car.faults)) for car in cars]
    return Race(row.luck, entries, row.rotations)


def _of_result(name: str, row: dict[str, Any]) -> Race | None:
    if any(car["place"] is None for car in row["standings"]):
        return None
    codes: dict[int, list[str]] = {}
    for fault in row.get("faults", []):
        codes.setdefault(int(fault["seat"]), []).append(str(fault["code"]))
    cars = sorted(row["standings"], key=lambda car: int(car["seat"]))
    entries = [
        Entry(
            str(car["name"]), int(car["place"]), int(car["points"]), str(car["why"]), tuple(codes.get(car["seat"], ()))
        )
        for car in cars
        if car["name"] != LEGEND
    ]
    if any(not 1 <= entry.place <= len(cars) for entry in entries):
        raise ValueError("place")
    return Race(luck(str(row["seed"])), entries)


def _records(name: str, lines: Iterable[bytes], library: Library, told: list[str]) -> Iterator[Race | None]:
    text = (line.decode(errors="replace") for line in lines)
    for i, replay in enumerate(replays(text, library)):
        told += [f"{name}:{one.line}:{one.column}: {one.text}" for one in replay.findings]
        yield _of_record(name, i, replay)


def _of_record(name: str, i: int, replay: Replay) -> Race | None:
    if replay.findings or replay.cut or replay.game is None or replay.header is None:
        return None
    state = replay.game.state
    places = ranking.outcome(state)
    if places is None:
        return None
    names = replay.header.names
    codes: dict[int, list[str]] = {}
    for event in replay.game.log:
        if event[0] == "fault":
            codes.setdefault(int(str(event[1])), []).append(str(event[2]))
    entries = [
        Entry(
            names[one.seat],
            one.place,
            ranking.points(state, one.place, one.why),
            one.why,
            tuple(codes.get(one.seat, ())),
        )
        for one in sorted(places)
        if not state.spec.seats[one.seat].legend
    ]
    seed = replay.header.seed
    return Race(f"{name}/{i}" if seed is None else luck(seed), entries)


def _row(race: Race, number: dict[str, int], block: int, rotation: int) -> RaceRow:
    cars: Sequence[CarRow] = [
        CarRow(
            number[car.name],
            car.name,
            car.place,
            car.points,
            car.why,
            0,
            faults=tuple(FaultRow(code, "", 0, "") for code in car.faults),
        )
        for car in race.cars
    ]
    return RaceRow(block, rotation, race.rotations, race.block, "", "finished", 0, tuple(cars))
