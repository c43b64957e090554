"""Drivers: what answers for a seat. Built-in players and people are asked here, bot programs over the protocol."""

import re
import shlex
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import asdict

from heatcli import __version__
from heatcli.arena.human import at_terminal
from heatcli.arena.options import settle
from heatcli.arena.players import Player, load
from heatcli.arena.process import SLICE, Process, end, printable, pump
from heatcli.errors import DriverError
from heatcli.wire import messages
from heatcli.wire.messages import LINE_LIMIT, PROTOCOL, Act, Bad, Clock, FromReferee, Ready, Request

START_MS: Final = 10_000
MAX_FAULTS: Final = 3
MAX_WARNINGS: Final = 100  # wrong lines for one decision; more are a flood
NAME_LIMIT: Final = 40
NOTE_LIMIT: Final = 500
FATAL: Final = ("closed", "exited")
BUILTIN: Final = "builtin:"
HUMAN: Final = "human"
_KEYS: Final = ("name", "cmd", "ms")
OPTION: Final = "option."
_PART: Final = re.compile(r"[a-z_.]+=")


class Entry(NamedTuple):
    """A driver as asked for: `builtin`, a person or a command, a name, milliseconds a decision, its own options."""

    builtin: str = ""
    argv: tuple[str, ...] = ()
    name: str = ""
    ms: int | None = None
    human: bool = False
    options: tuple[tuple[str, str], ...] = ()


class Answer(NamedTuple):
    """The end of a decision: an action's token and a note, or the code of what happened instead and why."""

    code: str = ""
    token: str = ""
    why: str = ""
    note: str = ""


def parse(text: str) -> Entry:
    """A `-d` argument: `builtin:NAME`, `human`, a command, or parts: `name=A cmd='python bot.py' ms=500 option.risk=3`.

    Raises DriverError.
    """
    words = _split(text)
    if not words:
        raise DriverError("driver '': empty; builtin:random or a command such as 'python bot.py' is right")
    if not _PART.match(words[0]):
        return _command(words, Entry())
    parts: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key in parts:
            raise DriverError(f"driver {text!r}: {word!r} is no part; name=…, cmd='…' and ms=…, each once, are right")
        parts[key] = value
    return entry(parts, f"driver {text!r}")


def entry(parts: Mapping[str, str], where: str) -> Entry:
    """A driver from its parts; `where` begins an error's sentence. Raises DriverError."""
    for key in parts:
        if key not in _KEYS and not (key.startswith(OPTION) and key != OPTION):
            raise DriverError(f"{where}: {key!r} is no part; {', '.join(_KEYS)} and option.NAME are right")
    if "cmd" not in parts:
        raise DriverError(f"{where}: no cmd; cmd='python bot.py' or cmd=builtin:random is right")
    command = _split(parts["cmd"])
    if not command:
        raise DriverError(f"{where}: cmd is empty; cmd='python bot.py' is right")
    name = printable(parts.get("name", "").strip(), NAME_LIMIT)
    options = tuple((key.removeprefix(OPTION), value) for key, value in parts.items() if key.startswith(OPTION))
    return _command(command, Entry(name=name, ms=_ms(where, parts.get("ms")), options=options))


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise DriverError(f"driver {text!r}: {error}; close every quote") from None


def _ms(where: str, value: str | None) -> int | None:
    if value is None:
        return None
    if not (value.isascii() and value.isdecimal() and 1 <= len(value) <= 7 and int(value) > 0):
        raise DriverError(f"{where}: ms={value}: whole milliseconds from 1 to 9999999 are right")
    return int(value)


def _command(words: Sequence[str], entry: Entry) -> Entry:
    builtin = words[0].startswith(BUILTIN)
    if not builtin and words[0] != HUMAN:
        return entry._replace(argv=tuple(words))
    if entry.ms is not None or entry.options:
        given = f"ms={entry.ms}" if entry.ms is not None else f"option.{entry.options[0][0]}"
        raise DriverError(f"driver {words[0]}: {given} means nothing to it; leave it out")
    if len(words) > 1:
        raise DriverError(f"driver {words[0]}: stands alone, not with {' '.join(words[1:])!r}")
    if not builtin:
        return entry._replace(human=True)
    load(words[0].removeprefix(BUILTIN))
    return entry._replace(builtin=words[0].removeprefix(BUILTIN))


class Local:
    """A player or a person asked in this process."""

    def __init__(self, name: str, player: Player, hear: Callable[[list[dict[str, Any]]], None] | None = None) -> None:
        """`hear` takes the events as the seat sees them."""
        self.name, self.player, self.hear = name, player, hear

    def answer(self, request: Request) -> Answer:
        """Its decision."""
        said = {key: value for key, value in asdict(request).items() if value is not UNSET}
        try:
            return Answer(token=self.player.act(said))
        except EOFError:
            return Answer("closed", why="the input ended")


def local(entry: Entry) -> Local:
    """The driver of an entry that is no program."""
    if entry.human:
        person = at_terminal()
        return Local(entry.name or HUMAN, person, person.events)
    return Local(entry.name or entry.builtin, load(entry.builtin))


class Bot:
    """A program that speaks the protocol: one conversation, over as many races as there are."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.name = entry.name or printable(PurePath(entry.argv[-1]).name, NAME_LIMIT)
        self.process = Process(entry.argv)
        self.wants: tuple[str, ...] = messages.WANTS
        self.announced: list[messages.Option] = []
        self.options: dict[str, object] = {}
        self.dead: Answer | None = None  # what stopped it for good
        self.id = 0  # of the last request
        self.warnings: list[Bad] = []  # wrong lines since the last answer
        self.deadline = 0.0
        self.took = 0.0  # milliseconds of the last answer
        self._ms = 0
        self._ready = False
        self._done = 0  # the last request that had an answer in time
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
        self.took = self._ms - (self.deadline - time.monotonic()) * 1000
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
            called = printable(f"{message.name} {message.version}".strip(), NAME_LIMIT)
            self.name = self.entry.name or called or self.name
            self.announced = message.options
            return Answer()
        return None

    def _read_act(self, message: Act) -> Answer | None:
        if not self._ready:
            self._warn("type", "act before ready")
        elif message.id == self.id:
            return Answer(token=message.action, note=printable(message.note, NOTE_LIMIT))
        elif 0 < message.id == self._done:
            self._warn("duplicate", f"{message.id} was answered before", message.id)
        else:
            self._warn("stale", f"answer to {message.id}; {self.id} is asked", message.id)
        return None

    def _warn(self, code: str, why: str, id: int | None = None) -> None:
        self.warnings.append(Bad(code, why, id))


Driver = Local | Bot


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
            drivers.append(Bot(entry) if entry.argv else local(entry))
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
        else:
            bot.options = settle(bot.name, bot.announced, dict(bot.entry.options))


def clock_of(driver: Driver, clock: Clock) -> Clock:
    """The clock of one driver: its own `ms` if it has one."""
    ms = driver.entry.ms if isinstance(driver, Bot) else None
    return clock if ms is None else Clock(ms, max(ms, clock.first_ms))
