"""Step 7: every line crossed this turn is checked and paid, or the car spins out (SPEC 3.7)."""

from heatcli.core import awards, moves, piles
from heatcli.core.counts import add
from heatcli.core.names import AT_REPLENISH, NEXT, STRESS
from heatcli.core.state import Car, State


def enter(state: State) -> int:
    """Line by line in driving order; the first that cannot be paid ends it."""
    car = state.car
    course = state.course
    speed = state.turn.speed
    for i in course.crossed(state.turn.start, car.distance):
        limit, cost = price(state, car, i)
        if state.log is not None:
            state.log.append(("corner", car.seat, course.numbers[i], limit, speed, cost))
        if cost > car.engine:
            _spin_out(state, car, i)
            if state.spec.rules.spin_out_eliminates:
                state.turn.out = True
                return AT_REPLENISH
            break
        if cost:
            piles.pay(state, car, cost, "corner", course.numbers[i])
    if state.spec.gives and not state.turn.spun:  # SPEC 3.7.10, 8.8.6
        awards.give(state, car)
    return NEXT


def price(state: State, car: Car, i: int) -> tuple[int, int]:
    """The limit of line i for this car, and the Heat it costs with the Speed of the turn (SPEC 3.7.1, 3.7.2)."""
    limit = state.course.limits[i]
    if state.spec.upgraded:
        limit += sum([state.spec.catalogue.adjust[card] for card in car.played])
    speed = state.turn.speed
    return limit, speed - limit + state.course.extra[i] if speed > limit else 0


def _spin_out(state: State, car: Car, i: int) -> None:
    """Pay what is left, go back before the line, Stress to the hand, gear 1 (SPEC 3.7.7)."""
    course = state.course
    paid = car.engine
    if paid:
        piles.pay(state, car, paid, "corner", course.numbers[i])
    moves.lift(state, car)
    moves.put(state, car, *moves.behind_line(state, car, course.lines[i]))
    stress = state.spec.rules.spin_out_stress[car.gear - 1]
    car.hand = sorted(car.hand + [STRESS] * stress)
    car.known += (STRESS,) * stress
    car.owned = add(car.owned, STRESS, stress)
    car.gear = 1
    state.turn.spun = True
    if state.log is not None:
        state.tell("spin", car.seat, course.numbers[i], paid, stress, car.distance, car.spot)
