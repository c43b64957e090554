"""Every command of heat-engine/1 by hand."""

import json
import random

import pytest

from heatcli import __version__
from heatcli.arena.briefing import Briefing, speller
from heatcli.arena.engine import Engine
from heatcli.core import flow
from heatcli.core.setup import new_race
from heatcli.core.view import view
from heatcli.record.tokens import token
from heatcli.wire.engine import COMMANDS
from heatcli.wire.messages import Clock, encode
from tests.cases.wire import spec_of
from tests.engine.host import Host, alike, validated
from tests.fuzz.races import any_race, pick
from tests.record.kit import PILES, RACE, without_hash, written

CARS = {"red": "33/0 g3 e4 hand 1 2 S deck 4 1 3 2 4 1 discard H", "blue": "34/0 g2 e3 hand 1 2 3 deck 4 1 2 3 1 4"}


@pytest.fixture
def host():
    return Host()


def race(host, **fields):
    """A short race of two, before its first decision."""
    return host.new(**{"drivers": 2, "seed": "7", "laps": 1, **fields})


def drive(host, handle, n=10**9):
    """The first legal action again and again; the last answer."""
    answer = host.ok("state", handle=handle, wants=["legal"])
    while n and answer["to_act"]:
        first = answer["legal"][0]
        answer = host.ok("act", handle=handle, seat=first["seat"], action=first["actions"][0], wants=["legal"])
        n -= 1
    return answer


def test_hello_says_what_may_be_asked(host):
    assert host.ok("hello") == {
        "type": "hello",
        "protocol": "heat-engine/1",
        "engine": f"heatcli {__version__}",
        "limits": {"line": 1 << 24},
        "commands": COMMANDS,
    }


@pytest.mark.parametrize("id", [1, -5, 0, "a", "", "é" * 200, 2**63, 2**64 - 1])
def test_an_id_comes_back_as_it_was(host, id):
    line = json.dumps({"type": "hello", "id": id}).encode()
    assert host.raw(line)["id"] == id
    wrong = json.dumps({"id": id, "type": "hello", "x": 1}).encode()
    assert host.raw(wrong)["id"] == id


def test_without_an_id_there_is_none(host):
    assert list(host.raw(b'{"type":"quit"}')) == ["type"]


def test_a_new_race_says_where_it_stands(host):
    answer = host.ok("new", drivers=2, seed="7", laps=1)
    events = answer.pop("events")
    assert answer == {
        "type": "state",
        "handle": 1,
        "round": 1,
        "step": "plan",
        "to_act": [1, 0],
        "over": False,
        "decisions": 0,
        "after": 4,
        "from": 1,
    }
    assert [event["type"] for event in events] == ["grid", "draw", "draw", "round"]
    assert all("cards" in event for event in events if event["type"] == "draw")


def test_handles_are_numbers_or_names_of_the_host(host):
    assert [race(host), race(host, handle="x"), race(host), race(host, handle="2")] == [1, "x", 2, "2"]
    assert host.no("new", drivers=2, handle="x") == (
        "handle",
        "handle 'x' is taken; close it first, or give another name",
    )
    assert host.no("clone", handle=1, to="2")[0] == "handle"
    assert host.ok("clone", handle=1, to="y")["handle"] == "y"
    assert host.ok("close", handle="x") == {"type": "closed", "handle": "x"}
    assert host.no("state", handle="x") == ("handle", "handle 'x': no such race; there are 1, 2, '2', 'y'")
    assert race(host, handle="x") == "x"
    assert host.no("close", handle=99)[0] == "handle"
    assert Host().no("legal", handle=1)[1] == "handle 1: no such race; there are none; `new` begins a race"


def test_a_number_that_was_closed_is_not_given_again(host):
    assert race(host) == 1
    host.ok("close", handle=1)
    assert race(host) == 2


def test_legal_of_one_and_of_all(host):
    handle = race(host)
    both = host.ok("legal", handle=handle)
    assert both["step"] == "plan"
    assert [row["seat"] for row in both["legal"]] == [1, 0]
    [own] = host.ok("legal", handle=handle, seat=0)["legal"]
    assert own == both["legal"][1]
    assert own["actions"][:2] == ["g1 1", "g1 2"]
    host.ok("act", handle=handle, seat=0, action="g1 1")
    assert host.no("legal", handle=handle, seat=0) == (
        "seat",
        "seat 0 has nothing to decide now; the race waits for seat 1",
    )
    assert host.no("legal", handle=handle, seat=5) == ("seat", "seat 5: no such car; there are 0 to 1")


