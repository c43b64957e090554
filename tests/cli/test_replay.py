"""heat replay and heat validate: records told, and held against the race they tell of."""

import re

import pytest

from tests.arena.helpers import driver, grid_of, rows_of, script
from tests.arena.helpers import inside as heat
from tests.shell import ROOT, shell

DRIVERS = ("name=A cmd=builtin:random", "name=B cmd=builtin:greedy", "name=C cmd=builtin:random")
RACES = {
    "a plain race": ("usa", "--laps", "1"),
    "with Legends": ("espana", "--legends", "3", "--laps", "1"),
    "with a grid": ("japan", "--laps", "1", "--grid", "blue,green,black"),
    "with options": ("italia", "--option", "mulligan=true", "--option", "hand=6", "--option", "max_rounds=9"),
    "with conceding": ("usa", "--option", "allow_concede=on", "--legends", "2", "--option", "pro_legends=6"),
    "two races": ("usa", "--laps", "1", "-n", "2"),
}


def raced(file, *options, drivers=DRIVERS, seed="1"):
    run = heat("race", *options, *grid_of(*drivers), "--seed", seed, "--json", "--record", str(file), "-q")
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A short race's record, to be read only."""
    file = tmp_path_factory.mktemp("record") / "race.hrn"
    raced(file, "usa", "--laps", "1")
    return file


@pytest.mark.parametrize("name", RACES)
def test_a_replayed_race_is_the_race_line_for_line(tmp_path, name):
    file = tmp_path / "race.hrn"
    told = raced(file, *RACES[name])
    replay = heat("replay", "--json", str(file))
    assert (replay.returncode, replay.stderr) == (0, "")
    assert replay.stdout.splitlines() == told.splitlines()
    rows = rows_of(told)
    rounds = [row["n"] for row in rows[: [row["type"] for row in rows].index("result")] if row["type"] == "round"]
    assert next(row for row in rows if row["type"] == "result")["rounds"] == rounds[-1] == len(rounds)


FAULTS = """
n = [0]
def answer(m):
    n[0] += 1
    if n[0] in (3, 5):
        say(type="act", id=m["id"], action="fly")
    elif n[0] == 9:
        sys.exit(1)
    else:
        first(m)
loop(answer)
"""


@pytest.mark.parametrize("on_fault", ["default", "retire", "abort"])
def test_with_faults_all_but_their_reasons_is_told(tmp_path, on_fault):
    file = tmp_path / "race.hrn"
    options = ("usa", "--laps", "1", "--on-fault", on_fault)
    *told, result = rows_of(raced(file, *options, drivers=[driver(FAULTS, name="A"), *DRIVERS[1:]]))
    replay = heat("replay", "--json", str(file))
    assert replay.returncode == 0, replay.stderr
    *rows, again = rows_of(replay.stdout)
    assert rows == told
    for key in ("why", "rounds", "seed", "standings"):
        assert again[key] == result[key]
    short = [[(fault["seat"], fault["code"], fault["round"]) for fault in row["faults"]] for row in (again, result)]
    assert short[0] == short[1]


def test_a_race_voided_when_one_car_was_home_has_no_places(tmp_path):
    file = tmp_path / "race.hrn"
    leaver = """
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello": say(type="ready", protocol="heat/1", name="A")
    elif m["type"] == "request": first(m)
    elif m["type"] == "events" and any(e["type"] == "finish" for e in m["events"]): sys.exit(1)
"""
    options = ("usa", "--laps", "1", "--on-fault", "abort")
    *told, result = rows_of(raced(file, *options, drivers=[script(leaver), DRIVERS[1]]))
    assert any(row["type"] == "finish" for row in told)
    *rows, again = rows_of(heat("replay", "--json", str(file)).stdout)
    assert (rows, again["standings"]) == (told, result["standings"])
    assert [row["place"] for row in result["standings"]] == [None, None]


def test_the_story_has_every_round_and_the_table_of_the_race(record):
    run = heat("replay", str(record))
    table = heat("race", "usa", "--laps", "1", "--seed", "1", *grid_of(*DRIVERS)).stdout
    assert (run.returncode, run.stderr) == (0, "")
    lines = run.stdout.splitlines()
    assert lines[0] == "usa, 1 lap: black A, blue B, green C"
    assert re.fullmatch("grid: (black|blue|green)( (black|blue|green)){2}", lines[1])
    assert run.stdout.endswith(f"\n\n{table}")
    rounds = [int(line.split()[1]) for line in lines if line.startswith("round ")]
    assert rounds == list(range(1, len(rounds) + 1))
    assert f", {rounds[-1]} rounds, " in lines[-1]
    tokens = len(re.findall(" = ", record.read_text()))
    told = [line for line in lines if re.match("  (black|blue|green): gear ", line)]
    assert len(told) == tokens
    assert "draws" not in run.stdout  # nobody at the table sees it


