"""One character changed: it is found where it was changed, or it meant nothing. One number is one change."""

import random
from collections import Counter
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.record import kit
from tests.record.kit import exported, from_position, small_spec, spec_like, uncommented, wide_spec, written

PRINTABLE = [*map(chr, range(32, 127)), "\n"]

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


FOUND, EITHER, MENDED, COMMENT, SPELLING, TORN = CLASSES = (
    "found at its line",
    "found at its line and at the one that it contradicts",
    "found at the hash of the head",
    "in a comment",
    "white space, case, order or a line that says nothing",
    "the file ends in its last line",
)


def judge(text, new, lines):
    """Which class a change is of; else what is not well."""
    races, back = exported(new)
    found = [finding for race in races for finding in race.findings]
    if not found:
        if races[-1].torn and new[: text.rindex("\n")] + "\n" == text:
            return TORN  # it is cut, as test_cuts wants it
        if uncommented(new) == uncommented(text):
            return COMMENT
        return SPELLING if uncommented(back) == uncommented(exported(text)[1]) else "not found"
    if found[0].line in lines:
        return FOUND
    if allowed(text, new, found[0]):
        return MENDED
    if any(finding.text.startswith("or ") and finding.line in lines for finding in found):
        return EITHER
    return f"first found in line {found[0].line}: {found[0].text}" + (
        "" if any(finding.line in lines for finding in found) else " (and never there)"
    )


def allowed(text, new, finding):
    """A lost letter that is not ASCII (too many to try them all) is found at the hash of the head."""
    letters, left = ([char for char in each if not char.isascii()] for each in (text, new))
    return len(left) < len(letters) and finding.text.startswith("the head (lines ")


FEW = range(200)
MANY = [pytest.param(number, marks=pytest.mark.long) for number in range(200, 3200)]


@pytest.mark.parametrize("number", [*FEW, *MANY])
def test_changes(number):
    rng = random.Random(number)
    text = record([*RECORDS][number % len(RECORDS)])
    new, lines = changed(text, rng)
    assert judge(text, new, lines) in CLASSES, new


def of_all_modules(number):
    """Records of any kind of race: with and without seed, from the grid or a position, with marks and notes."""
    if number % 4 == 3:
        return from_position(number, seed=number % 8 == 3, marks=number % 3 == 0)[0]
    spec = wide_spec(number)
    rules = spec.base._replace(max_rounds=min(spec.base.max_rounds, 4 + number % 9))
    how = {"seed": number % 2 == 0, "marks": number % 3 == 0, "notes": number % 5 == 0, "end": number % 7 > 0}
    return written(spec_like(spec, rules=rules), number, **how)[0]


@pytest.mark.parametrize("changes", [1, pytest.param(40, marks=pytest.mark.long)])
def test_changes_in_200_records_of_all_modules(changes):
    """pytest -s shows how many are of which class."""
    counts = Counter()
    for number in range(200):
        rng, text = random.Random(f"all {number} {changes}"), of_all_modules(number)
        for _ in range(changes):
            new, lines = changed(text, rng)
            counts[kind := judge(text, new, lines)] += 1
            assert kind in CLASSES, f"record {number}, line {lines[0]}: {new.splitlines()[lines[0] - 1]!r}"
    print("", *(f"{n:6} {kind}" for kind, n in counts.most_common()), sep="\n")
    assert counts[FOUND] > 150 * changes


CHARS = st.sampled_from([*'[]{}"\\#@=;:!./-, \t\n\r0123456789abgrlSH', "é", "²", "\u2028", "\x00", "\udc80", "\ufeff"])
PIECES = st.sampled_from(
    [line for name in ("RACE", "PILES") for line in getattr(kit, name).splitlines(keepends=True)]
    + ['[Car "red" "3/0 e99999 hand 1 2"]\n', '[Car "blue" "68/1 g4 hand U7 P1 U43 H S 1 2"]\n', '[Round "99999"]\n']
    + [
        "0. red mulligan = 1/0\n",
        "2. red",
        "=",
        "{",
        "}",
        "@deck:0/0",
        "99999. ",
        "retire",
        "!timeout",
        " pass;",
        "\r\n",
    ]
)
GARBAGE = st.one_of(
    st.text(CHARS, max_size=80),
    st.text(st.characters(), max_size=80),
    st.lists(st.one_of(PIECES, st.text(CHARS, max_size=4)), max_size=30).map("".join),
)


@given(GARBAGE)
@settings(max_examples=300, deadline=None)
def test_garbage_is_read_or_refused(text):
    """Never anything else; findings stand in lines that are there."""
    races, _ = exported(text)
    lines = text.count("\n") + text.count("\r") + 1
    for race in races:
        assert all(1 <= finding.line <= lines and finding.column >= 1 for finding in race.findings)
        assert race.findings == sorted(race.findings)


@given(st.sampled_from([*RECORDS][:-1]), st.data())
@settings(max_examples=120, deadline=None)
def test_spoilt_records_are_read_or_refused(name, data):
    """Lines lost, doubled, in another order, with garbage in them."""
    lines = record(name).splitlines(keepends=True)
    for _ in range(data.draw(st.integers(1, 4))):
        at, to = data.draw(st.integers(0, len(lines) - 1)), data.draw(st.integers(0, len(lines) - 1))
        line, way = lines[at], data.draw(st.integers(0, 3))
        if way == 0:
            lines[at], lines[to] = lines[to], line
        elif way == 1:
            lines.insert(to, line)
        elif way == 2:
            lines[at] = ""
        else:
            cut = data.draw(st.integers(0, len(line)))
            lines[at] = line[:cut] + data.draw(st.text(CHARS, max_size=3)) + line[cut + data.draw(st.integers(0, 3)) :]
    text = "".join(lines)
    for race in exported(text)[0]:
        assert all(1 <= finding.line <= text.count("\n") + text.count("\r") + 1 for finding in race.findings)


def test_long_lines_and_many_lines_take_no_time():
    """Each of these once took for ever in some reader."""
    long = "x" * 100_000
    head = kit.RACE[: kit.RACE.index("# b9")]
    for text in (
        kit.RACE.replace('"fuzz 1"', f'"{long}"'),
        f"[{long}\n",
        f'[Seed "{long}\n',
        f"{kit.RACE}{long}\n",
        kit.RACE + "1. red g1 1\n" * 20_000,
        head + "1. red " + "; ".join(["pass"] * 20_000) + "\n",
        head + "1. red " + "{x}" * 20_000 + "\n",
        head + f"1. red g1 {' 1' * 50_000}\n",
        head.replace("[Seat", '[Car "red" "0/0 hand' + " 1 2 3" * 500 + '"]\n[Seat', 1),
        "[" * 100_000,
        head + "1. red g1 1" + "{" * 100_000 + "\n",
        head + "1. red" + " =" * 50_000 + "\n",
        head + "1. red" + ";" * 100_000 + "\n",
        head + " " * 100_000 + ".\n",
        head + "{}" * 50_000 + "x\n",
        ('[Heat "1"]\n' + "{}\n" * 3) * 2_000,
    ):
        assert isinstance(exported(text)[0], list)
