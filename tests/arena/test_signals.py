"""The referee is ended in mid-race: no bot outlives it, and the record is valid up to its last whole line."""

import os
import shlex
import signal
import subprocess
import sys
import time

import pytest

from tests.arena.helpers import BOTS, grid_of, inside, needs_proc, script
from tests.arena.test_bad_bots import alive

pytestmark = needs_proc

SLEEPY = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
def answer(m):
    time.sleep(0.02)
    first(m)
loop(answer)
time.sleep(60)
"""
"""It thinks, hears no SIGTERM, and does not go when its input ends."""


def until(happened, seconds=10):
    """Whether it happens in time."""
    end = time.monotonic() + seconds
    while not (so := happened()) and time.monotonic() < end:
        time.sleep(0.02)
    return so


@pytest.mark.parametrize(
    ("number", "code", "seconds"),
    [(signal.SIGINT, 130, 4), (signal.SIGTERM, 130, 4), (signal.SIGHUP, 130, 4), (signal.SIGKILL, -9, 1)],
    ids=["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"],
)
def test_a_referee_that_is_ended_leaves_no_bot_and_a_valid_record(tmp_path, number, code, seconds):
    record, mark = tmp_path / "race.hrn", str(tmp_path)
    busy = shlex.join([sys.executable, str(BOTS / "bad" / "busy.py"), "--at", "9"])
    commands = [script(SLEEPY), script("loop(first)"), busy]
    drivers = grid_of(*(f"cmd={shlex.quote(one)} env.HEAT_TEST={shlex.quote(mark)}" for one in commands))
    words = [sys.executable, "-m", "heatcli", "race", "usa", "--seed", "1", *drivers, "--record", str(record)]
    with subprocess.Popen([*words, "--limit", "3000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as heat:
        assert until(lambda: record.exists() and record.read_text().count("\n") > 12)
        assert len(alive(mark)) == 3
        start = time.monotonic()
        heat.send_signal(number)
        out, err = heat.communicate(timeout=20)
        assert time.monotonic() - start < seconds
    assert heat.returncode == code
    assert until(lambda: not alive(mark), 1), alive(mark)
    if number != signal.SIGKILL:
        assert (out, err.splitlines()[-1]) == (b"", b"heat: interrupted")
        assert record.read_text().splitlines()[-1] == "Result: -; interrupted"
    check = inside("validate", str(record))
    assert check.returncode == 0, check.stdout


def test_a_second_interrupt_ends_at_once(tmp_path):
    """Nobody is waited for any more; the bots are gone all the same."""
    record, mark = tmp_path / "race.hrn", str(tmp_path)
    bot = f"cmd={shlex.quote(script(SLEEPY))} env.HEAT_TEST={shlex.quote(mark)}"
    words = [sys.executable, "-m", "heatcli", "race", "usa", *grid_of(bot, bot), "--record", str(record)]
    with subprocess.Popen([*words, "--quit", "20000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as heat:
        assert until(lambda: record.exists() and record.read_text().count("\n") > 12)
        heat.send_signal(signal.SIGINT)
        time.sleep(0.5)
        assert heat.poll() is None
        start = time.monotonic()
        heat.send_signal(signal.SIGINT)
        heat.communicate(timeout=10)
        assert time.monotonic() - start < 1
    assert heat.returncode == 130
    assert until(lambda: not alive(mark), 1), alive(mark)


def test_a_bot_that_is_interrupted_by_the_terminal_is_not_to_blame(tmp_path):
    """Ctrl-C reaches the group of the terminal; bots have groups of their own."""
    note = tmp_path / "group"
    body = f"open({str(note)!r}, 'w').write(str(os.getpgid(0) == os.getpid()))\nloop(first)"
    inside("race", "usa", "--laps", "1", *grid_of(script(body), "builtin:first"))
    assert note.read_text() == "True"
    assert os.getpgid(0) != 0
