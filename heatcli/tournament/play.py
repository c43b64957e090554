"""Races of a tournament played: each a pure function of its block and rotation (SPEC T.3, T.4)."""

import contextlib
import os
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import msgspec

from heatcli.arena import isolation, orphans
from heatcli.arena.drivers import Bot, Driver, Entry, start, started, stop
from heatcli.arena.referee import Fault, Outcome, Placed, Terms, run_race
from heatcli.core.rng import commitment
from heatcli.core.specs import Spec
from heatcli.errors import HeatError
from heatcli.tournament.manifest import Manifest
from heatcli.tournament.plan import Ready, ready
from heatcli.tournament.results import FILL, VOID, CarRow, CarTimes, FaultRow, Played, RaceRow, TimesRow, steps_of
from heatcli.tournament.schedule import orders
from heatcli.wire.messages import SeasonLine

busy = False
"""Races are under way in this worker."""


class Job(NamedTuple):
    """A race to be played: its bots by seat, the board by number."""

    block: int
    rotation: int
    bots: tuple[int, ...]
    track: int


class Failure(NamedTuple):
    """A race that cannot be played here: why, and on which machine."""

    why: str
    machine: str


def play_all(manifest: bytes, jobs: Sequence[Job], faults: str = "") -> list[Played] | Failure:
    """What a worker does: some races one after the other. Everything in it and out of it can be sent elsewhere."""
    global busy  # whether a signal has something to end
    busy = True
    try:
        return [*play(_ready(manifest), jobs, faults)]
    except HeatError as error:
        return Failure(str(error), os.uname().nodename)
    except KeyboardInterrupt:  # the bots are gone; nobody waits for these races any more
        os._exit(1)
    finally:
        busy = False


@cache
def _ready(manifest: bytes) -> Ready:
    return ready(msgspec.json.decode(manifest, type=Manifest))


def play(made: Ready, jobs: Iterable[Job], faults: str = "") -> Generator[Played]:
    """The races, each as it ends. `faults` is the folder for bundles; programs that may race on are kept between."""
    with _Stable(made) as stable:
        for job in jobs:
            yield _one(made, job, stable, faults)


def tried(made: Ready) -> dict[str, str]:
    """Every program started once: by name why one does not get ready, with the last that it said on stderr.

    Raises DriverError for one that cannot be started, and for options that it does not have.
    """
    programs = [driver for driver in made.drivers if driver.argv]
    found: dict[str, str] = {}
    if not programs:
        return found
    with started(programs, made.patience) as bots:
        for bot in bots:
            if isinstance(bot, Bot) and bot.dead is not None:
                said = "".join(f": {line}" for line in bot.process.last_errors(1))
                found[bot.name] = f"{bot.dead.code} ({bot.dead.why}){said}"
    return found


