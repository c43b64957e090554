"""What hosts have run into: files that change, bots that vanish, hands that edit."""

import json
import shutil
import signal
import sys
import time
import tomllib

import pytest

from heatcli.data.load import shipped
from tests.arena.helpers import inside as heat
from tests.shell import shell
from tests.tournament.kit import BOTS, begun, hanging, lines, processes, rows, run, same, table, until

PAIR = ("-d", "builtin:greedy", "-d", "builtin:random", "--laps", "1", "--seed", "s")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "cup"
    assert run(folder, *PAIR, "-n", "4").returncode == 0
    return folder


@pytest.fixture
def folder(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "cup")


@pytest.fixture
def board(tmp_path):
    """A board of one's own, by the id of a shipped one."""
    text = (shipped("tracks") / "italia.toml").read_text()
    path = tmp_path / "own.toml"
    path.write_text(text.replace('id = "italia"', 'id = "usa"'))
    return path


def test_boards_of_ones_own_are_known_to_check_and_may_not_change(tmp_path, board):
    folder = tmp_path / "cup"
    assert run(folder, *PAIR, "--track", str(board), "-n", "1").returncode == 0
    assert heat("tournament", "check", str(folder)).stdout == f"{folder}: 2 races, 2 records: right\n"
    board.write_text(board.read_text().replace("laps = ", "laps = 1 #"))
    for command in (["run", str(folder)], ["check", str(folder)]):
        found = heat("tournament", *command)
        assert found.returncode == 2
        assert found.stderr == f"heat: {board}: changed since the tournament began; the file as it was then is right\n"
    board.unlink()
    assert "2 races in 1 whole block" in heat("tournament", "show", str(folder)).stdout
    assert f"<dd>{board} (1 lap)</dd>" in heat("tournament", "report", str(folder), "--html", "-").stdout


BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": "heat/1", "name": "x"}), flush=True)
    elif message["type"] == "request":
        print(json.dumps({"type": "act", "id": message["id"], "action": message["legal"][-1]}), flush=True)
