"""What the drivers of a race are told: the race, the events as a seat may see them, the requests."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from msgspec import UNSET, Raw, UnsetType

from heatcli.arena.world import race_world, view_world
from heatcli.core.events import is_secret
from heatcli.core.names import STEPS, Action, Event
from heatcli.core.rng import bot_seed, commitment
from heatcli.core.specs import Spec
from heatcli.core.state import State
from heatcli.core.view import CarView, car_views, view
from heatcli.record import tokens
from heatcli.wire import messages, shapes, spelling
from heatcli.wire.messages import Clock

EVERYBODY = -1  # a seat that owns nothing: it sees what all see


def speller(spec: Spec) -> spelling.Spelling:
    """How a race of this spec is spelt in JSON."""
    catalogue = spec.catalogue
    return spelling.Spelling(
        spec, lambda source: tokens.source(source, catalogue), lambda action: tokens.token(action, catalogue)
    )


def seat_lines(spec: Spec, names: Sequence[str]) -> list[messages.SeatLine]:
    """Who drives which car; `names` by seat, empty for those that stay anonymous."""
    return [
        messages.SeatLine(seat.colour, "legend") if seat.legend else messages.SeatLine(seat.colour, "bot", name)
        for seat, name in zip(spec.seats, names, strict=True)
    ]


class Briefing:
    """One race's messages. The log grows; `sent` is how much of it each seat has."""

    def __init__(
        self,
        spec: Spec,
        seed: str,
        names: Sequence[str],
        log: list[Event],
        season: messages.SeasonLine | UnsetType = UNSET,
        id: str = "",
    ) -> None:
        self.spec, self.seed, self.log = spec, seed, log
        self.id = id or commitment(seed)[:8]
        self.spelling = speller(spec)
        self.names, self.season = names, season
        self.sent = [0] * len(spec.seats)
        self.offered: dict[int, list[str]] = {}  # the legal list of each seat's last request, if it had one
        self._public: list[Raw] = []  # the events as everybody sees them
        self._own: list[list[tuple[int, Raw]]] = [[] for _ in spec.seats]  # not sent yet, as their owner sees them
        self._state: State | None = None  # the race that was last looked at, its cars then, and when that was
        self._cars: list[CarView] = []
        self._looked_at: tuple[tuple[int, ...], int, int, int] = ((), 0, -1, 0)
        self._rows = [Raw()] * len(spec.seats)  # the cars as JSON
        self._token = lru_cache(maxsize=1 << 14)(lambda action: tokens.token(action, spec.catalogue))

    def race(self, seat: int, clock: Clock, options: Mapping[str, object], wants: Sequence[str] = ()) -> messages.Race:
        """The race begins."""
        return messages.Race(
            race=self.id,
            seat=seat,
            seats=seat_lines(self.spec, self.names),
            grid=list(self.log[0][1]) if self.log[0][0] == "grid" else [],  # type: ignore[call-overload]  # seats
            track=spelling.track(self.spec),
            rules=spelling.rules(self.spec),
            clock=clock,
            bot_seed=bot_seed(self.seed, seat),
            commit=commitment(self.seed),
            options=dict(options) or UNSET,
            event=UNSET if (card := self.spec.event) is None else messages.EventLine(card.id, card.name),
            season=self.season,
            cards=spelling.cards(self.spec) or UNSET,
            legends=spelling.legends(self.spec) or UNSET,
            world=race_world(self.spec) if "world" in wants else UNSET,
        )

    def news(self, seat: int) -> range:
        """The indices of the events this seat has not been told, which it is told now."""
        first, self.sent[seat] = self.sent[seat], len(self.log)
        return range(first, len(self.log))

    def events(self, seat: int) -> list[messages.Events]:
        """The news as a message, if there is any."""
        news = self.news(seat)
        line, public = self.spelling.event_line, self._public
        for event in self.log[len(public) :]:
            if is_secret(event):
                self._own[int(str(event[1]))].append((len(public), line(event, int(str(event[1])))))
            public.append(line(event, EVERYBODY))
        rows = public[news.start :]
        for i, row in self._own[seat]:
            rows[i - news.start] = row
        self._own[seat].clear()
        return [messages.Events(self.id, news.start + 1, rows)] if rows else []

    def request(
        self,
        state: State,
        seat: int,
        legal: list[Action],
        wants: Sequence[str],
        id: int = 0,
        ms: int = 0,
        encoded: bool = True,
    ) -> messages.Request:
        """A decision of a seat, with what it wants to have. Most cars' rows stay the same: they are encoded once."""
        tokens_: list[str] | UnsetType = UNSET
        if "legal" in wants:
            tokens_ = self.offered[seat] = [self._token(action) for action in legal]
        else:
            self.offered.pop(seat, None)
        return messages.Request(
            race=self.id,
            id=id,
            seat=seat,
            step=STEPS[state.step],
            after=len(self.log),
            ms=ms,
            legal=tokens_,
            view=self._view(state, seat, encoded) if "view" in wants else UNSET,
            world=view_world(view(state, seat)) if "world" in wants else UNSET,
        )

    def _view(self, state: State, seat: int, encoded: bool) -> shapes.View:
        if not encoded:
            return self.spelling.view(view(state, seat))
        self._look(state)
        return self.spelling.view(view(state, seat, self._cars), self._rows)

    def _look(self, state: State) -> None:
        """The cars as they are now. In a round a car changes only in its own turn, and when the plans are turned up."""
        last, now = self._looked_at, (state.order, state.round, state.at, state.step)
        known = state is self._state and state.round and last[:2] == now[:2] and (last[2] >= 0 or last == now)
        if not known:
            changed: Sequence[int] = range(len(state.cars))
        elif state.at >= 0:
            changed = state.order[last[2] : state.at + 1]
        else:
            changed = ()
        before, self._cars = self._cars, car_views(state, self._cars, changed)
        for seat in changed:
            if not before or before[seat] != self._cars[seat]:
                self._rows[seat] = Raw(messages.encode(self.spelling.car(self._cars[seat])))
        self._state, self._looked_at = state, now
