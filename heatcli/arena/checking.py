"""Is a program a bot? Sentence by sentence, in conversations that are made of real races (protocol/README.md)."""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from heatcli.arena.drivers import NAME_LIMIT, START_MS, Entry
from heatcli.arena.process import QUIT_MS, printable
from heatcli.arena.stage import FOREIGN, Scene, Scenes, Stage
from heatcli.arena.story import plural
from heatcli.arena.talk import Listener, SilentError, Talk, milliseconds
from heatcli.core.names import (
    AT_DISCARD,
    AT_DROP,
    AT_GARAGE,
    AT_MULLIGAN,
    AT_PLAN,
    AT_REACT,
    AT_SLIPSTREAM,
    AT_SWAP,
    AT_TUNE,
    AT_VALUE,
    STEPS,
)
from heatcli.errors import DriverError
from heatcli.wire import messages
from heatcli.wire.messages import PROTOCOL, WANTED, Clock, FromReferee, Option

PASS: Final = "pass"
FAIL: Final = "fail"
NOTE: Final = "note"
SKIP: Final = "skip"

ASKED: Final = tuple(
    STEPS[step]
    for step in (
        *(AT_GARAGE, AT_DROP, AT_SWAP, AT_TUNE, AT_MULLIGAN),
        *(AT_PLAN, AT_VALUE, AT_REACT, AT_SLIPSTREAM, AT_DISCARD),
    )
)
"""The steps that ask."""

LATE_MS: Final = 1000  # how much later than the limit an answer is still heard
RACE_SECONDS: Final = 6.0  # a race is not asked about for longer
ALL_SECONDS: Final = 90.0
MOST_UNANSWERED: Final = 5
PAUSE: Final = 0.03  # seconds between two pieces of a line
MANY_LINES: Final = 1000  # on stderr
REPEATED: Final = 60  # decisions that are asked again
HISTORY: Final = 70  # choices that were made before a long line
MANY_LEGAL: Final = 30


class Verdict(NamedTuple):
    """A sentence and what came of it: pass, fail, note or skip; `why` says what was seen, and what would be right."""

    group: str
    name: str
    sentence: str
    verdict: str
    why: str = ""


class _End(Exception):  # noqa: N818  # how a sentence ends that does not simply hold
    verdict = FAIL


class _Note(_End):
    verdict = NOTE


class _Skip(_End):
    verdict = SKIP


class _Row(NamedTuple):
    group: str
    name: str
    sentence: str
    check: Callable[["Checker"], str | None]


def names() -> list[str]:
    """The names of all sentences."""
    return [row.name for row in ROWS]


class _Leaving(NamedTuple):
    """How a bot left: seconds, None if it did not, the exit code, the last line on stderr."""

    seconds: float | None
    code: int
    said: list[str]


