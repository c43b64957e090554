"""Unit vectors of position arithmetic: landing, bills, slipstream, spin out, Legends, order (SPEC 3.3, 3.6, 3.7, 5)."""

from typing import Any

from heatcli.core import moves, ranking
from heatcli.core.chance import Chance
from heatcli.core.rules import Rules
from heatcli.core.specs import LegendDeck, Seat, Spec
from heatcli.core.state import Car, State
from heatcli.core.steps import legend, slipstream
from heatcli.core.track import Track
from heatcli.data import load
from tests.vectors import words
from tests.vectors.report import Report

Record = dict[str, Any]
FAR = 20
NUMBERS = (10, 12, 14, 16, 18, 21)
ROWS = ("black", "blue", "green", "red", "gray", "yellow")


def track_of(record: Record) -> Track:
    return load.load_track(words.TRACKS.get(record["track"], record["track"]))


class Geometry:
    """One `geo` record."""

    def __init__(self, record: Record, report: Report) -> None:
        self.record, self.report, self.track = record, report, track_of(record)
        self.ids = sorted(car[0] for car in record["cars"])
        seats = [Seat(words.colour(car), car != record["car"]) for car in self.ids]
        self.spec = Spec(self.track, seats, load.catalogue(), load.legends())
        self.state = State(self.spec, Chance(""), [], bytearray(self.track.spaces))
        for seat, (_, space, lane, lap) in enumerate(sorted(record["cars"])):
            car = Car(seat)
            moves.put(self.state, car, words.distance(self.track, space, lap), words.spot(self.track, space, lane))
            self.state.cars.append(car)
        self.car = self.state.cars[self.ids.index(record["car"])]

    def run(self) -> None:
        record, track = self.record, self.track
        for name in ("reach", "after", "slip", "back", "legend"):
            getattr(self, name)(record[name])
        self.draft(record["draft"])
        order = [self.ids[car.seat] for car in sorted(self.state.cars, key=ranking.ahead)]
        self.same("order", order, record["order"])
        space = self.car.distance % track.spaces
        self.same("race lane", words.spot(track, space + 1, record["race_lane"]), 0)
        line = self.spec.course.next_line(self.car.distance)
        lines, at = self.spec.course.lines, self.car.distance
        length = track.spaces
        mine = (lines[line] % length, lines[line - 1] % length, lines[line] - 1 - at)
        self.same(
            "next corner, sector, spaces left", mine, tuple(record[k] for k in ("next_corner", "sector", "to_corner"))
        )

    def same(self, what: str, core: object, file: object) -> None:
        self.report.checks += 1
        if core != file:
            where = f"{self.record['track']} geo {self.record['n']}"
            self.report.mismatches.append(f"{where}: {what}: the file has {file}, the core {core}")

    def place(self, distance: int, spot: int) -> list[int]:
        lap, space = divmod(distance, self.track.spaces)
        return [space + 1, 1 if words.spot(self.track, space + 1, 1) == spot else 2, lap]

    def bill(self, start: int, end: int, speed: int, cut: bool) -> tuple[list[list[int]], int]:
        """[corner, cost] of the lines crossed at a price, and whether the engine falls short."""
        course, due, spins = self.spec.course, 0, 0
        rows = []
        for line in course.crossed(start, end):
            cost = speed - course.limits[line]
            if cost > 0 and not (cut and spins):
                rows.append([course.lines[line] % self.track.spaces, cost])
                due += cost
                spins |= due > self.record["engine"]
        return rows, int(spins)

    def reach(self, rows: list[list[Any]]) -> None:
        for speed, space, lane, lap, moved, corners, spin, _ in rows:
            distance, spot = moves.landing(self.state, self.car, speed)
            mine = (*self.place(distance, spot), distance - self.car.distance)
            mine += self.bill(self.car.distance, distance, speed, cut=False)
            self.same(f"reach {speed}", mine, (space, lane, lap, moved, _due(corners), spin))

    def after(self, told: Record) -> None:
        start = words.distance(self.track, told["from_space"], told["from_lap"])
        for n, space, lane, lap, corners, spin in told["add"]:
            distance, spot = moves.landing(self.state, self.car, n)
            mine = (*self.place(distance, spot), *self.bill(start, distance, told["speed"] + n, cut=True))
            self.same(f"after {n}", mine, (space, lane, lap, _due(corners), spin))

    def slip(self, rows: list[list[Any]]) -> None:
        told = self.record["after"]
        start = words.distance(self.track, told["from_space"], told["from_lap"])
        self.state.order, self.state.at, self.state.car = (self.car.seat,), 0, self.car
        for n, possible, *rest in rows:
            spec = Spec(self.track, self.spec.seats, self.spec.catalogue, self.spec.legends, Rules(slipstream_spaces=n))
            self.state.spec = spec
            self.same(f"slip {n} offered", len(slipstream.legal(self.state, self.car.seat)) - 1, possible)
            if possible:
                distance, spot = moves.landing(self.state, self.car, n)
                corners, _ = self.bill(start, distance, told["speed"], cut=True)
                self.same(f"slip {n}", [*self.place(distance, spot), corners], [*rest[:3], _due(rest[3])])

    def draft(self, free: int) -> None:
        """Empty spaces up to the next car; the file looks 20 spaces ahead, the core all around the track."""
        mine = moves.free_ahead(self.state, self.car)
        alone = not mine and not self.state.road[(self.car.distance + 1) % self.track.spaces]
        self.same("draft", FAR if alone else min(mine, FAR), free)

    def back(self, rows: list[list[int]]) -> None:
        moves.lift(self.state, self.car)
        for at, space, lane in rows:
            self.same(f"spin out at {at}", self.place(*moves.behind_line(self.state, self.car, at))[:2], [space, lane])
        moves.put(self.state, self.car, self.car.distance, self.car.spot)

    def legend(self, told: Record) -> None:
        """Each result is a Legend's whole turn with a deck of one card."""
        seat = self.ids.index(told["car"])
        for k, (space, lane, lap, _) in enumerate(told["result"]):
            aggressive, slot, i = k // 24, k // 6 % 4, k % 6
            deck = LegendDeck((dict.fromkeys(ROWS, (slot, NUMBERS[i])),), self.spec.legends.helmets)
            rules = Rules(aggressive_legends=bool(aggressive))
            state = self.state.clone()
            state.spec = Spec(self.track, self.spec.seats, self.spec.catalogue, deck, rules)
            car = state.car = state.cars[seat]
            state.order, state.at, state.legend_card = (seat,), 0, 0
            legend.enter(state)
            self.same(
                f"Legend {rules.aggressive_legends} {slot} {NUMBERS[i]}",
                self.place(car.distance, car.spot),
                [space, lane, lap],
            )


