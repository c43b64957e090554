"""heat race --record: where a record goes, and what is left of it when things go wrong."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from tests.arena.helpers import driver, grid_of, rows_of, script
from tests.shell import ROOT, heat

TWO = ("race", "usa", *grid_of("builtin:random", "builtin:first"), "--laps", "1")


def seeds(text):
    return re.findall(r'\[Seed "(.*)"\]', text)


def test_a_file_is_appended_to(tmp_path):
    file = tmp_path / "races.hrn"
    for seed in ("a", "b"):
        assert heat(*TWO, "--seed", seed, "--record", str(file)).returncode == 0
    assert seeds(file.read_text()) == ["a", "b"]
    assert heat("validate", str(file)).stdout.startswith(f"{file}: 2 races, ")


@pytest.mark.parametrize("keep", [20, 400])
def test_a_torn_last_line_is_ended_first(tmp_path, keep):
    """In the head or in a turn: what was there stays as it was, and the new race stands on lines of its own."""
    file = tmp_path / "races.hrn"
    heat(*TWO, "--seed", "a", "--record", str(file))
    whole = file.read_text()
    torn = whole[:keep]
    assert torn[-1] != "\n"
    file.write_text(torn)
    heat(*TWO, "--seed", "b", "--record", str(file))
    text = file.read_text()
    assert text.startswith(f'{torn}\n[Heat "1"]\n')
    alone = heat(*TWO, "--seed", "b", "--record", "-").stdout
    assert text == f"{torn}\n{alone}"


def test_a_whole_last_line_gets_no_blank_line_behind_it(tmp_path):
    file = tmp_path / "races.hrn"
    file.write_text("")
    heat(*TWO, "--seed", "a", "--record", str(file))
    heat(*TWO, "--seed", "b", "--record", str(file))
    assert "\n\n" not in file.read_text()
    assert file.read_text().startswith("[Heat")


def test_stdout_has_the_record_alone_and_stderr_the_table(tmp_path):
    file = tmp_path / "race.hrn"
    run = heat(*TWO, "--seed", "a", "--record", "-")
    table = heat(*TWO, "--seed", "a", "--record", str(file))
    assert run.stdout == file.read_text()
    assert run.stderr == table.stdout
    assert run.stderr.startswith("place ")
    assert table.stderr == ""


def test_quiet_leaves_stderr_empty_even_then():
    run = heat(*TWO, "--seed", "a", "--record", "-", "-q")
    assert run.stderr == ""
    assert run.stdout.startswith('[Heat "1"]')


def test_json_and_a_record_on_stdout_are_too_much(tmp_path):
    run = heat(*TWO, "--json", "--record", "-")
    assert (run.returncode, run.stdout) == (2, "")
    assert "--json and --record - both want stdout; name a file for the record" in run.stderr
    file = tmp_path / "race.hrn"
    assert heat(*TWO, "--json", "--record", str(file)).returncode == 0
    assert heat("validate", str(file)).returncode == 0


@pytest.mark.parametrize(("path", "why"), [("no/such/folder/a.hrn", "No such file"), (".", "Is a directory")])
def test_a_file_that_cannot_be_written_is_told_before_a_bot_is_started(tmp_path, path, why):
    mark = tmp_path / "started"
    bot = script(f"open({str(mark)!r}, 'w')\nloop(first)")
    run = heat("race", "usa", "-d", bot, "--record", str(tmp_path / path))
    assert (run.returncode, run.stdout) == (2, "")
    assert f"heat: record {tmp_path / path}: {why}" in run.stderr
    assert run.stderr.count("\n") == 1
    assert not mark.exists()


def test_a_disk_that_fills_up_is_one_line_and_exit_code_1():
    run = heat(*TWO, "--seed", "1", "--record", "/dev/full")
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].endswith("No space left on device")
    assert "Traceback" not in run.stderr


def test_lines_are_there_as_soon_as_a_turn_is_over(tmp_path):
    """A bot that reads the record sees every turn before the one it is asked for."""
    file, seen = tmp_path / "race.hrn", tmp_path / "seen"
    body = f"""
