"""Fair blocks: the same luck in every seat, and no bot that knows it has seen it before (T09)."""

import json
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from heatcli.arena.setup_file import DriverTable
from heatcli.record.replay import replays
from heatcli.tournament.manifest import Manifest
from heatcli.tournament.plan import ready
from heatcli.tournament.play import Job, opaque, play
from heatcli.tournament.schedule import blocks, orders
from tests.tournament.kit import BOTS, records, rows, run

SPY = """
import json, os, sys
log = open(os.environ["LOG"], "a")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": "heat/1", "name": "spy", "wants": ["legal"]}), flush=True)
    elif message["type"] == "request":
        print(json.dumps({"type": "act", "id": message["id"], "action": message["legal"][0]}), flush=True)
    if message["type"] in ("race", "result"):
        log.write(json.dumps({"pid": os.getpid(), "cwd": os.getcwd(), **message}) + chr(10))
        log.flush()
"""


@pytest.fixture
def spy(tmp_path):
    """Two drivers that note what they are told, and the notes."""
    program, log = tmp_path / "spy.py", tmp_path / "log.jsonl"
    program.write_text(SPY)
    command = f"{sys.executable} {program}"
    drivers = [part for name in ("x", "y") for part in ("-d", f"name={name} cmd='{command}' env.LOG={log}")]

    def notes(kind="race"):
        return [row for row in map(json.loads, log.read_text().splitlines()) if row["type"] == kind]

    return drivers, notes


def test_no_program_sees_a_block_twice_and_runs_on_from_block_to_block(spy, tmp_path):
    drivers, notes = spy
    assert run(tmp_path / "cup", *drivers, "-d", "builtin:random", "-n", "5", "--laps", "1").returncode == 0
    seen = Counter((note["pid"], note["commit"]) for note in notes())
    assert {*seen.values()} == {1}
    assert len({note["commit"] for note in notes()}) == 5
    assert max(Counter(pid for pid, _ in seen).values()) == 5
    assert len({note["pid"] for note in notes()}) == 6  # a new one for every rotation
    assert len({note["cwd"] for note in notes()}) == 6


@pytest.mark.parametrize(("restart", "processes"), [("race", 18), ("off", 2)])
def test_restart_as_asked_and_off_is_not_rated(spy, tmp_path, restart, processes):
    drivers, notes = spy
    found = run(
        tmp_path / "cup", *drivers, "-d", "builtin:random", "-n", "3", "--laps", "1", "--restart", restart, "-q"
    )
    assert len({note["pid"] for note in notes()}) == processes
    assert ("not rated: programs ran on" in found.stdout) == (restart == "off")


def test_nobody_is_told_names_or_the_seed_or_an_id_that_tells_the_block(spy, tmp_path):
    drivers, notes = spy
    run(tmp_path / "cup", *drivers, "-n", "3", "--laps", "1", "--seed", "secret")
    assert {seat.get("name", "") for note in notes() for seat in note["seats"]} == {""}
    assert len({note["race"] for note in notes()}) == 6
    assert not any("seed" in note for note in notes("result"))
    assert "secret" not in json.dumps([notes(), notes("result")])


def made(**more):
    """A tournament of built-in bots."""
    values = {"seed": "s", "laps": 1, "driver": [DriverTable(cmd=f"builtin:{name}") for name in ("greedy", "random")]}
    return ready(Manifest(**{**values, **more}))


def deals(record):
    """The first hands by seat, and the grid."""
    [replay] = replays(record.splitlines(keepends=True))
    assert replay.findings == []
    log = replay.game.log
    return [event for event in log if event[0] == "grid"], [event for event in log if event[0] == "draw"][:2]


