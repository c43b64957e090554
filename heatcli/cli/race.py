"""heat race: drivers against each other."""

import contextlib
import os
import secrets
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TextIO

import click
import msgspec

from heatcli.arena.drivers import Driver, Entry, parse, started
from heatcli.arena.referee import ON_FAULT, Outcome, Terms, run_race
from heatcli.arena.setup_file import SetupFile, entries, read_setup, rules_of
from heatcli.cli.reports import Reporter, result_table, tally_table
from heatcli.cli.rows import event_writer, race_row, result_row, write
from heatcli.core.rules import OPTIONS, Rules, overlay, read_options, spelt
from heatcli.core.specs import Spec, seat_cars
from heatcli.data.load import catalogue, legends, load_track, shipped
from heatcli.errors import DataError, SetupError
from heatcli.record.header import LEGEND, driver_name
from heatcli.wire.messages import Clock

RULES = "Rules for --option: " + ", ".join(f"{name} ({spelt(option)})" for name, option in OPTIONS.items()) + "."
LIMIT = 1000


@click.command(epilog=RULES)
@click.argument("track", required=False)
@click.option("-d", "--driver", "drivers", multiple=True, metavar="DRIVER", help="A driver, one a car; see above.")
@click.option("--seed", metavar="TEXT", help="The chance of the race; without it a new one is drawn.")
@click.option("--laps", type=int, metavar="N", help="Laps; the track's own without it.")
@click.option(
    "--limit", type=click.IntRange(1, 9_999_999), metavar="MS", help=f"Milliseconds a decision.  [default: {LIMIT}]"
)
@click.option("--legends", "legend_cars", type=click.IntRange(0, 9), metavar="N", help="Legends to add.")
@click.option("--grid", metavar="COLOURS", help="The grid, pole first, such as blue,black; drawn without it.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule of the race, such as hand=6.")
@click.option("--setup", metavar="FILE", help="A TOML file with the set-up (see README.md); options given here win.")
@click.option("-n", "races", type=click.IntRange(1, 1_000_000), default=1, metavar="RACES", help="Race i: seed TEXT/i.")
@click.option("--record", metavar="FILE", help="Append the record of every race to a file; - is stdout.")
@click.option("--notes", is_flag=True, help="Times and bots' notes as comments of the record.")
@click.option(
    "--on-fault",
    type=click.Choice(ON_FAULT),
    help="A stopped driver's car drives on with first legal actions (default), is taken off, or voids the race.",
)
@click.option("--strict", is_flag=True, help="Exit code 1 if any driver had a fault.")
@click.option("--anonymous", is_flag=True, help="Do not tell the bots each other's names.")
@click.option("--json", "as_json", is_flag=True, help="Every event and the result, one object a line.")
@click.option("-q", "--quiet", is_flag=True, help="Nothing on stderr: no seed, progress, faults.")
def race(
    track: str | None,
    drivers: tuple[str, ...],
    seed: str | None,
    laps: int | None,
    limit: int | None,
    legend_cars: int | None,
    grid: str | None,
    options: tuple[str, ...],
    setup: str | None,
    races: int,
    record: str | None,
    notes: bool,
    on_fault: str | None,
    strict: bool,
    anonymous: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Race drivers against each other, on USA or a TRACK by name or file.

    A DRIVER is builtin:random, builtin:cautious, builtin:greedy, human (you, at this terminal), a command in quotes
    that speaks the protocol (protocol/README.md), or parts: "name=A cmd='python bot.py' ms=500 option.risk=3".
    Without any, six shipped ones race. The first decision has 10 s, or the limit if that is more.

    \b
    heat race
    heat race italia -d human -d builtin:greedy --legends 4
    heat race usa -d 'python my_bot.py' -d builtin:random --seed 7 --record usa.hrn
    heat race japan -d builtin:random -d builtin:greedy --laps 1 -n 20
    heat race --seed 7 --json | jq -c 'select(.type == "corner")'
    heat race --option hand=6 --option cluttered_rule=literal
    """  # noqa: D301  # click's own \b
    if as_json and record == "-":
        raise click.UsageError("--json and --record - both want stdout; name a file for the record")
    file = read_setup(Path(setup)) if setup is not None else SetupFile()
    crew_entries = _entries(drivers, setup, file)
    rules = rules_of(Path(setup or ""), file)
    rules = overlay(rules, read_options([*options, *([] if laps is None else [f"laps={laps}"])]))
    wanted = {"track": track, "seed": seed, "limit": limit, "legends": legend_cars, "grid": grid, "on_fault": on_fault}
    file = msgspec.structs.replace(file, **{key: value for key, value in wanted.items() if value is not None})
    source = {key: f"{setup}: " if setup is not None and value is None else "" for key, value in wanted.items()}
    spec = _spec(file, crew_entries, rules, source)
    limit = file.limit or LIMIT
    plan = _Plan(spec, _seed(file.seed, source), file.seed is None, races, strict, as_json, quiet, record == "-")
    clock = Clock(limit, max(limit, Clock().first_ms))
    with _signals(), _recorder(record) as write_record, started(crew_entries) as crew:
        terms = Terms(clock, file.on_fault or "default", anonymous, write_record, notes)
        return plan.run(crew, terms)


class _Plan(NamedTuple):
    """All races of one command, and how they are shown."""

    spec: Spec
    seed: str
    drawn: bool
    races: int
    strict: bool
    as_json: bool
    quiet: bool
    stdout_taken: bool

    def run(self, crew: Sequence[Driver], terms: Terms) -> int:
        """Race; the exit code."""
        names = iter([driver.name for driver in crew])
        seats = [LEGEND if seat.legend else driver_name(next(names)) for seat in self.spec.seats]
        reporter = Reporter(self.spec, crew, self.quiet, terms.on_fault)
        if self.drawn and not self.quiet:
            click.echo(f"seed {self.seed}", err=True)
        outcomes = []
        for i in range(self.races):
            reporter.race(i + 1, self.races)
            last = i + 1 == self.races
            seed = self.seed if self.races == 1 else f"{self.seed}/{i}"
            if self.as_json:
                write(race_row(self.spec, seats, seed))
                outcome = run_race(self.spec, seed, crew, terms, event_writer(self.spec), reporter.fault, last)
                write(result_row(outcome))
            else:
                outcome = run_race(self.spec, seed, crew, terms, on_fault=reporter.fault, last=last)
            outcomes.append(outcome._replace(events=[]))
        reporter.done()
        if not self.as_json and not (self.quiet and self.stdout_taken):
            table = result_table(self.spec, outcomes[0]) if len(outcomes) == 1 else tally_table(self.spec, outcomes)
            click.echo(table, err=self.stdout_taken)
        return 1 if self.strict and any(_faulty(outcome) for outcome in outcomes) else 0


def _faulty(outcome: Outcome) -> bool:
    return any(fault.costs for placed in outcome.standings for fault in placed.faults)


def shipped_drivers() -> list[str]:
    """Six drivers for those who name none: two programs, four built-in players."""
    bots = shipped("bots")
    programs = [shlex.join([sys.executable, str(bots / name)]) for name in ("random_legal.py", "first_legal.py")]
    return [*programs, "builtin:random", "builtin:cautious", "builtin:greedy", "builtin:greedy"]


def _entries(drivers: Sequence[str], setup: str | None, file: SetupFile) -> list[Entry]:
    if setup is not None and file.driver and not drivers:
        return entries(Path(setup), file)
    found = [parse(text) for text in drivers or shipped_drivers()]
    if sum(one.human for one in found) > 1:
        raise SetupError("more than one human; one person a terminal")
    return found


def _spec(file: SetupFile, crew: Sequence[Entry], rules: Rules, source: Mapping[str, str]) -> Spec:
    """The race; `source` begins the error's sentence about a value that comes from a file."""
    seats = seat_cars(len(crew), file.legends or 0)
    try:
        track = load_track("usa" if file.track is None else file.track)
    except DataError as error:
        raise DataError(f"{source['track']}{error}") from None
    if (grid := file.grid) is None:
        return Spec(track, seats, catalogue(), legends(), rules)
    colours = [seat.colour for seat in seats]
    order = [colour.strip().lower() for colour in (grid.split(",") if isinstance(grid, str) else grid)]
    if sorted(order) != sorted(colours):
        right = f"{', '.join(colours)} once each, pole first, is right"
        raise SetupError(f"{source['grid']}grid {','.join(order)}: {right}")
    return Spec(track, seats, catalogue(), legends(), rules, [colours.index(colour) for colour in order])


def _seed(seed: str | int | None, source: Mapping[str, str]) -> str:
    if seed is None:
        return secrets.token_hex(16)
    seed = str(seed)
    if not seed.isprintable():
        raise SetupError(f"{source['seed']}seed {seed!r}: printable characters are right")
    return seed


@contextlib.contextmanager
def _signals() -> Iterator[None]:
    """SIGTERM and SIGHUP end the race as Ctrl-C does, so that no bot outlives it; who ignores them, still does."""
    numbers = [n for n in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(n) is signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


@contextlib.contextmanager
def _recorder(path: str | None) -> Iterator[Callable[[str], None] | None]:
    """What writes the record's lines, each at once; a file is appended to, so that nothing in it is lost."""
    if path is None:
        yield None
    elif path == "-":
        yield _lines(sys.stdout)
    else:
        _mend(path)
        with open(path, "a", encoding="utf-8", newline="\n") as file:
            yield _lines(file)


def _mend(path: str) -> None:
    """End the last line of a record that was torn by a crash.

    Raises SetupError if the file cannot be written, or is none of records: no other file gets a race at its end.
    """
    try:
        with open(path, "ab+") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            if size and file.read(1 << 12).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] not in (b"", b"[", b"{"):
                raise SetupError(f"record {path}: this file has no records; a new file, or one of records, is right")
            file.seek(max(0, size - 1))
            if size and file.read(1) != b"\n":
                file.write(b"\n")
    except OSError as error:
        raise SetupError(f"record {path}: {error.strerror}") from None


def _lines(file: TextIO) -> Callable[[str], None]:
    def write_line(line: str) -> None:
        file.write(f"{line}\n")
        file.flush()

    return write_line
