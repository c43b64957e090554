"""heat play: the cockpit."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from shlex import quote
from typing import Any, Final

import click
import msgspec
from click.core import ParameterSource

from heatcli.arena.drivers import HUMAN, Driver, Local
from heatcli.cli.race import spec_of
from heatcli.cli.records import lines_of
from heatcli.cli.running import RULES, SETUP_OPTIONS, Running, running_of
from heatcli.core.season import Season
from heatcli.core.specs import MAX_CARS, seat_cars
from heatcli.data.load import is_path
from heatcli.data.seasons import legs_of
from heatcli.errors import DataError, SetupError
from heatcli.repl import places
from heatcli.repl.course import Course, made_of, race_of
from heatcli.repl.match import Person
from heatcli.repl.places import How, Shelf
from heatcli.repl.session import LEFT, Session

LEGENDS: Final = 5
STOPPED: Final = 3
"""The exit code of what can be gone on with."""

_RACE: Final = (
    *(
        "track",
        "laps",
        "grid",
        "weather",
        "event",
        "season",
        "seat",
        "seed",
        "legend_cars",
        "garage",
        "options",
        "setup",
    ),
)
"""Options that say what is raced."""

_SHOWN: Final = ("only_ascii", "pace", "intro")
"""Options that say how it is shown."""

COMMANDLINE: Final = ParameterSource.COMMANDLINE

_OPTIONS = (
    *SETUP_OPTIONS,
    click.option("--laps", type=int, metavar="N", help="Laps; the track's own without it."),
    click.option("--grid", metavar="COLOURS", help="The grid, pole first, such as blue,black; drawn without it."),
    click.option("--weather", is_flag=True, help="A weather card, and a road token for each corner."),
    click.option("--event", metavar="ID", help="An event card, such as new-record; SPEC.md 8.9 has the ids."),
    click.option("--season", metavar="NAME", help="A championship: 1961 to 1966, random, or a .toml file."),
    click.option("--seat", type=click.IntRange(1, MAX_CARS), metavar="N", help="Which of the cars is yours, from 1."),
    click.option("--people", type=click.IntRange(1, MAX_CARS), default=1, metavar="N", help="Take turns at the keys."),
    click.option("--load", "record", metavar="FILE", help="Go on with a record, or from a position."),
    click.option("--resume", is_flag=True, help="Go on with the race that was left."),
    click.option("--ascii", "only_ascii", is_flag=True, help="Draw with ASCII alone."),
    click.option("--pace", type=click.IntRange(0, 10_000), metavar="MS", help="To look at each car's turn.  [250]"),
    click.option("--intro/--no-intro", default=None, help="The introduction; shown once without a word."),
)


class Recalled(click.Command):
    """Keeps its arguments, so that a race that is left can be gone on with."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta["heat.args"] = [*args]
        return super().parse_args(ctx, args)


def _with_options(command: Callable[..., int]) -> Callable[..., int]:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@click.command(cls=Recalled, epilog=RULES)
@click.argument("track", required=False)
@_with_options
@click.pass_context
def play(context: click.Context, /, resume: bool, **given: Any) -> int:
    """Race Legends and bots yourself: on USA against five Legends, or as you say.

    At a terminal you see the track; in a pipe the same commands are read line by line. ? explains what is asked, hint
    asks a bot, undo takes back. The race is kept at every moment: quit, and heat play --resume goes on with it.

    \b
    heat play
    heat play italia -d builtin:racer -d builtin:greedy --garage mixed --weather
    heat play --season 1961
    heat play --people 2 --legends 3
    printf 'g1 1\\npass\\nquit\\n' | heat play --seed 7
    """  # noqa: D301  # click's own \b
    shelf = Shelf(places.state_folder(), resume)
    left = shelf.kept() if resume else _left(given["record"])
    _check(context, given, left is not None)
    here = os.getcwd()
    if left is not None:
        given = _recalled(left[0], given)
    running, people = _running(given)
    how = left[0] if left else How.now(["--seed", running.seed, *context.meta["heat.args"]])
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    has_screen = at_terminal and os.environ.get("TERM", "dumb") != "dumb"
    settings = _settings(given)
    others = [one for one in running.crew if not one.human]
    with running._replace(quiet=True, crew=others).crewed() as (crew, terms):
        course = _course(given, running, people, crew)._replace(terms=terms._replace(write=None))
        made = made_of(course)
        changed = how.made not in ("", made)
        how.made = made
        if left is not None:
            from heatcli.repl.loading import resumed

            course = resumed(left[1], course, how)
        elif given["record"]:
            from heatcli.repl.loading import loaded

            course = loaded("".join(lines_of(given["record"])), given["record"], "", course)
        if context.get_parameter_source("people") == COMMANDLINE and len(course.people) != given["people"]:
            raise SetupError(f"--people {given['people']}: {len(course.people)} of the cars of this record are theirs")
        os.chdir(here)
        session = Session(course, shelf, settings, machine=not at_terminal)
        if changed:
            session.say("A board or a rule has changed since the race was begun: it goes on with what is there now.")
        known = not settings.intro or not at_terminal or shelf.is_known()
        session.teaching = not known if given["intro"] is None else given["intro"]
        if (aside := shelf.begin(how, not resume)) is not None:
            said = LEFT.format(quote(str(aside)))
            session.say(said) if has_screen else click.echo(said, err=True)
        if not has_screen:
            return _line_by_line(session, running, at_terminal)
        from heatcli.repl.shell import converse

        return converse(session)


