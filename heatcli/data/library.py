"""What races are looked up in: boards, event cards and cards, the shipped ones and those of the user."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from heatcli.core.event_cards import EventCard, with_event
from heatcli.core.rules import Rules
from heatcli.core.specs import Catalogue, LegendDeck
from heatcli.core.track import Track
from heatcli.core.weather import Weather
from heatcli.data import load
from heatcli.errors import DataError, HeatError


class Library:
    """The shipped data, with the user's own laid over it by id."""

    def __init__(
        self, tracks: Iterable[Track] = (), events: Iterable[EventCard] = (), catalogue: Catalogue | None = None
    ) -> None:
        self._tracks = {track.id: track for track in tracks}
        self._own_events = tuple(events)
        self.catalogue: Catalogue = catalogue or load.catalogue()
        self.legends: LegendDeck = load.legends()
        self.weather: Weather = load.weather()

    def track(self, name: str) -> Track:
        """A board by its id. Raises DataError."""
        if name in self._tracks:
            return self._tracks[name]
        if name not in load.track_ids():
            known = ", ".join(dict.fromkeys([*self._tracks, *load.track_ids()]))
            raise DataError(f"track {name!r}: unknown; there are {known}; a board of your own comes with --track FILE")
        return self._tracks.setdefault(name, load.load_track(name))

    def lay(self, track: Track) -> None:
        """A board of the user's own, over a shipped one of its id."""
        self._tracks[track.id] = track

    def event(self, name: str) -> EventCard:
        """An event card by its id. Raises DataError."""
        if name not in self._events:
            known = ", ".join(self._events)
            raise DataError(f"event {name!r}: unknown; there are {known}; one of your own comes with --events FILE")
        return self._events[name]

    @cached_property
    def _events(self) -> dict[str, EventCard]:
        return {event.id: event for event in (*load.event_cards(), *self._own_events)}

    @property
    def events(self) -> list[EventCard]:
        """All event cards, the user's last."""
        return list(self._events.values())


def library(tracks: Iterable[str] = (), events: Iterable[str] = (), cards: Iterable[str] = ()) -> Library:
    """A library with the user's own files. Raises DataError with file and key."""
    catalogue = load.catalogue()
    for file in cards:
        catalogue = load.more_cards(catalogue, Path(file))
    boards = [load.read_track(Path(file)) for file in tracks]
    found = Library(boards, [], catalogue)
    more: list[EventCard] = []
    for file in events:
        more += _events(file, found, [card.id for card in (*found.events, *more)])
    return Library(boards, more, catalogue)


def _events(file: str, boards: Library, there: Sequence[str]) -> tuple[EventCard, ...]:
    """The event cards of a file, each with its own id and board and the press corners it needs there."""
    cards = load.read_events(Path(file))
    for i, card in enumerate(cards):
        if card.id in there:
            raise DataError(f"{file}: event[{i}].id: there is an event card {card.id!r} already; give another id")
        try:
            with_event(Rules(), boards.track(card.track), card)
        except HeatError as error:
            raise DataError(f"{file}: event[{i}] {card.id}: {error}") from None
    return cards
