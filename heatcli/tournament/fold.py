"""The results added up: blocks whose rotations are all raced, and nothing else (SPEC T.7)."""

from array import array
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from heatcli.tournament import schedule
from heatcli.tournament.rating import Evidence, evidence
from heatcli.tournament.results import FILL, FaultRow, RaceRow
from heatcli.tournament.sprt import Row, Sprt, Verdict, pair_score, verdict

_FIELDS: Final = 5
OUT: Final = ("retired", "eliminated")


class Car(NamedTuple):
    """What a bot's car made of a race."""

    bot: int
    place: int
    points: int
    out: int
    spins: int


class Blame(NamedTuple):
    """A fault of a bot, and in which race."""

    block: int
    rotation: int
    bot: int
    fault: FaultRow


class Kept(NamedTuple):
    """A block that counts: its races as numbers, and what went wrong in them."""

    races: tuple["array[int]", ...]
    blames: tuple[Blame, ...]

    def cars(self) -> Iterator[list[Car]]:
        """The bots' cars, race by race."""
        for race in self.races:
            yield [Car(*race[i : i + _FIELDS]) for i in range(0, len(race), _FIELDS)]

    def evidence(self, without: Iterable[int] = ()) -> Evidence:
        """For the ratings; as if some bots had not been there."""
        left_out = [*without]
        return evidence([_ranking(cars, left_out) for cars in self.cars()])


class Fold:
    """All results so far. `done` has every race, `blocks` those blocks that count, in no order."""

    def __init__(self, plan: schedule.Plan, sprt: Sprt | None = None) -> None:
        self.plan, self.sprt = plan, sprt
        self.done: set[tuple[int, int]] = set()
        self.blocks: dict[int, Kept] = {}
        self.void: dict[int, list[Blame]] = {}  # blocks with a race without places, and what went wrong in them
        self._open: dict[int, list[RaceRow]] = {}
        self._rotations = len(schedule.orders(plan, tuple(range(plan.seats))))
        self._scores: list[float] = []  # of the first against the second, by block, as far as all are over
        self._next = 0

    def add(self, row: RaceRow) -> None:
        """One race more; the same one twice counts once."""
        if row.key in self.done:
            return
        self.done.add(row.key)
        rows = self._open.setdefault(row.block, [])
        rows.append(row)
        if len(rows) < self._rotations:
            return
        del self._open[row.block]
        if all(row.counts for row in rows):
            self.blocks[row.block] = kept(sorted(rows, key=lambda row: row.rotation))
        else:
            self.void[row.block] = [blame for one in rows for blame in blames(one)]
        if self.sprt is not None:
            self._compare(self.sprt)

    @property
    def open(self) -> int:
        """Blocks that are begun and not over."""
        return len(self._open)

    def scores(self, block: int) -> dict[int, float] | None:
        """What each bot made of a block: the share of cars it left behind. None before its end, {} if it is void."""
        if block in self.void:
            return {}
        if block not in self.blocks:
            return None
        sums: dict[int, list[float]] = {}
        for cars in self.blocks[block].cars():
            places = sorted(car.place for car in cars)
            for car in cars:
                behind = (len(cars) - 1 - places.index(car.place)) / max(1, len(cars) - 1)
                sums.setdefault(car.bot, []).append(behind)
        return {bot: sum(found) / len(found) for bot, found in sums.items()}

    @property
    def verdict(self) -> Verdict | None:
        """What the SPRT says by now."""
        return None if self.sprt is None else verdict(self._scores, self.sprt)

    @property
    def decided(self) -> bool:
        """The SPRT has come to its end."""
        found = self.verdict
        return found is not None and bool(found.accepted)

    def counted(self) -> list[Kept]:
        """The blocks that count, in their order; of an SPRT those up to its decision."""
        numbers = sorted(self.blocks)
        if self.sprt is not None and (found := self.verdict) is not None and found.accepted:
            numbers = [number for number in numbers if number < self._next][: found.blocks]
        return [self.blocks[number] for number in numbers]

    def _compare(self, sprt: Sprt) -> None:
        """Only blocks before which all are over: else short races would decide."""
        while self._next in self.blocks or self._next in self.void:
            if self._next in self.blocks:
                found = []
                for cars in self.blocks[self._next].cars():
                    first, second = ([Row(car.place, car.points) for car in cars if car.bot == bot] for bot in (0, 1))
                    found.append(pair_score(sprt.metric, first, second))
                self._scores.append(sum(found) / len(found))
            self._next += 1


def kept(rows: Iterable[RaceRow]) -> Kept:
    """A block of races that count."""
    races, found = [], list[Blame]()
    for row in rows:
        numbers: list[int] = []
        for car in row.cars:
            if car.bot != FILL:
                numbers += [car.bot, car.place, car.points, car.why in OUT, car.spins]
        races.append(array("h", numbers))
        found += blames(row)
    return Kept(tuple(races), tuple(found))


def blames(row: RaceRow) -> list[Blame]:
    """What went wrong in a race."""
    cars = [car for car in row.cars if car.bot != FILL]
    return [Blame(row.block, row.rotation, car.bot, fault) for car in cars for fault in car.faults]


def _ranking(cars: list[Car], left_out: list[int]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for car in sorted(cars, key=lambda car: (car.place, car.bot)):
        if car.bot not in left_out:
            groups.setdefault(car.place, []).append(car.bot)
    return [*groups.values()]
