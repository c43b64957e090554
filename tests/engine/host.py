"""A host of `heat engine`: commands as keyword arguments, answers as dicts."""

import itertools
import json
from collections import Counter

from jsonschema import Draft202012Validator

from heatcli.arena.engine import Engine
from heatcli.record.game import Game
from heatcli.wire import schema
from tests.record.kit import read

LOOKED_AT = 5  # lines of each kind; to look at all would take long
FITS = {side: Draft202012Validator(schema.schema(side)) for side in ("from-host", "from-engine")}
looked_at = Counter()


def fits(side: str, line: dict) -> None:
    """The schema holds for what is said."""
    looked_at[side, line["type"]] += 1
    if looked_at[side, line["type"]] <= LOOKED_AT:
        FITS[side].validate(line)


class Host:
    def __init__(self, library=None):
        self.engine = Engine(library)
        self.ids = itertools.count(1)

    def raw(self, line: bytes) -> dict:
        """The answer to any line; one line, no fault of the program's."""
        answer = self.engine.answer(line)
        assert answer is not None
        assert answer.endswith(b"\n")
        assert answer.count(b"\n") == 1
        assert answer.startswith(b'{"type":"')
        found = json.loads(answer)
        assert found.get("code") != "internal", found
        fits("from-engine", found)
        return found

    def ask(self, type: str, **fields) -> dict:
        """The answer to a command, whatever it is; its id is the command's."""
        id = next(self.ids)
        answer = self.raw(json.dumps({"type": type, "id": id, **_spelt(fields)}).encode())
        assert answer.pop("id") == id
        return answer

    def ok(self, type: str, **fields) -> dict:
        """The answer to a command that is right."""
        answer = self.ask(type, **fields)
        assert answer["type"] != "error", answer
        fits("from-host", {"type": type, **_spelt(fields)})
        return answer

    def no(self, type: str, **fields) -> tuple[str, str]:
        """Code and sentence of an error."""
        answer = self.ask(type, **fields)
        assert answer["type"] == "error", answer
        assert list(answer) == ["type", "code", "why"]
        return answer["code"], answer["why"]

    def new(self, **fields) -> int | str:
        """The handle of a new race."""
        return self.ok("new", **fields)["handle"]

    def mark(self, handle) -> str:
        return self.ok("fingerprint", handle=handle)["fingerprint"]

    def record(self, handle) -> str:
        return self.ok("record", handle=handle)["record"]

    def events(self, handle, **fields) -> list[dict]:
        return self.ok("events", handle=handle, **fields)["events"]

    def all(self, handle) -> tuple:
        """Everything a host can know of a race, to be held against another moment."""
        state = self.ok("state", handle=handle, wants=["legal"])
        views = self.ok("view", handle=handle)["views"]
        return state, views, self.events(handle), self.mark(handle), self.record(handle)


def _spelt(fields: dict) -> dict:
    """`from` is no name in Python."""
    return {"from" if name == "from_" else name: value for name, value in fields.items()}


def alike(one: tuple, other: tuple) -> bool:
    """Two races but for their handles."""
    return {**one[0], "handle": 0} == {**other[0], "handle": 0} and one[1:] == other[1:]


def validated(text: str) -> Game:
    """The game of a record without a finding."""
    [replay] = read(text)
    assert replay.findings == []
    assert replay.game is not None
    return replay.game