def test_a_cut_record_is_told_as_far_as_it_goes(record, tmp_path):
    lines = record.read_text().splitlines(keepends=True)
    cut = tmp_path / "cut.hrn"
    cut.write_text("".join(lines[:20]))
    run = heat("replay", str(cut))
    assert run.returncode == 0
    assert "ends without a result; valid up to line 20 (round 4, " in run.stderr
    assert run.stdout.splitlines()[-4].split()[-2] == "cut"
    rows = rows_of(heat("replay", "--json", str(cut)).stdout)
    assert rows[-1]["why"] == "cut"
    assert {row["place"] for row in rows[-1]["standings"]} == {None}


def test_cars_that_are_home_stand_first_in_a_cut_record(tmp_path):
    """By place, though one that came later may have come farther; one that retired stands last."""
    file, cut = tmp_path / "race.hrn", tmp_path / "cut.hrn"
    bots = [*DRIVERS, "cmd=builtin:cautious", "false"]
    raced(file, "usa", "--laps", "1", "--on-fault", "retire", drivers=bots, seed="2")
    *_, whole = rows_of(heat("replay", "--json", str(file)).stdout)
    cut.write_text("".join(file.read_text().splitlines(keepends=True)[:-2]))
    *_, result = rows_of(heat("replay", "--json", str(cut)).stdout)
    assert [row["seat"] for row in result["standings"]] == [row["seat"] for row in whole["standings"]]
    assert [row["place"] for row in result["standings"]] == [1, 2, 3, None, 5]
    distances = [row["distance"] for row in result["standings"]]
    assert distances[1] < distances[2]


def test_a_wrong_record_is_told_up_to_the_mistake(record, tmp_path):
    text = record.read_text()
    wrong = tmp_path / "wrong.hrn"
    wrong.write_text(re.sub(r"(?m)^4\. (\w+) .*$", r"4. \1 g4 5 5 5 5 = 1/0 g4 v20 e6 #000000", text))
    run = heat("replay", str(wrong))
    assert run.returncode == 1
    assert re.match(rf"{wrong}:\d+:\d+: ", run.stderr)
    assert "round 3" in run.stdout


def test_both_read_stdin(record):
    for command in ("replay", "replay --json", "validate"):
        run = shell(f"heat {command} - < {record}")
        assert run.stdout.replace("stdin", str(record)) == heat(*command.split(), str(record)).stdout
    piped = shell("set -o pipefail; heat race --laps 1 --seed 1 --record - -q | heat validate -; echo $?")
    assert re.fullmatch(r"stdin: 1 race, \d+ turns: valid\n0\n", piped.stdout)
    assert piped.stderr == ""


def test_a_file_called_stdin_is_a_file(record):
    run = shell(f"cd $(mktemp -d) && cp {record} stdin && PYTHONPATH={ROOT} heat validate stdin")
    assert re.fullmatch(r"stdin: 1 race, \d+ turns: valid\n", run.stdout)


# validate


def test_many_files_have_a_line_each_and_one_bad_one_makes_exit_code_1(record, tmp_path):
    bad = tmp_path / "bad.hrn"
    bad.write_text(record.read_text().replace('[Laps "1"]', '[Laps "2"]'))
    run = heat("validate", str(record), str(bad), str(record.parent / "race.hrn"))
    assert run.returncode == 1
    sums = [line for line in run.stdout.splitlines() if re.search(r"\d race", line)]
    assert sums[0].startswith(f"{record}: 2 races, ")  # named twice, read twice
    assert sums[0].endswith(": valid")
    assert re.fullmatch(rf"{bad}: 1 race, \d+ turns(, 1 cut)?: [1-9]\d* findings?", sums[1])
    assert re.search(rf"(?m)^{bad}:5:\d+: ", run.stdout)


def test_findings_in_json_are_rows_and_every_file_has_one(record, tmp_path):
    bad = tmp_path / "bad.hrn"
    lines = record.read_text().splitlines(keepends=True)
    lines[14] = re.sub("#......", "#000000", lines[14])
    bad.write_text("".join(lines))
    run = heat("validate", "--json", str(record), str(bad))
    assert (run.returncode, run.stderr) == (1, "")
    finding, good, wrong = rows_of(run.stdout)
    assert (finding["type"], finding["file"], finding["line"]) == ("finding", str(bad), 15)
    assert lines[14][finding["column"] - 1 :].startswith("#000000")
    turns = len(re.findall(" = ", record.read_text()))
    row = {"type": "file", "races": 1, "turns": turns, "cut": 0}
    assert good == {**row, "file": str(record), "valid": True, "findings": 0}
    assert wrong == {**row, "file": str(bad), "valid": False, "findings": 1}
    assert heat("validate", "--json", str(record)).returncode == 0