def test_every_seat_has_the_same_luck_in_every_rotation_t09():
    found = made(options={"weather": True, "garage": "mixed"})
    [block] = [one for one in blocks(found.plan, lambda _: None) if one.number == 3]
    played = [*play(found, [Job(3, i, bots, 0) for i, bots in enumerate(orders(found.plan, block.bots))])]
    assert [tuple(car.bot for car in one.row.cars) for one in played] == [(0, 1), (1, 0)]
    heads = [[line for line in one.record.splitlines() if re.match(r"\[(?!Seat)", line)] for one in played]
    assert heads[0] == heads[1]
    assert '[Seed "s/3"]' in heads[0]
    assert deals(played[0].record)[0] == deals(played[1].record)[0]


def test_a_race_is_a_function_of_its_key():
    """Alone or behind others, in any order."""
    found = made()
    jobs = [Job(block, rotation, bots, 0) for block in range(2) for rotation, bots in enumerate([(0, 1), (1, 0)])]
    together = {one.row.key: (one.row, one.record) for one in play(found, jobs)}
    for job in jobs[::-1]:
        [one] = play(found, [job])
        assert (one.row, one.record) == together[job[:2]]


def test_ids_are_opaque():
    ids = {opaque("s", block, rotation) for block in range(50) for rotation in range(6)}
    assert len(ids) == 300
    assert all(re.fullmatch("[0-9a-f]{12}", id) for id in ids)


def test_two_entries_with_one_name_t12(tmp_path):
    """The same program entered twice: told apart from start to end in all files."""
    found = run(tmp_path / "cup", "-d", "builtin:random", "-d", "builtin:random", "-n", "3", "--laps", "1", "-q")
    assert "random#2" in found.stdout
    assert {car["name"] for row in rows(tmp_path / "cup") for car in row["cars"]} == {"random", "random#2"}
    assert all('"random#2"' in record for record in records(tmp_path / "cup"))


def test_legends_and_the_house_fill_seats(tmp_path):
    run(tmp_path / "l", *BOTS, "--fill", "legends", "--table-size", "6", "-n", "1", "--laps", "1")
    run(tmp_path / "h", *BOTS, "--fill", "builtin:first", "--table-size", "5", "-n", "1", "--laps", "1")
    legends, house = rows(tmp_path / "l"), rows(tmp_path / "h")
    assert [[car["bot"] for car in row["cars"]][3:] for row in legends] == [[-1] * 3] * 3
    assert {car["name"] for row in legends for car in row["cars"] if car["bot"] < 0} == {"legend"}
    assert {car["name"] for row in house for car in row["cars"] if car["bot"] < 0} == {"house"}
    assert len(house[0]["cars"]) == 5


def test_a_season_is_raced_as_one(tmp_path):
    """Points and grids go from race to race; a season is a rotation of its block."""
    folder = tmp_path / "cup"
    run(folder, "-d", "builtin:greedy", "-d", "builtin:random", "--format", "season", "--season", "1961", "-n", "1")
    found = rows(folder)
    assert [row["rotation"] for row in found] == [0, 1]
    for row in found:
        assert sorted(car["place"] for car in row["cars"]) == [1, 2]
        assert all(car["points"] == sum(car["races"]) and len(car["races"]) == 3 for car in row["cars"])
    assert len(records(folder)) == 6
    assert {re.search(r'\[Season "(.*?)"', record)[1] for record in records(folder)} == {f"1961/{n}" for n in (1, 2, 3)}


def test_faults_have_bundles_by_names_of_their_own(tmp_path):
    """A race that was broken off and raced again leaves one."""
    folder = tmp_path / "cup"
    bad = f"name=bad cmd='{sys.executable} -m heatcli bot bad illegal'"
    for _ in range(2):
        run(folder, "-d", bad, "-d", "builtin:random", "-n", "1", "--laps", "1")
        told = {fault["bundle"] for row in rows(folder) for car in row["cars"] for fault in car.get("faults", [])}
        assert {path.name for path in (folder / "faults").iterdir()} == told
        assert len(told) == 2
        (folder / "results.jsonl").unlink()
        Path(folder / "records.hrn").unlink()
