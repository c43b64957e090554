"""What `heat race` and `heat season` share: their options, drivers, the record file, signals."""

import contextlib
import functools
import os
import secrets
import shlex
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TextIO

import click
import msgspec

from heatcli.arena.drivers import Driver, Entry, parse, started
from heatcli.arena.isolation import SANDBOXES, check_sandbox
from heatcli.arena.referee import ON_FAULT, Fault, Outcome, Terms, run_race
from heatcli.arena.setup_file import SetupFile, clock_of, entries, patience_of, read_setup, rules_of
from heatcli.cli.rows import event_writer, race_row, result_row, write
from heatcli.cli.signals import stoppable
from heatcli.core.rules import OPTIONS, Rules, overlay, read_options, spelt
from heatcli.core.specs import Spec
from heatcli.data.library import Library, library
from heatcli.data.load import is_path, shipped
from heatcli.errors import SetupError
from heatcli.record.header import LEGEND, driver_name
from heatcli.wire.messages import MOST, Clock

WHOLE = click.IntRange(1, MOST)
_INDENT = max(map(len, OPTIONS)) + 4
RULES = "\b\nRules for --option (words: the default first):\n" + "\n".join(
    textwrap.fill(
        f"{option.help}: {spelt(option)}",
        78,
        initial_indent=f"  {name}".ljust(_INDENT),
        subsequent_indent=" " * _INDENT,
        break_on_hyphens=False,
    )
    for name, option in OPTIONS.items()
)

SETUP_OPTIONS = (
    click.option(
        "-d",
        "--driver",
        "drivers",
        multiple=True,
        metavar="DRIVER",
        help="A driver, one a car: builtin:NAME, human, a command.",
    ),
    click.option("--seed", metavar="TEXT", help="The chance of the race; without it a new one is drawn."),
    click.option("--limit", type=WHOLE, metavar="MS", help=f"Milliseconds a decision.  [default: {Clock().ms}]"),
    click.option("--first", type=WHOLE, metavar="MS", help="For the first decision of a race.  [default: 10000]"),
    click.option("--bank", type=WHOLE, metavar="MS", help="For all decisions of a race but the first, together."),
    click.option("--add", type=click.IntRange(0, MOST), metavar="MS", help="More in the bank after each decision."),
    click.option("--start", type=WHOLE, metavar="MS", help="Until a bot is ready.  [default: 10000]"),
    click.option("--quit", type=WHOLE, metavar="MS", help="From the last message to SIGTERM.  [default: 1000]"),
    click.option("--kill", type=WHOLE, metavar="MS", help="From SIGTERM to SIGKILL.  [default: 1000]"),
    click.option("--sandbox", type=click.Choice(SANDBOXES), help="What bot programs are held in.  [default: off]"),
    click.option("--legends", "legend_cars", type=click.IntRange(0, 9), metavar="N", help="Legends to add."),
    click.option("--garage", type=click.Choice(("basic", "advanced", "mixed")), help="Upgrades, and from which pool."),
    click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A rule, such as hand=6; see below."),
    click.option("--setup", metavar="FILE", help="A TOML file with the set-up (README.md); options given here win."),
    click.option("--events", multiple=True, metavar="FILE", help="Event cards of your own."),
    click.option("--cards", multiple=True, metavar="FILE", help="Cards of your own, beside the shipped ones."),
    click.option(
        "--on-fault",
        type=click.Choice(ON_FAULT),
        help="A stopped driver's car drives on with first legal actions (default), is taken off, or voids the race.",
    ),
)
"""What a race is: also for tournaments."""

_OPTIONS = (
    *SETUP_OPTIONS,
    click.option("--fault-dir", metavar="DIR", help="A folder that gets a bundle for every fault."),
    click.option("--record", metavar="FILE", help="Append the record of every race to a file; - is stdout."),
    click.option("--notes", is_flag=True, help="Times and bots' notes as comments of the record."),
    click.option("--strict", is_flag=True, help="Exit code 1 if any driver had a fault."),
    click.option("--anonymous", is_flag=True, help="Do not tell the bots each other's names."),
    click.option("--json", "as_json", is_flag=True, help="Every event and the result, one object a line."),
    click.option("-q", "--quiet", is_flag=True, help="Nothing on stderr: no seed, progress, faults."),
)


