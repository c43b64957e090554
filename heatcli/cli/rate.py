"""heat rate: strengths from any results."""

from collections.abc import Iterator

import click

from heatcli.arena.story import plural
from heatcli.cli.records import file_lines, own_data, shown
from heatcli.cli.rows import write
from heatcli.cli.tournaments import tables
from heatcli.data.library import Library
from heatcli.errors import DataError
from heatcli.tournament.manifest import Manifest
from heatcli.tournament.rate import Race, gathered, read
from heatcli.tournament.summary import summary_of


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@own_data
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values, a line a driver.")
@click.option("--json", "as_json", is_flag=True, help="A row a driver, and one of the whole.")
def rate(files: tuple[str, ...], library: Library, as_csv: bool, as_json: bool) -> int:
    """Rate drivers, told apart by name, by results of tournaments, rows of heat race --json, or records.

    A FILE may be - for stdin. Races of one seed are one block; of a tournament only whole blocks count. A race that is
    wrong is told on stderr and left out, and the exit code is 1. Legends are not rated.

    \b
    heat rate cup/results.jsonl other/results.jsonl
    heat race -n 50 -d builtin:greedy -d builtin:random --json | heat rate -
    heat rate *.hrn --json | jq -r 'select(.type == "standing") | [.name, .elo] | @tsv'
    """  # noqa: D301  # click's own \b
    if as_csv and as_json:
        raise click.UsageError("--csv or --json: one of them")
    told: list[str] = []
    found = gathered(_all(files, library, told))
    for line in told:
        click.echo(line, err=True)
    if not found.blocks:
        why = (
            f"of {plural(found.left_out, 'race')} none has places and a whole block"
            if found.left_out
            else "no race in it"
        )
        raise DataError(f"{why}; results, rows of heat race --json, or records are right")
    summary = summary_of(found.blocks, found.names, "rate", Manifest().dq_rate)
    if as_json:
        for row in tables.rows(summary):
            write(row)
    else:
        click.echo(tables.csv(summary) if as_csv else tables.text(summary), nl=not as_csv)
    if found.left_out:
        click.echo(f"{plural(found.left_out, 'race')} without places or a whole block: left out", err=True)
    if found.doubled:
        click.echo(f"{plural(found.doubled, 'race')} that stood there before: left out", err=True)
    return 1 if told else 0


def _all(files: tuple[str, ...], library: Library, told: list[str]) -> Iterator[Race | None]:
    for name in files:
        yield from read(shown(name), file_lines(name), library, told)
