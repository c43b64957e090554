"""Sponsorships for what a car did this turn (SPEC 8.8, 8.9)."""

from typing import TYPE_CHECKING, Final

from heatcli.core import piles

if TYPE_CHECKING:
    from heatcli.core.state import Car, State

EXCESS: Final = 2
"""Speed over the limit that impresses the press."""


def give(state: "State", car: "Car") -> None:
    """All that a car has earned; of Legends' cars only that they were there counts (SPEC 5.19)."""
    rules = state.spec.rules
    if rules.lap_line:
        _crowd(state, car)
    if state.spec.seats[car.seat].legend:
        return
    if rules.press:
        _press(state, car)
    if rules.speed_record and state.turn.speed >= rules.speed_record:
        piles.award(state, car, "record", 1)
    if rules.first_lap_sponsorships:
        _first_lap(state, car)
    if rules.passed_cars and _passed(state, car) >= rules.passed_cars:
        piles.award(state, car, "passed", 1)


def _press(state: "State", car: "Car") -> None:
    """Line by line: by slipstream, or fast enough; once a line and lap (SPEC 8.8.2-8.8.8)."""
    course, rules, speed = state.course, state.spec.rules, state.turn.speed
    for i in course.crossed(state.turn.start, car.distance):
        if course.numbers[i] not in rules.press or i in car.pressed:
            continue
        limit = course.limits[i]  # without what the car's own cards adjust
        if rules.press_below_limit:
            earned, why = speed < limit, "below"
        else:
            slipped = i in state.turn.slipped
            earned, why = slipped or speed >= limit + EXCESS, "slipstream" if slipped else "exceed"
        if earned:
            car.pressed += (i,)
            piles.award(state, car, why, rules.press_sponsorships, course.numbers[i])


def _first_lap(state: "State", car: "Car") -> None:
    """Among the first cars to complete a lap (R8.1)."""
    length = len(state.road)
    if state.turn.start < length <= car.distance:
        before = sum(other is not car and other.distance >= length for other in state.cars)
        if before < state.spec.rules.first_lap_sponsorships:
            piles.award(state, car, "lap", 1)


def _passed(state: "State", car: "Car") -> int:
    """Cars on the spaces strictly between start and end of the turn (R8.3)."""
    road = state.road
    return sum(road[d % len(road)].bit_count() for d in range(state.turn.start + 1, car.distance))


def _crowd(state: "State", car: "Car") -> None:
    """The first cars of each lap over a line; a Legend uses up a place (R8.12)."""
    course, rules = state.course, state.spec.rules
    for i in course.crossed(state.turn.start, car.distance):
        if course.numbers[i] == rules.lap_line and state.crowd.count(i) < rules.lap_line_first:
            state.crowd += (i,)
            piles.award(state, car, "crowd", 0 if state.spec.seats[car.seat].legend else 1, course.numbers[i])
