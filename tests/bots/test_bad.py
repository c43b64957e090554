"""The bad bots: each does its deed, at its decision, and is a good bot before; what referees make of them is theirs."""

import ast
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from heatcli.arena.shelf import specimens
from tests.arena.helpers import BOTS, rows_of
from tests.arena.helpers import inside as heat
from tests.bots.helpers import BYE, HELLO, LEGAL, lines, request
from tests.shell import ROOT

FOUND = {specimen.mode: specimen for specimen in specimens()}
REQUESTS = [request(n, ms=100) for n in (1, 2, 3, 4)]
ALARM = -signal.SIGALRM


def act(id, **more):
    return {"type": "act", "id": id, "action": LEGAL[0], **more}


def line(id, **more):
    return json.dumps(act(id, **more)).encode() + b"\n"


READY = lines({"type": "ready", "protocol": "heat/1", "name": "bad", "wants": ["legal", "events"]})
BEFORE = READY + line(1) + line(2)


def command(mode, *arguments):
    return [sys.executable, str(FOUND[mode].file), *map(str, arguments)]


def run(mode, *arguments, messages=(HELLO, *REQUESTS, BYE), life=1, **more):
    """It hears everything at once and lives on for a second at most: its bytes, its exit code, its stderr."""
    words = command(mode, "--life", life, *arguments)
    out = subprocess.run(words, input=lines(*messages), capture_output=True, timeout=20, **more)
    return out.stdout, out.returncode, out.stderr.decode()


def said(mode, *arguments, **more):
    """The bytes from its deed on, and the exit code. Before it, all is well."""
    out, code, _ = run(mode, *arguments, **more)
    assert out.startswith(BEFORE)
    return out.removeprefix(BEFORE), code


BREATH = b'{"type": "act", "deep": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"

ANSWERS = {
    "blank-lines": (b"\n" * 50 + line(3) + line(4), 0),
    "debug-output": (b"thinking about plan\n" + line(3) + line(4), 0),
    "invalid-utf8": (b'{"type": "act", "note": "\xff\xfe"}\n' + line(3) + line(4), 0),
    "nul": (bytes(1000) + b"\n" + line(3) + line(4), 0),
    "deep-json": (BREATH + line(3) + line(4), 0),
    "unknown-type": (b'{"type": "info", "score": 0.31}\n' + line(3) + line(4), 0),
    "garbage": (b"g2 please!\n" + line(4), 0),
    "no-action": (b'{"type": "act", "id": 3}\n' + line(4), 0),
    "partial-line": (b'{"type": "act", "id": ', ALARM),
    "illegal": (line(3, action="g4 1 1 1 1") + line(4), 0),
    "always-illegal": (line(3, action="fly me to the moon") + line(4, action="fly me to the moon"), 0),
    "twice": (line(3) + line(3) + line(4), 0),
    "stale": (line(1) + line(3) + line(4), 0),
    "early": (line(3) + line(4) + line(4), 0),
    "late": (line(3) + line(4), 0),
    "hang": (b"", ALARM),
    "busy": (b"", ALARM),
    "exits": (b"", 7),
    "segfault": (b"", -signal.SIGSEGV),
    "killed": (b"", -signal.SIGKILL),
    "answers-and-exits": (line(3), 0),
    "stops": (b"", -signal.SIGKILL),
    "stays": (line(3) + line(4), ALARM),
    "closes-stdin": (line(3), ALARM),
    "closes-stdout": (b"", ALARM),
    "deaf": (line(3), ALARM),
    "stderr-crash": (b"", 1),
    "child": (line(3) + line(4), 0),
    "child-escapes": (line(3) + line(4), 0),
    "child-holds-pipes": (b"", 7),
    "fork-bomb": (line(3) + line(4), 0),
    "memory": (line(3) + line(4), 0),
    "writes-files": (line(3) + line(4), 0),
    "prints-environment": (line(3) + line(4), 0),
}


@pytest.mark.parametrize(
    "mode", [pytest.param(mode, marks=[pytest.mark.long] if at % 3 else []) for at, mode in enumerate(ANSWERS)]
)  # all of them race in tests/arena/test_bad_bots.py
def test_it_does_its_deed_at_the_third_decision(mode, tmp_path):
    size = ["--size", "6"] if mode in ("memory", "fork-bomb") else []
    home = {**os.environ, "HOME": str(tmp_path), "TMPDIR": str(tmp_path)}
    assert said(mode, *size, cwd=tmp_path, env=home) == ANSWERS[mode]


STARTS = {
    "exits-at-start": (b"", 1),
    "never-ready": (b"", ALARM),
    "slow-start": (BEFORE + line(3) + line(4), 0),
    "wrong-protocol": (BEFORE.replace(b"heat/1", b"heat/99") + line(3) + line(4), 0),
    "early-ready": (READY + BEFORE + line(3) + line(4), 0),
    "crlf": ((BEFORE + line(3) + line(4)).replace(b"\n", b"\r\n"), 0),
}


