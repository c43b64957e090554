"""What a tournament's page says beside the numbers: its set-up, how far it is, where its files are."""

import os
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from heatcli.arena.story import plural
from heatcli.cli.tournaments import tables
from heatcli.cli.tournaments.loading import Loaded
from heatcli.data.load import load_track, track_ids
from heatcli.tournament import schedule
from heatcli.tournament.folder import FAULTS, MANIFEST, RESULTS, TIMINGS
from heatcli.tournament.page import About
from heatcli.tournament.plan import Ready
from heatcli.tournament.summary import Summary

_FILES: Final = {RESULTS: "results", TIMINGS: "timings", FAULTS: "bundles of faults", MANIFEST: "set-up"}


def about(found: Loaded, summary: Summary, where: str) -> About:
    """For a page in the folder `where`: addresses lead from there."""
    folder = found.folder.path
    return About(
        os.path.basename(os.path.abspath(folder)),
        [*_facts(found, summary)],
        found.lacks(),
        tables.notes(summary),
        [*_links(found, where)],
        _bundles(folder / FAULTS, where),
        shlex.join(["heat", "tournament", "run", "NEW", "--setup", str(folder / MANIFEST)]),
    )


def _facts(found: Loaded, summary: Summary) -> Iterator[tuple[str, str]]:
    made = found.made
    file, plan = made.manifest, made.plan
    rotations = len(schedule.orders(plan, tuple(range(plan.seats))))
    yield "Format", f"{file.format or plan.format}, {plural(plan.bots, 'driver')}, {_cars(made)}"
    if file.format == "season":
        yield "Season", file.season or "1961"
    else:
        yield "Boards", ", ".join(_board(name, made) for name in file.tracks or [file.track or "usa"])
    what = "season" if file.format == "season" else "race"
    yield "Blocks", f"{summary.blocks} of {schedule.planned(plan)}, {plural(rotations, what)} each"
    yield f"{what.title()}s raced", str(summary.races)
    if file.event is not None:
        yield "Event card", file.event
    if file.options:
        yield "Options", ", ".join(f"{key}={_value(value)}" for key, value in file.options.items())
    yield "Clock", f"{made.clock.ms} ms for a decision, {made.clock.first_ms} ms for the first"
    yield "Seed", made.seed if found.over else "withheld until all is raced"


def _cars(made: Ready) -> str:
    """How many race at once, and who drives those that no driver has."""
    cars = plural(made.plan.seats + made.fills + made.legends, "car")
    legends = [plural(made.legends, "Legend")] if made.legends else []
    house = [f"{made.fills} driven by {made.manifest.fill}"] if made.fills else []
    return ", ".join([f"{cars} in a race", *legends, *house])


def _board(name: str, made: Ready) -> str:
    """A shipped board by its name; of one's own the file, which may be elsewhere by now."""
    laps = made.rules.laps
    if name in track_ids():
        track = load_track(name)
        name, laps = track.name, laps or track.laps
    return name if laps is None else f"{name} ({plural(laps, 'lap')})"


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _links(found: Loaded, where: str) -> Iterator[tuple[str, str]]:
    """The files that are there."""
    folder = found.folder
    folder.locate(found.made.manifest)
    records = {} if folder.records is None else {found.made.manifest.records: "records"}
    for name, called in {**_FILES, **records}.items():
        if (folder.path / name).exists():
            yield f"{called}: {name}", _address(folder.path / name, where)


def _bundles(faults: Path, where: str) -> Callable[[str], str]:
    """The address of a fault's folder, if it is there."""

    def address(bundle: str) -> str:
        path = faults / bundle
        is_one = Path(os.path.abspath(path)).parent == Path(os.path.abspath(faults))
        return _address(path, where) if is_one and path.is_dir() else ""

    return address


def _address(path: Path, where: str) -> str:
    """Relative, as part of a URL; a folder ends in a stroke."""
    return quote(os.fsencode(os.path.relpath(path, where))) + ("/" if path.is_dir() else "")


def own_files(found: Loaded) -> Sequence[Path]:
    """The tournament's own, which no report may overwrite."""
    folder = found.folder
    folder.locate(found.made.manifest)
    return [folder.path / name for name in (*_FILES, "lock")] + ([folder.records] if folder.records else [])
