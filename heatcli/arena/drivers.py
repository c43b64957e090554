"""Drivers: what answers for a seat. Built-in players and people are asked here, bot programs over the protocol."""

import os
import re
import shlex
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from msgspec import UNSET, json, structs

from heatcli import __version__
from heatcli.arena import isolation, orphans
from heatcli.arena.isolation import Setting, found
from heatcli.arena.options import settle
from heatcli.arena.players import Player, load
from heatcli.arena.process import KILL_MS, QUIT_MS, SLICE, Process, end, printable, pump
from heatcli.errors import DriverError
from heatcli.wire import messages
from heatcli.wire.messages import LINE_LIMIT, MOST, PROTOCOL, Act, Bad, Clock, FromReferee, Ready, Request

START_MS: Final = 10_000
GRACE_MS: Final = 50
"""Beyond every clock: for the way there and back, and a machine that has more to do (SPEC W.3)."""

MAX_FAULTS: Final = 3
MAX_LINES: Final = 100  # that are no answer, for one decision; more are a flood
DECISION_BYTES: Final = 2 * LINE_LIMIT
RACE_BYTES: Final = 64 * LINE_LIMIT
NAME_LIMIT: Final = 40
NOTE_LIMIT: Final = 500
FATAL: Final = ("closed", "exited")
BUILTIN: Final = "builtin:"
HUMAN: Final = "human"
OPTION: Final = "option."
ENV: Final = "env."
CLOCKS: Final = ("ms", "first_ms", "bank_ms", "add_ms")
RESTARTS: Final = ("rotation", "race", "off")
"""When a tournament starts a program anew: before it would see a block again, before every race, never."""

_KEYS: Final = ("name", "cmd", *CLOCKS, "dir", "memory", "cpu", "restart")
_PART: Final = re.compile(r"[a-z_]+(?:\.[^=\s]*)?=")


class Entry(NamedTuple):
    """A driver as asked for: `builtin`, a person or a command; a name, clocks, options and a setting of its own."""

    builtin: str = ""
    argv: tuple[str, ...] = ()
    name: str = ""
    clocks: tuple[tuple[str, int], ...] = ()
    human: bool = False
    options: tuple[tuple[str, str], ...] = ()
    setting: Setting = Setting()
    restart: str = ""  # in tournaments, one of RESTARTS


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
        if key not in _KEYS and not (key.startswith((OPTION, ENV)) and key not in (OPTION, ENV)):
            raise DriverError(f"{where}: {key!r} is no part; {', '.join(_KEYS)}, env.NAME and option.NAME are right")
    if "cmd" not in parts:
        raise DriverError(f"{where}: no cmd; cmd='python bot.py' or cmd=builtin:random is right")
    command = _split(parts["cmd"])
    if not command:
        raise DriverError(f"{where}: cmd is empty; cmd='python bot.py' is right")
    name = printable(parts.get("name", "").strip(), NAME_LIMIT)
    if "add_ms" in parts and "bank_ms" not in parts:
        raise DriverError(f"{where}: add_ms without bank_ms: there is nothing to add it to")
    clocks = tuple((key, _whole(where, key, parts[key], "whole milliseconds")) for key in CLOCKS if key in parts)
    setting = Setting(
        _folder(where, parts["dir"]) if "dir" in parts else "",
        _named(parts, ENV),
        _whole(where, "memory", parts["memory"], "whole megabytes") if "memory" in parts else None,
        _whole(where, "cpu", parts["cpu"], "whole seconds") if "cpu" in parts else None,
    )
    restart = parts.get("restart", "")
    if restart not in ("", *RESTARTS):
        raise DriverError(f"{where}: restart={restart}: {', '.join(RESTARTS)} are right")
    options = _named(parts, OPTION)
    return _command(command, Entry(name=name, clocks=clocks, options=options, setting=setting, restart=restart))


def written(entry: Entry) -> str:
    """The `-d` argument of a program, from wherever it is given; its name is left to it."""
    setting = entry.setting
    parts = {
        "cmd": shlex.join(found(entry.argv, setting)),
        **{key: str(value) for key, value in entry.clocks},
        **({"dir": setting.folder} if setting.folder else {}),
        **{key: str(value) for key in ("memory", "cpu") if (value := getattr(setting, key)) is not None},
        **{f"{ENV}{key}": value for key, value in setting.env},
        **{f"{OPTION}{key}": value for key, value in entry.options},
    }
    return parts["cmd"] if len(parts) == 1 else shlex.join(f"{key}={value}" for key, value in parts.items())


