"""Where the cars are, followed by the events; and a record's race driven once more, to be looked at on the way."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from heatcli.core.chance import Chance
from heatcli.core.events import EVENTS
from heatcli.core.names import FINISHED, Event
from heatcli.core.state import State
from heatcli.record.game import Decision, Game
from heatcli.record.piles import Piles
from heatcli.record.replay import Replay, number_of


class Place(NamedTuple):
    """A car on the road; `engine` as it was when its last turn ended."""

    distance: int
    spot: int
    gear: int
    engine: int


_TELL: Final[dict[object, dict[str, int]]] = {
    name: {field: at for at, field in enumerate(EVENTS[name].fields) if field in Place._fields}
    for name in ("reveal", "move", "spin", "turn")
}
"""The events that say something of a car's place: which fields, and where they stand."""


class Road:
    """The cars of a race by seat; `home` has the places of those that came in, `out` of those that left."""

    def __init__(self, state: State) -> None:
        """As the cars stand in a state."""
        there = [car for car in state.cars if not car.place]
        self.cars = {car.seat: Place(car.distance, car.spot, car.gear, car.engine) for car in there}
        self.home = {car.seat: car.place for car in state.cars if car.status == FINISHED}
        self.out = {car.seat: car.place for car in state.cars if car.place and car.status != FINISHED}

    def hear(self, event: Event) -> None:
        """Bring it up to date; every event is to be heard, in order."""
        kind, *values = event
        if kind == "grid":  # SPEC 1.8
            for at, seat in enumerate(values[0]):  # type: ignore[arg-type, var-annotated]  # seats
                self.cars[seat] = self.cars[seat]._replace(distance=-1 - at // 2, spot=at % 2)
        elif kind in _TELL:
            fields = {field: int(str(values[i])) for field, i in _TELL[kind].items()}
            seat = int(str(values[0]))
            self.cars[seat] = self.cars[seat]._replace(**fields)
        elif kind in ("finish", "out"):
            seat, place = int(str(values[0])), int(str(values[-1]))
            self.cars.pop(seat, None)
            (self.home if kind == "finish" else self.out)[seat] = place

    def order(self) -> list[int]:
        """The seats on the road, best car first (SPEC 0.2.8)."""
        return sorted(self.cars, key=lambda seat: (-self.cars[seat].distance, self.cars[seat].spot))


def moments(replay: Replay) -> Iterator[tuple[int, State]]:
    """The race before each of its decisions, and at its end: the number of events so far, and the state.

    The state goes on from there: what is wanted of it has to be taken at once.
    """
    first = replay.game
    assert first is not None
    chance = Piles(first.chance.given) if isinstance(first.chance, Piles) else Chance(first.header.seed or "")
    game = Game(first.spec, first.header, chance)
    for decision in first.trail:
        yield len(game.log), game.state
        game.decide(*decision)
    yield len(game.log), game.state


def decisions(replay: Replay) -> list[Decision]:
    """What was decided up to where the race can be gone on with: with a plan missing, the start of that round."""
    game = replay.game
    assert game is not None
    if replay.guessed and replay.round_start is not None:
        until = number_of(replay.round_start)
        for number, (_, state) in enumerate(moments(replay)):
            if number_of(state) >= until:
                return game.trail[:number]
    return [*game.trail]
