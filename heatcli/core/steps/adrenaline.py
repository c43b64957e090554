"""Step 4: the last cars of the round get adrenaline (SPEC 3.4). What it, the cards and the gear allow, React uses."""

from heatcli.core.names import COOL, FROM_ADRENALINE, FROM_GEAR, NEXT
from heatcli.core.state import State


def enter(state: State) -> int:
    """Lay out what the cards in play, the gear and adrenaline allow or demand this turn."""
    car = state.car
    rules = state.spec.rules
    symbols = state.spec.catalogue.uses
    uses = [use for card in car.played for use in symbols[card]]
    if state.at >= len(state.order) - 2 and has_adrenaline(state):
        state.turn.adrenaline = True
        uses.append((COOL, FROM_ADRENALINE, 1))
    if rules.gear_cooldown[car.gear - 1]:
        uses.append((COOL, FROM_GEAR, rules.gear_cooldown[car.gear - 1]))
    if len(uses) > 1:
        uses.sort()
    state.turn.uses = tuple(uses)
    return NEXT


def has_adrenaline(state: State) -> bool:
    """Last of this round's order, or second last if enough cars started (SPEC 3.4.1-3.4.3, R3.13, R3.14)."""
    if not state.spec.rules.adrenaline:
        return False
    eligible = 2 if len(state.cars) >= state.spec.rules.adrenaline_two_from else 1
    return state.at >= len(state.order) - eligible
