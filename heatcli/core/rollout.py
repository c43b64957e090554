"""Random play, for search and learning: actions are drawn without listing all that are legal."""

from heatcli.core import flow
from heatcli.core.chance import Dice
from heatcli.core.names import Action
from heatcli.core.rng import Rng
from heatcli.core.state import State


def sample(state: State, seat: int, rng: Rng) -> Action:
    """A random legal action of a seat of `to_act`.

    A plan is a gear, all alike, then cards one by one; a discard takes each card or not; all else is drawn from the
    legal list, all alike. Nobody concedes.
    """
    draw = flow.TABLE[state.step].draw
    if draw is not None:
        return draw(state, seat, rng)
    legal = flow.legal_actions(state, seat)
    return legal[int(rng.random() * len(legal))]


def play_out(state: State, rng: Rng) -> None:
    """Play to the end by random legal actions, all chance to come drawn too. Give it a clone, which tells no events."""
    state.chance = Dice(rng)
    while seats := flow.to_act(state):
        for seat in seats:
            flow.apply(state, seat, sample(state, seat, rng))
        while state.at >= 0:  # one seat after the other: no lists of them
            seat = state.order[state.at]
            flow.apply(state, seat, sample(state, seat, rng))
