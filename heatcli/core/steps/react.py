"""Step 5: use the symbols one at a time, in any order, until the driver passes (SPEC 3.5)."""

from typing import Final

from heatcli.core.costs import owed
from heatcli.core.names import ADRENALINE, ASK, BOOST, COOL, DIRECT, HEAT, NEXT, PASS, PAY, SCRAP, Action
from heatcli.core.state import State
from heatcli.core.symbols import REACTIONS, SHORT, offers

# Verbs as bits; those of MUST have to be used before the driver may pass.
MUST: Final = 1 << PAY | 1 << SCRAP
COOLS: Final = 1 << COOL
ADRENALINES: Final = 1 << ADRENALINE
BOOSTS: Final = 1 << BOOST
DIRECTS: Final = 1 << DIRECT


def enter(state: State) -> int:
    """Every turn that was not cluttered has a React step, also after the finish line (SPEC 3.5.4)."""
    return ASK


def legal(state: State, seat: int) -> list[Action]:
    """Any use that is open; pass, unless something must be used first (SPEC 3.5.3, R3.17)."""
    car, turn = state.car, state.turn
    opened = 0
    for use in turn.uses:
        opened |= 1 << use[0]
    if not car.hand or car.hand[-1] != HEAT:  # Heat cards sort last
        opened &= ~COOLS
    elif state.weather >= 0:
        opened |= COOLS
    if turn.adrenaline:
        opened |= ADRENALINES
    if not turn.boosted:
        opened |= BOOSTS
    if state.spec.direct:
        opened |= DIRECTS
    due = opened & MUST
    if due and owed(state) > car.engine:
        opened |= SHORT
    actions: list[Action] = [] if due else [(PASS,)]
    for offer in offers(opened):
        actions += offer(state, car)
    return actions


def apply(state: State, seat: int, action: Action) -> int:
    """One use, then React goes on."""
    if action == (PASS,):
        return NEXT
    use = REACTIONS[action[0]].use
    assert use is not None
    use(state, state.car, action)
    return ASK
