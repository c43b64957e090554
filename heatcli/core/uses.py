"""Symbols that move cards: Cooldown, Super Cool, Scrap, Reduce Stress, Salvage (SPEC 3.5)."""

from itertools import combinations
from typing import TYPE_CHECKING

from heatcli.core import piles
from heatcli.core.names import COOL, FROM_WEATHER, HEAT, REDUCE, SALVAGE, SCRAP, STRESS, SUPERCOOL, Action

if TYPE_CHECKING:
    from heatcli.core.state import Car, State


def open_uses(state: "State", verb: int) -> list[tuple[int, int]]:
    """(source, how many) of a verb's open uses, each different one once: two cards of a kind are interchangeable."""
    return list(dict.fromkeys([(source, n) for other, source, n in state.turn.uses if other == verb]))


def spend(state: "State", verb: int, source: int) -> int:
    """Use up one use; how many it was worth."""
    for i, entry in enumerate(state.turn.uses):
        if entry[0] == verb and entry[1] == source:
            state.turn.uses = state.turn.uses[:i] + state.turn.uses[i + 1 :]
            return entry[2]
    return 0


def offer_cool(state: "State", car: "Car") -> list[Action]:
    """Up to n Heat cards from hand to engine, from one source; weather may forbid or add (SPEC 3.5.7, 3.5.22)."""
    sources = [(source, n) for verb, source, n in state.turn.uses if verb == COOL]
    if state.weather >= 0:
        course, space = state.course, car.distance % len(state.road)
        if course.no_cooldown[space]:
            return []
        if course.cools[space] and course.sector[space] not in state.turn.cooled:
            sources.append((FROM_WEATHER, course.cools[space]))
    heat = car.hand.count(HEAT)
    actions: list[Action] = [(COOL, n, source) for source, most in sources for n in range(1, min(most, heat) + 1)]
    return sorted(dict.fromkeys(actions)) if len(sources) > 1 else actions


def cool(state: "State", car: "Car", action: Action) -> None:
    """The source is spent, however few cards it moved (R3.22)."""
    _, n, source = action
    if source == FROM_WEATHER:
        state.turn.cooled += (state.course.sector[car.distance % len(state.road)],)
    else:
        spend(state, COOL, source)
    del car.hand[len(car.hand) - n :]  # Heat cards sort last
    car.engine += n
    if state.log is not None:
        state.log.append(("cool", car.seat, source, n))


def offer_supercool(state: "State", car: "Car") -> list[Action]:
    """Up to n Heat cards from the discard pile to the engine; none may be, too (SPEC 3.5.14, 3.5.32)."""
    heat = car.discard.count(HEAT)
    sources = open_uses(state, SUPERCOOL)
    some = sorted((SUPERCOOL, n, source) for source, most in sources for n in range(1, min(most, heat) + 1))
    return [*some, *((SUPERCOOL, 0, source) for source, _ in sources)]


def supercool(state: "State", car: "Car", action: Action) -> None:
    """No shuffle (SPEC 3.5.32)."""
    _, n, source = action
    spend(state, SUPERCOOL, source)
    for _ in range(n):
        car.discard.remove(HEAT)
    car.engine += n
    state.tell("supercool", car.seat, source, n)


def offer_scrap(state: "State", car: "Car") -> list[Action]:
    """The Scrap of a card in play, whole."""
    return [(SCRAP, source) for source, _ in open_uses(state, SCRAP)]


def scrap(state: "State", car: "Car", action: Action) -> None:
    """N cards from the draw deck, face up, to the discard pile (SPEC 3.5.10, 3.5.28)."""
    state.tell("use", car.seat, "scrap", action[1:])
    for _ in range(spend(state, SCRAP, action[1])):
        if not piles.scrap(state, car):
            break


def offer_reduce(state: "State", car: "Car") -> list[Action]:
    """Up to n Stress cards from the hand; it is a discard, so not in a tunnel (SPEC 3.5.12, 3.5.30)."""
    stress = car.hand.count(STRESS)
    if not stress or state.course.tunnel[car.distance % len(state.road)]:
        return []
    sources = open_uses(state, REDUCE)
    return sorted((REDUCE, n, source) for source, most in sources for n in range(1, min(most, stress) + 1))


def reduce(state: "State", car: "Car", action: Action) -> None:
    """To the discard pile."""
    _, n, source = action
    spend(state, REDUCE, source)
    piles.from_hand(car, [STRESS] * n)
    car.discard += [STRESS] * n
    state.tell("reduce", car.seat, source, n)


def offer_salvage(state: "State", car: "Car") -> list[Action]:
    """Up to n cards of any kind from the discard pile; none may be, too (SPEC 3.5.13, 3.5.31)."""
    sources = open_uses(state, SALVAGE)
    pile = sorted(car.discard)
    some = [
        (SALVAGE, source, *cards)
        for source, most in sources
        for n in range(1, most + 1)
        for cards in dict.fromkeys(combinations(pile, n))
    ]
    return [*sorted(some), *((SALVAGE, source) for source, _ in sources)]


def salvage(state: "State", car: "Car", action: Action) -> None:
    """Into the draw deck, which is shuffled if any came."""
    _, source, *cards = action
    spend(state, SALVAGE, source)
    for card in cards:
        car.discard.remove(card)
    state.tell("salvage", car.seat, source, len(cards), tuple(cards))
    if cards:
        piles.shuffle_deck(state, car, car.deck + cards)