class Running(NamedTuple):
    """What the shared options say, read and checked as far as it can be without a track."""

    file: SetupFile
    path: str
    crew: list[Entry]
    library: Library
    rules: Rules
    seed: str
    drawn: bool
    record: str | None
    notes: bool
    strict: bool
    anonymous: bool
    as_json: bool
    quiet: bool
    fault_dir: str
    own: tuple[str, ...]  # the user's own data, as options of the commands that read records

    def source(self, value: object) -> str:
        """How a sentence begins about a value that was not given on the command line."""
        return f"{self.path}: " if self.path and value is None else ""

    @contextlib.contextmanager
    def crewed(self) -> Iterator[tuple[list[Driver], Terms]]:
        """The drivers, started, and the terms they race on; all ends in order."""
        file, sandbox = self.file, self.file.sandbox or "off"
        check_sandbox(sandbox)
        entries = [one._replace(setting=one.setting._replace(sandbox=sandbox)) for one in self.crew]
        with stoppable(), recorder(self.record) as write, started(entries, patience_of(file)) as crew:
            if self.drawn and not self.quiet:
                click.echo(f"seed {self.seed}", err=True)
            if sandbox != "off" and not self.quiet and any(one.argv for one in entries):
                click.echo(f"sandbox {sandbox}: no network, no files but their own", err=True)
            yield (
                crew,
                Terms(
                    _clock(file),
                    file.on_fault or "default",
                    self.anonymous,
                    write,
                    self.notes,
                    fault_dir=self.fault_dir,
                    own=self.own,
                    sandbox=sandbox,
                ),
            )

    def race(
        self,
        spec: Spec,
        seed: str,
        crew: Sequence[Driver],
        terms: Terms,
        on_fault: Callable[[Fault], None],
        last: bool,
    ) -> Outcome:
        """One race, as JSON lines while it goes on if these are wanted; its events are not kept."""
        if not self.as_json:
            return run_race(spec, seed, crew, terms, on_fault=on_fault, last=last)._replace(events=[])
        write(race_row(spec, seats_of(spec, crew), seed))
        outcome = run_race(spec, seed, crew, terms, event_writer(spec), on_fault, last)
        write(result_row(outcome))
        return outcome._replace(events=[])


def shared(command: Callable[..., int]) -> Callable[..., int]:
    """The shared options; the command gets them as `running`, the values of its own beside it."""

    @functools.wraps(command)
    def run(as_json: bool, record: str | None, **given: Any) -> int:
        if as_json and record == "-":
            raise click.UsageError("--json and --record - both want stdout; name a file for the record")
        own = {key: value for key, value in given.items() if key not in _SHARED}
        running = running_of(given)._replace(as_json=as_json, record=record)
        return command(running=running, **own)

    decorated: Callable[..., int] = run
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


_SHARED: Final = (
    *("drivers", "seed", "limit", "first", "bank", "add", "start", "quit", "kill", "sandbox", "legend_cars", "garage"),
    *("options", "setup", "events", "cards", "on_fault", "fault_dir", "notes", "strict", "anonymous", "quiet"),
)
"""Options by the names that a command has for them."""

_CLOCKS: Final = ("limit", "first", "bank", "add", "start", "quit", "kill")


