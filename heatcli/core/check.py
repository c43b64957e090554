"""Why an action is refused (SPEC 2.1, 3): None for a legal one, else one sentence that says what would be right."""

from heatcli.core import gears
from heatcli.core.flow import legal_actions, to_act
from heatcli.core.names import AT_OVER, DISCARD, PLAN, STEPS, VERBS, Action
from heatcli.core.state import Car, State


def check(state: State, seat: int, action: Action) -> str | None:
    """None if `apply` may carry out this action of this seat now."""
    if state.step == AT_OVER:
        return "the race is over"
    asked = to_act(state)
    if seat not in asked:
        return f"seat {seat} has nothing to decide now; the race waits for seat {', '.join(map(str, asked))}"
    legal = legal_actions(state, seat)
    if action in legal:
        return None
    verb = action[0]
    open_ = list(dict.fromkeys(other[0] for other in legal))
    if verb not in open_:
        return f"{_spelt(verb)} is not open at step {STEPS[state.step]}; open: {', '.join(map(_spelt, open_))}"
    car = state.cars[seat]
    if verb == PLAN:
        return _plan(state, car, action)
    if verb == DISCARD and (missing := _missing(state, car, action[1:])):
        return missing
    return f"this {_spelt(verb)} is not open now"


def _plan(state: State, car: Car, action: Action) -> str:
    _, gear, *cards = action
    reachable = gears.reachable(state, car)
    if gear not in reachable:
        heat = (
            f"; its {gears.cost(state, car, gear)} Heat cannot be paid"
            if 1 <= gear <= 4 and abs(gear - car.gear) < 3
            else ""
        )
        return f"gear {gear} is out of reach from gear {car.gear}{heat}; within reach: {', '.join(map(str, reachable))}"
    if missing := _missing(state, car, tuple(cards)):
        return missing
    if len(cards) != gear:
        return f"gear {gear} takes {gear} cards, not {len(cards)}"
    return "Heat is played only with a cluttered hand, and then with every card that is no Heat (SPEC 3.2.3)"


def _missing(state: State, car: Car, cards: tuple[int, ...]) -> str | None:
    codes = state.spec.catalogue.codes
    for card in cards:
        if cards.count(card) > car.hand.count(card):
            often = " that often" if card in car.hand else ""
            return f"{codes[card]} is not{often} in the hand, {' '.join(codes[c] for c in car.hand)}"
    return None


def _spelt(verb: int) -> str:
    return "a gear with its cards" if verb == PLAN else VERBS[verb]
