"""What drivers did in recorded races, in numbers: sums over their events."""

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, Final

from heatcli.core import ranking
from heatcli.core.names import STRESS, Event
from heatcli.record.game import FAULTS
from heatcli.record.replay import Replay

PAID: Final = ("shift", "boost", "card", "corner", "gravel", "mulligan")
OUT: Final = ("conceded", "retired", "eliminated")
GEARS: Final = (1, 2, 3, 4)
PODIUM: Final = 3

Value = int | float | str | None
Row = dict[str, Value]


class Tally:
    """The sums of one driver, all whole numbers; `row` makes means of them."""

    def __init__(self) -> None:
        self.sums: Counter[str] = Counter()
        self._speed: int | None = None

    def hear(self, event: Event) -> None:
        """Count an event of this driver's car."""
        kind, _, *values = event
        if (count := _COUNTS.get(str(kind))) is not None:
            self.sums.update(count(*values))
        if kind == "move" and values[5] != -1:  # a Legend has no Speed
            self._speed = values[5]  # type: ignore[assignment]  # a number
        elif kind == "turn":
            if self._speed is not None:
                self.sums.update(speeds=1, speed=self._speed)
            self._speed = None

    def place(self, place: int, points: int) -> None:
        """A place at the end of a race."""
        self.sums.update(placed=1, places=place, points=points, wins=place == 1, podiums=place <= PODIUM)

    def row(self) -> Row:
        """All numbers by name, in the order of telling; a mean of nothing is None."""
        sums = self.sums
        return {
            **{key: sums[key] for key in ("races", "placed", "wins", "podiums")},
            "mean_place": self._mean("places", "placed"),
            **{key: sums[key] for key in ("points", "turns", "spins")},
            **{f"out_{why}": sums[f"out_{why}"] for why in OUT},
            **{f"fault_{code}": sums[f"fault_{code}"] for code in FAULTS},
            "mean_gear": self._mean("gear", "plans"),
            **{f"gear_{gear}": sums[f"gear_{gear}"] for gear in GEARS},
            "cluttered": sums["cluttered"],
            "mean_speed": self._mean("speed", "speeds"),
            **{key: sums[key] for key in ("boosts", "adrenaline", "slipstreams", "slip_spaces")},
            "corners": sums["over"] + sums["under"],
            "corners_over": sums["over"],
            "mean_over": self._mean("over_by", "over"),
            "mean_under": self._mean("under_by", "under"),
            "heat": sums["heat"],
            **{f"heat_{why}": sums[f"heat_{why}"] for why in PAID},
            **{key: sums[key] for key in ("cooled", "supercooled", "stress_played", "stress_gained", "stress_shed")},
        }

    def _mean(self, total: str, number: str) -> float | None:
        return round(self.sums[total] / self.sums[number], 4) if self.sums[number] else None


def _corner(line: int, limit: int, speed: int, cost: int) -> dict[str, int]:
    over = speed > limit
    return {"over": 1, "over_by": speed - limit} if over else {"under": 1, "under_by": limit - speed}


def _move(by: str, asked: int, moved: int, *rest: int) -> dict[str, int]:
    if by == "slip":
        return {"slipstreams": 1, "slip_spaces": moved}
    return {"boost": {"boosts": 1}, "adrenaline": {"adrenaline": 1}}.get(by, {})


def _reveal(gear: int, paid: int, cards: tuple[int, ...]) -> dict[str, int]:
    return {"plans": 1, "gear": gear, f"gear_{gear}": 1, "stress_played": cards.count(STRESS)}


_COUNTS: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "turn": lambda *at: {"turns": 1},
    "reveal": _reveal,
    "clutter": lambda: {"cluttered": 1},
    "move": _move,
    "pay": lambda why, n, *line: {"heat": n, f"heat_{why}": n},
    "cool": lambda source, n: {"cooled": n},
    "supercool": lambda source, n: {"supercooled": n},
    "reduce": lambda source, n: {"stress_shed": n},
    "corner": _corner,
    "spin": lambda line, paid, stress, *at: {"spins": 1, "stress_gained": stress},
    "fault": lambda code: {f"fault_{code}": 1},
    "out": lambda why, place: {f"out_{why}": 1},
}
"""What an event adds to the sums, by its values behind the seat."""

BY: Final[dict[str, Callable[[Replay, int], Hashable]]] = {
    "name": lambda one, seat: one.header.names[seat] if one.header else "",
    "colour": lambda one, seat: one.spec.seats[seat].colour if one.spec else "",
    "seat": lambda one, seat: seat,
}
"""What drivers are told apart by."""


class Stats:
    """Sums by driver over many races. One that drives two cars of a race has two races."""

    def __init__(self, by: str = "name") -> None:
        self.by = by
        self.tallies: dict[Any, Tally] = {}

    def add(self, one: Replay) -> None:
        """A race that is right; one that has no result counts for what was driven."""
        assert one.game is not None
        state = one.game.state
        drivers = [self.tallies.setdefault(BY[self.by](one, car.seat), Tally()) for car in state.cars]
        cars = [Tally() for _ in drivers]
        for event in one.game.log:
            if str(event[0]) in _COUNTS:
                cars[int(str(event[1]))].hear(event)
        for place in (ranking.outcome(state) or ()) if not one.cut else ():
            cars[place.seat].place(place.place, ranking.points(state, place.place, place.why))
        for driver, car in zip(drivers, cars, strict=True):
            driver.sums.update(car.sums, races=1)

    def rows(self) -> list[Row]:
        """A row a driver, best mean place first, those without a place last."""
        rows: list[Row] = [{self.by: key, **tally.row()} for key, tally in self.tallies.items()]
        return sorted(rows, key=lambda row: (row["mean_place"] is None, row["mean_place"] or 0, row[self.by]))
