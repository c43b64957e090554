"""The built-in players: they see the legal actions and their own hand."""

import random
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from heatcli.core.names import HEAT, PLAN, Action
from heatcli.errors import DriverError


class Player(Protocol):
    """Whatever picks one of the legal actions."""

    def choose(self, legal: list[Action], hand: Sequence[int]) -> Action: ...


class Cautious:
    """Always the first legal action: lowest gear, lowest cards, pay what is due, pass."""

    def __init__(self, seed: str) -> None: ...

    def choose(self, legal: list[Action], hand: Sequence[int]) -> Action:
        return legal[0]


class Random:
    """A plan by drawing a gear, then cards one by one from the hand; everything else uniformly."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def choose(self, legal: list[Action], hand: Sequence[int]) -> Action:
        if legal[0][0] != PLAN:
            return legal[int(self._random() * len(legal))]
        gears = _gears(legal)
        gear = gears[int(self._random() * len(gears))]
        pool = [card for card in hand if card != HEAT]
        if gear > len(pool):  # cluttered: this gear has one plan
            return legal[bisect_left(legal, (PLAN, gear))]
        cards = sorted([pool.pop(int(self._random() * len(pool))) for _ in range(gear)])
        return (PLAN, gear, *cards)


def _gears(legal: list[Action]) -> list[int]:
    """The gears of an ascending list of plans."""
    gears: list[int] = []
    at = 0
    while at < len(legal) and legal[at][0] == PLAN:
        gears.append(legal[at][1])
        at = bisect_left(legal, (PLAN, gears[-1] + 1), at)
    return gears


PLAYERS: Final[dict[str, Callable[[str], Player]]] = {"cautious": Cautious, "random": Random}


def player(name: str, seed: str) -> Player:
    """A built-in player by name. Raises DriverError naming the known ones."""
    if name not in PLAYERS:
        raise DriverError(f"builtin:{name}: unknown; there are {', '.join(f'builtin:{known}' for known in PLAYERS)}")
    return PLAYERS[name](seed)
