"""Starting sponsorships go into the hands (SPEC 8.7.5)."""

from heatcli.core import piles
from heatcli.core.counts import without
from heatcli.core.names import NEXT
from heatcli.core.state import State


def enter(state: State) -> int:
    """The supply is what the drivers have not and what is not used up (SPEC 8.7.8)."""
    spec = state.spec
    if not spec.sponsored:
        return NEXT
    supply = without(spec.sponsorships, [*(card for car in state.cars for card in car.secret), *state.used])
    if supply:
        piles.shuffle_sponsors(state, supply)
    for seat in spec.drivers:
        piles.award(state, state.cars[seat], "start", spec.rules.sponsorships)
    return NEXT
