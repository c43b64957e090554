"""Races in which one seat is asked, and the dice drive the others: every message is the real one."""

import random
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import UNSET, UnsetType

from heatcli.arena.briefing import Briefing
from heatcli.arena.process import printable
from heatcli.arena.referee import placed
from heatcli.core import flow, ranking
from heatcli.core.check import check
from heatcli.core.names import COLOURS, STEPS, Action, Event
from heatcli.core.rollout import sample
from heatcli.core.rules import EXPANSIONS, Rules
from heatcli.core.setup import new_race
from heatcli.core.specs import SEASON, Spec, Stock, seat_cars
from heatcli.core.state import State
from heatcli.data.library import Library
from heatcli.errors import NotationError
from heatcli.record.position import brought, read_position
from heatcli.record.tokens import read_token, token
from heatcli.wire import messages
from heatcli.wire.messages import Clock

FOREIGN: Final = ("Ünï Côdé", "車 и гонка", "🏎️ Ζεύς", "שלום")
"""Names that are not ASCII."""


class Scene(NamedTuple):
    """A race to be asked about: which, from which seat. `cars` is a start from a position."""

    name: str
    spec: Spec
    seat: int
    cars: Mapping[str, str] | None = None
    season: messages.SeasonLine | UnsetType = UNSET
    names: Sequence[str] = ()