def test_act_says_what_is_asked_next_and_what_happened(host):
    handle = race(host)
    first = host.ok("act", handle=handle, seat=0, action="G1: 1")
    assert first["to_act"] == [1]
    assert first["events"] == []
    assert (first["decisions"], first["after"], first["from"]) == (1, 4, 5)
    [other] = host.ok("legal", handle=handle)["legal"]
    second = host.ok("act", handle=handle, seat=1, action=other["actions"][0], wants=["events", "legal", "view"])
    assert second["step"] == "react"
    assert [event["type"] for event in second["events"][:1]] == ["reveal"]
    assert second["from"] == 5
    assert second["after"] == 4 + len(second["events"])
    assert second["events"] == host.events(handle, from_=5)
    assert second["legal"] == host.ok("legal", handle=handle)["legal"]
    [seen] = second["views"]
    assert seen["seat"] == second["to_act"][0]
    assert [seen] == host.ok("view", handle=handle, seat=seen["seat"])["views"]


@pytest.mark.parametrize(
    ("seat", "action", "code", "says"),
    [
        (0, "g4 1 2", "illegal", "'g4 1 2': gear 4 is out of reach from gear 1; within reach: 1, 2, 3"),
        (0, "g1 5", "illegal", "'g1 5': 5 is not in the hand, "),
        (0, "jump", "illegal", "'jump': 'jump' is no verb; there are g1 … g4, concede"),
        (0, "", "illegal", "'': empty token; a verb is right"),
        (0, "retire", "illegal", "'retire': retire is not open at step plan; open: a gear with its cards"),
        (0, "pass", "illegal", "'pass': pass is not open at step plan; open: a gear with its cards"),
        (2, "g1 1", "seat", "seat 2: no such car; there are 0 to 1"),
        (0, "g1 \x1b[1m\n", "illegal", "\\x1b[1m"),
        (0, "g1 " + "1 " * 100_000, "illegal", "1 is not that often in the hand"),
    ],
)
def test_a_wrong_action_changes_nothing(host, seat, action, code, says):
    handle = race(host)
    before = host.all(handle)
    found, why = host.no("act", handle=handle, seat=seat, action=action)
    assert found == code
    assert says in why
    assert len(why) <= 600
    assert why.isprintable()
    assert host.all(handle) == before


def test_a_view_of_one_and_of_all(host):
    handle = race(host, drivers=2, legends=1)
    views = host.ok("view", handle=handle)["views"]
    assert [seen["seat"] for seen in views] == [0, 1]
    assert host.ok("view", handle=handle, seat=1)["views"] == views[1:]
    assert host.no("view", handle=handle, seat=2) == (
        "seat",
        "seat 2: a Legend drives it, and has no view; the drivers are 0, 1",
    )


def test_events_from_a_number_masked_or_not(host):
    handle = race(host)
    every = host.events(handle)
    masked = host.events(handle, seat=0)
    assert host.events(handle, from_=3) == every[2:]
    assert host.events(handle, from_=4, seat=0) == masked[3:]
    assert host.events(handle, from_=5) == host.events(handle, from_=10**9) == []
    draws = [event for event in every if event["type"] == "draw"]
    assert all("cards" in event for event in draws)
    assert [event["seat"] for event in masked if "cards" in event] == [0]
    assert [{**event, "cards": None} for event in masked] == [{**event, "cards": None} for event in every]


def test_events_over_many_stages(host):
    handle = race(host)
    end = drive(host, handle)
    every = host.events(handle)
    assert len(every) == end["after"]
    assert every[-1] == {"type": "end"}
    for first in range(1, end["after"] + 2, 7):
        answer = host.ok("events", handle=handle, from_=first)
        assert answer["from"] == first
        assert answer["events"] == every[first - 1 :]


