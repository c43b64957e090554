"""Step 5: use the symbols one at a time, in any order, until the driver passes (SPEC 3.5)."""

from heatcli.core.names import ASK, NEXT, PASS, Action
from heatcli.core.state import State
from heatcli.core.symbols import REACTIONS


def enter(state: State) -> int:
    """Every turn that was not cluttered has a React step, also after the finish line (SPEC 3.5.4)."""
    return ASK


def legal(state: State, seat: int) -> list[Action]:
    """Pass, or any use that is open."""
    car = state.car
    actions: list[Action] = [(PASS,)]
    for symbol in REACTIONS.values():
        assert symbol.offer is not None
        actions += symbol.offer(state, car)
    return actions


def apply(state: State, seat: int, action: Action) -> int:
    """One use, then React goes on."""
    if action == (PASS,):
        return NEXT
    use = REACTIONS[action[0]].use
    assert use is not None
    use(state, state.car, action)
    return ASK
