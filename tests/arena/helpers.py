"""Races against bots written on the spot."""

import io
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from heatcli.arena.drivers import Patience, parse, started
from heatcli.arena.referee import Outcome, Terms, run_race
from heatcli.cli import main
from heatcli.core.specs import Spec, seat_cars
from heatcli.data import load
from heatcli.wire.messages import Clock

BOTS = Path(__file__).parents[2] / "bots"
PREFIX = """
import json, os, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
def loop(on_request):
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(type="ready", protocol="heat/1", name="test")
        elif message["type"] == "request":
            on_request(message)
def first(message):
    say(type="act", id=message["id"], action=message["legal"][0])
"""


needs_proc = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="there is no /proc to look into")


def marked(mark: str) -> Iterator[Path]:
    """The processes with this text in their environment, whoever their parent is, as folders of /proc."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (process / "environ").read_bytes():
                yield process


def shipped(name: str) -> str:
    return shlex.join([sys.executable, str(BOTS / name)])


def script(body: str) -> str:
    return shlex.join([sys.executable, "-c", PREFIX + body])


def driver(body: str, **parts: object) -> str:
    """A bot written on the spot, with parts as behind `-d`: name, ms, `option.x`."""
    given = [f"{key}={shlex.quote(str(value))}" for key, value in parts.items()]
    return " ".join([*given, f"cmd={shlex.quote(script(body))}"])


def grid_of(*drivers: str) -> list[str]:
    """The drivers as arguments of `heat race`."""
    return [word for text in drivers for word in ("-d", text)]


def inside(*arguments: str) -> subprocess.CompletedProcess[str]:
    """`heat` in this process, which is much faster than one of its own (tests.shell.heat)."""
    out, err = io.StringIO(), io.StringIO()
    with patch.object(sys, "argv", ["heat", *arguments]), redirect_stdout(out), redirect_stderr(err):
        code = main()
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def rows_of(text: str) -> list[dict]:
    """Lines of JSON."""
    return [json.loads(line) for line in text.splitlines()]


def spec_for(drivers: int, legends: int = 0, **rules) -> Spec:
    from heatcli.core.rules import Rules

    return Spec(
        load.load_track("usa"), seat_cars(drivers, legends), load.catalogue(), load.legends(), Rules(laps=1, **rules)
    )


def race(
    *drivers: str, seed: str = "1", legends: int = 0, ms: int = 5000, races: int = 1, start_ms=5000
) -> list[Outcome]:
    spec = spec_for(len(drivers), legends)
    with started([parse(text) for text in drivers], Patience(start_ms)) as crew:
        return [run_race(spec, f"{seed}/{i}", crew, Terms(Clock(ms, ms))) for i in range(races)]


def faults(outcome: Outcome, seat: int) -> list[str]:
    [placed] = [p for p in outcome.standings if p.seat == seat]
    return [fault.code for fault in placed.faults]
