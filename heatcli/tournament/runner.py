"""Running a tournament: what the plan has and the folder has not, on as many processes as asked (SPEC T.5, T.6)."""

import concurrent.futures as futures
import contextlib
import importlib
import itertools
import math
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.process import BaseProcess
from typing import Any, Final, NamedTuple

import msgspec

from heatcli.errors import DriverError, HeatError
from heatcli.tournament import play as worker
from heatcli.tournament import schedule
from heatcli.tournament.fold import Fold
from heatcli.tournament.folder import FAULTS, Folder
from heatcli.tournament.plan import Ready
from heatcli.tournament.play import Failure, Job, luck, play, play_all
from heatcli.tournament.results import CRASHED, CarRow, Played, RaceRow, TimesRow

WINDOW: Final = 8
"""Blocks of which one rotation is raced before the next: programs run on from block to block meanwhile."""

CHUNK_SECONDS: Final = 0.5
"""What a worker is given at once is worth about so much."""

TRIES: Final = 8
"""Deaths of workers that a race may be there at; neighbours are counted too."""

LEAVE: Final = 4.0  # seconds that workers have to end their bots
SECONDS: Final = 0.2  # between two looks at what was asked meanwhile


class StoppedError(HeatError):
    """The tournament was stopped; what was finished is kept."""


class Run(NamedTuple):
    """What a run has done: races, the seconds they took together, and the seconds it took."""

    races: int
    raced: float
    took: float


class Stop:
    """Asked to stop: at the first request after the races under way, at the second at once."""

    def __init__(self) -> None:
        self.asked = 0

    @contextlib.contextmanager
    def on_signals(self, say: Callable[[int], object]) -> Iterator["Stop"]:
        """SIGINT, SIGTERM and SIGHUP ask."""

        def ask(number: int, _: object) -> None:
            self.asked += 1
            say(self.asked)
            if self.asked > 1:
                raise KeyboardInterrupt

        numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
        before = {number: signal.getsignal(number) for number in numbers}
        for number in numbers:
            if before[number] is not signal.SIG_IGN:
                signal.signal(number, ask)
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def run(
    folder: Folder,
    made: Ready,
    fold: Fold,
    stop: Stop,
    on_played: Callable[[Played], object],
    jobs: int = 1,
    cluster: str = "",
) -> Run:
    """Race until nothing is left. Raises StoppedError, FullError, DriverError; what was finished is kept.

    `fold` has what the folder has; it gets every race more.
    """
    source = _chunks(made, fold)
    workers: _Workers = _Here(made, folder) if jobs == 1 and not cluster else _Pool(made, folder, jobs, cluster)
    began, races, raced = time.monotonic(), 0, 0.0
    with workers:
        for played in workers.results(source, stop):
            folder.append(played)
            fold.add(played.row)
            on_played(played)
            workers.seconds = 0.8 * workers.seconds + 0.2 * played.times.seconds if races else played.times.seconds
            races, raced = races + 1, raced + played.times.seconds
    if stop.asked:
        raise StoppedError("stopped")
    return Run(races, raced, time.monotonic() - began)


def _chunks(made: Ready, fold: Fold) -> Iterator[list[Job] | None]:
    """The races that are left, in the order of the plan: one rotation of some blocks, then the next.

    None while the next ones depend on races that are not over.
    """
    number, source = 0, iter(schedule.blocks(made.plan, fold.scores))
    while number < schedule.planned(made.plan) and not fold.decided:
        window = [*itertools.islice(source, WINDOW)]
        if not window:  # a round of a swiss tournament is over, or not yet
            source = itertools.islice(schedule.blocks(made.plan, fold.scores), number, None)
            window = [*itertools.islice(source, WINDOW)]
        if not window:
            yield None
            continue
        number = window[-1].number + 1
        orders = [schedule.orders(made.plan, block.bots) for block in window]
        for rotation in range(len(orders[0])):
            jobs = [
                Job(block.number, rotation, order[rotation], block.track)
                for block, order in zip(window, orders, strict=True)
            ]
            if left := [job for job in jobs if job[:2] not in fold.done]:
                yield left


