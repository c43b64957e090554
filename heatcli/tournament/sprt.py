"""Is bot A better than bot B? A sequential test on whole blocks, which ends as soon as the answer is known well enough.

H0 says that A's expected score against B is that of `elo0`, H1 that of `elo1`. The generalised ratio test assumes no
distribution of scores: it takes the means of blocks, whose races have their luck in common, and their variance.
"""

import math
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from heatcli.errors import SetupError
from heatcli.tournament.rating import ELO

LEAST: Final = 30  # blocks before the first look: a variance of fewer is a guess
UNSEEN: Final = 0.5  # squares beside those of the blocks, as of one all won and one all lost: what is rare may yet come
MOST_ELO: Final = 1000.0  # either side of 0
MOST_POINTS: Final = 9  # of a race, by the rules
METRICS: Final = ("place", "points", "win")
NUMBERS: Final = {"elo0": "0", "elo1": "20", "alpha": "0.05", "beta": "0.05"}  # what is meant if nothing is said
NUMBER: Final = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]+)?", re.IGNORECASE)


class Sprt(NamedTuple):
    """A question: the hypotheses, how often either may be accepted wrongly, and what a score is made of."""

    elo0: float
    elo1: float
    alpha: float  # H1 accepted though H0 is true
    beta: float  # H0 accepted though H1 is true
    metric: str

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


class Verdict(NamedTuple):
    """How a test stands after so many blocks; `accepted` is H0, H1 or empty while it goes on."""

    blocks: int
    llr: float
    low: float
    high: float
    accepted: str


class Row(NamedTuple):
    """How a car ended a race."""

    place: int
    points: int


def read_sprt(text: str) -> Sprt:
    """A test as it is asked for, such as `elo0=0 elo1=20 alpha=0.05`; what is left out is as usual.

    Raises SetupError for what cannot be tested.
    """
    values = {}
    for part in text.replace(",", " ").split():
        key, _, value = part.partition("=")
        if key not in Sprt._fields:
            raise SetupError(f"sprt: no key {key!r}; {', '.join(Sprt._fields)} are right")
        if key in values:
            raise SetupError(f"sprt: {key} stands twice; once is right")
        values[key] = value
    elo0, elo1, alpha, beta = (_number(key, values.get(key, usual)) for key, usual in NUMBERS.items())
    return _checked(Sprt(elo0, elo1, alpha, beta, values.get("metric", METRICS[0])))


def _number(key: str, text: str) -> float:
    number = float(text) if NUMBER.fullmatch(text) else math.nan
    if not math.isfinite(number):
        raise SetupError(f"sprt: {key} {text!r} is no number; one such as {NUMBERS[key]} is right")
    return number


def _checked(sprt: Sprt) -> Sprt:
    if sprt.metric not in METRICS:
        raise SetupError(f"sprt: metric {sprt.metric!r}; {', '.join(METRICS[:-1])} or {METRICS[-1]} is right")
    for key, rate in (("alpha", sprt.alpha), ("beta", sprt.beta)):
        if not 0 < rate < 0.5:
            raise SetupError(f"sprt: {key} {rate:g}; more than 0 and less than 0.5 is right")
    for key, elo in (("elo0", sprt.elo0), ("elo1", sprt.elo1)):
        if abs(elo) > MOST_ELO:
            raise SetupError(f"sprt: {key} {elo:g}; {-MOST_ELO:g} to {MOST_ELO:g} is right")
    if sprt.elo0 >= sprt.elo1:
        raise SetupError(f"sprt: elo0 {sprt.elo0:g} and elo1 {sprt.elo1:g}; elo0 less than elo1 is right")
    return sprt


def score_of(elo: float) -> float:
    """The score, 0 to 1, that is expected of who is better by so many points: 1 / (1 + 10 ** (-elo / 400))."""
    return (1 + math.tanh(elo / (2 * ELO))) / 2  # the same, but no elo overflows


def llr(scores: Iterable[float], sprt: Sprt) -> float:
    """The log-likelihood ratio of H1 to H0 by A's mean scores in blocks, each 0 to 1; 0 without blocks."""
    last = deque(_llrs(scores, sprt), maxlen=1)
    return last[0] if last else 0.0


def _llrs(scores: Iterable[float], sprt: Sprt) -> Iterator[float]:
    """The ratio after each block."""
    low, high = score_of(sprt.elo0), score_of(sprt.elo1)
    sums = squares = 0.0
    for blocks, score in enumerate(scores, 1):
        sums += score
        squares += score * score
        mean = sums / blocks
        variance = (max(0.0, squares - sums * mean) + UNSEEN) / blocks
        yield blocks * (high - low) * (2 * mean - low - high) / (2 * variance)


def verdict(scores: Iterable[float], sprt: Sprt) -> Verdict:
    """The answer of the first blocks, in the order of the schedule, that give one; later ones do not change it."""
    low, high = sprt.bounds
    ratio, blocks = 0.0, 0
    for blocks, ratio in enumerate(_llrs(scores, sprt), 1):
        if blocks >= LEAST and not low < ratio < high:
            return Verdict(blocks, ratio, low, high, "H0" if ratio <= low else "H1")
    return Verdict(blocks, ratio, low, high, "")


def pair_score(metric: str, a: Sequence[Row], b: Sequence[Row]) -> float:
    """The score, 0 to 1, of A's cars against B's in one race; both have a car at least."""
    return SCORES[metric](a, b)


def _by_place(a: Sequence[Row], b: Sequence[Row]) -> float:
    """The share of pairs of cars with A's before B's; an equal place is half a pair."""
    halves = sum((mine.place < its.place) + (mine.place <= its.place) for mine in a for its in b)
    return halves / (2 * len(a) * len(b))


def _by_points(a: Sequence[Row], b: Sequence[Row]) -> float:
    ahead = sum(row.points for row in a) / len(a) - sum(row.points for row in b) / len(b)
    return max(0.0, min(1.0, 0.5 + ahead / (2 * MOST_POINTS)))  # a race may have a scale of its own


def _by_win(a: Sequence[Row], b: Sequence[Row]) -> float:
    """1 for a win, 0 for one of B's, a half if neither has won or both share it."""
    return 0.5 + (any(row.place == 1 for row in a) - any(row.place == 1 for row in b)) / 2


SCORES: Final[dict[str, Callable[[Sequence[Row], Sequence[Row]], float]]] = {
    "place": _by_place,
    "points": _by_points,
    "win": _by_win,
}
