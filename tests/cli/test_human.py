"""A person at a terminal: a real one, with echo, line editing and an end of input."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from tests.arena.helpers import grid_of
from tests.shell import ROOT, heat

COMMAND = (sys.executable, "-m", "heatcli", "race", "usa", "--laps", "1", "--seed", "1")
DRIVERS = grid_of("human", "builtin:first")
PROMPT = re.compile(rb"(mulligan|plan|value|react|slip|discard)> $")


class Terminal:
    """`heat race` at a terminal: what it shows, and a keyboard."""

    def __init__(self, *options: str, **env: str):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *DRIVERS, *options],
            cwd=ROOT,
            env={**os.environ, "COLUMNS": "80", "TERM": "xterm", **env},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self.shown = b""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    def prompted(self) -> bool:
        """Read until the program asks, or has ended."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if not select.select([self.master], [], [], 0.5)[0]:
                continue
            try:
                chunk = os.read(self.master, 1 << 16)
            except OSError:  # the other side is closed
                return False
            if not chunk:
                return False
            self.shown += chunk
            if PROMPT.search(self.shown):
                return True
        raise AssertionError(f"nothing is asked: {self.shown[-500:]!r}")

    def type(self, keys: bytes):
        os.write(self.master, keys)

    def ended(self) -> int:
        return self.process.wait(20)

    @property
    def lines(self) -> list[str]:
        return self.shown.decode(errors="replace").replace("\r", "").splitlines()


def test_who_always_answers_1_drives_the_cautious_race(tmp_path):
    record = tmp_path / "race.hrn"
    with Terminal("--record", str(record)) as terminal:
        asked = 0
        while terminal.prompted():
            asked += 1
            terminal.type(b"1\n")
        assert terminal.ended() == 0
    assert asked > 20
    assert terminal.lines[0] == "You drive black: usa, 1 x 69 spaces."
    assert terminal.lines[-1].endswith("rounds, seed 1")
    assert terminal.lines[-4].split() == ["place", "car", "driver", "round", "distance", "why", "faults"]
    cautious = heat(*COMMAND[3:], *grid_of("name=human cmd=builtin:first", "builtin:first"), "--record", "-")
    assert record.read_text() == cautious.stdout
    assert all(line.isascii() and line.isprintable() for line in terminal.lines)


def test_ctrl_d_stops_the_person_and_the_race_goes_on(tmp_path):
    record = tmp_path / "race.hrn"
    with Terminal("--record", str(record)) as terminal:
        for _ in range(3):
            assert terminal.prompted()
            terminal.type(b"1\n")
        assert terminal.prompted()
        terminal.type(b"\x04")
        assert not terminal.prompted()  # nobody is asked again
        assert terminal.ended() == 0
    text = "\n".join(terminal.lines)
    assert re.search(r"black \(human\): closed in round \d+, \w+: the input ended; applied ", text)
    assert "closed 1" in text
    assert record.read_text().count("!closed") == 1
    assert heat("validate", str(record)).returncode == 0


def test_ctrl_d_with_retire_takes_the_car_off():
    with Terminal("--on-fault", "retire") as terminal:
        assert terminal.prompted()
        terminal.type(b"\x04")
        assert not terminal.prompted()
        assert terminal.ended() == 0
    assert " retired " in terminal.lines[-2]


@pytest.mark.parametrize("locale", ["C.UTF-8", "en_US.UTF-8", "POSIX"])
def test_nonsense_is_asked_again_and_costs_nothing(locale):
    with Terminal(LC_ALL=locale, PYTHONIOENCODING="utf-8:strict" if locale == "en_US.UTF-8" else "") as terminal:
        for keys in (b"\n", b"?\n", b"fly\n", b"99\n", b"\xff\xfe\n", b"\x1b[A\n", b"g9 1 1\n"):
            assert terminal.prompted()
            terminal.type(keys)
        while terminal.prompted():
            terminal.type(b"1\n")
        assert terminal.ended() == 0
    text = "\n".join(terminal.lines)
    assert "'fly' is not open to you now" in text
    assert "99 is not in the list" in text
    assert "illegal" not in text


def test_ctrl_c_at_the_prompt_ends_the_program(tmp_path):
    record = tmp_path / "race.hrn"
    with Terminal("--record", str(record)) as terminal:
        assert terminal.prompted()
        terminal.type(b"1\n")
        assert terminal.prompted()
        terminal.process.send_signal(signal.SIGINT)
        assert not terminal.prompted()
        assert terminal.ended() == 130
    assert terminal.lines[-1].endswith("heat: interrupted")
    assert record.read_text().endswith("\nResult: -; interrupted\n")
    assert heat("validate", str(record)).returncode == 0


def test_a_pipe_will_do_and_results_stay_clean():
    """The person's side is stderr: stdout has the table alone."""
    run = subprocess.run(
        [*COMMAND, *DRIVERS], input="1\n" * 200, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.splitlines()[0].split()[0] == "place"
    assert len(run.stdout.splitlines()) == 4
    assert "plan> " in run.stderr
