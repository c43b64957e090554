"""A weather card and a road token for each corner, and what the card changes before the race (SPEC 7.1-7.3, 7.9)."""

from heatcli.core import supply
from heatcli.core.names import HEAT, NEXT
from heatcli.core.specs import SEASON
from heatcli.core.state import Car, State
from heatcli.core.weather import WeatherCard, corners


def enter(state: State) -> int:
    """In a single race before the garage (SPEC 1.12)."""
    return _draw(state) if state.spec.rules.garage_choice != SEASON else NEXT


def enter_late(state: State) -> int:
    """In a race of a season behind it (SPEC 1.13)."""
    return _draw(state) if state.spec.rules.garage_choice == SEASON else NEXT


def _draw(state: State) -> int:
    spec = state.spec
    if not spec.rules.weather or spec.weather is None:
        return NEXT
    state.weather = state.chance.shuffled("weather", 0, range(len(spec.weather.cards)))[0]
    tokens = state.chance.shuffled("tokens", 0, spec.weather.supply)
    state.tokens = tuple(tokens[: len(corners(spec.track))])
    state.course = spec.course_with(state.weather, state.tokens)
    card = spec.weather.cards[state.weather]
    state.tell("weather", card.name, tuple(spec.weather.tokens[i].name for i in state.tokens))
    for seat in spec.drivers:
        _change(state.cars[seat], card)
    return NEXT


def _change(car: Car, card: WeatherCard) -> None:
    supply.change_engine(car, card.heat)
    supply.change_stress(car, card.stress)
    to_deck = min(card.heat_to_deck, car.engine)
    car.engine -= to_deck
    car.deck += [HEAT] * to_deck
    to_discard = min(card.heat_to_discard, car.engine)
    car.engine -= to_discard
    car.discard += [HEAT] * to_discard
