"""Records as text: files into races, lines into tokens with their columns (SPEC N.4, N.5). Nothing is judged here."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from heatcli.errors import NotationError

LONGEST: Final = 100_000
"""Characters of a line; what is longer is refused unread."""

MOST_LINES: Final = 50_000
"""Lines of a race, and characters below; what stands behind them is not read as part of it."""
MOST_TEXT: Final = 10_000_000

_BOM: Final = "\ufeff"
_LINES: Final = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_COMMENT: Final = re.compile(r"\{([^{}]*)\}")
_ALONE: Final = re.compile(r"(?:\{[^{}]*\}\s*)+")  # nothing but comments
_HASH: Final = re.compile(r"#\s*([0-9a-fA-F]{12})\s*")
_NUMBER: Final = re.compile(r"(\d{1,5})\s*\.")
_PILE: Final = re.compile(r"@\s*([a-z]+(?::\d{1,2})?)\s*/\s*(\d{1,5})(?!\S)", re.IGNORECASE)
_RESULT: Final = re.compile(r"result\s*:", re.IGNORECASE)
_EQUALS: Final = re.compile(r"(?<=\s)=|=(?=\s|$)")  # not the one of `value U8=3`
_CANONICAL: Final = re.compile(
    r"(?:([1-9]\d{0,4})\. | {3,})([a-z]+)(?: ([^ ;={}@#](?:[^;={}]*[^ ;={}])?(?:; [^ ;={}](?:[^;={}]*[^ ;={}])?)*))?"
    r" = (-?\d{1,5}/[01](?: g\d{1,3} v(?:-|-?\d{1,3}) e\d{1,3})? #[0-9a-f]{6})",
    re.ASCII,
)
_KINDS: Final = {"g": "gear", "v": "speed", "e": "engine"}


class Text(NamedTuple):
    """A line of a file; numbers count from 1. `torn`: the file ends in it."""

    number: int
    text: str
    torn: bool = False


class Word(NamedTuple):
    """A piece of a line: where it stands (column from 1), what it says, and the comment behind it."""

    column: int
    text: str
    comment: str = ""


class TurnLine(NamedTuple):
    """`round. colour tokens = check`. `equals` is where the check starts (column from 0), -1 in a line that was cut.

    `aside` has the comments that stand behind no token.
    """

    line: Text
    round: int | None
    colour: Word
    tokens: list[Word]
    equals: int
    aside: tuple[str, ...] = ()


class PileLine(NamedTuple):
    """`@pile/number cards`."""

    line: Text
    pile: str
    k: int
    cards: list[Word]
    aside: tuple[str, ...] = ()


class ResultLine(NamedTuple):
    """`Result: colours; why`."""

    line: Text
    colours: Word
    why: Word
    aside: tuple[str, ...] = ()


Body = TurnLine | PileLine | ResultLine


class Chunk(NamedTuple):
    """One race's lines but for blank ones: the head's, its hash if it has one, the rest, and mere comments.

    `more`: they are not the first of their race, which has more than any race can.
    """

    head: list[Text]
    hash: Text | None
    body: list[Text]
    remarks: list[Text]
    more: bool = False


class MisreadError(NotationError):
    """A line that is none; `column` says where."""

    def __init__(self, column: int, why: str) -> None:
        super().__init__(why)
        self.column = column


def chunks(lines: Iterable[str]) -> Iterator[Chunk]:
    """The races of a file, one after the other. A head begins a new one, and so does a line too many."""
    chunk = Chunk([], None, [], [])
    count = size = 0
    for number, raw in enumerate(_lines(lines), 1):
        text = raw.removeprefix(_BOM)  # files may have been put one behind the other
        line = Text(number, text.rstrip("\r\n"), torn=not text.endswith(("\n", "\r")))
        start = line.text.lstrip()
        if not start:
            continue
        count, size = count + 1, size + min(len(start), LONGEST)
        if count > MOST_LINES or size > MOST_TEXT:
            yield chunk
            chunk, count, size = Chunk([], None, [], [], more=True), 1, 0
            if start[0] != "[":
                chunk.body.append(line)
                continue
        if start[0] == "[":
            if chunk.body or chunk.hash or (chunk.head and re.match(r"\[\s*heat\b", start, re.IGNORECASE)):
                yield chunk
                chunk, count, size = Chunk([], None, [], []), 0, 0
            chunk.head.append(line)
        elif start[0] == "#" and not chunk.body and chunk.hash is None:
            chunk = chunk._replace(hash=line)
        elif start[0] == "{" and len(start) <= LONGEST and _ALONE.fullmatch(start):
            chunk.remarks.append(line)
        else:
            chunk.body.append(line)
    if chunk.head or chunk.hash or chunk.body:
        yield chunk


def _lines(lines: Iterable[str]) -> Iterator[str]:
    """A carriage return that stands alone ends a line too."""
    for raw in lines:
        if "\r" in raw and "\r" in raw[:-2]:
            yield from _LINES.findall(raw)
        else:
            yield raw


def hash_of(line: Text) -> Word:
    """The hash of a head. Raises MisreadError."""
    text, _ = _blanked(line.text)
    start = len(text) - len(text.lstrip())
    match = _HASH.fullmatch(text.strip())
    if match is None:
        raise MisreadError(start + 1, "the head's hash is # and 12 hex digits")
    return Word(start + match.start(1) + 1, match[1].lower())


def read_line(line: Text) -> Body:
    """A line of the body. Raises MisreadError."""
    if len(line.text) > LONGEST:
        raise MisreadError(LONGEST + 1, too_long(line.text))
    if match := _CANONICAL.fullmatch(line.text):
        return _turn(line, match)
    text, comments = _blanked(line.text)
    start = len(text) - len(text.lstrip())
    if text[start] == "@":
        return _pile(line, text, start)._replace(aside=tuple(comments.values()))
    if match := _RESULT.match(text, start):
        return _result(line, text, match.end())._replace(aside=tuple(comments.values()))
    number = _NUMBER.match(text, start)
    equals = _EQUALS.search(text)
    before = text[: equals.start()] if equals else text
    words = list(_words(before, number.end() if number else start))
    if not words:
        raise MisreadError(start + 1, "a line is a turn, a pile (@), a result or a comment in {}")
    colour = words[0]
    end = colour.column - 1 + len(colour.text)
    tokens = _tokens(before, end, comments)
    aside = tuple(said for at, said in comments.items() if not (tokens and end <= at < len(before)))
    if equals:
        _check(text, equals.end())
    colour = colour._replace(text=colour.text.lower())
    return TurnLine(line, int(number[1]) if number else None, colour, tokens, equals.end() if equals else -1, aside)


def _turn(line: Text, match: re.Match[str]) -> TurnLine:
    """A turn as this program writes it, as most lines are: what `read_line` finds, in a third of the time."""
    number, colour, tokens = match.group(1, 2, 3)
    queue = []
    if tokens:
        start = match.start(3) + 1
        for text in tokens.split("; "):
            queue.append(Word(start, text))
            start += len(text) + 2
    return TurnLine(line, int(number) if number else None, Word(match.start(2) + 1, colour), queue, match.start(4) - 1)


def too_long(text: str) -> str:
    """What to say of such a line."""
    return f"a line of {len(text)} characters; up to {LONGEST} are right"


def comments_of(line: Text) -> list[str]:
    """What the comments of a line say that is no turn: a mere comment, a hash."""
    return [str(said) for said in _COMMENT.findall(line.text)]


def check_of(line: TurnLine) -> dict[str, Word]:
    """What a turn's line says behind its =: the fields that are there."""
    return _check(_blanked(line.line.text)[0], line.equals)


