"""Where two recorded races part: the first head line, decision or checkpoint that differs. Nothing is driven here."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from heatcli.core.specs import Catalogue
from heatcli.data.library import Library
from heatcli.errors import NotationError
from heatcli.record import reader
from heatcli.record.header import LEGEND, Reading, head_lines, read_head
from heatcli.record.reader import Chunk, MisreadError, PileLine, ResultLine, Text, TurnLine, Word
from heatcli.record.tokens import read_token, token

_ENTRY: Final = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"(?:\s+"((?:[^"\\]|\\.)*)")?')
_COMMENT: Final = re.compile(r"\{[^{}]*\}")
_PAIRS: Final = ("seat", "own", "car")
_ASIDE: Final = ("seat", "sandbox")
"""Head lines that say nothing of the race: of a seat the driver's name."""


class Side(NamedTuple):
    """What one of the records has there; without a line: nothing, for it has ended, or lacks that line."""

    line: int
    column: int
    text: str


NOTHING: Final = Side(0, 0, "")


class Difference(NamedTuple):
    """The first difference of two races: head, round, car, decision, checkpoint, pile, result, line or end.

    `round` is -1 in the head; `turns` is how many turns the records have alike before it.
    """

    kind: str
    round: int
    colour: str
    sides: tuple[Side, Side]
    turns: int = 0


def difference(a: Chunk, b: Chunk, library: Library | None = None) -> Difference | None:
    """The first difference of two races that counts: not in comments, spelling or drivers' names."""
    library = library or Library()
    return _heads(a, b, library) or _bodies(a, b, library.catalogue)


def names(chunk: Chunk) -> list[str]:
    """What `difference` leaves out of the head: names of drivers, and the sandbox."""
    entries = [_entry(line.text) for line in chunk.head]
    return [" ".join(values) for (key, *_), values in entries if key in _ASIDE]


def comments(text: str) -> list[str]:
    """The comments of a line."""
    return [] if text.lstrip().startswith("[") else _COMMENT.findall(text)


# --- heads

Key = tuple[str, ...]


def _entry(text: str) -> tuple[Key, tuple[str, ...]]:
    """A head line as what it is about, and what it says of it."""
    match = _ENTRY.match(text)
    if match is None:
        return (" ".join(text.split()),), ()
    key, first, second = match[1].lower(), match[2], match[3]
    if key in _PAIRS:
        return (key, first.lower()), (second or "",)
    if key == "option":
        return (key, first.partition("=")[0].strip().lower()), (first,)
    return (key,), (first,)


def _heads(a: Chunk, b: Chunk, library: Library) -> Difference | None:
    raws = [[line.text for line in chunk.head] for chunk in (a, b)]
    readings = [read_head(raw, library) for raw in raws] if raws[0] != raws[1] else []
    if any(isinstance(reading, Reading) for reading in readings):
        lines = raws
    else:
        lines = [head_lines(reading[0])[:-1] for reading in readings if not isinstance(reading, Reading)]
    told = [dict(map(_entry, texts)) for texts in lines]
    for key in dict.fromkeys([*told[0], *told[1]]) if told else ():
        values = [_counts(key, entries.get(key)) for entries in told]
        if values[0] != values[1]:
            return Difference("head", -1, "", (_head_side(a, key), _head_side(b, key)))
    seats = [[key for key in entries if key[0] == "seat"] for entries in told]
    for one, other in zip(*seats, strict=False):
        if one != other:
            return Difference("head", -1, "", (_head_side(a, one), _head_side(b, other)))
    hashes = [chunk.hash.text.strip().lower() if chunk.hash else "" for chunk in (a, b)]
    if raws[0] == raws[1] and all(hashes) and hashes[0] != hashes[1]:
        assert a.hash is not None
        assert b.hash is not None
        return Difference("head", -1, "", (_whole(a.hash), _whole(b.hash)))
    return None


def _counts(key: Key, values: tuple[str, ...] | None) -> object:
    """What counts of an entry: of a seat's whether it is a Legend."""
    if key[0] == "sandbox":
        return None
    if key[0] == "seat" and values is not None:
        return values[0].lower() == LEGEND
    return values


def _head_side(chunk: Chunk, key: Key) -> Side:
    return next((_whole(line) for line in chunk.head if _entry(line.text)[0] == key), NOTHING)


def _whole(line: Text) -> Side:
    text = line.text.strip()
    return Side(line.number, line.text.index(text) + 1, text)


# --- bodies


class _Line(NamedTuple):
    """A line of a body as it is compared: `read` is None for one that cannot be read."""

    text: Text
    read: TurnLine | ResultLine | None
    round: int


def _bodies(a: Chunk, b: Chunk, catalogue: Catalogue) -> Difference | None:
    piles: tuple[dict[Any, PileLine], dict[Any, PileLine]] = ({}, {})
    turns, number = 0, 0
    found = None
    for one, other in zip_longest(_lines(a, piles[0]), _lines(b, piles[1])):
        here = one or other
        assert here is not None
        number = here.round
        found = _line(one, other, catalogue)
        if found is not None:
            break
        turns += isinstance(here.read, TurnLine) and number > 0
    found = found and found._replace(turns=turns)
    shuffles = _shuffles(*piles, number, turns, found is None)
    if found is None or (shuffles is not None and shuffles.sides[0].line < (found.sides[0].line or 1 << 60)):
        return shuffles
    return found