def test_quiet_is_findings_alone(record, tmp_path):
    cut = tmp_path / "cut.hrn"
    cut.write_text("".join(record.read_text().splitlines(keepends=True)[:20]))
    run = heat("validate", "-q", str(record), str(cut))
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert "ends without a result" in heat("validate", str(cut)).stderr
    assert ", 1 cut: valid" in heat("validate", str(cut)).stdout
    cut.write_text(cut.read_text().replace("g1", "g9"))
    run = heat("validate", "-q", str(cut))
    assert run.returncode == 1
    assert re.fullmatch(rf"({cut}:\d+:\d+: .*\n)+", run.stdout)


@pytest.mark.parametrize("command", ["validate", "replay", "legal"])
def test_a_file_that_cannot_be_read(command, tmp_path):
    for path, why in ((tmp_path / "none.hrn", "No such file or directory"), (tmp_path, "Is a directory")):
        run = heat(command, str(path))
        assert (run.returncode, run.stdout, run.stderr) == (2, "", f"heat: {path}: {why}\n")


@pytest.mark.parametrize("content", [b"", b"\n \n\n", b"\xef\xbb\xbf"], ids=["empty", "blank", "a mark"])
@pytest.mark.parametrize("json", [[], ["--json"]], ids=["text", "json"])
def test_a_file_without_a_race_is_not_valid(tmp_path, content, json):
    file = tmp_path / "empty.hrn"
    file.write_bytes(content)
    run = heat("validate", str(file), *json)
    assert run.returncode == 1
    assert f"{file}: no race in it" in run.stdout + run.stderr
    if json:
        [row] = rows_of(run.stdout)
        assert (row["valid"], row["races"], row["findings"]) == (False, 0, 1)


@pytest.mark.parametrize("command", ["validate", "replay", "legal"])
@pytest.mark.parametrize("content", [bytes(range(256)) * 50, b"\0" * 5000, b"\xff" * 5000, b"MZ\x90\r\n\x1b[2J\n"])
def test_a_binary_file_is_wrong_and_harms_no_terminal(tmp_path, command, content):
    file = tmp_path / "program.hrn"
    file.write_bytes(content)
    run = heat(command, str(file))
    assert run.returncode in (1, 2)
    said = run.stdout + run.stderr
    assert said
    assert "Traceback" not in said
    assert all(char.isprintable() or char == "\n" for char in said)


def test_a_bot_s_own_board_comes_with_track(tmp_path):
    board = tmp_path / "mine.toml"
    board.write_text((ROOT / "tracks" / "usa.toml").read_text().replace('id = "usa"', 'id = "mine"'))
    file = tmp_path / "race.hrn"
    told = raced(file, str(board), "--laps", "1")
    run = heat("validate", str(file))
    assert run.returncode == 1
    assert "a board of your own comes with --track FILE" in run.stdout
    assert heat("validate", str(file), "--track", str(board)).returncode == 0
    assert heat("replay", "--json", str(file), "--track", str(board)).stdout == told


def test_a_driver_called_legend_is_told_from_one_everywhere(tmp_path):
    file = tmp_path / "race.hrn"
    told = raced(file, "usa", "--laps", "1", "--legends", "1", drivers=["name=Legend cmd=builtin:random"])
    assert heat("replay", "--json", str(file)).stdout == told
    race, *_, result = rows_of(told)
    assert [seat.get("name") for seat in race["seats"]] == ["Legend (driver)", None]
    assert sorted(row["name"] for row in result["standings"]) == ["Legend (driver)", "legend"]


def test_names_of_bots_come_back_as_they_are(tmp_path):
    """Quotes, brackets, letters of all kinds."""
    file = tmp_path / "race.hrn"
    names = ['say(type="ready", protocol="heat/1", name="[a] \\"b\\" {c} \\\\ é日")', "pass"]
    body = f"{names[0]}\nfor line in sys.stdin:\n    m = json.loads(line)\n    m['type'] == 'request' and first(m)"
    told = raced(file, "usa", "--laps", "1", drivers=[script(body), DRIVERS[1]])
    assert heat("replay", "--json", str(file)).stdout == told
    assert rows_of(told)[0]["seats"][0]["name"] == '[a] "b" {c} \\ é日'
