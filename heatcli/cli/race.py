"""heat race: drivers against each other."""

import secrets
import shlex
import sys
from collections.abc import Callable, Sequence

import click

from heatcli.arena.drivers import MAX_FAULTS, Bot, Driver, parse, started
from heatcli.arena.referee import Fault, Outcome, run_race, seat_lines, speller
from heatcli.cli.table import table
from heatcli.core.names import Event
from heatcli.core.rules import OPTIONS, Rules, overlay, spelt
from heatcli.core.specs import Spec, seat_cars
from heatcli.data.load import catalogue, legends, load_track, shipped
from heatcli.errors import SetupError
from heatcli.wire import messages
from heatcli.wire.spelling import rules as spelt_rules

NOTES_SHOWN = 3  # lines about what costs a driver nothing
HEAD = ("place", "car", "driver", "distance", "why", "faults")


RULES = "Rules for --option: " + ", ".join(f"{name} ({spelt(option)})" for name, option in OPTIONS.items()) + "."


@click.command(epilog=RULES)
@click.argument("track", required=False)
@click.option("-d", "--driver", "drivers", multiple=True, metavar="DRIVER", help="A driver, one a car; see above.")
@click.option("--seed", metavar="TEXT", help="The chance of the race; without it a new one is drawn.")
@click.option("--laps", type=int, metavar="N", help="Laps; the track's own without it.")
@click.option("--legends", "legend_cars", type=click.IntRange(0, 9), default=0, metavar="N", help="Legends to add.")
@click.option(
    "--limit", type=click.IntRange(1, 9_999_999), default=1000, show_default=True, metavar="MS", help="Time a decision."
)
@click.option(
    "-n", "races", type=click.IntRange(1, 1_000_000), default=1, metavar="RACES", help="Race i has seed TEXT/i."
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule of the race, such as hand=6.")
@click.option("--json", "as_json", is_flag=True, help="Every event and the result, one object a line.")
@click.option("-q", "--quiet", is_flag=True, help="Nothing on stderr: no seed, progress, faults.")
def race(
    track: str | None,
    drivers: tuple[str, ...],
    seed: str | None,
    laps: int | None,
    legend_cars: int,
    limit: int,
    races: int,
    options: tuple[str, ...],
    as_json: bool,
    quiet: bool,
) -> None:
    """Race drivers against each other, on USA or a TRACK by name or file.

    A DRIVER is builtin:random, builtin:cautious, a command in quotes that speaks the protocol (protocol/README.md), or
    parts: "name=A cmd='python bot.py' ms=500". Without any, six shipped ones race. The first decision has
    10 s, or the limit if that is more.

    \b
    heat race
    heat race italia -d builtin:random -d 'python my_bot.py' --legends 4 --seed 7
    heat race japan -d builtin:random -d builtin:cautious --laps 1 -n 20
    heat race --seed 7 --json | jq -c 'select(.type == "corner")'
    heat race --option hand=6 --option cluttered_rule=literal
    """  # noqa: D301  # click's own \b
    entries = [parse(text) for text in drivers or shipped_drivers()]
    rules = overlay(Rules(), _options([*options, *([] if laps is None else [f"laps={laps}"])]))
    spec = Spec(
        load_track("usa" if track is None else track),
        seat_cars(len(entries), legend_cars),
        catalogue(),
        legends(),
        rules,
    )
    clock = messages.Clock(limit, max(limit, messages.Clock().first_ms))
    with started(entries) as crew:
        for i, text in enumerate(_seeds(seed, races, quiet)):
            if races > 1 and not quiet:
                click.echo(f"race {i + 1}/{races}", err=True)
            faults = _reporter(spec, crew, quiet)
            if as_json:
                _write_head(spec, crew, text)
                outcome = run_race(spec, text, crew, clock, _writer(spec), faults)
                _write(_result(outcome))
            else:
                click.echo("\n" * (i > 0), nl=False)
                click.echo(_table(spec, run_race(spec, text, crew, clock, on_fault=faults)))


def shipped_drivers() -> list[str]:
    """Six drivers for those who name none: two programs, four built-in players."""
    bots = shipped("bots")
    programs = [shlex.join([sys.executable, str(bots / name)]) for name in ("random_legal.py", "first_legal.py")]
    return [*programs, "builtin:random", "builtin:random", "builtin:random", "builtin:cautious"]


def _options(texts: Sequence[str]) -> dict[str, object]:
    options: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise SetupError(f"option {text!r}: NAME=VALUE is right, such as hand=6")
        if name in options:
            raise SetupError(f"option {name}: given twice; once is right")
        options[name] = _value(value)
    return options


def _value(text: str) -> object:
    if text in ("true", "on", "false", "off"):
        return text in ("true", "on")
    number = text.removeprefix("-")
    return int(text) if number.isascii() and number.isdecimal() and len(text) < 10 else text


def _seeds(seed: str | None, races: int, quiet: bool) -> list[str]:
    if seed is None:
        seed = secrets.token_hex(16)
        if not quiet:
            click.echo(f"seed {seed}", err=True)
    elif not seed.isprintable():
        raise SetupError(f"seed {seed!r}: printable characters are right")
    return [seed] if races == 1 else [f"{seed}/{i}" for i in range(races)]


def _reporter(spec: Spec, crew: Sequence[Driver], quiet: bool) -> Callable[[Fault], None]:
    drivers = iter(crew)
    crew_of = {seat: next(drivers) for seat, car in enumerate(spec.seats) if not car.legend}
    notes = dict.fromkeys(crew_of, 0)

    def report(fault: Fault) -> None:
        driver = crew_of[fault.seat]
        if not fault.costs:
            notes[fault.seat] += 1
            if notes[fault.seat] > NOTES_SHOWN:
                return
        where = f"round {fault.round}, {fault.step}"
        text = f"{spec.seats[fault.seat].colour} ({driver.name}): {fault.code} in {where}: {fault.why}"
        if fault.applied:
            text += f"; applied {fault.applied}"
        if fault.stopped:
            text += "; stopped, its car drives on with first legal actions"
        elif fault.applied:
            text += f"; fault {fault.number} of {MAX_FAULTS}"
        elif notes[fault.seat] == NOTES_SHOWN:
            text += "; more of this kind is not shown"
        click.echo(text, err=True)
        if fault.stopped and isinstance(driver, Bot):
            for line in driver.process.last_errors(5):
                click.echo(f"  {driver.name} | {line}", err=True)

    return (lambda fault: None) if quiet else report


def _table(spec: Spec, outcome: Outcome) -> str:
    rows = [(p.place, p.colour, p.name, p.distance, p.why, _tally(p.faults) or "-") for p in outcome.standings]
    laps = f"{spec.laps} lap{'s' if spec.laps > 1 else ''}"
    foot = f"{spec.track.id}, {laps}, {outcome.rounds} rounds, seed {outcome.seed}"
    return f"{table(HEAD, rows, right=(0, 3))}\n{foot}"


def _tally(faults: Sequence[Fault]) -> str:
    codes = [fault.code for fault in faults if fault.costs]
    return ", ".join(f"{code} {codes.count(code)}" for code in dict.fromkeys(codes))


def _write(row: object) -> None:
    sys.stdout.write(messages.encode(row).decode() + "\n")


def _write_head(spec: Spec, crew: Sequence[Driver], seed: str) -> None:
    row = {"type": "race", "track": spec.track.id, "laps": spec.laps, "seed": seed}
    _write({**row, "seats": seat_lines(spec, crew), "rules": spelt_rules(spec)})


def _writer(spec: Spec) -> Callable[[Event], None]:
    spell = speller(spec)
    return lambda event: _write(spell.event(event))


def _result(outcome: Outcome) -> dict[str, object]:
    rows = [{**p._asdict(), "faults": [fault._asdict() for fault in p.faults]} for p in outcome.standings]
    return {"type": "result", "seed": outcome.seed, "standings": rows}
