"""What one seat may know now, and a state built from it for search (SPEC chapter V).

A view is built by listing what may be seen. A seat remembers nothing that is not in its view.
"""

from collections.abc import Sequence
from typing import NamedTuple

from heatcli.core import flow, moves
from heatcli.core.chance import Chance
from heatcli.core.counts import Counts, add, count, listed, without
from heatcli.core.names import HEAT, PLAN, UNSEEN, Action
from heatcli.core.rng import Rng, draw_order
from heatcli.core.specs import Spec
from heatcli.core.state import Car, State, Turn, Uses
from heatcli.core.steps import plan


class CarView(NamedTuple):
    """A car as everybody sees it: piles by their size. `cards` is all it owns, the engine's Heat included."""

    seat: int
    status: int
    place: int
    distance: int
    spot: int
    gear: int
    engine: int
    hand: int
    deck: int
    discard: int
    cards: Counts  # a sponsorship that only its owner has seen is UNSEEN
    known: tuple[int, ...]  # cards everybody knows to be in its hand
    top: tuple[int, ...]  # … on top of its deck, the topmost last
    played: tuple[int, ...]
    pressed: tuple[int, ...]
    garage: tuple[int, ...]
    planned: int  # the gear it has planned, where gears are shown early (R2.1); 0 otherwise


class TurnView(NamedTuple):
    """The turn that is under way: public. The fields are those of state.Turn."""

    start: int
    start_spot: int
    speed: int
    uses: Uses
    adrenaline: bool
    boosted: bool
    flips: int
    values: tuple[tuple[int, int], ...]
    slipped: tuple[int, ...]
    cooled: tuple[int, ...]
    spun: bool
    out: bool


class View(NamedTuple):
    """What `seat` knows: the public race, then its own hand, discard pile (sorted) and secret plan."""

    spec: Spec
    seat: int
    round: int
    step: int
    order: tuple[int, ...]
    at: int  # index into order: whose turn it is; -1 in simultaneous steps
    turn: TurnView
    done: tuple[int, ...]
    out: tuple[int, ...]
    leaving: tuple[int, ...]
    legend_card: int
    legend_deck: tuple[int, ...]  # Legend cards not yet turned up, sorted
    weather: int
    tokens: tuple[int, ...]
    pool: tuple[int, ...]  # upgrades to come, sorted
    market: tuple[int, ...]
    aside: tuple[int, ...]
    picks: int
    sponsors: int  # how many sponsorships are to come
    used: tuple[int, ...]
    crowd: tuple[int, ...]
    cars: tuple[CarView, ...]
    hand: tuple[int, ...]
    discard: tuple[int, ...]
    plan: Action | None
    secret: tuple[int, ...]  # own sponsorships that nobody else has seen


def view(state: State, seat: int, cars: Sequence[CarView] = ()) -> View:
    """The view of a seat at any moment; `cars` are all cars' if they are known."""
    own = state.cars[seat]
    return View(
        state.spec.public,
        seat,
        state.round,
        state.step,
        state.order,
        state.at,
        _turn(state.turn),
        state.done,
        state.out,
        state.leaving,
        state.legend_card,
        tuple(sorted(state.legend_deck)),
        state.weather,
        state.tokens,
        tuple(sorted(state.pool)),
        tuple(sorted(state.market)),
        tuple(sorted(state.aside)),
        state.picks,
        len(state.sponsors),
        tuple(sorted(state.used)),
        state.crowd,
        tuple(cars or car_views(state)),
        tuple(own.hand),
        tuple(sorted(own.discard)),
        own.plan,
        own.secret,
    )


def car_views(state: State, known: Sequence[CarView] = (), changed: Sequence[int] = ()) -> list[CarView]:
    """All cars as everybody sees them; of the known ones those that have not changed."""
    early = state.spec.rules.reveal_gear_early and not flow.is_simultaneous(state)
    if not known:
        return [_car(car, early) for car in state.cars]
    cars = list(known)
    for seat in changed:
        cars[seat] = _car(state.cars[seat], early)
    return cars


def _turn(turn: Turn) -> TurnView:
    return TurnView(
        turn.start,
        turn.start_spot,
        turn.speed,
        turn.uses,
        turn.adrenaline,
        turn.boosted,
        turn.flips,
        turn.values,
        turn.slipped,
        turn.cooled,
        turn.spun,
        turn.out,
    )


def _car(car: Car, early: bool) -> CarView:
    return CarView(
        car.seat,
        car.status,
        car.place,
        car.distance,
        car.spot,
        car.gear,
        car.engine,
        len(car.hand),
        len(car.deck),
        len(car.discard),
        _seen(car) if car.secret else car.owned,
        car.known,
        car.top,
        tuple(sorted(car.played)) if car.played else (),
        car.pressed,
        car.garage,
        car.plan[1] if early and car.plan is not None else 0,
    )


