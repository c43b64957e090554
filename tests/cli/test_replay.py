"""heat replay and heat validate: records told, and held against the race they tell of."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

import pytest

from heatcli.data.load import load_track
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
    assert run.stdout.splitlines()[-4].split()[-2] == "interrupted"
    rows = rows_of(heat("replay", "--json", str(cut)).stdout)
    assert rows[-1]["why"] == "interrupted"
    assert {row["place"] for row in rows[-1]["standings"]} == {None}


def test_cars_that_are_home_stand_first_in_a_cut_record(tmp_path):
    """By place, though one that came later may have come farther; one that retired stands last."""
    file, cut = tmp_path / "race.hrn", tmp_path / "cut.hrn"
    bots = [*DRIVERS, "cmd=builtin:first", "false"]
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


# parts of a race, and boards


def test_told_up_to_a_round(record):
    """A cut of what is told of the whole race; its end is told only with its last round."""
    whole = heat("replay", str(record)).stdout
    events = heat("replay", "--json", str(record)).stdout.splitlines(keepends=True)
    rounds = len(re.findall("(?m)^round ", whole))
    for to in (0, 1, rounds - 1, rounds, rounds + 5):
        run = heat("replay", "--to", str(to), str(record))
        story = "".join(whole.partition(f"\nround {to + 1}\n")[0])
        if to < rounds:
            assert run.stdout.startswith(story)
            assert run.stdout[len(story) :].startswith("\ncar    driver")
        else:
            assert run.stdout == whole
        told = heat("replay", "--json", "--to", str(to), str(record)).stdout
        late = [i for i, row in enumerate(rows_of("".join(events))) if row["type"] == "round" and row["n"] > to]
        assert told == "".join(events[: late[0] if late else None])


def test_the_cars_at_the_end_of_a_round_are_those_of_the_record(record):
    text = record.read_text()
    for to in (1, 2, 4):
        table = heat("replay", "--to", str(to), str(record)).stdout.split("\n\n")[-1].splitlines()[1:]
        [lines] = re.findall(rf"(?ms)^{to}\. (.*?)^{to + 1}\. ", text)
        checks = {}
        for colour, at, gear, engine in re.findall(r"(?m)^ *(\w+).* = (\S+) g(\d+) v\S+ e(\d+)", lines):
            checks[colour] = [*at.split("/"), gear, engine]
        assert {row.split()[0]: row.split()[2:] for row in table} == checks


def drawn(board):
    """The cars of a drawing by their signs: (space, spot)."""
    cars, base = {}, -1
    for line in board.splitlines():
        name, row = line[:11].strip(), line[11:]
        if name == "space":
            base = int(row.split()[0])
        spot = {"race line": 0, "other": 1}.get(name)
        if spot is not None:
            cars |= {sign: (base + column, spot) for column, sign in enumerate(row) if sign != " "}
    return cars


@pytest.mark.parametrize("name", ["a plain race", "with Legends", "with a grid"])
def test_boards_have_the_cars_where_the_record_has_them(tmp_path, name):
    file = tmp_path / "race.hrn"
    raced(file, *RACES[name])
    run = heat("replay", "--board", str(file))
    assert run.returncode == 0
    told = rows_of(heat("replay", "--json", str(file)).stdout)
    signs = dict(re.findall(r"\b([A-Z]) (\w+) -?\d+", run.stdout))
    seats = {row["colour"]: seat for seat, row in enumerate(told[0]["seats"])}
    spaces = load_track(told[0]["track"]).spaces
    boards = run.stdout.split("\nround ")[1:]
    ends = [i for i, row in enumerate(told) if row["type"] in ("round", "result")][1:]
    assert len(boards) == len(ends)
    for board, end in zip(boards, ends, strict=True):
        at, gone = {}, set()
        for row in told[:end]:
            if row["type"] == "turn":
                at[row["seat"]] = (row["distance"] % spaces, row["spot"])
            if row["type"] in ("finish", "out"):
                gone.add(row["seat"])
        cars = {seats[signs[sign]]: where for sign, where in drawn(board.partition("\nplace ")[0]).items()}
        assert cars == {seat: where for seat, where in at.items() if seat not in gone}
        assert all(len(line) <= 80 for line in board[board.index("space ") :].splitlines())
        assert board.count("space ") == 2 or spaces == 60


def test_with_to_only_the_last_board_is_drawn(record):
    assert heat("replay", "--board", "--to", "3", str(record)).stdout.count("space      0 ") == 1
    assert "space " not in heat("replay", "--to", "3", str(record)).stdout


def test_a_seat_sees_its_own_hand_and_no_other(record):
    whole = rows_of(heat("replay", "--json", str(record)).stdout)
    for seat, name in ((0, "black"), (2, "GREEN")):
        seen = rows_of(heat("replay", "--json", "--seat", name, str(record)).stdout)
        assert len(seen) == len(whole)
        for row, all_ in zip(seen, whole, strict=True):
            secret = all_["type"] in ("draw", "discard", "salvage", "award") and all_["seat"] != seat
            assert row == ({key: value for key, value in all_.items() if key != "cards"} if secret else all_)
        assert heat("replay", "--json", "--seat", str(seat), str(record)).stdout.splitlines() == [
            *heat("replay", "--json", "--seat", name, str(record)).stdout.splitlines()
        ]
    story = heat("replay", "--seat", "blue", str(record)).stdout
    assert set(re.findall(r"(\w+): [^\n]*draws", story)) == {"blue"}
    assert set(re.findall(r"(\w+) holds", story)) == {"blue"}


def test_the_hand_that_is_shown_is_the_one_planned_from(record):
    """By the record itself: a plan's cards are in the hand, which has seven cards, and the gear is that of before."""
    story = heat("replay", "--seat", "blue", str(record)).stdout
    plans = re.findall(r"(?m)^(?:\d+\.| +) ?blue g(\d) ([0-5SH ]+)[;=]|blue =", record.read_text())
    hands = re.findall(r"blue holds ([0-5SH ]+); gear (\d), engine (\d+)", story)
    assert len(hands) == len(re.findall(r"(?m)blue .*= ", record.read_text()))
    if all(gear for gear, _ in plans):
        for (_, cards), (hand, _, _) in zip(plans, hands, strict=True):
            left = hand.split()
            for card in cards.split():
                left.remove(card)
    checks = re.findall(r"blue .*= \S+ g(\d) \S+ e(\d+)", record.read_text())
    assert [(gear, engine) for _, gear, engine in hands[1:]] == checks[:-1]