@pytest.mark.parametrize("mode", STARTS)
def test_it_does_its_deed_at_the_start(mode):
    size = ["--size", "1"] if mode == "slow-start" else []
    start = time.monotonic()
    assert run(mode, *size)[:2] == STARTS[mode]
    assert mode != "slow-start" or time.monotonic() - start > 1


def test_name_bomb():
    ready, *acts = rows_of(run("name-bomb")[0].decode())
    assert (len(ready["name"]), ready["name"][:6]) == (10_005, "\x1b[2J\u202ex")
    assert acts == [act(n) for n in (1, 2, 3, 4)]


ENDLESS = {"flood": b"faster!\n" * 1000, "giant-line": b"x" * 9000, "drip": b"still thinking\n" * 3}


@pytest.mark.parametrize("mode", ENDLESS)
def test_it_writes_until_nobody_listens(mode):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command(mode, "--life", "10"), **pipes) as bot:
        bot.stdin.write(lines(HELLO, *REQUESTS))
        bot.stdin.flush()
        start = BEFORE + ENDLESS[mode]
        assert bot.stdout.read(len(start)) == start
        bot.stdout.close()
        assert bot.wait(5) == 0


def test_stderr_endless():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command("stderr-endless", "--life", "1"), **pipes) as bot:
        bot.stdin.write(lines(HELLO, *REQUESTS))
        bot.stdin.flush()
        errors = b"still thinking\n" * 200_000
        assert bot.stderr.read(len(errors)) == errors
        assert bot.wait(5) == ALARM
        assert bot.stdout.read() == BEFORE


def test_stderr_crash():
    _, _, errors = run("stderr-crash", "--size", "2")
    *filler, traceback = errors.rpartition("Traceback (most recent call last):\n")
    assert 1_990_000 < len(filler[0]) <= 2_000_000
    assert traceback.endswith("RuntimeError: out of petrol\n")


def test_late():
    start = time.monotonic()
    said("late", messages=(HELLO, *[request(n, ms=400) for n in (1, 2, 3, 4)]))
    assert time.monotonic() - start > 0.6


def state(pid):
    """R, S, T (stopped) and so on; empty for a process that is gone, or waits to be buried."""
    found = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return "" if found.startswith("Z") else found[:1]


def until(condition, seconds=5.0):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def test_stops():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command("stops", "--life", "10"), **pipes) as bot:
        bot.stdin.write(lines(HELLO, *REQUESTS))
        bot.stdin.close()
        assert until(lambda: state(bot.pid) == "T")
        bot.send_signal(signal.SIGTERM)  # waits for SIGCONT
        time.sleep(0.2)
        assert state(bot.pid) == "T"
        bot.kill()
        assert bot.stdout.read() == BEFORE


def test_stays():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command("stays", "--life", "10"), **pipes) as bot:
        bot.stdin.write(lines(HELLO, *REQUESTS, BYE))
        bot.stdin.close()
        out = BEFORE + line(3) + line(4)
        assert bot.stdout.read(len(out)) == out
        bot.terminate()
        with pytest.raises(subprocess.TimeoutExpired):
            bot.wait(0.3)
        bot.kill()


CHILDREN = {"child": 1, "child-escapes": 1, "child-holds-pipes": 1, "fork-bomb": 7}


@pytest.mark.parametrize("mode", CHILDREN)
def test_its_children_are_there_and_live_no_longer_than_they_may(mode, tmp_path):
    """Their numbers stand on stderr, a file here: who holds a pipe would be waited for."""
    size = ["--size", "7"] if mode == "fork-bomb" else []
    with open(tmp_path / "errors", "w") as errors:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": errors}
        bot = subprocess.Popen(command(mode, "--life", "2", *size), start_new_session=True, **pipes)
        bot.stdin.write(lines(HELLO, *REQUESTS))
        bot.stdin.flush()

    def children():
        return [int(pid) for pid in re.findall(r"^child (\d+)\n", (tmp_path / "errors").read_text(), re.MULTILINE)]

    assert until(lambda: len(children()) == CHILDREN[mode])
    groups = {os.getpgid(pid) for pid in children()}
    assert (groups == {bot.pid}) is (mode != "child-escapes")
    bot.stdin.close()
    bot.wait(5)
    assert all(state(pid) for pid in children())
    assert until(lambda: not any(state(pid) for pid in children()))


def test_writes_files(tmp_path):
    folders = [tmp_path / name for name in ("cwd", "home", "tmp")]
    for folder in folders:
        folder.mkdir()
    env = {**os.environ, "HOME": str(folders[1]), "TMPDIR": str(folders[2])}
    run("writes-files", cwd=folders[0], env=env)
    assert [(folder / "heat-bad-bot.txt").read_text() for folder in folders] == ["r\n"] * 3


def test_prints_environment():
    assert "SECRET=42\n" in run("prints-environment", env={**os.environ, "SECRET": "42"})[2]


