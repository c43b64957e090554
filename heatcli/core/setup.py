"""A race is set up (SPEC 1)."""

from heatcli.core import flow, moves, piles
from heatcli.core.names import AT_ROUND, HEAT, STRESS, Event
from heatcli.core.rng import Chance
from heatcli.core.specs import Spec
from heatcli.core.state import Car, State, count


def new_race(spec: Spec, seed: str | Chance, log: list[Event] | None = None) -> State:
    """A race before its first decision.

    `seed` is any text, or the chance itself. Events go to `log`; without one, to a list of the state's own.
    """
    chance = Chance(seed) if isinstance(seed, str) else seed
    state = State(spec, chance, [], bytearray(spec.track.spaces), log=[] if log is None else log)
    grid = list(spec.grid or state.chance.shuffled("grid", 0, range(len(spec.seats))))
    state.cars = [Car(seat) for seat in range(len(spec.seats))]
    state.tell("grid", tuple(grid))
    for spot, seat in enumerate(grid):
        moves.put(state, state.cars[seat], -1 - spot // 2, spot % 2)  # SPEC 1.8
    for car in state.cars:
        if not spec.seats[car.seat].legend:
            _equip(state, car)
    if any(seat.legend for seat in spec.seats):
        state.legend_deck = state.chance.shuffled("legends", 0, range(len(spec.legends.cards)))[::-1]
        state.legend_shuffles = 1
    flow.run(state, AT_ROUND)
    return state


def _equip(state: State, car: Car) -> None:
    """Engine, shuffled deck and first hand (SPEC 1.3-1.6)."""
    spec = state.spec
    cards = [*spec.catalogue.starter, *[STRESS] * spec.stress]
    car.engine = spec.heat
    car.owned = count(cards, [HEAT] * spec.heat)
    piles.shuffle_deck(state, car, cards)
    piles.draw(state, car, spec.rules.hand)
