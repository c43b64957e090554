"""heat bot new: a bot to begin with."""

import shlex
from pathlib import Path

import click

from heatcli.arena.shelf import STARTERS, begin


@click.command()
@click.argument("language", type=click.Choice([*STARTERS]))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def new(language: str, folder: Path) -> None:
    """Write a bot to begin with, that races already, into DIR. Nothing is overwritten.

    \b
    heat bot new python my_bot
    heat race -d 'python3 my_bot/bot.py' -d builtin:greedy
    """  # noqa: D301  # click's own \b
    bot, *others = begin(language, folder)
    command = shlex.quote(shlex.join([STARTERS[language].runner, str(bot)]))
    click.echo(f"{bot} is the bot, beside it {' and '.join(path.name for path in others)}.\n")
    click.echo(f"heat race -d {command} -d builtin:greedy")
    click.echo(f"heat bot check {command}")
