"""What the referee costs: a race with bot programs, and the same programs answering a recording of the same lines."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Final, NamedTuple

import msgspec

from heatcli.arena.drivers import Entry, bots, started
from heatcli.arena.referee import Terms, run_race
from heatcli.core.specs import Spec, seat_cars
from heatcli.data import load
from heatcli.wire.messages import Clock

ROUNDS: Final = 9
DECISIONS: Final = 2000  # a round at least: bots are slow at first
_PATIENCE: Final = Clock(60_000, 60_000)
_BOT: Final = "first_legal.py"  # nothing but the standard library
_SIMULTANEOUS: Final = "plan"  # step whose requests are all out before the first answer is read


class Cost(NamedTuple):
    """Seconds on the wall for one decision: with the referee, answered from the recording; the ratio, of each round."""

    decisions: int
    referee: float
    bare: float
    ratio: float


class _Turn(NamedTuple):
    """What was sent before answers were read: bytes by bot, and how many bots answered."""

    sent: list[tuple[int, bytes]]
    asked: list[int]


def cost(cars: int) -> Cost:
    """Of so many bots on USA: the median of races in turn with recordings."""
    spec = Spec(load.load_track("usa"), seat_cars(cars, 0), load.catalogue(), load.legends())
    races = DECISIONS // sum(len(turn.asked) for turn in _recorded(spec, 1)) + 1
    turns = _recorded(spec, races)
    decisions = sum(len(turn.asked) for turn in turns)
    times = [(_raced(spec, races, lambda crew: None), _replay(cars, turns)) for _ in range(ROUNDS)]
    referee, bare = (median(column) / decisions for column in zip(*times, strict=True))
    return Cost(decisions, referee, bare, median(one / other for one, other in times))


def _command() -> list[str]:
    return [sys.executable, str(load.shipped("bots") / _BOT)]


def _raced(spec: Spec, races: int, prepare: Callable[[Sequence[object]], None]) -> float:
    entries = [Entry(argv=tuple(_command()))] * len(spec.seats)
    with started(entries) as crew:
        prepare(bots(crew))
        start = time.perf_counter()
        outcomes = [run_race(spec, f"wire/{i}", crew, Terms(_PATIENCE)) for i in range(races)]
        seconds = time.perf_counter() - start
    assert not any(placed.faults for outcome in outcomes for placed in outcome.standings)
    return seconds


def _recorded(spec: Spec, races: int) -> list[_Turn]:
    """The lines of races, in the order in which the referee wrote them."""
    turns = [_Turn([], [])]

    def listen(crew: Sequence[object]) -> None:
        for number, bot in enumerate(crew):
            bot.process = _Listener(bot.process, number, turns)  # type: ignore[attr-defined]  # it stands in for one

    _raced(spec, races, listen)
    return [turn for turn in turns if turn.sent]


class _Listener:
    """A bot's process, with a copy of what is sent to it."""

    def __init__(self, process: object, number: int, turns: list[_Turn]) -> None:
        self._process, self._number, self._turns = process, number, turns

    def __getattr__(self, name: str) -> object:
        return getattr(self._process, name)

    def send(self, data: bytes) -> None:
        """Pass it on; the answers to all that was asked before have been read, unless all are asked at once."""
        last = msgspec.json.decode(data.splitlines()[-1])
        asks = last["type"] == "request"
        asked = self._turns[-1].asked
        together = asks and last["step"] == _SIMULTANEOUS and self._number not in asked
        if asked and not together:
            self._turns.append(_Turn([], []))
        self._turns[-1].sent.append((self._number, data))
        if asks:
            self._turns[-1].asked.append(self._number)
        self._process.send(data)  # type: ignore[attr-defined]


def _replay(cars: int, turns: Sequence[_Turn]) -> float:
    """The same programs, written to and read from with nothing in between."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0}
    programs = [subprocess.Popen(_command(), **pipes) for _ in range(cars)]  # type: ignore[call-overload]  # as ever
    try:
        ways = [(program.stdin.fileno(), program.stdout.fileno()) for program in programs]
        hello = b'{"type":"hello","protocol":"heat/1","referee":"bench","limits":{"line":1048576,"start_ms":10000}}\n'
        for into, out in ways:
            os.write(into, hello)
            _line(out)
        start = time.perf_counter()
        for turn in turns:
            for number, data in turn.sent:
                os.write(ways[number][0], data)
            for number in turn.asked:
                _line(ways[number][1])
        return time.perf_counter() - start
    finally:
        for program in programs:
            program.kill()
            program.communicate()


def _line(file: int) -> None:
    while not os.read(file, 1 << 16).endswith(b"\n"):
        pass
