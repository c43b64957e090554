"""A manifest made ready to race: drivers, boards, rules, clocks. Every process makes its own of the same manifest."""

import os
import re
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from heatcli.arena.drivers import BUILTIN, Entry, Patience, called, parse
from heatcli.arena.isolation import check_sandbox
from heatcli.arena.referee import Terms
from heatcli.arena.setup_file import clock_of, entries, patience_of, rules_of
from heatcli.core.rules import Rules
from heatcli.core.season import Season
from heatcli.core.specs import Spec, seat_cars
from heatcli.core.track import Track
from heatcli.data.library import Library, library
from heatcli.data.load import is_path, load_track
from heatcli.data.seasons import legs_of
from heatcli.errors import DataError, SetupError
from heatcli.record.header import driver_name
from heatcli.tournament import schedule
from heatcli.tournament.folder import OWN
from heatcli.tournament.manifest import OFF, Manifest
from heatcli.tournament.sprt import Sprt, read_sprt
from heatcli.wire.messages import Clock

LEGENDS: Final = "legends"
MOST_AT_TABLE: Final = 6
"""Bots at a table that has no size of its own."""

FIRST_SEASON: Final = "1961"


class Ready(NamedTuple):
    """All that races are made from. `drivers` by number, `house` what fills the seats that no bot has."""

    manifest: Manifest
    drivers: list[Entry]
    names: list[str]
    house: Entry | None
    fills: int
    legends: int
    library: Library
    rules: Rules
    tracks: list[Track]
    plan: schedule.Plan
    sprt: Sprt | None
    clock: Clock
    patience: Patience

    @property
    def seed(self) -> str:
        """The tournament's."""
        return str(self.manifest.seed)

    def spec(self, track: int) -> Spec:
        """A race of a block."""
        event = None if self.manifest.event is None else self.library.event(self.manifest.event)
        cars = seat_cars(self.plan.seats + self.fills, self.legends)
        library = self.library
        return Spec(
            self.tracks[track],
            cars,
            library.catalogue,
            library.legends,
            self.rules,
            None,
            library.weather,
            None,
            event,
        )

    def championship(self, seed: str) -> Season:
        """A season of a block."""
        library, name = self.library, self.manifest.season or FIRST_SEASON
        called, legs = legs_of(name, library, seed, self.rules.expansions)
        cars = seat_cars(self.plan.seats + self.fills, self.legends)
        return Season(called, legs, cars, library.catalogue, library.legends, library.weather, self.rules)

    def terms(self) -> Terms:
        """What every race is run on: nobody knows who the others are, nor the seed."""
        file = self.manifest
        own = [("--events", name) for name in file.event_files] + [("--cards", name) for name in file.card_files]
        own += [("--track", name) for name in file.tracks if os.sep in name]
        return Terms(
            self.clock,
            file.on_fault or "default",
            anonymous=True,
            sandbox=file.sandbox or "off",
            own=tuple(word for pair in own for word in pair),
            max_faults=file.max_faults,
        )


def ready(manifest: Manifest, source: str = "") -> Ready:
    """Make it ready. Raises HeatError for what cannot be raced; `source` begins sentences about a file's values."""
    if manifest.format == "season" and (manifest.tracks or manifest.track):
        raise SetupError("track: a season has boards of its own; leave it out")
    if manifest.season is not None and manifest.format != "season":
        raise SetupError("season: it is raced with --format season")
    if manifest.grid is not None:
        raise SetupError("grid: the grids of a tournament are drawn from its seed; leave it out")
    check_sandbox(manifest.sandbox or "off")
    tracks = [_track(name, i) for i, name in enumerate(_boards(manifest))]
    made = table(manifest, source)._replace(
        tracks=tracks, library=library((), manifest.event_files, manifest.card_files)
    )
    boards = tracks
    if manifest.format == "season":
        season = made.championship(made.seed)
        season.spec()
        boards = [leg.track for leg in season.legs]
    else:
        for i in range(len(tracks)):
            made.spec(i)
    for board in boards:
        made.library.lay(board)
    _check_digests(manifest)
    return made


