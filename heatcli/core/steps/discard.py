"""Step 8: put cards from the hand on the discard pile (SPEC 3.8)."""

from functools import lru_cache
from itertools import combinations

from heatcli.core.names import ASK, DISCARD, NEXT, PASS, STRESS, Action
from heatcli.core.state import State


def enter(state: State) -> int:
    """A car that has finished skips the step (SPEC 3.8.5)."""
    return ASK if state.car.distance < state.spec.course.finish else NEXT


def legal(state: State, seat: int) -> list[Action]:
    """Pass, or any cards but Heat and Stress; nothing in a tunnel (SPEC 3.8.1, 9.2)."""
    car = state.car
    if state.spec.course.tunnel[car.distance % len(state.road)]:
        return [(PASS,)]
    return list(discards(tuple([card for card in car.hand if card < STRESS])))


def apply(state: State, seat: int, action: Action) -> int:
    """Only how many is public (SPEC 3.8.4)."""
    cards = action[1:]
    if cards:
        car = state.car
        for card in cards:
            car.hand.remove(card)
        car.discard += cards
        state.tell("discard", seat, len(cards), cards)
    return NEXT


@lru_cache(maxsize=2048)
def discards(cards: tuple[int, ...]) -> tuple[Action, ...]:
    """Pass and every different choice from sorted cards, ascending."""
    chosen = [chosen for n in range(1, len(cards) + 1) for chosen in dict.fromkeys(combinations(cards, n))]
    return ((PASS,), *((DISCARD, *chosen) for chosen in sorted(chosen)))
