"""python -m tests.vectors [--to-record] FILE…: recorded races and unit vectors replayed through the core.

With --to-record the races are written to stdout as records, and the report to stderr.
Exit codes: 0 all equal, 1 a mismatch, 2 a file that cannot be read. A record ends where a ruling asks for another race
than the file has, and the next one begins with the position before the round that follows.
"""

import gzip
import json
import sys
from collections.abc import Callable, Iterator
from typing import Any

from heatcli.errors import HeatError
from tests.vectors.geometry import Geometry, check_track
from tests.vectors.replay import Replay
from tests.vectors.report import Report

Record = dict[str, Any]
TO_RECORD = "--to-record"


class Writer:
    """Records one after the other: the race's id behind each head."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write

    def race(self, id: str) -> Callable[[str], None]:
        """What takes the lines of one race."""

        def write(line: str) -> None:
            self._write(line)
            if line[0] == "#":
                self._write(f"{{{id}}}")

        return write


def check_file(path: str, report: Report, writer: Writer | None = None) -> None:
    """Everything in one file. Raises OSError, EOFError or ValueError where it cannot be read."""
    race: list[Record] = []
    for record in _records(path):
        kind = record["t"]
        if kind == "track":
            check_track(record, report)
        elif kind == "geo":
            Geometry(record, report).run()
        else:
            if kind == "race":
                race = []
            race.append(record)
            if kind == "end":
                _race(race, report, writer)


def _race(records: list[Record], report: Report, writer: Writer | None) -> None:
    report.races += 1
    id_ = records[0]["id"]
    try:
        Replay(records, report, writer and writer.race(id_)).run()
    except HeatError as error:
        report.mismatches.append(f"{id_} record 0 (race): {error}; race left")


def _records(path: str) -> Iterator[Record]:
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                record = json.loads(line)
            except ValueError:
                raise ValueError(f"line {number} is not JSON") from None
            if not isinstance(record, dict) or "t" not in record:
                raise ValueError(f'line {number} is no record: an object with "t" is right')
            yield record


def main(arguments: list[str]) -> int:
    """Check the files named and print the report."""
    paths = [argument for argument in arguments if argument != TO_RECORD]
    if not paths:
        print("usage: python -m tests.vectors [--to-record] FILE.jsonl.gz…", file=sys.stderr)
        return 2
    report = Report()
    writer = Writer(print) if TO_RECORD in arguments else None
    for path in paths:
        try:
            check_file(path, report, writer)
        except (OSError, EOFError, ValueError) as error:
            print(f"{path}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
            return 2
    print(report.text(), file=sys.stderr if writer else sys.stdout)
    return 1 if report.mismatches else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
