"""Results from anywhere: of a tournament, of `heat race --json`, of records; as blocks that can be rated (SPEC T.8)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

import msgspec

from heatcli.core import ranking
from heatcli.data.library import Library
from heatcli.errors import DataError
from heatcli.record.header import LEGEND
from heatcli.record.replay import Replay, replays
from heatcli.tournament.fold import Kept, kept
from heatcli.tournament.results import FILL, CarRow, RaceRow

OUT_OF_LINE: Final = 1_000  # characters of a line that an error quotes the beginning of


class Entry(NamedTuple):
    """A car of a race: who drove it, place, points, why it ended."""

    name: str
    place: int
    points: int
    why: str


class Race(NamedTuple):
    """A race with places. Those of one block have the same luck; `rotations` is how many it should have, 0: unknown."""

    block: str
    cars: list[Entry]
    rotations: int = 0


class Rated(NamedTuple):
    """Blocks that count, the drivers' names by number, and how many races had no place or no whole block."""

    blocks: list[Kept]
    names: list[str]
    left_out: int


def gathered(races: Iterable[Race | None]) -> Rated:
    """Put races together by block. None is a race without places."""
    blocks: dict[str, list[Race]] = {}
    left_out = 0
    for race in races:
        if race is None:
            left_out += 1
        else:
            blocks.setdefault(race.block, []).append(race)
    whole = [found for found in blocks.values() if len(found) >= found[0].rotations]
    left_out += sum(map(len, blocks.values())) - sum(map(len, whole))
    names = sorted({car.name for found in whole for race in found for car in race.cars})
    number = {name: i for i, name in enumerate(names)}
    return Rated([kept([_row(race, number) for race in found]) for found in whole], names, left_out)


def read(name: str, lines: Iterable[bytes], library: Library, told: list[str]) -> Iterator[Race | None]:
    """The races of a file: of records, or JSON lines; what is wrong is told, and left out. Raises DataError."""
    source = iter(lines)
    for first in source:
        text = first.removeprefix(b"\xef\xbb\xbf").strip()
        if text:
            everything = chain([first], source)
            yield from (
                _json(name, everything)
                if text[:1] == b"{" and _is_json(text)
                else _records(name, everything, library, told)
            )
            return
    raise DataError(f"{name}: empty; results, rows of heat race --json, or records are right")


def _is_json(text: bytes) -> bool:
    """A record may begin with a comment in braces too."""
    try:
        return isinstance(msgspec.json.decode(text), dict)
    except msgspec.DecodeError:
        return False


def _json(name: str, lines: Iterable[bytes]) -> Iterator[Race | None]:
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            row = msgspec.json.decode(text)
            kind = row.get("type")
            if kind == "race" and "rotation" in row:
                yield _of_tournament(name, msgspec.convert(row, RaceRow))
            elif kind == "result":
                yield _of_result(name, row)
        except (msgspec.DecodeError, AttributeError, KeyError, TypeError, ValueError) as error:
            why = str(error) if isinstance(error, msgspec.DecodeError) else "no row of a result"
            raise DataError(f"{name}:{number}: {why}") from None


def _of_tournament(name: str, row: RaceRow) -> Race | None:
    if not row.counts:
        return None
    cars = [Entry(car.name, car.place, car.points, car.why) for car in row.cars if car.bot != FILL]
    return Race(f"{name}/{row.block}", cars, row.rotations)


def _of_result(name: str, row: dict[str, Any]) -> Race | None:
    if any(car["place"] is None for car in row["standings"]):
        return None
    cars = [
        Entry(str(car["name"]), int(car["place"]), int(car["points"]), str(car["why"]))
        for car in row["standings"]
        if car["name"] != LEGEND
    ]
    return Race(f"{name}/{row['seed']}", cars)


def _records(name: str, lines: Iterable[bytes], library: Library, told: list[str]) -> Iterator[Race | None]:
    text = (line.decode(errors="replace") for line in lines)
    for i, replay in enumerate(replays(text, library, told=False)):
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
    cars = [
        Entry(names[one.seat], one.place, ranking.points(state, one.place, one.why), one.why)
        for one in places
        if not state.spec.seats[one.seat].legend
    ]
    seed = replay.header.seed
    return Race(f"{name}/{i}" if seed is None else seed, cars)


def _row(race: Race, number: dict[str, int]) -> RaceRow:
    cars: Sequence[CarRow] = [
        CarRow(number[car.name], car.name, car.place, car.points, car.why, 0) for car in race.cars
    ]
    return RaceRow(0, 0, race.rotations, "", "finished", 0, tuple(cars))
