"""heat bot: what a bot author needs."""

import click

from heatcli.cli import LazyGroup

COMMANDS = {
    "check": "Check a bot sentence by sentence.",
    "new": "Write a bot to begin with.",
    "replay": "Ask a bot every question of a recorded race again.",
    "list": "List the shipped bots.",
    "bad": "Be a bad bot, for referees to be tested with.",
}


class Bots(LazyGroup):
    """The commands of `heat bot`."""

    package = "heatcli.cli.bots"
    helps = COMMANDS


@click.command(cls=Bots)
def bot() -> None:
    """What a bot author needs: see protocol/README.md for how a bot talks.

    \b
    heat bot new python my_bot                  a bot that races
    heat bot check 'python my_bot/bot.py'       sentence by sentence, pass or fail
    heat bot replay race.hrn --seat 2 -d 'python my_bot/bot.py'
    """  # noqa: D301  # click's own \b
