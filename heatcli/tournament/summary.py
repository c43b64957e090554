"""What a tournament says: a row a bot, who beats whom, how sure it is (SPEC T.7)."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from heatcli.tournament.fold import Blame, Fold, Kept
from heatcli.tournament.rating import ELO, UNKNOWN, Interval, bootstrap, resamples_for, strengths, total
from heatcli.tournament.results import TimesRow, quantile
from heatcli.tournament.sprt import Verdict

PODIUM: Final = 3
FEWEST_RACES: Final = 5  # before a bot may be disqualified
SURE: Final = 1.96


class Bot(NamedTuple):
    """One bot's row. `elo` and its interval are None for one that is not rated, `rank` counts from 1.

    An end of the interval is None where there is none: who never lost may be as strong as one likes.

    `sure`: half the 95 % interval of the mean place, by blocks. `faults` by code; `faulty` races had any, in `stopped`
    it drove on by default. `out` is why it is disqualified.
    """

    rank: int
    bot: int
    name: str
    races: int
    elo: float | None
    low: float | None
    high: float | None
    mean_place: float | None
    sure: float | None
    points: float | None
    wins: int
    podiums: int
    retired: int
    spins: int
    faults: dict[str, int]
    faulty: int
    stopped: int
    out: str


class Times(NamedTuple):
    """What a bot took for its decisions, in milliseconds; seconds of processor time in all, of a program."""

    decisions: int
    mean: float
    p99: float
    max: float
    cpu: float | None


class Summary(NamedTuple):
    """All together. `beats[a][b]`: how often a car of a stood before one of b.

    `gain`: how many single races tell as much as one in a block. `rated` is False where strengths would mean nothing.
    `voided` is what went wrong in blocks that are void.
    """

    bots: list[Bot]
    beats: list[list[int]]
    races: int
    blocks: int
    open: int
    void: int
    gain: float | None
    resamples: int
    rated: bool
    verdict: Verdict | None
    blames: list[Blame]
    voided: list[Blame]


class _Sums:
    """Of one bot, whole numbers alone."""

    def __init__(self) -> None:
        self.sums: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.faulty: dict[tuple[int, int], None] = {}
        self.stopped: dict[tuple[int, int], None] = {}
        self.whys: Counter[tuple[str, str]] = Counter()
        self.by_block: list[tuple[int, int]] = []  # sum of places, cars

    def blame(self, blame: Blame) -> None:
        fault, key = blame.fault, (blame.block, blame.rotation)
        self.faults[fault.code] += 1
        self.whys[fault.code, fault.why] += 1
        self.faulty[key] = None
        if fault.stopped:
            self.stopped[key] = None


def summary(fold: Fold, names: Sequence[str], seed: str, dq_rate: float, rated: bool = True) -> Summary:
    """Of a tournament. The same results in any order give the same numbers, to the last bit."""
    found = summary_of(fold.counted(), names, seed, dq_rate, rated)
    voided = [blame for block in sorted(fold.void) for blame in fold.void[block]]
    return found._replace(open=fold.open, void=len(fold.void), verdict=fold.verdict, voided=voided)


def summary_of(kept: Sequence[Kept], names: Sequence[str], seed: str, dq_rate: float, rated: bool = True) -> Summary:
    """Of some blocks, in their order. `seed` is that of the resamples."""
    sums = [_Sums() for _ in names]
    beats = [[0] * len(names) for _ in names]
    for block in kept:
        _add(block, sums, beats)
    outs = [_out(one, dq_rate) for one in sums]
    gone = [bot for bot, out in enumerate(outs) if out]
    evidences = [block.evidence(gone) for block in kept] if rated else []
    resamples = resamples_for(evidences) if rated else 0
    found = strengths(total(evidences), len(names)) if rated else [0.0] * len(names)
    sure = bootstrap(evidences, len(names), resamples, seed) if rated else [UNKNOWN] * len(names)
    bots = []
    for bot, one in enumerate(sums):
        is_rated = rated and not outs[bot] and bool(one.sums["races"])
        low, high = sure[bot]
        rivals = [other for other in range(len(names)) if other != bot and other not in gone]
        ends = Interval(
            low if any(beats[bot][other] for other in rivals) else -math.inf,
            high if any(beats[other][bot] for other in rivals) else math.inf,
        )
        bots.append(_row(bot, names[bot], one, outs[bot], found[bot], ends if is_rated else None))
    order = sorted(bots, key=_order)
    return Summary(
        [bot._replace(rank=rank) for rank, bot in enumerate(order, 1)],
        beats,
        sum(len(block.races) for block in kept),
        len(kept),
        0,
        0,
        _gain(sums),
        resamples,
        rated,
        None,
        [blame for block in kept for blame in block.blames],
        [],
    )


def _order(bot: Bot) -> tuple[Any, ...]:
    """Disqualified ones last; strongest first, equal ones by mean place, wins and number."""
    place = math.inf if bot.mean_place is None else bot.mean_place
    strength = 0.0 if bot.elo is None else -bot.elo
    return bool(bot.out), bot.races == 0, strength, place, -bot.wins, bot.bot


def _add(block: Kept, sums: list[_Sums], beats: list[list[int]]) -> None:
    in_block: dict[int, list[int]] = {}
    for cars in block.cars():
        for car in cars:
            sums[car.bot].sums.update(
                races=1,
                places=car.place,
                squares=car.place**2,
                points=car.points,
                wins=int(car.place == 1),
                podiums=int(car.place <= PODIUM),
                retired=car.out,
                spins=car.spins,
            )
            in_block.setdefault(car.bot, []).append(car.place)
            for other in cars:
                if car.bot != other.bot and car.place < other.place:
                    beats[car.bot][other.bot] += 1
    for bot, places in in_block.items():
        sums[bot].by_block.append((sum(places), len(places)))
    for blame in block.blames:
        sums[blame.bot].blame(blame)


def _out(one: _Sums, dq_rate: float) -> str:
    """Why a bot is disqualified, if it is: faults in too many of its races."""
    races = one.sums["races"]
    if races < FEWEST_RACES or len(one.faulty) <= dq_rate * races:
        return ""
    (code, why), _ = min(one.whys.items(), key=lambda pair: (-pair[1], pair[0]))
    said = f" ({why})" if why else ""
    return f"{code}{said}; faults in {len(one.faulty)} of {races} races"


def _row(bot: int, name: str, one: _Sums, out: str, strength: float, sure: Interval | None) -> Bot:
    sums, races = one.sums, one.sums["races"]
    return Bot(
        0,
        bot,
        name,
        races,
        None if sure is None else _elo(strength),
        None if sure is None else _elo(sure.low),
        None if sure is None else _elo(sure.high),
        round(sums["places"] / races, 3) if races else None,
        _sure(one.by_block),
        round(sums["points"] / races, 3) if races else None,
        sums["wins"],
        sums["podiums"],
        sums["retired"],
        sums["spins"],
        dict(sorted(one.faults.items())),
        len(one.faulty),
        len(one.stopped),
        out,
    )


def _elo(strength: float) -> float | None:
    return round(strength * ELO, 1) + 0.0 if math.isfinite(strength) else None


def _sure(by_block: list[tuple[int, int]]) -> float | None:
    if len(by_block) < 2:
        return None
    return round(SURE * math.sqrt(_variance(by_block) / len(by_block)), 3)


def _variance(by_block: list[tuple[int, int]]) -> float:
    """Of the blocks' mean places."""
    means = [places / cars for places, cars in by_block]
    mean = math.fsum(means) / len(means)
    return math.fsum((x - mean) ** 2 for x in means) / (len(means) - 1)


