"""Step 3, first half: the shift is paid, the cards are turned up, every + is resolved (SPEC 3.2.4, 3.3.1-3.3.8)."""

from heatcli.core import gears, piles
from heatcli.core.names import AT_REPLENISH, HEAT, NEXT
from heatcli.core.state import State


def enter(state: State) -> int:
    """Turn the plan into cards in play and a Speed still without the choices of step 3."""
    car = state.car
    assert car.plan is not None
    gear, cards = car.plan[1], car.plan[2:]
    car.plan = None
    heat = gears.cost(state, car, gear)
    if heat:
        piles.pay(state, car, heat, "shift")
    car.gear = gear
    piles.from_hand(car, cards)
    if car.secret:
        piles.see(state, car, cards)
    car.played = cards
    if state.log is not None:
        state.log.append(("reveal", car.seat, gear, heat, cards))
    if len(cards) < gear or HEAT in cards:
        car.gear = 1
        state.tell("clutter", car.seat)
        return AT_REPLENISH
    speeds, plus = state.spec.catalogue.speed, state.spec.catalogue.plus
    speed = flips = 0
    for card in cards:
        speed += speeds[card]
        flips += plus[card]
    for _ in range(flips):
        speed += piles.flip(state, car)
    state.turn.flips = flips
    state.turn.speed = speed
    return NEXT
