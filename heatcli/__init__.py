"""heatcli: the open, scriptable engine for the board game Heat: Pedal to the Metal.

The core's verbs and the few types that a search bot or a notebook needs; README.md shows them at work.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from heatcli.arena.world import spec_of, view_of
    from heatcli.core.audit import audit
    from heatcli.core.check import check
    from heatcli.core.flow import apply, legal_actions, to_act
    from heatcli.core.ranking import outcome
    from heatcli.core.rollout import play_out, sample
    from heatcli.core.rules import Rules
    from heatcli.core.season import Season
    from heatcli.core.setup import new_race
    from heatcli.core.snapshot import fingerprint
    from heatcli.core.specs import Seat, Spec, seat_cars
    from heatcli.core.state import State
    from heatcli.core.view import View, resample, view
    from heatcli.data.load import catalogue, event_cards, legends, load_track, weather

__all__ = [
    "Rules",
    "Season",
    "Seat",
    "Spec",
    "State",
    "View",
    "apply",
    "audit",
    "catalogue",
    "check",
    "event_cards",
    "fingerprint",
    "legal_actions",
    "legends",
    "load_track",
    "new_race",
    "outcome",
    "play_out",
    "resample",
    "sample",
    "seat_cars",
    "spec_of",
    "to_act",
    "view",
    "view_of",
    "weather",
]

_HOMES = {
    "arena.world": ("spec_of", "view_of"),
    "core.audit": ("audit",),
    "core.check": ("check",),
    "core.flow": ("apply", "legal_actions", "to_act"),
    "core.ranking": ("outcome",),
    "core.rollout": ("play_out", "sample"),
    "core.rules": ("Rules",),
    "core.season": ("Season",),
    "core.setup": ("new_race",),
    "core.snapshot": ("fingerprint",),
    "core.specs": ("Seat", "Spec", "seat_cars"),
    "core.state": ("State",),
    "core.view": ("View", "resample", "view"),
    "data.load": ("catalogue", "event_cards", "legends", "load_track", "weather"),
}


def __getattr__(name: str) -> Any:
    """Import a public name where it is first used, so that `heat --version` stays light."""
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"heatcli.{module}"), name)
    raise AttributeError(f"module 'heatcli' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
