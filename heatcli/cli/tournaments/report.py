"""heat tournament report: the table as a page, CSV, Markdown, JSON."""

import os
from collections.abc import Sequence

import click

from heatcli.cli.output import write_whole
from heatcli.cli.rows import write
from heatcli.cli.tournaments import tables
from heatcli.cli.tournaments.about import about, own_files
from heatcli.cli.tournaments.loading import Loaded, loaded
from heatcli.errors import SetupError
from heatcli.tournament.page import page


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--html", metavar="FILE", help="One page, which loads nothing.")
@click.option("--csv", metavar="FILE", help="Comma-separated values, a line a driver.")
@click.option("--md", metavar="FILE", help="A table in Markdown.")
@click.option("--json", "as_json", is_flag=True, help="A row a driver, and one of the whole, on stdout.")
def report(folder: str, html: str | None, csv: str | None, md: str | None, as_json: bool) -> int:
    """Write the table of a tournament by now; it may be run meanwhile. FILE may be -, for stdout.

    \b
    heat tournament report cup --html cup.html
    heat tournament report cup --csv - | cut -d, -f2,4
    heat tournament report cup --md table.md --csv table.csv
    """  # noqa: D301  # click's own \b
    files = [name for name in (html, csv, md) if name is not None]
    _check(files + ["-"] * as_json)
    found = loaded(folder, to_race=False)
    _spare(found, files)
    summary, times = found.summary(), found.times()
    if html is not None:
        where = os.path.dirname(os.path.abspath(html))  # of stdout: here
        write_whole(html, page(about(found, summary, where), summary, times))
    if csv is not None:
        write_whole(csv, tables.csv(summary, times))
    if md is not None:
        write_whole(md, tables.markdown(summary))
    if as_json:
        for row in tables.rows(summary, times):
            write(row)
    for line in found.lacks():
        click.echo(line, err=True)
    return 0


def _check(files: Sequence[str]) -> None:
    """One report a file."""
    if not files:
        raise click.UsageError("nothing to write; --html FILE, --csv FILE, --md FILE or --json is right")
    if len({os.path.realpath(name) for name in files}) < len(files):
        raise click.UsageError("two reports in one file; a FILE each is right, and one of them may be -")


def _spare(found: Loaded, files: Sequence[str]) -> None:
    own = [os.path.realpath(path) for path in own_files(found)]
    for name in files:
        if os.path.realpath(name) in own:
            raise SetupError(f"{name}: a file of the tournament itself; another one is right")