class Checker:
    """The check of one bot. `limit` is milliseconds a decision, `only` a word of the sentences that are wanted."""

    def __init__(self, entry: Entry, limit: int, only: str = "", hear: Listener | None = None) -> None:
        self._entry, self._hear, self._only = entry, hear, only.lower()
        self._limit = dict(entry.clocks).get("ms", limit)
        self._clock = Clock(self._limit, max(self._limit, Clock().first_ms))
        self._scenes = Scenes()
        self._until = time.monotonic() + ALL_SECONDS
        self._polite = True  # it leaves by itself, so far
        self._slowest_first = 0.0  # milliseconds
        self._unanswered = 0  # sentences that ended in silence
        self._lacks = "nothing was asked yet"  # why nothing more can be asked
        self._first: list[tuple[str, str | None]] = []  # of the first conversation: by name, what is wrong
        self._ready = messages.Ready(PROTOCOL)
        self._times: list[float] = []
        self._noise: list[str] = []
        self._twice: list[str] = []
        self._stderr: list[str] = []
        self._peak = 0
        self._leavings: dict[bytes, _Leaving] = {}  # by farewell
        self._seen: dict[str, None] = {}  # steps that were asked
        self._base: list[tuple[str, str]] | None = None  # steps and answers of the base race

    def run(self) -> Iterator[Verdict]:
        """The verdicts, one after the other, as they are found."""
        wanted = [row for row in ROWS if self._only in " ".join((row.group, row.name, row.sentence)).lower()]
        if wanted:
            self._meet()
        for row in wanted:
            yield self._judge(row)

    def _judge(self, row: _Row) -> Verdict:
        verdict, why = PASS, ""
        try:
            if row.group != "handshake" and row.name not in ("id", "legal") and self._lacks:
                raise _Skip(self._lacks)
            if time.monotonic() > self._until:
                raise _Skip(f"no time is left: the check has taken {ALL_SECONDS:.0f} s")
            why = row.check(self) or ""
        except _End as end:
            verdict, why = end.verdict, str(end)
        except SilentError as error:
            verdict, why = FAIL, str(error)
            self._unanswered += not error.dead
            if self._unanswered == MOST_UNANSWERED:
                self._lacks = f"it has left {MOST_UNANSWERED} questions unanswered, and is asked no more"
        except DriverError as error:
            verdict, why = FAIL, str(error)
        return Verdict(row.group, row.name, row.sentence, verdict, why)

    # --- talking

    @contextmanager
    def _talk(self, strange: bytes = b"", kept: bool = True) -> Iterator[Talk]:
        """A new process that has said ready. What it did unasked is kept."""
        talk = Talk(self._entry, self._hear)
        try:
            talk.greet(strange=strange)
            yield talk
        finally:
            self._peak = max(self._peak, talk.peak())
            self._polite = talk.close(self._polite) and self._polite
            if kept:
                self._noise += talk.noise
                self._stderr += talk.errors()

    def _options(self, talk: Talk) -> dict[str, object]:
        return talk.settled("the bot", dict(self._entry.options))

    def _opening(self, talk: Talk, stage: Stage) -> messages.Race:
        return stage.race(self._clock, self._options(talk), talk.greeting.wants)

    def _question(self, talk: Talk, stage: Stage, first: bool = False) -> list[FromReferee]:
        return stage.question(talk.greeting.wants, talk.next_id(), self._clock.first_ms if first else self._clock.ms)

    def _answer(self, talk: Talk, stage: Stage, first: bool = False) -> str:
        """The answer, carried out. Raises SilentError, and _End for one that is not legal."""
        token = talk.act(self._patience(first))
        if first:
            self._slowest_first = max(self._slowest_first, talk.took)
        else:
            self._times.append(talk.took)
        where = self._where(talk, stage)
        default = stage.default()
        self._seen[stage.step] = None
        if why := stage.answer(token):
            raise _End(f"{where}: {why}; `{default}` would be legal")
        return token

    def _patience(self, first: bool) -> float:
        """Seconds to wait. Only the very first decisions get all the time there is: a bot that hangs is found soon."""
        if not first:
            ms: float = self._limit + LATE_MS
        elif not self._slowest_first:
            ms = self._clock.first_ms
        else:
            ms = min(self._clock.first_ms, self._limit + LATE_MS + 5 * self._slowest_first)
        return ms / 1000

    def _where(self, talk: Talk, stage: Stage) -> str:
        return f"{stage.scene.name}, round {stage.state.round}, {stage.step}, request {talk.id}"

    def _one(self, talk: Talk, stage: Stage, *before: FromReferee) -> str:
        """The first question of a race, after its opening and whatever comes before it, in one write."""
        stage.next()
        talk.say(self._opening(talk, stage), *before, *self._question(talk, stage, first=True))
        return self._answer(talk, stage, first=True)

    def _race(self, talk: Talk, scene: Scene, most: int = 100_000) -> list[tuple[str, str]]:
        """A race to its end, or as far as time allows: steps and answers."""
        stage, until = Stage(scene), time.monotonic() + RACE_SECONDS
        answers: list[tuple[str, str]] = []
        going = stage.next()
        talk.say(self._opening(talk, stage))
        while going and len(answers) < most and time.monotonic() < until:
            talk.say(*self._question(talk, stage, first=not answers))
            step, where = stage.step, self._where(talk, stage)
            try:
                answers.append((step, self._answer(talk, stage, first=not answers)))
            except SilentError as error:
                raise SilentError(f"{where}: {error}; an act is right") from None
            going = stage.next()
        talk.say(*stage.result())
        for id in talk.twice:
            self._twice.append(f"{scene.name}: a second answer to request {id}")
        if going and len(answers) < most:
            raise _Note(f"it is slow: only the first {plural(len(answers), 'decision')} were asked")
        return answers

    def _whole(self, scene: Scene) -> str:
        with self._talk() as talk:
            return plural(len(self._race(talk, scene)), "decision")

    # --- the first conversation, of which most sentences need the end

    def _meet(self) -> None:
        """Say hello, ask one question: what the sentences of the handshake are judged by."""
        self._lacks = self._met()

    def _met(self) -> str:
        tell = self._first.append
        try:
            talk = Talk(self._entry, self._hear)
        except DriverError as error:
            tell(("start", str(error)))
            return "it does not start"
        try:
            return self._introduced(talk)
        finally:
            self._noise += talk.noise
            self._polite = talk.close()
            self._stderr += talk.errors()

    def _introduced(self, talk: Talk) -> str:
        tell = self._first.append
        began = time.monotonic()
        try:
            self._ready = talk.greet()
        except SilentError as error:
            tell(("start", None))
            right = f'{{"type":"ready","protocol":"{PROTOCOL}","name":"…"}} is right'
            tell(("ready", f"{error}; {right}"))
            return "it does not get ready"
        tell(("start", None))
        tell(("ready", None))
        self._started = (time.monotonic() - began) * 1000
        for name, why in (
            ("protocol", _wrong_protocol(self._ready.protocol)),
            ("name", _wrong_name(self._ready)),
            ("wants", _wrong_wants(self._ready.wants)),
            ("options", _wrong_options(self._ready.options)),
        ):
            tell((name, why))
        if self._ready.protocol != PROTOCOL:
            return "it speaks another protocol"
        try:
            self._options(talk)
        except DriverError as error:
            tell(("options", str(error)))
            return "its options cannot be set"
        stage = Stage(self._scenes.base())
        try:
            self._one(talk, stage)
        except SilentError as error:
            tell(("id", f"{error}; an act with id {talk.id} and flushed is right"))
            return "it does not answer"
        except _End as end:
            tell(("id", None))
            tell(("legal", str(end)))
            return "its answers are not legal"
        tell(("id", None))
        tell(("legal", None))
        return ""

    def _told(self, name: str) -> str | None:
        known = dict(self._first)
        if name not in known:
            raise _Skip(self._lacks)
        if (why := known[name]) is not None:
            raise _End(why)
        return None

    def _check_ready(self) -> str:
        self._told("ready")
        return milliseconds(self._started)

    def _check_name(self) -> str:
        self._told("name")
        return f"{self._ready.name} {self._ready.version}".strip() or "none: it is called by its file"

    def _check_wants(self) -> str:
        self._told("wants")
        return ", ".join(self._ready.wants) or "nothing"

    def _check_options(self) -> str:
        self._told("options")
        return ", ".join(option.name for option in self._ready.options) or "none"

    # --- answers

    def _check_newest(self) -> str:
        """As after a timeout: the old request, the error about it, the next one, in one write."""
        with self._talk() as talk:
            stage = Stage(self._scenes.base())
            stage.next()
            old = [self._opening(talk, stage), *self._question(talk, stage, first=True)]
            error = messages.Error("timeout", f"no answer within {self._limit} ms", 1, 2, talk.id, stage.default())
            stage.answer(stage.default())
            stage.next()
            talk.say(*old, error, *self._question(talk, stage))
            self._answer(talk, stage, first=True)
            return f"request {talk.id}" if len(talk.answered) == 1 else "both"

    def _check_pieces(self) -> None:
        with self._talk() as talk:
            stage = Stage(self._scenes.base())
            stage.next()
            lines = [self._opening(talk, stage), *self._question(talk, stage, first=True)]
            data = b"".join(map(messages.line, lines))
            for piece in (data[:20], data[20:500], data[500:-1], data[-1:]):
                talk.write(piece)
                talk.rest(PAUSE)
            self._answer(talk, stage, first=True)

    def _check_batch(self) -> None:
        """A void race and the next one, all at once."""
        with self._talk() as talk:
            void, stage = Stage(self._scenes.short(0)), Stage(self._scenes.base())
            self._one(talk, stage, *([self._opening(talk, void), *void.result()]))

    def _check_fields(self) -> None:
        with self._talk(_line({**_plain(_hello()), "new": _NEW})) as talk:
            stage = Stage(self._scenes.base())
            stage.next()
            lines = [self._opening(talk, stage), *self._question(talk, stage, first=True)]
            talk.write(b"".join(_line(_widened(_plain(line))) for line in lines))
            self._answer(talk, stage, first=True)
            stage.next()
            talk.write(b"".join(_line(_widened(_plain(line))) for line in self._question(talk, stage)))
            self._answer(talk, stage)

    def _check_events(self) -> str | None:
        if "events" not in self._ready.wants:
            raise _Skip("it wants no events")
        with self._talk() as talk:
            stage = Stage(self._scenes.base())
            stage.next()
            race, news, request = map(_plain, [self._opening(talk, stage), *self._question(talk, stage, first=True)])
            news["events"].append({"type": "meteor", "seat": 1, "spaces": [3, 4]})
            request["after"] += 1
            talk.write(b"".join(map(_line, (race, news, request))))
            self._answer(talk, stage, first=True)
        return None

    def _check_messages(self) -> None:
        with self._talk() as talk:
            stage = Stage(self._scenes.base())
            stage.next()
            strange = _line({"type": "marshal", "race": stage.briefing.id, "flag": "yellow"})
            race, *question = [self._opening(talk, stage), *self._question(talk, stage, first=True)]
            talk.write(strange + messages.line(race) + strange + b"".join(map(messages.line, question)))
            self._answer(talk, stage, first=True)

    def _check_step(self) -> str:
        if "legal" not in self._ready.wants:
            raise _Skip("it wants no legal actions")
        with self._talk() as talk:
            stage = Stage(self._scenes.base())
            self._one(talk, stage)
            stage.next()
            *news, request = map(_plain, self._question(talk, stage))
            request |= {"step": "refuel", "legal": ["wait", "fill 1", "fill 2"]}
            if "view" in request:
                request["view"]["step"] = "refuel"
            talk.write(b"".join(map(_line, (*news, request))))
            token = talk.act(self._patience(first=False))
            if token not in request["legal"]:
                raise _End(f"`{printable(token, 80)}` at step refuel; `wait`, the first of its legal list, is right")
            return f"`{token}`"

    def _check_crlf(self) -> None:
        self._spelt(lambda line: line.replace(b"\n", b"\r\n"))

    def _check_blank(self) -> None:
        """The referee sends none, but people and tools that feed a bot by hand do."""
        try:
            self._spelt(lambda line: b"\n" + line, kept=False)
        except (SilentError, _End) as error:
            raise _Note(f"{error}; heat sends none, but who tries it by hand may") from None

    def _spelt(self, spell: Callable[[bytes], bytes], kept: bool = True) -> None:
        """A race and two questions with lines of another look."""
        with self._talk(spell(messages.line(_hello())), kept) as talk:
            stage = Stage(self._scenes.base())
            stage.next()
            for first in (True, False):
                lines = [self._opening(talk, stage)] if first else []
                data = [messages.line(line) for line in (*lines, *self._question(talk, stage, first))]
                talk.write(b"".join(map(spell, data)))
                self._answer(talk, stage, first)
                stage.next()

    def _check_long(self) -> str:
        """All that has happened in one message, and a hand of twelve cards to choose from."""
        with self._talk() as talk:
            stage = Stage(self._scenes.hands())
            stage.drive(HISTORY)
            while len(stage.legal) < MANY_LEGAL and stage.drive(1):
                pass
            lines = [self._opening(talk, stage), *self._question(talk, stage, first=True)]
            size, legal = max(len(messages.line(line)) for line in lines), len(stage.legal)
            talk.say(*lines)
            self._answer(talk, stage, first=True)
            return f"{size / 1000:.0f} kB, {legal} legal actions"

    def _check_text(self) -> None:
        with self._talk() as talk:
            stage = Stage(self._scenes.short(1, FOREIGN))
            self._one(talk, stage)

    # --- races

    def _check_base(self) -> str:
        with self._talk() as talk:
            self._base = self._race(talk, self._scenes.base())
        return plural(len(self._base), "decision")

    def _check_again(self) -> str:
        with self._talk() as talk:
            races = [self._race(talk, self._scenes.short(seat)) for seat in (0, 2)]
        return plural(sum(map(len, races)), "decision")

    def _check_error(self) -> None:
        """Told that its answer was illegal, and what was done instead."""
        with self._talk() as talk:
            stage = Stage(self._scenes.base())
            self._one(talk, stage)
            stage.next()
            talk.say(*self._question(talk, stage))
            talk.act(self._patience(first=False))
            default = stage.default()
            why = f"`{default}` was applied"
            talk.say(messages.Error("illegal", why, 1, 2, talk.id, default))
            talk.say(messages.Error("parse", "not JSON", 1, 2, UNSET))
            stage.answer(default)
            for _ in range(5):
                if stage.next():
                    talk.say(*self._question(talk, stage))
                    self._answer(talk, stage)

    def _check_steps(self) -> str:
        """What no race of the check has to come to is set up."""
        scenes = self._scenes
        for scene in (scenes.snake(), scenes.season(), scenes.mulligan(), scenes.numbers(), scenes.traffic()):
            with self._talk() as talk:
                self._race(talk, scene, most=12)
        if missing := [step for step in ASKED if step not in self._seen]:
            raise _Skip(f"it never came to {', '.join(missing)}")
        return ", ".join(ASKED)

    # --- the end

    def _check_bye(self) -> str:
        if (seconds := self._left(_BYE).seconds) is None:
            raise _End(f"it still runs {QUIT_MS} ms after bye; leave at bye, or when the input ends")
        return milliseconds(seconds * 1000)

    def _check_code(self) -> None:
        seconds, code, said = self._left(_BYE)
        if seconds is None:
            raise _Skip("it does not leave by itself")
        if code:
            how = f"exit code {code}" if code > 0 else f"killed by signal {-code}"
            raise _End(f"{how}{f'; stderr: {said[0]}' if said else ''}; 0 is right")

    def _check_eof(self) -> str:
        if (seconds := self._left(b"").seconds) is None:
            raise _End(f"it still runs {QUIT_MS} ms after its input ended; end with it")
        return milliseconds(seconds * 1000)

    def _check_children(self) -> None:
        with self._talk() as talk:
            self._one(talk, Stage(self._scenes.base()))
            talk.look()
            if talk.leave(_BYE) is None:
                self._polite = False
                raise _Skip("it does not leave by itself")
            if left := talk.left():
                raise _End(f"{left} of the processes that it started still there; end them")

    def _left(self, farewell: bytes) -> _Leaving:
        if farewell not in self._leavings:
            with self._talk() as talk:
                self._one(talk, Stage(self._scenes.base()))
                seconds = talk.leave(farewell)
                self._polite = self._polite and seconds is not None
                self._leavings[farewell] = _Leaving(seconds, talk.exit_code or 0, talk.errors()[-1:])
        return self._leavings[farewell]

    # --- what all conversations say

    def _asked(self) -> None:
        """There is enough to judge by."""
        try:
            if not self._times:
                with self._talk() as talk:
                    self._race(talk, self._scenes.short(0))
        except (SilentError, _End) as error:
            if not self._times:
                raise _Skip(f"the race that it is judged by came to nothing: {error}") from None

    def _check_time(self) -> str:
        self._asked()
        worst, median = max(self._times), statistics.median(self._times)
        said = f"median {milliseconds(median)}, slowest {milliseconds(worst)} of {len(self._times)}"
        if worst > self._limit:
            raise _End(f"{said}; {self._limit} ms are the limit")
        if worst > self._limit / 2:
            raise _Note(f"{said}; over half of the limit of {self._limit} ms")
        return said

    def _check_same(self) -> str:
        """Two processes, the same questions, the same bot_seed."""
        with self._talk() as talk:
            before = self._base or self._race(talk, self._scenes.base(), REPEATED)
        with self._talk() as talk:
            again = self._race(talk, self._scenes.base(), min(REPEATED, len(before)))
        for number, (first, second) in enumerate(zip(before, again, strict=False), 1):
            if first != second:
                raise _Note(
                    f"request {number}, {first[0]}: `{first[1]}`, then `{second[1]}`; a race can be repeated only if "
                    "all random numbers come from bot_seed"
                )
        return plural(len(again), "decision")

    def _check_once(self) -> None:
        self._asked()
        if self._twice:
            raise _End(f"{self._twice[0]}; one is right")

    def _check_stdout(self) -> None:
        self._asked()
        if self._noise:
            raise _End(f"{self._noise[0]}; what is no message belongs on stderr")

    def _check_stderr(self) -> str:
        self._asked()
        if not self._stderr:
            return "nothing"
        said = f"{plural(len(self._stderr), 'line')}, the last: {self._stderr[-1]}"
        if len(self._stderr) >= MANY_LINES:
            raise _Note(f"{said}; only the last 64 kB of a process are kept")
        return said

    def _check_memory(self) -> str:
        self._asked()
        if not self._peak:
            raise _Skip("it cannot be seen here")
        return f"{self._peak / 1e6:.0f} MB"