def test_one_race_of_many(tmp_path):
    file = tmp_path / "races.hrn"
    told = raced(file, *RACES["two races"]).splitlines(keepends=True)
    at = [i for i, line in enumerate(told) if line.startswith('{"type":"race"')][1]
    assert heat("replay", "--json", "--race", "1", str(file)).stdout == "".join(told[:at])
    assert heat("replay", "--json", "--race", "2", str(file)).stdout == "".join(told[at:])
    whole = heat("replay", str(file)).stdout
    assert (
        heat("replay", "--race", "1", str(file)).stdout + "\n" + heat("replay", "--race", "2", str(file)).stdout
        == whole
    )
    assert shell(f"heat replay --race 2 - < {file}").stdout == heat("replay", "--race", "2", str(file)).stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--race", "2"), "no race 2, it has 1"),
        (("--race", "0"), "0 is not in the range x>=1"),
        (("--to", "-1"), "-1 is not in the range x>=0"),
        (("--seat", "mauve"), "seat 'mauve': no such car; there are 0 black, 1 blue, 2 green"),
        (("--seat", "3"), "seat '3': no such car"),
        (("--json", "--board"), "--board and --step are for people"),
        (("--json", "--step"), "--board and --step are for people"),
    ],
)
def test_options_that_cannot_be(record, options, said):
    run = heat("replay", *options, str(record))
    assert (run.returncode, run.stdout) == (2, "")
    assert said in run.stderr


def test_without_a_terminal_steps_are_told_as_a_whole(record):
    assert heat("replay", "--step", str(record)).stdout == heat("replay", str(record)).stdout


def test_cut_records_with_all_options(record, tmp_path):
    """Wherever a record is cut, what is there is told; with the hands and the board too."""
    text = record.read_bytes()
    cut = tmp_path / "cut.hrn"
    for size in range(0, len(text), 97):
        cut.write_bytes(text[:size])
        run = heat("replay", "--board", "--seat", "0", str(cut))
        assert run.returncode == 0, run.stderr
        assert heat("replay", "--to", "2", "--board", str(cut)).returncode == 0


# --step


