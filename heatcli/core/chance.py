"""Chance has coordinates (SPEC chapter C): what every shuffle of a race is asked of. Made to be inherited from."""

from collections.abc import Mapping, Sequence

from heatcli.core.rng import Rng, draw_order, seed_key, shuffle

Pile = tuple[str, int]
"""A pile's name and the number of its shuffle, from 0."""


class Chance:
    """The source of every shuffle of one race: a seed, or piles that are given.

    Shared by all clones of a state, never changed.
    """

    __slots__ = ("_key", "_piles")

    def __init__(self, seed: str, piles: Mapping[Pile, Sequence[int]] | None = None) -> None:
        self._key = seed_key(seed)
        self._piles = dict(piles or {})

    def shuffled(self, pile: str, k: int, cards: Sequence[int]) -> list[int]:
        """Shuffle number `k` of `pile`: the cards in their new order, the top first."""
        given = self._piles.get((pile, k))
        return shuffle(self._key, pile, k, cards) if given is None else list(given)


class Dice(Chance):
    """Shuffles by a generator of one's own: chance that nobody can know from the seed, and ten times cheaper."""

    __slots__ = ("_rng",)

    def __init__(self, rng: Rng) -> None:
        super().__init__("")
        self._rng = rng

    def shuffled(self, pile: str, k: int, cards: Sequence[int]) -> list[int]:
        """The cards in a random order."""
        return draw_order(self._rng, cards)
