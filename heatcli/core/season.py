"""Championships: event cards over the rules, races one after the other, points, cards that travel (SPEC 8)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from heatcli.core.chance import Chance
from heatcli.core.counts import listed
from heatcli.core.event_cards import EventCard
from heatcli.core.ranking import outcome, points
from heatcli.core.rules import EXPANSIONS, Rules
from heatcli.core.specs import MARKET_MORE, SEASON, Catalogue, LegendDeck, Seat, Spec, Stock
from heatcli.core.state import State
from heatcli.core.track import Track
from heatcli.core.weather import Weather
from heatcli.errors import SetupError

RACES: Final = 4  # of a random season


class Leg(NamedTuple):
    """One race of a season."""

    track: Track
    event: EventCard | None


class Score(NamedTuple):
    """A car's points after a race: all so far, and those of each race."""

    seat: int
    points: int
    by_race: tuple[int, ...]


class Season:
    """A championship under way: `spec` is the next race, `finish` takes its end."""

    def __init__(
        self,
        name: str,
        legs: Sequence[Leg],
        seats: Sequence[Seat],
        catalogue: Catalogue,
        legends: LegendDeck,
        weather: Weather,
        rules: Rules | None = None,
    ) -> None:
        """`rules` without a garage take the mixed one. Raises SetupError for a season that cannot be raced."""
        self.name, self.legs, self.seats = name, tuple(legs), tuple(seats)
        self._catalogue, self._legends, self._weather = catalogue, legends, weather
        rules = rules or Rules()
        if rules.laps is not None:
            raise SetupError("laps: a season's races have their tracks' laps (SPEC 8.2); leave it out")
        if rules.garage_choice not in ("draft", SEASON):
            raise SetupError(f"garage_choice {rules.garage_choice}: a season has one garage round a race (SPEC 8.4)")
        boxes = [leg.track.box for leg in self.legs]
        wanted = [box for box in EXPANSIONS if box in boxes or box in rules.expansions.split("+")]
        garage = "mixed" if rules.garage == "off" else rules.garage
        self.rules = rules._replace(
            garage=garage, garage_choice=SEASON, weather=True, expansions="+".join(wanted) or "none"
        )
        self.places: list[list[int]] = []  # of each race so far, by seat
        self.points: list[list[int]] = []
        self.stock = Stock(((),) * len(self.seats))
        self._check()

    def _check(self) -> None:
        drivers = sum(not seat.legend for seat in self.seats)
        pool = self.spec(0).upgrades
        needed = drivers * len(self.legs) + MARKET_MORE
        if drivers and len(pool) < needed:
            raise SetupError(
                f"garage {self.rules.garage}: {drivers} drivers in {len(self.legs)} races need {needed} upgrades, "
                f"and the pool has {len(pool)}"
            )

    @property
    def race(self) -> int:
        """The number of the next race, from 0."""
        return len(self.places)

    @property
    def is_over(self) -> bool:
        """All races are driven."""
        return self.race == len(self.legs)

    def spec(self, race: int | None = None) -> Spec:
        """The next race: its event card, the grid by points, the cards that were kept (SPEC 8.4, 8.5).

        Of any other race: as if it were the first.
        """
        number = self.race if race is None else race
        leg = self.legs[number]
        is_next = number == self.race
        return Spec(
            leg.track,
            self.seats,
            self._catalogue,
            self._legends,
            self.rules,
            self._grid() if is_next else None,
            self._weather,
            self.stock if is_next else Stock(((),) * len(self.seats)),
            leg.event,
            f"{self.name}/{number + 1}",
        )

    def _grid(self) -> list[int] | None:
        return [score.seat for score in self.standings()] if self.places else None

    def finish(self, state: State) -> None:
        """A race is over: points, and what its cars keep."""
        standings = outcome(state)
        if standings is None:
            raise SetupError("the race of the season is not over")
        by_seat = sorted(standings)
        self.places.append([place.place for place in by_seat])
        self.points.append([points(state, place.place, place.why) for place in by_seat])
        once = self._catalogue.once
        own = [(*car.garage, *(card for card in listed(car.owned) if once[card])) for car in state.cars]
        self.stock = Stock(tuple(own), tuple(sorted(state.aside)), tuple(sorted(state.used)))

    def standings(self) -> list[Score]:
        """By points; equal ones by the last race (SPEC 8.5, 8.11)."""
        scores = [
            Score(seat, sum(race[seat] for race in self.points), tuple(race[seat] for race in self.points))
            for seat in range(len(self.seats))
        ]
        last = self.places[-1] if self.places else list(range(len(self.seats)))
        return sorted(scores, key=lambda score: (-score.points, last[score.seat]))


def random_legs(seed: str, tracks: Sequence[Track], events: Sequence[EventCard], races: int = RACES) -> list[Leg]:
    """Tracks and event cards of a random season; a card that would leave a race without laps waits (R8.18).

    Raises SetupError for too few event cards.
    """
    chance = Chance(seed)
    boards = [tracks[i] for i in chance.shuffled("track", 0, range(len(tracks)))][:races]
    cards = [events[i] for i in chance.shuffled("season", 0, range(len(events)))]
    legs = []
    for board in boards:
        card = next((card for card in cards if board.laps + card.effects.get("laps", 0) > 0), None)
        if card is None:
            raise SetupError(f"season random: no event card is left for track {board.id}, of {len(events)}")
        cards.remove(card)
        legs.append(Leg(board, card))
    return legs
