"""What the commands about one bot program share: its command, and what is said."""

import click

from heatcli.arena.drivers import Entry, parse
from heatcli.arena.isolation import SANDBOXES, check_sandbox
from heatcli.arena.process import printable
from heatcli.errors import DriverError

LINE_SHOWN = 160  # characters of a line of a conversation


sandbox_option = click.option(
    "--sandbox", type=click.Choice(SANDBOXES), default="off", show_default=True, help="What the bot is held in."
)


def program(command: str, sandbox: str) -> Entry:
    """A driver that is a program. Raises DriverError, and SetupError for a sandbox that cannot be had."""
    check_sandbox(sandbox)
    entry = parse(command)
    if not entry.argv:
        kind = f"builtin:{entry.builtin} is a player in this process" if entry.builtin else "human is a person"
        raise DriverError(f"{kind}, no program; a command such as 'python bot.py' is right")
    return entry._replace(setting=entry.setting._replace(sandbox=sandbox))


def tell(to: str, line: bytes) -> None:
    """A line of a conversation, on stderr."""
    text = line.decode(errors="replace").strip()
    if text:
        click.echo(f"{to} {printable(text, LINE_SHOWN)}", err=True)
