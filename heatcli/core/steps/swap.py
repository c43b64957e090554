"""In a season the driver last on the grid may swap one upgrade for one of the market (SPEC 8.6)."""

from heatcli.core.counts import without
from heatcli.core.names import ASK, NEXT, PASS, SWAP, Action
from heatcli.core.state import State


def enter(state: State) -> int:
    """Ask that driver, if a market was laid out."""
    if not state.market:
        return NEXT
    state.order, state.at = state.order[:1], 0  # who picked first
    return ASK


def legal(state: State, seat: int) -> list[Action]:
    """Keep all, or any own upgrade for any of the market."""
    own, market = dict.fromkeys(state.cars[seat].garage), dict.fromkeys(sorted(state.market))
    return [(PASS,), *((SWAP, mine, theirs) for mine in own for theirs in market if mine != theirs)]


def apply(state: State, seat: int, action: Action) -> int:
    """What is left is put aside."""
    if action[0] == SWAP:
        _, mine, theirs = action
        car = state.cars[seat]
        car.garage = tuple(sorted([*without(car.garage, [mine]), theirs]))
        state.market = (*without(state.market, [theirs]), mine)
        state.tell("swapped", seat, mine, theirs)
    state.aside += state.market
    state.market = ()
    state.at = -1
    return NEXT
