"""Shuffles that a record gives (SPEC N.4)."""

from collections.abc import Mapping, Sequence

from heatcli.core.chance import Chance, Pile
from heatcli.errors import NotationError


class PileError(NotationError):
    """A shuffle that the record's piles cannot serve: `missing`, or given with other cards."""

    def __init__(self, pile: Pile, missing: bool) -> None:
        name = f"@{pile[0]}/{pile[1]}"
        super().__init__(f"{name} is needed here" if missing else f"{name} has other cards than the pile shuffled here")
        self.pile, self.missing = pile, missing


class Piles(Chance):
    """Chance that was written down: every shuffle is given. Raises PileError.

    `made` has the shuffles not written yet, `used` all that were needed.
    """

    __slots__ = ("given", "made", "used")

    def __init__(self, given: Mapping[Pile, Sequence[int]]) -> None:
        super().__init__("")
        self.given = dict(given)
        self.made: list[tuple[Pile, list[int]]] = []
        self.used: list[Pile] = []

    def shuffled(self, pile: str, k: int, cards: Sequence[int]) -> list[int]:
        """The order given for this shuffle; it must have the same cards."""
        order = self.given.get((pile, k))
        if order is None:
            raise PileError((pile, k), missing=True)
        if sorted(order) != sorted(cards):
            raise PileError((pile, k), missing=False)
        self.made.append(((pile, k), list(order)))
        self.used.append((pile, k))
        return list(order)