def test_undo_takes_back_record_and_events(host):
    handle = race(host)
    moments = [host.all(handle)]
    for _ in range(40):
        drive(host, handle, 1)
        moments.append(host.all(handle))
    for n in (1, 2, 5, 16, 15):
        moments = moments[: len(moments) - n]
        answer = host.ok("undo", handle=handle, n=n, wants=["legal"])
        assert answer == moments[-1][0]
        assert host.all(handle) == moments[-1]
    assert host.no("undo", handle=handle, n=3) == ("undo", "3 decisions back: there were 1 of this handle")
    assert host.all(handle) == moments[-1]
    host.ok("undo", handle=handle)
    assert host.all(handle) == moments[0]
    assert host.no("undo", handle=handle)[0] == "undo"


def test_a_clone_is_the_same_race_apart(host):
    handle = race(host)
    drive(host, handle, 20)
    before = host.all(handle)
    twin = host.ok("clone", handle=handle, wants=["legal"])["handle"]
    assert alike(host.all(twin), before)
    drive(host, twin, 30)
    assert host.all(handle) == before
    far = host.all(twin)
    drive(host, handle, 30)
    assert alike(host.all(handle), far)
    host.ok("undo", handle=twin, n=50)
    assert host.ok("state", handle=twin)["decisions"] == 0
    assert alike(host.all(handle), far)
    host.ok("close", handle=handle)
    drive(host, twin)


def test_imagine_gives_a_world_that_a_bot_could_be_in(host):
    """From what its messages bring; the same dice give the same world as resample does."""
    spec, log = spec_of(3), []
    state = new_race(spec, "imagine", log)
    briefing, rng = Briefing(spec, "x", [""] * 3, log), random.Random(1)
    for _ in range(40):
        for seat in flow.to_act(state):
            flow.apply(state, seat, pick(state, seat, rng))
    seat = flow.to_act(state)[0]
    legal = flow.legal_actions(state, seat)
    told = [
        json.loads(encode(message))["world"]
        for message in (
            briefing.race(seat, Clock(), {}, ("world",)),
            briefing.request(state, seat, legal, ("legal", "world")),
        )
    ]
    worlds = [host.ok("imagine", race=told[0], request=told[1], dice=dice)["handle"] for dice in (1, "1", 2)]
    true = speller(spec).view(view(state, seat))
    for world in worlds:
        assert host.ok("view", handle=world, seat=seat)["views"] == [json.loads(encode(true))]
        assert host.ok("legal", handle=world, seat=seat)["legal"][0]["actions"] == [
            token(action, spec.catalogue) for action in legal
        ]
    marks = [host.mark(world) for world in worlds]
    assert marks[0] == marks[1] != marks[2]
    drive(host, worlds[0], 30)
    assert host.no("record", handle=worlds[0])[0] == "record"
    for wrong in ([], told[1][:-1], [[]] * len(told[1]), [9999 if isinstance(x, int) else x for x in told[1]]):
        code, why = host.no("imagine", race=told[0], request=wrong)
        assert code == "world"
        assert why
    assert host.no("imagine", race={**told[0], "head": []}, request=told[1])[0] == "world"


def test_resample_gives_a_world_the_seat_cannot_tell_apart(host):
    handle = race(host, drivers=3, laps=2)
    drive(host, handle, 41)
    before = host.all(handle)
    for seat in range(3):
        worlds = [host.ok("resample", handle=handle, seat=seat, dice=dice)["handle"] for dice in (1, "1", 2)]
        seen = host.ok("view", handle=handle, seat=seat)["views"]
        assert [host.ok("view", handle=world, seat=seat)["views"] for world in worlds] == [seen] * 3
        marks = [host.mark(world) for world in worlds]
        assert marks[0] == marks[1] != marks[2]
        assert host.mark(host.ok("resample", handle=handle, seat=seat)["handle"]) not in marks
    assert host.all(handle) == before
    world = worlds[0]
    answer = host.ok("state", handle=world)
    assert (answer["decisions"], answer["after"]) == (0, 0)
    assert host.no("record", handle=world)[0] == "record"
    assert host.no("undo", handle=world)[0] == "undo"
    assert "seed" not in host.ok("race", handle=world)
    drive(host, world, 5)
    moment = host.ok("state", handle=world), host.mark(world), host.events(world)
    twin = host.ok("clone", handle=world)["handle"]
    assert drive(host, twin)["over"]
    assert host.ok("audit", handle=twin)["wrong"] == []
    assert (host.ok("state", handle=world), host.mark(world), host.events(world)) == moment
    drive(host, world, 20)
    host.ok("undo", handle=world, n=20)
    assert (host.ok("state", handle=world), host.mark(world), host.events(world)) == moment


