"""The table of symbols (SPEC 3.5): one row each, wherever its mark comes from.

React asks every row with an `offer` what the car may do now; the row's `use` does it. What a row's symbol opens on a
card in play stands in `turn.uses` until it is used (see uses.py, drive.py, costs.py for how).
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from heatcli.core import costs, extras, uses
from heatcli.core.names import (
    ACCELERATE,
    ADRENALINE,
    BOOST,
    CANNOT_PAY,
    COOL,
    DIRECT,
    DRAFT,
    EXTRA_SLIP,
    PAY,
    REDUCE,
    REFRESH,
    SALVAGE,
    SCRAP,
    SLIP,
    SUPERCOOL,
    Action,
)

if TYPE_CHECKING:
    from heatcli.core.state import Car, State

Offer = Callable[["State", "Car"], list[Action]]
Use = Callable[["State", "Car", Action], None]


class Symbol(NamedTuple):
    """One symbol. `opens`: a card in play with it has a use of `verb`; `owing`: may be used while the engine cannot
    pay what cards in play cost (R3.17).
    """

    rule: str
    step: str  # where it acts
    mandatory: bool = False
    up_to: bool = False  # up to n, or exactly n
    opens: bool = False
    owing: bool = False
    verb: int = -1
    offer: Offer | None = None
    use: Use | None = None


SYMBOLS: Final[dict[str, Symbol]] = {
    "plus": Symbol("3.3.4", "reveal", mandatory=True),
    "heat": Symbol("3.5.9", "react", True, opens=True, owing=True, verb=PAY, offer=costs.offer_pay, use=costs.pay_card),
    "scrap": Symbol("3.5.10", "react", True, opens=True, verb=SCRAP, offer=uses.offer_scrap, use=uses.scrap),
    "cooldown": Symbol(
        "3.5.7", "react", up_to=True, opens=True, owing=True, verb=COOL, offer=uses.offer_cool, use=uses.cool
    ),
    "super_cool": Symbol(
        "3.5.14",
        "react",
        up_to=True,
        opens=True,
        owing=True,
        verb=SUPERCOOL,
        offer=uses.offer_supercool,
        use=uses.supercool,
    ),
    "cannot_pay": Symbol("R3.16", "react", owing=True, verb=CANNOT_PAY, offer=costs.offer_cannot, use=costs.cannot_pay),
    "adrenaline": Symbol(
        "3.4.4", "react", owing=True, verb=ADRENALINE, offer=extras.offer_adrenaline, use=extras.adrenaline
    ),
    "boost": Symbol("3.5.8", "react", owing=True, verb=BOOST, offer=extras.offer_boost, use=extras.boost),
    "reduce_stress": Symbol(
        "3.5.12", "react", up_to=True, opens=True, verb=REDUCE, offer=uses.offer_reduce, use=uses.reduce
    ),
    "salvage": Symbol(
        "3.5.13", "react", up_to=True, opens=True, verb=SALVAGE, offer=uses.offer_salvage, use=uses.salvage
    ),
    "direct_play": Symbol("3.5.15", "react", owing=True, verb=DIRECT, offer=extras.offer_direct, use=extras.direct),
    "accelerate": Symbol(
        "3.5.16", "react", opens=True, verb=ACCELERATE, offer=extras.offer_accelerate, use=extras.accelerate
    ),
    "draft": Symbol(
        "3.5.17", "react", up_to=True, opens=True, owing=True, verb=DRAFT, offer=extras.offer_draft, use=extras.draft
    ),
    "adjust_limit": Symbol("3.5.11", "corner", mandatory=True),
    "slipstream": Symbol("3.5.19", "slipstream", opens=True, verb=SLIP),
    "extra_slipstream": Symbol("3.5.21", "slipstream", opens=True, verb=EXTRA_SLIP),
    "refresh": Symbol("3.5.18", "discard", opens=True, verb=REFRESH),
}
"""By the name that cards carry, in the order of the tokens (SPEC N.1)."""

FREE_SYMBOLS: Final = ("boost", "adrenaline", "cannot_pay")
"""Those that no card bears."""

REACTIONS: Final = {row.verb: row for row in SYMBOLS.values() if row.offer is not None}
SHORT: Final = 1
"""The bit that says: more is owed than the engine holds (verb 0 is none of React's)."""


@cache
def offers(opened: int) -> tuple[Offer, ...]:
    """The offers to ask while these verbs are open, one bit each, in the order of their verbs."""
    return tuple(
        row.offer
        for row in REACTIONS.values()
        if row.offer is not None
        and opened >> (PAY if row.verb == CANNOT_PAY else row.verb) & 1
        and (row.owing or not opened & SHORT)
    )
