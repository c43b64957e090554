"""The built-in players: the shipped bots in this process."""

import json
import subprocess
import sys

import pytest

from heatcli.arena import bench
from heatcli.arena.players import PLAYERS, load
from heatcli.core import flow
from heatcli.core.setup import new_race
from heatcli.errors import DriverError
from heatcli.record import tokens
from tests.arena.helpers import BOTS
from tests.arena.test_bots import drive, race_message, spec_of


def heard(name: str) -> tuple[list[dict], list[str]]:
    """Two races against random players: what the player in seat 0 is told, and what it answers."""
    player = load(name)
    told: list[dict] = [{"type": "hello", "protocol": "heat/1", "referee": "test", "limits": {}}]
    answers: list[str] = []

    def listen(request: dict, answer: str) -> None:
        if request["seat"] == 0:
            told.append(request)
            answers.append(answer)

    for seed in ("a", "b"):
        state = new_race(spec_of("italia", 3, 1), seed)
        told.append(race_message(state, 0, seed))
        drive(state, seed, [player, load("random"), load("random")], listen)
        told.append({"type": "result", "race": seed, "standings": []})
    return [*told, {"type": "bye"}], answers


@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_and_the_same_file_as_a_program_answer_alike(name):
    told, answers = heard(name)
    out = subprocess.run(
        [sys.executable, str(BOTS / f"{PLAYERS[name]}.py")],
        input="".join(json.dumps(message) + "\n" for message in told),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    ready, *acts = map(json.loads, out.splitlines())
    assert (ready["type"], ready["protocol"], ready["wants"]) == ("ready", "heat/1", list(load(name).wants))
    ids = [message["id"] for message in told if message["type"] == "request"]
    assert [(act["id"], act["action"]) for act in acts] == list(zip(ids, answers, strict=True))


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(DriverError, match=r"^builtin:fangio: unknown; there are builtin:first, .*builtin:planner$"):
        load("fangio")


def test_every_load_is_a_player_of_its_own():
    assert load("random") is not load("random")
    assert type(load("random")) is type(load("random"))


@pytest.mark.parametrize("name", PLAYERS)
def test_loading_a_player_imports_nothing_of_the_bots_folder(name):
    load(name)
    assert "client" not in sys.modules


@pytest.mark.parametrize("name", bench.CHOOSERS)
def test_the_players_of_the_bench_choose_as_the_bots(name):
    """So its figures and signatures speak of the same races."""
    spec = spec_of("usa", 4)
    state, seed = new_race(spec, "1"), "players"
    bots = [load({"cautious": "first"}.get(name, name)) for _ in range(4)]
    answers = []
    drive(state, seed, bots, lambda request, answer: answers.append(answer))
    twin = new_race(spec, "1")
    choosers = [bench.CHOOSERS[name](race_message(twin, seat, seed)["bot_seed"]) for seat in range(4)]
    chosen = []
    while seats := flow.to_act(twin):
        for seat in sorted(seats):
            action, *others = flow.legal_actions(twin, seat)
            if others:
                action = choosers[seat].choose([action, *others], twin.cars[seat].hand)
                chosen.append(tokens.token(action, spec.catalogue))
            flow.apply(twin, seat, action)
    assert chosen == answers
    assert twin.log == state.log