def test_play_out_leaves_the_race_where_it_is(host):
    handle = race(host, drivers=2, legends=1)
    drive(host, handle, 9)
    before = host.all(handle)
    found = host.ok("play_out", handle=handle, dice=5, n=3)
    assert found == host.ok("play_out", handle=handle, dice="5", n=3)
    assert len(found["results"]) == 3
    assert len({json.dumps(result) for result in found["results"]}) > 1
    for standings in found["results"]:
        assert [row["place"] for row in standings] == [1, 2, 3]
        assert sorted(row["seat"] for row in standings) == [0, 1, 2]
        assert list(standings[0]) == ["place", "seat", "points", "distance", "why", "faults"]
    assert len(host.ok("play_out", handle=handle)["results"]) == 1
    assert host.all(handle) == before


def test_the_end(host):
    handle = race(host)
    assert host.ok("outcome", handle=handle) == {"type": "result", "handle": handle, "over": False}
    end = drive(host, handle)
    assert (end["over"], end["to_act"], end["legal"], end["step"]) == (True, [], [], "over")
    result = host.ok("outcome", handle=handle)
    assert result["over"]
    assert [(row["place"], row["points"], row["faults"]) for row in result["standings"]] == [(1, 9, 0), (2, 6, 0)]
    assert host.ok("legal", handle=handle)["legal"] == []
    assert host.no("act", handle=handle, seat=0, action="pass") == ("seat", "the race is over")
    assert host.no("legal", handle=handle, seat=0) == ("seat", "the race is over")
    assert host.ok("play_out", handle=handle)["results"] == [result["standings"]]
    assert host.ok("audit", handle=handle) == {"type": "audit", "handle": handle, "wrong": []}
    record = host.record(handle)
    assert record.splitlines()[-1].startswith("Result: ")
    assert validated(record).log
    host.ok("undo", handle=handle)
    assert not host.ok("outcome", handle=handle)["over"]
    assert "Result" not in host.record(handle)
    assert drive(host, handle)["over"]
    assert host.record(handle) == record


def test_race_says_what_race_it_is(host):
    handle = race(
        host, track="italia", drivers=["Ann", "Bob\n"], legends=1, grid=[2, 0, 1], options={"garage": "basic"}
    )
    found = host.ok("race", handle=handle)
    assert found["seats"] == [
        {"colour": "black", "kind": "bot", "name": "Ann"},
        {"colour": "blue", "kind": "bot", "name": "Bob\\x0a"},
        {"colour": "green", "kind": "legend"},
    ]
    assert (found["grid"], found["track"]["id"], found["rules"]["laps"], found["seed"]) == ([2, 0, 1], "italia", 1, "7")
    assert found["rules"]["garage"] == "basic"
    assert len(found["legends"]["cards"]) == 10
    assert found["cards"]["U1"]
    assert "event" not in found
    assert '[Seat "black" "Ann"]' in host.record(handle)
    event = race(host, event="new-record", drivers=1, handle="e")
    assert host.ok("race", handle=event)["event"]["id"] == "new-record"


def test_without_a_seed_one_is_drawn_and_told(host):
    one, other = (host.ok("race", handle=host.new(drivers=2))["seed"] for _ in range(2))
    assert one != other
    assert len(one) == 32
    assert host.ok("race", handle=race(host, seed=12))["seed"] == "12"


def test_a_note_is_a_comment_of_the_record(host):
    handle = race(host)
    host.ok("act", handle=handle, seat=0, action="g1 1", note="0.7 {sure}")
    assert host.record(handle).splitlines()[-1] == "1. black g1 1 {0.7 (sure)}"


# positions


def test_a_race_from_a_position(host):
    answer = host.ok("new", cars=CARS, round=5, seed="7", wants=["legal"])
    assert (answer["round"], answer["to_act"]) == (5, [1, 0])
    found = host.ok("race", handle=answer["handle"])
    assert [seat["colour"] for seat in found["seats"]] == ["red", "blue"]
    assert found["grid"] == []
    views = host.ok("view", handle=answer["handle"])["views"]
    assert views[0]["you"]["hand"] == ["1", "2", "S"]
    drive(host, answer["handle"], 12)
    record = host.record(answer["handle"])
    assert '[Round "5"]' in record
    assert f'[Car "red" "{CARS["red"]}"]' in record
    validated(record)


