"""Record files as the commands take them: names or `-`, one after the other, line by line."""

import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from io import TextIOWrapper
from typing import Any

import click

from heatcli.data.library import Library, library
from heatcli.errors import DataError, SetupError
from heatcli.record.reader import Chunk, chunks
from heatcli.record.replay import Finding, Replay, replay_of

Command = Callable[..., int]

race_option = click.option("--race", type=click.IntRange(min=1), metavar="N", help="Only race N of a file, from 1.")
files_argument = click.argument("files", nargs=-1, required=True, metavar="FILE...")


def own_data(command: Command) -> Command:
    """The options that bring boards, event cards and cards of the user's own; the command gets a `library`."""

    @click.option("--track", "tracks", multiple=True, metavar="FILE", help="A board of your own that a record names.")
    @click.option("--events", multiple=True, metavar="FILE", help="Event cards of your own.")
    @click.option("--cards", multiple=True, metavar="FILE", help="Cards of your own, beside the shipped ones.")
    @functools.wraps(command)
    def with_library(tracks: Sequence[str], events: Sequence[str], cards: Sequence[str], **rest: Any) -> int:
        return command(library=library(tracks, events, cards), **rest)

    return with_library


def races(
    files: Sequence[str],
    own: Library,
    told: bool = True,
    race: int | None = None,
) -> Iterator[tuple[str, Replay]]:
    """Every race of every file, driven again, with the file's name; `race`: only this one of each file, from 1.

    Raises SetupError for a file that has no such race.
    """
    for name in files:
        for _, chunk in numbered(name, race):
            yield shown(name), replay_of(chunk, own, told=told).run()


def numbered(name: str, race: int | None = None) -> Iterator[tuple[int, Chunk]]:
    """The races of a file with their numbers from 1, not driven yet; `race`: only this one.

    Raises SetupError for a file that has no such race.
    """
    number = 0
    for number, chunk in enumerate(chunks(lines_of(name)), 1):
        if race in (None, number):
            yield number, chunk
        if race == number:
            break
    if race is not None and race > number:
        raise SetupError(f"{shown(name)}: no race {race}, it has {number}")


def shown(name: str) -> str:
    """What a file is called in findings and totals; bytes of a name that are no text are spelt out."""
    return "stdin" if name == "-" else name.encode(errors="backslashreplace").decode()


def lines_of(name: str) -> Iterator[str]:
    """A file's lines with their ends; bytes that are no UTF-8 become a mark that no record has."""
    return (line.decode(errors="replace") for line in file_lines(name))


def file_lines(name: str) -> Iterator[bytes]:
    """A file's lines with their ends."""
    try:
        file = sys.stdin.buffer if name == "-" else open(name, "rb")  # noqa: SIM115  # closed below
    except OSError as error:
        raise DataError(f"{name}: {error.strerror}") from None
    try:
        yield from file
    except OSError as error:  # a folder
        raise DataError(f"{name}: {error.strerror}") from None
    finally:
        if name != "-":
            file.close()


def findings(name: str, replay: Replay) -> list[str]:
    """What is wrong, as file:line:column."""
    return spelt(name, replay.findings)


def spelt(name: str, wrong: Sequence[Finding]) -> list[str]:
    """Findings as file:line:column."""
    return [f"{name}:{one.line}:{one.column}: {one.text}" for one in wrong]


def to_stdout(text: bytes) -> None:
    """Bytes as they are; as text where stdout takes nothing else."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.flush()
        sys.stdout.buffer.write(text)
    else:
        sys.stdout.write(text.decode(errors="backslashreplace"))


def cut_note(name: str, replay: Replay) -> str | None:
    """Where a record breaks off, if it does."""
    if not replay.cut or replay.findings:
        return None
    if replay.lacks:
        return f"{name}: ends in the head of a race: {replay.lacks}"
    where = f"{name}:{replay.torn.number}: cut in this line" if replay.torn else f"{name}: ends without a result"
    if replay.last is None:
        return f"{where}; no turn is whole"
    line, round_, colour = replay.last
    return f"{where}; valid up to line {line} (round {round_}, {colour})"
