"""`heat tournament run` as a host meets it."""

import json
import shlex
import sys

import pytest

from heatcli.tournament.manifest import read_manifest
from tests.arena.helpers import inside as heat
from tests.tournament.kit import BOTS, SMALL, rows, run, same, table


def bad(mode, **parts):
    """A specimen of bots/bad as a driver."""
    command = shlex.join([sys.executable, "-m", "heatcli", "bot", "bad", mode])
    return ["-d", shlex.join([f"name={mode}", f"cmd={command}", *(f"{key}={value}" for key, value in parts.items())])]


def test_three_bad_bots_among_six(tmp_path):
    """It finishes, they are marked with their reasons, and the others' ratings are those of races without them."""
    folder = tmp_path / "cup"
    slow = bad("hang", ms=20, first_ms=20)
    found = run(folder, *BOTS, *bad("illegal"), *bad("exits"), *slow, "--start", "5000", "-n", "1", "--laps", "1", "-q")
    assert found.returncode == 0, found.stderr
    bots = {row["name"]: row for row in table(folder) if row["type"] == "standing"}
    assert len(bots) == 6
    assert {name for name, row in bots.items() if row["out"]} == {"illegal", "exits", "hang"}
    assert bots["illegal"]["out"].startswith("illegal (")
    assert bots["exits"]["out"].startswith("exited (")
    assert bots["hang"]["out"].startswith("timeout (")
    assert all(bots[name]["elo"] is None for name in ("illegal", "exits", "hang"))
    assert [row["name"] for row in bots.values()][:3] == ["greedy", "random", "first"]
    assert sum(bots[name]["elo"] for name in ("greedy", "random", "first")) == pytest.approx(0, abs=0.2)
    assert all(not bots[name]["faults"] for name in ("greedy", "random", "first"))
    assert "exits: disqualified: exited (" in found.stdout
    assert run(folder, "--strict", "-q").returncode == 1


def test_without_options_shipped_bots_race_and_the_next_steps_are_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = heat("tournament", "run")
    assert found.returncode == 0
    assert found.stderr.startswith("tournament: 30 races in 10 blocks\n")
    assert "heat tournament report tournament --html tournament.html makes a page of it\n" in found.stderr
    assert "your own bot joins with -d 'python my_bot.py'" in found.stderr
    assert heat("tournament", "run").stderr.startswith("tournament-2: 30 races in 10 blocks\n")
    assert {path.name for path in tmp_path.iterdir()} == {"tournament", "tournament-2"}


def test_a_pipe_gets_json_lines(tmp_path):
    found = run(tmp_path / "cup", *SMALL, "-n", "2")
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert [row["type"] for row in told] == ["race"] * 6 + ["standing"] * 3 + ["tournament"]
    assert told[:6] == rows(tmp_path / "cup")
    again = run(tmp_path / "cup")
    assert [json.loads(line)["type"] for line in again.stdout.splitlines()] == ["standing"] * 3 + ["tournament"]


def test_a_dry_run_races_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = heat("tournament", "run", "cup", *BOTS, "--dry-run", "-n", "2", "--track", "usa", "--track", "japan")
    assert found.stdout.splitlines() == [
        "block 0, rotation 0, usa: greedy, random, first",
        "block 0, rotation 1, usa: random, first, greedy",
        "block 0, rotation 2, usa: first, greedy, random",
        "block 1, rotation 0, japan: greedy, random, first",
        "block 1, rotation 1, japan: random, first, greedy",
        "block 1, rotation 2, japan: first, greedy, random",
    ]
    assert not [*tmp_path.iterdir()]
    swiss = heat("tournament", "run", *BOTS, "--dry-run", "-n", "3", "--table-size", "2", "--format", "swiss")
    assert swiss.stdout.splitlines()[-1] == "2 blocks more, by the standings then"


def test_an_sprt_ends_where_it_is_decided(tmp_path):
    """The same for any number of processes, though they race on a little."""
    pair = ("-d", "builtin:random", "-d", "builtin:first", "--laps", "1", "--seed", "s", "-n", "500")
    for jobs in ("1", "2"):
        found = run(tmp_path / jobs, *pair, "--sprt", "elo0=0 elo1=50", "-j", jobs, "-q")
        assert "SPRT: H1 accepted: better; LLR " in found.stdout
    one, two = table(tmp_path / "1"), table(tmp_path / "2")
    assert one == two
    assert 30 <= one[-1]["blocks"] < 100


def test_swiss_tournaments_come_to_the_same_on_any_number_of_processes(tmp_path):
    drivers = ("-d", "builtin:random", "-d", "builtin:random", *BOTS, "--laps", "1", "--seed", "s")
    for jobs in ("1", "2"):
        options = ("--format", "swiss", "--table-size", "2", "-n", "5", "-j", jobs)
        assert run(tmp_path / jobs, *drivers, *options).returncode == 0
    same(tmp_path / "1", tmp_path / "2")
    assert {row["races"] for row in table(tmp_path / "1") if row["type"] == "standing"} == {8}


