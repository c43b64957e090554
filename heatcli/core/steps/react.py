"""Step 5: use the symbols one at a time, in any order, until the driver passes (SPEC 3.5)."""

from heatcli.core.costs import owed
from heatcli.core.names import ASK, NEXT, PASS, PAY, SCRAP, Action
from heatcli.core.state import State
from heatcli.core.symbols import REACTIONS


def enter(state: State) -> int:
    """Every turn that was not cluttered has a React step, also after the finish line (SPEC 3.5.4)."""
    return ASK


def legal(state: State, seat: int) -> list[Action]:
    """Any use that is open; pass, unless something must be used first (SPEC 3.5.3, R3.17)."""
    car = state.car
    actions: list[Action]
    if not state.spec.costs:
        actions = [(PASS,)]
        for offer in state.spec.offers:
            actions += offer(state, car)
        return actions
    due = [verb for verb, _, _ in state.turn.uses if verb in (PAY, SCRAP)]
    short = bool(due) and owed(state) > car.engine
    actions = []
    passed = bool(due)
    for row in state.spec.reactions:
        if row.verb > PASS and not passed:
            actions.append((PASS,))
            passed = True
        if row.owing or not short:
            assert row.offer is not None
            actions += row.offer(state, car)
    return actions


def apply(state: State, seat: int, action: Action) -> int:
    """One use, then React goes on."""
    if action == (PASS,):
        return NEXT
    use = REACTIONS[action[0]].use
    assert use is not None
    use(state, state.car, action)
    return ASK
