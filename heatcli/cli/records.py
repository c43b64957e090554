"""Record files as the commands take them: names or `-`, one after the other, line by line."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import click

from heatcli.core.track import Track
from heatcli.data.load import load_track, read_track
from heatcli.errors import DataError, HeatError
from heatcli.record.replay import Replay, replays

files_argument = click.argument("files", nargs=-1, required=True, metavar="FILE...")
track_option = click.option(
    "--track", "boards", multiple=True, metavar="FILE", help="A board of your own that the record names."
)


def tracks_of(boards: Sequence[str]) -> Callable[[str], Track]:
    """Looks a board up by the name a record gives: the given files first, then the shipped ones."""
    own = {track.id: track for track in (read_track(Path(board)) for board in boards)}

    def find(name: str) -> Track:
        return own[name] if name in own else _shipped(name)

    return find


def _shipped(name: str) -> Track:
    if name.endswith(".toml") or "/" in name:
        raise DataError(f"track {name!r}: a record names a board by its id, such as usa")
    try:
        return load_track(name)
    except HeatError as error:
        raise DataError(f"{error}; a board of your own comes with --track FILE") from None


def races(
    files: Sequence[str], boards: Sequence[str], write: Callable[[str], None] | None = None
) -> Iterator[tuple[str, Replay]]:
    """Every race of every file, driven again, with the file's name."""
    tracks = tracks_of(boards)
    for name in files:
        for replay in replays(_lines(name), tracks, write):
            yield shown(name), replay


def shown(name: str) -> str:
    """What a file is called in findings and totals; bytes of a name that are no text are spelt out."""
    return "stdin" if name == "-" else name.encode(errors="backslashreplace").decode()


def _lines(name: str) -> Iterator[str]:
    """A file's lines with their ends; bytes that are no UTF-8 become a mark that no record has."""
    try:
        file = sys.stdin.buffer if name == "-" else open(name, "rb")  # noqa: SIM115  # closed below
    except OSError as error:
        raise DataError(f"{name}: {error.strerror}") from None
    try:
        for line in file:
            yield line.decode(errors="replace")
    except OSError as error:  # a folder
        raise DataError(f"{name}: {error.strerror}") from None
    finally:
        if name != "-":
            file.close()


def findings(name: str, replay: Replay) -> list[str]:
    """What is wrong, as file:line:column."""
    return [f"{name}:{one.line}:{one.column}: {one.text}" for one in replay.findings]


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
