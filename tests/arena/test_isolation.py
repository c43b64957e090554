"""Other people's programs: what they run in (SPEC W, protocol/README.md)."""

import json
import os
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from heatcli.arena import isolation
from heatcli.errors import SetupError
from tests.arena.helpers import driver, faults, grid_of, inside, race, rows_of, script
from tests.shell import heat

LOOK = """
import json, os, pathlib
open({note!r}, "w").write(json.dumps({what}))
loop(first)
"""


def seen(tmp_path, what, **parts):
    """What a bot sees of what it runs in: the value of an expression, written to a file that the test names."""
    note = tmp_path / "seen"
    race(driver(LOOK.format(note=str(note), what=what), **parts), "builtin:first")
    return json.loads(note.read_text())


def test_the_environment_has_the_few_names_that_are_passed_on(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET", "7")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    monkeypatch.setenv("LANG", "C.UTF-8")
    names = seen(tmp_path, "dict(os.environ)", **{"env.DEPTH": "3"})
    assert set(names) - {"LC_CTYPE"} <= {*isolation.PASSED_ON, "TMPDIR", "DEPTH"}
    assert names["DEPTH"] == "3"
    assert names["LANG"] == "C.UTF-8"


def test_a_bot_runs_in_an_empty_folder_of_its_own_that_is_gone_afterwards(tmp_path):
    folder, files, temporary = seen(tmp_path, '[os.getcwd(), os.listdir(), os.environ["TMPDIR"]]')
    assert (files, temporary) == ([], folder)
    assert Path(folder) not in (Path.cwd(), tmp_path)
    assert not Path(folder).exists()


def test_folders_of_a_referee_that_was_killed_are_swept_by_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with subprocess.Popen(["true"]) as dead:
        pass
    for name in (f"heat-bot-{dead.pid}-x", f"heat-bot-{os.getpid()}-x", "heat-bot-y", "other"):
        (tmp_path / name).mkdir()
    isolation.sweep()
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"heat-bot-{os.getpid()}-x", "heat-bot-y", "other"]


def test_dir_is_where_it_runs(tmp_path):
    assert seen(tmp_path, "os.getcwd()", dir=tmp_path) == str(tmp_path)


def test_files_of_the_command_are_found_from_here(tmp_path, monkeypatch):
    """`heat race -d 'python bot.py'` works where bot.py lies, though the bot runs elsewhere."""
    (tmp_path / "bot.py").write_text("from helper import *\nloop(first)\n")
    (tmp_path / "helper.py").write_text(shlex.split(script(""))[2])
    monkeypatch.chdir(tmp_path)
    [outcome] = race(f"{sys.executable} bot.py", "builtin:first")
    assert faults(outcome, 0) == []


def test_a_program_here_is_started_by_its_path(tmp_path, monkeypatch):
    (tmp_path / "bot").write_text(f"#!{sys.executable}\n{shlex.split(script('loop(first)'))[2]}")
    (tmp_path / "bot").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    [outcome] = race("./bot", "builtin:first")
    assert faults(outcome, 0) == []


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("no-such", None, "No such file or directory"),
        ("plain", "loop(first)", "Permission denied; make it executable"),
        ("odd", "#!/no/such/interpreter\n", "No such file or directory"),
        ("noise", "\x00\x01", "Exec format error"),
    ],
)
def test_what_cannot_be_started_is_said_before_any_race(tmp_path, name, text, says):
    bot = tmp_path / name
    if text is not None:
        bot.write_text(text)
        bot.chmod(0o644 if name == "plain" else 0o755)
    run = inside("race", "-d", str(bot), "-d", "builtin:first")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"heat: driver '{bot}' cannot be started: ".replace(str(bot), str(bot)[:80]))
    assert says in run.stderr


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has it")


@LINUX
def test_no_new_rights_and_death_with_the_referee(tmp_path):
    status = "[line for line in open('/proc/self/status').read().splitlines() if line.startswith('NoNewPrivs')]"
    assert seen(tmp_path, status) == ["NoNewPrivs:\t1"]


def test_files_and_cores_have_limits_and_the_rest_if_asked(tmp_path):
    limits = "[__import__('resource').getrlimit(n)[0] for n in (4, 7, 1, 9, 0)]"  # core, nofile, fsize, as, cpu
    if sys.platform != "linux":
        pytest.skip("the numbers of limits are those of Linux")
    core, files, size, *_ = seen(tmp_path, limits)
    assert (core, files, size) == (0, isolation.OPEN_FILES, 1 << 30)
    *_, memory, cpu = seen(tmp_path, limits, memory=500, cpu=60)
    assert (memory, cpu) == (500 << 20, 60)


def test_a_bot_over_its_memory_fails_alone(tmp_path):
    hog = "n = [0]\ndef answer(m):\n    n[0] += 1\n    if n[0] == 3: bytearray(1 << 30)\n    first(m)\nloop(answer)"
    [outcome] = race(driver(hog, memory=300), "builtin:first")
    assert faults(outcome, 0) == ["exited"]


def test_a_bot_over_its_cpu_time_is_killed(tmp_path):
    busy = "n = [0]\ndef answer(m):\n    n[0] += 1\n    while n[0] == 3: pass\n    first(m)\nloop(answer)"
    [outcome] = race(driver(busy, cpu=1), "builtin:first")
    [fault] = [fault for placed in outcome.standings for fault in placed.faults]
    assert (fault.code, fault.why) in [("exited", "killed by SIGKILL"), ("exited", "killed by SIGXCPU")]


