"""Whatever a host sends: one line of answer to each line that is not blank, and the next command is answered."""

import io
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heatcli.arena.engine import Engine, serve
from heatcli.wire import engine as wire
from tests.engine.host import Host

COMMANDS = [
    {"type": "hello"},
    {"type": "new", "drivers": 2, "seed": "7", "laps": 1},
    {"type": "new", "drivers": ["a", "b"], "legends": 1, "grid": [1, 0, 2], "options": {"hand": 6}, "piles": []},
    {"type": "new", "cars": {"red": "33/0 g3 e4 hand 1 2 S", "blue": "34/0"}, "round": 3, "weather": ""},
    {"type": "new", "seats": [{"colour": "red", "kind": "bot"}], "event": "new-record", "handle": "x"},
    {"type": "load", "record": '[Heat "1"]\n[Track "usa"]\n[Seed "1"]\n[Seat "red" "a"]\n1. red g1 1\n'},
    {"type": "state", "handle": 1, "wants": ["legal", "view", "events"]},
    {"type": "race", "handle": 1},
    {"type": "legal", "handle": 1, "seat": 0},
    {"type": "act", "handle": 1, "seat": 0, "action": "g1 1", "note": "n"},
    {"type": "view", "handle": 1, "seat": 1},
    {"type": "events", "handle": 1, "from": 2, "seat": 0},
    {"type": "undo", "handle": 1, "n": 1},
    {"type": "clone", "handle": 1, "to": "y"},
    {"type": "resample", "handle": 1, "seat": 0, "dice": 1},
    {"type": "play_out", "handle": 1, "n": 1, "dice": "a"},
    {"type": "piles", "handle": 1, "piles": ["@deck:0/0 1 2"]},
    {"type": "record", "handle": 1},
    {"type": "outcome", "handle": 1},
    {"type": "audit", "handle": 1},
    {"type": "fingerprint", "handle": 1},
    {"type": "close", "handle": 1},
]
VALUES = st.sampled_from(
    [
        None,
        True,
        -1,
        0,
        1,
        3.0,
        0.5,
        1e300,
        10**9,
        10**30,
        -(10**30),
        "",
        "x",
        "é\u2028",
        "\x00",
        "usa",
        "g9 9",
        "H" * 999,
        *([], [[]], [1, "a"], {}, {"a": 1}, {"red": "33/0"}, [None], {"": ""}, ["@"], ["@deck:0/0"], [0, 1], [0, 0]),
    ]
)
FIELDS = st.sampled_from(sorted({name for command in COMMANDS for name in command} | {"foo", "Handle", ""}))
SMALL = [command for command in COMMANDS if command["type"] != "quit"]


def answers(data: bytes) -> list[dict]:
    """What the program says to these bytes."""
    out = io.BytesIO()
    serve(io.BytesIO(data), out, Engine())
    return [json.loads(line) for line in out.getvalue().splitlines()]


def not_blank(data: bytes) -> int:
    """How many lines want an answer."""
    return sum(wire.decode(line) is not None for line in data.split(b"\n"))


def checked(found: list[dict]):
    for answer in found:
        assert next(iter(answer)) == "type"
        if answer["type"] == "error":
            assert answer["code"] != "internal", answer
            assert list(answer)[-2:] == ["code", "why"]
            assert answer["why"].isprintable()
            assert 0 < len(answer["why"]) <= 600


@given(
    st.lists(st.one_of(st.binary(max_size=40), st.sampled_from([b"", b" ", b"\r", b"\xef\xbb\xbf", b"{}"])), max_size=8)
)
@settings(max_examples=200, deadline=None)
def test_bytes(lines):
    data = b"\n".join([*lines, b'{"type":"hello","id":"last"}'])
    if b'"quit"' in data:
        return
    found = answers(data)
    checked(found)
    assert len(found) == not_blank(data)
    assert found[-1]["type"] == "hello"


def altered(command: dict, changes: dict, gone: list) -> dict:
    return {name: value for name, value in {**command, **changes}.items() if name not in gone}


@given(
    st.lists(
        st.tuples(
            st.sampled_from(COMMANDS),
            st.dictionaries(FIELDS, VALUES, max_size=2),
            st.lists(st.sampled_from(["handle", "seat", "type", "record"]), max_size=1),
        ),
        min_size=1,
        max_size=8,
    )
)
@settings(max_examples=300, deadline=None)
def test_wrong_types_wrong_fields_and_wrong_values(commands):
    host = Host()
    host.new(drivers=2, seed="7", laps=1)
    found = [host.raw(json.dumps(altered(*command)).encode()) for command in commands]
    checked(found)
    assert host.ok("hello")


