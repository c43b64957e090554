"""Step 3, second half: cards with several numbers get theirs, then the car moves (SPEC 3.3.2, 3.3.9-3.3.14, R3.11)."""

from itertools import combinations_with_replacement, product

from heatcli.core import moves
from heatcli.core.names import ASK, NEXT, VALUE, Action
from heatcli.core.state import State


def enter(state: State) -> int:
    """Ask only if a card in play leaves a choice."""
    several = state.spec.catalogue.several
    for card in state.car.played:
        if several[card]:
            return ASK
    return _move(state)


def legal(state: State, seat: int) -> list[Action]:
    """Every way to number the cards, one entry a card; two of a kind are interchangeable."""
    several = state.spec.catalogue.several
    played = [card for card in sorted(state.car.played) if several[card]]
    choices = [
        combinations_with_replacement(sorted(several[card]), played.count(card)) for card in dict.fromkeys(played)
    ]
    numbers = [sum(choice, ()) for choice in product(*choices)]
    return [(VALUE, *(part for pair in zip(played, row, strict=True) for part in pair)) for row in numbers]


def apply(state: State, seat: int, action: Action) -> int:
    """Add the chosen numbers."""
    state.turn.values = tuple(zip(action[1::2], action[2::2], strict=True))
    state.turn.speed += sum(action[2::2])
    return _move(state)


def _move(state: State) -> int:
    car, turn = state.car, state.turn
    if state.log is not None:
        state.log.append(("value", car.seat, turn.speed, turn.values))
    moves.advance(state, car, turn.speed, "cards")
    return NEXT