class Stage:
    """A scene that is played. `next` goes on to the seat's next choice, `answer` takes it."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.seat = scene, scene.seat
        self.log: list[Event] = []
        seed = f"check/{scene.name}"
        if scene.cars is None:
            self.state: State = new_race(scene.spec, seed, self.log)
        else:
            self.state = read_position(scene.spec, scene.cars, seed, 0, self.log)
        names = scene.names or [f"car {i}" for i in range(len(scene.spec.seats))]
        self.names = [names[i % len(names)] for i in range(len(scene.spec.seats))]
        self.briefing = Briefing(scene.spec, seed, self.names, self.log, scene.season)
        self.legal: list[Action] = []
        self._dice = random.Random(seed)

    def race(self, clock: Clock, options: Mapping[str, object], wants: Sequence[str]) -> messages.Race:
        """The race begins."""
        return self.briefing.race(self.seat, clock, options, wants)

    def next(self) -> bool:
        """On to the next choice of the seat; False if there is none any more."""
        state = self.state
        while asked := flow.to_act(state):
            if self.seat not in asked:
                for other in asked:
                    flow.apply(state, other, sample(state, other, self._dice))
                continue
            self.legal = flow.legal_actions(state, self.seat)
            if len(self.legal) > 1:
                return True
            flow.apply(state, self.seat, self.legal[0])
        return False

    @property
    def step(self) -> str:
        """Which choice it is."""
        return STEPS[self.state.step]

    def question(self, wants: Sequence[str], id: int, ms: int) -> list[messages.FromReferee]:
        """The news and the request."""
        news = self.briefing.events(self.seat) if "events" in wants else []
        return [*news, self.briefing.request(self.state, self.seat, self.legal, wants, id, ms)]

    def answer(self, said: str) -> str | None:
        """Carry it out, or the first legal action and why it is not legal."""
        why: str | None = None
        try:
            action = read_token(said, self.scene.spec.catalogue)
            why = check(self.state, self.seat, action)
        except NotationError as error:
            why = str(error)
        flow.apply(self.state, self.seat, self.legal[0] if why else action)
        return why and printable(f"`{said[:80]}`: {why}", 300)

    def drive(self, choices: int) -> bool:
        """So many choices of the seat by dice; False if the race is over before."""
        for _ in range(choices):
            if not self.next():
                return False
            flow.apply(self.state, self.seat, sample(self.state, self.seat, self._dice))
        return self.next()

    def default(self) -> str:
        """The first legal action."""
        return token(self.legal[0], self.scene.spec.catalogue)

    def result(self) -> list[messages.FromReferee]:
        """The last news and the result; a race that is not over is void."""
        places = ranking.outcome(self.state)
        rows = [(car.seat, 0, car.distance, "aborted") for car in sorted(self.state.cars, key=ranking.ahead)]
        standings = [
            messages.Standing(one.place, one.seat, one.points, one.distance, one.why, 0)
            for one in placed(self.state, self.names, self.log, {}, rows if places is None else places)
        ]
        return [*self.briefing.events(self.seat), messages.Result(self.briefing.id, standings)]


# --- the scenes

_BOXES: Final = "+".join(EXPANSIONS)
_EVENT: Final = "consulting-mechanics"  # its choice is the step tune


class Scenes:
    """Every scene, by name."""

    def __init__(self) -> None:
        self._library = Library()

    def base(self) -> Scene:
        """The base game."""
        return Scene("base", self._spec("usa", 4), 1)

    def short(self, seat: int, names: Sequence[str] = ()) -> Scene:
        """One lap, as fast as it goes."""
        return Scene(f"short {seat}", self._spec("italia", 3, laps=1), seat, names=names)

    def long(self) -> Scene:
        """Eight laps."""
        return Scene("long", self._spec("italia", 3, laps=8), 2)

    def legends(self) -> Scene:
        """Against Legends."""
        return Scene("legends", self._spec("france", 2, 4), 0)

    def garage(self) -> Scene:
        """Upgrades of all boxes, drafted."""
        return Scene("garage", self._spec("japan", 4, garage="mixed", expansions=_BOXES), 3)

    def weather(self) -> Scene:
        """Weather and road tokens, a mulligan before the race."""
        return Scene("weather", self._spec("great-britain", 3, weather=True, mulligan=True, laps=2), 1)

    def season(self) -> Scene:
        """A later race of a championship: sponsorships, an event card with a choice, and a swap for the last."""
        event = self._library.event(_EVENT)
        rules = Rules(garage="mixed", garage_choice=SEASON, weather=True)
        catalogue = self._library.catalogue
        own = tuple(tuple(catalogue.ids[code] for code in codes) for codes in (("U7", "P2"), ("U8",), ("U12", "P3")))
        spec = Spec(
            self._library.track(event.track),
            seat_cars(3, 0),
            catalogue,
            self._library.legends,
            rules,
            [1, 2, 0],
            self._library.weather,
            Stock(own),
            event,
            f"{event.season}/{event.race}",
        )
        line = messages.SeasonLine(str(event.season), event.race, max(3, event.race), [4, 9, 6])
        return Scene("season", spec, 0, season=line)

    def snake(self) -> Scene:
        """Four upgrades, of which one is put away."""
        return Scene("snake", self._spec("usa", 3, garage="mixed", garage_choice="snake"), 2)

    def mulligan(self) -> Scene:
        """A new hand for 1 Heat."""
        return Scene("mulligan", self._spec("usa", 2, mulligan=True), 0)

    def numbers(self) -> Scene:
        """A hand in which every card has several numbers."""
        hand = "U7 U8 U9 U10 U31"
        deck = "deck 1 2 3 4 1 2 3 4 1 2 3 4 0 S S"
        cars = {COLOURS[0]: f"3/0 g1 e6 hand {hand} {deck}", COLOURS[1]: f"0/0 g1 e6 hand 1 1 2 2 3 3 5 {deck}"}
        own = (brought(cars[COLOURS[0]], self._library.catalogue), ())
        return Scene("numbers", self._spec("usa", 2, 0, own, garage="mixed", garage_choice="given"), 0, cars)

    def traffic(self) -> Scene:
        """The leader laps a row of cars: whatever it plays, it ends up behind or beside one."""
        board = self._library.track("usa")
        deck = "deck 4 3 2 1 4 3 2 1 4 3 2 1 0 S S"
        cars = {COLOURS[0]: f"{board.spaces + 2}/1 g1 e6 hand 1 1 1 2 2 2 2 {deck}"}
        cars |= {COLOURS[i]: f"{2 + i}/0 g1 e6 hand 1 1 2 2 3 3 5 {deck}" for i in range(1, 12)}
        spec = self._spec("usa", 12, laps=3)
        return Scene("traffic", spec, 0, {seat.colour: cars[seat.colour] for seat in spec.seats})

    def hands(self) -> Scene:
        """Hands of twelve cards: long lists of plans."""
        return Scene("hands", self._spec("nederland", 6, hand=12, garage="mixed", expansions=_BOXES), 4)

    def _spec(
        self, track: str, drivers: int, legends: int = 0, own: tuple[tuple[int, ...], ...] = (), **rules: object
    ) -> Spec:
        library = self._library
        return Spec(
            library.track(track),
            seat_cars(drivers, legends),
            library.catalogue,
            library.legends,
            Rules()._replace(**rules),  # type: ignore[arg-type]  # options by name
            None,
            library.weather,
            Stock(own),
        )
