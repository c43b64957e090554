"""Step 4: the last cars of the round get adrenaline (SPEC 3.4). What it and the gear allow, React uses."""

from heatcli.core.names import FROM_ADRENALINE, FROM_GEAR, NEXT
from heatcli.core.state import State


def enter(state: State) -> int:
    """Lay out the turn's sources of Cooldown, and adrenaline's Speed."""
    car = state.car
    rules = state.spec.rules
    cooldown = state.spec.catalogue.cooldown
    cool = [(card, cooldown[card]) for card in car.played if cooldown[card]]
    if has_adrenaline(state):
        state.turn.adrenaline = True
        cool.append((FROM_ADRENALINE, 1))
    if rules.gear_cooldown[car.gear - 1]:
        cool.append((FROM_GEAR, rules.gear_cooldown[car.gear - 1]))
    state.turn.cool = tuple(sorted(cool))
    return NEXT


def has_adrenaline(state: State) -> bool:
    """Last of this round's order, or second last if enough cars started (SPEC 3.4.1-3.4.3, R3.13, R3.14)."""
    eligible = 2 if len(state.cars) >= state.spec.rules.adrenaline_two_from else 1
    return state.at >= len(state.order) - eligible
