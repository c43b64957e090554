"""Seasons by name: those of the box, random ones, and a TOML file of one's own (SPEC 8.1, R8.18)."""

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from heatcli.core.rules import EXPANSIONS
from heatcli.core.season import Leg, random_legs
from heatcli.data import load
from heatcli.data.library import Library
from heatcli.errors import DataError

RANDOM = "random"


class RaceTable(Struct, forbid_unknown_fields=True):
    """`[[race]]`: a board by name or file, and an event card by its id, if it has one."""

    track: str
    event: str | None = None


class SeasonFile(Struct, forbid_unknown_fields=True):
    """A season of one's own."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    race: Annotated[list[RaceTable], Meta(min_length=1, max_length=24)]


def legs_of(name: str, library: Library, seed: str, expansions: str = "none") -> tuple[str, list[Leg]]:
    """A season's name and its races. Raises DataError."""
    if load.is_path(name):
        return _read(Path(name), library)
    if name == RANDOM:
        boxes = ["base", *expansions.split("+")]
        tracks = [track for track in map(load.load_track, load.track_ids()) if track.box in boxes]
        events = [event for event in library.events if _box(event.season, library) in boxes]
        return RANDOM, random_legs(seed, tracks, events)
    events = [event for event in library.events if str(event.season) == name]
    if not events:
        years = dict.fromkeys(str(event.season) for event in library.events)
        raise DataError(f"season {name!r}: unknown; there are {', '.join(years)}, random, or a .toml file of your own")
    return name, [Leg(library.track(event.track), event) for event in sorted(events, key=lambda event: event.race)]


def _box(season: int, library: Library) -> str:
    """The box a season comes from: that of the boards it brings."""
    homes = [event.track for event in library.events if event.season == season]
    found = [track.box for track in map(load.load_track, load.track_ids()) if track.id in homes]
    return next((box for box in found if box in EXPANSIONS), "base")


def _read(path: Path, library: Library) -> tuple[str, list[Leg]]:
    file = load.read_as(path, SeasonFile)
    legs = []
    for i, race in enumerate(file.race):
        try:
            board = race.track
            if load.is_path(board):  # beside the season's file
                board = str(path.parent / board)
            legs.append(Leg(load.load_track(board), None if race.event is None else library.event(race.event)))
        except DataError as error:
            raise DataError(f"{path}: race[{i}]: {error}") from None
    return file.name, legs
