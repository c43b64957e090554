"""The most likely Plackett-Luce strengths, by minorise-maximise steps (Hunter 2004).

Two steps and one from where they point to are a cycle (Varadhan and Roland 2008): plain steps creep where little is
known, as with a bot that always wins. All sums are `fsum`, which gives the same in any order: bots that cannot be told
apart have equal strengths to the last bit.
"""

import math
from collections.abc import Callable, Sequence
from itertools import chain
from math import exp, fsum, log
from operator import itemgetter, mul
from typing import Any, Final

Pool = tuple[int, ...]
"""The bots of the cars that a pick was made from, sorted, each as often as it has cars."""

CYCLES: Final = 1000  # of three steps, at most
FAR: Final = 300.0  # no logarithm of a strength is tried beyond, so that none overflows
SLACK: Final = 1e-9  # log-likelihoods as near as this may differ by rounding only


class Fit:
    """The climb to the most likely strengths of `n` bots, for one list of pools and any counts of picks from them.

    Strengths go in and out as natural logarithms. `prior`, more than 0, is how often each bot also wins, and loses,
    against a car of strength 1.
    """

    def __init__(self, pools: Sequence[Pool], n: int, prior: float) -> None:
        self._prior = prior
        self._members = [itemgetter(*pool) for pool in pools]
        where: list[list[int]] = [[] for _ in range(n)]
        for i, pool in enumerate(pools):
            for bot in pool:
                where[bot].append(i)
        self._where = [selector(slots, len(pools)) for slots in where]

    def climb(self, picks: Sequence[int], counts: Sequence[int], start: Sequence[float], near: float) -> list[float]:
        """The strengths from which a step moves none by more than `near`; picks are by bot, counts by pool.

        A bot without a race has 0, and is left out of what follows.
        """
        raced = self.raced(counts)
        here = [x if there else 0.0 for x, there in zip(start, raced, strict=True)]
        for _ in range(CYCLES):
            first, _ = self._step(here, picks, counts, raced)
            if max(map(abs, map(float.__sub__, first, here)), default=0.0) <= near:
                return first
            second, height = self._step(first, picks, counts, raced)
            beyond, reached = self._step(_drawn_out(here, first, second), picks, counts, raced)
            here = beyond if reached >= height - SLACK else second
        return here

    def raced(self, counts: Sequence[int]) -> list[bool]:
        """Which bots stand in a pool that was picked from."""
        padded = (*counts, 0)
        return [any(slots(padded)) for slots in self._where]

    def _step(
        self, logs: Sequence[float], picks: Sequence[int], counts: Sequence[int], raced: Sequence[bool]
    ) -> tuple[list[float], float]:
        """Strengths at least as likely as these, and the log-likelihood of these."""
        prior, at = self._prior, [exp(x) for x in logs]
        sums = [fsum(members(at)) for members in self._members]
        shares = [*map(float.__truediv__, map(float, counts), sums), 0.0]
        new = [
            (n + prior) / fsum((*slots(shares), 2 * prior / (1 + s))) if there else 1.0
            for n, s, slots, there in zip(picks, at, self._where, raced, strict=True)
        ]
        known = [s for s, there in zip(new, raced, strict=True) if there]
        # A factor common to all leaves the races as likely: only the prior tells it, and would alone take ages to.
        factor = log(len(known) / fsum(2 * s / (1 + s) for s in known)) if known else 0.0
        stepped = [log(s) + factor if there else 0.0 for s, there in zip(new, raced, strict=True)]
        of_prior = (prior * (x - 2 * log(1 + s)) for x, s in zip(logs, at, strict=True))
        return stepped, fsum(chain(map(mul, picks, logs), map(mul, counts, (-log(x) for x in sums)), of_prior))


def selector(slots: Sequence[int], blank: int) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """What reads these slots of a sequence at once; the slot `blank` behind them (twice) keeps the answer a tuple."""
    return itemgetter(*slots, blank, blank)


def _drawn_out(here: Sequence[float], first: Sequence[float], second: Sequence[float]) -> list[float]:
    """Where steps would lead that shrink as the last two did."""
    step = [b - a for a, b in zip(here, first, strict=True)]
    bend = [c - b - d for b, c, d in zip(first, second, step, strict=True)]
    curved = fsum(x * x for x in bend)
    reach = max(1.0, math.sqrt(fsum(x * x for x in step) / curved)) if curved else 1.0
    ahead = (a + 2 * reach * d + reach * reach * e for a, d, e in zip(here, step, bend, strict=True))
    return [max(-FAR, min(FAR, x)) for x in ahead]
