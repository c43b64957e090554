"""Legends: cars that the Legend deck drives (SPEC 5)."""

from heatcli.core import awards, moves, piles
from heatcli.core.names import AT_TURN
from heatcli.core.state import Car, State
from heatcli.core.track import Course


def enter(state: State) -> int:
    """A Legend's whole turn."""
    car = state.car
    spaces = _spaces(state, car)
    moves.advance(state, car, spaces, "legend")
    if state.spec.rules.lap_line:
        awards.give(state, car)
    state.tell("turn", car.seat, car.distance, car.spot, car.gear, 0, 0, 0, 0)
    if state.watch is not None:
        state.watch(car.seat, spaces)
    return AT_TURN


def _spaces(state: State, car: Car) -> int:
    """How far the Legend drives, nominally (SPEC 5.9-5.17)."""
    course = state.course
    diamond, helmet = _read_card(state, car)
    line = course.next_line(car.distance)
    if car.distance >= course.legend_lines[line]:
        return _past_legend_line(state, car, line, diamond)
    nominal = helmet + state.spec.rules.pro_legends
    before_line = car.distance + nominal < course.lines[line]
    last_lap_home = car.distance < course.finish <= course.lines[line]
    if before_line or last_lap_home:
        return nominal
    return max(0, course.lines[line] - 1 - diamond - car.distance)


def _past_legend_line(state: State, car: Car, line: int, diamond: int) -> int:
    """Take the corner with its limit, but no line too many (SPEC 5.9, 5.10, 5.15, 5.17, R5.2)."""
    course = state.course
    nominal = course.limits[line] + diamond
    crossed = course.crossed(car.distance, car.distance + nominal)
    allowed = 1 + _chevrons(state, car, course, line)
    if len(crossed) <= allowed:
        return nominal
    return course.lines[crossed[allowed]] - 1 - car.distance


def _chevrons(state: State, car: Car, course: Course, line: int) -> int:
    """0, 1 or 2: lines more that the chevron on the Legend's space allows (SPEC 5.17)."""
    if not state.spec.rules.aggressive_legends:
        return 0
    single, double = course.chevrons[line]
    diamond = course.lines[line] - 1 - car.distance
    return (diamond < single) + (diamond < double)


def _read_card(state: State, car: Car) -> tuple[int, int]:
    """Diamond column and helmet number on the round's card, turned up by its first Legend (SPEC 5.3, 5.4)."""
    if state.legend_card < 0:
        if not state.legend_deck:
            piles.shuffle_legends(state)
        *left, state.legend_card = state.legend_deck
        state.legend_deck = tuple(left)
        state.tell("legend", state.legend_card)
    legends = state.spec.legends
    return legends.cards[state.legend_card][legends.helmets[state.spec.seats[car.seat].colour]]
