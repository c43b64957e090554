"""Who is ahead, who has which place (SPEC 0.2.8, 4)."""

from typing import TYPE_CHECKING, NamedTuple

from heatcli.core import moves
from heatcli.core.names import AT_OVER, ELIMINATED, FINISHED, RACING, RETIRED

if TYPE_CHECKING:
    from heatcli.core.state import Car, State


class Standing(NamedTuple):
    """A car's place at the end; `why`: finished, rounds (the race ended first) retired or eliminated."""

    seat: int
    place: int
    distance: int
    why: str


def ahead(car: "Car") -> tuple[int, int]:
    """Sort key: best car first (SPEC 0.2.8)."""
    return -car.distance, car.spot


def drivers_in_order(state: "State") -> list[int]:
    """The seats of the drivers, best car first: on the grid, from pole."""
    return sorted(state.spec.drivers, key=lambda seat: ahead(state.cars[seat]))


def rank(state: "State", car: "Car", finished: bool) -> None:
    """Give the car the next place and take it off the road (SPEC 4.6); unfinished cars only when the race is over."""
    moves.lift(state, car)
    if finished:
        car.status = FINISHED
    state.done += (car.seat,)
    car.place = len(state.done)
    state.tell("finish", car.seat, car.place)


def leave(state: "State", car: "Car", why: str) -> None:
    """Out of the race for good, with the worst place still free (R4.3, R4.4): eliminated, retired or conceded."""
    moves.lift(state, car)
    car.status = ELIMINATED if why == "eliminated" else RETIRED
    state.leaving = tuple([seat for seat in state.leaving if seat != car.seat])
    car.place = len(state.cars) - len(state.out)
    state.out += (car.seat,)
    index = state.order.index(car.seat)
    state.order = state.order[:index] + state.order[index + 1 :]
    if index <= state.at:
        state.at -= 1
    state.tell("out", car.seat, why, car.place)


def points(state: "State", place: int, why: str) -> int:
    """Championship points of a place; eliminated cars have none (SPEC 8.3, R4.4)."""
    scale = state.spec.rules.points
    return scale[place - 1] if 0 < place <= len(scale) and why != "eliminated" else 0


def outcome(state: "State") -> list[Standing] | None:
    """The standings, first place first; None while the race goes on."""
    if state.step != AT_OVER:
        return None
    whys = {FINISHED: "finished", RACING: "rounds", RETIRED: "retired", ELIMINATED: "eliminated"}
    cars = sorted(state.cars, key=lambda car: car.place)
    return [Standing(car.seat, car.place, car.distance, whys[car.status]) for car in cars]
