"""heat diff: where two records part."""

from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice, zip_longest
from typing import Final

import click

from heatcli.cli.records import lines_of, own_data, race_option, shown
from heatcli.cli.rows import write
from heatcli.cli.telling import Told
from heatcli.data.library import Library
from heatcli.errors import SetupError
from heatcli.record.differ import NOTHING, Difference, Side, comments, difference, names
from heatcli.record.reader import Chunk, chunks
from heatcli.record.replay import Replay

WHAT: Final = {
    "head": "another head",
    "round": "another round",
    "car": "another car",
    "decision": "another decision",
    "checkpoint": "the turn comes to something else",
    "pile": "another shuffle",
    "result": "another result",
    "line": "another line",
    "end": "one of the records ends",
    "race": "one of the records has no such race",
}


class _File:
    """One of the records, race by race; on the way it notes what makes no race another one."""

    def __init__(self, name: str) -> None:
        self.name = shown(name)
        self.races = 0
        self._name = name
        self._sums = {kind: blake2b() for kind in ("comments", "names", "spelling")}

    def chunks(self) -> Iterator[Chunk]:
        for chunk in chunks(self._heard()):
            self.races += 1
            self._sums["names"].update(repr(names(chunk)).encode(errors="replace"))
            yield chunk

    def _heard(self) -> Iterator[str]:
        for line in lines_of(self._name):
            self._sums["comments"].update(repr(comments(line)).encode(errors="replace") if "{" in line else b"")
            self._sums["spelling"].update(line.encode(errors="replace"))
            yield line

    def digests(self) -> dict[str, bytes]:
        return {kind: sum_.digest() for kind, sum_ in self._sums.items()}


@click.command()
@click.argument("a")
@click.argument("b")
@own_data
@race_option
@click.option("--json", "as_json", is_flag=True, help="One object a difference.")
def diff(a: str, b: str, library: Library, race: int | None, as_json: bool) -> int:
    """Show the first difference of each race of two records: both places as file:line:column, and the board before it.

    One of them may be - for stdin. Races are compared in the order of the files. Exit code 0 if they are the same
    races, even if comments, times, drivers' names or spelling are not; 1 if not; 2 if one cannot be read.

    \b
    heat diff yesterday.hrn today.hrn
    heat race --seed 7 --record - -q | heat diff race.hrn -
    """  # noqa: D301  # click's own \b
    if a == b == "-":
        raise click.UsageError("only one of the two can be -")
    files = (_File(a), _File(b))
    differ = False
    pairs = zip_longest(files[0].chunks(), files[1].chunks())
    for number, pair in enumerate(islice(pairs, (race or 1) - 1, race), race or 1):
        if None in pair and (race is not None or number == 1):
            break  # said below
        found = _compare(files, pair, library)
        if found is not None:
            if not as_json:
                click.echo("\n" * differ + _text(files, number, found, pair, library))
            else:
                write(_row(files, number, found))
            differ = True
    for file in files:
        if file.races < (race or 1):
            raise SetupError(
                f"{file.name}: no race {race}, it has {file.races}" if race else f"{file.name}: no race in it"
            )
    if not differ and race is None:
        _same(files, as_json)
    return int(differ)


def _compare(
    files: tuple[_File, _File], pair: tuple[Chunk | None, Chunk | None], library: Library
) -> Difference | None:
    for file, chunk in zip(files, pair, strict=True):
        if chunk is not None and not chunk.head:
            line = _start(chunk).line
            raise SetupError(f'{file.name}:{line}:1: a race begins with its head; [Heat "1"] is right')
    one, other = pair
    if one is not None and other is not None:
        return difference(one, other, library)
    sides = [NOTHING if chunk is None else _start(chunk) for chunk in pair]
    return Difference("race", -1, "", (sides[0], sides[1]))


def _start(chunk: Chunk) -> Side:
    line = (chunk.head or ([chunk.hash] if chunk.hash else chunk.body))[0]
    return Side(line.number, 1, line.text)


def _same(files: tuple[_File, _File], as_json: bool) -> None:
    """What differs though the races do not."""
    one, other = (file.digests() for file in files)
    kinds = [kind for kind in ("comments", "names") if one[kind] != other[kind]]
    if not kinds and one["spelling"] != other["spelling"]:
        kinds = ["spelling"]
    if kinds and as_json:
        write({"type": "same", "differ": kinds})
    elif kinds:
        click.echo(f"the same races: only {' and '.join(kinds)} differ")


def _row(files: tuple[_File, _File], number: int, found: Difference) -> dict[str, object]:
    sides = [
        {"file": file.name, "line": side.line, "column": side.column, "text": side.text} if side.line else None
        for file, side in zip(files, found.sides, strict=True)
    ]
    return {
        "type": "difference",
        "race": number,
        "kind": found.kind,
        "round": None if found.round < 0 else found.round,
        "colour": found.colour or None,
        "a": sides[0],
        "b": sides[1],
    }


def _text(
    files: tuple[_File, _File],
    number: int,
    found: Difference,
    pair: tuple[Chunk | None, Chunk | None],
    library: Library,
) -> str:
    place = [f"race {number}"]
    if found.round >= 0:
        place.append(f"round {found.round}")
    lines = [f"{', '.join([*place, *([found.colour] if found.colour else [])])}: {WHAT[found.kind]}"]
    for file, side in zip(files, found.sides, strict=True):
        where = f"{file.name}:{side.line}:{side.column}" if side.line else file.name
        lines.append(f"  {where}: {_plain(side.text) or 'nothing'}")
    boards = [_board(chunk, found.turns, library) for chunk in pair if chunk is not None and found.round > 0]
    drawn = [board for board in boards if board]
    if len(drawn) == len(files) and drawn[0] == drawn[1]:
        lines += ["", "before it:", drawn[0]]
    else:
        for file, board in zip(files, boards, strict=False):
            lines += ["", f"before it in {file.name}:", board] if board else []
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Lines of a file that is no record may hold anything."""
    return "".join(char if char.isprintable() else "?" for char in text)


def _board(chunk: Chunk, turns: int, library: Library) -> str:
    """The board when so many turns were over; nothing if the race cannot be driven so far."""
    one = Replay(chunk, None, library).run()
    if one.game is None:
        return ""
    told = Told(one)
    ends = [*told.starts[:1], *(i + 1 for i, row in enumerate(told.rows) if row["type"] == "turn")]
    return told.board(ends[turns]) if turns < len(ends) else ""
