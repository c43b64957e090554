"""A conversation with a bot program outside a race. Every wait has an end, and nothing of the program is left."""

import contextlib
import math
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from heatcli.arena.drivers import MAX_LINES, START_MS, Entry, hello
from heatcli.arena.options import settle
from heatcli.arena.process import QUIT_MS, SLICE, Process, end, printable, pump
from heatcli.errors import DriverError
from heatcli.wire import messages
from heatcli.wire.messages import LINE_LIMIT, PROTOCOL, Act, Bad, FromReferee, Ready

SHOWN: Final = 80  # characters of a line that are shown
LAST_WORDS: Final = 1 << 20
_GRACE: Final = 0.2  # seconds for what a program started to go

Listener = Callable[[str, bytes], None]
"""Hears every line: `<` to the bot or `>` from it, and the line."""


class SilentError(Exception):
    """The conversation came to nothing: what was seen, and what would be right. `dead`: nothing more can come."""

    def __init__(self, seen: str, dead: bool = False) -> None:
        super().__init__(seen)
        self.dead = dead


class Known(NamedTuple):
    """A process of the bot: its number and when it began, so that no other one is taken for it."""

    pid: int
    began: str


class Talk:
    """A bot program and what is said. Raises DriverError if it cannot be started."""

    def __init__(self, entry: Entry, hear: Listener | None = None) -> None:
        self._process = Process(entry.argv, entry.setting)
        try:
            self._process.confirm()
        except DriverError:
            self._process.bury()
            raise
        self._hear = hear
        self._budget = LINE_LIMIT
        self.answered: list[int] = []
        self._asked: list[int] = []
        self._family: list[Known] = []  # what it started, as far as it was seen
        self.id = 0  # of the last request
        self.greeting = Ready(PROTOCOL)
        self.noise: list[str] = []  # lines that are no message, or none for now
        self.twice: list[int] = []  # requests with more than one answer
        self.took = 0.0  # milliseconds of the last answer

    # --- talking

    def say(self, *lines: FromReferee) -> None:
        """Messages, in one write."""
        self.write(b"".join(map(messages.line, lines)))

    def write(self, data: bytes) -> None:
        """Bytes as they are."""
        if self._hear is not None:
            for line in data.splitlines():
                self._hear("<", line)
        self._process.send(data)

    def rest(self, seconds: float) -> None:
        """A pause in which what was said goes on its way."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            pump([self._process], left)

    def greet(self, seconds: float = START_MS / 1000, strange: bytes = b"") -> Ready:
        """Say hello and wait for `ready`; `strange` is a hello of another kind. Raises SilentError."""
        self.write(strange or messages.line(hello()))
        until = time.monotonic() + seconds
        while (message := self._message(until)) is not None:
            if isinstance(message, Ready):
                self.greeting = message
                self.look()
                return message
            self.noise.append(f"act {message.id} before ready")
        hint = "; if it said ready, it did not flush"
        raise SilentError(f"no ready within {seconds * 1000:.0f} ms{self._last_noise() or hint}")

    def settled(self, name: str, asked: dict[str, str]) -> dict[str, object]:
        """Its options with their values. Raises DriverError."""
        return settle(name, self.greeting.options, asked)

    def next_id(self) -> int:
        """The id of the next request."""
        self.id += 1
        self._asked.append(self.id)
        return self.id

    def act(self, seconds: float) -> str:
        """The answer to the last request: its token. Raises SilentError; the answer to an older one is passed over."""
        began = time.monotonic()
        until = began + seconds
        while (message := self._message(until)) is not None:
            if isinstance(message, Ready):
                self.noise.append("ready for a second time")
                continue
            if message.id in self.answered:
                self.twice.append(message.id)
                continue
            if message.id not in self._asked:
                raise SilentError(f"an answer with id {message.id} to request {self.id}; id {self.id} is right")
            self.answered.append(message.id)
            if message.id == self.id:
                self.took = (time.monotonic() - began) * 1000
                return message.action
        raise SilentError(f"no answer within {seconds * 1000:.0f} ms{self._last_noise()}")

    def _message(self, until: float) -> Ready | Act | None:
        """The next message, until a time. Wrong lines are noise; too many of them, or too long ones, are a flood."""
        budget, wrong = self._process.received + LINE_LIMIT, 0
        while (line := self._line(until, budget)) is not None:
            if self._hear is not None and line.strip():
                self._hear(">", line)
            message = messages.decode(line)
            if isinstance(message, Bad):
                said = printable(line.decode(errors="replace").strip(), SHOWN)
                self.noise.append(f"`{said}`: {printable(message.why, 200)}")
                wrong += 1
                if message.code == "type" and _means(line) in ("ready", "act"):
                    raise SilentError(self.noise[-1])
                if wrong > MAX_LINES:
                    raise SilentError(f"more than {MAX_LINES} lines that are no message{self._last_noise()}")
            elif message is not None:
                return message
        return None

    def _line(self, until: float, budget: int) -> bytes | None:
        while True:
            gone = self._process.gone()
            line = self._process.next_line()
            if line is not None:
                return line
            if gone is not None:
                raise SilentError(self._end_of(gone), dead=True)
            if self._process.received > budget:
                raise SilentError(f"more than {LINE_LIMIT} bytes and no answer")
            left = until - time.monotonic()
            if left <= 0:
                return None
            pump([self._process], min(SLICE, left))

    def _last_noise(self) -> str:
        return f", but {self.noise[-1]}" if self.noise else ""

    def _end_of(self, gone: str) -> str:
        if gone == "closed":
            return "it closed its pipe and runs on"
        code = self._process.exit_code or 0
        how = f"it ended with exit code {code}" if code >= 0 else f"it was killed by signal {-code}"
        errors = self.errors()
        return f"{how}; stderr: {errors[-1]}" if errors else f"{how}, nothing on stderr"

    # --- the end

    def leave(self, farewell: bytes) -> float | None:
        """Say farewell, close its input and wait: seconds until it was gone, None if it does not go in time."""
        began = time.monotonic()
        self._process.leave(farewell)
        while self._process.exit_code is None:
            if time.monotonic() - began > QUIT_MS / 1000:
                return None
            pump([self._process], SLICE / 10)
            while self._process.next_line() is not None:
                pass
        return time.monotonic() - began

    @property
    def exit_code(self) -> int | None:
        """Of the program; minus the signal, if one killed it; None while it runs."""
        return self._process.exit_code

    def errors(self) -> list[str]:
        """What it wrote to stderr, as far as it is kept."""
        return self._process.last_errors(LAST_WORDS)

    @property
    def _pid(self) -> int:
        return self._process.pid

    def look(self) -> None:
        """See what the program has started by now."""
        self._family += [one for one in _started_by(self._pid) if one not in self._family]

    def left(self) -> int:
        """How many of what the program started run on without it."""
        return len(_wait_for(self._family, self._pid))

    def peak(self) -> int:
        """Bytes of memory it had at most, with all that it started; 0 where that cannot be seen."""
        return sum(_peak(pid) for pid in [self._pid, *(one.pid for one in self._family)])

    def close(self, politely: bool = True) -> bool:
        """The end of it and all that it started; whether it went by itself."""
        self.look()
        try:
            if politely:
                end([self._process], messages.line(messages.Bye()))
            else:
                self._process.kill(signal.SIGKILL)
                self._process.bury()
        finally:
            for one in (left := _running(self._family)):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(one.pid, signal.SIGKILL)
            _wait_for(left)
        return politely and (self._process.exit_code or 0) >= 0


def _means(line: bytes) -> object:
    """The type of a message that is not well formed, but JSON."""
    row = msgspec.json.decode(line.strip().removeprefix(b"\xef\xbb\xbf"))
    return row.get("type") if isinstance(row, dict) else None


class _Row(NamedTuple):
    parent: int
    group: int
    began: str


def _processes() -> dict[int, _Row]:
    """Every process that runs, by number; empty where there is no /proc."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            state, parent, group, *rest = path.read_text(errors="replace").rpartition(")")[2].split()
            if state not in "ZX":
                found[int(path.parent.name)] = _Row(int(parent), int(group), rest[16])
    return found


def _started_by(pid: int) -> list[Known]:
    rows = _processes()
    found, new = [], [pid]
    while new:
        new = [one for one, row in rows.items() if row.parent in new]
        found += [Known(one, rows[one].began) for one in new]
    return found


def _running(known: list[Known], group: int = 0) -> list[Known]:
    """Those of the known that still run, and whoever is in the group of a program that has gone."""
    rows = _processes()
    found = [one for one in known if one.pid in rows and rows[one.pid].began == one.began]
    also = [Known(pid, row.began) for pid, row in rows.items() if row.group == group and pid != group]
    return found + [one for one in also if one not in found]


def _wait_for(known: list[Known], group: int = 0) -> list[Known]:
    """Those that do not go in a moment."""
    until = time.monotonic() + _GRACE
    while (left := _running(known, group) if known or group else []) and time.monotonic() < until:
        time.sleep(SLICE / 5)
    return left


def _peak(pid: int) -> int:
    with contextlib.suppress(OSError, ValueError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) << 10
    return 0


def milliseconds(ms: float) -> str:
    """A time as it is shown."""
    return f"{ms:.0f} ms" if ms >= 10 else f"{math.ceil(ms * 10) / 10:.1f} ms"
