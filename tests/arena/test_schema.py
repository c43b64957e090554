"""The schemas are what is sent: real lines against them, with no field left that they do not know, and none unused."""

import json

import jsonschema
import msgspec
import pytest

from heatcli.arena.briefing import Briefing
from heatcli.core import flow
from heatcli.core.events import EVENTS
from heatcli.core.rules import Rules
from heatcli.wire import messages, schema
from heatcli.wire.messages import WANTED, Clock, SeasonLine, decode, encode
from tests.arena.helpers import BOTS, grid_of, inside
from tests.arena.transcripts import FOLDER, Scene, lines, taped
from tests.fuzz.coverage import Coverage

FILE = BOTS.parent / "protocol" / "schema" / "heat-1.json"
DOCUMENT = schema.document()
DEFS = DOCUMENT["$defs"]
SHARE = 0.01  # of the requests of all races

UNMET = {
    "you.plan": "no request is made while a plan is secret",
    "error.code=encoding": "a transcript is text",
    "error.code=flood": "2 MiB make no transcript; tests/arena/test_faults.py has it",
    "error.code=too_long": "as flood",
    "event:fault.code=flood": "as flood",
    "event:fault.code=closed": "tests/arena/test_faults.py has it",
    "event:fault.code=exited": "the bot hears nothing more",
    "event:fault.code=type": "as exited",
    "clock.bank_ms": "tests/arena/test_clocks.py has it",
    "clock.add_ms": "as bank_ms",
    "standing.why=retired": "a transcript's bot is not taken off the track",
    "standing.why=eliminated": "as retired",
    "standing.why=aborted": "as retired",
}
"""What the traffic here does not have, and why."""


def tight(part):
    """The same schema, without room for fields that it does not name."""
    if isinstance(part, list):
        return [tight(one) for one in part]
    if not isinstance(part, dict):
        return part
    row = {key: tight(one) for key, one in part.items()}
    if "type" in row and "properties" in row:
        row["additionalProperties"] = False
    return row


TIGHT = tight(DOCUMENT)


def validator(name, document=TIGHT):
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": document["$defs"]})


SENT = {name: validator(name) for name in DEFS}
SAID = {name: validator(name, DOCUMENT) for name in ("from-bot", "from-referee")}


def fits(row, name):
    """The row fits; an event is held against its own kind, which is faster and says more."""
    events = row.pop("events", None) if name == "events" else None
    if events is not None:
        for event in events:
            fits(event, f"event:{event['type']}")
        row["events"] = []
    error = jsonschema.exceptions.best_match(SENT[name].iter_errors(row))
    assert error is None, f"{name}: {error.json_path}: {error.message}"
    if events is not None:
        row["events"] = events


def met(name, row):
    """Every field, and every listed word, that stands in a row of this name."""
    yield from _met(name, DEFS[name], row)


def _met(where, part, row):
    if "$ref" in part:
        name = part["$ref"].removeprefix("#/$defs/")
        name = f"event:{row['type']}" if name == "event" else name
        yield from _met(name, DEFS[name], row)
    elif "anyOf" in part and row is not None:
        yield from _met(where, next((one for one in part["anyOf"] if "$ref" in one), {}), row)
    elif isinstance(row, list):
        for one in row:
            yield from _met(where, part.get("items") or {}, one)
    elif isinstance(row, dict):
        for field, value in row.items():
            known = part.get("properties", {}).get(field)
            if known is not None:
                yield f"{where}.{field}"
                yield from _met(f"{where}.{field}", known, value)
            else:
                yield from _met(where, part.get("additionalProperties") or {}, value)
    elif "enum" in part:
        yield f"{where}={row}"


def due():
    """Every field and every listed word of what the referee sends; rules have words that no race needs to have."""
    said = ("ready", "act", "option", "engine-limits", "seat-legal")  # by bots, and by the engine (tests/engine)
    for name, part in DEFS.items():
        for field, one in part.get("properties", {}).items():
            if name not in said and not name.startswith(("host:", "engine:")):
                yield f"{name}.{field}"
                for word in one.get("enum", ()) if name != "rules" else ():
                    yield f"{name}.{field}={word}"


class Traffic(Coverage):
    """Races over all that is in the boxes, told as the referee tells them; the same line is looked at once."""

    def __init__(self):
        super().__init__()
        self.seen = set()
        self.lines = set()
        self.asked = set()
        self.briefing = None

    def take(self, name, line):
        if line not in self.lines:
            self.lines.add(line)
            row = msgspec.json.decode(line)
            fits(row, name)
            self.seen.update(met(name, row))

    def race(self, spec):
        self.briefing = None
        return super().race(spec)

    def choice(self, state, legal, action):
        super().choice(state, legal, action)
        if self.briefing is None:
            season = SeasonLine("1961", 1, 3, [0] * len(state.cars))
            self.briefing = Briefing(state.spec, "1", ["driver"] * len(state.cars), state.log, season)
            self.take("race", encode(self.briefing.race(0, Clock(), {}, WANTED)))
        asked = {state.step, *[("use", verb) for verb, _, _ in state.turn.uses]}
        if not asked <= self.asked or self.rng.random() < SHARE:
            self.asked |= asked
            seat = flow.to_act(state)[0]
            self.take("request", encode(self.briefing.request(state, seat, legal, WANTED, 1, 1)))

    def end(self, state):
        super().end(state)
        for seat in range(2):
            for batch in self.briefing.events(seat):
                for event in batch.events:
                    self.take(f"event:{msgspec.json.decode(event)['type']}", bytes(event))


