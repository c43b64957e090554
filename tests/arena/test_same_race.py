"""One seed is one race: in this process or outside, under every hash seed, however fast the bots answer."""

import re
from collections.abc import Iterator

import pytest

from tests.arena.helpers import driver, grid_of, shipped
from tests.shell import heat

PROGRAMS = ("random_legal.py", "first.py", "greedy.py", "first_legal.py")
INSIDE = ("random", "first", "greedy", "first")


def recorded(drivers, *options, laps=1, hash_seed="random") -> str:
    run = heat(
        *("race", "usa", *grid_of(*drivers), "--seed", "1", "--laps", str(laps), "--record", "-", "--strict", "-q"),
        *options,
        hash_seed=hash_seed,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def races(text: str) -> Iterator[str]:
    """A record's races, one after the other."""
    return iter(text.split('[Heat "1"]')[1:])


def named(driver_text: str, name: str) -> str:
    return f"name={name} {driver_text}" if driver_text.startswith("cmd=") else f"name={name} cmd='{driver_text}'"


def programs(*files: str) -> list[str]:
    return [named(shipped(file), f"D{i}") for i, file in enumerate(files)]


def built_ins(*names: str) -> list[str]:
    return [named(f"builtin:{name}", f"D{i}") for i, name in enumerate(names)]


@pytest.mark.parametrize(
    ("number", "laps"), [(5, 1), pytest.param(50, 2, marks=pytest.mark.long)], ids=["5 short races", "50 races"]
)
def test_many_races_of_programs_are_as_many_valid_records(tmp_path, number, laps):
    file = tmp_path / "races.hrn"
    bots = grid_of(*programs(*PROGRAMS))
    options = ["-n", str(number), "--laps", str(laps), "--seed", "1", "--strict", "-q"]
    run = heat("race", "usa", *bots, *options, "--record", str(file))
    assert (run.returncode, run.stderr) == (0, "")
    check = heat("validate", str(file))
    assert check.returncode == 0
    assert re.fullmatch(rf"{re.escape(str(file))}: {number} races, \d+ turns: valid\n", check.stdout)
    every = list(races(file.read_text()))
    assert [re.search(r'\[Seed "(.*)"\]', race)[1] for race in every] == [f"1/{i}" for i in range(number)]
    assert len({race.partition("1. ")[2] for race in every}) == number
    assert file.read_text() == recorded(built_ins(*INSIDE), "-n", str(number), laps=laps)


def test_programs_and_built_ins_have_the_same_record_but_for_the_names():
    """Without names of our own the Seat lines differ, and so the head's hash; nothing else does."""
    outside = recorded([shipped(file) for file in PROGRAMS], "--legends", "2").splitlines()
    inside = recorded([f"builtin:{name}" for name in INSIDE], "--legends", "2").splitlines()
    assert len(outside) == len(inside)
    different = [line for line, other in zip(outside, inside, strict=True) if line != other]
    assert [line.split()[0] for line in different] == ["[Seat", "[Seat", "#"]  # greedy and cautious are called alike


@pytest.mark.parametrize("drivers", [programs(*PROGRAMS), built_ins(*INSIDE)], ids=["programs", "built-in"])
def test_the_same_bytes_under_every_hash_seed(drivers):
    first, *others = [recorded(drivers, hash_seed=seed) for seed in ("0", "1", "random")]
    assert others == [first, first]


DAWDLING = """
import random
dice = random.Random()
def answer(m):
    time.sleep(dice.random() * 0.002)
    first(m)
loop(answer)
"""


@pytest.mark.parametrize("runs", [4, pytest.param(20, marks=pytest.mark.long)])
def test_how_long_the_bots_take_changes_nothing(runs):
    """Four bots with random delays, two that answer at once: what is asked at once may be answered in any order."""
    slow = [driver(DAWDLING, name=f"D{i}") for i in range(4)]
    quick = programs("first_legal.py", "first_legal.py")
    fast = programs(*["first_legal.py"] * 4)
    assert {recorded([*slow, *quick]) for _ in range(runs)} == {recorded([*fast, *quick])}


def test_a_bot_may_answer_in_several_pieces_or_two_lines_at_once():
    """Half a line now, the rest later; the answer and a blank line in one write."""
    body = r"""
def answer(m):
    text = json.dumps({"type": "act", "id": m["id"], "action": m["legal"][0]}) + "\n"
    for part in (text[:7], text[7:30], text[30:] + "\n"):
        sys.stdout.write(part); sys.stdout.flush()
loop(answer)
"""
    pieces = recorded([driver(body, name="D0"), "builtin:random"])
    assert pieces == recorded([*programs("first_legal.py"), "builtin:random"])
