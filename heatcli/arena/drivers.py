"""Drivers: what answers for a seat. A built-in player answers at once, a bot program over the protocol."""

import re
import shlex
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePath
from typing import Final, NamedTuple

from heatcli import __version__
from heatcli.arena.players import Player, player
from heatcli.arena.process import SLICE, Process, end, printable, pump
from heatcli.errors import DriverError
from heatcli.wire import messages
from heatcli.wire.messages import LINE_LIMIT, PROTOCOL, Act, Bad, Clock, FromReferee, Ready

START_MS: Final = 10_000
MAX_FAULTS: Final = 3
MAX_WARNINGS: Final = 100  # wrong lines for one decision; more are a flood
NAME_LIMIT: Final = 40
FATAL: Final = ("closed", "exited")
_KEYS: Final = ("name", "cmd", "ms")
_PART: Final = re.compile(r"[a-z_.]+=")


class Entry(NamedTuple):
    """A driver as asked for: `builtin` or a command, a name of its own, milliseconds a decision."""

    builtin: str = ""
    argv: tuple[str, ...] = ()
    name: str = ""
    ms: int | None = None


class Answer(NamedTuple):
    """The end of a decision: an action's token, or the code of what happened instead and why."""

    code: str = ""
    token: str = ""
    why: str = ""


def parse(text: str) -> Entry:
    """A `-d` argument: `builtin:NAME`, a command, or parts such as `name=A cmd='python bot.py' ms=500`."""
    words = _split(text)
    if not words:
        raise DriverError("driver '': empty; builtin:random or a command such as 'python bot.py' is right")
    if not _PART.match(words[0]):
        return _command(words, Entry())
    parts: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in _KEYS or key in parts:
            raise DriverError(f"driver {text!r}: {word!r} is no part; name=…, cmd='…' and ms=…, each once, are right")
        parts[key] = value
    if "cmd" not in parts:
        raise DriverError(f"driver {text!r}: no cmd; cmd='python bot.py' or cmd=builtin:random is right")
    command = _split(parts["cmd"])
    if not command:
        raise DriverError(f"driver {text!r}: cmd is empty; cmd='python bot.py' is right")
    return _command(
        command, Entry(name=printable(parts.get("name", "").strip(), NAME_LIMIT), ms=_ms(text, parts.get("ms")))
    )


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise DriverError(f"driver {text!r}: {error}; close every quote") from None


def _ms(text: str, value: str | None) -> int | None:
    if value is None:
        return None
    if not (value.isascii() and value.isdecimal() and 1 <= len(value) <= 7 and int(value) > 0):
        raise DriverError(f"driver {text!r}: ms={value}: whole milliseconds from 1 to 9999999 are right")
    return int(value)


def _command(words: Sequence[str], entry: Entry) -> Entry:
    if not words[0].startswith("builtin:"):
        return entry._replace(argv=tuple(words))
    name = words[0].removeprefix("builtin:")
    player(name, "")
    if entry.ms is not None:
        raise DriverError(f"driver {words[0]}: ms={entry.ms} means nothing to a built-in player; leave it out")
    if len(words) > 1:
        raise DriverError(f"driver {words[0]}: stands alone, not with {' '.join(words[1:])!r}")
    return entry._replace(builtin=name)


class Builtin:
    """A player in this process."""

    def __init__(self, entry: Entry) -> None:
        self._builtin = entry.builtin
        self.name = entry.name or entry.builtin
        self.player: Player = player(entry.builtin, "")

    def begin(self, seed: str) -> None:
        """A new race."""
        self.player = player(self._builtin, seed)


