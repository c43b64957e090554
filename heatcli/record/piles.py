"""Shuffles that a record gives (SPEC N.4, N.7)."""

from collections.abc import Mapping, Sequence
from typing import Final

from heatcli.core.chance import Chance, Pile
from heatcli.core.specs import Spec
from heatcli.core.weather import Weather
from heatcli.errors import NotationError
from heatcli.record.tokens import read_cards

NAMES: Final = ("legends", "weather", "tokens", "market", "sponsors")
"""The piles that belong to no car."""

_WEATHER: Final = ("weather", "tokens")


class PileError(NotationError):
    """A shuffle that the record's piles cannot serve: `missing`, or given with other cards. `cards` are shuffled."""

    def __init__(self, pile: Pile, missing: bool, cards: Sequence[int] = ()) -> None:
        name = f"@{pile[0]}/{pile[1]}"
        super().__init__(f"{name} is needed here" if missing else f"{name} has other cards than the pile shuffled here")
        self.pile, self.missing, self.cards = pile, missing, sorted(cards)


class Piles(Chance):
    """Chance that was written down: every shuffle is given, or drawn from the seed if there is one. Raises PileError.

    `made` has the shuffles not written yet, `used` all that were needed.
    """

    __slots__ = ("given", "made", "seed", "used")

    def __init__(self, given: Mapping[Pile, Sequence[int]], seed: str | None = None) -> None:
        super().__init__(seed or "")
        self.given, self.seed = dict(given), seed
        self.made: list[tuple[Pile, list[int]]] = []
        self.used: list[Pile] = []

    def copy(self) -> "Piles":
        """The same chance, for another race that has come as far."""
        twin = Piles(self.given, self.seed)
        twin.made, twin.used = self.made[:], self.used[:]
        return twin

    def shuffled(self, pile: str, k: int, cards: Sequence[int]) -> list[int]:
        """The order given for this shuffle; it must have the same cards."""
        order = self.given.get((pile, k))
        if order is None and self.seed is not None:
            order = super().shuffled(pile, k, cards)
        if order is None:
            raise PileError((pile, k), True, cards)
        if sorted(order) != sorted(cards):
            raise PileError((pile, k), False, cards)
        self.made.append(((pile, k), list(order)))
        self.used.append((pile, k))
        return list(order)


def names(spec: Spec) -> list[str]:
    """The piles that a race may shuffle."""
    return [*(f"deck:{seat}" for seat in spec.drivers), *NAMES]


def pile_words(pile: str, order: Sequence[int], spec: Spec) -> list[str]:
    """The cards of a pile as they are written: codes, Legend cards by number, weather and road tokens by name."""
    if pile == "legends":
        return [str(card) for card in order]
    if pile in _WEATHER and spec.weather is not None:
        called = _called(pile, spec.weather)
        return [called[i] for i in order]
    return [spec.catalogue.codes[card] for card in order]


def pile_card(pile: str, word: str, spec: Spec) -> int:
    """A card of a pile as it was written. Raises NotationError."""
    if pile in _WEATHER and spec.weather is not None:
        called = _called(pile, spec.weather)
        if word.lower() not in called:
            raise NotationError(f"{word!r}: one of {', '.join(called)} is right")
        return called.index(word.lower())
    if pile == "legends":
        cards = len(spec.legends.cards)
        if not (word.isascii() and word.isdecimal() and len(word) < 6 and int(word) < cards):
            raise NotationError(f"{word!r}: a Legend card is 0 to {cards - 1}")
        return int(word)
    return read_cards(word, spec.catalogue)[0]


def _called(pile: str, weather: Weather) -> list[str]:
    """What the cards of the weather's piles are called, by index."""
    return [one.name for one in (weather.cards if pile == "weather" else weather.tokens)]
