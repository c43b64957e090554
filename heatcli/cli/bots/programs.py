"""What the commands about one bot program share: its command, and what is said."""

import click

from heatcli.arena.drivers import Entry, parse
from heatcli.arena.process import printable
from heatcli.errors import DriverError

LINE_SHOWN = 160  # characters of a line of a conversation


def program(command: str) -> Entry:
    """A driver that is a program. Raises DriverError."""
    entry = parse(command)
    if not entry.argv:
        kind = f"builtin:{entry.builtin} is a player in this process" if entry.builtin else "human is a person"
        raise DriverError(f"{kind}, no program; a command such as 'python bot.py' is right")
    return entry


def tell(to: str, line: bytes) -> None:
    """A line of a conversation, on stderr."""
    text = line.decode(errors="replace").strip()
    if text:
        click.echo(f"{to} {printable(text, LINE_SHOWN)}", err=True)
