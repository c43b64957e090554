"""What a race costs as it grows: cars, laps, processes. `python benchmarks/scaling.py` writes the table of README.md.

Random players on USA; ms of CPU time a race, and µs a car and round: that is what must not grow, as a round of n cars
is n turns. Only the rows of processes go by the clock on the wall.
"""

import multiprocessing
import random
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from peers import machine, write_between

from heatcli.arena import bench
from heatcli.core.rules import Rules
from heatcli.core.specs import Spec, seat_cars
from heatcli.data import load

PASSES = 5
SECONDS = 0.3  # a pass has as many races as fit, and at least two
PARALLEL_RACES = 120
SIZES = [*[(cars, 2) for cars in range(1, 13)], *[(6, laps) for laps in (1, 2, 3, 5, 8, 12, 20)]]
"""Cars and laps."""


def spec_of(cars: int, laps: int) -> Spec:
    """So many drivers on USA for so many laps."""
    rules = Rules(laps=laps, max_rounds=9999)
    return Spec(load.load_track("usa"), seat_cars(cars, 0), load.catalogue(), load.legends(), rules)


def measure(cars: int, laps: int) -> tuple[float, float, float]:
    """Seconds a race, turns of cars a race, and decisions a race: the median of the passes."""
    spec, number, runs = spec_of(cars, laps), 0, []
    for _ in range(PASSES):
        races = turns = decisions = 0
        start = time.process_time()
        while races < 2 or time.process_time() - start < SECONDS:
            state, chosen = bench.play(spec, number, bench.Random)
            races, number, decisions = races + 1, number + 1, decisions + chosen
            turns += sum(event[0] == "turn" for event in state.log or ())
        seconds = time.process_time() - start
        runs.append((seconds / turns, turns / races, decisions / races))
    per_turn = median(run[0] for run in runs)
    turns_a_race = sum(run[1] for run in runs) / PASSES
    return per_turn * turns_a_race, turns_a_race, sum(run[2] for run in runs) / PASSES


def play_many(numbers: Sequence[int]) -> None:
    """A share of the base batch."""
    for number in numbers:
        bench.play(bench.usa(), number, bench.Random)


def in_processes(n: int) -> float:
    """Seconds on the wall for one race of the base batch, dealt out to n processes that stand ready."""
    numbers = list(range(PARALLEL_RACES))
    random.Random("deal").shuffle(numbers)
    shares = [numbers[at::n] for at in range(n)]
    with multiprocessing.get_context("spawn").Pool(n) as pool:
        pool.map(play_many, shares, 1)  # warm
        runs = []
        for _ in range(PASSES):
            start = time.perf_counter()
            pool.map(play_many, shares, 1)
            runs.append(time.perf_counter() - start)
    return median(runs) / PARALLEL_RACES


def tables() -> str:
    """Markdown."""
    lines = ["| cars | laps | ms a race | turns a race | decisions a race | µs a car and round |"]
    lines.append("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for cars, laps in SIZES:
        seconds, turns, decisions = measure(cars, laps)
        cells = [cars, laps, f"{seconds * 1e3:.2f}", f"{turns:.0f}", f"{decisions:.0f}", f"{seconds / turns * 1e6:.1f}"]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    lines += ["", "| processes | ms a race (wall) | races/s | to one |", "| ---: | ---: | ---: | ---: |"]
    times = {n: in_processes(n) for n in (1, 2)}
    for n, seconds in times.items():
        lines.append(f"| {n} | {seconds * 1e3:.2f} | {1 / seconds:.0f} | {times[1] / seconds:.2f} |")
    core = "compiled" if bench.is_compiled() else "interpreted"
    return "\n".join([f"{machine()}, core {core}; 6 cars, 2 laps for the processes.", "", *lines])


if __name__ == "__main__":
    text = tables()
    print(text)
    write_between(Path(__file__).with_name("README.md"), "scaling", text)
