"""Records out of JSON lines: the rows of type `line` have them (SPEC N.10)."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec


def record_of(source: Iterable[bytes], wrong: Callable[[int, str], None]) -> Iterator[bytes]:
    """The lines of a record, which may be given as JSON lines; every line in its place, the other rows as blank ones.

    `wrong` hears of the rows that are none: line and what would be right.
    """
    lines = iter(source)
    first: list[bytes] = []
    for line in lines:
        first.append(line)
        if line.removeprefix(b"\xef\xbb\xbf").strip():
            break
    every = chain(first, lines)
    if not first or _row(first[-1]) is None:
        yield from every
        return
    for number, line in enumerate(every, 1):
        row = _row(line)
        text = row.get("text") if row is not None and row["type"] == "line" else ""
        if row is None and line.strip():
            wrong(number, 'no row; a JSON object with a type is right, such as {"type":"line","text":"…"}')
        if not isinstance(text, str) or "\n" in text or "\r" in text:
            wrong(number, "a row of type line has one line of a record as its text")
            text = ""
        yield f"{text}\n".encode(errors="replace")


def _row(line: bytes) -> dict[str, Any] | None:
    """A JSON object with a type."""
    try:
        row = msgspec.json.decode(line.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return row if isinstance(row, dict) and "type" in row else None
