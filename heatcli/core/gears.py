"""Shifting: which gears can be reached and what they cost (SPEC 3.1)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heatcli.core.state import Car, State

# By gear, from 1: those within one step, and within two.
_ONE_STEP = ((), (1, 2), (1, 2, 3), (2, 3, 4), (3, 4))
_TWO_STEPS = ((), (1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4), (2, 3, 4))


def cost(state: "State", car: "Car", gear: int) -> int:
    """Heat for shifting to a gear: 1 for two steps, 1 more for a downshift on a flooded space (SPEC 3.1.1, 3.1.3)."""
    heat = 1 if abs(gear - car.gear) == 2 else 0
    if gear < car.gear and state.spec.course.flooded[car.distance % len(state.road)]:
        heat += 1
    return heat


def reachable(state: "State", car: "Car") -> tuple[int, ...]:
    """The gears that can be reached and paid for, lowest first."""
    if not state.spec.course.flooded[car.distance % len(state.road)]:
        return _TWO_STEPS[car.gear] if car.engine else _ONE_STEP[car.gear]
    return tuple([gear for gear in _TWO_STEPS[car.gear] if cost(state, car, gear) <= car.engine])
