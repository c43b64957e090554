"""Where one character of a head was changed: the hash tells, by trying."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Final

_LONGEST: Final = 5_000  # characters of a head that is worth trying; three seconds
_CHARACTERS: Final = "".join(map(chr, range(32, 127)))


def repair(lines: Sequence[str], wanted: str) -> tuple[int, int, str] | None:
    """The one character (index of the line, column, the line as it was) whose change gives the head its hash back."""
    if sum(map(len, lines)) > _LONGEST:
        return None
    for index, line in enumerate(lines):
        before = blake2b("".join(f"{other}\n" for other in lines[:index]).encode(errors="replace"), digest_size=6)
        after = "".join(f"{other}\n" for other in ["", *lines[index + 1 :]]).encode(errors="replace")
        for column in range(len(line) + 1):
            for candidate in _candidates(line, column):
                attempt = before.copy()
                attempt.update(candidate.encode(errors="replace") + after)
                if attempt.hexdigest() == wanted:
                    return index, column + 1, candidate
    return None


def _candidates(line: str, column: int) -> Iterator[str]:
    """The line with one character changed, taken out or put in at the column."""
    head, tail = line[:column], line[column:]
    for char in _CHARACTERS:
        yield head + char + tail
        if tail:
            yield head + char + tail[1:]
    if tail:
        yield head + tail[1:]
