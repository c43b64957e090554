"""heat fmt: records in canonical form."""

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from heatcli.cli.records import cut_note, file_lines, files_argument, own_data, shown, spelt, to_stdout
from heatcli.data.library import Library
from heatcli.errors import DataError
from heatcli.record.canonical import Race, races, salvaged

Write = Callable[[bytes], object]


@click.command()
@files_argument
@own_data
@click.option("-w", "--write", "in_place", is_flag=True, help="Into the files themselves, each at once or not at all.")
@click.option("--check", "only_check", is_flag=True, help="Write nothing, name the files that are not canonical.")
@click.option(
    "--salvage", is_flag=True, help="Only what is good: each race up to its first wrong line, then interrupted."
)
def fmt(files: tuple[str, ...], library: Library, in_place: bool, only_check: bool, salvage: bool) -> int:
    """Write records in their canonical form: what they say stays as it is, comments too.

    A FILE may be - for stdin, and hold many races. A race that is wrong is left as it is, and so is a last line that
    was torn. Exit code 1 if a race is wrong, with --check if a file is not canonical.

    \b
    heat fmt race.hrn
    heat fmt -w *.hrn
    heat fmt --salvage torn.hrn > good.hrn
    """  # noqa: D301  # click's own \b
    if in_place and only_check:
        raise click.UsageError("-w and --check exclude each other")
    if in_place and "-" in files:
        raise click.UsageError("-w writes into files; stdin is none")
    if salvage and (in_place or only_check):
        raise click.UsageError("--salvage leaves things out: to stdout, without -w and --check")
    if salvage:
        return 0 if all(_salvaged(name, library) for name in files) else 1
    right = [_formatted(name, library, in_place, only_check) for name in files]
    return 0 if all(right) else 1


def _salvaged(name: str, library: Library) -> bool:
    """Whether every race of a file was right."""
    right, count = True, 0
    for race in salvaged(file_lines(name), library):
        to_stdout(race.text)
        count += 1
        right = right and not race.findings
        _tell(name, race)
    return _any(name, count) and right


def _tell(name: str, race: Race) -> None:
    """What is wrong with a race, and where it was cut."""
    note = None if race.findings else cut_note(shown(name), race.replay)
    for line in [*spelt(shown(name), race.findings), *([note] if note else [])]:
        click.echo(line, err=True)


def _any(name: str, count: int) -> bool:
    """Whether a file has races."""
    if not count:
        click.echo(f"{shown(name)}: no race in it", err=True)
    return bool(count)


def _formatted(name: str, library: Library, in_place: bool, only_check: bool) -> bool:
    """Whether all is well with a file."""
    if in_place:
        with _replaced(name) as (write, changed):
            right, same = _format(name, library, write)
            changed.extend([] if same else [True])
        return right
    right, same = _format(name, library, (lambda _: None) if only_check else to_stdout)
    if only_check and not same:
        click.echo(f"{shown(name)}: not canonical")
    return right and (same or not only_check)


def _format(name: str, library: Library, write: Write) -> tuple[bool, bool]:
    """Nothing is wrong with the races of a file; they are canonical."""
    right, same, count = True, True, 0
    for race in races(file_lines(name), library):
        count += 1
        write(race.text)
        right = right and not race.findings
        same = same and race.text == race.raw
        _tell(name, race)
    return _any(name, count) and right, same


@contextmanager
def _replaced(name: str) -> Iterator[tuple[Write, list[bool]]]:
    """What is written goes into a file beside this one, which takes its place at the end if the list is not empty."""
    path, changed = Path(os.path.realpath(name)), list[bool]()
    if path.exists() and not os.access(path, os.W_OK):
        raise DataError(f"{name}: {os.strerror(errno.EACCES)}")
    try:
        number, beside = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as error:
        raise DataError(f"{name}: {error.strerror}") from None
    try:
        with open(number, "wb") as file:
            yield file.write, changed
            file.flush()
            os.fsync(number)
        if changed:
            shutil.copymode(path, beside)
            os.replace(beside, path)
    finally:
        if os.path.exists(beside):
            os.unlink(beside)
