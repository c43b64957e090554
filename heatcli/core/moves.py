"""How cars stand and move on the road (SPEC 3.3.10-3.3.16, 3.6.4, 3.7.7).

`state.road[space]` has a bit for each taken spot; lapped cars share the spaces, so positions wrap.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heatcli.core.state import Car, State

BOTH = 3


def road(spaces: int, cars: Iterable["Car"]) -> bytearray:
    """The road of a track with these cars on it."""
    taken = bytearray(spaces)
    for car in cars:
        if car.on_road:
            taken[car.distance % spaces] |= 1 << car.spot
    return taken


def lift(state: "State", car: "Car") -> None:
    """Take the car off the road."""
    state.road[car.distance % len(state.road)] &= ~(1 << car.spot)


def put(state: "State", car: "Car", distance: int, spot: int) -> None:
    """Set the car down on a free spot."""
    car.distance = distance
    car.spot = spot
    state.road[distance % len(state.road)] |= 1 << spot


def landing(state: "State", car: "Car", spaces: int) -> tuple[int, int]:
    """Where the car ends if it drives `spaces`: distance and spot (SPEC 3.3.12-3.3.14)."""
    road = state.road
    length = len(road)
    for distance in range(car.distance + spaces, car.distance, -1):
        taken = road[distance % length]
        if taken != BOTH:
            return distance, taken & 1
    return car.distance, car.spot


def drive(state: "State", car: "Car", spaces: int, by: str) -> None:
    """Raise the Speed of the turn and move as far (SPEC 3.3.9, 3.3.16)."""
    state.turn.speed += spaces
    advance(state, car, spaces, by)


def advance(state: "State", car: "Car", spaces: int, by: str) -> None:
    """Move the car, blocked or not, and tell it."""
    before = car.distance
    distance, spot = landing(state, car, spaces)
    if distance != before:
        lift(state, car)
        put(state, car, distance, spot)
    if state.log is not None:
        state.log.append(("move", car.seat, by, spaces, distance - before, distance, spot, state.turn.speed))


def behind_line(state: "State", car: "Car", line: int) -> tuple[int, int]:
    """Where a spin out at `line` (its distance) puts the car; call it with the car lifted (SPEC 3.7.7b, R3.33)."""
    road = state.road
    distance = line - 1
    while road[distance % len(road)] == BOTH:
        distance -= 1
    return distance, road[distance % len(road)] & 1


def free_ahead(state: "State", car: "Car") -> int:
    """Empty spaces between the car and the first one ahead of it; 0 also if it is alone (SPEC 9.3, R9.1-R9.3)."""
    road = state.road
    space, length = car.distance % len(road), len(road)
    for step in range(1, length):
        if road[(space + step) % length]:
            return step - 1
    return 0


def has_slipstream(state: "State", car: "Car") -> bool:
    """Another car beside or directly in front (SPEC 3.6.1)."""
    road = state.road
    space = car.distance % len(road)
    return road[space] == BOTH or road[(space + 1) % len(road)] != 0
