"""Players that live in this process: yardsticks and fill-ins. They see what a bot sees, nothing more."""

import random
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from heatcli.core.names import HEAT, PLAN, Action
from heatcli.errors import DriverError

T = TypeVar("T")


class Player(Protocol):
    """Answers one decision of its seat."""

    def choose(self, legal: Sequence[Action], hand: Sequence[int]) -> Action: ...


class Random:
    """A gear uniformly, then cards one by one from the playable ones; every other step uniformly."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def choose(self, legal: Sequence[Action], hand: Sequence[int]) -> Action:
        if legal[0][0] != PLAN:
            return self._any(legal)
        gear = self._any(list(dict.fromkeys([action[1] if action[0] == PLAN else 0 for action in legal])))
        plans = [action for action in legal if action[0] == PLAN and action[1] == gear]
        if len(plans) < 2:
            return plans[0] if plans else legal[-1]
        playable = [card for card in hand if card != HEAT]
        cards = sorted(playable.pop(int(self._random() * len(playable))) for _ in range(gear))
        return (PLAN, gear, *cards)

    def _any(self, choices: Sequence[T]) -> T:
        return choices[int(self._random() * len(choices))]


class Cautious:
    """The first legal action: lowest gear, lowest cards, pay what is due, pass."""

    def __init__(self, seed: str) -> None:
        pass

    def choose(self, legal: Sequence[Action], hand: Sequence[int]) -> Action:
        return legal[0]


PLAYERS: Final[dict[str, Callable[[str], Player]]] = {"random": Random, "cautious": Cautious}


def player(name: str, seed: str) -> Player:
    """A player by name, with dice of its own. Raises DriverError naming those there are."""
    if name not in PLAYERS:
        raise DriverError(f"builtin:{name}: unknown; there are {', '.join(f'builtin:{known}' for known in PLAYERS)}")
    return PLAYERS[name](seed)
