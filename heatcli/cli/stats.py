"""heat stats: what drivers did in recorded races, in numbers."""

from collections.abc import Iterator, Sequence
from typing import Final

import click

from heatcli.cli.records import cut_note, files_argument, findings, own_data, race_option, races, shown
from heatcli.cli.rows import write
from heatcli.cli.table import csv_text, table
from heatcli.data.library import Library
from heatcli.record.game import FAULTS
from heatcli.record.stats import BY, GEARS, OUT, PAID, Row, Stats, Value

NAME: Final = 28  # columns that a name may take in a table

Columns = Sequence[tuple[str, str]]
TABLES: Final[Sequence[Columns]] = (
    (
        *((key, key) for key in ("races", "wins", "podiums")),
        ("mean_place", "mean place"),
        *((key, key) for key in ("points", "turns", "spins")),
        *((f"out_{why}", why) for why in OUT),
    ),
    (
        ("mean_gear", "gear"),
        *((f"gear_{gear}", f"in {gear}") for gear in GEARS),
        ("cluttered", "cluttered"),
        ("mean_speed", "Speed"),
        *((key, key) for key in ("boosts", "adrenaline", "slipstreams")),
        ("slip_spaces", "spaces"),
    ),
    (
        ("heat", "Heat"),
        *((f"heat_{why}", why) for why in PAID),
        ("cooled", "cooled"),
        ("supercooled", "super"),
    ),
    (
        ("corners", "corners"),
        ("corners_over", "over limit"),
        ("mean_over", "by"),
        ("mean_under", "else under by"),
        *((f"stress_{what}", f"Stress {what}") for what in ("played", "gained", "shed")),
    ),
)
"""Columns and their headings, table by table."""
CODES: Final[Columns] = tuple((f"fault_{code}", code) for code in FAULTS)


@click.command()
@files_argument
@own_data
@race_option
@click.option("--by", type=click.Choice([*BY]), default="name", show_default=True, help="What drivers are told by.")
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values, a line a driver.")
@click.option("--json", "as_json", is_flag=True, help="One object a driver.")
def stats(files: tuple[str, ...], library: Library, race: int | None, by: str, as_csv: bool, as_json: bool) -> int:
    """Sum up what the drivers did in all races of the records: places, gears, Speed, Heat, corners, faults.

    A FILE may be - for stdin, and hold many races. A race that was cut counts for what was driven of it; one that is
    wrong is told on stderr and left out, and the exit code is 1. A driver of two cars of a race has two races.

    \b
    heat stats races.hrn
    heat stats --by seat --csv races.hrn > seats.csv
    heat stats --json *.hrn | jq -r '[.name, .mean_place] | @tsv'
    """  # noqa: D301  # click's own \b
    if as_csv and as_json:
        raise click.UsageError("--csv or --json: one of them")
    sums = Stats(by)
    code = _sum(sums, files, library, race)
    rows = sums.rows()
    if as_json:
        for row in rows:
            write(row)
    elif as_csv:
        click.echo(csv_text([*rows[:1], *(row.values() for row in rows)]), nl=False)
    elif rows:
        click.echo("\n\n".join(_tables(rows, by)))
    return code


def _sum(sums: Stats, files: Sequence[str], library: Library, race: int | None) -> int:
    """Add all races; the exit code."""
    code, there = 0, set[str]()
    for name, one in races(files, library, race=race):
        there.add(name)
        note = cut_note(name, one)
        for line in [*findings(name, one), *([note] if note else [])]:
            click.echo(line, err=True)
        if one.findings:
            code = 1
        elif one.game is not None:
            sums.add(one)
    for name in map(shown, files):
        if name not in there:
            click.echo(f"{name}: no race in it", err=True)
            code = 1
    return code


def _tables(rows: Sequence[Row], by: str) -> Iterator[str]:
    for columns in (*TABLES, CODES):
        if columns is CODES:
            columns = [(key, title) for key, title in CODES if any(row[key] for row in rows)]
        if columns:
            head = ["faults" if columns[0] in CODES else by, *(title for _, title in columns)]
            lines = [[_short(str(row[by])), *(_shown(row[key]) for key, _ in columns)] for row in rows]
            yield table(head, lines, right=range(1, len(head)))


def _short(name: str) -> str:
    return name if len(name) <= NAME else f"{name[: NAME - 3]}..."


def _shown(value: Value) -> str:
    return "-" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)
