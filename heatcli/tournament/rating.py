"""How strong bots are: a Plackett-Luce fit of all races at once, with intervals by the bootstrap.

A race is read as a row of picks: the winner is picked from all cars with chances in proportion to their strengths, the
second from those left, and so on. Cars with equal places are as many picks from the same pool.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from operator import mul
from random import Random
from typing import Final, NamedTuple, TypeVar

from heatcli.tournament.fit import Fit, Pool, selector

Key = TypeVar("Key", bound=Hashable)

Ranking = Sequence[Sequence[int]]
"""One race, best first, bots (from 0) with equal places together. A bot stands in it as often as it has cars."""

PRIOR: Final = 0.1  # wins, and as many losses, of each bot against a car of strength 1
ELO: Final = 400 / math.log(10)  # points for a natural logarithm of 1
FINE: Final = 1e-10  # a fit ends when a step moves no strength (natural logarithm) by more
COARSE: Final = 1e-5  # the same for resamples, which differ from each other thousands of times as much
MOST: Final = 1000  # resamples
FEWEST: Final = 100
AFFORDABLE: Final = 1_000_000  # pools in all resamples together; some seconds
TAIL: Final = 40  # one resample of so many lies below the interval, and one above


class Evidence(NamedTuple):
    """All that races tell about strengths, in whole numbers that can be added."""

    picks: Mapping[int, int]  # of each bot
    pools: Mapping[Pool, int]  # how many picks were made from each


class Interval(NamedTuple):
    """Where the middle 95 % of the resamples have a strength (natural logarithm)."""

    low: float
    high: float


UNKNOWN: Final = Interval(-math.inf, math.inf)


def evidence(rankings: Iterable[Ranking]) -> Evidence:
    """What races tell. A pick among cars of one bot tells nothing."""
    picks: Counter[int] = Counter()
    pools: Counter[Pool] = Counter()
    for ranking in rankings:
        pool = sorted(chain.from_iterable(ranking))
        for group in ranking:
            if group and pool[0] != pool[-1]:
                picks.update(group)
                pools[tuple(pool)] += len(group)
            for bot in group:
                pool.remove(bot)
    return Evidence(picks, pools)


def total(evidences: Iterable[Evidence], weights: Iterable[int] | None = None) -> Evidence:
    """The sum; with weights each counts as often as its weight says."""
    picks: Counter[int] = Counter()
    pools: Counter[Pool] = Counter()
    pairs = zip(evidences, repeat(1)) if weights is None else zip(evidences, weights, strict=True)
    for one, weight in pairs:
        if weight:
            picks.update({bot: weight * n for bot, n in one.picks.items()})
            pools.update({pool: weight * n for pool, n in one.pools.items()})
    return Evidence(picks, pools)


def strengths(evidence: Evidence, n: int, prior: float = PRIOR, start: Sequence[float] | None = None) -> list[float]:
    """Natural logarithms of the strengths of `n` bots; their mean is 0, and a bot without a race has 0.

    The order of the races changes no bit of them. `start` is where to look first.
    """
    return _Blocks([evidence], n, prior).strengths([1], start or [0.0] * n, FINE)


def elo(strength: float) -> float:
    """A strength (natural logarithm) in the points of chess: 400 more for ten times as strong."""
    return strength * ELO


def resamples_for(blocks: Sequence[Evidence]) -> int:
    """How many resamples of these blocks are affordable: fewer where there are many different pools."""
    return max(FEWEST, min(MOST, AFFORDABLE // max(1, len(_pools(blocks)))))


def bootstrap(blocks: Sequence[Evidence], n: int, resamples: int, seed: str) -> list[Interval]:
    """An interval a bot, from the strengths in as many tournaments of blocks drawn with replacement.

    Whole blocks are drawn, since the races of one have their luck in common. Fewer than two blocks tell nothing, and
    nothing is known of a bot without a race.
    """
    if len(blocks) < 2:
        return [UNKNOWN] * n
    table = _Blocks(blocks, n, PRIOR)
    start = table.strengths([1] * len(blocks), [0.0] * n, FINE)
    draws = [table.strengths(weights, start, COARSE) for weights in _draws(len(blocks), resamples, seed)]
    cut = max(0, (resamples + 1) // TAIL - 1)
    middles = [Interval(row[cut], row[-1 - cut]) for row in map(sorted, zip(*draws, strict=True))]
    return [middle if there else UNKNOWN for middle, there in zip(middles, table.raced, strict=True)]


def _draws(blocks: int, resamples: int, seed: str) -> Iterator[list[int]]:
    """How often each block is drawn, for each resample."""
    draw = Random(seed).random  # the one method whose numbers Python promises to keep
    for _ in range(resamples):
        weights = [0] * blocks
        for _ in range(blocks):
            weights[int(draw() * blocks)] += 1
        yield weights


class _Blocks:
    """Blocks that are fitted again and again, with other weights."""

    def __init__(self, blocks: Sequence[Evidence], n: int, prior: float) -> None:
        pools = _pools(blocks)
        self._fit = Fit(pools, n, prior)
        self._picks = _sums([block.picks for block in blocks], range(n))
        self._counts = _sums([block.pools for block in blocks], pools)
        self.raced = self._fit.raced([1] * len(pools))

    def strengths(self, weights: Sequence[int], start: Sequence[float], near: float) -> list[float]:
        """The strengths of bots that raced about their mean; the others have 0."""
        padded = (*weights, 0)
        counts = [row(padded) for row in self._counts]
        logs = self._fit.climb([row(padded) for row in self._picks], counts, start, near)
        raced = self._fit.raced(counts)
        mean = math.fsum(logs) / max(1, sum(raced))
        return [x - mean if there else 0.0 for x, there in zip(logs, raced, strict=True)]


def _pools(blocks: Sequence[Evidence]) -> list[Pool]:
    """All pools of these blocks, sorted."""
    return sorted({pool: None for block in blocks for pool in block.pools})


def _sums(tallies: Sequence[Mapping[Key, int]], keys: Iterable[Key]) -> list[Callable[[Sequence[int]], int]]:
    """For each key what adds its numbers by weights: one a tally, and a 0 behind them."""
    found: dict[Key, tuple[list[int], list[int]]] = {key: ([], []) for key in keys}
    for i, tally in enumerate(tallies):
        for key, number in tally.items():
            slots, numbers = found[key]
            slots.append(i)
            numbers.append(number)
    return [_sum(numbers, selector(slots, len(tallies))) for slots, numbers in found.values()]


def _sum(numbers: Sequence[int], read: Callable[[Sequence[int]], Sequence[int]]) -> Callable[[Sequence[int]], int]:
    return lambda weights: sum(map(mul, numbers, read(weights)))
