"""The next car of the round takes its turn (SPEC 2.1)."""

from heatcli.core.names import AT_REVEAL, AT_ROUND_END, NEXT
from heatcli.core.state import State, Turn


def enter(state: State) -> int:
    """Steps 3-9 belong to one car until it is done; a Legend's has a step of its own."""
    state.at += 1
    if state.at == len(state.order):
        state.at = -1
        return AT_ROUND_END
    car = state.car = state.cars[state.order[state.at]]
    state.turn = Turn(car.distance, car.spot)
    return NEXT if state.spec.seats[car.seat].legend else AT_REVEAL