@given(st.sampled_from(COMMANDS), st.integers(0, 200), st.integers(0, 5), st.binary(max_size=5))
@settings(max_examples=400, deadline=None)
def test_torn_and_spoilt_lines(command, at, cut, put):
    line = json.dumps({**command, "id": 1}).encode()
    line = (line[:at] + put + line[at + cut :]).replace(b"\n", b" ")
    host = Host()
    host.new(drivers=2, seed="7", laps=1)
    if wire.decode(line) is not None:
        checked([host.raw(line)])
    assert host.ok("hello")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_beginning_of_a_line_is_one_error(command):
    """Cut anywhere, it is no JSON."""
    line = json.dumps(command).encode()
    engine = Engine()
    for cut in range(1, len(line)):
        answer = json.loads(engine.answer(line[:cut]))
        assert (answer["type"], answer["code"]) == ("error", "parse")


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        (b'{"type":"act","handle":1,"seat":0.0,"action":"g1 1"}', "fields", "act: expected `int`, got `float`"),
        (b'{"type":"act","handle":1,"seat":1e999,"action":"g1 1"}', "fields", "act: number out of range"),
        (b'{"type":"undo","handle":1,"n":' + b"9" * 5000 + b"}", "fields", "undo: integer value out of range"),
        (b'{"type":"undo","handle":1,"n":0}', "fields", "expected `int` >= 1"),
        (b'{"type":"act","seat":0,"action":"g1 1"}', "fields", "missing required field `handle`; it takes id, handle"),
        (b'{"type":"act","handle":1,"seats":0}', "fields", "unknown field `seats`; it takes id, handle, seat, action"),
        (b'{"type":"state","handle":1.0}', "fields", "state: expected `int | str`, got `float`"),
        (b'{"type":"state","handle":[1]}', "fields", "got `array`"),
        (b'{"type":"state","handle":1,"wants":["all"]}', "fields", "invalid enum value 'all'"),
        (b'{"type":"state","handle":99999999999999999999}', "handle", "no such race"),
        (b'{"type":"new","drivers":2.5}', "fields", "expected `int | array`, got `float`"),
        (b'{"type":"move"}', "type", "type 'move': no such command; there are hello, new, load"),
        (b'{"type":7}', "type", "no `type`; there are hello"),
        (b"{}", "type", "no `type`; there are hello"),
        (b'["type"]', "parse", 'an object such as {"type":"hello"} is right'),
        (b"7", "parse", 'an object such as {"type":"hello"} is right'),
        (b"hello", "parse", "not JSON: "),
        (b'{"type":"hello"} {"type":"hello"}', "parse", "not JSON: "),
        (b'{"type":"hello","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "parse", "not JSON: maximum recursion"),
        (b'{"x":' + b"[" * 100_000 + b"]" * 100_000 + b',"type":"hello"}', "parse", "not JSON: maximum recursion"),
        (b'{"type":"new","options":{"hand":' + b"[" * 100_000, "parse", "not JSON: "),
        (
            b'{"type":"new","drivers":1,"options":{"hand":' + b"9" * 4000 + b"}}",
            "setup",
            "is not a whole number from 1 to 12",
        ),
        (b'{"type":"hello","id":1.5}', "fields", "hello: "),
        (b'{"type":"hello","id":null}', "fields", "hello: "),
        (b'{"type":"hello","id":"' + b"a" * 201 + b'"}', "fields", "hello: "),
        (b'{"type":"hello","id":"\xff"}', "encoding", "byte 22 is not UTF-8"),
        (b'{"type":"clone","handle":1,"to":""}', "fields", "clone: "),
        (b'{"type":"clone","handle":1,"to":3}', "fields", "clone: "),
    ],
)
def test_one_error_that_says_what_would_be_right(line, code, says):
    host = Host()
    host.new(drivers=2)
    answer = host.raw(line)
    assert answer["type"] == "error"
    assert (answer["code"], says in answer["why"]) == (code, True), answer
    checked([answer])
    assert host.ok("hello")


def test_of_a_key_that_stands_twice_the_last_counts():
    assert Host().raw(b'{"type":"hello","id":1,"id":2}')["id"] == 2


def test_blank_lines_crlf_and_a_byte_order_mark_are_no_matter():
    data = b'\xef\xbb\xbf{"type":"hello"}\r\n\r\n  \n\t{"type":"hello"} \n{"type":"quit"}'
    assert [answer["type"] for answer in answers(data)] == ["hello", "hello", "bye"]


@pytest.mark.parametrize("end", [b"", b"\n", b"\n\n"])
def test_the_end_of_the_input_ends_it(end):
    assert [answer["type"] for answer in answers(b'{"type":"hello"}' + end)] == ["hello"]


def test_nothing_behind_quit_is_answered():
    assert [answer["type"] for answer in answers(b'{"type":"quit"}\n{"type":"hello"}\n')] == ["bye"]


@pytest.mark.parametrize("more", [1, 2, 1000, 5 << 20])
def test_a_line_that_is_too_long(more, monkeypatch):
    """One answer, whatever its length, and the next line is read from its beginning."""
    monkeypatch.setattr(wire, "LINE_LIMIT", 1 << 12)
    line = b'{"type":"hello","x":"' + b"a" * ((1 << 12) - 24 + more) + b'"}'
    found = answers(line + b"\n" + b'{"type":"hello","id":2}\n')
    assert [answer.get("code", answer["type"]) for answer in found] == ["too_long", "hello"]
    assert more == 1 or answers(line)[0]["code"] == "too_long"  # the line end counts
    right = b'{"type":"hello"' + b" " * ((1 << 12) - 17) + b"}"
    assert len(right) == (1 << 12) - 1
    assert [answer["type"] for answer in answers(right + b"\n" + right)] == ["hello", "hello"]


@pytest.mark.long
@pytest.mark.parametrize("number", range(300))
def test_long_conversations_of_right_and_wrong_commands(number):
    """All sorts of commands in a row; every race that is left is sound."""
    rng, host = random.Random(number), Host()
    for _ in range(150):
        command = dict(rng.choice(COMMANDS))
        if command["type"] in ("close", "load") and rng.random() < 0.8:
            continue
        if "handle" in command and host.engine.handles and command["type"] != "new":
            command["handle"] = rng.choice([*host.engine.handles])
        if command["type"] == "act" and command["handle"] in host.engine.handles:
            legal = host.ok("legal", handle=command["handle"])["legal"]
            if legal:
                row = rng.choice(legal)
                command |= {"seat": row["seat"], "action": rng.choice([*row["actions"], "g1 9"])}
        command.pop("to", None)
        checked([host.raw(json.dumps(command).encode())])
    for handle in [*host.engine.handles]:
        assert host.ok("audit", handle=handle)["wrong"] == []
