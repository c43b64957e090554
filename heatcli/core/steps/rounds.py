"""A round starts and ends: turn order, finishing, the end of the race (SPEC 2, 4)."""

from heatcli.core import ranking
from heatcli.core.names import AT_OVER, AT_ROUND, NEXT, RACING
from heatcli.core.state import Car, State


def start(state: State) -> int:
    """Fix the turn order for the whole round (SPEC 2.2, 1.9)."""
    state.round += 1
    state.order = tuple([car.seat for car in _racing(state)])
    state.at = -1
    state.legend_card = -1
    if state.log is not None:
        state.log.append(("round", state.round, state.order))
    return NEXT


def end(state: State) -> int:
    """Rank and take off who finished (SPEC 4.4-4.6); go on while anybody races who should (4.7, R4.2)."""
    finish = state.spec.course.finish
    for car in _racing(state):
        if car.distance >= finish:
            ranking.rank(state, car, finished=True)
    racing = _racing(state)
    if _goes_on(state, racing):
        return AT_ROUND
    for car in racing:
        ranking.rank(state, car, finished=False)
    state.tell("end")
    return AT_OVER


def _racing(state: State) -> list[Car]:
    return sorted((car for car in state.cars if car.status == RACING), key=ranking.ahead)


def _goes_on(state: State, racing: list[Car]) -> bool:
    rules = state.spec.rules
    if not racing or state.round >= rules.max_rounds:
        return False
    return not (rules.stop_when_humans_done and all(state.spec.seats[car.seat].legend for car in racing))
