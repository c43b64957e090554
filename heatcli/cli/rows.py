"""Races as JSON rows: the race, its events, the result. `heat race` and `heat replay` print the same."""

import sys
from collections.abc import Callable, Sequence
from typing import Any

from heatcli.arena.briefing import seat_lines, speller
from heatcli.arena.referee import Fault, Outcome
from heatcli.core.names import Event
from heatcli.core.specs import Spec
from heatcli.wire import messages
from heatcli.wire.spelling import rules

Row = dict[str, Any]


def write(row: object) -> None:
    """One row on stdout."""
    sys.stdout.write(messages.encode(row).decode() + "\n")


def race_row(spec: Spec, names: Sequence[str], seed: str | None) -> Row:
    """What race it is; without a seed for a record that has none."""
    row: Row = {"type": "race", "track": spec.track.id, "laps": spec.laps}
    if seed is not None:
        row["seed"] = seed
    if spec.season:
        row["season"] = spec.season
    if spec.event is not None:
        row["event"] = spec.event.id
    return {**row, "seats": seat_lines(spec, names), "rules": rules(spec)}


def event_writer(spec: Spec) -> Callable[[Event], None]:
    """Prints events as they are, unmasked."""
    spell = speller(spec)
    return lambda event: write(spell.event(event))


def result_row(outcome: Outcome) -> Row:
    """How it ended: standings with the number of faults, then every fault and warning."""
    standings = [
        {**placed._asdict(), "place": placed.place or None, "faults": sum(fault.costs for fault in placed.faults)}
        for placed in outcome.standings
    ]
    said = [fault for placed in outcome.standings for fault in placed.faults]
    return {
        "type": "result",
        "seed": outcome.seed,
        "why": outcome.why,
        "rounds": outcome.rounds,
        "standings": standings,
        "faults": [_fault_row(fault) for fault in said if fault.costs],
        "warnings": [_fault_row(fault) for fault in said if not fault.costs],
    }


def _fault_row(fault: Fault) -> Row:
    row = fault._asdict()
    return {key: value for key, value in row.items() if value is not None and (fault.costs or key in _OF_A_WARNING)}


_OF_A_WARNING = ("seat", "code", "why", "round", "step", "id")
