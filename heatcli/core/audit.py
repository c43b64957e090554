"""Everything wrong with a state, as sentences: the tool of tests and of doubt."""

from functools import lru_cache

from heatcli.core.choices import in_order
from heatcli.core.counts import count, listed, without
from heatcli.core.flow import legal_actions, to_act
from heatcli.core.names import AT_DECKS, AT_DISCARD, AT_OVER, AT_REACT, AT_SPONSORS, CARD_IDS, HEAT, REFRESH
from heatcli.core.specs import Spec
from heatcli.core.state import Car, State
from heatcli.core.track import FIELDS, Course


def audit(state: State) -> list[str]:
    """One sentence for each broken law; empty for a sound state."""
    wrong = _road(state) + _order(state) + _places(state) + _supplies(state) + _course(state) + _uses(state)
    for car in state.cars:
        wrong += [f"seat {car.seat}: {sentence}" for sentence in _car(state, car)]
    for seat in to_act(state):
        wrong += [f"seat {seat}: {sentence}" for sentence in _legal(state, seat)]
    return wrong


def _car(state: State, car: Car) -> list[str]:
    wrong = []
    if count(car.hand, car.deck, car.discard, car.played, [HEAT] * car.engine) != car.owned:
        wrong.append("its cards are not the cards it owns")
    if car.hand != sorted(car.hand):
        wrong.append("the hand is not sorted")
    if not 1 <= car.gear <= 4:
        wrong.append(f"gear {car.gear}")
    if car.engine < 0:
        wrong.append(f"engine {car.engine}")
    if any(car.known.count(card) > car.hand.count(card) for card in car.known):
        wrong.append("the hand lacks cards that everybody knows to be there")
    if car.plan is not None and any(
        0 <= c < CARD_IDS and car.plan[2:].count(c) > car.hand.count(c) for c in car.plan[2:]
    ):
        wrong.append("the plan has cards that are not in the hand")
    if list(car.top) != car.deck[len(car.deck) - len(car.top) :]:
        wrong.append("the top of the deck is not what everybody knows to be there")
    if without(car.secret, listed(car.owned)):
        wrong.append("it has secret sponsorships that it does not own")
    return wrong + _garage(state, car)


def _garage(state: State, car: Car) -> list[str]:
    """Upgrades are in the deck from its first shuffle on; Heat among them may have left the game (R8.9)."""
    if state.step <= AT_DECKS:
        return []
    taken = [state.spec.catalogue.heat_or(card) for card in car.garage]
    gone = without(taken, listed(car.owned))
    if [card for card in gone if card != HEAT or not state.spec.rules.lap_removes_heat]:
        return ["it has taken upgrades that it does not own"]
    return []


def _supplies(state: State) -> list[str]:
    """No card of the boxes is lost or comes twice."""
    spec, wrong = state.spec, []
    once = spec.catalogue.once
    owned = [card for car in state.cars for card in listed(car.owned) if once[card]]
    out = [*owned, *state.used]
    due = without(spec.sponsorships, out) if spec.sponsored and state.step > AT_SPONSORS else []
    if sorted(state.sponsors) != sorted(due):
        wrong.append("the supply of sponsorships is not what no car has and is not used up")
    laid = [*state.pool, *state.market, *state.aside]
    if laid and sorted(laid) != sorted(without(spec.upgrades, [card for car in state.cars for card in car.garage])):
        wrong.append("pool, market and upgrades put aside are not what no car has taken")
    return wrong


def _course(state: State) -> list[str]:
    laid = _laid(state.spec, state.weather, state.tokens)
    if any(getattr(laid, name) != getattr(state.course, name) for name in FIELDS):
        return ["the course is not the track with its road tokens"]
    return []


@lru_cache(maxsize=4)
def _laid(spec: Spec, weather: int, tokens: tuple[int, ...]) -> Course:
    return spec.course_with(weather, tokens)


def _uses(state: State) -> list[str]:
    """Symbols are open only of cards in play, as often as they lie there, or of gear and adrenaline."""
    uses = state.turn.uses
    if list(uses) != sorted(uses):
        return ["the open symbols are not sorted"]
    if not AT_REACT <= state.step <= AT_DISCARD:
        return []
    sources = [(verb, source) for verb, source, _ in uses if verb == REFRESH or state.step < AT_DISCARD]
    if any(use[1] >= 0 and sources.count(use) > state.car.played.count(use[1]) for use in sources):
        return ["symbols are open of cards that are not in play"]
    return []


def _road(state: State) -> list[str]:
    road = bytearray(state.spec.track.spaces)
    wrong = []
    for car in state.cars:
        if car.on_road:
            space = car.distance % len(road)
            if road[space] >> car.spot & 1:
                wrong.append(f"two cars on space {space} spot {car.spot}")
            road[space] |= 1 << car.spot
    if road != state.road:
        wrong.append("the road does not show the cars where they are")
    return wrong


def _order(state: State) -> list[str]:
    racing = [car.seat for car in state.cars if car.on_road]
    if state.round and state.step != AT_OVER and sorted(state.order) != racing:
        return [f"the turn order {state.order} is not the cars racing {racing}"]
    return []


def _places(state: State) -> list[str]:
    placed = [(state.cars[seat].place, i) for i, seat in enumerate(state.done, 1)]
    placed += [(state.cars[seat].place, len(state.cars) - i) for i, seat in enumerate(state.out)]
    if any(place != due for place, due in placed):
        return ["places do not follow the order of finishing and leaving"]
    if state.step == AT_OVER and sorted(car.place for car in state.cars) != list(range(1, len(state.cars) + 1)):
        return ["the race is over without a place for every car"]
    return []


def _legal(state: State, seat: int) -> list[str]:
    actions = legal_actions(state, seat)
    wrong = []
    if not actions:
        wrong.append("is asked and has no legal action")
    if actions != sorted(dict.fromkeys(actions), key=in_order):
        wrong.append("its legal actions are not sorted and unique")
    return wrong
