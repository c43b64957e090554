"""Small tournaments, run as a host runs them."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from tests.shell import ROOT

BOTS = ("-d", "builtin:greedy", "-d", "builtin:random", "-d", "builtin:first")
SMALL = (*BOTS, "--laps", "1", "--seed", "s")


def run(folder, *arguments, **how):
    """`heat tournament run`, to its end."""
    return subprocess.run(command(folder, *arguments), capture_output=True, text=True, timeout=200, cwd=ROOT, **how)


def begun(folder, *arguments, **how):
    """The same, as it begins."""
    return subprocess.Popen(
        command(folder, *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, **how
    )


def command(folder, *arguments):
    return [sys.executable, "-m", "heatcli", "tournament", "run", str(folder), *arguments]


def lines(folder, name="results.jsonl"):
    """A file's lines, in an order of their own."""
    return sorted((Path(folder) / name).read_bytes().splitlines(keepends=True))


def rows(folder):
    return [json.loads(line) for line in (Path(folder) / "results.jsonl").read_text().splitlines()]


def records(folder):
    """The records of a tournament, in an order of their own."""
    return sorted(re.split(r"(?m)^(?=\[Heat )", (Path(folder) / "records.hrn").read_text())[1:])


def table(folder):
    """What `heat tournament show` says, but for what a clock has measured."""
    found = subprocess.run(
        [sys.executable, "-m", "heatcli", "tournament", "show", str(folder), "--json"],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
        check=True,
    )
    return [
        {key: value for key, value in json.loads(row).items() if key != "times"} for row in found.stdout.splitlines()
    ]


def same(folder, other):
    """Two tournaments have come to the same, to the last byte."""
    assert lines(folder) == lines(other)
    assert records(folder) == records(other)
    assert table(folder) == table(other)


HANGS = """
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": "heat/1", "name": "hangs"}), flush=True)
    elif message["type"] == "request":
        time.sleep(60)
    elif message["type"] == "bye":
        break
"""


def hanging(folder):
    """A driver that hangs in its first decision, with the folder in its command."""
    (folder.parent / "hangs.py").write_text(HANGS)
    return ("-d", f"name=slow cmd='{sys.executable} {folder.parent / 'hangs.py'} hangs-{folder}' ms=30000")


def until(true, seconds=20.0):
    """Wait for something."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


def processes():
    """The processes of this machine that race, by what they were started with."""
    found = []
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            text = Path(f"/proc/{name}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        found.append((int(name), text))
    return found
