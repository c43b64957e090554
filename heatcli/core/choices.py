"""Simultaneous steps: secret choices that take effect when the last one is in (SPEC 2.1)."""

from typing import TYPE_CHECKING

from heatcli.core.names import SALVAGE, SUPERCOOL, Action

if TYPE_CHECKING:
    from heatcli.core.state import State


def waiting(state: "State") -> list[int]:
    """The seats that still have to choose, in turn order."""
    return [seat for seat in state.order if state.cars[seat].plan is None and not state.spec.seats[seat].legend]


def choose(state: "State", seat: int, action: Action) -> bool:
    """Keep a seat's choice; True if it was the last one."""
    cars, seats = state.cars, state.spec.seats
    cars[seat].plan = action
    for other in state.order:  # noqa: SIM110  # a generator costs more than the loop, which soon ends
        if cars[other].plan is None and not seats[other].legend:
            return False
    return True


def in_order(action: Action) -> tuple[int, bool, Action]:
    """Sort key of legal lists: by verb, a use that fetches nothing last of its kind, then by arguments (SPEC N.2)."""
    verb = action[0]
    nothing = (verb == SUPERCOOL and action[1] == 0) or (verb == SALVAGE and len(action) == 2)
    return verb, nothing, action
