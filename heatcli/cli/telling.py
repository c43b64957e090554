"""A record's race told to a person: its rounds, as a seat saw them or as they were, and where the cars stood."""

import textwrap
from collections.abc import Iterator
from typing import Final

from heatcli.arena.briefing import speller
from heatcli.arena.referee import Fault, Outcome, placed
from heatcli.arena.story import turns
from heatcli.cli.reports import course, result_table
from heatcli.cli.strip import cars_strip
from heatcli.cli.table import table
from heatcli.core import ranking
from heatcli.core.names import AT_PLAN
from heatcli.core.specs import Spec
from heatcli.core.state import State
from heatcli.errors import SetupError
from heatcli.record.game import ENDS, Game
from heatcli.record.header import Header
from heatcli.record.replay import Replay
from heatcli.record.road import Road, moments
from heatcli.repl.scene import seat_named, signs

WIDTH: Final = 76
STANDING: Final = ("car", "driver", "distance", "spot", "gear", "engine")
Row = dict[str, object]


class Told:
    """A race up to the end of round `to`, or to its end; to a seat what that seat saw, to nobody what all may know.

    `rows` are its events, `starts` the indices where its rounds begin.
    """

    def __init__(self, one: Replay, seat: int | None = None, to: int | None = None) -> None:
        assert one.game is not None
        assert one.spec is not None
        assert one.header is not None
        self.one, self.seat = one, seat
        self.game: Game = one.game
        self.spec: Spec = one.spec
        self.header: Header = one.header
        log = self.game.log
        late = (i for i, event in enumerate(log) if event[0] == "round" and to is not None and int(str(event[1])) > to)
        self.events = log[: next(late, len(log))]
        self.whole = len(self.events) == len(log)
        spell = speller(self.spec)
        self.rows = [spell.event(event, seat) for event in self.events]
        self.starts = [i for i, row in enumerate(self.rows) if row["type"] == "round"]
        self._colours = [seat.colour for seat in self.spec.seats]
        self._start = next(state for _, state in moments(one)) if self.game.trail else self.game.state
        self._start = self._start.clone()
        self._road, self._heard = Road(self._start), 0
        self._hands = _hands(one, seat) if seat is not None else {}

    def story(self, board: bool) -> Iterator[str]:
        """All of it, line by line; with `board` where the cars were at the end of each round, or of the last told."""
        yield from self.head()
        yield from self.lines(0, self.starts[0] if self.starts else len(self.rows))
        ends = [*self.starts[1:], len(self.rows)]
        for first, end in zip(self.starts, ends, strict=False):
            yield ""
            yield from self.round(first, end)
            if board and (self.whole or end == ends[-1]):
                yield ""
                yield self.board(end)
        yield ""
        yield self.foot()

    def head(self) -> Iterator[str]:
        """What race it is."""
        names = self.header.names
        yield f"{course(self.spec)}: {', '.join(f'{colour} {names[i]}' for i, colour in enumerate(self._colours))}"
        for row in self.rows[: self.starts[0] if self.starts else None]:
            if row["type"] == "weather":
                yield f"weather: {row['card']}; road: {' '.join(row['tokens'])}"  # type: ignore[arg-type]  # names
            if row["type"] == "grid":
                order = [self._colours[seat] for seat in row["order"]]  # type: ignore[attr-defined]  # seats
                yield f"grid: {' '.join(order)}"

    def round(self, first: int, end: int) -> Iterator[str]:
        """A round that begins with event `first`, up to before event `end`."""
        yield f"round {self.rows[first]['n']}"
        if first in self._hands:
            yield f"  {self._hands[first]}"
        yield from (f"  {line}" for line in self.lines(first, end))

    def lines(self, first: int, end: int) -> Iterator[str]:
        """What each car did in these events."""
        hidden = ("draw", "discard") if self.seat is None else ()  # it is the race that is told
        rows = (row for row in self.rows[first:end] if row["type"] not in hidden)
        return turns(rows, lambda seat: self._colours[seat])

    def road(self, end: int) -> Road:
        """Where the cars are before event `end`."""
        if end < self._heard:
            self._road, self._heard = Road(self._start), 0
        for event in self.events[self._heard : end]:
            self._road.hear(event)
        self._heard = end
        return self._road

    def board(self, end: int) -> str:
        """The board before event `end`."""
        return board(self.game.state, self.road(end))

    def foot(self) -> str:
        """The result; of a race that is not told to its end, how the cars stand."""
        if self.whole:
            return result_table(self.spec, outcome(self.one))
        road = self.road(len(self.events))
        names = self.header.names
        rows = [(self._colours[seat], names[seat], *road.cars[seat]._asdict().values()) for seat in road.order()]
        done = "; ".join(_gone(self.spec, road))
        return table(STANDING, rows, right=(2, 3, 4, 5)) + ("\n" + done if done else "")


