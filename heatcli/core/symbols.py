"""The table of symbols (SPEC 3.5): one row each, wherever its mark comes from.

React asks every row with an `offer` what the car may do now; the row's `use` does it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from heatcli.core import moves, piles
from heatcli.core.names import ADRENALINE, BOOST, COOL, HEAT, Action

if TYPE_CHECKING:
    from heatcli.core.state import Car, State

Offer = Callable[["State", "Car"], list[Action]]
Use = Callable[["State", "Car", Action], None]


class Symbol(NamedTuple):
    """One symbol. `ready` says that this version plays it; cards with other symbols are refused."""

    rule: str
    step: str  # where it acts
    mandatory: bool = False
    up_to: bool = False  # up to n, or exactly n
    ready: bool = False
    verb: int = -1
    offer: Offer | None = None
    use: Use | None = None


def _offer_cool(state: "State", car: "Car") -> list[Action]:
    """Up to n Heat cards from hand to engine, all of one use from one source (SPEC 3.5.7, R3.22)."""
    heat = car.hand.count(HEAT)
    if not heat:
        return []
    sources = dict.fromkeys(state.turn.cool)  # two cards of a kind are interchangeable
    return sorted((COOL, n, source) for source, most in sources for n in range(1, min(most, heat) + 1))


def _cool(state: "State", car: "Car", action: Action) -> None:
    _, n, source = action
    spent = next(i for i, entry in enumerate(state.turn.cool) if entry[0] == source)
    state.turn.cool = state.turn.cool[:spent] + state.turn.cool[spent + 1 :]
    del car.hand[len(car.hand) - n :]  # Heat cards sort last
    car.engine += n
    state.tell("cool", car.seat, source, n)


def _offer_adrenaline(state: "State", car: "Car") -> list[Action]:
    """One more Speed and space (SPEC 3.4.4); offered also where the space is blocked (R3.15)."""
    return [(ADRENALINE,)] if state.turn.adrenaline else []


def _adrenaline(state: "State", car: "Car", action: Action) -> None:
    state.turn.adrenaline = False
    moves.drive(state, car, 1, "adrenaline")


def _offer_boost(state: "State", car: "Car") -> list[Action]:
    """1 Heat for a flip, once a turn in any gear (SPEC 3.5.8)."""
    return [(BOOST,)] if car.engine and not state.turn.boosted else []


def _boost(state: "State", car: "Car", action: Action) -> None:
    state.turn.boosted = True
    piles.pay(state, car, 1, "boost")
    moves.drive(state, car, piles.flip(state, car), "boost")


SYMBOLS: Final[dict[str, Symbol]] = {
    "plus": Symbol("3.3.4", "reveal", mandatory=True, ready=True),
    "cooldown": Symbol("3.5.7", "react", up_to=True, ready=True, verb=COOL, offer=_offer_cool, use=_cool),
    "adrenaline": Symbol("3.4.4", "react", ready=True, verb=ADRENALINE, offer=_offer_adrenaline, use=_adrenaline),
    "boost": Symbol("3.5.8", "react", ready=True, verb=BOOST, offer=_offer_boost, use=_boost),
    "heat": Symbol("3.5.9", "react", mandatory=True),
    "scrap": Symbol("3.5.10", "react", mandatory=True),
    "adjust_limit": Symbol("3.5.11", "corner", mandatory=True),
    "reduce_stress": Symbol("3.5.12", "react", up_to=True),
    "salvage": Symbol("3.5.13", "react", up_to=True),
    "super_cool": Symbol("3.5.14", "react", up_to=True),
    "direct_play": Symbol("3.5.15", "react"),
    "accelerate": Symbol("3.5.16", "react"),
    "draft": Symbol("3.5.17", "react", up_to=True),
    "refresh": Symbol("3.5.18", "discard"),
    "slipstream": Symbol("3.5.19", "slipstream"),
    "extra_slipstream": Symbol("3.5.21", "slipstream"),
}
"""By the name that cards carry; `boost` and `adrenaline` come from no card."""

REACTIONS: Final = {row.verb: row for row in SYMBOLS.values() if row.offer is not None}
