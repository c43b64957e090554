"""How fast the core is on this machine: a flat list of figures, and signatures that change only when the rules do."""

import multiprocessing
import os
import platform
import random
import resource
import subprocess
import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Struct

from heatcli.arena import bench_wire
from heatcli.core import flow
from heatcli.core.check import check
from heatcli.core.names import HEAT, PLAN, Action
from heatcli.core.rollout import play_out
from heatcli.core.rules import EXPANSIONS, Rules
from heatcli.core.setup import new_race
from heatcli.core.snapshot import fingerprint
from heatcli.core.specs import Spec, seat_cars
from heatcli.core.state import State
from heatcli.core.view import resample, view
from heatcli.data import load
from heatcli.data.library import Library
from heatcli.errors import DataError
from heatcli.record.game import Game
from heatcli.record.header import header_of
from heatcli.record.replay import replays
from heatcli.record.tokens import read_token, token

T = TypeVar("T")

RACES: Final = 60
"""Of a batch, if nothing else is said."""

_PASSES: Final = 5
_CARS: Final = 6
_EVENT: Final = "new-grandstand"  # two sponsorships each, a press corner, one more for the first lap
_STRIDE: Final = 4  # of a race's states one in so many is looked at
_ROLL_OUTS: Final = 10  # a pass


class Chooser(Protocol):
    """A player of the core's own ints: a bot would cost more than the core and be measured instead."""

    def choose(self, legal: list[Action], hand: Sequence[int]) -> Action: ...


class Cautious:
    """Chooses as bots/first.py."""

    def __init__(self, seed: str) -> None: ...

    def choose(self, legal: list[Action], hand: Sequence[int]) -> Action:
        return legal[0]


class Random:
    """Chooses as bots/random_legal.py."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def choose(self, legal: list[Action], hand: Sequence[int]) -> Action:
        if legal[0][0] != PLAN:
            return legal[int(self._random() * len(legal))]
        gears = _gears(legal)
        gear = gears[int(self._random() * len(gears))]
        pool = [card for card in hand if card != HEAT]
        if gear > len(pool):  # cluttered: this gear has one plan
            return legal[bisect_left(legal, (PLAN, gear))]
        cards = sorted([pool.pop(int(self._random() * len(pool))) for _ in range(gear)])
        return (PLAN, gear, *cards)


def _gears(legal: list[Action]) -> list[int]:
    """The gears of an ascending list of plans."""
    gears: list[int] = []
    at = 0
    while at < len(legal) and legal[at][0] == PLAN:
        gears.append(legal[at][1])
        at = bisect_left(legal, (PLAN, gears[-1] + 1), at)
    return gears


CHOOSERS: Final[dict[str, Callable[[str], Chooser]]] = {"random": Random, "cautious": Cautious}


class Figure(Struct, frozen=True):
    """One number: which group it is printed in, and whether more of it is better."""

    group: str
    value: float
    unit: str
    more: bool


class Report(Struct, frozen=True):
    """The figures of one run by name, in groups; signatures and decisions of each batch of `races` races."""

    python: str
    compiled: bool
    cpus: int
    races: int
    decisions: dict[str, int]
    signatures: dict[str, str]
    figures: dict[str, Figure]

    def add(self, group: str, name: str, value: float, unit: str, more: bool = False) -> None:
        """One more figure."""
        self.figures[name] = Figure(group, value, unit, more)


def measure(races: int = RACES, processes: int = 0) -> Report:
    """Everything; with `processes` also the base game's random batch over 1 to so many of them."""
    report = Report(platform.python_version(), is_compiled(), os.cpu_count() or 1, races, {}, {}, {})
    _batch(report, "base game", "random", usa(), Random)
    _batch(report, "base game", "cautious", usa(), Cautious)
    _batch(report, "all modules", "all modules", everything(), Random)
    _search(report)
    _notation(report)
    _start_up(report)
    if processes:
        _parallel(report, processes)
    return report


def measure_wire() -> Report:
    """What the referee costs with one bot program and with six."""
    report = Report(platform.python_version(), is_compiled(), os.cpu_count() or 1, 0, {}, {}, {})
    for cars, name in ((1, "one bot"), (_CARS, "six bots")):
        found = bench_wire.cost(cars)
        report.add("wire", f"{name}, referee", found.referee * 1e6, "µs")
        report.add("wire", f"{name}, recording", found.bare * 1e6, "µs")
        report.add("wire", f"{name}, referee / recording", found.ratio, "×")
    return report


def is_compiled() -> bool:
    """The core is made of mypyc's modules."""
    return str(flow.__file__).endswith(".so")


@cache
def usa() -> Spec:
    """The base game's race: six cars on USA, no Legends, all options at their defaults."""
    return Spec(load.load_track("usa"), seat_cars(_CARS, 0), load.catalogue(), load.legends())


