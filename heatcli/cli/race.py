"""heat race: drivers against each other."""

from collections.abc import Sequence
from typing import NamedTuple

import click
import msgspec

from heatcli.arena.drivers import Driver
from heatcli.arena.referee import Terms
from heatcli.cli.reports import Reporter, result_table, tally_table
from heatcli.cli.running import RULES, Running, has_faults, shared
from heatcli.core.chance import Chance
from heatcli.core.specs import Spec, seat_cars
from heatcli.core.track import Track
from heatcli.data.load import load_track, track_ids
from heatcli.errors import DataError, SetupError

RANDOM = "random"


@click.command(epilog=RULES)
@click.argument("track", required=False)
@click.option("--laps", type=int, metavar="N", help="Laps; the track's own without it.")
@click.option("--grid", metavar="COLOURS", help="The grid, pole first, such as blue,black; drawn without it.")
@click.option("--weather", is_flag=True, help="A weather card, and a road token for each corner.")
@click.option("--event", metavar="ID", help="An event card, such as new-record; SPEC.md 8.9 has the ids.")
@click.option("-n", "races", type=click.IntRange(1, 1_000_000), default=1, metavar="RACES", help="Race i: seed TEXT/i.")
@shared
def race(
    running: Running,
    track: str | None,
    laps: int | None,
    grid: str | None,
    weather: bool,
    event: str | None,
    races: int,
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
    heat race --seed 7 --json | jq -c 'select(.type == "corner")'
    """  # noqa: D301  # click's own \b
    sources = {"track": running.source(track), "grid": running.source(grid), "event": running.source(event)}
    wanted = {"track": track, "grid": grid, "event": event}
    given = {key: value for key, value in wanted.items() if value is not None}
    running = running._replace(file=msgspec.structs.replace(running.file, **given))
    plan = _Plan(running, spec_of(running, sources), races)
    with running.crewed() as (crew, terms):
        return plan.run(crew, terms)


class _Plan(NamedTuple):
    """All races of one command, and how they are shown."""

    running: Running
    spec: Spec
    races: int

    def run(self, crew: Sequence[Driver], terms: Terms) -> int:
        """Race; the exit code."""
        running, spec = self.running, self.spec
        reporter = Reporter(spec, crew, running.quiet, terms.on_fault)
        outcomes = []
        for i in range(self.races):
            reporter.race(i + 1, self.races)
            last = i + 1 == self.races
            seed = running.seed if self.races == 1 else f"{running.seed}/{i}"
            outcomes.append(running.race(spec, seed, crew, terms, reporter.fault, last))
        reporter.done()
        stdout_taken = running.record == "-"
        if not running.as_json and not (running.quiet and stdout_taken):
            table = result_table(spec, outcomes[0]) if len(outcomes) == 1 else tally_table(spec, outcomes)
            click.echo(table, err=stdout_taken)
        return 1 if running.strict and has_faults(outcomes) else 0


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