def check_track(record: Record, report: Report) -> None:
    """The header of a track: corners, grid, special spaces."""
    track = track_of(record)
    corners = [[c.at, c.limit, c.chevrons or None, c.double_chevrons or None, c.chicane_of] for c in track.corners]
    keys = ("after_space", "limit", "aggressive", "double_aggressive", "chicane_of")
    mine: list[tuple[str, object, object]] = [
        (
            "numbers",
            [track.spaces, track.laps, track.heat, track.stress],
            [record[k] for k in ("length", "laps", "heat", "stress")],
        ),
        ("corners", corners, [[corner[key] for key in keys] for corner in record["corners"]]),
    ]
    for corner, told in zip(track.corners, record["corners"], strict=True):
        if (track.id, corner.at) != ("espana", 32):  # printed at 29; play is the same
            mine.append((f"Legends line of {corner.at}", corner.legend_line, told["legend_line_after"]))
    grid = [(words.distance(track, space, -1), words.spot(track, space, lane)) for space, lane in record["grid"]]
    mine.append(("grid", [(-1 - i // 2, i % 2) for i in range(len(grid))], grid))
    for space, lane, _, _, _, flooded, _, tunnel, _ in record["spaces"]:
        mine.append((f"race lane of {space}", words.spot(track, space, lane), 0))
        mine.append(
            (f"space {space}", [space - 1 in track.flooded, space - 1 in track.tunnel], [bool(flooded), bool(tunnel)])
        )
    for what, core, file in mine:
        report.checks += 1
        if core != file:
            report.mismatches.append(f"{track.id}: {what}: the file has {file}, the core {core}")


def _due(corners: list[list[int]]) -> list[list[int]]:
    return [row for row in corners if row[1] > 0]