def _hands(one: Replay, seat: int) -> dict[int, str]:
    """What a seat held when it planned, by the index of the event that began the round."""
    assert one.game is not None
    log, hands = one.game.log, {}
    begun, heard = 0, 0
    spec = one.game.spec
    for told, state in moments(one):
        begun = next((i for i in range(told - 1, heard - 1, -1) if log[i][0] == "round"), begun)
        heard = told
        if state.step == AT_PLAN and state.at < 0 and begun not in hands and not spec.seats[seat].legend:
            car = state.cars[seat]
            if not car.place:
                hand = " ".join(spec.catalogue.codes[card] for card in car.hand)
                hands[begun] = (
                    f"{spec.seats[seat].colour} holds {hand or 'nothing'}; gear {car.gear}, engine {car.engine}"
                )
    return hands


def board(state: State, road: Road) -> str:
    """A drawing of the board with the cars on it, and who they are; `state` has the limits of this race."""
    spec, track = state.spec, state.spec.track
    letters = signs([seat.colour for seat in spec.seats])
    cars = {(at.distance % track.spaces, at.spot): letters[seat] for seat, at in road.cars.items()}
    drawn = cars_strip(track, state.course.limits[: len(track.corners)], cars)
    there = [f"{letters[seat]} {spec.seats[seat].colour} {road.cars[seat].distance}" for seat in road.order()]
    told = "; ".join([*([", ".join(there)] if there else []), *_gone(spec, road)])
    return f"{drawn}\n{textwrap.fill(told, WIDTH)}"


def _gone(spec: Spec, road: Road) -> Iterator[str]:
    for word, places in (("home", road.home), ("out", road.out)):
        if places:
            yield f"{word}: {', '.join(spec.seats[seat].colour for seat in sorted(places, key=places.__getitem__))}"


def outcome(one: Replay) -> Outcome:
    """How the race stands at the end of its record; without a result it was interrupted there."""
    assert one.game is not None
    assert one.header is not None
    state = one.game.state
    void = one.why in ENDS
    places = None if void else ranking.outcome(state)
    rows = [(place.seat, place.place, place.distance, place.why) for place in places or ()]
    if places is None:
        cars = sorted(state.cars, key=ranking.ahead)
        if not void:  # those at home first, those that are out last
            cars.sort(key=lambda car: car.place or len(state.done) + 1)
        rows = [(car.seat, 0 if void else car.place, car.distance, one.why or "interrupted") for car in cars]
    standings = placed(state, one.header.names, one.game.log, _faults(one), rows)
    return Outcome(one.header.seed or "", state.round, one.why or "interrupted", standings, one.game.log, state)


def _faults(one: Replay) -> dict[int, list[Fault]]:
    """The faults that the record tells of."""
    assert one.game is not None
    faults: dict[int, list[Fault]] = {}
    round_ = 0
    for event in one.game.log:
        if event[0] == "round":
            round_ = int(str(event[1]))
        elif event[0] == "fault":
            seat = int(str(event[1]))
            said = faults.setdefault(seat, [])
            said.append(Fault(seat, str(event[2]), "", round_, "", "-", len(said) + 1))
    return faults


def seat_of(text: str, spec: Spec) -> int:
    """A seat by its number or its colour. Raises SetupError."""
    colours = [seat.colour for seat in spec.seats]
    found = seat_named(text, colours)
    if found is not None:
        return found
    there = ", ".join(f"{i} {colour}" for i, colour in enumerate(colours))
    raise SetupError(f"seat {text!r}: no such car; there are {there}")