def called(argv: Sequence[str]) -> str:
    """The name of a bot that does not say its own: that of its file, or of its program."""
    files = [word for word in argv[1:] if not word.startswith("-") and PurePath(word).suffix]
    return PurePath(files[0] if files else argv[0]).name


def _named(parts: Mapping[str, str], prefix: str) -> tuple[tuple[str, str], ...]:
    return tuple((key.removeprefix(prefix), value) for key, value in parts.items() if key.startswith(prefix))


def _folder(where: str, name: str) -> str:
    if not os.path.isdir(name):
        raise DriverError(f"{where}: dir={name}: no folder; the one that the bot runs in is right")
    return os.path.abspath(name)


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise DriverError(f"driver {text!r}: {error}; close every quote") from None


def _whole(where: str, key: str, value: str, what: str) -> int:
    least = 0 if key == "add_ms" else 1
    if not (value.isascii() and value.isdecimal() and 1 <= len(value) <= 7 and int(value) >= least):
        raise DriverError(f"{where}: {key}={value}: {what} from {least} to 9999999 are right")
    return int(value)


def _command(words: Sequence[str], entry: Entry) -> Entry:
    builtin = words[0].startswith(BUILTIN)
    if not builtin and words[0] != HUMAN:
        return entry._replace(argv=tuple(words))
    given = [f"{key}={value}" for key, value in entry.clocks] + [f"option.{key}" for key, _ in entry.options]
    called = {"folder": "dir"}
    own = entry.setting._asdict().items()
    given += [called.get(key, key) for key, value in own if value != Setting._field_defaults[key]]
    if given:
        raise DriverError(f"driver {words[0]}: {given[0]} means nothing to it; leave it out")
    if len(words) > 1:
        raise DriverError(f"driver {words[0]}: stands alone, not with {' '.join(words[1:])!r}")
    if not builtin:
        return entry._replace(human=True)
    load(words[0].removeprefix(BUILTIN))
    return entry._replace(builtin=words[0].removeprefix(BUILTIN))


class Local:
    """A player or a person asked in this process."""

    def __init__(self, name: str, player: Player, hear: Callable[[list[dict[str, Any]]], None] | None = None) -> None:
        """`hear` takes the events as the seat sees them; `times` are the milliseconds of its answers so far."""
        self.name, self.player, self.hear = name, player, hear
        self.times: list[float] = []

    def answer(self, request: Request) -> Answer:
        """Its decision."""
        said = told(request)
        start = time.perf_counter()
        try:
            return Answer(token=self.player.act(said))
        except EOFError:
            return Answer("closed", why="the input ended")
        finally:
            self.times.append((time.perf_counter() - start) * 1000)


def told(request: Request) -> dict[str, Any]:
    """A request as a player in this process gets it."""
    return {key: value for key, value in structs.asdict(request).items() if value is not UNSET}


def local(entry: Entry) -> Local:
    """The driver of an entry that is no program."""
    if entry.human:
        from heatcli.arena.human import at_terminal  # most races have nobody at the terminal

        person = at_terminal()
        return Local(entry.name or HUMAN, person, person.events)
    return Local(entry.name or entry.builtin, load(entry.builtin))