def _seen(car: Car) -> Counts:
    """What a car owns as all know it."""
    owned = car.owned
    for card in car.secret:
        owned = add(owned, card, -1)
    return add(owned, UNSEEN, len(car.secret))


def resample(seen: View, rng: Rng) -> State:
    """A state that this view could come from: hidden cards dealt at random, chance to come of its own.

    Hidden are the order of all decks, the other cars' hands, discard piles, plans and new sponsorships. `view` of the
    result is `seen`.
    """
    spec = seen.spec
    chance = Chance(f"{rng.random()}")
    sponsors = _hidden_sponsors(seen, rng)
    cars = [_deal(row, seen, sponsors, rng) for row in seen.cars]
    state = State(
        spec,
        chance,
        cars,
        moves.road(spec.track.spaces, cars),
        spec.course_with(seen.weather, seen.tokens),
        seen.round,
        seen.step,
        seen.order,
        seen.at,
        Turn(*seen.turn),
        seen.done,
        seen.out,
        seen.leaving,
        tuple(draw_order(rng, seen.legend_deck)),
        seen.legend_card,
        1,
        seen.weather,
        seen.tokens,
        tuple(draw_order(rng, seen.pool)),
        seen.market,
        seen.aside,
        seen.picks,
        1,
        tuple(sponsors[: seen.sponsors]),  # none before they are laid out
        seen.used,
        1,
        seen.crowd,
    )
    _plan(state, seen, rng)
    return state


def _hidden_sponsors(seen: View, rng: Rng) -> list[int]:
    """The sponsorships nobody but their owner, or nobody at all, has seen, in any order."""
    if not seen.spec.sponsored:
        return []
    known = [card for row in seen.cars for card in listed(row.cards)]
    return draw_order(rng, without(seen.spec.sponsorships, [*known, *seen.secret, *seen.used]))


def _deal(row: CarView, seen: View, sponsors: list[int], rng: Rng) -> Car:
    own = row.seat == seen.seat
    counts = dict(row.cards)
    new = counts.pop(UNSEEN, 0)
    secret = seen.secret if own else tuple(sorted(sponsors.pop() for _ in range(new)))
    owned = [*listed(counts.items()), *secret]
    visible = (*row.played, *row.top, *[HEAT] * row.engine, *((*seen.hand, *seen.discard) if own else row.known))
    hidden = draw_order(rng, without(owned, visible))
    if own:
        hand, discard = list(seen.hand), list(seen.discard)
    elif not seen.round:  # the set-up: in hands are sponsorships alone, and weather has discarded Heat
        hand = sorted([card for card in hidden if card in secret][: row.hand])
        discard = [HEAT] * row.discard
        hidden = without(hidden, [*hand, *discard])
    else:
        drawn = row.hand - len(row.known)
        hand = sorted([*row.known, *hidden[:drawn]])
        discard = hidden[drawn : drawn + row.discard]
        hidden = hidden[drawn + row.discard :]
    return Car(
        row.seat,
        row.status,
        row.place,
        row.distance,
        row.spot,
        row.gear,
        row.engine,
        hand,
        hidden + list(row.top),
        discard,
        row.played,
        seen.plan if own else None,
        1,
        count(owned),
        row.known,
        row.top,
        secret,
        row.pressed,
        row.garage,
    )


def _plan(state: State, seen: View, rng: Rng) -> None:
    """Cars whose turn is still to come have a plan; the others' are any that their dealt hands and gears allow."""
    if seen.at < 0 or not seen.round:
        return
    for seat in seen.order[seen.at + 1 :]:
        if seat != seen.seat and not state.spec.seats[seat].legend:
            gear = seen.cars[seat].planned
            for most in (None, False, True):
                if most is not None:
                    _redeal(state.cars[seat], most)
                plans = [a for a in plan.legal(state, seat) if a[0] == PLAN and gear in (0, a[1])]
                if plans:
                    break
            state.cars[seat].plan = plans[int(rng.random() * len(plans))]


def _redeal(car: Car, heat: bool) -> None:
    """A gear that was shown does not go with the dealt hand: deal one of as few Heat cards as can be, or as many."""
    drawn = without(car.hand, car.known)
    deck = car.deck[: len(car.deck) - len(car.top)]
    cards = sorted([*drawn, *car.discard, *deck], key=lambda card: (card == HEAT) != heat)
    hand, rest = cards[: len(drawn)], cards[len(drawn) :]
    car.hand = sorted([*car.known, *hand])
    car.discard, car.deck = rest[: len(car.discard)], rest[len(car.discard) :] + list(car.top)