def _gain(sums: list[_Sums]) -> float | None:
    """The variance that single races would leave, over that of blocks."""
    alone = together = 0.0
    for one in sums:
        races = one.sums["races"]
        if len(one.by_block) < 2 or races <= len(one.by_block):
            continue
        variance = (one.sums["squares"] - one.sums["places"] ** 2 / races) / (races - 1)
        alone += variance * len(one.by_block) / races
        together += _variance(one.by_block)
    return round(alone / together, 2) if together else None


def times(rows: Iterable[TimesRow], bots: int) -> list[Times | None]:
    """What the bots took, in all races; None for one that was never asked."""
    steps = [Counter[int]() for _ in range(bots)]
    sums = [[0.0, 0.0, 0.0] for _ in range(bots)]  # milliseconds, the most, processor seconds
    timed = [False] * bots
    for row in rows:
        for car in row.cars:
            if not 0 <= car.bot < bots:
                continue
            steps[car.bot].update({int(step): n for step, n in car.steps.items()})
            total_, most, cpu = sums[car.bot]
            timed[car.bot] |= car.cpu is not None
            sums[car.bot] = [total_ + car.ms, max(most, car.max), cpu + (car.cpu or 0.0)]
    found: list[Times | None] = []
    for bot, (ms, most, cpu) in enumerate(sums):
        n = steps[bot].total()
        p99 = min(quantile(steps[bot], 0.99), most)
        found.append(Times(n, ms / n, p99, most, cpu if timed[bot] else None) if n else None)
    return found
