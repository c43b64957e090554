"""Step 9: played cards to the discard pile, gravel, and a full hand again (SPEC 3.9, 11.3)."""

from heatcli.core import piles, ranking
from heatcli.core.counts import add, without
from heatcli.core.names import AT_TURN
from heatcli.core.state import Car, State


def enter(state: State) -> int:
    """The end of the turn; a car that has finished does not draw (SPEC 3.9.4), nor one that is eliminated (R4.4)."""
    car, log = state.car, state.log
    if state.spec.sponsored:
        _use_up(state, car)
    car.discard += car.played
    if log is not None:
        log.append(("clear", car.seat, len(car.played)))
    car.played = ()
    if car.distance < state.spec.course.finish and not state.turn.out:
        if car.engine and _on_gravel(state, car):
            piles.pay(state, car, 1, "gravel")
        piles.draw(state, car, state.spec.rules.hand - len(car.hand))
    if log is not None:
        cards = (len(car.hand), len(car.deck), len(car.discard))
        log.append(("turn", car.seat, car.distance, car.spot, car.gear, car.engine, *cards))
    if state.watch is not None:
        state.watch(car.seat, None)
    if state.turn.out:
        ranking.leave(state, car, "eliminated")
    elif car.seat in state.leaving:
        ranking.leave(state, car, "retired")
    return AT_TURN


def _use_up(state: State, car: Car) -> None:
    """Sponsorships are for one use (SPEC 3.5.20, 8.7.3)."""
    used = [card for card in car.played if state.spec.catalogue.once[card]]
    if used:
        car.played = tuple(without(car.played, used))
        state.used += tuple(used)
        for card in used:
            car.owned = add(car.owned, card, -1)
        state.tell("removed", car.seat, "play", tuple(used))


def _on_gravel(state: State, car: Car) -> bool:
    """The car's spot is gravel (SPEC 13.4, R11.2)."""
    return bool(state.spec.course.gravel[car.distance % len(state.road)] >> car.spot & 1)
