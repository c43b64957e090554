"""The state of a race: plain values, nothing hidden, copied by hand.

Hands are kept sorted. A draw deck's top is its last card. A discard pile's order means nothing but its last card.
"""

from collections.abc import Callable

from heatcli.core.chance import Chance
from heatcli.core.counts import Counts
from heatcli.core.names import AT_GRID, RACING, Action, Event
from heatcli.core.specs import Spec
from heatcli.core.track import Course

Cards = list[int]
Uses = tuple[tuple[int, int, int], ...]
"""Symbols open to use: (verb, source, how many)."""

Watch = Callable[[int, int | None], None]
"""Is called when a car's turn is over or its driver concedes: seat, and the spaces that a Legend was to drive."""


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
        "top",
        "secret",
        "pressed",
        "garage",
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
        played: tuple[int, ...] = (),
        plan: Action | None = None,
        shuffles: int = 0,
        owned: Counts = (),
        known: tuple[int, ...] = (),
        top: tuple[int, ...] = (),
        secret: tuple[int, ...] = (),
        pressed: tuple[int, ...] = (),
        garage: tuple[int, ...] = (),
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
        self.played = played
        self.plan = plan
        self.shuffles = shuffles  # how often this car's deck was shuffled
        self.owned = owned  # every card of this car wherever it lies, the engine's Heat included
        self.known = known  # cards everybody knows to be in the hand
        self.top = top  # cards everybody knows to be on top of the deck, the topmost last
        self.secret = secret  # sponsorships that only the owner has seen
        self.pressed = pressed  # lines (course indices) that have given their sponsorship
        self.garage = garage  # upgrades taken, garage Heat by its own code; in the deck from the first shuffle on

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
            self.played,
            self.plan,
            self.shuffles,
            self.owned,
            self.known,
            self.top,
            self.secret,
            self.pressed,
            self.garage,
        )


class Turn:
    """One car's steps 3-9: what is forgotten when the next car starts."""

    __slots__ = (
        "start",
        "start_spot",
        "speed",
        "uses",
        "adrenaline",
        "boosted",
        "flips",
        "values",
        "slipped",
        "cooled",
        "spun",
        "out",
    )

    def __init__(
        self,
        start: int = 0,
        start_spot: int = 0,
        speed: int = -1,
        uses: Uses = (),
        adrenaline: bool = False,
        boosted: bool = False,
        flips: int = 0,
        values: tuple[tuple[int, int], ...] = (),
        slipped: tuple[int, ...] = (),
        cooled: tuple[int, ...] = (),
        spun: bool = False,
        out: bool = False,
    ) -> None:
        self.start = start  # distance and spot where the turn began
        self.start_spot = start_spot
        self.speed = speed  # Speed of the turn; -1 before it has one
        self.uses = uses  # what the cards in play, gear and adrenaline still allow or demand, ascending
        self.adrenaline = adrenaline  # the +1 Speed of adrenaline is still to be had
        self.boosted = boosted
        self.flips = flips  # + resolved so far, the boost's included
        self.values = values  # (card, number) chosen for cards with several numbers
        self.slipped = slipped  # lines (course indices) crossed by slipstream
        self.cooled = cooled  # sectors whose weather has given its Cooldown
        self.spun = spun
        self.out = out  # eliminated at the end of this turn

    def clone(self) -> "Turn":
        """A copy."""
        return Turn(
            self.start,
            self.start_spot,
            self.speed,
            self.uses,
            self.adrenaline,
            self.boosted,
            self.flips,
            self.values,
            self.slipped,
            self.cooled,
            self.spun,
            self.out,
        )


class State:
    """A whole race at one moment. `spec` and `chance` are shared by all clones."""

    __slots__ = (
        "spec",
        "chance",
        "cars",
        "car",
        "road",
        "course",
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
        "weather",
        "tokens",
        "pool",
        "market",
        "aside",
        "picks",
        "pool_shuffles",
        "sponsors",
        "used",
        "sponsor_shuffles",
        "crowd",
        "log",
        "watch",
    )

    def __init__(
        self,
        spec: Spec,
        chance: Chance,
        cars: list[Car],
        road: bytearray,
        course: Course | None = None,
        round: int = 0,
        step: int = AT_GRID,
        order: tuple[int, ...] = (),
        at: int = -1,
        turn: Turn | None = None,
        done: tuple[int, ...] = (),
        out: tuple[int, ...] = (),
        leaving: tuple[int, ...] = (),
        legend_deck: tuple[int, ...] = (),
        legend_card: int = -1,
        legend_shuffles: int = 0,
        weather: int = -1,
        tokens: tuple[int, ...] = (),
        pool: tuple[int, ...] = (),
        market: tuple[int, ...] = (),
        aside: tuple[int, ...] = (),
        picks: int = 0,
        pool_shuffles: int = 0,
        sponsors: tuple[int, ...] = (),
        used: tuple[int, ...] = (),
        sponsor_shuffles: int = 0,
        crowd: tuple[int, ...] = (),
        log: list[Event] | None = None,
    ) -> None:
        self.spec = spec
        self.chance = chance
        self.cars = cars
        self.road = road  # for each space, bit 0: the Race Line spot is taken, bit 1: the other one
        self.course = course if course is not None else spec.course  # with the road tokens, once they lie
        self.round = round  # 0 while the race is set up
        self.step = step
        self.order = order  # this round's turn order; in the set-up, of picking
        self.at = at  # index into order: whose turn it is
        if at >= 0:
            self.car = cars[order[at]]  # whose turn it is; steps read it all the time
        self.turn = turn if turn is not None else Turn()
        self.done = done  # seats that finished, best first
        self.out = out  # seats that left the race, first leaver first
        self.leaving = leaving  # seats taken off at the end of their turn, in no order
        self.legend_deck = legend_deck
        self.legend_card = legend_card  # this round's Legend card; -1 before it is turned up
        self.legend_shuffles = legend_shuffles
        self.weather = weather  # index of the weather card; -1 without
        self.tokens = tokens  # road token of each corner, by index
        self.pool = pool  # upgrades to come, the next last
        self.market = market  # upgrades laid out
        self.aside = aside  # upgrades left over
        self.picks = picks  # garage rounds begun
        self.pool_shuffles = pool_shuffles
        self.sponsors = sponsors  # sponsorships to come, the next last
        self.used = used  # sponsorships used up
        self.sponsor_shuffles = sponsor_shuffles
        self.crowd = crowd  # lines (course indices) that cars have been first to cross, one entry a car
        self.log = log
        self.watch: Watch | None = None

    def clone(self) -> "State":
        """A copy to search on: same race, same chance to come, no log, nobody who watches."""
        return State(
            self.spec,
            self.chance,
            [car.clone() for car in self.cars],
            self.road[:],
            self.course,
            self.round,
            self.step,
            self.order,
            self.at,
            self.turn.clone(),
            self.done,
            self.out,
            self.leaving,
            self.legend_deck,
            self.legend_card,
            self.legend_shuffles,
            self.weather,
            self.tokens,
            self.pool,
            self.market,
            self.aside,
            self.picks,
            self.pool_shuffles,
            self.sponsors,
            self.used,
            self.sponsor_shuffles,
            self.crowd,
        )

    def tell(self, *event: object) -> None:
        """Report an event (a name of events.EVENTS and its fields) to the log, if there is one.

        What happens every turn is appended to the log directly: a race that nobody follows then builds no tuples.
        """
        if self.log is not None:
            self.log.append(event)
