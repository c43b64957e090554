"""Records in their canonical form, race by race; a race that is wrong stays as it is (SPEC N.8)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from heatcli.data.library import Library
from heatcli.record.game import result_line
from heatcli.record.reader import chunks
from heatcli.record.remarks import END
from heatcli.record.replay import Finding, Replay, replay_of


class Race(NamedTuple):
    """One race of a file. `text` is what is to be written for it, `raw` what was read; with findings they are equal.

    `lines` are its canonical lines, each with the number of events told before it; none where something is wrong.
    """

    replay: Replay
    findings: list[Finding]
    raw: bytes
    text: bytes
    lines: list[tuple[int, str]]


def races(source: Iterable[bytes], library: Library | None = None, told: bool = False) -> Iterator[Race]:
    """Every race of a file, driven again. Whatever stands before the next head belongs to the race before it."""
    reading, library = _Reading(source), library or Library()
    for chunk in chunks(reading):
        raw, no_text = reading.taken()
        yield _race(replay_of(chunk, library, (lines := _Lines()).write, told), raw, no_text, lines)
    reading.taken()


def salvaged(source: Iterable[bytes], library: Library | None = None) -> Iterator[Race]:
    """Every race of a file up to its last good line; one that does not come to a right result was interrupted there.

    A head is written as it was read, mended where its hash told how. The text of a race without one is empty.
    """
    library = library or Library()
    for race in races(source, library):
        good, lines = race.replay, race.lines
        while race.findings and good.game is not None:
            lines = (kept := _Lines()).lines
            kept.replay = good = replay_of(good.chunk, library, kept.write, told=False)
            good.run()
            chunk, wrong = good.chunk, [*good.findings, *([good.unread] if good.unread else [])]
            first = min([finding.line for finding in wrong if finding.line > chunk.head[-1].number], default=END)
            body = [line for line in chunk.body if line.number < first]
            if len(body) == len(chunk.body):
                break
            good.chunk = chunk._replace(body=body)
        end = f"{result_line(good.spec, None)}\n" if good.spec is not None and lines and good.cut else ""
        yield race._replace(text="".join([f"{line}\n" for _, line in lines]).encode() + end.encode())


class _Lines:
    """The lines a race writes, and how much had been told of it before each."""

    def __init__(self) -> None:
        self.replay: Replay | None = None
        self.lines: list[tuple[int, str]] = []

    def write(self, line: str) -> None:
        game = self.replay.game if self.replay is not None else None
        self.lines.append((len(game.log) if game is not None else 0, line))


def _race(replay: Replay, raw: list[bytes], no_text: list[Finding], lines: _Lines) -> Race:
    lines.replay = replay
    replay.run()
    findings = sorted([*no_text, *replay.findings, *([replay.unread] if replay.unread else [])])
    whole = b"".join(raw)
    torn_head = replay.torn is not None and not replay.chunk.body and replay.torn.text.lstrip()[:1] in ("[", "#")
    if findings or replay.game is None or torn_head:
        return Race(replay, findings, whole, whole, [])
    text = "".join([f"{line}\n" for _, line in lines.lines]).encode()
    return Race(replay, findings, whole, text + (raw[-1] if replay.torn else b""), lines.lines)


class _Reading:
    """The lines of a file as text; what was read for a race is kept until it is taken."""

    def __init__(self, source: Iterable[bytes]) -> None:
        self._source = source
        self._kept: list[bytes] = []
        self._no_text: list[Finding] = []
        self._first = 1  # the number of the first line that is kept
        self._ended = False

    def __iter__(self) -> Iterator[str]:
        for number, line in enumerate(self._source, 1):
            self._kept.append(line)
            try:
                text = line.decode()
            except UnicodeDecodeError as error:
                column = len(line[: error.start].decode()) + 1
                self._no_text.append(Finding(number, column, "no text; UTF-8 is right"))
                text = line.decode(errors="replace")
            yield text
        self._ended = True

    def taken(self) -> tuple[list[bytes], list[Finding]]:
        """What belongs to the race that was read last: all but the line of a head that begins the next."""
        size = len(self._kept) - (not self._ended)
        raw, self._kept = self._kept[:size], self._kept[size:]
        self._first += size
        wrong = [finding for finding in self._no_text if finding.line < self._first]
        self._no_text = self._no_text[len(wrong) :]
        return raw, wrong
