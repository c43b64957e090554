"""Heat and Stress from and to the supply while the race is set up (SPEC 7.3, 8.9, R8.14)."""

from typing import TYPE_CHECKING

from heatcli.core.counts import add, without
from heatcli.core.names import HEAT, STRESS

if TYPE_CHECKING:
    from heatcli.core.state import Car


def change_engine(car: "Car", n: int) -> None:
    """More or less Heat in the engine, never below 0 (R8.14)."""
    n = max(n, -car.engine)
    car.engine += n
    car.owned = add(car.owned, HEAT, n)


def change_stress(car: "Car", n: int) -> None:
    """More or less Stress in the deck, never below 0 (R8.14)."""
    n = max(n, -car.deck.count(STRESS))
    car.deck = without(car.deck + [STRESS] * max(n, 0), [STRESS] * -n)
    car.owned = add(car.owned, STRESS, n)
