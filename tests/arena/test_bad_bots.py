"""Every bad bot of bots/bad in a race: the others finish it, its verdict is the one written down, nothing is left."""

import json
import os
import re
import selectors
import shlex
import subprocess
import sys
import time
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest

from tests.arena.helpers import BOTS, grid_of, inside, marked, needs_proc

VERDICTS = tomllib.loads((BOTS / "bad" / "verdicts.toml").read_text())
LIMIT, START, QUIT = 500, 1500, 1000
SLOW = {"slow-start": 6000}  # needs four seconds to import
PATIENT = {"memory": 3000}  # its deed is work, and the machine may be busy
MEGABYTES = 100  # of the referee

SENTENCES = {
    "exits-at-start": r"exit code 1",
    "never-ready": r"never ready: no answer within 1500 ms; if it said ready, it did not flush",
    "wrong-protocol": r"never ready: protocol 'heat/99': heat/1 is right",
    "early-ready": r"ready was said before; act is right",
    "early": r"answer to \d+; \d+ is asked",
    "debug-output": r"not JSON: .*; debug output belongs on stderr",
    "invalid-utf8": r"byte \d+ is not UTF-8",
    "flood": r"more than 100 lines that are no answer, for one decision",
    "giant-line": r"more than 2 MiB for one decision",
    "illegal": r"'g4 1 1 1 1': .*",
    "always-illegal": r"'fly me to the moon': 'fly' is no verb; .*",
    "twice": r"\d+ was answered before",
    "stale": r"answer to \d+; \d+ is asked",
    "hang": r"no answer within 500 ms",
    "exits": r"exit code 7",
    "segfault": r"killed by SIGSEGV",
    "killed": r"killed by SIGKILL",
    "answers-and-exits": r"exit code 0",
    "closes-stdin": r"it closed its pipe and runs on",
    "closes-stdout": r"it closed its pipe and runs on",
    "stderr-crash": r"exit code 1",
}
"""What is said of the last thing that went wrong, for those where it is more than a code."""


class Run:
    """A bad bot against two good ones, in a process of its own that is watched."""

    def __init__(self, tmp_path, mode, *options):
        self.mark = f"{tmp_path}"
        self.record, self.bundles, temporary = tmp_path / "race.hrn", tmp_path / "bundles", tmp_path / "tmp"
        temporary.mkdir()
        bot = shlex.join([sys.executable, str(BOTS / "bad" / f"{mode.replace('-', '_')}.py")])
        bad = f"name=Bad cmd={shlex.quote(bot)} env.HEAT_TEST={shlex.quote(self.mark)}"
        words = ["race", "usa", "--laps", "1", "--seed", "1", *grid_of(bad, "builtin:first", "builtin:first")]
        clocks = {"limit": PATIENT.get(mode, LIMIT), "first": START, "start": SLOW.get(mode, START)}
        words += [word for name, ms in clocks.items() for word in (f"--{name}", str(ms))]
        words += ["--json", "--record", str(self.record), "--fault-dir", str(self.bundles), *options]
        start = time.monotonic()
        with subprocess.Popen(
            [sys.executable, "-m", "heatcli", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(temporary), "HOME": str(tmp_path)},
        ) as heat:
            self.out, self.err, self.peak = watched(heat)
        self.seconds, self.code = time.monotonic() - start, heat.returncode
        rows = [json.loads(line) for line in self.out.splitlines()]
        self.result = rows[-1]
        self.left = [*temporary.iterdir()]


def watched(heat):
    """What it says until it ends, and the most memory it ever had, in megabytes."""
    peak, told = 0, {heat.stdout: b"", heat.stderr: b""}
    with selectors.DefaultSelector() as selector:
        for pipe in told:
            selector.register(pipe, selectors.EVENT_READ)
        while selector.get_map():
            peak = max(peak, memory_of(heat.pid))
            for key, _ in selector.select(0.02):
                chunk = os.read(key.fd, 1 << 16)
                told[key.fileobj] += chunk
                if not chunk:
                    selector.unregister(key.fileobj)
    return told[heat.stdout].decode(), told[heat.stderr].decode(), peak


def memory_of(pid):
    try:
        found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0
    return int(found[1]) >> 10 if found else 0


def alive(mark):
    """The processes of a test that still run, whoever their parent is."""
    found = []
    for process in marked(mark):
        with suppress(OSError):  # it has ended meanwhile
            if (process / "stat").read_text().rpartition(")")[2].split()[0] != "Z":
                found.append((process.name, (process / "cmdline").read_bytes()))
    return found


@needs_proc
@pytest.mark.parametrize("mode", VERDICTS)
def test_a_bad_bot_hurts_nobody_but_itself(tmp_path, mode):
    verdict = VERDICTS[mode]
    run = Run(tmp_path, mode)
    assert run.code == 0, run.err
    cost, free = run.result["faults"], run.result["warnings"]
    assert [fault["code"] for fault in cost] == verdict.get("faults", [])
    assert list(dict.fromkeys(fault["code"] for fault in free)) == verdict.get("warnings", [])
    assert any(fault["stopped"] for fault in cost) == verdict.get("stopped", False)
    assert all(fault["seat"] == 0 for fault in cost + free)
    if mode in SENTENCES:
        assert re.fullmatch(SENTENCES[mode], (cost or free)[-1]["why"])
    assert run.result["why"] == "finished"
    waits = sum(fault["code"] == "timeout" for fault in cost) * LIMIT
    waits += SLOW.get(mode, START) if cost[:1] and "never ready" in cost[0]["why"] else SLOW.get(mode, 0)
    assert run.seconds < 2 + waits / 1000 + (2 * QUIT / 1000 if verdict.get("stopped") or mode == "stays" else 0)
    assert run.peak < MEGABYTES
    assert alive(run.mark) == []
    assert run.left == []
    check = inside("validate", str(run.record))
    assert (check.returncode, check.stderr) == (0, "")
    assert run.record.read_text().splitlines()[-1].endswith("; finished")
    assert len([*run.bundles.iterdir()]) == len(cost)
