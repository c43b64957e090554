"""heat tournament run: begin a tournament, or go on with one."""

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, get_args

import click

from heatcli.arena.story import plural
from heatcli.cli import forget_stdout
from heatcli.cli.rows import write
from heatcli.cli.running import RULES, SETUP_OPTIONS
from heatcli.cli.tournaments import tables
from heatcli.cli.tournaments.asking import ALL, asked, completed
from heatcli.cli.tournaments.loading import Loaded, loaded, summed
from heatcli.errors import SetupError
from heatcli.tournament import schedule
from heatcli.tournament.folder import Folder, FullError
from heatcli.tournament.manifest import Format, Restart, Rotate, differing
from heatcli.tournament.plan import Ready, ready
from heatcli.tournament.play import tried
from heatcli.tournament.results import Played
from heatcli.tournament.runner import Run, Stop, StoppedError, check_cluster, cores, share_of
from heatcli.tournament.runner import run as race_all

STOPPED: Final = 3
"""The exit code of what can be gone on with."""

NEW: Final = "tournament"
EVERY: Final = 0.2  # seconds between two lines of progress
SHARE: Final = 0.02  # of the time, at most, that live tables may take

_OPTIONS = (
    *SETUP_OPTIONS,
    click.option("--drivers", "driver_files", multiple=True, metavar="FILE", help="Drivers of a TOML file."),
    click.option("--each", metavar="PARTS", help="Parts for all programs that do not have them, such as ms=500."),
    click.option("--track", "tracks", multiple=True, metavar="TRACK", help=f"A board; several take turns; or {ALL}."),
    click.option("--laps", type=int, metavar="N", help="Laps; the track's own without it."),
    click.option("--weather", is_flag=True, help="A weather card, and a road token for each corner."),
    click.option("--event", metavar="ID", help="An event card."),
    click.option("-n", "--blocks", type=click.IntRange(1, 1_000_000), metavar="N", help="Blocks.  [default: 10]"),
    click.option("--format", type=click.Choice(get_args(Format)), help="Who races whom.  [default: by the drivers]"),
    click.option("--season", metavar="NAME", help="With --format season: 1961 to 1966, random, a .toml file."),
    click.option("--table-size", type=click.IntRange(1, 12), metavar="N", help="Cars that bots or the house drive."),
    click.option("--fill", metavar="WHO", help="For seats without a bot: legends or builtin:NAME."),
    click.option("--rotate", type=click.Choice(get_args(Rotate)), help="Orders of the seats.  [default: cyclic]"),
    click.option(
        "--restart",
        type=click.Choice(get_args(Restart)),
        help="When programs start anew: before they would see a block again (default), before every race, never.",
    ),
    click.option("--sprt", metavar="TEXT", help='Stop when it is known: "elo0=0 elo1=20 alpha=0.05 beta=0.05".'),
    click.option(
        "--max-faults", type=click.IntRange(1, 99), metavar="N", help="Of a race; then a driver is stopped.  [3]"
    ),
    click.option("--dq-rate", type=click.FloatRange(0, 1), metavar="X", help="Races with faults to be out.  [0.1]"),
    click.option("--records", metavar="NAME", help="A .hrn file or a folder in DIR, or off.  [default: records.hrn]"),
    click.option("-j", "jobs", type=click.IntRange(0, 256), default=1, metavar="N", help="Processes; 0: one a core."),
    click.option("--cluster", metavar="ADDRESS", help="Workers of dask.distributed; it runs code: keep it private."),
    click.option("--live", type=click.IntRange(1), metavar="N", help="Print the table every N blocks."),
    click.option("--dry-run", is_flag=True, help="Print who would race whom, and race nothing."),
    click.option("--strict", is_flag=True, help="Exit code 1 if any driver had a fault."),
    click.option("-q", "--quiet", is_flag=True, help="Nothing but the table."),
)


