"""heat race: drivers against each other."""

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

import click
import msgspec

from heatcli.arena.drivers import Driver
from heatcli.arena.referee import Fault, Outcome, Terms
from heatcli.cli.reports import Reporter, result_table, tally_table
from heatcli.cli.running import RULES, Running, has_faults, shared
from heatcli.core.chance import Chance
from heatcli.core.specs import Spec, seat_cars
from heatcli.core.track import Track
from heatcli.data.load import load_track, track_ids
from heatcli.errors import DataError, SetupError

RANDOM = "random"
MOST_WATCHED: Final = 100
"""Races of one command: their films stay in memory."""


@click.command(epilog=RULES)
@click.argument("track", required=False)
@click.option("--laps", type=int, metavar="N", help="Laps; the track's own without it.")
@click.option("--grid", metavar="COLOURS", help="The grid, pole first, such as blue,black; drawn without it.")
@click.option("--weather", is_flag=True, help="A weather card, and a road token for each corner.")
@click.option("--event", metavar="ID", help="An event card, such as new-record; SPEC.md 8.9 has the ids.")
@click.option("-n", "races", type=click.IntRange(1, 1_000_000), default=1, metavar="RACES", help="Race i: seed TEXT/i.")
@click.option("--watch", is_flag=True, help="At a terminal: see the race turn by turn while it goes on (heat watch).")
@shared
def race(
    running: Running,
    track: str | None,
    laps: int | None,
    grid: str | None,
    weather: bool,
    event: str | None,
    races: int,
    watch: bool,
) -> int:
    """Race drivers against each other, on USA, a TRACK by name or file, or a random one.

    A DRIVER is builtin:racer or another shipped one (heat bot list), human (you, at this terminal), a command in quotes
    that speaks the protocol (protocol/README.md), or parts: "name=A cmd='python bot.py' ms=500 option.risk=3".
    Without any, six shipped ones race. The first decision has 10 s, or the limit if that is more.

    \b
    heat race
    heat race italia -d human -d builtin:greedy --legends 4
    heat race usa -d 'python my_bot.py' -d builtin:random --seed 7 --record usa.hrn
    heat race mexico --garage mixed --weather --seed 7
    heat race japan -d builtin:random -d builtin:greedy --laps 1 -n 20
    heat race --seed 7 --watch
    heat race --seed 7 --json | jq -c 'select(.type == "corner")'
    """  # noqa: D301  # click's own \b
    sources = {"track": running.source(track), "grid": running.source(grid), "event": running.source(event)}
    wanted = {"track": track, "grid": grid, "event": event}
    given = {key: value for key, value in wanted.items() if value is not None}
    running = running._replace(file=msgspec.structs.replace(running.file, **given))
    plan = _Plan(running, spec_of(running, sources), races)
    if watch:
        _check_watched(running, races)
    with running.crewed() as (crew, terms):
        return plan.run(crew, terms, watch)


def _check_watched(running: Running, races: int) -> None:
    """Whether the screen is free for it, and there is one."""
    if running.as_json or running.record == "-":
        raise click.UsageError("--watch takes the screen; --json and --record - want stdout: one of them is right")
    if any(one.human for one in running.crew):
        raise click.UsageError("--watch is for races between bots; heat play is for people")
    if races > MOST_WATCHED:
        raise click.UsageError(f"--watch with -n {races}: at most {MOST_WATCHED} races are watched")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("--watch needs a terminal")


class _Plan(NamedTuple):
    """All races of one command, and how they are shown."""

    running: Running
    spec: Spec
    races: int

    def run(self, crew: Sequence[Driver], terms: Terms, watch: bool) -> int:
        """Race; the exit code."""
        running, spec = self.running, self.spec
        reporter = Reporter(spec, crew, running.quiet, terms.on_fault)
        outcomes = self._watched(reporter, crew, terms) if watch else self._raced(reporter, crew, terms)
        reporter.done()
        stdout_taken = running.record == "-"
        if not running.as_json and not (running.quiet and stdout_taken):
            table = result_table(spec, outcomes[0]) if len(outcomes) == 1 else tally_table(spec, outcomes)
            click.echo(table, err=stdout_taken)
        return 1 if running.strict and has_faults(outcomes) else 0

    def _raced(self, reporter: Reporter, crew: Sequence[Driver], terms: Terms) -> list[Outcome]:
        outcomes = []
        for number, seed, last in self._seeds():
            reporter.race(number, self.races)
            outcomes.append(self.running.race(self.spec, seed, crew, terms, reporter.fault, last))
        return outcomes

    def _watched(self, reporter: Reporter, crew: Sequence[Driver], terms: Terms) -> list[Outcome]:
        """What there is to report waits until the screen is free."""
        from heatcli.repl.live import Live  # most races are not watched
        from heatcli.repl.places import settings

        outcomes, faults = [], list[tuple[int, Fault]]()
        try:
            with Live(settings()) as live:
                for number, seed, last in self._seeds():
                    heard = partial(_note, faults, number)
                    outcomes.append(live.race(self.spec, seed, crew, terms, heard, last)._replace(events=[]))
        finally:
            for number, fault in faults:
                reporter.race(number, self.races)
                reporter.fault(fault)
        return outcomes

    def _seeds(self) -> Iterator[tuple[int, str, bool]]:
        """Each race's number from 1 and seed, and whether it is the last."""
        for i in range(self.races):
            seed = self.running.seed if self.races == 1 else f"{self.running.seed}/{i}"
            yield i + 1, seed, i + 1 == self.races


def _note(faults: list[tuple[int, Fault]], number: int, fault: Fault) -> None:
    faults.append((number, fault))


def spec_of(running: Running, sources: dict[str, str]) -> Spec:
    """The race that the options make; `sources` begin the sentences about values that come from a file.

    Raises HeatError.
    """
    file, library = running.file, running.library
    if running.rules.garage_choice == "given":
        raise SetupError("garage_choice given is for records, whose seats bring their cards; draft is right here")
    seats = seat_cars(len(running.crew), file.legends or 0)
    try:
        track = _track("usa" if file.track is None else file.track, running.seed)
    except DataError as error:
        raise DataError(f"{sources['track']}{error}") from None
    try:
        event = None if file.event is None else library.event(file.event)
    except DataError as error:
        raise DataError(f"{sources['event']}{error}") from None
    colours = [seat.colour for seat in seats]
    order = None
    if (grid := file.grid) is not None:
        names = [colour.strip().lower() for colour in (grid.split(",") if isinstance(grid, str) else grid)]
        if sorted(names) != sorted(colours):
            right = f"{', '.join(colours)} once each, pole first, is right"
            raise SetupError(f"{sources['grid']}grid {','.join(names)}: {right}")
        order = [colours.index(colour) for colour in names]
    return Spec(track, seats, library.catalogue, library.legends, running.rules, order, library.weather, None, event)


def _track(name: str, seed: str) -> Track:
    if name != RANDOM:
        return load_track(name)
    ids = track_ids()
    return load_track(ids[Chance(seed).shuffled("track", 0, range(len(ids)))[0]])
