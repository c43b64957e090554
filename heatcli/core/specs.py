"""What a race is played with: the card catalogue, the Legend deck and the spec of one race."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from heatcli.core.counts import without
from heatcli.core.event_cards import EventCard, with_event
from heatcli.core.names import CARD_IDS, COLOURS, HEAT, STRESS, UNSEEN
from heatcli.core.rules import EXPANSIONS, Rules
from heatcli.core.symbols import SYMBOLS
from heatcli.core.track import Course, Track
from heatcli.core.weather import Weather, corners, lay
from heatcli.errors import SetupError

MAX_CARS = 12


class Card(NamedTuple):
    """A card design (SPEC 0.2.9, 6.4, 8.7). `speeds` empty: no number; several: choose one (SPEC 3.3.2)."""

    code: str
    name: str
    kind: str  # basic, starting, upgrade, sponsorship, stress or heat
    box: str
    copies: int
    speeds: tuple[int, ...] = ()
    symbols: tuple[tuple[str, int], ...] = ()
    pool: str = ""

    def symbol(self, name: str) -> int:
        """The count of a symbol on this card, 0 without it."""
        return dict(self.symbols).get(name, 0)


class Catalogue:
    """All card designs, numbered in card order, with the columns that the steps read by card id."""

    __slots__ = (
        "cards",
        "codes",
        "ids",
        "speed",
        "several",
        "plus",
        "uses",
        "heat_cost",
        "adjust",
        "direct",
        "cooldown",
        "once",
        "basic",
        "starting",
    )

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards: list[Card | None] = [None] * CARD_IDS
        free = iter(range(UNSEEN))
        for card in cards:
            self.cards[{"S": STRESS, "H": HEAT}.get(card.code, -1) if card.code in "SH" else next(free)] = card
        designs = [(i, card) for i, card in enumerate(self.cards) if card is not None]
        self.codes = [card.code if card else "" for card in self.cards]
        self.codes[UNSEEN] = "P?"
        self.ids = {card.code: i for i, card in designs}
        self.speed = [card.speeds[0] if card and len(card.speeds) == 1 else 0 for card in self.cards]
        self.several = [card.speeds if card and len(card.speeds) > 1 else () for card in self.cards]
        self.plus = self._counts("plus")
        self.heat_cost = self._counts("heat")
        self.adjust = self._counts("adjust_limit")
        self.direct = self._counts("direct_play")
        self.cooldown = self._counts("cooldown")
        self.uses = [_uses(i, card) if card else () for i, card in enumerate(self.cards)]
        self.once = [card is not None and card.kind == "sponsorship" for card in self.cards]
        self.basic = [card is not None and card.kind == "basic" for card in self.cards]
        self.starting = [
            card is not None and (card.kind == "starting" or i == HEAT) for i, card in enumerate(self.cards)
        ]

    def _counts(self, symbol: str) -> list[int]:
        return [card.symbol(symbol) if card else 0 for card in self.cards]

    def __getitem__(self, card_id: int) -> Card:
        card = self.cards[card_id]
        assert card is not None
        return card

    def supply(self, wanted: Callable[[Card], bool]) -> list[int]:
        """The ids of all designs that are wanted, each as often as there are copies."""
        return [i for i, card in enumerate(self.cards) if card and wanted(card) for _ in range(card.copies)]

    def heat_or(self, card_id: int) -> int:
        """The card as it lies in a pile: every Heat card is one (SPEC 6.3)."""
        return HEAT if self[card_id].kind == "heat" else card_id


def _uses(i: int, card: Card) -> tuple[tuple[int, int, int], ...]:
    """The symbols that open when the card comes into play: (verb, its id, how many), ascending."""
    return tuple(sorted((SYMBOLS[name].verb, i, n) for name, n in card.symbols if SYMBOLS[name].opens))


class LegendDeck(NamedTuple):
    """The Legend cards (SPEC 5.4): rows of (diamond column, helmet number), and whose row a colour reads."""

    cards: tuple[Mapping[str, tuple[int, int]], ...]
    helmets: Mapping[str, str]


class Seat(NamedTuple):
    """A car in the race: its colour, and whether a Legend drives it."""

    colour: str
    legend: bool = False


class Stock(NamedTuple):
    """What a season leaves on the table: upgrades and unused sponsorships of each seat, cards put aside, used ones."""

    own: tuple[tuple[int, ...], ...] = ()
    aside: tuple[int, ...] = ()
    used: tuple[int, ...] = ()
    sponsored: bool = False  # sponsorships are in use, even if none is named here

    @property
    def cards(self) -> list[int]:
        """All that the seats own."""
        return [card for own in self.own for card in own]


class Spec:
    """Everything fixed before a race: track, rules, seats, cards. Shared by all states of the race, never changed."""

    __slots__ = (
        "track",
        "base",
        "rules",
        "event",
        "season",
        "seats",
        "grid",
        "catalogue",
        "legends",
        "weather",
        "stock",
        "course",
        "_laid",
        "_public",
        "heat",
        "stress",
        "laps",
        "boxes",
        "upgrades",
        "sponsorships",
        "sponsored",
        "gives",
        "direct",
        "upgraded",
    )

    def __init__(
        self,
        track: Track,
        seats: Iterable[Seat],
        catalogue: Catalogue,
        legends: LegendDeck,
        rules: Rules | None = None,
        grid: Iterable[int] | None = None,
        weather: Weather | None = None,
        stock: Stock | None = None,
        event: EventCard | None = None,
        season: str = "",
    ) -> None:
        """`grid` lists the seats from pole to last; None draws it (SPEC 1.7). Raises SetupError.

        `rules` are those before the event card is laid over them. `stock` is what the seats bring, from earlier races
        of a season or as given; `season` names the race in it, such as 1961/2.
        """
        self.track = track
        self.base = rules or Rules()  # without what the event card changes
        self.event = event
        self.season = season
        self.rules = self.base if event is None else with_event(self.base, track, event)
        self.seats = tuple(seats)
        self.grid = None if grid is None else tuple(grid)
        self.catalogue = catalogue
        self.legends = legends
        self.weather = weather
        self.stock = stock or Stock()
        self.laps = _laps(track, self.rules)
        self.heat = track.heat if self.rules.heat is None else self.rules.heat
        self.stress = track.stress if self.rules.stress is None else self.rules.stress
        self.course = Course(track, self.laps)
        self._public: Spec | None = None
        self._laid: dict[tuple[int, ...], Course] = {}  # courses once made; a spec's races have few weathers
        self.boxes = boxes(track, self.rules)
        self.upgrades = self._upgrades()
        self.sponsorships = catalogue.supply(lambda card: card.kind == "sponsorship" and card.box in self.boxes)
        self.gives = self._gives()
        self.sponsored = bool(self.rules.sponsorships or self.gives or self._brings_sponsorships())
        self._check()
        cards = self._cards_in_play()
        self.direct = any(card.symbol("direct_play") for card in cards)
        self.upgraded = any(name not in PLAIN for card in cards for name, _ in card.symbols)

    @property
    def public(self) -> "Spec":
        """The spec without the sponsorships that seats bring: which they are, only their owners know (SPEC V.4)."""
        once = self.catalogue.once
        if not any(once[card] for card in self.stock.cards):
            return self
        if self._public is None:
            own = tuple(tuple(card for card in cards if not once[card]) for cards in self.stock.own)
            self._public = Spec(
                self.track,
                self.seats,
                self.catalogue,
                self.legends,
                self.base,
                self.grid,
                self.weather,
                self.stock._replace(own=own, sponsored=self.sponsored),
                self.event,
                self.season,
            )
        return self._public

    @property
    def drivers(self) -> list[int]:
        """The seats that no Legend drives."""
        return [i for i, seat in enumerate(self.seats) if not seat.legend]

    def course_with(self, card: int, tokens: Sequence[int]) -> Course:
        """The course under a weather card, by indices; as printed for -1."""
        if card < 0 or self.weather is None:
            return self.course
        key = (card, *tokens)
        if key not in self._laid:
            laid = [self.weather.tokens[i] for i in tokens]
            self._laid[key] = lay(self.course, self.track, self.weather.cards[card], laid)
        return self._laid[key]

    def own(self, seat: int) -> tuple[int, ...]:
        """Upgrades and sponsorships that a seat brings."""
        return self.stock.own[seat] if self.stock.own else ()

    def _gives(self) -> bool:
        """What cars do can earn sponsorships."""
        r = self.rules
        return bool(r.press or r.speed_record or r.first_lap_sponsorships or r.passed_cars or r.lap_line)

    def _brings_sponsorships(self) -> bool:
        named = [*self.stock.cards, *self.stock.used]
        return self.stock.sponsored or any(self.catalogue.once[card] for card in named)

    def _upgrades(self) -> list[int]:
        """The pool (SPEC 6.2): all copies of its cards."""
        pool = "basic" if self.rules.garage_choice == "quick" else self.rules.garage
        return self.catalogue.supply(
            lambda card: bool(card.pool) and pool in ("mixed", card.pool) and card.box in self.boxes
        )

    def _cards_in_play(self) -> list[Card]:
        ids = dict.fromkeys([i for i, basic in enumerate(self.catalogue.basic) if basic])
        ids |= dict.fromkeys([i for i, starting in enumerate(self.catalogue.starting) if starting])
        if self.rules.garage != "off":
            ids |= dict.fromkeys(self.upgrades)
        if self.sponsored:
            ids |= dict.fromkeys(self.sponsorships)
        ids |= dict.fromkeys(self.stock.cards)
        return [self.catalogue[i] for i in ids]

    def _check(self) -> None:
        if not 1 <= len(self.seats) <= MAX_CARS:
            raise SetupError(f"{len(self.seats)} cars: a race has 1 to {MAX_CARS}")
        colours = [seat.colour for seat in self.seats]
        for i, seat in enumerate(self.seats):
            if seat.colour not in COLOURS:
                raise SetupError(f"seat {i}: no colour {seat.colour!r}; there are {', '.join(COLOURS)}")
            if seat.colour in colours[:i]:
                raise SetupError(f"seat {i}: a second {seat.colour} car; every car has its own colour")
            if seat.legend and seat.colour not in self.legends.helmets:
                helmets = ", ".join(self.legends.helmets)
                raise SetupError(f"seat {i}: no Legend drives {seat.colour} (SPEC 5.18); take one of {helmets}")
        if self.grid is not None and sorted(self.grid) != list(range(len(self.seats))):
            raise SetupError(f"grid {list(self.grid)}: must name each seat from 0 to {len(self.seats) - 1} once")
        if self.rules.weather and self.weather is None:
            raise SetupError("weather is on, and there are no weather cards to draw from")
        if self.rules.weather and self.weather and len(corners(self.track)) > len(self.weather.supply):
            raise SetupError(
                f"weather is on, and track {self.track.id} has {len(corners(self.track))} corners for "
                f"{len(self.weather.supply)} road tokens (SPEC 7.1); weather=off is right"
            )
        if self.stock.own and len(self.stock.own) != len(self.seats):
            raise SetupError(f"cards of {len(self.stock.own)} seats for {len(self.seats)} cars")
        self._check_mode()
        self._check_garage()

    def _check_mode(self) -> None:
        """What the beginners' modes leave out (SPEC 12.1, 12.2)."""
        rules, mode = self.base, self.base.mode
        if mode == "standard":
            return
        barred = {
            "garage": rules.garage != "off",
            "weather": rules.weather,
            "pro_legends": rules.pro_legends > 0,
            "an event card": self.event is not None,
            "laps": self.laps != (1 if mode == "first_game" else self.track.laps),
            "mulligan": mode == "first_game" and rules.mulligan,
            f"track {self.track.id}": mode == "first_game" and self.track.id != "usa",
        }
        for name, there in barred.items():
            if there:
                raise SetupError(f"mode {mode} and {name} do not go together (SPEC 12); mode=standard takes both")

    def _check_garage(self) -> None:
        """Mixes that do not go together, and pools that are too small (SPEC 6, 12)."""
        rules, drivers = self.rules, len(self.drivers)
        if rules.garage == "off":
            if rules.garage_choice not in ("draft",):
                raise SetupError(f"garage_choice {rules.garage_choice} needs a garage; garage=mixed is one")
            return
        if rules.garage_choice == "quick" and rules.garage == "advanced":
            raise SetupError("garage_choice quick takes basic upgrades (SPEC 6.8), and garage is advanced")
        picks = {SEASON: 1, "snake": 4, "given": 0}.get(rules.garage_choice, 3)
        needed = picks * drivers + (MARKET_MORE if rules.garage_choice in (SEASON, "snake", "draft") else 0)
        there = len(without(self.upgrades, self.stock.cards))
        if drivers and there < needed:
            raise SetupError(
                f"garage {rules.garage}: {drivers} drivers choosing by {rules.garage_choice} need {needed} upgrades, "
                f"and the pool has {there}"
            )