def _left(record: str | None) -> tuple[How, str] | None:
    """A race that was put aside: its record has beside it how it is raced."""
    if record in (None, "-") or not str(record).endswith(".hrn"):
        return None
    try:
        return places.read_left(Path(str(record)))
    except (FileNotFoundError, DataError):  # what lies beside it is something else
        return None


def _recalled(how: How, given: dict[str, Any]) -> dict[str, Any]:
    """The options that a race was begun with, in the folder where that was."""
    try:
        os.chdir(how.folder())
    except OSError as error:
        click.echo(f"The race was begun in {how.folder()}: {error.strerror}; files are looked for here.", err=True)
    try:
        return {**play.make_context("heat play", how.arguments()).params, **_display(given), "record": None}
    except click.ClickException as error:
        raise DataError(f"the race that was left: {error.format_message()}; heat play begins a new one") from None


def _check(context: click.Context, given: dict[str, Any], left: bool) -> None:
    """Options that would be passed over in silence. A race that was left has its own, but for how it is shown."""
    said = [name for name in given if context.get_parameter_source(name) == COMMANDLINE]
    options = {one.name: one.opts[0] for one in context.command.params}
    for name in said:
        if left and name not in _SHOWN and not (name == "record" and not context.params["resume"]):
            raise click.UsageError(f"the race that was left has its own set-up; leave {options[name]} out")
    if "record" in said:
        own_board = given["track"] is not None and is_path(given["track"])
        for name in said:
            if name in _RACE and not (name == "track" and own_board):
                raise click.UsageError(f"--load brings a race of its own; leave {options[name]} out")
    placed = given["setup"] is not None or any(map(_is_human, given["drivers"]))
    for name in ("seat", "people"):
        if name in said and placed:
            raise click.UsageError(
                f"{options[name]}: the drivers that are called human have their places; leave it out"
            )


def _line_by_line(session: Session, running: Running, at_terminal: bool) -> int:
    """In a pipe, and where a terminal cannot do more."""
    from heatcli.repl.plain import converse

    if running.drawn:
        click.echo(f"seed {session.course.seed}")
    lines = _typed(session) if at_terminal else sys.stdin
    converse(session, lines, click.echo, echo=not at_terminal)
    if session.left or (session.is_over and not session.has_next):
        return 0
    click.echo(f"The input ends before the race. {session.kept}", err=True)
    return STOPPED


def _typed(session: Session) -> Iterator[str]:
    """Lines of a terminal, each behind its prompt."""
    while True:
        click.echo(session.prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            click.echo()
            return
        yield line


def _running(given: dict[str, Any]) -> tuple[Running, list[int]]:
    """The options of the race, and which of its drivers sit here."""
    drivers = [*given["drivers"]]
    if given["setup"] is None and not any(map(_is_human, drivers)):
        many = given["people"]
        at = (given["seat"] or 1) - 1
        if at > len(drivers):
            raise SetupError(f"--seat {at + 1}: 1 to {len(drivers) + 1} is right; Legends have the seats behind them")
        names = ["you"] if many == 1 else [f"player-{n + 1}" for n in range(many)]
        drivers[at:at] = [f"name={name} cmd=human" for name in names]
    if given["legend_cars"] is None and not given["drivers"] and given["setup"] is None:
        given = {**given, "legend_cars": min(LEGENDS, MAX_CARS - len(drivers))}
    running = running_of({**given, "drivers": drivers}, people=MAX_CARS)
    people = [i for i, one in enumerate(running.crew) if one.human]
    if not people:
        raise SetupError("nobody sits here: a driver human is right, or heat race for bots alone")
    return running, people


def _is_human(text: str) -> bool:
    return text.strip() == HUMAN or f"cmd={HUMAN}" in text


def _course(given: dict[str, Any], running: Running, people: Sequence[int], crew: Sequence[Driver]) -> Course:
    bots = iter(crew)
    drivers = [Local(one.name or HUMAN, Person()) if one.human else next(bots) for one in running.crew]
    wanted = {key: given[key] for key in ("track", "grid", "event") if given[key] is not None}
    running = running._replace(file=msgspec.structs.replace(running.file, **wanted))
    file = running.file
    if given["season"] is None:
        sources = {key: running.source(given[key]) for key in ("track", "grid", "event")}
        spec = spec_of(running, sources)
        running.library.lay(spec.track)
        seats = [spec.drivers[at] for at in people]
        return Course(spec, running.seed, drivers, seats, library=running.library, crew=drivers)
    if file.track is not None or file.grid is not None or file.event is not None:
        raise SetupError("track, grid and event are the season's own; leave them out")
    library = running.library
    name, legs = legs_of(given["season"], library, running.seed, running.rules.expansions)
    for leg in legs:
        library.lay(leg.track)
    cars = seat_cars(len(drivers), file.legends or 0)
    season = Season(name, legs, cars, library.catalogue, library.legends, library.weather, running.rules)
    spec = season.spec()
    seats = [spec.drivers[at] for at in people]
    return race_of(Course(spec, running.seed, drivers, seats, library=library, crew=drivers), season)


def _settings(given: dict[str, Any]) -> places.Settings:
    settings = places.settings()
    ascii = given["only_ascii"] or settings.ascii
    pace = settings.pace if given["pace"] is None else given["pace"]
    return msgspec.structs.replace(settings, ascii=ascii, pace=pace)


def _display(given: dict[str, Any]) -> dict[str, Any]:
    """The options that only say how it is shown; they count again when a race is gone on with."""
    said = {key: given[key] for key in ("pace", "intro") if given[key] is not None}
    return {**said, "only_ascii": True} if given["only_ascii"] else said