def everything() -> Spec:
    """A championship race with all that is in the boxes: six cars draft, weather, an event card, all expansions."""
    event = Library().event(_EVENT)
    rules = Rules(garage="mixed", garage_choice="draft", weather=True, expansions="+".join(EXPANSIONS))
    seats = seat_cars(_CARS, 0)
    return Spec(
        load.load_track(event.track),
        seats,
        load.catalogue(),
        load.legends(),
        rules,
        weather=load.weather(),
        event=event,
        season=f"{event.season}/{event.race}",
    )


# --- batches


def _batch(report: Report, group: str, name: str, spec: Spec, chooser: Callable[[str], Chooser]) -> None:
    times = []
    for _ in range(_PASSES):
        start = time.process_time()
        played = [play(spec, i, chooser) for i in range(report.races)]
        times.append(time.process_time() - start)
    seconds = median(times)
    report.decisions[name] = decisions = sum(count for _, count in played)
    report.signatures[name] = _signature(_told(state) for state, _ in played)
    report.add(group, f"{name} decisions", decisions / seconds, "/s", more=True)
    report.add(group, f"{name} races", report.races / seconds, "/s", more=True)


def play(spec: Spec, number: int, chooser: Callable[[str], Chooser]) -> tuple[State, int]:
    """Race `number` of a batch has seed "bench/number", every seat a player with its own seed."""
    state, decisions = new_race(spec, f"bench/{number}"), 0
    choosers = [chooser(f"bench/{number}/{seat}") for seat in range(len(spec.seats))]
    while seats := flow.to_act(state):
        for seat in seats:
            legal = flow.legal_actions(state, seat)
            if len(legal) > 1:
                decisions += 1
                flow.apply(state, seat, choosers[seat].choose(legal, state.cars[seat].hand))
            else:
                flow.apply(state, seat, legal[0])
    return state, decisions


def _told(state: State) -> str:
    """How a race ended, and everything that was told on the way."""
    return f"{fingerprint(state)} {state.log}\n"


def _signature(told: Iterator[str]) -> str:
    digest = blake2b(digest_size=8)
    for race in told:
        digest.update(race.encode())
    return digest.hexdigest()


# --- search


def _search(report: Report) -> None:
    """Means over states all along a race; each pass has a race of its own, so that caches help as they do in play."""
    races = [_along(usa(), number) for number in range(_PASSES)]
    states = [[(state, flow.to_act(state)[0]) for state in race] for race in races]
    seen = [[view(state, seat) for state, seat in race] for race in states]
    halves = [_half_way(race) for race in races]
    dice = random.Random("bench")
    report.add("search", "clone", _mean(races, State.clone) * 1e6, "µs")
    report.add("search", "legal list", _mean(states, lambda one: flow.legal_actions(*one)) * 1e6, "µs")
    report.add("search", "view", _mean(states, lambda one: view(*one)) * 1e6, "µs")
    report.add("search", "resample", _mean(seen, lambda one: resample(one, dice)) * 1e6, "µs")
    report.add("search", "roll-out", _mean([[half] * _ROLL_OUTS for half in halves], _roll_out(dice)) * 1e3, "ms")


def _along(spec: Spec, number: int) -> list[State]:
    """States along a race of random players, as a search would hold them: without a log."""
    state = new_race(spec, f"bench/{number}")
    chooser = Random(f"bench/{number}")
    states, at = [], 0
    while seats := flow.to_act(state):
        if at % _STRIDE == 0:
            states.append(state.clone())
        seat = seats[0]
        flow.apply(state, seat, chooser.choose(flow.legal_actions(state, seat), state.cars[seat].hand))
        at += 1
    return states


def _half_way(states: list[State]) -> State:
    """The first whose leader has half the distance behind it."""
    return next(state for state in states if max(car.distance for car in state.cars) * 2 >= state.course.finish)


def _roll_out(dice: random.Random) -> Callable[[State], None]:
    def work(state: State) -> None:
        play_out(state.clone(), dice)

    return work


def _mean(passes: Sequence[Sequence[T]], work: Callable[[T], object]) -> float:
    """CPU seconds of the work on one item: the median of the passes' means."""
    runs = []
    for items in passes:
        start = time.process_time()
        for item in items:
            work(item)
        runs.append((time.process_time() - start) / len(items))
    return median(runs)


# --- notation


class Script(NamedTuple):
    """A race as its decisions: seat, action, and whether there was a choice."""

    spec: Spec
    seed: str
    decisions: list[tuple[int, Action, bool]]


def _notation(report: Report) -> None:
    spec = usa()
    codes = spec.catalogue
    scripts = [_script(spec, number) for number in range(_PASSES)]
    actions = [[action for _, action, asked in script.decisions if asked] for script in scripts]
    texts = [[token(action, codes) for action in race] for race in actions]
    report.add("notation", "token written", _mean(actions, lambda action: token(action, codes)) * 1e6, "µs")
    report.add("notation", "token read", _mean(texts, lambda text: read_token(text, codes)) * 1e6, "µs")
    records = [_written(script) for script in scripts]
    library = Library()
    ways: dict[str, float] = {
        "in memory": _rate(scripts, [partial(_in_memory, script) for script in scripts]),
        "written down": _rate(scripts, [partial(_written, script) for script in scripts]),
        "validated": _rate(scripts, [partial(_validated, record, library) for record in records]),
    }
    for name, rate in ways.items():
        report.add("notation", f"{name} decisions", rate, "/s", more=True)
        if name != "in memory":
            report.add("notation", f"{name} / in memory", rate / ways["in memory"], "×", more=True)