def table(manifest: Manifest, source: str = "") -> Ready:
    """What a table needs to be made, without the boards and cards: they may be elsewhere by now. Raises HeatError."""
    where = Path(source or "tournament")
    drivers = entries(where, manifest)
    names = distinct([driver_name(driver.name or _called(driver)) for driver in drivers])
    seats = manifest.table_size or _table_size(manifest, len(drivers))
    bots = _bots_at_table(manifest, len(drivers), seats)
    fills, legends = seats - bots, manifest.legends or 0
    house = None
    if fills and manifest.fill == LEGENDS:
        fills, legends = 0, legends + fills
    elif fills and manifest.fill is not None:
        house = _house(manifest.fill)
    boards = 1 if manifest.format == "season" else len(_boards(manifest))
    format_ = _format(manifest, len(drivers), bots)
    plan = schedule.Plan(format_, manifest.blocks, len(drivers), bots, boards, str(manifest.seed), manifest.rotate)
    schedule.check_plan(plan)
    sprt = None if manifest.sprt is None else read_sprt(manifest.sprt)
    if sprt is not None and len(drivers) != 2:
        raise SetupError(f"sprt: it compares two drivers, and there are {len(drivers)}")
    _check_folders(drivers, names)
    _check_records(manifest.records)
    return Ready(
        manifest,
        [_in_tournament(driver, name, manifest) for driver, name in zip(drivers, names, strict=True)],
        names,
        house,
        fills,
        legends,
        Library(),
        rules_of(where, manifest),
        [],
        plan,
        sprt,
        clock_of(manifest),
        patience_of(manifest),
    )


def _boards(manifest: Manifest) -> list[str]:
    return manifest.tracks or [manifest.track or "usa"]


def own_files(manifest: Manifest) -> list[str]:
    """The user's own data that it is raced with."""
    season = [manifest.season] if manifest.season is not None and is_path(manifest.season) else []
    return [*filter(is_path, manifest.tracks), *season, *manifest.event_files, *manifest.card_files]


def digests(manifest: Manifest) -> dict[str, str]:
    """What names the content of these files. Raises DataError for one that is not there."""
    found = {}
    for name in own_files(manifest):
        try:
            found[name] = blake2b(Path(name).read_bytes(), digest_size=8).hexdigest()
        except OSError as error:
            raise DataError(f"{name}: {error.strerror}") from None
    return found


def _check_digests(manifest: Manifest) -> None:
    now = digests(manifest)
    for name, digest in manifest.digests.items():
        if now.get(name, digest) != digest:
            raise SetupError(f"{name}: changed since the tournament began; the file as it was then is right")


def _check_records(name: str) -> None:
    if name != OFF and (not re.fullmatch(r"\w[\w.-]*", name) or name in OWN):
        raise SetupError(
            f"records {name!r}: a file such as races.hrn or a folder, in the tournament's own, or off is right"
        )


def distinct(names: Sequence[str]) -> list[str]:
    """Names that tell all apart: a second `alpha` is `alpha#2`, from start to end and in all files."""
    found: list[str] = []
    for name in names:
        number, called = 1, name
        while called in found:
            number += 1
            called = f"{name}#{number}"
        found.append(called)
    return found


def _called(driver: Entry) -> str:
    if driver.human:
        raise SetupError("human: a tournament is raced by bots; heat race has a seat for you")
    if driver.builtin:
        return driver.builtin
    return called(driver.argv)


def _table_size(manifest: Manifest, drivers: int) -> int:
    if manifest.format == "self-play":
        return MOST_AT_TABLE
    if manifest.format in ("table", "season") and drivers > 1:
        return drivers
    return min(drivers, MOST_AT_TABLE) if drivers > 1 else MOST_AT_TABLE if manifest.fill else 1


def _bots_at_table(manifest: Manifest, drivers: int, seats: int) -> int:
    """Of its seats; the others are filled."""
    if manifest.format == "self-play" or drivers >= seats:
        return seats
    if manifest.fill is None:
        return drivers if manifest.table_size is None else seats
    return drivers


def _format(manifest: Manifest, drivers: int, seats: int) -> str:
    """Of the schedule: a season is raced by the line-ups of a round-robin."""
    if manifest.format in (None, "season"):
        return "table" if drivers == seats else "round-robin"
    return manifest.format


def _house(name: str) -> Entry:
    if not name.startswith(BUILTIN):
        raise SetupError(f"fill {name!r}: legends or builtin:NAME is right")
    return parse(name)._replace(name="house")


def _track(name: str, number: int) -> Track:
    try:
        return load_track(name)
    except DataError as error:
        raise DataError(f"tracks[{number}]: {error}") from None


def _in_tournament(driver: Entry, name: str, manifest: Manifest) -> Entry:
    setting = driver.setting._replace(sandbox=manifest.sandbox or "off")
    return driver._replace(name=name, setting=setting, restart=driver.restart or manifest.restart)


def _check_folders(drivers: Sequence[Entry], names: Sequence[str]) -> None:
    """Bots of one tournament share no folder they can write to (SPEC T.4)."""
    owners: dict[str, str] = {}
    for driver, name in zip(drivers, names, strict=True):
        folder = driver.setting.folder
        if folder and owners.setdefault(os.path.realpath(folder), name) != name:
            other = owners[os.path.realpath(folder)]
            raise SetupError(f"drivers {other} and {name} have the same dir {folder}; one of its own each is right")