def test_one_file_can_hold_it_all(tmp_path):
    (tmp_path / "cup.toml").write_text(
        'seed = 7\nblocks = 2\ntracks = ["usa", "italia"]\nlaps = 1\nformat = "gauntlet"\ntable-size = 2\n'
        'records = "off"\n[[driver]]\ncmd = "builtin:greedy"\n[[driver]]\ncmd = "builtin:random"\nname = "one"\n'
        '[[driver]]\ncmd = "builtin:random"\nname = "two"\n'
    )
    assert run(tmp_path / "cup", "--setup", str(tmp_path / "cup.toml"), "-q").returncode == 0
    assert {car["name"] for row in rows(tmp_path / "cup") for car in row["cars"]} == {"greedy", "one", "two"}
    assert len(rows(tmp_path / "cup")) == 4


def test_each_and_drivers_of_a_file(tmp_path):
    (tmp_path / "bots.toml").write_text('[[driver]]\ncmd = "python a.py"\nms = 7\n[[driver]]\ncmd = "builtin:greedy"\n')
    found = heat(
        "tournament", "run", str(tmp_path / "cup"), "--drivers", str(tmp_path / "bots.toml"), "-d", "python b.py",
        "--each", "ms=500 memory=100 env.A=b option.x=1", "-n", "1", "--start", "100",
    )  # fmt: skip
    assert found.returncode == 0  # there are no such bots
    one, greedy, two = read_manifest(tmp_path / "cup" / "manifest.toml").driver
    assert (one.ms, one.memory, one.env, one.option) == (7, 100, {"A": "b"}, {"x": "1"})
    assert (two.ms, two.cmd) == (500, "python b.py")
    assert (greedy.ms, greedy.memory) == (None, None)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-d", "human", "-d", "builtin:random"], "human: a tournament is raced by bots; heat race has a seat for you"),
        (["-d", "builtin:nix"], "builtin:nix: unknown; there are "),
        ([*BOTS, "--track", "nowhere"], "tracks[0]: track 'nowhere': unknown; there are "),
        (
            [*BOTS, "--table-size", "5"],
            "3 drivers at a table of 5; --fill legends, or a smaller --table-size, is right",
        ),
        ([*BOTS, "--table-size", "5", "--fill", "rabbits"], "fill 'rabbits': legends or builtin:NAME is right"),
        ([*BOTS, "--sprt", "elo0=0"], "sprt: it compares two drivers, and there are 3"),
        ([*BOTS[:4], "--sprt", "elo=3"], "sprt: no key 'elo'; elo0, elo1, alpha, beta, metric are right"),
        ([*BOTS, "--each", "ms=soon"], "--each 'ms=soon': ms=soon: whole milliseconds from 1 to 9999999 are right"),
        ([*BOTS, "--format", "table", "--table-size", "2"], "format table: 3 drivers at a table of 2; round-robin"),
        (["-d", "dir=/tmp cmd=a", "-d", "dir=/tmp cmd=b"], "drivers a and b have the same dir /tmp; one of its own"),
        (["-d", "restart=often cmd=a"], "driver 'restart=often cmd=a': restart=often: rotation, race, off are right"),
        ([*BOTS, "--format", "season", "--season", "1900"], "season '1900': unknown; there are 1961, "),
    ],
)
def test_what_cannot_be_raced_is_said_in_a_sentence_and_leaves_nothing(tmp_path, arguments, says):
    found = heat("tournament", "run", str(tmp_path / "cup"), *arguments)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith(f"heat: {says}")
    assert found.stderr.count("\n") == 1
    assert not [*tmp_path.iterdir()]


def test_restart_is_for_tournaments():
    found = heat("race", "-d", "restart=race cmd='python a.py'")
    assert (found.returncode, found.stderr) == (2, "heat: restart=race is for tournaments; leave it out\n")


def test_rate_reads_results_rows_and_records(tmp_path):
    """The same races by any way come to the same numbers."""
    folder = tmp_path / "cup"
    assert run(folder, *SMALL, "-n", "8").returncode == 0
    by = {name: heat("rate", str(folder / name)).stdout for name in ("results.jsonl", "records.hrn")}
    assert by["results.jsonl"] == by["records.hrn"]
    assert "24 races in 8 whole blocks" in by["records.hrn"]
    whole = {row["name"]: row["elo"] for row in table(folder) if row["type"] == "standing"}
    told = [json.loads(line) for line in heat("rate", "--json", str(folder / "results.jsonl")).stdout.splitlines()]
    assert {row["name"]: row["elo"] for row in told if row["type"] == "standing"} == whole
    text = (folder / "results.jsonl").read_text().splitlines(keepends=True)
    (folder / "part.jsonl").write_text("".join(text[:-1]))
    part = heat("rate", str(folder / "part.jsonl"))
    assert "21 races in 7 whole blocks" in part.stdout
    assert part.stderr == "2 races without places or a whole block: left out\n"


def test_rate_says_what_it_cannot_read(tmp_path):
    empty, text, broken = (tmp_path / name for name in ("empty", "text.jsonl", "broken.hrn"))
    empty.write_text("")
    text.write_text('{"type":"result"}\n')
    broken.write_text("nonsense\n")
    for file, says in {
        empty: "heat: {}: empty; results, rows of heat race --json, or records are right\n",
        text: "heat: no race in it; results, rows of heat race --json, or records are right\n",
        broken: "heat: of 1 race none has places and a whole block; "
        "results, rows of heat race --json, or records are right\n",
    }.items():
        found = heat("rate", str(file))
        assert (found.returncode, found.stderr.splitlines(keepends=True)[-1]) == (2, says.format(file))