def test_all_that_is_sent_fits_and_all_that_is_promised_is_sent():
    traffic = Traffic()
    traffic.run(400)
    assert traffic.missing == []
    for path in FOLDER.glob("*.txt"):
        for mark, line in lines(path.read_text()):
            if mark == "<":
                traffic.take(json.loads(line)["type"], line.encode())
    unmet = [name for name in due() if name not in traffic.seen]
    assert unmet == [name for name in due() if name in UNMET]


def test_a_season_of_real_processes_fits(tmp_path):
    """Every line, both ways, of a bot that wants all and of one that wants less."""
    less = Scene(ready='protocol="heat/1", wants=["legal", "view"]')
    bots = [taped(tmp_path / "all", Scene()), taped(tmp_path / "less", less)]
    options = ["--legends", "2", "--option", "max_rounds=4", "--seed", "7", "-q"]
    run = inside("season", "1963", *grid_of(*bots), *options)
    assert (run.returncode, run.stderr) == (0, "")
    heard = [pair for tape in tmp_path.iterdir() for pair in lines(tape.read_text())]
    assert len(heard) > 200
    for mark, line in heard:
        row = json.loads(line)
        if mark == "<":
            fits(row, row["type"])
            SAID["from-referee"].validate(row)
        else:
            SAID["from-bot"].validate(row)
    assert {json.loads(line)["type"] for _, line in heard} == {*MESSAGES} - {"error"}


def test_what_transcribed_bots_say_fits_unless_it_is_wrong():
    wrong = {}
    for path in sorted(FOLDER.glob("*.txt")):
        for mark, line in lines(path.read_text()):
            decoded = decode(line.encode())
            if mark == ">" and not (decoded is not None and not isinstance(decoded, messages.Bad)):
                wrong.setdefault(path.stem, []).append(line)
            elif mark == ">":
                SAID["from-bot"].validate(json.loads(line))
    assert wrong == {
        "wrong-lines": ["what?", "", '{"type":"move","id":1}', '{"type":"act","id":"1","action":"pass"}'],
    }


# the document


def test_the_file_is_fresh():
    """`make schema` writes it."""
    assert FILE.read_text() == inside("schema").stdout


def test_the_document_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(DOCUMENT)
    assert DOCUMENT["$schema"] == schema.DIALECT
    for name, part in DEFS.items():
        assert "oneOf" in part or part["description"], name
        assert "oneOf" in part or part["type"] == "object", name


@pytest.mark.parametrize("name", DEFS)
def test_every_schema_stands_alone(name):
    alone = schema.schema(name)
    jsonschema.Draft202012Validator.check_schema(alone)
    refers = {*schema._refers(alone)}
    assert refers == {*alone.get("$defs", {})}
    assert name in refers or "$defs" not in alone or name not in alone["$defs"]


MESSAGES = [one.__struct_config__.tag for one in (*messages.FromReferee.__args__, *messages.FromBot.__args__)]


def test_every_message_and_every_event_has_its_schema():
    assert [*MESSAGES, *(f"event:{kind}" for kind in EVENTS)] == [
        name for name in DEFS if name in MESSAGES or name.startswith("event:")
    ]
    for kind, (fields, secret) in EVENTS.items():
        part = DEFS[f"event:{kind}"]
        assert [*part["properties"]] == ["type", *fields]
        owners = [name for name, one in part["properties"].items() if "x-owner-only" in one]
        assert owners == [*fields[len(fields) - secret :]]
        assert not {*owners} & {*part["required"]}


def test_every_rule_has_its_schema():
    assert [*DEFS["rules"]["properties"]] == [*Rules._fields]
    assert DEFS["rules"]["required"] == [*Rules._fields]


class Act(msgspec.Struct, tag_field="type", tag="act"):
    """A message of another conversation, by the name of one of this."""

    token: str


def test_a_further_conversation_is_one_row(monkeypatch):
    monkeypatch.setattr(schema, "SIDES", {**schema.SIDES, "from-viewer": ("viewer:", Act | messages.Bye)})
    assert {"from-viewer", "viewer:act", "viewer:bye", "act"} <= {*schema.names()}
    assert [*schema.schema("viewer:act")["properties"]] == ["type", "token"]
    assert schema.schema("act")["properties"] == DEFS["act"]["properties"]
    assert schema.document()["oneOf"] == DOCUMENT["oneOf"]


@pytest.mark.parametrize("name", ["nope", "event:nope", "Race", ""])
def test_a_wrong_name_is_one_sentence(name):
    run = inside("schema", name)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == (
        f"heat: schema {name!r}: unknown; heat schema --list has the names, such as request or event:move\n"
    )


def test_the_command_lists_and_prints():
    assert inside("schema", "--list").stdout.split() == [*DEFS]
    assert json.loads(inside("schema", "event:move").stdout) == schema.schema("event:move")