class Bot:
    """A program that speaks the protocol: one conversation, over as many races as there are."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.name = entry.name or printable(called(entry.argv), NAME_LIMIT)
        self.process = Process(entry.argv, entry.setting)
        self.wants: tuple[str, ...] = messages.WANTS
        self.announced: list[messages.Option] = []
        self.options: dict[str, object] = {}
        self.dead: Answer | None = None  # what stopped it for good
        self.id = 0  # of the last request
        self.warnings: list[Bad] = []  # wrong lines since the last answer
        self.deadline = 0.0
        self.took = 0.0  # milliseconds of the last answer
        self.times: list[float] = []  # of all answers of the race
        self.clock = Clock()
        self._bank: float | None = None  # milliseconds left
        self._asked = 0  # in this race
        self._last: FromReferee | None = None
        self._ms = 0
        self._ready = False
        self._done = 0  # the last request that had an answer in time
        self._lines = 0  # that were no answer, since the last request
        self._race_budget = RACE_BYTES
        self._budget = 0

    def begin(self, clock: Clock) -> None:
        """A race begins, on this clock and the driver's own."""
        own = dict(self.entry.clocks)
        self.clock = clock_with(clock, own)
        self._bank = None if self.clock.bank_ms is UNSET else float(self.clock.bank_ms)
        self._asked = 0
        self.times = []
        self._race_budget = self.process.received + RACE_BYTES

    @property
    def asked(self) -> Any:
        """The last message that wanted an answer, as plain values."""
        return json.decode(messages.encode(self._last))

    def next_ms(self) -> int:
        """What it has for its next decision."""
        self._asked += 1
        if self._asked == 1:
            return self.clock.first_ms
        return self.clock.ms if self._bank is None else max(1, min(self.clock.ms, int(self._bank)))

    def hush(self) -> None:
        """Take what was said before a request is made: no answer to it, whatever its id."""
        if not self.process.has_more:
            return
        self.process.receive()
        for _ in range(MAX_LINES):
            line = self.process.next_line()
            if line is None:
                return
            if self._read(line) is not None:
                self._warn("stale", f"answer to {self.id}, whose time is over", self.id)
        self.process.forget()

    def say(self, *lines: FromReferee) -> None:
        """Send messages in one write."""
        self.process.send(b"".join(map(messages.line, lines)))

    def ask(self, ms: int, *lines: FromReferee) -> None:
        """Send messages of which the last wants an answer; its clock starts when they are on their way."""
        self.say(*lines)
        self._last = lines[-1]
        self._ms, self._lines = ms, 0
        self._budget = min(self.process.received + DECISION_BYTES, self._race_budget)
        self.deadline = time.monotonic() + (ms + GRACE_MS) / 1000

    def settle(self, quiet: bool = True) -> Answer | None:
        """The answer, if what has come in by now, or not come in, decides it; `quiet` if nothing came for a while."""
        late = time.monotonic() >= self.deadline
        if not (late or quiet or self.process.stirs):
            return None
        if late:  # what came in while others were heard is in time
            self.process.receive()
        gone = self.process.gone(quiet or late)
        while (line := self.process.next_line()) is not None:
            if (answer := self._read(line)) is not None:
                return self._close(answer)
            self._lines += 1
            if self._lines > MAX_LINES:
                return self._flood(f"more than {MAX_LINES} lines that are no answer, for one decision")
        if gone is not None:
            return self._close(self._gone(gone))
        if self.process.received > self._budget:
            whole = self._budget == self._race_budget
            most, span = (RACE_BYTES, "in one race") if whole else (DECISION_BYTES, "for one decision")
            return self._flood(f"more than {most >> 20} MiB {span}")
        if late:
            hint = "" if self._done else f"; if it said {'something' if self._ready else 'ready'}, it did not flush"
            return self._close(Answer("timeout", why=f"no answer within {self._ms} ms{hint}"))
        return None

    def _close(self, answer: Answer) -> Answer:
        self.took = self._ms + GRACE_MS - (self.deadline - time.monotonic()) * 1000
        self.times.append(self.took)
        if self._bank is not None and self._asked > 1:
            self._bank = max(0.0, self._bank - self.took) + (self.clock.add_ms or 0)
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
        return Answer(code, why=ended(self.process.exit_code or 0))

    def _read(self, line: bytes) -> Answer | None:
        if len(line) > LINE_LIMIT and not line.endswith(b"\n"):
            self._warn("too_long", f"a line of more than {LINE_LIMIT} bytes; the rest of it is passed over")
            return None
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
            if unknown := [want for want in self.wants if want not in messages.WANTED]:
                self._warn("type", f"wants {printable(unknown[0], 20)!r}: {', '.join(messages.WANTED)} are right")
            called = printable(f"{message.name} {message.version}".strip(), NAME_LIMIT)
            self.name = self.entry.name or called or self.name
            self.announced = message.options
            return Answer()
        return None

    def _read_act(self, message: Act) -> Answer | None:
        if not self._ready:
            self._warn("type", "act before ready")
        elif 0 < message.id == self._done:
            self._warn("duplicate", f"{message.id} was answered before", message.id)
        elif message.id == self.id:
            return Answer(token=message.action, note=printable(message.note, NOTE_LIMIT))
        else:
            self._warn("stale", f"answer to {message.id}; {self.id} is asked", message.id)
        return None

    def _warn(self, code: str, why: str, id: int | None = None) -> None:
        self.warnings.append(Bad(code, why, id))


