"""How fast the core is on this machine, and a signature that changes only when the rules do."""

import random
import subprocess
import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Sequence
from hashlib import blake2b
from statistics import median
from typing import Final, NamedTuple, Protocol

from heatcli.core import flow
from heatcli.core.names import HEAT, PLAN, Action
from heatcli.core.setup import new_race
from heatcli.core.snapshot import fingerprint
from heatcli.core.specs import Spec, seat_cars
from heatcli.core.state import State
from heatcli.core.view import view
from heatcli.data import load

PASSES = 5


class Chooser(Protocol):
    """A player of the core's own ints: a bot would cost more than the core and be measured instead."""

    def choose(self, legal: list[Action], hand: Sequence[int]) -> Action: ...


class Cautious:
    """Chooses as bots/cautious.py."""

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
PLAYERS: Final = tuple(CHOOSERS)


class Rate(NamedTuple):
    """One player's batch: decisions with two or more legal actions, over CPU time; the median of the passes."""

    player: str
    races: int
    decisions_per_race: float
    decisions_per_s: float
    races_per_s: float
    signature: str


class Cost(NamedTuple):
    """Micro costs: µs per clone and per view in the middle of races, ms of start-up against bare Python."""

    clone_us: float
    view_us: float
    start_ms: float
    python_start_ms: float


def usa() -> Spec:
    """The batch's race: six cars on USA, no Legends, all options at their defaults."""
    return Spec(load.load_track("usa"), seat_cars(6, 0), load.catalogue(), load.legends())


def measure(name: str, races: int) -> Rate:
    """Play the batch of `races` races several times."""
    spec = usa()
    times, decisions, signature = [], 0, ""
    for _ in range(PASSES):
        start = time.process_time()
        states, decisions = _play(spec, name, races)
        times.append(time.process_time() - start)
        signature = _signature(states)
    seconds = median(times)
    return Rate(name, races, decisions / races, decisions / seconds, races / seconds, signature)


def _play(spec: Spec, name: str, races: int) -> tuple[list[State], int]:
    """The batch; race i has seed "bench/i", every seat a player with its own seed."""
    states, decisions = [], 0
    for i in range(races):
        state = new_race(spec, f"bench/{i}")
        choosers = [CHOOSERS[name](f"bench/{i}/{seat}") for seat in range(len(spec.seats))]
        while seats := flow.to_act(state):
            for seat in seats:
                legal = flow.legal_actions(state, seat)
                if len(legal) > 1:
                    decisions += 1
                    flow.apply(state, seat, choosers[seat].choose(legal, state.cars[seat].hand))
                else:
                    flow.apply(state, seat, legal[0])
        states.append(state)
    return states, decisions


def _signature(states: list[State]) -> str:
    """A hash over how every race ended and everything that was told on the way."""
    digest = blake2b(digest_size=8)
    for state in states:
        digest.update(f"{fingerprint(state)} {state.log}\n".encode())
    return digest.hexdigest()


def costs() -> Cost:
    """Clone and view at states along a race, and start-up of `heat --version`."""
    spec = usa()
    state = new_race(spec, "bench")
    chooser = Random("bench")
    states: list[State] = []
    while (seats := flow.to_act(state)) and len(states) < 300:
        legal = flow.legal_actions(state, seats[0])
        flow.apply(state, seats[0], chooser.choose(legal, state.cars[seats[0]].hand))
        states.append(state.clone())
    command = "import sys; sys.argv = ['heat', '--version']; from heatcli.cli import main; main()"
    return Cost(
        _per_state(states, State.clone),
        _per_state(states, lambda one: view(one, 0)),
        _start_ms(command),
        _start_ms("pass"),
    )


def _per_state(states: list[State], work: Callable[[State], object]) -> float:
    """Median µs of the work on one state."""
    runs = []
    for _ in range(PASSES):
        start = time.process_time()
        for state in states:
            work(state)
        runs.append((time.process_time() - start) / len(states) * 1e6)
    return median(runs)


def _start_ms(code: str) -> float:
    runs = []
    for _ in range(PASSES):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)
        runs.append((time.perf_counter() - start) * 1000)
    return min(runs)