def test_memory():
    with subprocess.Popen(command("memory", "--size", "50"), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
        bot.stdin.write(lines(HELLO, *REQUESTS))
        bot.stdin.flush()
        for _ in range(5):
            bot.stdout.readline()
        taken = int(subprocess.run(["ps", "-o", "rss=", "-p", str(bot.pid)], capture_output=True, check=True).stdout)
        bot.stdin.close()
    assert taken > 50_000


@pytest.mark.parametrize("at", [1, 2, 4])
def test_the_decision_may_be_chosen(at):
    out, code, _ = run("exits", "--at", at)
    assert (out, code) == (READY + b"".join(map(line, range(1, at))), 7)


# what is said of them


@pytest.mark.parametrize("mode", FOUND)
def test_the_docstring_says_what_a_referee_makes_of_it(mode):
    specimen = FOUND[mode]
    doc = ast.get_docstring(ast.parse(specimen.file.read_text()))
    what, _, referee = doc.partition("\n\nThe referee: ")
    assert what == specimen.what
    verdict = specimen.verdict
    assert all(re.search(rf"\b{code}\b", referee) for code in verdict.faults + verdict.warnings)
    assert bool(re.search(r"\bstopped\b", referee)) is verdict.stopped
    assert verdict.faults or "warning" in referee or "nothing" in referee or "shows" in referee


def test_every_file_has_a_verdict_and_a_test():
    files = {path.stem.replace("_", "-") for path in (BOTS / "bad").glob("[!_]*.py")}
    assert files == set(FOUND)
    assert files == {*ANSWERS, *STARTS, *ENDLESS, "name-bomb", "stderr-endless"}


def test_verdicts_are_codes_of_the_protocol():
    table = (ROOT / "protocol" / "README.md").read_text().split("\n## Faults", 1)[1]
    known = {code for row in re.findall(r"^\| ([a-z_, ]+) \|", table, re.MULTILINE) for code in row.split(", ")}
    told = {code for specimen in FOUND.values() for code in specimen.verdict.faults + specimen.verdict.warnings}
    assert told <= known


def test_two_of_a_code_at_most_but_three_that_stop():
    for specimen in FOUND.values():
        assert len({*specimen.verdict.faults}) <= 1
        assert len(specimen.verdict.faults) in ((1, 3) if specimen.verdict.stopped else (0, 1))


# the command


def bad(*words, messages=(HELLO, *REQUESTS, BYE)):
    """`heat bot bad` as a user runs it."""
    out = subprocess.run(
        [sys.executable, "-m", "heatcli", "bot", "bad", *words], input=lines(*messages), capture_output=True, timeout=20
    )
    return out.stdout, out.returncode, out.stderr.decode()


def test_it_becomes_the_bot():
    assert bad("exits") == (BEFORE, 7, "")
    assert bad("exits", "--at", "2") == (READY + line(1), 7, "")
    assert bad("killed", "--at", "1") == (READY, -signal.SIGKILL, "")


def test_size_and_life_are_handed_on():
    assert bad("hang", "--life", "1")[1] == ALARM
    assert len(bad("stderr-crash", "--size", "1")[2]) < 1_001_000


def test_the_list_has_a_line_a_mode():
    out = heat("bot", "bad", "--list")
    assert (out.returncode, out.stderr) == (0, "")
    head, *rows, blank, legend = out.stdout.splitlines()
    assert [row.split()[0] for row in rows] == [*FOUND]
    assert [re.split("  +", head), blank, legend[:5]] == [["mode", "verdict", "what it does"], "", "Codes"]
    verdicts = {row.split()[0]: re.split("  +", row)[1] for row in rows}
    assert {mode: verdicts[mode] for mode in ("hang", "exits", "crlf", "twice", "garbage")} == {
        "hang": "timeout ×3 stopped",
        "exits": "exited stopped",
        "crlf": "-",
        "twice": "(duplicate)",
        "garbage": "timeout (parse)",
    }
    assert all(row.endswith(f"  {FOUND[row.split()[0]].what}") for row in rows)


def test_json_has_an_object_a_mode():
    rows = {row["mode"]: row for row in rows_of(heat("bot", "bad", "--list", "--json").stdout)}
    assert list(rows) == [*FOUND]
    assert rows["drip"] == {
        "mode": "drip",
        "what": FOUND["drip"].what,
        "faults": ["timeout"] * 3,
        "warnings": ["parse"],
        "stopped": True,
        "file": str(BOTS / "bad" / "drip.py"),
    }


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "MODE or --list is right, and --json with --list"),
        (["hang", "--list"], "MODE or --list is right, and --json with --list"),
        (["hang", "--json"], "MODE or --list is right, and --json with --list"),
        (["good"], "mode 'good': unknown; `heat bot bad --list` has them"),
        (["../client"], "mode '../client': unknown; `heat bot bad --list` has them"),
        (["hang", "--at", "0"], "Invalid value for '--at': 0 is not in the range x>=1."),
        (["hang", "--at", "x"], "Invalid value for '--at': 'x' is not a valid integer range."),
    ],
)
def test_wrong_words_are_answered_in_a_sentence(words, says):
    out = heat("bot", "bad", *words)
    assert (out.returncode, out.stdout) == (2, "")
    assert out.stderr.splitlines()[-1] == f"Error: {says}"