class _Workers(contextlib.AbstractContextManager["_Workers"]):
    """Whoever plays the races."""

    seconds = 0.0  # a race takes, about

    def results(self, source: Iterator[list[Job] | None], stop: Stop) -> Iterator[Played]:
        raise NotImplementedError

    def __exit__(self, *_: object) -> None:
        pass


class _Here(_Workers):
    """The process that runs the tournament."""

    def __init__(self, made: Ready, folder: Folder) -> None:
        self._made, self._faults = made, str(folder.path / FAULTS)

    def results(self, source: Iterator[list[Job] | None], stop: Stop) -> Iterator[Played]:
        chunks: Iterator[Iterable[Job]] = (chunk for chunk in source if chunk is not None)  # all before are over
        if any(driver.restart == "off" for driver in self._made.drivers):
            chunks = iter([itertools.chain.from_iterable(chunks)])  # all with the same programs
        for chunk in chunks:
            races = play(self._made, chunk, self._faults)
            try:
                for played in races:
                    yield played
                    if stop.asked:
                        return
            finally:
                races.close()


class _Pool(_Workers):
    """Other processes, on this machine or on others. One that dies costs only time."""

    def __init__(self, made: Ready, folder: Folder, jobs: int, cluster: str) -> None:
        self._made, self._manifest = made, msgspec.json.encode(made.manifest)
        self._faults = "" if cluster else str(folder.path / FAULTS)
        self._ahead = 2 * jobs
        self._makes: _Local | _Cluster = _Cluster(cluster) if cluster else _Local(jobs)
        self._pool: futures.Executor | None = None
        self._live: dict[futures.Future[list[Played] | Failure], list[Job]] = {}
        self._again: list[list[Job]] = []
        self._deaths: dict[tuple[int, int], int] = {}

    def __exit__(self, *_: object) -> None:
        self._makes.close(self._pool, at_once=bool(self._live))

    def results(self, source: Iterator[list[Job] | None], stop: Stop) -> Iterator[Played]:
        ended = False
        while True:
            ended = self._fill(source, stop) or ended
            if not self._live:
                if ended or stop.asked:
                    return
                continue
            done, _ = futures.wait(self._live, SECONDS, futures.FIRST_COMPLETED)
            for future in sorted(done, key=lambda future: (future.exception() is not None, self._live[future])):
                yield from self._taken(future)

    def _fill(self, source: Iterator[list[Job] | None], stop: Stop) -> bool:
        """Give the workers more; True if there is no more."""
        if self._makes.more(self._pool):
            self._ahead = max(self._ahead, 2 * self._makes.workers)
        while len(self._live) < self._ahead and not stop.asked:
            if not self._again:
                chunk = next(source, ())
                if chunk is None:
                    return False
                if not chunk:
                    return True
                self._again += self._parts(list(chunk))
            if self._pool is None:
                self._pool = self._makes.pool()
            jobs = self._again.pop(0)
            try:
                self._live[self._pool.submit(play_all, self._manifest, jobs, self._faults)] = jobs
            except futures.BrokenExecutor:
                self._again = [jobs, *self._rebuild(), *self._again]
        return False

    def _parts(self, jobs: list[Job]) -> list[list[Job]]:
        size = max(1, math.ceil(CHUNK_SECONDS / self.seconds)) if self.seconds else 1
        return [jobs[i : i + size] for i in range(0, len(jobs), size)]

    def _taken(self, future: futures.Future[list[Played] | Failure]) -> Iterator[Played]:
        jobs = self._live.pop(future, None)
        if jobs is None:
            return
        try:
            played = future.result()
        except Exception as error:  # a worker's death has as many names as there are executors
            if not self._makes.is_death(error):
                raise
            yield from self._mourn(jobs)
            return
        if isinstance(played, Failure):
            where = f" on worker {played.machine}; bots have to be there too" if self._makes.elsewhere else ""
            raise DriverError(f"{played.why}{where}")
        yield from played

    def _mourn(self, jobs: list[Job]) -> Iterator[Played]:
        """What was under way is raced again, one by one; a race that kills its workers over and over is void."""
        lost = [jobs, *self._rebuild()]
        for job in (job for chunk in lost for job in chunk):
            key = job[:2]
            self._deaths[key] = self._deaths.get(key, 0) + 1
            if self._deaths[key] < TRIES:
                self._again.append([job])
            else:
                cars = tuple(CarRow(bot, self._made.names[bot], 0, 0, CRASHED, 0) for bot in job.bots)
                rotations = len(schedule.orders(self._made.plan, job.bots))
                told = luck(f"{self._made.seed}/{job.block}")
                yield Played(RaceRow(*key, rotations, told, "", CRASHED, 0, cars), TimesRow(*key, 0.0, ()), "")

    def _rebuild(self) -> list[list[Job]]:
        """The next one gets new workers; what was under way."""
        lost = [*self._live.values()]
        self._live.clear()
        self._makes.close(self._pool, at_once=True)
        self._pool = None
        return lost