MEMORY = """
import glob
places = {places}
found = [open(f).read() for p in places for f in glob.glob(p + "/heat-notes*")]
open({note!r}, "a").write(json.dumps(found) + "\\n")
def remember(text):
    for place in places:
        try:
            open(place + "/heat-notes-of-a-bot", "a").write(text)
        except OSError:
            pass
for line in sys.stdin:
    remember(line)
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="ready", protocol="heat/1", name="test")
    elif message["type"] == "request":
        first(message)
"""


def test_a_bot_that_writes_down_what_it_saw_finds_nothing_in_the_race_with_the_seats_rotated(tmp_path):
    """The same seed again, one seat further: what it would know of the other cars' decks is gone with its folder."""
    note = tmp_path / "found"
    bot = driver(MEMORY.format(places='[".", os.environ["TMPDIR"]]', note=str(note)))
    for drivers in ([bot, "builtin:first"], ["builtin:first", bot]):
        run = inside("race", "usa", "--laps", "1", "--seed", "rotated", *grid_of(*drivers), "--anonymous")
        assert run.returncode == 0
    assert note.read_text() == "[]\n[]\n"


# --- the sandbox


def works():
    if shutil.which("bwrap") is None:
        return False
    tried = subprocess.run(["bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"], capture_output=True)
    return tried.returncode == 0


SANDBOX = pytest.mark.skipif(not works(), reason="bwrap is not installed, or makes no namespaces here")


@SANDBOX
def test_in_the_sandbox_a_bot_sees_itself_and_the_system(tmp_path):
    """No network, no processes of others, no file of the user but those beside its own."""
    home = tmp_path / "home"
    (home / "bot").mkdir(parents=True)
    (home / "secret").write_text("the seed")
    look = """
import glob, socket
def tried(what):
    try:
        return str(what())
    except OSError as error:
        return type(error).__name__
told = {
    "secret": tried(lambda: open(SECRET).read()),
    "beside": tried(lambda: open(__file__).read()[:5]),
    "write": tried(lambda: open(__file__, "w")),
    "own": tried(lambda: open("mine", "w").write("x")),
    "network": tried(lambda: socket.create_connection(("127.0.0.1", PORT), 1)),
    "processes": sum(part.isdecimal() for part in os.listdir("/proc")),
    "referee": tried(lambda: os.kill(REFEREE, 0)),
}
def answer(m):
    say(type="act", id=m["id"], action=m["legal"][0], note=json.dumps(told))
loop(answer)
"""
    with socket.create_server(("127.0.0.1", 0)) as server:
        known = f"SECRET, PORT, REFEREE = {str(home / 'secret')!r}, {server.getsockname()[1]}, {os.getpid()}\n"
        (home / "bot" / "bot.py").write_text(shlex.split(script(known + look))[2])
        record = tmp_path / "race.hrn"
        bot = f"{sys.executable} {home / 'bot' / 'bot.py'}"
        words = ["usa", "--laps", "1", "--seed", "1", *grid_of(bot, "builtin:first"), "--notes"]
        run = inside("race", *words, "--sandbox", "bwrap", "--record", str(record))
    assert run.returncode == 0
    assert "sandbox bwrap: no network, no files but their own" in run.stderr
    assert '[Sandbox "bwrap"]' in record.read_text()
    note = next(line for line in record.read_text().splitlines() if "secret" in line)
    told = json.loads(note[note.index('("secret') :].replace("(", "{").split(")")[0] + "}")
    assert told["secret"] == "FileNotFoundError"
    assert told["beside"] == "\nimpo"
    assert told["write"] == "OSError"
    assert told["own"] == "1"
    assert told["network"] in ("ConnectionRefusedError", "OSError")
    assert told["processes"] <= 3
    assert told["referee"] == "ProcessLookupError"
    check = inside("validate", str(record))
    assert check.returncode == 0, check.stdout


@SANDBOX
def test_a_race_in_the_sandbox_is_the_same_race(tmp_path):
    """But for the line that names it, and the hash of the head."""
    bots = grid_of(script("loop(first)"), "builtin:greedy")
    told = [
        rows_of(inside("race", "usa", "--laps", "1", "--seed", "1", *bots, "--json", "--sandbox", name).stdout)
        for name in isolation.SANDBOXES
    ]
    assert told[0] == told[1]


def test_a_sandbox_that_cannot_be_had_is_refused(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SetupError, match="there is no bwrap on this machine"):
        isolation.check_sandbox("bwrap")
    run = inside("race", "--sandbox", "bwrap")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == (
        "heat: --sandbox bwrap: there is no bwrap on this machine (package bubblewrap); off races without\n"
    )


def test_a_sandbox_that_does_not_work_is_refused_with_its_own_words(tmp_path, monkeypatch):
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(SetupError, match=r"does not work here \(bwrap: No permissions to create a new namespace\)"):
        isolation.check_sandbox("bwrap")


def test_without_a_sandbox_the_record_names_none(tmp_path):
    record = tmp_path / "race.hrn"
    heat("race", "usa", "--laps", "1", *grid_of("builtin:first"), "--record", str(record))
    assert "Sandbox" not in record.read_text()
