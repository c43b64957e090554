"""A snake draft ends: every driver secretly puts one of the four upgrades away (SPEC 6.9)."""

from heatcli.core.choices import choose
from heatcli.core.counts import without
from heatcli.core.names import ASK, DROP, NEXT, Action
from heatcli.core.state import State


def enter(state: State) -> int:
    """Only after a snake draft."""
    spec = state.spec
    if spec.rules.garage == "off" or spec.rules.garage_choice != "snake" or not spec.drivers:
        return NEXT
    state.order = tuple(sorted(spec.drivers))
    state.at = -1
    return ASK


def legal(state: State, seat: int) -> list[Action]:
    """Any of them."""
    return [(DROP, card) for card in dict.fromkeys(state.cars[seat].garage)]


def apply(state: State, seat: int, action: Action) -> int:
    """When all have chosen, in seat order."""
    if not choose(state, seat, action):
        return ASK
    for other in state.order:
        car = state.cars[other]
        assert car.plan is not None
        card = car.plan[1]
        car.plan = None
        car.garage = tuple(without(car.garage, [card]))
        state.aside += (card,)
        state.tell("dropped", other, card)
    return NEXT