class Bot:
    """A program that speaks the protocol: one conversation, over as many races as there are."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.name = entry.name or printable(PurePath(entry.argv[-1]).name, NAME_LIMIT)
        self.process = Process(entry.argv)
        self.wants: tuple[str, ...] = messages.WANTS
        self.dead: Answer | None = None  # what stopped it for good
        self.id = 0  # of the last request
        self.warnings: list[Bad] = []  # wrong lines since the last answer
        self.deadline = 0.0
        self._ms = 0
        self._ready = False
        self._done = -1  # the last request that had an answer in time
        self._budget = 0

    def say(self, *lines: FromReferee) -> None:
        """Send messages in one write."""
        self.process.send(b"".join(map(messages.line, lines)))

    def ask(self, ms: int, *lines: FromReferee) -> None:
        """Send messages of which the last wants an answer; its clock starts when they are on their way."""
        self.say(*lines)
        self._ms = ms
        self._budget = self.process.received + LINE_LIMIT
        self.deadline = time.monotonic() + ms / 1000

    def settle(self) -> Answer | None:
        """The answer, if what has come in by now, or not come in, decides it."""
        late = time.monotonic() >= self.deadline
        if late:  # what came in while others were heard is in time
            self.process.receive()
        gone = self.process.gone()
        while (line := self.process.next_line()) is not None:
            if (answer := self._read(line)) is not None:
                return self._close(answer)
            if len(self.warnings) > MAX_WARNINGS:
                return self._flood(f"more than {MAX_WARNINGS} wrong lines for one decision")
        if gone is not None:
            return self._close(self._gone(gone))
        if self.process.received > self._budget:
            return self._flood(f"more than {LINE_LIMIT} bytes for one decision")
        if late:
            return self._close(Answer("timeout", why=f"no answer within {self._ms} ms"))
        return None

    def _close(self, answer: Answer) -> Answer:
        if not answer.code:
            self._done = self.id
        if answer.code in FATAL:
            self.dead = answer
        return answer

    def _flood(self, why: str) -> Answer:
        self.process.forget()
        return self._close(Answer("flood", why=why))

    def _gone(self, code: str) -> Answer:
        if code == "closed":
            return Answer(code, why="it closed its pipe and runs on")
        exit_code = self.process.exit_code or 0
        return Answer(code, why=f"exit code {exit_code}" if exit_code >= 0 else f"killed by signal {-exit_code}")

    def _read(self, line: bytes) -> Answer | None:
        message = messages.decode(line)
        if isinstance(message, Bad):
            self.warnings.append(Bad(message.code, printable(message.why, 200)))
        elif isinstance(message, Ready):
            return self._read_ready(message)
        elif isinstance(message, Act):
            return self._read_act(message)
        return None

    def _read_ready(self, message: Ready) -> Answer | None:
        if self._ready:
            self._warn("type", "ready was said before; act is right")
        elif message.protocol != PROTOCOL:
            why = f"protocol {printable(message.protocol, 20)!r}: {PROTOCOL} is right"
            self.say(messages.Error("type", why, 0, 0))
            return Answer("type", why=why)
        else:
            self._ready = True
            self.wants = tuple(message.wants)
            if unknown := [want for want in self.wants if want not in messages.WANTS]:
                self._warn("type", f"wants {printable(unknown[0], 20)!r}: {', '.join(messages.WANTS)} are right")
            self.name = self.entry.name or printable(message.name, NAME_LIMIT) or self.name
            return Answer()
        return None

    def _read_act(self, message: Act) -> Answer | None:
        if not self._ready:
            self._warn("type", "act before ready")
        elif message.id == self.id:
            return Answer(token=message.action)
        elif message.id == self._done:
            self._warn("duplicate", f"{message.id} was answered before")
        else:
            self._warn("stale", f"answer to {message.id}; {self.id} is asked")
        return None

    def _warn(self, code: str, why: str) -> None:
        self.warnings.append(Bad(code, why))


Driver = Builtin | Bot


def answers(asked: Sequence[Bot]) -> list[Answer]:
    """Wait for all that were asked, each until its own deadline."""
    got: dict[int, Answer] = {}
    while True:
        for i, bot in enumerate(asked):
            if i not in got and (answer := bot.settle()) is not None:
                got[i] = answer
        waiting = [bot for i, bot in enumerate(asked) if i not in got]
        if not waiting:
            return [got[i] for i in range(len(asked))]
        nearest = min(bot.deadline for bot in waiting) - time.monotonic()
        pump([bot.process for bot in waiting], min(SLICE, nearest))


@contextmanager
def started(entries: Sequence[Entry], start_ms: int = START_MS) -> Iterator[list[Driver]]:
    """The drivers, every bot started and greeted; at the end all are gone. Raises DriverError."""
    drivers: list[Driver] = []
    try:
        for entry in entries:
            drivers.append(Builtin(entry) if entry.builtin else Bot(entry))
        _greet(bots(drivers), start_ms)
        yield drivers
    finally:
        end([bot.process for bot in bots(drivers)], messages.line(messages.Bye()))


def bots(drivers: Sequence[Driver]) -> list[Bot]:
    """Those that are programs."""
    return [driver for driver in drivers if isinstance(driver, Bot)]


def _greet(greeted: Sequence[Bot], start_ms: int) -> None:
    hello = messages.Hello(PROTOCOL, f"heatcli {__version__}", messages.Limits(LINE_LIMIT, start_ms))
    for bot in greeted:
        bot.ask(start_ms, hello)
    for bot, answer in zip(greeted, answers(greeted), strict=True):
        if answer.code:
            bot.dead = answer if answer.code in FATAL else answer._replace(why=f"never ready: {answer.why}")


def clock_of(driver: Driver, clock: Clock) -> Clock:
    """The clock of one driver: its own `ms` if it has one."""
    ms = driver.entry.ms if isinstance(driver, Bot) else None
    return clock if ms is None else Clock(ms, max(ms, clock.first_ms))