def _rate(scripts: Sequence[Script], works: Sequence[Callable[[], object]]) -> float:
    """Decisions with two or more legal actions a CPU second: the median of the races."""
    rates = []
    for script, work in zip(scripts, works, strict=True):
        start = time.process_time()
        work()
        rates.append(sum(asked for _, _, asked in script.decisions) / (time.process_time() - start))
    return median(rates)


def _script(spec: Spec, number: int) -> Script:
    """A race of the random batch."""
    seed = f"bench/{number}"
    state = new_race(spec, seed)
    choosers = [Random(f"{seed}/{seat}") for seat in range(len(spec.seats))]
    decisions = []
    while seats := flow.to_act(state):
        for seat in seats:
            legal = flow.legal_actions(state, seat)
            asked = len(legal) > 1
            action = choosers[seat].choose(legal, state.cars[seat].hand) if asked else legal[0]
            decisions.append((seat, action, asked))
            flow.apply(state, seat, action)
    return Script(spec, seed, decisions)


def _in_memory(script: Script) -> None:
    state = new_race(script.spec, script.seed)
    for seat, action, _ in script.decisions:
        _must(check(state, seat, action))
        flow.apply(state, seat, action)


def _written(script: Script) -> list[str]:
    """The lines of its record."""
    lines: list[str] = []
    names = ["random"] * len(script.spec.seats)
    game = Game(script.spec, header_of(script.spec, script.seed, names), write=lines.append)
    for seat, action, asked in script.decisions:
        _must(check(game.state, seat, action))
        game.decide(seat, action, asked)
    game.close()
    return [f"{line}\n" for line in lines]


def _validated(record: list[str], library: Library) -> None:
    for replay in replays(record, library, told=False):
        _must("; ".join(finding.text for finding in replay.findings) or None)


def _must(wrong: str | None) -> None:
    assert wrong is None, wrong


# --- start-up


_STARTS: Final = {
    "heat --version": "import sys; sys.argv = ['heat', '--version']; from heatcli.cli import main; main()",
    "bare Python": "pass",
    "import click": "import click",
}


def _start_up(report: Report) -> None:
    runs: dict[str, list[float]] = {name: [] for name in _STARTS}
    for _ in range(_PASSES):
        for name, code in _STARTS.items():
            runs[name].append(_started(code))
    times = {name: median(passes) for name, passes in runs.items()}
    for name, seconds in times.items():
        report.add("start-up", name, seconds * 1e3, "ms")
    report.add("start-up", "heat --version / import click", times["heat --version"] / times["import click"], "×")


def _started(code: str) -> float:
    """CPU seconds of a Python that runs this code; it finds this very package."""
    home = Path(__file__).parents[2]
    before = _of_children()
    subprocess.run([sys.executable, "-c", code], cwd=home, stdout=subprocess.DEVNULL, check=True)
    return _of_children() - before


def _of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


# --- processes


def _parallel(report: Report, processes: int) -> None:
    """The random batch dealt out to spawned processes that stand ready; here the clock on the wall counts."""
    for n in range(1, processes + 1):
        with multiprocessing.get_context("spawn").Pool(n) as pool:
            told = pool.map(_race_told, range(report.races))
            name = f"random in {n} process{'es' * (n > 1)}"
            report.signatures[name] = _signature(iter(told))
            times = []
            for _ in range(_PASSES):
                start = time.perf_counter()
                pool.map(_race_played, range(report.races))
                times.append(time.perf_counter() - start)
        report.add("processes", f"{name} races", report.races / median(times), "/s", more=True)


def _race_told(number: int) -> str:
    return _told(play(usa(), number, Random)[0])


def _race_played(number: int) -> int:
    return play(usa(), number, Random)[1]


# --- reports in files


def read_report(path: Path) -> Report:
    """What `heat bench --json` wrote. Raises DataError."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Report)
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: not what `heat bench --json` writes: {error}") from None


def signature_notes(old: Report, new: Report) -> list[str]:
    """Where two runs raced different races, in words."""
    if old.races != new.races:
        return [f"batches of {old.races} and {new.races} races: their signatures cannot be compared"]
    return [
        f"{name}: the races are others: signature {old.signatures[name]} was, {signature} is"
        for name, signature in new.signatures.items()
        if name in old.signatures and old.signatures[name] != signature
    ]


def ratio(old: Figure | None, new: Figure | None) -> float | None:
    """How many times better the new one is; None where one is missing or nothing."""
    if old is None or new is None or not old.value or not new.value:
        return None
    return new.value / old.value if new.more else old.value / new.value