def test_a_position_with_weather_legends_and_upgrades(host):
    cars = {"green": "30/0", "RED": " 33/0  g3 e4 hand 1 U7 S\tdeck 4 1 discard H", "blue": "34/0 hand 1 2 3"}
    seats = [{"colour": "red", "kind": "bot", "name": "A"}, {"colour": "blue", "kind": "bot"}]
    handle = host.new(
        cars=cars,
        seats=[*seats, {"colour": "green", "kind": "legend"}],
        weather="Snow weather limit+1 overheat heat_control",
        options={"garage": "mixed"},
    )
    assert host.ok("view", handle=handle, seat=0)["views"][0]["weather"] == "snow"
    drive(host, handle, 6)
    record = host.record(handle)
    assert '[Car "red" "33/0 g3 e4 hand 1 U7 S deck 4 1 discard H"]' in record
    assert '[Weather "snow weather limit+1 overheat heat_control"]' in record
    validated(record)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"drivers": ...}, "nobody drives; drivers (how many, or their names), seats or cars is right"),
        ({"drivers": 0}, "0 drivers and 0 Legends: a race has 1 to 12 cars"),
        ({"drivers": 12, "legends": 1}, "12 drivers and 1 Legends"),
        ({"drivers": []}, "0 drivers and 0 Legends"),
        ({"drivers": ["a"] * 13}, "13 drivers and 0 Legends"),
        ({"track": "moon"}, "track 'moon': unknown; there are "),
        ({"track": "../usa"}, "track '../usa': unknown"),
        ({"event": "no"}, "event 'no': unknown; there are "),
        ({"options": {"hand": 3.0}}, "option hand: 3.0 is not a whole number from 1 to 12"),
        ({"options": {"hand": [7]}}, "option hand: [7] is not"),
        ({"options": {"hand": None}}, "option hand: None is not"),
        ({"options": {"hands": 7}}, "option hands: unknown; there are laps"),
        ({"options": {"laps": 1}, "laps": 2}, "laps stands twice, once in options; once is right"),
        ({"options": {"garage": "mixed", "garage_choice": "given"}}, "draft is right here"),
        ({"options": {"mode": "first_game"}, "event": "new-record"}, "do not go together"),
        ({"grid": [0, 0]}, "grid [0, 0]: must name each seat from 0 to 1 once"),
        ({"seats": [{"colour": "red", "kind": "bot"}]}, "seats beside drivers or legends"),
        ({"drivers": ..., "seats": [{"colour": "red", "kind": "car"}]}, "seats[0]: kind 'car'; bot or legend is right"),
        ({"drivers": ..., "seats": [{"colour": "mauve", "kind": "bot"}]}, "seat 0: no colour 'mauve'"),
        ({"drivers": ..., "seats": []}, "0 cars: a race has 1 to 12"),
        ({"weather": "snow"}, "weather 'snow' without cars; true is right"),
        ({"round": 2}, "a round without cars"),
        ({"seed": "a\nb"}, "seed 'a\\nb': printable characters are right"),
        ({"piles": []}, "piles without a grid"),
        ({"drivers": ..., "cars": {"red": "x"}}, "car red: 'x': distance/spot is right, such as 33/0"),
        ({"cars": CARS}, "cars: no seat is 'red'; there are black, blue"),
        ({"drivers": ..., "cars": CARS, "grid": [0, 1]}, "a grid beside cars"),
        ({"drivers": ..., "cars": CARS, "weather": True}, "weather of a position is a card"),
        ({"drivers": ..., "cars": CARS, "weather": "moon"}, "weather 'moon': one of "),
        ({"drivers": ..., "cars": {"red": "33/0", "blue": "33/0"}}, "car blue: 33/0: another car stands there"),
        ({"drivers": ..., "cars": {"mauve": "33/0"}}, "no colour 'mauve'"),
        ({"drivers": 2, "cars": {"black": "33/0"}}, "no position for blue; every seat needs one"),
    ],
)
def test_races_that_cannot_be(host, fields, says):
    wanted = {name: value for name, value in {"drivers": 2, **fields}.items() if value is not ...}
    code, why = host.no("new", **wanted)
    assert code == "setup"
    assert says in why
    assert race(host) == 1, "no number is lost"