def _with_options(command: Callable[..., int]) -> Callable[..., int]:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command(epilog=RULES)
@click.argument("folder", required=False, metavar="[DIR]")
@_with_options
def run(
    folder: str | None,
    setup: str | None,
    jobs: int,
    cluster: str | None,
    live: int | None,
    dry_run: bool,
    strict: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Begin a tournament in DIR, or go on with the one that is there; without DIR in the next that is free.

    A block is one seed, raced in all rotations of its bots' seats; only whole blocks count. Every race is written down
    as it ends; a run that was stopped or killed goes on where it was. --setup takes a file with all of it; the
    manifest of a tournament is one. In a pipe every race is a JSON line on stdout.

    \b
    heat tournament run
    heat tournament run cup -d builtin:greedy -d 'python bot.py' --fill legends --table-size 6 -n 60 -j 2
    heat tournament run ab -d 'python new.py' -d 'python old.py' --sprt "elo0=0 elo1=20"
    heat tournament run cup
    """  # noqa: D301  # click's own \b
    manifest, given = asked(setup, options)
    place = Folder(Path(folder) if folder else _free())
    if place.there:
        differing(manifest, place.manifest(), given)
    new = place.manifest() if place.there else completed(manifest)
    made = ready(new, setup or "")
    if dry_run:
        return _dry(made)
    if cluster:
        check_cluster(cluster)
    not_ready = {} if cluster or place.runner() else tried(made)
    kept = {"-j": jobs if jobs != 1 else None, "--cluster": cluster, "--live": live}
    options_ = [word for name, value in kept.items() if value is not None for word in (name, str(value))]
    flags = ["--strict"] * strict + ["-q"] * quiet
    resume = shlex.join(["heat", "tournament", "run", str(place.path), *options_, *flags])
    with place.locked():
        if not place.there:
            place.begin(new)
        found = loaded(str(place.path))
        _refuse_lost(found, not_ready)
        found.folder.open(found.made.manifest, found.fold.done)
        teller = _Teller(found, live, quiet)
        teller.not_ready(not_ready)
        stop = Stop()
        try:
            with stop.on_signals(teller.stopping):
                done = race_all(
                    found.folder, found.made, found.fold, stop, teller.played, jobs or cores(), cluster or ""
                )
        except BrokenPipeError:
            forget_stdout()
            return teller.stopped("nobody reads on", resume)
        except OSError as error:
            return teller.stopped(f"{error.filename or 'output'}: {error.strerror}", resume)
        except (StoppedError, FullError, KeyboardInterrupt) as error:
            return teller.stopped(str(error), resume)
        return teller.ended(done, jobs or cores(), strict, folder is None)


def _refuse_lost(found: Loaded, not_ready: dict[str, str]) -> None:
    """Raises SetupError for a program that has raced here and does not start any more: its races would be lost."""
    for row in found.folder.rows():
        for car in row.cars:
            if car.name in not_ready and not any(fault.stopped for fault in car.faults):
                why = f"driver {car.name} has raced here, and does not get ready now: {not_ready[car.name]}"
                raise SetupError(f"{why}; nothing is raced until it does")


def _free() -> Path:
    """The folder of a tournament that has none: the first that is free."""
    number, path = 1, Path(NEW)
    while path.exists():
        number += 1
        path = Path(f"{NEW}-{number}")
    return path


def _dry(made: Ready) -> int:
    """Who would race whom."""
    waits = 0
    for block in schedule.blocks(made.plan, lambda _: None):
        track = made.manifest.season or "season" if made.manifest.format == "season" else made.tracks[block.track].id
        for rotation, bots in enumerate(schedule.orders(made.plan, block.bots)):
            names = ", ".join(made.names[bot] for bot in bots)
            click.echo(f"block {block.number}, rotation {rotation}, {track}: {names}")
        waits = block.number + 1
    left = schedule.planned(made.plan) - waits
    if left:
        click.echo(f"{plural(left, 'block')} more, by the standings then")
    return 0


class _Teller:
    """What is said meanwhile: progress on stderr, on stdout JSON lines in a pipe and the table on a terminal."""

    def __init__(self, found: Loaded, live: int | None, quiet: bool) -> None:
        self.found, self.live, self.quiet = found, live, quiet
        self.lines = not sys.stdout.isatty() and not quiet
        self.progress = sys.stderr.isatty() and not quiet
        self.began = self.last = time.monotonic()
        self.races = 0
        self.told = 0  # blocks at the last live table
        self.tables = 0.0  # seconds spent on them
        plan = found.made.plan
        self.rotations = len(schedule.orders(plan, tuple(range(plan.seats))))
        self.all = schedule.planned(plan) * self.rotations
        if not quiet:
            there = f", {len(found.fold.done)} of them are there" if found.fold.done else ""
            click.echo(f"{found.folder.path}: {plural(self.all, 'race')} in {_blocks(plan)}{there}", err=True)
            for wrong in found.wrong:
                click.echo(f"{found.folder.path / wrong.file}:{wrong.line}: {wrong.text}", err=True)

    def played(self, played: Played) -> None:
        """A race is over."""
        self.races += 1
        if self.lines:
            write(played.row)
            sys.stdout.flush()
        now = time.monotonic()
        if self.progress and now - self.last >= EVERY:
            self.last = now
            self._line(now)
        blocks = len(self.found.fold.blocks)
        if self.live and blocks >= self.told + self.live and self.tables <= SHARE * (now - self.began) + 0.5:
            self.told = blocks
            self._clear()
            summary = summed(self.found.made, self.found.fold)
            click.echo(tables.text(summary, matrix=False, width=tables.terminal()) + "\n", err=True)
            self.tables += time.monotonic() - now

    def not_ready(self, why: dict[str, str]) -> None:
        """Programs that do not start: they are raced all the same."""
        for name, said in why.items():
            click.echo(f"{name}: does not get ready: {said}; its car drives by first legal actions", err=True)

    def stopping(self, asked: int) -> None:
        """Somebody asks to stop."""
        self._clear()
        if asked == 1:
            click.echo("stopping after the races under way; once more stops at once", err=True)

    def stopped(self, why: str, resume: str) -> int:
        """It is stopped, and can be gone on with."""
        self._clear()
        done = len(self.found.fold.done)
        said = f"{why}: " if why and why != "stopped" else ""
        click.echo(f"{said}stopped after {done} of {plural(self.all, 'race')}; go on with: {resume}", err=True)
        return STOPPED

    def ended(self, done: Run, jobs: int, strict: bool, is_new: bool) -> int:
        """It is over."""
        self._clear()
        found = self.found
        summary, times = found.summary(), found.times()
        if self.lines:
            for row in tables.rows(summary, times):
                write(row)
        else:
            click.echo(tables.text(summary, times, width=tables.terminal()))
        if not self.quiet and done.races:
            lost = 100 * share_of(done.raced, done.took, jobs)
            rate = done.races / done.took
            speed = f"{plural(done.races, 'race')} in {done.took:.1f} s, {rate:.1f}/s"
            click.echo(f"{speed}; {lost:.1f} % of the time was not racing", err=True)
        if not self.quiet:
            path = shlex.quote(str(found.folder.path))
            click.echo(f"heat tournament report {path} --html {path}.html makes a page of it", err=True)
        if is_new and not self.quiet:
            click.echo("your own bot joins with -d 'python my_bot.py'; heat bot new python my_bot writes one", err=True)
        return 1 if strict and (summary.voided or any(bot.faulty for bot in summary.bots)) else 0

    def _line(self, now: float) -> None:
        done, spent = len(self.found.fold.done), now - self.began
        rate = self.races / spent if spent else 0.0
        left = f", {_time((self.all - done) / rate)} left" if rate else ""
        click.echo(f"\r\x1b[K{done}/{self.all} races, {rate:.1f}/s{left}", err=True, nl=False)

    def _clear(self) -> None:
        if self.progress:
            click.echo("\r\x1b[K", err=True, nl=False)


def _blocks(plan: schedule.Plan) -> str:
    return plural(schedule.planned(plan), "block")


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"