# --- the handshake


def _wrong_protocol(protocol: str) -> str | None:
    return None if protocol == PROTOCOL else f"protocol {printable(protocol, 20)!r}; {PROTOCOL} is right"


def _wrong_name(ready: messages.Ready) -> str | None:
    name = f"{ready.name} {ready.version}".strip()
    if not name.isprintable():
        return f"{printable(name, NAME_LIMIT)!r}: printable characters are right"
    if len(name) > NAME_LIMIT:
        return f"{printable(name, NAME_LIMIT)!r}: {len(name)} characters; up to {NAME_LIMIT} are shown"
    return None


def _wrong_wants(wants: Sequence[str]) -> str | None:
    unknown = [want for want in wants if want not in WANTED]
    return f"{printable(unknown[0], 20)!r}: {', '.join(WANTED)} are right" if unknown else None


def _wrong_options(options: Sequence[Option]) -> str | None:
    """What is wrong with the first wrong one."""
    for number, option in enumerate(options):
        name = printable(option.name, NAME_LIMIT)
        if not option.name.strip() or not option.name.isprintable() or "=" in option.name:
            return f"option {name!r}: a name of printable characters without = is right"
        if option.name in [other.name for other in options[:number]]:
            return f"option {name!r}: announced twice; once is right"
        if wrong := _DEFAULTS[option.type](option):
            return f"option {name!r}: {wrong}"
    return None


