"""Races against bots written on the spot."""

import shlex
import sys
from pathlib import Path

from heatcli.arena.drivers import parse, started
from heatcli.arena.referee import Outcome, Terms, run_race
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


def shipped(name: str) -> str:
    return shlex.join([sys.executable, str(BOTS / name)])


def script(body: str) -> str:
    return shlex.join([sys.executable, "-c", PREFIX + body])


def spec_for(drivers: int, legends: int = 0, **rules) -> Spec:
    from heatcli.core.rules import Rules

    return Spec(
        load.load_track("usa"), seat_cars(drivers, legends), load.catalogue(), load.legends(), Rules(laps=1, **rules)
    )


def race(
    *drivers: str, seed: str = "1", legends: int = 0, ms: int = 5000, races: int = 1, start_ms=5000
) -> list[Outcome]:
    spec = spec_for(len(drivers), legends)
    with started([parse(text) for text in drivers], start_ms) as crew:
        return [run_race(spec, f"{seed}/{i}", crew, Terms(Clock(ms, ms))) for i in range(races)]


def faults(outcome: Outcome, seat: int) -> list[str]:
    [placed] = [p for p in outcome.standings if p.seat == seat]
    return [fault.code for fault in placed.faults]
