"""An option before round 1: pay 1 Heat for a new hand (R1.4)."""

from heatcli.core import piles
from heatcli.core.choices import choose, waiting
from heatcli.core.names import ASK, MULLIGAN, NEXT, PASS, Action
from heatcli.core.state import Car, State


def enter(state: State) -> int:
    """Only in round 1, only by option."""
    return ASK if state.round == 1 and state.spec.rules.mulligan and waiting(state) else NEXT


def legal(state: State, seat: int) -> list[Action]:
    """Keep the hand, or a new one for 1 Heat."""
    return [(PASS,), (MULLIGAN,)] if state.cars[seat].engine else [(PASS,)]


def apply(state: State, seat: int, action: Action) -> int:
    """When all have chosen, in turn order."""
    if not choose(state, seat, action):
        return ASK
    for other in state.order:
        car = state.cars[other]
        if car.plan == (MULLIGAN,):
            _redraw(state, car)
        car.plan = None
    return NEXT


def _redraw(state: State, car: Car) -> None:
    piles.pay(state, car, 1, "mulligan")
    state.tell("return", car.seat, len(car.hand))
    cards = car.deck + car.hand
    car.hand = []
    piles.shuffle_deck(state, car, cards)
    piles.draw(state, car, state.spec.rules.hand)
