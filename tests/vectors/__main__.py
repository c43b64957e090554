"""python -m tests.vectors [--strict] FILE…: recorded races and unit vectors replayed through the core.

Exit codes: 0 all equal, 1 a mismatch (with --strict also what is not played yet), 2 a file that cannot be read.
"""

import gzip
import json
import sys
from collections.abc import Iterator
from typing import Any

from tests.vectors.geometry import Geometry, check_track
from tests.vectors.replay import NotYetError, Replay
from tests.vectors.report import Report

Record = dict[str, Any]


def check_file(path: str, report: Report) -> None:
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
                _race(race, report)


def _race(records: list[Record], report: Report) -> None:
    report.races += 1
    try:
        Replay(records, report).run()
    except NotYetError as error:
        report.not_yet[str(error)] += 1


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
    paths = [argument for argument in arguments if argument != "--strict"]
    if not paths:
        print("usage: python -m tests.vectors [--strict] FILE.jsonl.gz…", file=sys.stderr)
        return 2
    report = Report()
    for path in paths:
        try:
            check_file(path, report)
        except (OSError, EOFError, ValueError) as error:
            print(f"{path}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
            return 2
    print(report.text())
    return 1 if report.mismatches or ("--strict" in arguments and report.not_yet) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
