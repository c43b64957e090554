"""Heat costs of cards in play, and what happens if they cannot be paid (SPEC 3.5.9, 3.5.27, R3.16-R3.18)."""

from itertools import combinations
from typing import TYPE_CHECKING

from heatcli.core import moves, piles
from heatcli.core.counts import without
from heatcli.core.names import CANNOT_PAY, PAY, Action
from heatcli.core.uses import open_uses, spend

if TYPE_CHECKING:
    from heatcli.core.state import Car, State


def owed(state: "State") -> int:
    """Heat that cards in play cost and that is not paid yet."""
    heat = 0
    for verb, _, n in state.turn.uses:
        if verb == PAY:
            heat += n
    return heat


def offer_pay(state: "State", car: "Car") -> list[Action]:
    """The Heat cost of a card in play, whole (SPEC 3.5.9)."""
    return [(PAY, source) for source, n in open_uses(state, PAY) if n <= car.engine]


def pay_card(state: "State", car: "Car", action: Action) -> None:
    """From the engine."""
    state.tell("use", car.seat, "heat", action[1:])
    piles.pay(state, car, spend(state, PAY, action[1]), "card")


def offer_cannot(state: "State", car: "Car") -> list[Action]:
    """Only while more is owed than the engine holds: as many cards as possible are paid, whichever (R3.16, R3.17)."""
    if owed(state) <= car.engine:
        return []
    unpaid = sorted((source, n) for verb, source, n in state.turn.uses if verb == PAY)
    for size in range(len(unpaid) - 1, -1, -1):
        paid = [
            tuple(source for source, _ in some)
            for some in combinations(unpaid, size)
            if sum(n for _, n in some) <= car.engine
        ]
        if paid:
            return [(CANNOT_PAY, *cards) for cards in sorted(dict.fromkeys(paid))]
    return []


def cannot_pay(state: "State", car: "Car", action: Action) -> None:
    """Back to the start of the turn; unpaid cards are discarded for a flip each; the car moves again (R3.16-R3.18)."""
    turn, catalogue = state.turn, state.spec.catalogue
    paid = list(action[1:])
    lost = [source for verb, source, _ in turn.uses if verb == PAY]
    for card in paid:
        lost.remove(card)
        piles.pay(state, car, spend(state, PAY, card), "card")
    moves.lift(state, car)
    moves.put(state, car, turn.start, turn.start_spot)
    state.tell("again", car.seat, tuple(paid), tuple(lost))
    for card in lost:
        for verb, _, _ in catalogue.uses[card]:
            spend(state, verb, card)
        turn.speed -= _number(state, card)
        car.played = tuple(without(car.played, [card]))
        car.discard.append(card)
    for _ in lost:
        turn.speed += piles.flip(state, car)
    moves.advance(state, car, turn.speed, "again")


def _number(state: "State", card: int) -> int:
    """The number a card in play counts with; of two of a kind with different numbers, the first chosen."""
    for i, (other, number) in enumerate(state.turn.values):
        if other == card:
            state.turn.values = state.turn.values[:i] + state.turn.values[i + 1 :]
            return number
    return state.spec.catalogue.speed[card]