def running_of(given: Mapping[str, Any], people: int = 1) -> Running:
    """The options of a race by the names that a command has for them, read and checked; at most so many people drive.

    Raises HeatError.
    """
    setup, seed, events, cards = given["setup"], given["seed"], given["events"], given["cards"]
    file = read_setup(Path(setup)) if setup is not None else SetupFile()
    rules = overlay(
        rules_of(Path(setup or ""), file), read_options(rule_options(given["options"], given["garage"], given))
    )
    source = f"{setup}: " if setup is not None and seed is None else ""
    wanted = {key: given[key] for key in ("seed", "on_fault", "sandbox", *_CLOCKS)}
    wanted["legends"] = given["legend_cars"]
    file = msgspec.structs.replace(file, **{key: value for key, value in wanted.items() if value is not None})
    return Running(
        file,
        setup or "",
        the_crew(given["drivers"], setup, file, people),
        library((), events, cards),
        rules,
        seed_or_new(file.seed, source),
        file.seed is None,
        None,
        given.get("notes", False),
        given.get("strict", False),
        given.get("anonymous", False),
        False,
        given.get("quiet", False),
        _folder(given.get("fault_dir")),
        _own(file.track, events, cards),
    )


def _clock(file: SetupFile) -> Clock:
    if file.add is not None and file.bank is None:
        raise SetupError("--add without --bank: there is nothing to add it to; --bank MS is the time of a whole race")
    return clock_of(file)


def _own(track: str | None, events: Sequence[str], cards: Sequence[str]) -> tuple[str, ...]:
    files = [("--track", track)] if track is not None and is_path(track) else []
    files += [("--events", file) for file in events] + [("--cards", file) for file in cards]
    return tuple(word for option, file in files for word in (option, os.path.abspath(file)))


def _folder(name: str | None) -> str:
    if name is None:
        return ""
    try:
        os.makedirs(name, exist_ok=True)
    except OSError as error:
        raise SetupError(f"--fault-dir {name}: {error.strerror}; a folder, or one to be made, is right") from None
    return name


def rule_options(options: Sequence[str], garage: str | None, own: Mapping[str, Any]) -> list[str]:
    """The rules that have an option of their own, as --option has them."""
    given = [f"garage={garage}"] if garage is not None else []
    given += [f"laps={own['laps']}"] if own.get("laps") is not None else []
    given += ["weather=on"] if own.get("weather") else []
    return [*options, *given]


def seats_of(spec: Spec, crew: Sequence[Driver]) -> list[str]:
    """The drivers' names by seat."""
    names = iter([driver.name for driver in crew])
    return [LEGEND if seat.legend else driver_name(next(names)) for seat in spec.seats]


def has_faults(outcomes: Sequence[Outcome]) -> bool:
    """Any driver had a fault that cost it something."""
    return any(fault.costs for outcome in outcomes for placed in outcome.standings for fault in placed.faults)


def shipped_drivers() -> list[str]:
    """Six drivers for those who name none: two programs, four built-in players."""
    bots = shipped("bots")
    programs = [shlex.join([sys.executable, str(bots / name)]) for name in ("random_legal.py", "first_legal.py")]
    return [*programs, "builtin:cautious", "builtin:greedy", "builtin:greedy", "builtin:racer"]


def the_crew(drivers: Sequence[str], setup: str | None, file: SetupFile, people: int = 1) -> list[Entry]:
    """The drivers that were asked for, or that the set-up file has, or shipped ones; at most so many people."""
    if setup is not None and file.driver and not drivers:
        found = entries(Path(setup), file, people)
    else:
        found = [parse(text) for text in drivers or shipped_drivers()]
    if restarted := next((one for one in found if one.restart), None):
        raise SetupError(f"restart={restarted.restart} is for tournaments; leave it out")
    if sum(one.human for one in found) > people:
        raise SetupError("more than one human; one person a terminal")
    return found


def seed_or_new(seed: str | int | None, source: str) -> str:
    """The seed that was given, or 128 random bits. Raises SetupError; `source` begins its sentence."""
    if seed is None:
        return secrets.token_hex(16)
    seed = str(seed)
    if not (seed and seed.isprintable()):
        raise SetupError(f"{source}seed {seed!r}: printable characters are right, one or more")
    return seed


@contextlib.contextmanager
def recorder(path: str | None) -> Iterator[Callable[[str], None] | None]:
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
