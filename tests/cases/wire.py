"""Races in which all that the referee says to each driver is written down."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from unittest.mock import patch

from heatcli.arena.drivers import Bot, Driver, Patience, parse, started
from heatcli.arena.process import Process
from heatcli.arena.referee import Fault, Outcome, Terms, run_race
from heatcli.core.rules import Rules
from heatcli.core.specs import SEASON, Spec, Stock, seat_cars
from heatcli.data import load
from heatcli.data.library import Library
from heatcli.wire.messages import Clock


class Talk(NamedTuple):
    """Races that are over: their outcomes, the records' lines, and the bytes each driver was sent, by seat."""

    outcomes: list[Outcome]
    record: list[str]
    sent: list[bytearray]

    def told(self, seat: int, kind: str = "") -> list[dict]:
        """The messages to a seat, of one type if it is named."""
        rows = [json.loads(line) for line in bytes(self.sent[seat]).splitlines()]
        return [row for row in rows if kind in ("", row["type"])]

    def events(self, seat: int) -> list[dict]:
        """All that the seat was told to have happened, in order."""
        return [event for batch in self.told(seat, "events") for event in batch["events"]]

    def faults(self, seat: int, race: int = 0) -> list[Fault]:
        """What the driver of a seat did wrong, warnings too."""
        [placed] = [p for p in self.outcomes[race].standings if p.seat == seat]
        return placed.faults

    def codes(self, seat: int, race: int = 0) -> list[str]:
        """The codes of these."""
        return [fault.code for fault in self.faults(seat, race)]


def spec_of(drivers: int, track="usa", own: Sequence[str] = (), event="", grid=None, **rules) -> Spec:
    """One lap with any module; `own` are the upgrades that the first car brings."""
    catalogue = load.catalogue()
    stock = Stock((tuple(catalogue.codes.index(code) for code in own), *((),) * (drivers - 1))) if own else None
    wanted = {"laps": 1, **({"garage": "mixed", "garage_choice": "given"} if own else {}), **rules}
    card = Library().event(event) if event else None
    season = "1961/1" if wanted.get("garage_choice") == SEASON else ""
    seats, board = seat_cars(drivers, 0), load.load_track(track)
    return Spec(board, seats, catalogue, load.legends(), Rules(**wanted), grid, load.weather(), stock, card, season)


@contextmanager
def overheard(drivers: Sequence[str], patience: Patience | None = None) -> Iterator[tuple[list[Driver], list]]:
    """Drivers, started, and the bytes that each is sent until all are gone."""
    heard: dict[int, bytearray] = {}
    send = Process.send

    def spy(self: Process, data: bytes) -> None:
        heard.setdefault(self.pid, bytearray()).extend(data)
        send(self, data)

    sent: list[bytearray] = []
    with patch.object(Process, "send", spy), started([parse(text) for text in drivers], patience) as crew:
        sent += [heard[one.process.pid] if isinstance(one, Bot) else bytearray() for one in crew]
        yield crew, sent


def talk(*drivers: str, spec: Spec | None = None, ms=5000, first_ms=5000, races=1, start_ms=5000, **terms) -> Talk:
    """Races of these drivers, with seeds `1/0`, `1/1`, …; `terms` are those of referee.Terms."""
    record: list[str] = []
    spec = spec or spec_of(len(drivers))
    agreed = Terms(Clock(ms, first_ms), write=record.append, **terms)
    with overheard(drivers, Patience(start_ms)) as (crew, sent):
        outcomes = [run_race(spec, f"1/{i}", crew, agreed, last=i + 1 == races) for i in range(races)]
    return Talk(outcomes, record, sent)
