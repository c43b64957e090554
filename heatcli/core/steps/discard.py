"""Step 8: put cards from the hand on the discard pile, refreshed ones back on the deck (SPEC 3.8, 3.5.18)."""

from bisect import bisect_left
from functools import lru_cache
from itertools import combinations

from heatcli.core import uses
from heatcli.core.counts import add, without
from heatcli.core.names import ASK, DISCARD, HEAT, NEXT, PASS, REFRESH, STRESS, Action
from heatcli.core.rng import Rng
from heatcli.core.rules import Rules
from heatcli.core.state import Car, State


def enter(state: State) -> int:
    """A car that has finished skips the step (SPEC 3.8.5)."""
    car = state.car
    if car.distance >= state.spec.course.finish:
        return NEXT
    if state.spec.rules.lap_removes_heat:
        _remove_heat(state, car)
    return ASK


def legal(state: State, seat: int) -> list[Action]:
    """Pass, or any cards but Heat and Stress, unless an event card allows; nothing in a tunnel (3.8.1, 3.8.3, 9.2)."""
    car, rules = state.car, state.spec.rules
    cards = () if state.course.tunnel[car.distance % len(state.road)] else _discardable(car, rules)
    actions = list(discards(cards, rules.max_discards))
    if state.spec.upgraded:
        actions += [(REFRESH, source) for source, _ in uses.open_uses(state, REFRESH)]
    return actions


def _discardable(car: Car, rules: Rules) -> tuple[int, ...]:
    if not (rules.discard_heat or rules.discard_stress):
        return tuple(car.hand[: bisect_left(car.hand, STRESS)])  # Heat and Stress sort last
    return tuple([c for c in car.hand if c < STRESS or (rules.discard_stress if c == STRESS else rules.discard_heat)])


def draw(state: State, seat: int, rng: Rng) -> Action:
    """Each card or not (see rollout.py); with refreshes open, or few cards allowed, from the list."""
    car, rules = state.car, state.spec.rules
    if state.spec.upgraded or rules.max_discards < len(car.hand):
        actions = legal(state, seat)
        return actions[int(rng.random() * len(actions))]
    if state.course.tunnel[car.distance % len(state.road)]:
        return (PASS,)
    cards = [card for card in _discardable(car, rules) if rng.random() < 1 / 2]
    return (DISCARD, *cards) if cards else (PASS,)


def apply(state: State, seat: int, action: Action) -> int:
    """Only how many is public (SPEC 3.8.4): what might have gone is not known to be in the hand any more."""
    car = state.car
    verb, cards = action[0], action[1:]
    if verb == REFRESH:
        uses.spend(state, REFRESH, cards[0])
        car.played = tuple(without(car.played, cards[:1]))
        car.deck.append(cards[0])
        car.top += (cards[0],)
        state.tell("refresh", seat, cards[0])
        return ASK
    if verb == DISCARD:
        if car.known:
            car.known = tuple(without(car.known, _discardable(car, state.spec.rules)))
        for card in cards:
            car.hand.remove(card)
        car.discard += cards
        if state.log is not None:
            state.log.append(("discard", seat, len(cards), cards))
    return NEXT


def _remove_heat(state: State, car: Car) -> None:
    """A Heat card out of the game for each lap completed this turn: engine, hand, discard pile, deck (R8.9)."""
    length = len(state.road)
    laps = max(0, car.distance // length) - max(0, state.turn.start // length)
    for _ in range(laps * state.spec.rules.lap_removes_heat):
        if car.engine:
            car.engine -= 1
            place = "engine"
        elif HEAT in car.hand:
            car.hand.remove(HEAT)
            place = "hand"
        elif HEAT in car.discard:
            car.discard.remove(HEAT)
            place = "discard"
        elif HEAT in car.deck:
            del car.deck[len(car.deck) - 1 - car.deck[::-1].index(HEAT)]
            place = "deck"
        else:
            return
        car.owned = add(car.owned, HEAT, -1)
        state.tell("removed", car.seat, place, (HEAT,))


@lru_cache(maxsize=2048)
def discards(cards: tuple[int, ...], most: int) -> tuple[Action, ...]:
    """Pass and every different choice from sorted cards, ascending."""
    sizes = range(1, min(most, len(cards)) + 1)
    chosen = [chosen for n in sizes for chosen in dict.fromkeys(combinations(cards, n))]
    return ((PASS,), *((DISCARD, *chosen) for chosen in sorted(chosen)))
