"""Step 6: slipstream (SPEC 3.6)."""

from itertools import combinations

from heatcli.core import moves, uses
from heatcli.core.names import ASK, EXTRA_SLIP, NEXT, PASS, SLIP, Action
from heatcli.core.state import State


def enter(state: State) -> int:
    """A car that has finished does not slipstream (SPEC 3.6.7)."""
    return ASK if state.car.distance < state.spec.course.finish else NEXT


def legal(state: State, seat: int) -> list[Action]:
    """Pass, or every distance that gains a space without reaching the final finish line (SPEC 3.6.3, 3.6.4, R3.28)."""
    car, course = state.car, state.course
    if not moves.has_slipstream(state, car):
        return [(PASS,)]
    if car.gear < state.spec.rules.slipstream_min_gear or course.no_slipstream[car.distance % len(state.road)]:
        return [(PASS,)]
    room = course.finish - car.distance
    distances = [n for n in _distances(state) if n < room and moves.landing(state, car, n)[0] > car.distance]
    return [(PASS,), *((SLIP, n) for n in distances)]


def _distances(state: State) -> list[int]:
    """The spaces with any of the bonuses of cards, weather and token (SPEC 3.6.3, 7.4, R7.4)."""
    spaces = state.spec.rules.slipstream_spaces
    space = state.car.distance % len(state.road)
    bonuses = [n for verb, _, n in state.turn.uses if verb == SLIP] + list(state.course.slipstream[space])
    if not bonuses:
        return [spaces]
    sums = [sum(some) for size in range(len(bonuses) + 1) for some in combinations(bonuses, size)]
    return sorted(dict.fromkeys(spaces + more for more in sums if spaces + more > 0))


def apply(state: State, seat: int, action: Action) -> int:
    """The movement is not Speed (SPEC 3.6.5); an extra slipstream is asked for again (SPEC 11.4)."""
    if action[0] != SLIP:
        return NEXT
    car = state.car
    before = car.distance
    moves.advance(state, car, action[1], "slip")
    state.turn.slipped += tuple(state.course.crossed(before, car.distance))
    for source, _ in uses.open_uses(state, EXTRA_SLIP)[:1]:
        uses.spend(state, EXTRA_SLIP, source)
        return ASK
    return NEXT