class _Runner:
    """A driver, and the blocks it has seen."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.seen: set[int] = set()


class _Stable:
    """The drivers that run. None of them sees a block twice, unless it may (SPEC T.4)."""

    def __init__(self, made: Ready) -> None:
        self._made = made
        self._idle: dict[int, list[_Runner]] = {}
        self._all: list[Driver] = []
        self._adopted = contextlib.ExitStack()

    def __enter__(self) -> "_Stable":
        if any(driver.argv for driver in self._made.drivers):
            isolation.sweep()
            self._adopted.enter_context(orphans.adopted())
        return self

    def __exit__(self, *_: object) -> None:
        with self._adopted:
            stop(self._all, self._made.patience)

    @contextlib.contextmanager
    def crew(self, job: Job) -> Iterator[list[Driver]]:
        """Those of a race, by seat; the house fills what is left."""
        taken = [self._idle_one(bot, job.block) for bot in job.bots]
        new = [self._entry(bot) for bot, runner in zip(job.bots, taken, strict=True) if runner is None]
        more: list[Driver] = []
        try:
            start(new, self._made.patience, more)
        finally:
            self._all += more
        fresh = iter(more)
        runners = [runner or _Runner(next(fresh)) for runner in taken]
        house: list[Driver] = []
        if self._made.house is not None:
            start([self._made.house] * self._made.fills, self._made.patience, house)
        yield [*(runner.driver for runner in runners), *house]
        gone: list[Driver] = []
        for bot, runner in zip(job.bots, runners, strict=True):
            runner.seen.add(job.block)
            kept = isinstance(runner.driver, Bot) and runner.driver.dead is None and self._entry(bot).restart != "race"
            if kept:
                self._idle.setdefault(bot, []).append(runner)
            else:
                gone.append(runner.driver)
        self._end(gone)

    def _idle_one(self, bot: int, block: int) -> _Runner | None:
        idle = self._idle.get(bot, [])
        for i, runner in enumerate(idle):
            if block not in runner.seen or self._entry(bot).restart == "off":
                return idle.pop(i)
        self._end([runner.driver for runner in idle])  # they have seen what is raced now
        idle.clear()
        return None

    def _entry(self, bot: int) -> Entry:
        return self._made.drivers[bot]

    def _end(self, drivers: list[Driver]) -> None:
        stop(drivers, self._made.patience)
        self._all = [driver for driver in self._all if driver not in drivers]


def opaque(seed: str, block: int, rotation: int, race: int = 0) -> str:
    """What bots know a race by: tells nothing about its block."""
    text = f"{seed}/{block}/{rotation}/{race}".encode()
    return blake2b(text, digest_size=6, person=b"heat tournament").hexdigest()


def luck(seed: str) -> str:
    """What names a seed in public: races of one seed have it in common, and it does not tell the seed."""
    return commitment(seed)[:16]


def _one(made: Ready, job: Job, stable: _Stable, faults: str) -> Played:
    lines: list[str] = []
    terms = made.terms()._replace(write=lines.append, fault_dir=faults)
    began = time.perf_counter()
    with stable.crew(job) as crew:
        before = [_cpu(driver) for driver in crew]
        for driver in crew:
            driver.times = []
        race = _Season(made, job, crew, terms) if made.manifest.format == "season" else _Race(made, job, crew, terms)
        row = race.run()
        cars = [_times(bot, driver, cpu) for bot, driver, cpu in zip(_numbers(made, job), crew, before, strict=True)]
    times = TimesRow(job.block, job.rotation, round(time.perf_counter() - began, 6), tuple(cars))
    return Played(row, times, _named(lines, job))


def _numbers(made: Ready, job: Job) -> list[int]:
    """The bot of every driven seat."""
    return [*job.bots, *[FILL] * made.fills]


def _times(bot: int, driver: Driver, before: float | None) -> CarTimes:
    after = _cpu(driver)
    cpu = None if before is None or after is None else round(after - before, 3)
    times = driver.times
    return CarTimes(bot, len(times), round(sum(times), 3), round(max(times, default=0.0), 3), steps_of(times), cpu)


def _cpu(driver: Driver) -> float | None:
    """Seconds of processor time that a program has used so far; None of one that is none, or is gone."""
    if not isinstance(driver, Bot):
        return None
    try:
        words = Path(f"/proc/{driver.process.pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


def _named(lines: Sequence[str], job: Job) -> str:
    """The records with a comment behind each head that says whose they are."""
    text: list[str] = []
    for line in lines:
        text.append(line)
        if line[0] == "#":
            text.append(f"{{block {job.block}, rotation {job.rotation}}}")
    return "".join(f"{line}\n" for line in text)


class _Race:
    """A single race."""

    def __init__(self, made: Ready, job: Job, crew: Sequence[Driver], terms: Terms) -> None:
        self.made, self.job, self.crew, self.terms = made, job, crew, terms
        self.seed = f"{made.seed}/{job.block}"

    def run(self) -> RaceRow:
        """Race; what came of it."""
        spec = self.made.spec(self.job.track)
        outcome, cars = self.race(spec, self.seed, 0)
        return self.row(spec.track.id, outcome.why, outcome.rounds, cars)

    def row(self, track: str, why: str, rounds: int, cars: tuple[CarRow, ...]) -> RaceRow:
        """A line of results."""
        plan = self.made.plan
        rotations = len(orders(plan, self.job.bots))
        return RaceRow(*self.job[:2], rotations, luck(self.seed), track, why, rounds, cars)

    def race(self, spec: Spec, seed: str, number: int) -> tuple[Outcome, tuple[CarRow, ...]]:
        """One race, its cars by seat."""
        id = opaque(self.made.seed, self.job.block, self.job.rotation, number)
        terms = self.terms._replace(id=id)
        outcome = run_race(spec, seed, self.crew, terms, last=False)
        by_seat = sorted(outcome.standings, key=lambda placed: placed.seat)
        numbers = dict(zip(spec.drivers, _numbers(self.made, self.job), strict=True))
        spins = [0] * len(by_seat)
        for event in outcome.events:
            if event[0] == "spin":
                spins[int(str(event[1]))] += 1
        cars = [
            _car(placed, numbers.get(placed.seat, FILL), spins[placed.seat], id if terms.fault_dir else "")
            for placed in by_seat
        ]
        return outcome, tuple(cars)


class _Season(_Race):
    """A season: the cars' places and points are those of its standings."""

    def run(self) -> RaceRow:
        season = self.made.championship(self.seed)
        terms, rounds, races = self.terms, 0, []
        while not season.is_over:
            so_far = [score.points for score in sorted(season.standings())]
            self.terms = terms._replace(season=SeasonLine(season.name, season.race + 1, len(season.legs), so_far))
            outcome, cars = self.race(season.spec(), f"{self.seed}/{season.race}", season.race)
            rounds += outcome.rounds
            races.append(cars)
            if outcome.why == VOID:
                return self.row(season.name, VOID, rounds, cars)
            season.finish(outcome.state)
        scores = sorted((score.seat, place, score) for place, score in enumerate(season.standings(), 1))
        whole = [
            CarRow(
                races[0][seat].bot,
                races[0][seat].name,
                place,
                score.points,
                "finished",
                sum(cars[seat].distance for cars in races),
                sum(cars[seat].spins for cars in races),
                tuple(fault for cars in races for fault in cars[seat].faults),
                tuple(score.by_race),
            )
            for seat, place, score in scores
        ]
        return self.row(season.name, "finished", rounds, tuple(whole))


def _car(placed: Placed, bot: int, spins: int, id: str) -> CarRow:
    faults = tuple(_fault(fault, id, placed.colour) for fault in placed.faults if fault.costs)
    return CarRow(bot, placed.name, placed.place, placed.points, placed.why, placed.distance, spins, faults)


def _fault(fault: Fault, id: str, colour: str) -> FaultRow:
    bundle = f"{id}-{colour}-{fault.number}-{fault.code}" if id else ""
    return FaultRow(fault.code, fault.why, fault.round, fault.step, fault.stopped, bundle)
