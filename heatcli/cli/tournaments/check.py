"""heat tournament check: is the folder right?"""

import click

from heatcli.arena.story import plural
from heatcli.cli.tournaments.loading import loaded
from heatcli.tournament.verify import verified


@click.command()
@click.argument("folder", metavar="DIR")
def check(folder: str) -> int:
    """Check a tournament's folder: every race once and of the plan, every record driven again and as its result says.

    Exit code 1 if anything is wrong. What a crash has torn is no error while it is at the end: run mends it.
    """
    found = loaded(folder)
    said = verified(found.folder, found.made, found.fold, found.wrong)
    for wrong in said.wrong:
        place = f":{wrong.line}" if wrong.line else ""
        click.echo(f"{found.folder.path / wrong.file}{place}: {wrong.text}")
    for torn in found.wrong:
        if torn not in said.wrong:
            click.echo(f"{found.folder.path / torn.file}:{torn.line}: {torn.text}", err=True)
    right = "right" if not said.wrong else plural(len(said.wrong), "finding")
    records = "" if said.records is None else f", {plural(said.records, 'record')}"
    click.echo(f"{folder}: {plural(len(found.fold.done), 'race')}{records}: {right}")
    return 1 if said.wrong else 0
