"""heat tournament: many races, a result one can believe."""

import click

from heatcli.cli import LazyGroup

COMMANDS = {
    "run": "Begin a tournament, or go on with one.",
    "show": "The table by now, also while it is run.",
    "report": "The table as a page, CSV, Markdown or JSON.",
    "check": "Check the folder: every race once, every record right.",
    "stop": "Ask the process that runs it to stop in order.",
}


class Tournaments(LazyGroup):
    """The commands of `heat tournament`."""

    package = "heatcli.cli.tournaments"
    helps = COMMANDS


@click.command(cls=Tournaments)
def tournament() -> None:
    """Race bots in blocks: one seed, all rotations of the seats. A folder keeps all of it (SPEC.md, chapter T).

    \b
    heat tournament run cup -d builtin:racer -d builtin:greedy -d 'python my_bot.py' -n 50
    heat tournament show cup
    heat tournament report cup --html cup.html
    """  # noqa: D301  # click's own \b
