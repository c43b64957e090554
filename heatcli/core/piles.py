"""Cards on the move: paying, drawing, flipping, reshuffling (SPEC 0.2.11, 3.3.4-3.3.6, 3.9)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heatcli.core.counts import add, without
from heatcli.core.names import HEAT

if TYPE_CHECKING:
    from heatcli.core.state import Car, State


def pay(state: "State", car: "Car", n: int, why: str, line: int = 0) -> None:
    """Heat from the engine to the discard pile; `line` is the corner line paid for, 0 for none."""
    car.engine -= n
    car.discard.extend([HEAT] * n)
    if state.log is not None:
        state.log.append(("pay", car.seat, why, n, line))


def see(state: "State", car: "Car", cards: Sequence[int]) -> None:
    """These cards are turned up: a sponsorship that was a secret is none any more (SPEC V.4).

    A copy that all had seen before, and that does not lie in play, is taken for the one that is turned up.
    """
    if not car.secret:
        return
    owned = dict(car.owned)
    in_play = list(car.played)
    for card in cards:
        if card in car.secret and owned[card] - car.secret.count(card) <= in_play.count(card):
            car.secret = tuple(without(car.secret, (card,)))
        in_play.append(card)


def from_hand(car: "Car", cards: Sequence[int]) -> None:
    """Take cards out of the hand."""
    for card in cards:
        car.hand.remove(card)
    if car.known:
        car.known = tuple(without(car.known, cards))


def shuffle_deck(state: "State", car: "Car", cards: list[int]) -> None:
    """Make these cards the draw deck, shuffled (SPEC chapter C)."""
    car.deck = state.chance.shuffled(f"deck:{car.seat}", car.shuffles, cards)
    car.deck.reverse()
    car.shuffles += 1
    car.top = ()


def reshuffle(state: "State", car: "Car") -> None:
    """The discard pile becomes the draw deck; cards in play stay out of it (SPEC 3.3.6)."""
    shuffle_deck(state, car, car.discard)
    car.discard = []
    if state.log is not None:
        state.log.append(("reshuffle", car.seat, len(car.deck)))


def draw(state: "State", car: "Car", n: int) -> None:
    """Draw up to n cards into the hand (SPEC 3.9.2, 3.9.3); one event for each stretch without a reshuffle."""
    while n > 0:
        if not car.deck:
            if not car.discard:
                break
            reshuffle(state, car)
        drawn = car.deck[-n:][::-1]
        del car.deck[-n:]
        if car.top:
            car.known = tuple(sorted(car.known + car.top[-n:]))
            car.top = car.top[:-n]
        car.hand += drawn
        if state.log is not None:
            state.log.append(("draw", car.seat, len(drawn), tuple(drawn)))
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
        card = _turn_up(state, car, "flip")
        if basic[card]:
            car.played += (card,)
            _ran_out(state, car)
            return state.spec.catalogue.speed[card]
        car.discard.append(card)


def scrap(state: "State", car: "Car") -> bool:
    """The top card of the deck, face up, to the discard pile (SPEC 3.5.10, 3.5.28); False if there is no card."""
    if not car.deck:
        if not car.discard:
            return False
        reshuffle(state, car)
    car.discard.append(_turn_up(state, car, "scrap"))
    _ran_out(state, car)
    return True


def award(state: "State", car: "Car", why: str, n: int, line: int = 0) -> None:
    """Sponsorships from the supply into the hand (SPEC 8.7.6, 8.7.8); one for a line is told even if none is left."""
    cards: list[int] = []
    while len(cards) < n:
        if not state.sponsors:
            if not state.used:
                break
            shuffle_sponsors(state, state.used)
            state.used = ()
        cards.append(state.sponsors[-1])
        state.sponsors = state.sponsors[:-1]
    car.hand = sorted(car.hand + cards)
    car.secret = tuple(sorted([*car.secret, *cards]))
    for card in cards:
        car.owned = add(car.owned, card, 1)
    if cards or line:
        state.tell("award", car.seat, why, len(cards), line, tuple(cards))


def shuffle_sponsors(state: "State", cards: Sequence[int]) -> None:
    """Make these cards the supply of sponsorships."""
    state.sponsors = tuple(state.chance.shuffled("sponsors", state.sponsor_shuffles, cards)[::-1])
    state.sponsor_shuffles += 1


def shuffle_legends(state: "State") -> None:
    """Make all Legend cards the Legend deck (SPEC 5.3)."""
    cards = range(len(state.spec.legends.cards))
    state.legend_deck = tuple(state.chance.shuffled("legends", state.legend_shuffles, cards)[::-1])
    state.legend_shuffles += 1


def _turn_up(state: "State", car: "Car", event: str) -> int:
    card = car.deck.pop()
    if car.top:
        car.top = car.top[:-1]
    if state.log is not None:
        state.log.append((event, car.seat, card))
    if car.secret:
        see(state, car, (card,))
    return card


def _ran_out(state: "State", car: "Car") -> None:
    """Eager reshuffling: as soon as the draw deck is used up and its last card lies where it belongs (R3.7)."""
    if not car.deck and car.discard and state.spec.rules.reshuffle == "eager":
        reshuffle(state, car)
