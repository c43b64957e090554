"""Comments that stand behind no token: where they go when a record is written again (SPEC N.8)."""

from bisect import bisect
from collections.abc import Sequence
from typing import Final

from heatcli.record import reader
from heatcli.record.game import comment
from heatcli.record.header import line_comments, line_key
from heatcli.record.reader import Chunk, PileLine

END: Final = 1 << 62
"""The number of a line behind all others."""


class Remarks:
    """The comments of a race's lines, each written once.

    A mere comment stands before the line that follows it, wherever that is written; so does one behind a line of the
    head, which would spoil its hash. Other comments stand at the end of their line.
    """

    def __init__(self, chunk: Chunk, body: Sequence[reader.Body]) -> None:
        self._before: dict[int, list[str]] = {}
        self._behind: dict[int, list[str]] = {}
        self._head: dict[tuple[str, ...], list[int]] = {}
        self._piles = [line.line.number for line in body if isinstance(line, PileLine)]
        first = [*chunk.head, *([chunk.hash] if chunk.hash else [])]
        self._head_end = max(line.number for line in first)
        numbers = sorted([line.number for line in (*first, *chunk.body)])
        for remark in chunk.remarks:
            at = bisect(numbers, remark.number)
            anchor = numbers[at] if at < len(numbers) else END
            self._before.setdefault(anchor, []).append(" ".join(map(comment, reader.comments_of(remark))))
        for line in chunk.head:
            self._head.setdefault(line_key(line.text), []).append(line.number)
            self._add(self._before, line.number, line_comments(line.text))
        if chunk.hash is not None:
            self._add(self._before, chunk.hash.number, reader.comments_of(chunk.hash))
        for read in body:
            self.put_behind(read.line.number, *read.aside)

    def _add(self, where: dict[int, list[str]], number: int, said: Sequence[str]) -> None:
        if said:
            where.setdefault(number, []).extend(map(comment, said))

    def put_behind(self, number: int, *said: str) -> None:
        """One more at the end of a line, for an empty one none."""
        self._add(self._behind, number, [text for text in said if text])

    def before_head(self, line: str) -> list[str]:
        """Those before a line of the head; before its hash all that are left of the head."""
        if line[0] == "#":
            return self.up_to(self._head_end)
        numbers = self._head.get(line_key(line))
        return self._before.pop(numbers.pop(0), []) if numbers else []

    def before(self, number: int) -> list[str]:
        """Those before this line alone."""
        return self._before.pop(number, [])

    def up_to(self, number: int) -> list[str]:
        """Those before this line and of all lines above, which are not written any more, but for piles."""
        lines: list[str] = []
        for at in sorted({*self._before, *self._behind}):
            if at > number or (at in self._piles and number < END):
                continue
            lines += self._before.pop(at, [])
            lines += self._behind.pop(at, []) if at < number else []
        return lines

    def behind(self, number: int) -> str:
        """What is added to the end of this line."""
        return "".join([f" {said}" for said in self._behind.pop(number, [])])