# piles


def test_a_race_by_piles_asks_for_each_as_it_comes(host):
    lines = [line for line in PILES.splitlines() if line[0] == "@"]
    fields = {
        "seats": [{"colour": "red", "kind": "bot"}, {"colour": "blue", "kind": "bot"}],
        "grid": [0, 1],
        "laps": 1,
    }
    code, why = host.no("new", **fields, piles=[])
    assert code == "piles"
    assert why == "@deck:0/0 is needed here; an order of these is right, top first: " + (
        "0 1 1 1 2 2 2 3 3 3 4 4 4 5 S S S H"
    )
    handle = host.new(**fields, piles=lines[:2], wants=[])
    answer = host.ok("state", handle=handle, wants=["legal"])
    while True:
        before = host.all(handle)
        first = answer["legal"][0]
        answer = host.ask(
            "act", handle=handle, seat=first["seat"], action=first["actions"][-1], wants=["events", "legal"]
        )
        if answer["type"] == "error":
            break
    assert answer["code"] == "piles"
    assert host.all(handle) == before
    pile, _, cards = answer["why"].partition(" is needed here; an order of these is right, top first: ")
    assert pile.endswith("/1")
    host.ok("piles", handle=handle, piles=[f"{pile} 1 2"])
    code, why = host.no("act", handle=handle, seat=first["seat"], action=first["actions"][-1])
    assert why.startswith(f"{pile} has other cards than the pile shuffled here; an order of these is right")
    assert host.all(handle) == before
    assert host.ok("piles", handle=handle, piles=[f"{pile} {cards}"]) == {"type": "piles", "handle": handle, "left": 1}
    twin = host.ok("clone", handle=handle)["handle"]
    host.ok("act", handle=handle, seat=first["seat"], action=first["actions"][-1])
    assert host.no("piles", handle=handle, piles=[f"{pile} {cards}"])[1] == (
        f"{pile} is used already; undo to before it, then give it anew"
    )
    record = host.record(handle)
    assert f"{pile} {cards}\n" in record
    validated(record)
    other = " ".join(reversed(cards.split()))
    host.ok("undo", handle=handle)
    assert host.all(handle) == before
    host.ok("piles", handle=handle, piles=[f"{pile} {other}"])
    host.ok("act", handle=handle, seat=first["seat"], action=first["actions"][-1])
    assert f"{pile} {other}\n" in host.record(handle)
    host.ok("act", handle=twin, seat=first["seat"], action=first["actions"][-1])
    assert host.record(twin) == record, "each has its own piles"
    assert host.no("piles", handle=race(host), piles=[])[0] == "piles"


def test_piles_with_a_seed_for_the_rest(host):
    """What is given counts, the rest is the seed's; the record has every shuffle and no seed."""
    deck = "@deck:1/0 " + "0 1 1 1 2 2 2 3 3 3 4 4 4 5 S S S H"
    handle = host.new(drivers=2, legends=1, grid=[0, 1, 2], laps=1, seed="7", piles=[deck])
    assert host.ok("view", handle=handle, seat=1)["views"][0]["you"]["hand"] == ["0", "1", "1", "1", "2", "2", "2"]
    assert "seed" not in host.ok("race", handle=handle)
    plain = host.new(drivers=2, legends=1, grid=[0, 1, 2], laps=1, seed="7")
    assert (
        host.ok("view", handle=handle, seat=0)["views"][0]["you"]["hand"]
        == (host.ok("view", handle=plain, seat=0)["views"][0]["you"]["hand"])
    )
    assert drive(host, handle)["over"]
    record = host.record(handle)
    assert deck in record
    assert "[Seed" not in record
    assert validated(record).log


