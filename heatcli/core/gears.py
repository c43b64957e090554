"""Shifting: which gears can be reached and what they cost (SPEC 3.1)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heatcli.core.state import Car, State

TOP_GEAR = 4


def cost(state: "State", car: "Car", gear: int) -> int:
    """Heat for shifting to a gear: 1 for two steps, 1 more for a downshift on a flooded space (SPEC 3.1.1, 3.1.3)."""
    heat = 1 if abs(gear - car.gear) == 2 else 0
    if gear < car.gear and state.spec.course.flooded[car.distance % len(state.road)]:
        heat += 1
    return heat


def reachable(state: "State", car: "Car") -> list[int]:
    """The gears that can be reached and paid for, lowest first."""
    if not state.spec.course.flooded[car.distance % len(state.road)]:
        steps = 2 if car.engine else 1
        return list(range(max(1, car.gear - steps), min(TOP_GEAR, car.gear + steps) + 1))
    lowest, highest = max(1, car.gear - 2), min(TOP_GEAR, car.gear + 2)
    return [gear for gear in range(lowest, highest + 1) if cost(state, car, gear) <= car.engine]