def _lines(chunk: Chunk, piles: dict[Any, PileLine]) -> Iterator[_Line]:
    """The lines but the piles, which are put by."""
    number = 0
    for text in chunk.body:
        try:
            line = reader.read_line(text)
        except MisreadError:
            yield _Line(text, None, number)
            continue
        if isinstance(line, PileLine):
            piles[line.pile, line.k] = line
            continue
        if isinstance(line, TurnLine) and line.round is not None:
            number = line.round
        yield _Line(text, line, number)


def _shuffles(
    ours: Mapping[Any, PileLine], theirs: Mapping[Any, PileLine], number: int, turns: int, all_: bool
) -> Difference | None:
    """The first shuffle that differs; one that only one record has counts if `all_` else is alike."""
    for key in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(key), theirs.get(key)
        if one is None or other is None:
            if all_:
                sides = [NOTHING if line is None else _whole(line.line) for line in (one, other)]
                return Difference("pile", number, "", (sides[0], sides[1]), turns)
        elif [word.text.lower() for word in one.cards] != [word.text.lower() for word in other.cards]:
            return Difference("pile", number, "", (_whole(one.line), _whole(other.line)), turns)
    return None


def _line(one: _Line | None, other: _Line | None, catalogue: Catalogue) -> Difference | None:
    """The first difference of two lines that stand at the same place."""
    there = one or other
    assert there is not None
    colour = there.read.colour.text if isinstance(there.read, TurnLine) else ""
    if one is None or other is None:
        sides = [NOTHING if line is None else _whole(line.text) for line in (one, other)]
        return Difference("end", there.round, colour, (sides[0], sides[1]))
    if isinstance(one.read, TurnLine) and isinstance(other.read, TurnLine):
        kind, words = _turn(one, other, one.read, other.read, catalogue)
    elif isinstance(one.read, ResultLine) and isinstance(other.read, ResultLine):
        kind, words = "result", _first(_result(one.read), _result(other.read))
    else:
        alike = " ".join(one.text.text.split()) == " ".join(other.text.text.split())
        kind, words = "line", None if alike else (_word(one.text), _word(other.text))
    if words is None:
        return None
    if one.text.torn != other.text.torn and len(one.text.text) != len(other.text.text):
        kind = "end"  # a line that was cut
    sides = [Side(line.text.number, word.column, word.text) for line, word in zip((one, other), words, strict=True)]
    return Difference(kind, one.round, colour, (sides[0], sides[1]))


Words = tuple[Word, Word] | None


def _turn(a: _Line, b: _Line, one: TurnLine, other: TurnLine, catalogue: Catalogue) -> tuple[str, Words]:
    if a.round != b.round:
        return "round", (Word(1, f"{a.round}."), Word(1, f"{b.round}."))
    if one.colour.text != other.colour.text:
        return "car", (one.colour, other.colour)
    tokens = [_tokens(line, catalogue) for line in (one, other)]
    checks = [reader.check_of(line) if line.equals >= 0 else {} for line in (one, other)]
    for left, right in zip_longest(*tokens):
        if left is None or right is None or left[1] != right[1]:
            words = [
                pair[0] if pair else _behind(line, check)
                for pair, line, check in zip((left, right), (one, other), checks, strict=True)
            ]
            cut = any(pair is None and not check for pair, check in zip((left, right), checks, strict=True))
            return "end" if cut else "decision", (words[0], words[1])
    fields = [field for field in checks[0] if field in checks[1]]
    return "checkpoint", _first([checks[0][field] for field in fields], [checks[1][field] for field in fields])


def _tokens(line: TurnLine, catalogue: Catalogue) -> list[tuple[Word, str]]:
    """The tokens with their canonical text; a pass counts only before one that bears a mark (SPEC N.5)."""
    pairs = [(word, _canonical(word.text, catalogue)) for word in line.tokens]
    marked = max((i for i, (_, text) in enumerate(pairs) if text.startswith("pass!")), default=-1)
    return [pair for i, pair in enumerate(pairs) if i < marked or pair[1] != "pass"]


def _canonical(text: str, catalogue: Catalogue) -> str:
    decision, bang, mark = text.partition("!")
    try:
        return token(read_token(decision, catalogue), catalogue) + bang + mark.lower()
    except NotationError:
        return " ".join(text.lower().split())


def _behind(line: TurnLine, check: Mapping[str, Word]) -> Word:
    """Where a line has no more tokens: its check, or its end."""
    first = next(iter(check.values()), None)
    return Word(first.column if first else len(line.line.text) + 1, "")


def _result(line: ResultLine) -> list[Word]:
    return [line.colours, line.why]


def _word(line: Text) -> Word:
    side = _whole(line)
    return Word(side.column, side.text)


def _first(ours: Sequence[Word], theirs: Sequence[Word]) -> Words:
    """The first pair that differs."""
    return next(((one, other) for one, other in zip(ours, theirs, strict=True) if one.text != other.text), None)
