"""The cars take the grid; every driver gets an engine and the cards that need no choice (SPEC 1.2-1.8)."""

from heatcli.core import moves
from heatcli.core.counts import count
from heatcli.core.names import HEAT, NEXT, STRESS
from heatcli.core.state import Car, State


def enter(state: State) -> int:
    """Draw the grid unless it is given. Cards gather in the deck, unshuffled."""
    spec = state.spec
    grid = spec.grid or tuple(state.chance.shuffled("grid", 0, range(len(spec.seats))))
    state.cars = [Car(seat) for seat in range(len(spec.seats))]
    state.tell("grid", grid)
    for spot, seat in enumerate(grid):
        moves.put(state, state.cars[seat], -1 - spot // 2, spot % 2)  # SPEC 1.8
    state.order = grid
    state.used = spec.stock.used
    for seat in spec.drivers:
        _equip(state, state.cars[seat])
    return NEXT


def _equip(state: State, car: Car) -> None:
    spec = state.spec
    catalogue = spec.catalogue
    starting = spec.rules.garage == "off"
    wanted = [basic or (starting and start) for basic, start in zip(catalogue.basic, catalogue.starting, strict=True)]
    cards = [i for i, want in enumerate(wanted) if want for _ in range(catalogue[i].copies)]
    own = spec.own(car.seat)
    car.engine = spec.heat
    car.deck = [*cards, *[STRESS] * spec.stress, *(card for card in own if catalogue.once[card])]
    car.secret = tuple(sorted(card for card in own if catalogue.once[card]))
    car.garage = tuple(sorted(card for card in own if not catalogue.once[card]))
    car.owned = count(car.deck, [HEAT] * car.engine)
