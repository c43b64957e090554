"""Cards as counts."""

from collections.abc import Iterable, Sequence

Counts = tuple[tuple[int, int], ...]
"""Cards as (card id, how many), in card order."""


def count(*piles: Sequence[int]) -> Counts:
    """The cards of some piles as counts."""
    cards = sorted(card for pile in piles for card in pile)
    return tuple((card, cards.count(card)) for card in dict.fromkeys(cards))


def listed(owned: Iterable[tuple[int, int]]) -> list[int]:
    """The cards of counts one by one."""
    return [card for card, n in owned for _ in range(n)]


def add(owned: Counts, card: int, n: int) -> Counts:
    """Counts with `n` more of a card; with none left it is left out."""
    counts = dict(owned)
    counts[card] = counts.get(card, 0) + n
    return tuple(sorted((card, n) for card, n in counts.items() if n))


def without(cards: Sequence[int], gone: Sequence[int]) -> list[int]:
    """The cards less each of `gone` once; what is not there is passed over."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left