"""


def test_a_bot_that_is_gone_before_the_resume_stops_it(tmp_path):
    """Its races would be lost for good; nothing is written."""
    bot, folder = tmp_path / "bot.py", tmp_path / "cup"
    bot.write_text(BOT)
    process = begun(folder, "-d", f"{sys.executable} {bot}", *PAIR[:2], "--laps", "1", "-n", "300")
    until(lambda: (folder / "results.jsonl").exists() and len(rows(folder)) > 2)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)
    before = lines(folder)
    bot.rename(tmp_path / "elsewhere.py")
    found = run(folder)
    assert found.returncode == 2
    assert found.stderr.startswith(
        "heat: driver bot.py has raced here, and does not get ready now: exited (exit code 2)"
    )
    assert found.stderr.endswith("nothing is raced until it does\n")
    assert lines(folder) == before


def test_a_bot_that_never_gets_ready_is_told_and_raced(tmp_path):
    found = run(tmp_path / "cup", "-d", f"{sys.executable} nosuch.py", *PAIR, "-n", "1")
    assert found.returncode == 0
    assert "nosuch.py: does not get ready: exited (exit code 2): " in found.stderr
    assert "No such file or directory; its car drives by first legal actions\n" in found.stderr


def test_wrong_programs_and_options_leave_no_folder(tmp_path):
    for wrong in (["-d", "nosuchbot"], ["-d", f"cmd='{sys.executable} {tmp_path / 'bot.py'}' option.risk=3"]):
        (tmp_path / "bot.py").write_text(BOT)
        assert run(tmp_path / "cup", *PAIR, *wrong).returncode == 2
        assert not (tmp_path / "cup").exists()


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_child_of_a_bot_outlives_a_run_that_ends_at_once(tmp_path, jobs, number):
    """With `child` in its process group; a referee that is killed itself leaves at most that (SPEC W.9)."""
    folder = tmp_path / "cup"
    child = f"name=child cmd='{sys.executable} -m heatcli bot bad child --life 77'"
    process = begun(folder, *hanging(folder), "-d", child, "-n", "1", "--first", "60000", "-j", jobs)
    until(lambda: [pid for pid, text in processes() if f" hangs-{folder}" in text and "tournament run" not in text])
    until(lambda: (folder / "manifest.toml").exists())
    for _ in range(2):
        process.send_signal(number)
        time.sleep(0.3)
    process.communicate(timeout=30)
    until(lambda: not [pid for pid, text in processes() if f" hangs-{folder}" in text])


def test_results_edited_by_hand_are_left_out_and_told(folder):
    path = folder / "results.jsonl"
    text = path.read_text().splitlines(keepends=True)
    bad = [text[0].replace('"bot":1', '"bot":9'), text[1].replace('"points":9', f'"points":{10**30}')]
    path.write_text("".join([*bad, *text[2:]]))
    assert "4 races in 2 whole blocks, 2 blocks under way" in heat("tournament", "show", str(folder)).stdout
    assert "2 lines of results.jsonl left out" in heat("tournament", "show", str(folder)).stdout
    said = heat("tournament", "check", str(folder)).stdout
    assert "results.jsonl:1: a bot that is not there; they are 0 to 1" in said
    assert "results.jsonl:2: no line of this file: " in said
    rated = heat("rate", str(path))
    assert rated.returncode == 1
    assert f"{path}:2: " in rated.stderr


EDITS = {
    "seed": ('seed = "s"', 'seed = "t"'),
    "driver": ('cmd = "builtin:random"', 'cmd = "builtin:first"'),
}


@pytest.mark.parametrize("what", EDITS)
def test_a_manifest_edited_by_hand_is_not_right(folder, what):
    path = folder / "manifest.toml"
    path.write_text(path.read_text().replace(*EDITS[what]))
    found = heat("tournament", "check", str(folder))
    assert found.returncode == 1
    assert "block 0, rotation 0 is not as planned" in found.stdout


def test_rate_counts_no_race_twice_and_nobody_that_is_disqualified(folder, tmp_path):
    results, records_ = str(folder / "results.jsonl"), str(folder / "records.hrn")
    once = heat("rate", results)
    for more in (results, records_):
        twice = heat("rate", results, more)
        assert twice.stdout == once.stdout
        assert twice.stderr == "8 races that stood there before: left out\n"
    bad = f"name=bad cmd='{sys.executable} -m heatcli bot bad exits'"
    cup = tmp_path / "bad"
    assert run(cup, *PAIR, "-d", bad, "-n", "3").returncode == 0
    whole = {row["name"]: (row["elo"], row["faulty"]) for row in table(cup) if row["type"] == "standing"}
    for name in ("results.jsonl", "records.hrn"):
        told = [json.loads(line) for line in heat("rate", "--json", str(cup / name)).stdout.splitlines()]
        assert {row["name"]: (row["elo"], row["faulty"]) for row in told if row["type"] == "standing"} == whole
    assert whole["bad"] == (None, 9)


def test_void_blocks_name_who_voided_them(tmp_path):
    bad = f"name=evil cmd='{sys.executable} -m heatcli bot bad always-illegal'"
    found = run(tmp_path / "cup", *PAIR, "-d", bad, "-n", "1", "--on-fault", "abort", "--strict", "-q")
    assert found.returncode == 1
    assert "0 races in 0 whole blocks, 1 block void" in found.stdout
    assert "evil: in void blocks: illegal (" in found.stdout


def test_a_dry_run_of_a_tournament_that_is_there_is_its_plan(folder):
    found = heat("tournament", "run", str(folder), "--dry-run")
    assert found.stdout.splitlines()[0] == "block 0, rotation 0, usa: greedy, random"
    assert heat("tournament", "run", str(folder), "--dry-run", "-n", "7").returncode == 2


@pytest.mark.parametrize("name", ["../x.hrn", "sub/dir", ".", "results.jsonl", "manifest.toml", "lock", "faults", ""])
def test_records_are_in_the_folder_and_nothing_else(tmp_path, name):
    found = heat("tournament", "run", str(tmp_path / "cup"), *BOTS, "--records", name)
    assert found.returncode == 2
    assert "a file such as races.hrn or a folder, in the tournament's own, or off is right" in found.stderr
    assert not (tmp_path / "cup").exists()


def test_what_means_nothing_is_refused(tmp_path):
    empty = tmp_path / "empty.toml"
    empty.write_text("")
    for arguments, says in (
        (["--drivers", str(empty)], f"--drivers {empty}: no [[driver]] in it"),
        ([*BOTS, "--format", "season", "--track", "usa"], "track: a season has boards of its own; leave it out"),
        ([*BOTS, "--format", "table", "--season", "1964"], "season: it is raced with --format season"),
        ([*BOTS, "--dq-rate", "nan"], "--dq-rate nan: a number from 0 to 1 is right"),
    ):
        found = heat("tournament", "run", str(tmp_path / "cup"), *arguments)
        assert (found.returncode, found.stderr) == (2, f"heat: {says}\n")


def test_a_stdout_that_ends_leaves_what_can_be_gone_on_with(tmp_path):
    """A full one, and one that nobody reads on: exit code 3, and the command with its options."""
    options = "-d builtin:greedy -d builtin:random --laps 1 --seed s -n 4 --strict --live 3"
    full = shell(f"heat tournament run '{tmp_path}/full' {options} > /dev/full; echo $?")
    assert full.stdout == "3\n"
    assert "No space left on device: stopped after 1 of 8 races; go on with: heat tournament run " in full.stderr
    assert full.stderr.rstrip().endswith("/full --live 3 --strict")
    closed = shell(
        f"set -o pipefail; heat tournament run '{tmp_path}/closed' {options} -n 40 | head -1 > /dev/null; echo $?"
    )
    assert closed.stdout == "3\n"
    assert "nobody reads on: stopped after " in closed.stderr
    assert "Traceback" not in closed.stderr + full.stderr
    assert run(tmp_path / "full").returncode == 0
    assert len(rows(tmp_path / "full")) == 8


def test_self_play_is_against_oneself(tmp_path):
    found = heat("tournament", "run", *BOTS, "--format", "self-play", "--table-size", "2", "-n", "4", "--dry-run")
    names = [line.partition(": ")[2] for line in found.stdout.splitlines()]
    assert names == ["greedy, greedy", "random, random", "first, first", "greedy, greedy"]


def test_numbers_are_numbers(tmp_path):
    folder = tmp_path / "one"
    assert run(folder, "-d", "builtin:greedy", "--fill", "legends", "--table-size", "3", "-n", "1").returncode == 0
    [bot, _] = table(folder)
    assert [type(bot[key]) for key in ("wins", "podiums", "retired")] == [int] * 3


def test_a_manifest_with_digests_is_a_set_up(tmp_path, board):
    assert run(tmp_path / "one", *PAIR, "--track", str(board), "-n", "1").returncode == 0
    manifest = tmp_path / "one" / "manifest.toml"
    assert list(tomllib.loads(manifest.read_text())["digests"]) == [str(board)]
    assert run(tmp_path / "two", "--setup", str(manifest)).returncode == 0
    same(tmp_path / "one", tmp_path / "two")


def test_small_tournaments_of_all_formats_are_right(tmp_path):
    for name, options in {
        "swiss": ["--format", "swiss", "--table-size", "2", "-n", "3"],
        "gauntlet": ["--format", "gauntlet", "--table-size", "2", "-n", "2"],
        "all": ["--rotate", "all", "-n", "1"],
        "none": ["--rotate", "none", "-n", "2"],
        "self": ["--format", "self-play", "--table-size", "3", "-n", "3"],
        "season": ["--season", "1961", "-n", "1"],
    }.items():
        short = [] if name == "season" else ["--laps", "1"]
        assert run(tmp_path / name, *BOTS, *short, *options).returncode == 0, name
        found = heat("tournament", "check", str(tmp_path / name))
        assert found.returncode == 0, found.stdout
