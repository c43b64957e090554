"""The state of a race: plain values, nothing hidden, copied by hand.

Hands are kept sorted. A draw deck's top is its last card. A discard pile's order means nothing but its last card.
"""

from heatcli.core.names import AT_ROUND, RACING, Action, Event
from heatcli.core.rng import Chance
from heatcli.core.specs import Spec

Cards = list[int]
Counts = tuple[tuple[int, int], ...]
"""Cards as (card id, how many), in card order."""


class Car:
    """One car and what its driver owns. `plan` is the secret choice of a simultaneous step."""

    __slots__ = (
        "seat",
        "status",
        "place",
        "distance",
        "spot",
        "gear",
        "engine",
        "hand",
        "deck",
        "discard",
        "played",
        "plan",
        "shuffles",
        "owned",
        "known",
    )

    def __init__(
        self,
        seat: int,
        status: int = RACING,
        place: int = 0,
        distance: int = -1,
        spot: int = 0,
        gear: int = 1,
        engine: int = 0,
        hand: Cards | None = None,
        deck: Cards | None = None,
        discard: Cards | None = None,
        played: Cards | None = None,
        plan: Action | None = None,
        shuffles: int = 0,
        owned: Counts = (),
        known: tuple[int, ...] = (),
    ) -> None:
        self.seat = seat
        self.status = status
        self.place = place  # 1 … cars, once decided; 0 before
        self.distance = distance
        self.spot = spot
        self.gear = gear
        self.engine = engine
        self.hand = hand if hand is not None else []
        self.deck = deck if deck is not None else []
        self.discard = discard if discard is not None else []
        self.played = played if played is not None else []
        self.plan = plan
        self.shuffles = shuffles  # how often this car's deck was shuffled
        self.owned = owned  # every card of this car wherever it lies, the engine's Heat included
        self.known = known  # cards everybody knows to be in the hand

    @property
    def on_road(self) -> bool:
        """It still stands on the track: it races and has no place yet."""
        return self.status == RACING and not self.place

    def clone(self) -> "Car":
        """A copy that shares nothing that changes."""
        return Car(
            self.seat,
            self.status,
            self.place,
            self.distance,
            self.spot,
            self.gear,
            self.engine,
            self.hand[:],
            self.deck[:],
            self.discard[:],
            self.played[:],
            self.plan,
            self.shuffles,
            self.owned,
            self.known,
        )


class Turn:
    """One car's steps 3-9: what is forgotten when the next car starts."""

    __slots__ = ("start", "start_spot", "speed", "cool", "adrenaline", "boosted")

    def __init__(
        self,
        start: int = 0,
        start_spot: int = 0,
        speed: int = -1,
        cool: tuple[tuple[int, int], ...] = (),
        adrenaline: bool = False,
        boosted: bool = False,
    ) -> None:
        self.start = start  # distance and spot where the turn began
        self.start_spot = start_spot
        self.speed = speed  # Speed of the turn; -1 before it has one
        self.cool = cool  # unspent sources of Cooldown: (source, up to how many)
        self.adrenaline = adrenaline  # the +1 Speed of adrenaline is still to be had
        self.boosted = boosted

    def clone(self) -> "Turn":
        """A copy."""
        return Turn(self.start, self.start_spot, self.speed, self.cool, self.adrenaline, self.boosted)


class State:
    """A whole race at one moment. `spec` and `chance` are shared by all clones."""

    __slots__ = (
        "spec",
        "chance",
        "cars",
        "road",
        "round",
        "step",
        "order",
        "at",
        "turn",
        "done",
        "out",
        "leaving",
        "legend_deck",
        "legend_card",
        "legend_shuffles",
        "log",
    )

    def __init__(
        self,
        spec: Spec,
        chance: Chance,
        cars: list[Car],
        road: bytearray,
        round: int = 0,
        step: int = AT_ROUND,
        order: list[int] | None = None,
        at: int = -1,
        turn: Turn | None = None,
        done: list[int] | None = None,
        out: list[int] | None = None,
        leaving: list[int] | None = None,
        legend_deck: Cards | None = None,
        legend_card: int = -1,
        legend_shuffles: int = 0,
        log: list[Event] | None = None,
    ) -> None:
        self.spec = spec
        self.chance = chance
        self.cars = cars
        self.road = road  # for each space, bit 0: the Race Line spot is taken, bit 1: the other one
        self.round = round
        self.step = step
        self.order = order if order is not None else []  # this round's turn order
        self.at = at  # index into order: whose turn it is
        self.turn = turn if turn is not None else Turn()
        self.done = done if done is not None else []  # seats that finished, best first
        self.out = out if out is not None else []  # seats that left the race, first leaver first
        self.leaving = leaving if leaving is not None else []  # seats taken off at the end of their turn, in no order
        self.legend_deck = legend_deck if legend_deck is not None else []
        self.legend_card = legend_card  # this round's Legend card; -1 before it is turned up
        self.legend_shuffles = legend_shuffles
        self.log = log

    def clone(self) -> "State":
        """A copy to search on: same race, same chance to come, no log."""
        return State(
            self.spec,
            self.chance,
            [car.clone() for car in self.cars],
            self.road[:],
            self.round,
            self.step,
            self.order[:],
            self.at,
            self.turn.clone(),
            self.done[:],
            self.out[:],
            self.leaving[:],
            self.legend_deck[:],
            self.legend_card,
            self.legend_shuffles,
        )

    @property
    def car(self) -> Car:
        """The car whose turn it is."""
        return self.cars[self.order[self.at]]

    def tell(self, *event: object) -> None:
        """Report an event (a name of events.EVENTS and its fields) to the log, if there is one."""
        if self.log is not None:
            self.log.append(event)


def count(*piles: Cards) -> Counts:
    """The cards of some piles as counts."""
    cards = sorted(card for pile in piles for card in pile)
    return tuple((card, cards.count(card)) for card in dict.fromkeys(cards))


def add(owned: Counts, card: int, n: int) -> Counts:
    """Counts with `n` more of a card."""
    counts = dict(owned)
    counts[card] = counts.get(card, 0) + n
    return tuple(sorted(counts.items()))
