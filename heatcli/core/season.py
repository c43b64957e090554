"""Championships: event cards over the rules, races one after the other, points, cards that travel (SPEC 8)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from heatcli.core.ranking import outcome
from heatcli.core.rng import Chance
from heatcli.core.rules import EXPANSIONS, Rules
from heatcli.core.specs import SEASON, Catalogue, LegendDeck, Seat, Spec, Stock
from heatcli.core.state import State
from heatcli.core.track import Track
from heatcli.core.weather import Weather
from heatcli.errors import SetupError

LETTERS: Final = "ABCDE"
RACES: Final = 4  # of a random season


class EventCard(NamedTuple):
    """An event card (SPEC 8.9). `effects` by name (see EFFECTS), `press` the letters of the press corners."""

    id: str
    name: str
    season: int
    race: int
    track: str
    sponsorships: int
    press: str
    effects: Mapping[str, Any]


class Effect(NamedTuple):
    """What a value must be, in words, and what it changes."""

    says: str
    fits: Callable[[Any], bool]
    change: Callable[[Rules, Track, Any], Rules]


def _whole(low: int, high: int) -> tuple[str, Callable[[Any], bool]]:
    return f"a whole number from {low} to {high}", lambda v: type(v) is int and low <= v <= high


def _sets(field: str, says: str, fits: Callable[[Any], bool]) -> Effect:
    return Effect(says, fits, lambda rules, track, value: rules._replace(**{field: value}))


def _flag(field: str) -> Effect:
    return _sets(field, "true or false", lambda value: isinstance(value, bool))


def _adds(field: str, least: int) -> Effect:
    def change(rules: Rules, track: Track, value: int) -> Rules:
        base = getattr(rules, field)
        return rules._replace(**{field: max(least, (getattr(track, field) if base is None else base) + value)})

    return Effect(*_whole(-9, 9), change)


def _points(rules: Rules, track: Track, more: Sequence[int]) -> Rules:
    padded = [*more, *[0] * len(rules.points)]
    return rules._replace(points=tuple(n + m for n, m in zip(rules.points, padded, strict=False)))


def _is_points(value: Any) -> bool:
    return isinstance(value, list) and all(type(n) is int and -9 <= n <= 9 for n in value)


def _slipstream(rules: Rules, track: Track, value: int) -> Rules:
    return rules._replace(slipstream_spaces=rules.slipstream_spaces + value)


def _discardable(rules: Rules, track: Track, value: Sequence[str]) -> Rules:
    return rules._replace(discard_heat="heat" in value, discard_stress="stress" in value)


def _lap_line(rules: Rules, track: Track, value: Mapping[str, Any]) -> Rules:
    return rules._replace(lap_line=line_of(track, value["letter"]), lap_line_first=value["first"])


def _is_lap_line(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and sorted(value) == ["first", "letter"]
        and value["letter"] in list(LETTERS)
        and _whole(1, 12)[1](value["first"])
    )


def _tunes(rules: Rules, track: Track, value: Sequence[Mapping[str, int]]) -> Rules:
    return rules._replace(tunes=tuple((one["heat"], one["stress"]) for one in value))


def _is_tunes(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(one, dict) and sorted(one) == ["heat", "stress"] for one in value)
        and all(_whole(-9, 9)[1](n) for one in value for n in one.values())
    )


EFFECTS: Final[Mapping[str, Effect]] = {
    "laps": _adds("laps", 1),
    "heat": _adds("heat", 0),
    "stress": _adds("stress", 0),
    "hand": _sets("hand", *_whole(1, 12)),
    "points": Effect("a list of whole numbers, place by place", _is_points, _points),
    "first_lap_sponsorships": _sets("first_lap_sponsorships", *_whole(0, 12)),
    "speed_record": _sets("speed_record", *_whole(0, 99)),
    "passed_cars": _sets("passed_cars", *_whole(0, 12)),
    "press_sponsorships": _sets("press_sponsorships", *_whole(0, 9)),
    "press_below_limit": _flag("press_below_limit"),
    "spin_out_eliminates": _flag("spin_out_eliminates"),
    "slipstream_min_gear": _sets("slipstream_min_gear", *_whole(1, 4)),
    "slipstream": Effect(*_whole(-9, 9), _slipstream),
    "discardable": Effect(
        'a list of "heat" and "stress"',
        lambda value: isinstance(value, list) and all(kind in ("heat", "stress") for kind in value),
        _discardable,
    ),
    "max_discards": _sets("max_discards", *_whole(0, 99)),
    "adrenaline": _flag("adrenaline"),
    "lap_removes_heat": _sets("lap_removes_heat", *_whole(0, 9)),
    "stress_to_discard": _flag("stress_to_discard"),
    "lap_line_sponsorships": Effect('{ letter = "B", first = 2 }', _is_lap_line, _lap_line),
    "choice": Effect("two choices such as { heat = 1, stress = -1 }", _is_tunes, _tunes),
}
"""What an event card can say. A new idea is one field of Rules, the line that reads it, and a row here."""


def line_of(track: Track, letter: str) -> int:
    """The number of the corner line that a letter names (SPEC 8.8.1). Raises SetupError for a board without it."""
    index = LETTERS.index(letter)
    if index >= len(track.press):
        raise SetupError(f"track {track.id}: no press corner {letter}; it names {len(track.press)}")
    return track.press[index]


def with_event(rules: Rules, track: Track, event: EventCard) -> Rules:
    """The rules of a race with this event card; its numbers change those of the track."""
    press = tuple(dict.fromkeys(line_of(track, letter) for letter in event.press))
    rules = rules._replace(sponsorships=event.sponsorships, press=press)
    for name, value in event.effects.items():
        rules = EFFECTS[name].change(rules, track, value)
    return rules


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
        needed = drivers * len(self.legs) + 3
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
        """The next race: its event card, the grid by points, the cards that were kept (SPEC 8.4, 8.5)."""
        leg = self.legs[self.race if race is None else race]
        rules = self.rules if leg.event is None else with_event(self.rules, leg.track, leg.event)
        return Spec(
            leg.track, self.seats, self._catalogue, self._legends, rules, self._grid(), self._weather, self.stock
        )

    def _grid(self) -> list[int] | None:
        return [score.seat for score in self.standings()] if self.places else None

    def finish(self, state: State) -> None:
        """A race is over: points, and what its cars keep."""
        standings = outcome(state)
        if standings is None:
            raise SetupError("the race of the season is not over")
        by_seat = sorted(standings)
        points = state.spec.rules.points
        self.places.append([place.place for place in by_seat])
        self.points.append(
            [
                points[place.place - 1] if place.place <= len(points) and place.why != "eliminated" else 0
                for place in by_seat
            ]
        )
        once = self._catalogue.once
        own = [(*car.garage, *(card for card, n in car.owned if once[card] for _ in range(n))) for car in state.cars]
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
    """Tracks and event cards of a random season; a card that would leave a race without laps waits (R8.18)."""
    chance = Chance(seed)
    boards = [tracks[i] for i in chance.shuffled("track", 0, range(len(tracks)))][:races]
    cards = [events[i] for i in chance.shuffled("season", 0, range(len(events)))]
    legs = []
    for board in boards:
        card = next(card for card in cards if board.laps + card.effects.get("laps", 0) > 0)
        cards.remove(card)
        legs.append(Leg(board, card))
    return legs