class Pane:
    """A terminal with a shell in it, in which `heat replay --step` is started."""

    def __init__(self, *arguments: str, columns=200, rows=40):
        self.name = f"heat-{os.getpid()}-{id(self)}"
        self.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), "-s", self.name, "bash --norc --noprofile")
        command = shlex.join([sys.executable, "-m", "heatcli", "replay", "--step", *arguments])
        self.keys(f"cd {shlex.quote(str(ROOT))}; clear; {command}; echo code $?; stty -a | tr ' ' '\\n' | grep icanon")

    def tmux(self, *arguments: str) -> str:
        run = subprocess.run(["tmux", "-L", self.name, *arguments], capture_output=True, text=True, timeout=20)
        return run.stdout

    def keys(self, text: str, *special: str):
        self.tmux("send-keys", "-t", self.name, "-l", text)
        self.tmux("send-keys", "-t", self.name, *(special or ("Enter",)))

    def press(self, *keys: str):
        self.tmux("send-keys", "-t", self.name, *keys)

    def shows(self, pattern: str) -> str:
        """The screen, as soon as the pattern is on it."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            screen = self.tmux("capture-pane", "-p", "-t", self.name)
            if re.search(pattern, screen):
                return screen
            time.sleep(0.05)
        raise AssertionError(f"no {pattern} on:\n{screen}")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.tmux("kill-server")


needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


@needs_tmux
def test_turn_by_turn_with_the_keys(record):
    turns = len(re.findall(" = ", record.read_text()))
    with Pane(str(record)) as pane:
        first = pane.shows(rf"\(1/{turns + 2}\)")
        assert "grid: " in first
        assert "race line" in first
        pane.press("Enter")
        one = pane.shows(r"\(2/")
        assert len(re.findall("(?m)^  (black|blue|green): gear", one)) == 1
        pane.press("Space")
        two = pane.shows(r"\(3/")
        assert len(re.findall("(?m)^  (black|blue|green): gear", two)) == 2
        pane.press("b")
        assert pane.shows(r"\(2/") == one
        pane.press("r")
        assert "round 2" in pane.shows(r"\(5/")
        pane.press("x", "Up", "r")
        assert "round 3" in pane.shows(r"\(8/")
        pane.press("q")
        assert "round" not in pane.shows("code 0\n *icanon")


@needs_tmux
@pytest.mark.parametrize("key", ["C-c", "C-d"])
def test_the_end_of_input_ends_it_quietly(record, key):
    with Pane(str(record)) as pane:
        pane.shows(r"\(1/")
        pane.press("Enter", key)
        shown = pane.shows("code 0\n *icanon")
        assert "interrupted" not in shown


@needs_tmux
def test_the_terminal_is_given_back_to_who_kills_it_too(record):
    """SIGTERM ends it as q does; a key that would stop the program is none."""
    with Pane(str(record)) as pane:
        pane.shows(r"\(1/")
        pane.press("C-z", "Enter")
        pane.shows(r"\(2/")
        children = pane.tmux("list-panes", "-F", "#{pane_pid}").strip()
        [program] = subprocess.run(["pgrep", "-P", children], capture_output=True, text=True).stdout.split()
        os.kill(int(program), signal.SIGTERM)
        assert "interrupted" not in pane.shows("code 0\n *icanon")


@needs_tmux
def test_a_small_terminal_has_the_end_of_a_page(record):
    with Pane(str(record), columns=40, rows=12) as pane:
        pane.shows(r"\(1/")
        pane.press("r", "r", "r")
        screen = pane.shows(r"\(8/").splitlines()
        assert screen[0] == "round 3"
        assert len(screen) <= 12
        assert any(re.match(r"[BLG] (black|blue|green) \d+", line) for line in screen)


@needs_tmux
def test_behind_the_last_page_comes_the_next_race_and_then_the_end(record, tmp_path):
    cut = tmp_path / "cut.hrn"
    cut.write_text("".join(record.read_text().splitlines(keepends=True)[:14]))
    with Pane(str(cut), str(cut)) as pane:
        for _ in range(2):
            pane.shows(r"\(1/6\)")
            pane.press("r", "r", "r", "r")
            assert "interrupted" in pane.shows(r"\(6/6\)")
            pane.press("Enter")
        assert pane.shows("code 0\n *icanon").count("ends without a result") == 2  # said when the pages are gone


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
