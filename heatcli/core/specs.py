"""What a race is played with: the card catalogue, the Legend deck and the spec of one race."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from heatcli.core.names import CARD_IDS, COLOURS, HEAT, STRESS
from heatcli.core.rules import Rules
from heatcli.core.symbols import SYMBOLS
from heatcli.core.track import Course, Track
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

    __slots__ = ("cards", "codes", "ids", "speed", "several", "plus", "cooldown", "basic", "starter")

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards: list[Card | None] = [None] * CARD_IDS
        free = iter(range(STRESS))
        for card in cards:
            self.cards[{"S": STRESS, "H": HEAT}.get(card.code, -1) if card.code in "SH" else next(free)] = card
        designs = [(i, card) for i, card in enumerate(self.cards) if card is not None]
        self.codes = [card.code if card else "" for card in self.cards]
        self.ids = {card.code: i for i, card in designs}
        self.speed = [card.speeds[0] if card and len(card.speeds) == 1 else 0 for card in self.cards]
        self.several = [card.speeds if card and len(card.speeds) > 1 else () for card in self.cards]
        self.plus = [card.symbol("plus") if card else 0 for card in self.cards]
        self.cooldown = [card.symbol("cooldown") if card else 0 for card in self.cards]
        self.basic = [card is not None and card.kind == "basic" for card in self.cards]
        self.starter = tuple(
            i for i, card in designs if card.kind in ("basic", "starting") or i == HEAT for _ in range(card.copies)
        )

    def __getitem__(self, card_id: int) -> Card:
        card = self.cards[card_id]
        assert card is not None
        return card


class LegendDeck(NamedTuple):
    """The Legend cards (SPEC 5.4): rows of (diamond column, helmet number), and whose row a colour reads."""

    cards: tuple[Mapping[str, tuple[int, int]], ...]
    helmets: Mapping[str, str]


class Seat(NamedTuple):
    """A car in the race: its colour, and whether a Legend drives it."""

    colour: str
    legend: bool = False


class Spec:
    """Everything fixed before a race: track, rules, seats, cards. Shared by all states of the race, never changed."""

    __slots__ = ("track", "rules", "seats", "grid", "catalogue", "legends", "course", "heat", "stress", "laps")

    def __init__(
        self,
        track: Track,
        seats: Iterable[Seat],
        catalogue: Catalogue,
        legends: LegendDeck,
        rules: Rules | None = None,
        grid: Iterable[int] | None = None,
    ) -> None:
        """`grid` lists the seats from pole to last; None draws it (SPEC 1.7). Raises SetupError."""
        self.track = track
        self.rules = rules or Rules()
        self.seats = tuple(seats)
        self.grid = None if grid is None else tuple(grid)
        self.catalogue = catalogue
        self.legends = legends
        self.laps = track.laps if self.rules.laps is None else self.rules.laps
        self.heat = track.heat if self.rules.heat is None else self.rules.heat
        self.stress = track.stress if self.rules.stress is None else self.rules.stress
        self.course = Course(track, self.laps)
        self._check()

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
        for card_id in self.catalogue.starter:
            card = self.catalogue[card_id]
            for name, _ in card.symbols:
                if name not in SYMBOLS or not SYMBOLS[name].ready:
                    raise SetupError(
                        f"card {card.code}: the symbol {name} is not in this version; usable now: {_ready()}"
                    )


def _ready() -> str:
    return ", ".join(name for name, symbol in SYMBOLS.items() if symbol.ready)


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
