"""An event card lets every driver choose Heat and Stress for the race, openly, pole first (SPEC 8.9, R8.13)."""

from heatcli.core import ranking, supply
from heatcli.core.names import ASK, NEXT, TUNE, Action
from heatcli.core.state import State


def enter(state: State) -> int:
    """Only by an event card."""
    if not state.spec.rules.tunes or not state.spec.drivers:
        return NEXT
    state.order = tuple(ranking.drivers_in_order(state))
    state.at = 0
    return ASK


def legal(state: State, seat: int) -> list[Action]:
    """Each choice of the card."""
    return [(TUNE, i) for i in range(len(state.spec.rules.tunes))]


def apply(state: State, seat: int, action: Action) -> int:
    """At once."""
    heat, stress = state.spec.rules.tunes[action[1]]
    supply.change_engine(state.cars[seat], heat)
    supply.change_stress(state.cars[seat], stress)
    state.tell("tune", seat, heat, stress)
    state.at += 1
    if state.at < len(state.order):
        return ASK
    state.at = -1
    return NEXT
