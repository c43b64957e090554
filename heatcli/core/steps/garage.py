"""The garage: every driver takes upgrades (SPEC 6, 8.4)."""

from collections.abc import Sequence

from heatcli.core import ranking
from heatcli.core.counts import without
from heatcli.core.names import ASK, NEXT, TAKE, Action
from heatcli.core.specs import MARKET_MORE, SEASON
from heatcli.core.state import State

DEALT = 3  # upgrades a driver without a choice


def enter(state: State) -> int:
    """Deal, or lay out the first market."""
    rules = state.spec.rules
    if rules.garage == "off" or rules.garage_choice == "given" or not state.spec.drivers:
        return NEXT
    stock = state.spec.stock
    state.aside = stock.aside
    _shuffle(state, without(state.spec.upgrades, [*stock.cards, *stock.aside]))
    if rules.garage_choice in ("random", "quick"):
        for seat in state.spec.drivers:
            for _ in range(DEALT):
                _give(state, seat, _next(state))
        return NEXT
    _lay_out(state)
    return ASK


def legal(state: State, seat: int) -> list[Action]:
    """Any card of the market."""
    return [(TAKE, card) for card in dict.fromkeys(sorted(state.market))]


def apply(state: State, seat: int, action: Action) -> int:
    """When all have picked, the next round; the rest is put aside."""
    state.market = tuple(without(state.market, [action[1]]))
    _give(state, seat, action[1])
    state.at += 1
    if state.at < len(state.order):
        return ASK
    if state.picks < _rounds(state):
        _put_aside(state)
        _lay_out(state)
        return ASK
    state.at = -1
    if state.spec.rules.garage_choice != SEASON:  # there the market stays for the swap
        _put_aside(state)
    return NEXT


def _rounds(state: State) -> int:
    return {SEASON: 1, "snake": 2}.get(state.spec.rules.garage_choice, 3)


def _lay_out(state: State) -> None:
    """N + 3 cards, or 2N + 3 for a snake; the last on the grid begins, then pole, then the last (SPEC 6.6, 6.9)."""
    grid = ranking.drivers_in_order(state)
    order = grid[::-1] if state.picks % 2 == 0 else grid
    if state.spec.rules.garage_choice == "snake":
        order = [*order, *order[::-1]]
    state.order, state.at = tuple(order), 0
    state.picks += 1
    for _ in range(len(order) + MARKET_MORE):
        if not state.pool:  # SPEC 6.11
            cards = state.aside
            state.aside = ()
            _shuffle(state, cards)
        if state.pool:
            state.market += (_next(state),)
    state.market = tuple(sorted(state.market))
    state.tell("market", state.market)


def _next(state: State) -> int:
    *left, card = state.pool
    state.pool = tuple(left)
    return card


def _shuffle(state: State, cards: Sequence[int]) -> None:
    if cards:
        state.pool = tuple(state.chance.shuffled("market", state.pool_shuffles, cards)[::-1])
        state.pool_shuffles += 1


def _give(state: State, seat: int, card: int) -> None:
    car = state.cars[seat]
    car.garage = tuple(sorted([*car.garage, card]))
    state.tell("took", seat, card)


def _put_aside(state: State) -> None:
    state.aside += state.market
    state.market = ()
