"""Everything wrong with a state, as sentences: the tool of tests and of doubt."""

from heatcli.core.choices import in_order
from heatcli.core.counts import count
from heatcli.core.flow import legal_actions, to_act
from heatcli.core.names import AT_OVER, CARD_IDS, HEAT
from heatcli.core.state import Car, State


def audit(state: State) -> list[str]:
    """One sentence for each broken law; empty for a sound state."""
    wrong = _road(state) + _order(state) + _places(state)
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
    return wrong


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