def _check_default(option: Option) -> str | None:
    return None if isinstance(option.default, bool) else f"default {_shown(option)} of a check; true or false is right"


def _spin_default(option: Option) -> str | None:
    low, high, default = option.min, option.max, option.default
    if low is not None and high is not None and low > high:
        return f"min {low} is over max {high}; the other way round is right"
    if isinstance(default, bool) or not isinstance(default, int):
        return f"default {_shown(option)} of a spin; a whole number is right"
    if (low is not None and default < low) or (high is not None and default > high):
        least = "" if low is None else f" from {low}"
        most = "" if high is None else f" up to {high}"
        return f"default {default}; a whole number{least}{most} is right"
    return None


def _combo_default(option: Option) -> str | None:
    if not option.values:
        return "a combo without values; a list of them is right"
    if option.default not in option.values:
        return (
            f"default {_shown(option)} of a combo; one of {', '.join(printable(v, 20) for v in option.values)} is right"
        )
    return None


def _string_default(option: Option) -> str | None:
    return None if isinstance(option.default, str) else f"default {_shown(option)} of a string; a text is right"


def _shown(option: Option) -> str:
    return printable(messages.encode(option.default).decode(), 40)


_DEFAULTS: Final[Mapping[str, Callable[[Option], str | None]]] = {
    "check": _check_default,
    "spin": _spin_default,
    "combo": _combo_default,
    "string": _string_default,
}


