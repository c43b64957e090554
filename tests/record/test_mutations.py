"""One character changed: it is found where it was changed, or it meant nothing. One number is one change."""

import random
from functools import cache

import pytest

from tests.record.kit import exported, from_position, small_spec, uncommented, wide_spec, written

PRINTABLE = [*map(chr, range(32, 127)), "\n"]
SPEC = small_spec(3, 1, max_rounds=5)

RECORDS = {
    "seed": lambda: written(small_spec(2), 1, marks=False),
    "no seed": lambda: written(small_spec(2, max_rounds=6, reshuffle="eager", hand=8), 2, seed=False),
    "no seed, Legends": lambda: written(small_spec(2, 2, max_rounds=14), 3, seed=False),
    "Legends": lambda: written(small_spec(1, 2), 4),
    "marks": lambda: written(small_spec(3, 1, max_rounds=8), 61),
    "comments": lambda: written(small_spec(2), 6, notes=True),
    "mulligan": lambda: written(small_spec(2, 1, mulligan=True), 7),
    "to the end": lambda: written(small_spec(2, max_rounds=200, allow_concede=True), 8),
    "position": lambda: from_position(27, marks=True),
    "position, no seed": lambda: from_position(5, seed=False),
    "wide": lambda: written(wide_spec(38), 38),
}


@cache
def record(name):
    return RECORDS[name]()[0]


def changed(text, rng):
    """The text with one character replaced, put in or taken out, and the lines that are touched."""
    at, char, way = rng.randrange(len(text)), rng.choice(PRINTABLE), rng.randrange(3)
    first = text.count("\n", 0, at) + 1
    new = text[:at] + ("" if way == 2 else char) + text[at + (way > 0) :]
    broken = "\n" in (char if way < 2 else "") or (way > 0 and text[at] == "\n")
    return new, (first, first + 1) if broken else (first,)


def judge(text, new, lines):
    """None if all is well; else what is not."""
    races, back = exported(new)
    found = [finding for race in races for finding in race.findings]
    if not found:
        same = uncommented(back) == uncommented(text)
        return None if same or uncommented(new) == uncommented(text) else "not found"
    if found[0].line in lines:
        return None
    return f"first found in line {found[0].line}: {found[0].text}" + (
        "" if any(finding.line in lines for finding in found) else " (and never there)"
    )


FEW = range(200)
MANY = [pytest.param(number, marks=pytest.mark.long) for number in range(200, 3200)]


@pytest.mark.parametrize("number", [*FEW, *MANY])
def test_changes(number):
    rng = random.Random(number)
    text = record([*RECORDS][number % len(RECORDS)])
    new, lines = changed(text, rng)
    assert judge(text, new, lines) is None, new
