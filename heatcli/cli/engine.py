"""heat engine: the core for a program in another language."""

import sys

import click

from heatcli.cli.records import own_data
from heatcli.data.library import Library


@click.command()
@own_data
def engine(library: Library) -> int:
    """Answer a program in any language: one JSON object a line on stdin, one answer a line on stdout.

    It holds as many races as it is asked for: new ones, copies, worlds that a seat cannot tell apart. It ends with its
    input. protocol/engine.md has every command.

    \b
    echo '{"type":"new","drivers":2,"seed":"7","wants":["legal"]}' | heat engine
    """  # noqa: D301  # click's own \b
    from heatcli.arena.engine import Engine, serve

    serve(sys.stdin.buffer, sys.stdout.buffer, Engine(library))
    return 0
