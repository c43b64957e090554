"""The command line: parse, call one library function, print. Only this package turns errors into exit codes."""

import gc
import importlib
import os
import sys
from io import TextIOWrapper
from typing import Any

import click

from heatcli import __version__
from heatcli.errors import HeatError

COMMANDS = {
    "play": "Race Legends and bots yourself.",
    "watch": "Watch the races of records, turn by turn.",
    "race": "Race drivers against each other: built-in players and bot programs.",
    "season": "Race a championship: points, sponsorships, event cards.",
    "tournament": "Race bots in blocks of rotated seats, and rate them.",
    "rate": "Rate drivers by results or records.",
    "validate": "Check records: every line is driven again.",
    "replay": "Tell the races of records round by round.",
    "fmt": "Write records in their canonical form.",
    "convert": "Turn records into JSON lines, a CSV of turns, and back.",
    "diff": "Find where two records part.",
    "stats": "Sum up what drivers did in recorded races.",
    "legal": "List what may be done where a record ends, and where it leads.",
    "tracks": "List the tracks, show, check or import one.",
    "cards": "List the cards, or show some.",
    "bot": "Check, start, repeat and list bots.",
    "engine": "The core as JSON lines, for programs in other languages.",
    "schema": "Print the JSON Schemas of the messages.",
    "bench": "Measure the speed of the core on this machine.",
}
"""Every command and its help line; a command's module is imported only when it runs."""


class LazyGroup(click.Group):
    """Imports a command's module, `<package>.<name>`, when it is asked for."""

    package = "heatcli.cli"
    helps = COMMANDS

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.helps)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.helps:
            return None
        name = cmd_name.replace("-", "_")
        command = getattr(importlib.import_module(f"{self.package}.{name}"), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self.helps.items()))


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", message="heat %(version)s (rules 1, notation 1, protocol heat/1)")
def cli() -> None:
    """The open, scriptable engine for the board game Heat: Pedal to the Metal.

    \b
    heat race                                   race the shipped bots on USA
    heat race italia -d human -d builtin:greedy --legends 4
    heat race -d builtin:greedy -d 'python my_bot.py' --seed 7 --record race.hrn
    heat validate race.hrn
    heat COMMAND --help                         what a command can do
    """  # noqa: D301  # click's own \b


def main() -> int:
    """Run the command line; the exit code is 0 fine, 1 the file or bot checked is bad, 2 usage, 130 interrupted."""
    gc.set_threshold(100_000, 20, 20)  # imports make many objects, and no garbage
    _open_closed_streams()
    _speak_utf8()
    try:
        with cli.make_context("heat", sys.argv[1:]) as context:
            result: Any = cli.invoke(context)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except HeatError as error:
        click.echo(f"heat: {error}", err=True)
        return 2
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("heat: interrupted", err=True)
        return 130
    except BrokenPipeError:
        forget_stdout()
        return 0
    except OSError as error:
        click.echo(f"heat: {error.filename or 'output'}: {error.strerror}", err=True)
        forget_stdout()
        return 1


def _open_closed_streams() -> None:
    """A stream closed at the start (`>&-`) is taken for /dev/null, so that no pipe gets its number."""
    for fd, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            if null != fd:
                os.dup2(null, fd)
            setattr(sys, name, os.fdopen(fd, "r" if fd == 0 else "w"))


def _speak_utf8() -> None:
    """Records and JSON are UTF-8 whatever the locale; what is no text stops nobody."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors=errors)


def forget_stdout() -> None:
    """The reader is gone: let the interpreter's own flush at exit go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