out = open({str(seen)!r}, "w")
def answer(m):
    if m["step"] == "plan":
        turns = sum(" = " in line for line in open({str(file)!r}))
        print(m["view"]["round"], turns, file=out, flush=True)
    first(m)
loop(answer)
"""
    heat("race", "usa", *grid_of(script(body), "builtin:first"), "--laps", "1", "--seed", "1", "--record", str(file))
    rows = [tuple(map(int, line.split())) for line in seen.read_text().splitlines()]
    assert len(rows) > 10
    assert all(turns == 2 * (round_ - 1) for round_, turns in rows)


# Ctrl-C

SLOW = """
n = [0]
open({pid!r}, "w").write(str(os.getpid()))
def answer(m):
    n[0] += 1
    if n[0] > {answers} and m["step"] == {step!r}:
        open({mark!r}, "w").write("waiting")
        time.sleep(60)
    first(m)
loop(answer)
"""


def interrupted(tmp_path, step, answers, *options, by=signal.SIGINT):
    """`heat race` stopped by a signal while a bot thinks; the bot's process id."""
    pid, mark = tmp_path / "pid", tmp_path / "mark"
    body = SLOW.format(pid=str(pid), mark=str(mark), step=step, answers=answers)
    command = [sys.executable, "-m", "heatcli", "race", "usa", "--laps", "1", "--seed", "1", *options]
    command += grid_of(driver(body, name="slow", ms=60_000), "builtin:random", "builtin:first")
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 20
        while not mark.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(by)
        out, err = process.communicate(timeout=20)
    return process.returncode, out, err, int(pid.read_text())


@pytest.mark.parametrize(("step", "answers"), [("plan", 0), ("plan", 8), ("react", 5), ("discard", 5)])
def test_ctrl_c_ends_the_record_with_what_was_decided(tmp_path, step, answers):
    file = tmp_path / "race.hrn"
    code, out, err, pid = interrupted(tmp_path, step, answers, "--record", str(file))
    assert (code, out, err.splitlines()[-1]) == (130, "", "heat: interrupted")
    assert "Traceback" not in err
    lines = file.read_text().splitlines()
    assert lines[-1] == "Result: -; interrupted"
    pending = [line for line in lines[10:-1] if " = " not in line]
    assert bool(pending) is (step != "plan")
    check = heat("validate", str(file))
    assert (check.returncode, check.stderr) == (0, ""), check.stdout
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    whole = heat(
        "race",
        "usa",
        "--laps",
        "1",
        "--seed",
        "1",
        "--record",
        "-",
        *grid_of("name=slow cmd=builtin:first", "builtin:random", "builtin:first"),
    )
    assert all(line in whole.stdout for line in lines if " = " in line)


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGHUP])
def test_other_ways_to_be_stopped_are_like_ctrl_c(tmp_path, by):
    """`timeout 60 heat race`, or the terminal is closed."""
    file = tmp_path / "race.hrn"
    code, _, err, pid = interrupted(tmp_path, "react", 5, "--record", str(file), by=by)
    assert (code, err.splitlines()[-1]) == (130, "heat: interrupted")
    assert file.read_text().endswith("\nResult: -; interrupted\n")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_ctrl_c_in_json_leaves_whole_lines(tmp_path):
    code, out, _, _ = interrupted(tmp_path, "react", 5, "--json")
    assert code == 130
    rows = rows_of(out)
    assert rows[0]["type"] == "race"
    assert not any(row["type"] == "result" for row in rows)


def test_a_race_after_an_interrupted_one_stands_behind_it(tmp_path):
    file = tmp_path / "race.hrn"
    interrupted(tmp_path, "react", 5, "--record", str(file))
    heat(*TWO, "--seed", "b", "--record", str(file))
    check = heat("validate", str(file))
    assert check.stdout.startswith(f"{file}: 2 races, ")
    assert check.returncode == 0


def test_no_other_file_gets_a_race_at_its_end(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text("import json\n")
    run = heat(*TWO, "--record", str(file))
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"heat: record {file}: this file has no records; a new file, or one of records, is right\n"
    assert file.read_text() == "import json\n"
