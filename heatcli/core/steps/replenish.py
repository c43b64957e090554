"""Step 9: played cards to the discard pile, gravel, and a full hand again (SPEC 3.9, 11.3)."""

from heatcli.core import piles, ranking
from heatcli.core.names import AT_TURN
from heatcli.core.state import Car, State


def enter(state: State) -> int:
    """The end of the turn; a car that has finished does not draw (SPEC 3.9.4)."""
    car = state.car
    car.discard += car.played
    state.tell("clear", car.seat, len(car.played))
    car.played = []
    if car.distance < state.spec.course.finish:
        if car.engine and _on_gravel(state, car):
            piles.pay(state, car, 1, "gravel")
        piles.draw(state, car, state.spec.rules.hand - len(car.hand))
    state.tell(
        "turn", car.seat, car.distance, car.spot, car.gear, car.engine, len(car.hand), len(car.deck), len(car.discard)
    )
    if car.seat in state.leaving:
        state.leaving.remove(car.seat)
        ranking.leave(state, car, "retired")
    return AT_TURN


def _on_gravel(state: State, car: Car) -> bool:
    """The car's spot is gravel (SPEC 13.4, R11.2)."""
    return bool(state.spec.course.gravel[car.distance % len(state.road)] >> car.spot & 1)