def _laps(track: Track, rules: Rules) -> int:
    if rules.laps is None:
        return 1 if rules.mode == "first_game" else track.laps
    return rules.laps


SEASON = "season"
"""The choice of upgrades in a championship: one a race (SPEC 8.4)."""

MARKET_MORE = 3
"""Upgrades laid out beyond one a driver (SPEC 6.6)."""


PLAIN = ("plus", "cooldown")
"""The symbols of cards that need no look at what else is open."""


def boxes(track: Track, rules: Rules) -> tuple[str, ...]:
    """The boxes whose cards are in use (SPEC 12.6)."""
    wanted = rules.expansions.split("+")
    return ("base", *(box for box in EXPANSIONS if box in wanted or box == track.box))


def seat_cars(drivers: int, legends: int) -> tuple[Seat, ...]:
    """Seats for so many drivers, then so many Legends, colours by SPEC 5.1 and R5.6.

    Legends take the unused colours of lowest number; the colours without a helmet go to drivers only when needed.
    """
    helmets = COLOURS[:9]
    if legends > len(helmets):
        raise SetupError(f"{legends} Legends: there are {len(helmets)} Legend colours")
    if not 1 <= drivers + legends <= MAX_CARS:
        raise SetupError(f"{drivers} drivers and {legends} Legends: a race has 1 to {MAX_CARS} cars")
    kept = min(drivers, len(helmets) - legends)
    driven = helmets[:kept] + COLOURS[len(helmets) :][: drivers - kept]
    rest = [colour for colour in helmets if colour not in driven]
    return tuple(Seat(c) for c in driven) + tuple(Seat(c, legend=True) for c in rest[:legends])