def _blanked(text: str) -> tuple[str, dict[int, str]]:
    """The text with its comments blanked out, and the comments by the column where they end."""
    comments = {match.start(): match[1] for match in _COMMENT.finditer(text)}
    blank = _COMMENT.sub(lambda match: " " * len(match[0]), text)
    for brace, why in (("{", "a comment is closed with } on its own line"), ("}", "no comment is open here")):
        if brace in blank:
            raise MisreadError(blank.index(brace) + 1, why)
    return blank, comments


def _words(text: str, start: int = 0) -> Iterator[Word]:
    for match in re.compile(r"\S+").finditer(text, start):
        yield Word(match.start() + 1, match[0])


def _tokens(text: str, start: int, comments: dict[int, str]) -> list[Word]:
    tokens: list[Word] = []
    if not text[start:].strip():
        return tokens
    for raw in text[start:].split(";"):
        if not raw.strip():
            raise MisreadError(start + 1, "an empty token; one ; between tokens is right")
        end = start + len(raw)
        said = [comment for at, comment in comments.items() if start <= at < end]
        tokens.append(Word(end - len(raw.lstrip()) + 1, " ".join(raw.split()), " ".join(said)))
        start = end + 1
    return tokens


def _check(text: str, start: int) -> dict[str, Word]:
    fields: dict[str, Word] = {}
    for word in _words(text, start):
        word = word._replace(text=word.text.lower())
        kind = "place" if not fields else "digest" if word.text[0] == "#" else _KINDS.get(word.text[0], "")
        if not kind or kind in fields or not _fits(kind, word.text):
            raise MisreadError(
                word.column, f"{word.text!r}: distance/spot gN vN eN #6hex is right, such as 12/0 g2 v9 e5 #8f3c21"
            )
        fields[kind] = word
    if not fields:
        raise MisreadError(start, "nothing behind =; distance/spot is right, such as 12/0")
    return fields


def _fits(kind: str, text: str) -> bool:
    patterns = {"place": r"-?\d{1,5}/[01]", "digest": r"#[0-9a-f]{6}", "speed": r"v(-|-?\d{1,3})"}
    return re.fullmatch(patterns.get(kind, r"[ge]\d{1,3}"), text, re.ASCII) is not None


def _pile(line: Text, text: str, start: int) -> PileLine:
    match = _PILE.match(text, start)
    if match is None:
        raise MisreadError(start + 1, "@pile/number and its cards are right, such as @deck:0/1 4 S 1")
    return PileLine(line, match[1].lower(), int(match[2]), list(_words(text.replace(",", " "), match.end())))


def _result(line: Text, text: str, start: int) -> ResultLine:
    colours, semicolon, why = text[start:].partition(";")
    if not semicolon:
        raise MisreadError(start + 1, "the colours, a ; and how the race ended are right")
    return ResultLine(
        line,
        _stripped(colours, start),
        _stripped(why, start + len(colours) + 1),
    )


def _stripped(text: str, start: int) -> Word:
    return Word(start + len(text) - len(text.lstrip()) + 1, " ".join(text.split()).lower())