@pytest.mark.parametrize(
    ("piles", "says"),
    [
        (["deck:0/0 1"], "piles[0]: 'deck:0/0 1' is no pile; @deck:0/1 and its cards, top first, are right"),
        ([""], "piles[0]: '' is no pile"),
        (["@"], "piles[0]: @pile/number and its cards are right"),
        (["@deck:0/0 1", "@deck:9/0 1"], "piles[1]: @deck:9: no such pile; there are deck:0, deck:1, legends"),
        (["@deck:0/0 1", "@DECK:0 / 0 2"], "piles[1]: @deck:0/0 stands twice"),
        (["@deck:0/0 1 X"], "piles[0]: 'X' is no card"),
        (["@legends/0 1 77"], "piles[0]: '77': a Legend card is 0 to 9"),
        (["@weather/0 moon"], "piles[0]: 'moon': one of "),
    ],
)
def test_wrong_piles(host, piles, says):
    code, why = host.no("new", drivers=2, grid=[0, 1], piles=piles)
    assert code == "piles"
    assert says in why


# records


def test_a_whole_record_loads(host):
    answer = host.ok("load", record=RACE, wants=["events"])
    assert answer["over"]
    assert len(answer["events"]) == answer["after"]
    assert host.record(answer["handle"]) == RACE
    assert [row["seat"] for row in host.ok("outcome", handle=answer["handle"])["standings"]] == [1, 2, 0]
    host.ok("undo", handle=answer["handle"], n=answer["decisions"])
    assert host.ok("state", handle=answer["handle"])["round"] == 1
    assert drive(host, answer["handle"])["over"]
    assert host.ok("load", record=PILES)["over"]


@pytest.mark.parametrize("line", range(11, 17))
def test_a_record_that_was_cut_goes_on_from_its_end(host, line):
    """Where plans of cars behind are missing it goes on from the start of the round."""
    text = "".join(RACE.splitlines(keepends=True)[:line])
    answer = host.ok("load", record=text)
    assert not answer["over"]
    assert answer["round"] == (1 if line < 13 else 2)  # the Legend behind drives by itself
    validated(host.record(answer["handle"]))
    assert drive(host, answer["handle"])["over"]
    validated(host.record(answer["handle"]))


def test_a_record_of_its_own_goes_on_exactly(host):
    """Also from within a turn, and with plans that are not turned up; decisions without a choice are in no record."""
    handle = race(host, drivers=3)
    for _ in range(60):
        drive(host, handle, 1)
        loaded = host.ok("load", record=host.record(handle))["handle"]
        twin = host.ok("clone", handle=handle)["handle"]
        while forced := [row for row in host.ok("legal", handle=twin)["legal"] if len(row["actions"]) == 1]:
            host.ok("act", handle=twin, seat=forced[0]["seat"], action=forced[0]["actions"][0])
        assert alike(host.all(loaded), host.all(twin))
        host.ok("close", handle=loaded)


def test_a_record_with_faults_tells_them(host):
    state, _ = any_race(4)
    text, game = written(state.spec, 4, notes=True)
    faults = [event for event in game.log if event[0] == "fault"]
    answer = host.ok("load", record=text)
    assert host.record(answer["handle"]) == text
    assert sum(row["faults"] for row in host.ok("outcome", handle=answer["handle"])["standings"]) == len(faults)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no race in it; one is right"),
        (RACE + RACE, "more than one race in it; one is right"),
        (RACE.replace("g3 2 4 S", "g3 2 4 4"), "line 12, column 9: 4 is not that often in the hand, "),
        (RACE.replace("usa", "moon"), "line 4, column 1: "),
        ('[Heat "1"]\n', "it ends in the head of a race: "),
        ("".join(PILES.splitlines(keepends=True)[:10]), "it ends in the head of a race: a pile is missing"),
        ("hello\n", "line 1, column 1: a race begins with its head"),
    ],
)
def test_records_that_are_wrong(host, text, says):
    code, why = host.no("load", record=text)
    assert code == "record"
    assert says in why


def test_a_head_alone_is_a_race_to_drive(host):
    head = "".join(line for line in RACE.splitlines(keepends=True) if line[0] == "[")
    answer = host.ok("load", record=without_hash(head), handle="head")
    assert (answer["handle"], answer["decisions"], answer["round"]) == ("head", 0, 1)
    assert drive(host, "head")["over"]


def test_quit_ends_it():
    engine = Engine()
    assert not engine.over
    assert engine.answer(b'{"type":"quit","id":9}') == b'{"type":"bye","id":9}\n'
    assert engine.over
