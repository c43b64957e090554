"""What `heat race` tells a person: faults as they happen, the table of a race, the tally of many."""

import sys
from collections.abc import Sequence

import click

from heatcli.arena.drivers import MAX_FAULTS, Bot, Driver
from heatcli.arena.referee import Fault, Outcome
from heatcli.arena.story import plural
from heatcli.cli.table import table
from heatcli.core.specs import Spec

HEAD = ("place", "car", "driver", "round", "distance", "why", "faults")
TALLY = ("car", "driver", "races", "wins", "mean place", "faults")
NOTES_SHOWN = 3  # lines about what costs a driver nothing, a driver and race
STDERR_LINES = 5

_STOPPED = {
    "default": "stopped, its car drives on with first legal actions",
    "retire": "stopped, its car is taken off",
    "abort": "stopped, the race is void",
}


class Reporter:
    """Progress and faults on stderr."""

    def __init__(self, spec: Spec, crew: Sequence[Driver], quiet: bool, on_fault: str) -> None:
        self._spec, self._quiet, self._on_fault = spec, quiet, on_fault
        self._crew = dict(zip(spec.drivers, crew, strict=True))
        self._notes = dict.fromkeys(self._crew, 0)
        self._progress = not quiet and sys.stderr.isatty()
        self._shown = False
        self._race = ""
        self._dead: list[Driver] = []  # whose last words were shown

    def race(self, number: int, races: int) -> None:
        """A race begins; on a terminal many races have one line of progress."""
        self._notes = dict.fromkeys(self._crew, 0)
        self._race = f"race {number}, " if races > 1 else ""
        if self._progress and races > 1:
            click.echo(f"\rrace {number}/{races}", err=True, nl=False)
            self._shown = True

    def done(self) -> None:
        """No more races."""
        if self._shown:
            click.echo("\r" + " " * 20 + "\r", err=True, nl=False)
            self._shown = False

    def fault(self, fault: Fault) -> None:
        """One line about what a driver did; with what it wrote to stderr if that is the end of it."""
        driver = self._crew[fault.seat]
        if self._quiet or not (fault.costs or self._note(fault.seat)):
            return
        self.done()
        where = f"{self._race}round {fault.round}, {fault.step}"
        text = f"{self._spec.seats[fault.seat].colour} ({driver.name}): {fault.code} in {where}: {fault.why}"
        if fault.applied:
            text += f"; applied {fault.applied}"
        if fault.stopped:
            text += f"; {_STOPPED[self._on_fault]}"
        elif fault.applied:
            text += f"; fault {fault.number} of {MAX_FAULTS}"
        elif self._notes[fault.seat] == NOTES_SHOWN:
            text += "; more of this kind is not shown"
        click.echo(text, err=True)
        if (
            fault.costs
            and (fault.stopped or fault.number == 1)
            and isinstance(driver, Bot)
            and driver not in self._dead
        ):
            if driver.dead is not None:
                self._dead.append(driver)
            for line in driver.process.last_errors(STDERR_LINES):
                click.echo(f"  {driver.name} | {line}", err=True)

    def _note(self, seat: int) -> bool:
        self._notes[seat] += 1
        return self._notes[seat] <= NOTES_SHOWN


def course(spec: Spec) -> str:
    """The track and how often round."""
    return f"{spec.track.id}, {plural(spec.laps, 'lap')}"


def result_table(spec: Spec, outcome: Outcome) -> str:
    """The standings of a race."""
    rows = [(p.place or "-", p.colour, p.name, p.round, p.distance, p.why, _codes(p.faults)) for p in outcome.standings]
    foot = f"{course(spec)}, {plural(outcome.rounds, 'round')}, seed {outcome.seed}"
    return f"{table(HEAD, rows, right=(0, 3, 4))}\n{foot}"


def tally_table(spec: Spec, outcomes: Sequence[Outcome]) -> str:
    """One line a race, then what the cars made of all of them, best mean place first."""
    lines = ["seed: cars by place"]
    for outcome in outcomes:
        order = " ".join(p.colour for p in outcome.standings) if outcome.why != "aborted" else "void"
        lines.append(f"{outcome.seed}: {order}")
    placed = {seat: [p for o in outcomes for p in o.standings if p.seat == seat] for seat in range(len(spec.seats))}
    rows = []
    for seat, rows_of in placed.items():
        places = [p.place for p in rows_of if p.place]
        mean = sum(places) / len(places) if places else 0.0
        faults = _codes([fault for p in rows_of for fault in p.faults])
        row = (spec.seats[seat].colour, rows_of[0].name, len(places), places.count(1), f"{mean:.2f}", faults)
        rows.append((mean, row))
    rows.sort(key=lambda pair: pair[0])
    body = table(TALLY, [row for _, row in rows], right=(2, 3, 4))
    return "\n".join([*lines, "", body, f"{course(spec)}, {len(outcomes)} races"])


def _codes(faults: Sequence[Fault]) -> str:
    codes = [fault.code for fault in faults if fault.costs]
    return ", ".join(f"{code} {codes.count(code)}" for code in dict.fromkeys(codes)) or "-"
