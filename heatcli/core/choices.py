"""Simultaneous steps: secret choices that take effect when the last one is in (SPEC 2.1)."""

from typing import TYPE_CHECKING

from heatcli.core.names import Action

if TYPE_CHECKING:
    from heatcli.core.state import State


def waiting(state: "State") -> list[int]:
    """The seats that still have to choose, in turn order."""
    return [seat for seat in state.order if state.cars[seat].plan is None and not state.spec.seats[seat].legend]


def choose(state: "State", seat: int, action: Action) -> bool:
    """Keep a seat's choice; True if it was the last one."""
    state.cars[seat].plan = action
    return not waiting(state)
