"""heat tournament show: the table by now."""

import click

from heatcli.cli.rows import write
from heatcli.cli.tournaments import tables
from heatcli.cli.tournaments.loading import loaded


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="A row a driver, and one of the whole.")
def show(folder: str, as_json: bool) -> int:
    """Print the table of a tournament by now; it may be run meanwhile. Only whole blocks count.

    \b
    heat tournament show cup
    heat tournament show cup --json | jq -r 'select(.type == "standing") | [.name, .elo] | @tsv'
    """  # noqa: D301  # click's own \b
    found = loaded(folder, to_race=False)
    summary, times = found.summary(), found.times()
    if as_json:
        for row in tables.rows(summary, times):
            write(row)
        return 0
    click.echo(tables.text(summary, times, width=tables.terminal()))
    for line in found.lacks():
        click.echo(line)
    return 0
