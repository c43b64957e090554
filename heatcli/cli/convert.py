"""heat convert: records as JSON lines, as a table, and back."""

import click

from heatcli.cli.records import cut_note, file_lines, files_argument, own_data, shown, spelt, to_stdout
from heatcli.cli.replay import write_rows
from heatcli.cli.table import csv_text
from heatcli.cli.telling import Told
from heatcli.data.library import Library
from heatcli.record.canonical import Race, races
from heatcli.record.rows import record_of
from heatcli.record.turns import FIELDS, turn_rows


@click.command()
@files_argument
@own_data
@click.option("--to", type=click.Choice(["events", "turns", "record"]), required=True, help="What to write.")
def convert(files: tuple[str, ...], library: Library, to: str) -> int:
    """Turn records into another form, on stdout. A FILE may be - for stdin, and hold many races.

    \b
    events  JSON lines as heat replay --json has them, with the lines of the record among them
    turns   CSV, one row a car's turn
    record  the notation, in its canonical form

    A FILE is a record, or JSON lines that --to events has written. A race that is wrong is left out, and said to be;
    then the exit code is 1.

    \b
    heat convert race.hrn --to turns > turns.csv
    heat convert race.hrn --to events | heat convert - --to record
    """  # noqa: D301  # click's own \b
    if to == "turns":
        _cells([["file", "race", *FIELDS]])
    right = [_converted(name, library, to) for name in files]
    return 0 if all(right) else 1


def _converted(name: str, library: Library, to: str) -> bool:
    """Whether all is well with a file."""
    file, right, count = shown(name), True, 0

    def wrong(number: int, why: str) -> None:
        nonlocal right
        right = False
        click.echo(f"{file}:{number}: {why}", err=True)

    for race in races(record_of(file_lines(name), wrong), library, told=to != "record"):
        count += 1
        if race.lines:
            _write(file, count, race, to)
        note = None if race.findings else cut_note(file, race.replay)
        for line in [*spelt(file, race.findings), *([note] if note else [])]:
            click.echo(line, err=True)
        right = right and not race.findings
    if not count:
        click.echo(f"{file}: no race in it", err=True)
    return right and bool(count)


def _write(file: str, number: int, race: Race, to: str) -> None:
    one = race.replay
    if to == "record":
        to_stdout("".join([f"{line}\n" for _, line in race.lines]).encode())
    elif to == "events":
        write_rows(Told(one), race.lines)
    elif one.spec is not None and one.header is not None and one.game is not None:
        rows = turn_rows(one.spec, one.header.names, one.game.log, race.lines)
        _cells([[file, number, *row] for row in rows])


def _cells(rows: list[list[object]]) -> None:
    to_stdout(csv_text(rows).encode(errors="backslashreplace"))
