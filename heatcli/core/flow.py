"""The machine: a table of steps in rulebook order, and the verbs that ask and answer.

A race is always at one step. Steps that need no decision run by themselves; the machine stops where one is
wanted. Simultaneous planning is nothing but several seats in `to_act`.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from heatcli.core.choices import waiting
from heatcli.core.names import ASK, AT_DROP, AT_MULLIGAN, AT_PLAN, NEXT, Action
from heatcli.core.rng import Rng
from heatcli.core.state import State
from heatcli.core.steps import (
    adrenaline,
    corner,
    decks,
    discard,
    drop,
    garage,
    grid,
    legend,
    mulligan,
    plan,
    react,
    replenish,
    reveal,
    rounds,
    slipstream,
    sponsors,
    swap,
    tune,
    turn,
    value,
    weather,
)


class Step(NamedTuple):
    """`enter` runs the automatic part; `legal` and `apply` belong to the steps that ask.

    `draw` makes a random legal action where that is much cheaper than the list (see rollout.py).
    """

    enter: Callable[[State], int]
    legal: Callable[[State, int], list[Action]] | None = None
    apply: Callable[[State, int, Action], int] | None = None
    draw: Callable[[State, int, Rng], Action] | None = None


def _stay(state: State) -> int:
    return ASK


TABLE: Final = (
    Step(grid.enter),
    Step(weather.enter),
    Step(garage.enter, garage.legal, garage.apply),
    Step(drop.enter, drop.legal, drop.apply),
    Step(swap.enter, swap.legal, swap.apply),
    Step(sponsors.enter),
    Step(weather.enter_late),
    Step(tune.enter, tune.legal, tune.apply),
    Step(decks.enter),
    Step(rounds.start),
    Step(mulligan.enter, mulligan.legal, mulligan.apply),
    Step(plan.enter, plan.legal, plan.apply, plan.draw),
    Step(turn.enter),
    Step(legend.enter),
    Step(reveal.enter),
    Step(value.enter, value.legal, value.apply),
    Step(adrenaline.enter),
    Step(react.enter, react.legal, react.apply),
    Step(slipstream.enter, slipstream.legal, slipstream.apply),
    Step(corner.enter),
    Step(discard.enter, discard.legal, discard.apply, discard.draw),
    Step(replenish.enter),
    Step(rounds.end),
    Step(_stay),
)
"""Indexed by the AT_ constants of names."""


# The table's columns: the machine goes through them millions of times.
_ENTER: Final = tuple(step.enter for step in TABLE)
_LEGAL: Final = tuple(step.legal for step in TABLE)
_APPLY: Final = tuple(step.apply for step in TABLE)


def is_simultaneous(state: State) -> bool:
    """Several seats decide at once, in secret."""
    return state.step in (AT_PLAN, AT_MULLIGAN, AT_DROP)


def run(state: State, to: int) -> None:
    """Go to a step (or NEXT, or ASK: stay) and on until a decision is wanted or the race is over."""
    step = state.step
    while to != ASK:
        step = state.step = step + 1 if to == NEXT else to
        to = _ENTER[step](state)


def to_act(state: State) -> list[int]:
    """The seats that have to decide now; empty when the race is over."""
    if state.at >= 0:
        return [state.order[state.at]]
    return waiting(state) if is_simultaneous(state) else []


def legal_actions(state: State, seat: int) -> list[Action]:
    """Every action open to a seat of `to_act`: complete, ascending, each once; the first is the cautious one."""
    legal = _LEGAL[state.step]
    return legal(state, seat) if legal is not None else []


def apply(state: State, seat: int, action: Action) -> None:
    """Carry out a legal action of a seat of `to_act`, and all that follows by itself.

    Trusts its caller, for speed: what comes from outside goes through `check` first.
    """
    step = _APPLY[state.step]
    assert step is not None
    to = step(state, seat, action)
    if to != ASK:
        run(state, to)


def retire(state: State, seat: int) -> None:
    """Take a car off at the end of its turn of this round (or of round 1, before it): nobody drives it any more.

    No action of the game: a referee's means, before it applies the seat's last decision.
    """
    if seat not in state.leaving:
        state.leaving += (seat,)
        state.tell("retire", seat)
