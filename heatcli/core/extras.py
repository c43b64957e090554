"""Symbols that drive: adrenaline, boost, Direct Play, Accelerate, Draft (SPEC 3.4.4, 3.5, 9.3)."""

from itertools import combinations
from typing import TYPE_CHECKING

from heatcli.core import moves, piles
from heatcli.core.costs import owed
from heatcli.core.names import ACCELERATE, ADRENALINE, BOOST, COOL, DIRECT, DRAFT, HEAT, PAY, Action
from heatcli.core.uses import open_uses, spend

if TYPE_CHECKING:
    from heatcli.core.state import Car, State


def offer_adrenaline(state: "State", car: "Car") -> list[Action]:
    """One more Speed and space (SPEC 3.4.4); offered also where the space is blocked (R3.15)."""
    return [(ADRENALINE,)]


def adrenaline(state: "State", car: "Car", action: Action) -> None:
    """Once a turn."""
    state.turn.adrenaline = False
    moves.drive(state, car, 1, "adrenaline")


def offer_boost(state: "State", car: "Car") -> list[Action]:
    """1 Heat for a flip, once a turn in any gear; free in some sectors; not the Heat that cards cost (3.5.8, R3.17)."""
    if state.course.free_boost[car.distance % len(state.road)]:
        return [(BOOST,)]
    return [(BOOST,)] if car.engine > owed(state) else []


def boost(state: "State", car: "Car", action: Action) -> None:
    """Once a turn."""
    state.turn.boosted = True
    if not state.course.free_boost[car.distance % len(state.road)]:
        piles.pay(state, car, 1, "boost")
    state.turn.flips += 1
    moves.drive(state, car, piles.flip(state, car), "boost")


def offer_direct(state: "State", car: "Car") -> list[Action]:
    """A card from the hand, if its Heat can be paid at once, after its own Cooldown if need be (SPEC 3.5.34, R3.19)."""
    catalogue = state.spec.catalogue
    cards = [card for card in car.hand if catalogue.direct[card]]
    return [
        (DIRECT, card)
        for card in dict.fromkeys(cards)
        if catalogue.heat_cost[card] <= car.engine + _own_cooldown(state, car, card)
    ]


def _own_cooldown(state: "State", car: "Car", card: int) -> int:
    if state.course.no_cooldown[car.distance % len(state.road)]:
        return 0
    return min(state.spec.catalogue.cooldown[card], car.hand.count(HEAT))


def direct(state: "State", car: "Car", action: Action) -> None:
    """Into play: its Heat, then its number; its other symbols are open now (SPEC 3.5.33)."""
    card = action[1]
    catalogue = state.spec.catalogue
    piles.from_hand(car, [card])
    piles.see(state, car, [card])
    car.played += (card,)
    state.tell("direct", car.seat, card)
    opened = [use for use in catalogue.uses[card] if use[0] != PAY]
    if catalogue.heat_cost[card] > car.engine:
        n = _own_cooldown(state, car, card)
        del car.hand[len(car.hand) - n :]
        car.engine += n
        state.tell("cool", car.seat, card, n)
        opened = [use for use in opened if use[0] != COOL]
    if catalogue.heat_cost[card]:
        piles.pay(state, car, catalogue.heat_cost[card], "card")
    state.turn.uses = tuple(sorted([*state.turn.uses, *opened]))
    speed = catalogue.speed[card]
    for _ in range(catalogue.plus[card]):
        speed += piles.flip(state, car)
    state.turn.flips += catalogue.plus[card]
    moves.drive(state, car, speed, "direct")


def offer_accelerate(state: "State", car: "Car") -> list[Action]:
    """All or nothing, also for nothing (SPEC 3.5.16)."""
    return [(ACCELERATE, source) for source, _ in open_uses(state, ACCELERATE)]


def accelerate(state: "State", car: "Car", action: Action) -> None:
    """One Speed and space for each + so far (SPEC 3.5.16, 3.5.35, R3.23)."""
    state.tell("use", car.seat, "accelerate", action[1:])
    spend(state, ACCELERATE, action[1])
    moves.drive(state, car, state.turn.flips, "accelerate")


def offer_draft(state: "State", car: "Car") -> list[Action]:
    """Right behind the first car ahead, over empty spaces only, by sources of which none is too many (SPEC 9.3)."""
    sources = sorted((source, n) for verb, source, n in state.turn.uses if verb == DRAFT)
    distance = moves.free_ahead(state, car)
    if not sources or not distance:
        return []
    chosen = [
        tuple(source for source, _ in some)
        for size in range(1, len(sources) + 1)
        for some in combinations(sources, size)
        if sum(n for _, n in some) >= distance > sum(n for _, n in some) - min(n for _, n in some)
    ]
    return [(DRAFT, *cards) for cards in sorted(dict.fromkeys(chosen))]


def draft(state: "State", car: "Car", action: Action) -> None:
    """No Speed (SPEC 9.3.2)."""
    state.tell("use", car.seat, "draft", action[1:])
    for source in action[1:]:
        spend(state, DRAFT, source)
    moves.advance(state, car, moves.free_ahead(state, car), "draft")