class _Local:
    """Processes of this machine."""

    elsewhere = False

    def __init__(self, jobs: int) -> None:
        self.workers = jobs

    def pool(self) -> futures.Executor:
        """A new one."""
        context = multiprocessing.get_context("spawn")
        return futures.ProcessPoolExecutor(self.workers, context, initializer=_serve)

    def more(self, pool: futures.Executor | None) -> bool:
        """Workers may come and go."""
        return False

    def is_death(self, error: Exception) -> bool:
        """A worker has died."""
        return isinstance(error, futures.BrokenExecutor)

    def close(self, pool: futures.Executor | None, at_once: bool) -> None:
        """End it; at once: with what is under way."""
        if pool is None:
            return
        processes = [*(getattr(pool, "_processes", None) or {}).values()]
        pool.shutdown(wait=not at_once, cancel_futures=True)
        for process in processes if at_once else ():
            process.terminate()  # their bots first
        end = time.monotonic() + LEAVE
        for process in processes if at_once else ():
            process.join(max(0.0, end - time.monotonic()))
            process.kill()
            process.join()


def check_cluster(address: str) -> None:
    """Raises DriverError if there is none at the address."""
    _Cluster(address).close(None, at_once=False)


class _Cluster:
    """Workers of a distributed engine that runs already."""

    elsewhere = True

    def __init__(self, address: str) -> None:
        try:
            client: Any = importlib.import_module("distributed").Client
        except ImportError:
            raise DriverError("--cluster: distributed is not installed; pip install 'heatcli[cluster]'") from None
        try:
            self._client = client(address, timeout=5, set_as_default=False)
        except (OSError, ValueError) as error:
            raise DriverError(f"--cluster {address}: {error or 'nobody answers'}; tcp://HOST:8786 is right") from None

    @property
    def workers(self) -> int:
        """How many there are now."""
        return max(1, int(sum(self._client.nthreads().values())))

    def pool(self) -> futures.Executor:
        """A new one."""
        executor: futures.Executor = self._client.get_executor(pure=False, retries=3)
        return executor

    def more(self, pool: futures.Executor | None) -> bool:
        """Workers may come and go."""
        return True

    def is_death(self, error: Exception) -> bool:
        """A race's workers have died, again and again."""
        return type(error).__name__ in ("KilledWorker", "CancelledError", "LostWorkerError")

    def close(self, pool: futures.Executor | None, at_once: bool) -> None:
        """Leave it as it was."""
        if pool is not None:
            pool.shutdown(wait=False)
        if not at_once:
            self._client.close()


def _serve() -> None:
    """A worker begins: Ctrl-C is for the process that gives the work, whose end is its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _leave(*_: object) -> None:
    """With the races under way, whose bots are ended; at once if there are none."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if not worker.busy:
        os._exit(1)
    raise KeyboardInterrupt


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(LEAVE)
    os._exit(1)


def cores() -> int:
    """Of this machine, that may be used."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share_of(raced: float, took: float, jobs: int) -> float:
    """The part of all workers' time that was not spent on races."""
    return max(0.0, 1 - raced / (took * jobs)) if took else 0.0
