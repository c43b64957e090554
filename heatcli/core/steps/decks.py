"""The decks are shuffled, with the upgrades in them, and the first hands drawn (SPEC 1.6, 6.3)."""

from heatcli.core import piles
from heatcli.core.counts import count, without
from heatcli.core.names import HEAT, NEXT, STRESS
from heatcli.core.state import Car, State


def enter(state: State) -> int:
    """Seat by seat, then the Legend deck (SPEC 5.3)."""
    spec = state.spec
    for seat in spec.drivers:
        _shuffle(state, state.cars[seat])
    if len(spec.drivers) < len(spec.seats):
        piles.shuffle_legends(state)
    return NEXT


def _shuffle(state: State, car: Car) -> None:
    spec = state.spec
    cards = [*car.deck, *(spec.catalogue.heat_or(card) for card in car.garage)]
    if spec.rules.stress_to_discard:  # R8.11
        stress = [STRESS] * cards.count(STRESS)
        cards = without(cards, stress)
        car.discard += stress
    car.owned = count(cards, car.hand, car.discard, [HEAT] * car.engine)
    piles.shuffle_deck(state, car, cards)
    piles.draw(state, car, spec.rules.hand - len(car.hand))