# --- strange messages

_BYE: Final = messages.line(messages.Bye())

_KEYED: Final = ("cards", "rows", "open", "options")
"""Objects whose keys are what there is, and no fields."""

_NEW: Final = {"since": "heat/1.1", "list": [1, None, {"deep": True}]}


def _hello() -> messages.Hello:
    return messages.Hello(PROTOCOL, "heatcli", messages.Limits(messages.LINE_LIMIT, START_MS))


def _plain(message: FromReferee) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.json.decode(messages.encode(message))
    return row


def _line(row: Mapping[str, Any]) -> bytes:
    return messages.encode(row) + b"\n"


def _widened(value: Any) -> Any:
    """Every object that is a message or a part with fixed fields, with one more field."""
    if isinstance(value, list):
        return [_widened(one) for one in value]
    if not isinstance(value, dict):
        return value
    wide = {key: one if key in _KEYED else _widened(one) for key, one in value.items()}
    return {**wide, "new": _NEW}


ROWS: Final = (
    _Row("handshake", "start", "starts", lambda c: c._told("start")),
    _Row("handshake", "ready", f"says ready within {START_MS // 1000} s", Checker._check_ready),
    _Row("handshake", "protocol", f"speaks {PROTOCOL}", lambda c: c._told("protocol")),
    _Row("handshake", "name", f"has a printable name of up to {NAME_LIMIT} characters", Checker._check_name),
    _Row("handshake", "wants", "wants what there is", Checker._check_wants),
    _Row("handshake", "options", "announces options that are well formed", Checker._check_options),
    _Row("answers", "id", "answers a request, with its id", lambda c: c._told("id")),
    _Row("answers", "legal", "answers with a legal action", lambda c: c._told("legal")),
    _Row("answers", "newest", "answers the newest of two requests that come at once", Checker._check_newest),
    _Row("answers", "pieces", "reads lines that come in pieces", Checker._check_pieces),
    _Row("answers", "batch", "reads many messages that come at once", Checker._check_batch),
    _Row("answers", "fields", "ignores unknown fields", Checker._check_fields),
    _Row("answers", "events", "ignores events of an unknown type", Checker._check_events),
    _Row("answers", "messages", "ignores messages of an unknown type", Checker._check_messages),
    _Row("answers", "step", "answers an unknown step with a legal action", Checker._check_step),
    _Row("answers", "crlf", "reads lines that end with CR LF", Checker._check_crlf),
    _Row("answers", "blank", "skips blank lines", Checker._check_blank),
    _Row("answers", "long", "reads long lines", Checker._check_long),
    _Row("answers", "text", "reads names that are not ASCII", Checker._check_text),
    _Row("races", "base", "drives a race of the base game", Checker._check_base),
    _Row("races", "again", "drives two races, one after the other", Checker._check_again),
    _Row("races", "error", "drives on after an error message", Checker._check_error),
    _Row("races", "long-race", "drives a race of 8 laps", lambda c: c._whole(c._scenes.long())),
    _Row("races", "legends", "drives against Legends", lambda c: c._whole(c._scenes.legends())),
    _Row("races", "garage", "drives with upgrades", lambda c: c._whole(c._scenes.garage())),
    _Row("races", "weather", "drives in weather", lambda c: c._whole(c._scenes.weather())),
    _Row("races", "season", "drives in a championship", lambda c: c._whole(c._scenes.season())),
    _Row("races", "steps", "answers at every step", Checker._check_steps),
    _Row("ending", "bye", f"leaves within {QUIT_MS // 1000} s of bye", Checker._check_bye),
    _Row("ending", "code", "leaves with exit code 0", Checker._check_code),
    _Row("ending", "eof", "leaves when its input ends without bye", Checker._check_eof),
    _Row("ending", "children", "leaves no process behind", Checker._check_children),
    _Row("output", "once", "answers each request once", Checker._check_once),
    _Row("output", "stdout", "writes nothing but messages to stdout", Checker._check_stdout),
    _Row("output", "stderr", "writes little to stderr", Checker._check_stderr),
    _Row("time", "time", "decides in time", Checker._check_time),
    _Row("time", "same", "answers the same again with the same bot_seed", Checker._check_same),
    _Row("time", "memory", "needs little memory", Checker._check_memory),
)
"""The sentences, in the order in which they are judged."""
