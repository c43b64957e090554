"""Is a tournament's folder right: every race once, of the plan, with the record that its result was made from."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from heatcli.core import ranking
from heatcli.record.replay import Replay, replays
from heatcli.tournament import schedule
from heatcli.tournament.fold import Fold
from heatcli.tournament.folder import RESULTS, Folder, Wrong
from heatcli.tournament.manifest import OFF
from heatcli.tournament.plan import Ready
from heatcli.tournament.play import luck
from heatcli.tournament.results import CRASHED, FILL, RaceRow

_KEY: Final = re.compile(r"\s*\{block (\d+), rotation (\d+)\}\s*")
Key = tuple[int, int]


class Verified(NamedTuple):
    """What is wrong; how many records there are, None where none are kept."""

    wrong: list[Wrong]
    records: int | None


def verified(folder: Folder, made: Ready, fold: Fold, wrong: Sequence[Wrong]) -> Verified:
    """Check it. `wrong` is what was found when the results were read."""
    rows = {row.key: row for row in folder.rows()}
    found = [one for one in wrong if not one.text.startswith("torn")]
    found += _off_plan(made, fold, rows)
    if made.manifest.records == OFF:
        return Verified(found, None)
    folder.locate(made.manifest)
    records, count = dict.fromkeys(rows, 0), 0
    for path in _files(folder):
        name = str(path.relative_to(folder.path))
        for replay in _records(path, made):
            count += 1
            key = _key(replay)
            line = replay.chunk.head[0].number if replay.chunk.head else 1
            if key not in records:
                if key is None:
                    found.append(Wrong(name, line, "a record of no race of this tournament"))
                continue
            records[key] += 1
            found += [Wrong(name, one.line, one.text) for one in replay.findings]
            if not replay.findings and (why := _differs(rows[key], replay, made)):
                found.append(Wrong(name, line, why))
    for key, number in records.items():
        wanted = _wanted(made, rows[key])
        if number != wanted:
            whose = f"block {key[0]}, rotation {key[1]}"
            found.append(Wrong(made.manifest.records, 0, f"{number} records of {whose}, and not {wanted}"))
    return Verified(found, count)


def _off_plan(made: Ready, fold: Fold, rows: dict[Key, RaceRow]) -> Iterator[Wrong]:
    """Races that are not as the plan has them."""
    planned = {block.number: block for block in schedule.blocks(made.plan, fold.scores)}
    for key, row in rows.items():
        block = planned.get(key[0])
        orders = [] if block is None else schedule.orders(made.plan, block.bots)
        right = orders[key[1]] if key[1] < len(orders) else None
        cars = [car for car in row.cars if car.bot != FILL]
        same = tuple(car.bot for car in cars) == right and all(car.name == made.names[car.bot] for car in cars)
        if not same or row.rotations != len(orders) or row.luck != luck(f"{made.seed}/{key[0]}"):
            yield Wrong(RESULTS, 0, f"block {key[0]}, rotation {key[1]} is not as planned")


def _files(folder: Folder) -> list[Path]:
    assert folder.records is not None
    if folder.in_folder:
        return sorted(folder.records.glob("*.hrn"))
    return [folder.records] if folder.records.exists() else []


def _records(path: Path, made: Ready) -> Iterator[Replay]:
    with path.open(encoding="utf-8", errors="replace", newline="") as lines:
        yield from replays(lines, made.library, told=False)


def _key(replay: Replay) -> Key | None:
    match = next((found for line in replay.chunk.remarks if (found := _KEY.fullmatch(line.text))), None)
    return None if match is None else (int(match[1]), int(match[2]))


def _wanted(made: Ready, row: RaceRow) -> int:
    """Records of a race: of a season one a race, of a crash none."""
    if row.why == CRASHED:
        return 0
    if made.manifest.format == "season":
        return len(row.cars[0].races) or 1
    return 1


def _differs(row: RaceRow, replay: Replay, made: Ready) -> str:
    """What a result says and its record does not."""
    assert replay.game is not None
    assert replay.header is not None
    seed = f"{made.seed}/{row.block}"
    if replay.header.seed != seed and not str(replay.header.seed).startswith(f"{seed}/"):
        return "the race has another seed than the plan"
    if made.manifest.format == "season" or not row.counts:
        return ""
    places = ranking.outcome(replay.game.state)
    mine = [] if places is None else [(one.seat, one.place, one.distance) for one in sorted(places)]
    told = [(seat, car.place, car.distance) for seat, car in enumerate(row.cars)]
    return "" if mine == told else "the race ends otherwise than its result says"
