"""Behind the corner step: sponsorships are given (SPEC 8.8.6)."""

from heatcli.core import awards
from heatcli.core.names import NEXT
from heatcli.core.state import State


def enter(state: State) -> int:
    """None in a turn with a spin out (SPEC 3.7.10)."""
    if not state.turn.spun:
        awards.give(state, state.car)
    return NEXT
