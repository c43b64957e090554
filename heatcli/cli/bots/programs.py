"""What the commands about one bot program share: its command, what is said, an orderly end."""

import contextlib
import signal
from collections.abc import Iterator

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


@contextlib.contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM and SIGHUP end the conversation as Ctrl-C does, so that no bot outlives it."""
    numbers = [n for n in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(n) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
