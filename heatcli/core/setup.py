"""A race begins (SPEC 1.12, 1.13): the steps of the set-up run until the first decision."""

from heatcli.core import flow
from heatcli.core.chance import Chance
from heatcli.core.names import AT_GRID, Event
from heatcli.core.specs import Spec
from heatcli.core.state import State


def new_race(spec: Spec, seed: str | Chance, log: list[Event] | None = None) -> State:
    """A race before its first decision.

    `seed` is any text, or the chance itself. Events go to `log`; without one, to a list of the state's own.
    """
    chance = Chance(seed) if isinstance(seed, str) else seed
    state = State(spec, chance, [], bytearray(spec.track.spaces), log=[] if log is None else log)
    flow.run(state, AT_GRID)
    return state
