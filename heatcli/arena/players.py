"""The built-in players: the shipped bots, loaded into this process."""

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any, Final, Protocol

from heatcli.data.load import shipped
from heatcli.errors import DriverError


class Player(Protocol):
    """Whatever picks one of the legal actions. It is told what a bot program is told, as dicts."""

    wants: tuple[str, ...]

    def race(self, message: dict[str, Any]) -> None: ...

    def act(self, request: dict[str, Any]) -> str: ...


PLAYERS: Final[dict[str, str]] = {
    "first": "first",
    "random": "random_legal",
    "cautious": "cautious",
    "greedy": "greedy",
    "racer": "racer",
    "planner": "planner",
}
"""The name behind `builtin:` → the file in bots/, without `.py`."""


def load(name: str) -> Player:
    """A new built-in player. Raises DriverError naming the known ones."""
    if name not in PLAYERS:
        raise DriverError(f"builtin:{name}: unknown; there are {', '.join(f'builtin:{known}' for known in PLAYERS)}")
    player: Player = _module(PLAYERS[name]).Bot()
    return player


@cache
def _module(stem: str) -> ModuleType:
    spec = spec_from_file_location(f"heatcli_bot_{stem}", shipped("bots") / f"{stem}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.path.insert(0, str(shipped("bots")))  # a bot may build on one beside it
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.path[0]
    return module
