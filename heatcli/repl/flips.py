"""What flips may turn up: choices of a car's basic cards, each with its chance, and a deck stacked for one of them.

A flip turns cards over until a basic one comes; those before it have no effect (SPEC 3.3.4, 3.3.5). So of a deck in any
order only the order of its basic cards matters, each as likely as the others; the cards known to be on top come first,
and when the deck has no basic card left, those of the discard pile follow, whenever it is shuffled (3.3.6, R3.7).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, prod
from typing import Final

from heatcli.core.chance import Chance
from heatcli.core.counts import Counts, count, without
from heatcli.core.specs import Catalogue
from heatcli.core.state import State

Piles = tuple[tuple[int, ...], ...]
"""Basic cards that flips turn up, pile by pile; within a pile in any order, all orders as likely."""

SURE: Final = Fraction(1)


def piles_of(state: State, seat: int) -> Piles:
    """The basic cards of a car's deck, those known on top one by one, and of its discard pile behind it."""
    car, basic = state.cars[seat], state.spec.catalogue.basic
    hidden = car.deck[: len(car.deck) - len(car.top)]
    piles = [*((card,) for card in reversed(car.top)), hidden, car.discard]
    return tuple(tuple(sorted(card for card in pile if basic[card])) for pile in piles)


def turned(piles: Piles, n: int) -> Iterator[tuple[Fraction, tuple[int, ...], Piles]]:
    """What the next n flips turn up: the chance of each choice of cards, and the piles behind it.

    A pile is used up before the next is begun; flips for which no card is left turn up nothing (R3.8).
    """
    if not n or not piles:
        yield SURE, (), piles
        return
    first, rest = piles[0], piles[1:]
    if n >= len(first):
        for chance, cards, left in turned(rest, n - len(first)):
            yield chance, first + cards, left
        return
    total = comb(len(first), n)
    for cards in _choices(count(first), n):
        ways = prod(comb(first.count(card), cards.count(card)) for card in dict.fromkeys(cards))
        yield Fraction(ways, total), cards, (tuple(without(first, cards)), *rest)


def _choices(counts: Counts, n: int) -> Iterator[tuple[int, ...]]:
    """Every different choice of n of these cards, ascending."""
    if not counts:
        if not n:
            yield ()
        return
    (card, most), rest = counts[0], counts[1:]
    for taken in range(min(n, most), -1, -1):
        for cards in _choices(rest, n - taken):
            yield (*[card] * taken, *cards)


class _Stacked(Chance):
    """Shuffles that put wanted cards on top."""

    __slots__ = ("_wanted",)

    def __init__(self, wanted: Sequence[int]) -> None:
        super().__init__("")
        self._wanted = wanted

    def shuffled(self, pile: str, k: int, cards: Sequence[int]) -> list[int]:
        """The wanted cards that are there, then the others."""
        rest = without(cards, self._wanted)
        return [*without(self._wanted, without(self._wanted, cards)), *rest]


def worth(catalogue: Catalogue, cards: Sequence[int]) -> tuple[object, ...]:
    """What tells flipped cards apart: their numbers together; symbols, though no printed basic card bears any."""
    return sum(catalogue.speed[card] for card in cards), tuple(card for card in cards if catalogue[card].symbols)


def stacked(state: State, seat: int, cards: Sequence[int]) -> State:
    """The state with these basic cards next in the deck, as far as it goes, then in the pile it is shuffled from."""
    after = state.clone()
    car, basic = after.cars[seat], state.spec.catalogue.basic
    known = sum(basic[card] for card in car.top)
    hidden = car.deck[: len(car.deck) - len(car.top)]
    both = known + sum(basic[card] for card in hidden)
    top = _Stacked(cards[known:both]).shuffled("", 0, hidden)
    car.deck = [*reversed(top), *car.top]
    after.chance = _Stacked(cards[both:])
    return after