Driver = Local | Bot


def answers(asked: Sequence[Bot], others: Sequence[Bot] = ()) -> list[Answer]:
    """Wait for all that were asked, each until its own deadline; what `others` have to say on stderr is taken away."""
    got: dict[int, Answer] = {}
    moved = True
    while True:
        for i, bot in enumerate(asked):
            if i not in got and (answer := bot.settle(not moved)) is not None:
                got[i] = answer
        waiting = [bot for i, bot in enumerate(asked) if i not in got]
        if not waiting:
            return [got[i] for i in range(len(asked))]
        nearest = min(bot.deadline for bot in waiting) - time.monotonic()
        moved = pump([bot.process for bot in waiting], min(SLICE, nearest), [bot.process for bot in others])


class Patience(NamedTuple):
    """Milliseconds for what is no decision: until ready, from bye to SIGTERM, from there to SIGKILL."""

    start: int = START_MS
    quit: int = QUIT_MS
    kill: int = KILL_MS


@contextmanager
def started(entries: Sequence[Entry], patience: Patience | None = None) -> Iterator[list[Driver]]:
    """The drivers, every bot started and greeted; at the end all are gone. Raises DriverError."""
    drivers: list[Driver] = []
    patience = patience or Patience()
    programs = any(entry.argv for entry in entries)
    if programs:
        isolation.sweep()
    with orphans.adopted() if programs else nullcontext():
        try:
            start(entries, patience, drivers)
            yield drivers
        finally:
            stop(drivers, patience)


def start(entries: Sequence[Entry], patience: Patience, drivers: list[Driver]) -> None:
    """Start and greet them, all at once; they are added to `drivers`. Raises DriverError, with some of them running."""
    new = len(drivers)
    for entry in entries:
        drivers.append(Bot(entry) if entry.argv else local(entry))
    for bot in bots(drivers[new:]):
        bot.process.confirm()
    _greet(bots(drivers[new:]), patience.start)


def stop(drivers: Sequence[Driver], patience: Patience) -> None:
    """Say goodbye to them, and see that they go."""
    end([bot.process for bot in bots(drivers)], messages.line(messages.Bye()), patience.quit, patience.kill)


def bots(drivers: Sequence[Driver]) -> list[Bot]:
    """Those that are programs."""
    return [driver for driver in drivers if isinstance(driver, Bot)]


def hello(start_ms: int = START_MS) -> messages.Hello:
    """What every conversation begins with."""
    return messages.Hello(PROTOCOL, f"heatcli {__version__}", messages.Limits(LINE_LIMIT, start_ms))


def _greet(greeted: Sequence[Bot], start_ms: int) -> None:
    for bot in greeted:
        bot.ask(start_ms, hello(start_ms))
    for bot, answer in zip(greeted, answers(greeted), strict=True):
        if answer.code:
            bot.dead = answer if answer.code in FATAL else answer._replace(why=f"never ready: {answer.why}")
            if answer.code != "type":  # who speaks another protocol may still hear so
                bot.process.bury()
        else:
            bot.options = settle(bot.name, bot.announced, dict(bot.entry.options))


def clock_with(clock: Clock, own: Mapping[str, int]) -> Clock:
    """A clock with what one driver has of its own. With a bank, and no `ms` said, one decision may use it all up."""
    merged = structs.replace(clock, **own)
    if "ms" in own and "first_ms" not in own:
        merged = structs.replace(merged, first_ms=max(merged.ms, merged.first_ms))
    if "bank_ms" in own and "ms" not in own:
        merged = structs.replace(merged, ms=MOST)
    if "bank_ms" in own and "add_ms" not in own:
        merged = structs.replace(merged, add_ms=0)
    return merged


def ended(exit_code: int) -> str:
    """How a process ended, in words."""
    if exit_code >= 0:
        return f"exit code {exit_code}"
    with suppress(ValueError):
        return f"killed by {signal.Signals(-exit_code).name}"
    return f"killed by signal {-exit_code}"
