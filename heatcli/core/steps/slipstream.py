"""Step 6: slipstream (SPEC 3.6)."""

from heatcli.core import moves
from heatcli.core.names import ASK, NEXT, PASS, SLIP, Action
from heatcli.core.state import State


def enter(state: State) -> int:
    """A car that has finished does not slipstream (SPEC 3.6.7)."""
    return ASK if state.car.distance < state.spec.course.finish else NEXT


def legal(state: State, seat: int) -> list[Action]:
    """Pass, or every distance that gains a space without reaching the final finish line (SPEC 3.6.3, 3.6.4, R3.28)."""
    car = state.car
    spaces = state.spec.rules.slipstream_spaces
    if (
        moves.has_slipstream(state, car)
        and car.distance + spaces < state.spec.course.finish
        and moves.landing(state, car, spaces)[0] > car.distance
    ):
        return [(PASS,), (SLIP, spaces)]
    return [(PASS,)]


def apply(state: State, seat: int, action: Action) -> int:
    """The movement is not Speed (SPEC 3.6.5)."""
    if action[0] == SLIP:
        moves.advance(state, state.car, action[1], "slip")
    return NEXT
