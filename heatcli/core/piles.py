"""Cards on the move: paying, drawing, flipping, reshuffling (SPEC 0.2.11, 3.3.4-3.3.6, 3.9)."""

from typing import TYPE_CHECKING

from heatcli.core.names import HEAT

if TYPE_CHECKING:
    from heatcli.core.state import Car, State


def pay(state: "State", car: "Car", n: int, why: str, line: int = 0) -> None:
    """Heat from the engine to the discard pile; `line` is the corner line paid for, 0 for none."""
    car.engine -= n
    car.discard.extend([HEAT] * n)
    state.tell("pay", car.seat, why, n, line)


def shuffle_deck(state: "State", car: "Car", cards: list[int]) -> None:
    """Make these cards the draw deck, shuffled (SPEC chapter C)."""
    car.deck = state.chance.shuffled(f"deck:{car.seat}", car.shuffles, cards)
    car.deck.reverse()
    car.shuffles += 1


def reshuffle(state: "State", car: "Car") -> None:
    """The discard pile becomes the draw deck; cards in play stay out of it (SPEC 3.3.6)."""
    shuffle_deck(state, car, car.discard)
    car.discard = []
    state.tell("reshuffle", car.seat, len(car.deck))


def draw(state: "State", car: "Car", n: int) -> None:
    """Draw up to n cards into the hand (SPEC 3.9.2, 3.9.3); one event for each stretch without a reshuffle."""
    while n > 0:
        if not car.deck:
            if not car.discard:
                break
            reshuffle(state, car)
        drawn = car.deck[-n:][::-1]
        del car.deck[-n:]
        car.hand += drawn
        state.tell("draw", car.seat, len(drawn), tuple(drawn))
        n -= len(drawn)
        _ran_out(state, car)
    car.hand.sort()


def flip(state: "State", car: "Car") -> int:
    """Resolve one + : turn cards over until a basic one, whose number is added (SPEC 3.3.4); 0 without any (R3.8)."""
    basic = state.spec.catalogue.basic
    while True:
        if not car.deck:
            if not any(basic[card] for card in car.discard):
                return 0
            reshuffle(state, car)
        card = car.deck.pop()
        state.tell("flip", car.seat, card)
        if basic[card]:
            car.played.append(card)
            _ran_out(state, car)
            return state.spec.catalogue.speed[card]
        car.discard.append(card)


def _ran_out(state: "State", car: "Car") -> None:
    """Eager reshuffling: as soon as the draw deck is used up and its last card lies where it belongs (R3.7)."""
    if not car.deck and car.discard and state.spec.rules.reshuffle == "eager":
        reshuffle(state, car)
