"""Steps 1 and 2: every driver secretly chooses a gear and as many cards (SPEC 3.1, 3.2)."""

from functools import lru_cache
from itertools import combinations

from heatcli.core import gears, ranking
from heatcli.core.choices import choose, waiting
from heatcli.core.names import ASK, CONCEDE, HEAT, NEXT, PLAN, Action
from heatcli.core.rng import Rng
from heatcli.core.state import State


def enter(state: State) -> int:
    """Ask every driver still racing; a round of Legends alone goes on at once (SPEC 2.1)."""
    return ASK if waiting(state) else NEXT


def legal(state: State, seat: int) -> list[Action]:
    """Gear by gear, each with every choice of cards that serves it."""
    car, rules = state.cars[seat], state.spec.rules
    actions = list(plans(gears.reachable(state, car), tuple(car.hand), rules.cluttered_rule == "literal"))
    if rules.allow_concede and state.done:
        actions.append((CONCEDE,))
    return actions


def draw(state: State, seat: int, rng: Rng) -> Action:
    """A gear, then its cards one by one (see rollout.py); nobody concedes."""
    car = state.cars[seat]
    heat = car.hand.count(HEAT)
    playable = car.hand[: len(car.hand) - heat]
    reachable = gears.reachable(state, car)
    may_clutter = len(playable) < reachable[0] or state.spec.rules.cluttered_rule == "literal"
    options = reachable if may_clutter else tuple([gear for gear in reachable if gear <= len(playable)])
    gear = options[int(rng.random() * len(options))]
    if gear > len(playable):
        return (PLAN, gear, *playable, *[HEAT] * min(heat, gear - len(playable)))
    cards = [playable.pop(int(rng.random() * len(playable))) for _ in range(gear)]
    cards.sort()
    return (PLAN, gear, *cards)


def apply(state: State, seat: int, action: Action) -> int:
    """Keep the plan secret; when the last one is in, those who concede leave, in turn order (R4.3, R2.1)."""
    if not choose(state, seat, action):
        return ASK
    for other in state.order:
        if state.cars[other].plan == (CONCEDE,):
            state.cars[other].plan = None
            ranking.leave(state, state.cars[other], "conceded")
            if state.watch is not None:
                state.watch(other, None)
    if state.spec.rules.reveal_gear_early:
        secret = [(other, state.cars[other].plan) for other in state.order]
        state.tell("gears", tuple((other, plan[1]) for other, plan in secret if plan is not None))
    return NEXT


@lru_cache(maxsize=2048)
def plans(reachable: tuple[int, ...], hand: tuple[int, ...], literal: bool) -> tuple[Action, ...]:
    """All plans for these gears from a sorted hand, ascending, each once.

    A hand is cluttered if it cannot serve the lowest gear within reach, or by choice (SPEC 3.2.3, R3.1, R3.2).
    """
    heat = hand.count(HEAT)
    playable = hand[: len(hand) - heat]
    may_clutter = literal or len(playable) < reachable[0]
    actions: list[Action] = []
    for gear in reachable:
        if gear <= len(playable):
            actions += [(PLAN, gear, *cards) for cards in dict.fromkeys(combinations(playable, gear))]
        elif may_clutter:
            actions.append((PLAN, gear, *playable, *[HEAT] * min(heat, gear - len(playable))))
    return tuple(actions)
