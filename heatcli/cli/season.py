"""heat season: a whole championship."""

from collections.abc import Sequence

import click

from heatcli.arena.drivers import Driver
from heatcli.arena.referee import Outcome, Terms
from heatcli.cli.reports import Reporter, result_table
from heatcli.cli.rows import Row, write
from heatcli.cli.running import RULES, Running, has_faults, seats_of, shared
from heatcli.cli.table import table
from heatcli.core.season import Season
from heatcli.core.specs import Spec, seat_cars
from heatcli.data.seasons import legs_of
from heatcli.errors import SetupError
from heatcli.wire.messages import SeasonLine


@click.command(epilog=RULES)
@click.argument("season", default="1961", metavar="[SEASON]")
@shared
def season(running: Running, season: str) -> int:
    """Race a championship: 1961 (without a SEASON) to 1966, random, or one of your own in a .toml file.

    Garage (mixed without --garage) and weather are always on (SPEC 8.1), event cards bring sponsorships and their
    rules; points, grids and cards go from race to race. Drivers and the other options are those of heat race; race i
    has seed TEXT/i.

    \b
    heat season 1961
    heat season 1965 -d human -d builtin:greedy --legends 4
    heat season random --seed 7 -d builtin:greedy -d builtin:random -d 'python my_bot.py' --record season.hrn
    heat season my-season.toml --json | jq -c 'select(.type == "season")'
    """  # noqa: D301  # click's own \b
    library, file = running.library, running.file
    if file.track is not None or file.grid is not None or file.event is not None:
        raise SetupError(f"{running.path}: track, grid and event are the season's own; leave them out")
    name, legs = legs_of(season, library, running.seed, running.rules.expansions)
    seats = seat_cars(len(running.crew), file.legends or 0)
    championship = Season(name, legs, seats, library.catalogue, library.legends, library.weather, running.rules)
    with running.crewed() as (crew, terms):
        return _run(running, championship, crew, terms)


def _run(running: Running, season: Season, crew: Sequence[Driver], terms: Terms) -> int:
    outcomes: list[Outcome] = []
    show = not running.as_json and not (running.quiet and running.record == "-")
    while not season.is_over:
        spec = season.spec()
        outcome = _race(running, season, spec, crew, terms)
        if outcome.why == "aborted":
            raise SetupError(f"race {season.race + 1} of the season is void, and so is the season")
        outcomes.append(outcome)
        if show:
            event = f": {spec.event.name}" if spec.event is not None else ""
            click.echo(f"race {season.race + 1} of {len(season.legs)}{event}", err=running.record == "-")
            click.echo(f"{result_table(spec, outcome)}\n", err=running.record == "-")
        season.finish(outcome.state)
    names = seats_of(season.spec(0), crew)
    if running.as_json:
        write(_row(season, names, running.seed))
    elif show:
        click.echo(_standings(season, names), err=running.record == "-")
    return 1 if running.strict and has_faults(outcomes) else 0


def _race(running: Running, season: Season, spec: Spec, crew: Sequence[Driver], terms: Terms) -> Outcome:
    """The next race, told as it goes."""
    seed = f"{running.seed}/{season.race}"
    last = season.race + 1 == len(season.legs)
    so_far = [score.points for score in sorted(season.standings())]
    terms = terms._replace(season=SeasonLine(season.name, season.race + 1, len(season.legs), so_far))
    reporter = Reporter(spec, crew, running.quiet, terms.on_fault)
    return running.race(spec, seed, crew, terms, reporter.fault, last)


def _standings(season: Season, names: Sequence[str]) -> str:
    head = ("place", "car", "driver", "points", *(leg.track.id for leg in season.legs))
    rows = [
        (place, season.seats[score.seat].colour, names[score.seat], score.points, *score.by_race)
        for place, score in enumerate(season.standings(), 1)
    ]
    right = (0, *range(3, len(head)))
    return f"season {season.name}\n{table(head, rows, right=right)}"


def _row(season: Season, names: Sequence[str], seed: str) -> Row:
    standings = [
        {
            "place": place,
            "seat": score.seat,
            "colour": season.seats[score.seat].colour,
            "name": names[score.seat],
            "points": score.points,
            "races": score.by_race,
        }
        for place, score in enumerate(season.standings(), 1)
    ]
    return {"type": "season", "season": season.name, "seed": seed, "standings": standings}
