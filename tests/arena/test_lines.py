"""SPEC W.7: which lines of a bot are read, what is said of the others, and that the schema says the same."""

import json

import jsonschema
import pytest

from heatcli.wire import schema
from heatcli.wire.messages import Act, Bad, Ready, decode
from tests.arena.test_schema import SAID

ACT = '{"type":"act","id":%s,"action":"pass"}'
DEEP = '{"type":"act","id":1,"action":"pass","x":%s}'
READY = '{"type":"ready","protocol":"heat/1","options":[{"name":"risk","type":"spin",%s}]}'
BIG = (1 << 53) - 1

READ = {
    "plain": (ACT % 1, Act(1, "pass")),
    "keys in any order": ('{"action":"pass","id":1,"type":"act"}', Act(1, "pass")),
    "white space inside": ('{ "type" :\t"act", "id" : 1,\r"action": "pass" }', Act(1, "pass")),
    "white space around": (f" \t{ACT % 1}  ", Act(1, "pass")),
    "CR LF": (ACT % 1 + "\r\n", Act(1, "pass")),
    "a byte order mark": ("\ufeff" + ACT % 1, Act(1, "pass")),
    "unknown fields": (DEEP % '{"a":[null,1.5,1e300,true]}', Act(1, "pass")),
    "a huge number in an unknown field": (DEEP % ("9" * 5000), Act(1, "pass")),
    "a hundred levels": (DEEP % ("[" * 99 + "]" * 99), Act(1, "pass")),
    "the last id": ('{"type":"act","id":1,"id":2,"action":"a","action":"b"}', Act(2, "b")),
    "the same type twice": ('{"type":"act","type":"act","id":1,"action":"pass"}', Act(1, "pass")),
    "less than nothing": (ACT % -1, Act(-1, "pass")),
    "minus zero": (ACT % "-0", Act(0, "pass")),
    "the largest id": (ACT % BIG, Act(BIG, "pass")),
    "NUL": ('{"type":"act","id":1,"action":"\\u0000"}', Act(1, "\0")),
    "a surrogate pair": ('{"type":"act","id":1,"action":"\\ud83c\\udfce"}', Act(1, "\U0001f3ce")),
    "escapes": (r'{"type":"act","id":1,"action":"\u0070\/"}', Act(1, "p/")),
    "null for min": (READY % '"default":1,"min":null', None),
    "an option of another type": (READY % '"default":"calm"', None),
}

WRONG = {
    "3.0": (ACT % "3.0", "type"),
    "3.5": (ACT % "3.5", "type"),
    "1e2": (ACT % "1e2", "type"),
    "a text for a number": (ACT % '"3"', "type"),
    "true for a number": (ACT % "true", "type"),
    "null for a number": (ACT % "null", "type"),
    "null for a note": ('{"type":"act","id":1,"action":"pass","note":null}', "type"),
    "a number for a text": ('{"type":"act","id":1,"action":7}', "type"),
    "an id beyond 53 bits": (ACT % (BIG + 1), "type"),
    "an id below them": (ACT % (-BIG - 1), "type"),
    "an id beyond 64 bits": (ACT % (1 << 70), "type"),
    "an id of 5000 digits": (ACT % ("9" * 5000), "type"),
    "a default beyond 53 bits": (READY % f'"default":{BIG + 1}', "type"),
    "a default that is no whole number": (READY % '"default":0.5', "type"),
    "null for values": (READY % '"default":1,"values":null', "type"),
    "no id": ('{"type":"act","action":"pass"}', "type"),
    "no type": ('{"id":1,"action":"pass"}', "type"),
    "another case": ('{"Type":"act","id":1,"action":"pass"}', "type"),
    "another type": ('{"type":"Act","id":1,"action":"pass"}', "type"),
    "a message of the referee": ('{"type":"bye"}', "type"),
    "two types": ('{"type":"ready","type":"act","id":1,"action":"pass"}', "type"),
    "two ids, the first a text": ('{"type":"act","id":"1","id":2,"action":"pass"}', "type"),
    "a list": (f"[{ACT % 1}]", "type"),
    "a number": ("7", "type"),
    "null": ("null", "type"),
    "NaN": (ACT % "NaN", "parse"),
    "Infinity": (ACT % "-Infinity", "parse"),
    "NaN in an unknown field": (DEEP % "NaN", "parse"),
    "a leading zero": (ACT % "01", "parse"),
    "half a surrogate pair": ('{"type":"act","id":1,"action":"\\ud800"}', "parse"),
    "the other half": ('{"type":"act","id":1,"action":"\\udc00 and more"}', "parse"),
    "half a pair in an unknown field": (DEEP % '"\\ud800 and more"', "parse"),
    "a bare NUL": ('{"type":"act","id":1,"action":"\0"}', "parse"),
    "a bare tab": ('{"type":"act","id":1,"action":"\t"}', "parse"),
    "two objects": (ACT % 1 + ACT % 1, "parse"),
    "two objects apart": (ACT % 1 + " " + ACT % 1, "parse"),
    "a comment": (ACT % 1 + " // go", "parse"),
    "a comma too many": ('{"type":"act","id":1,"action":"pass",}', "parse"),
    "single quotes": ("{'type':'act','id':1,'action':'pass'}", "parse"),
    "half an object": ((ACT % 1)[:-1], "parse"),
    "a hundred thousand levels": (DEEP % ("[" * 100_000 + "]" * 100_000), "parse"),
}

BEYOND_A_SCHEMA = {"3.0", "1e2", "two types", "two ids, the first a text"}
"""What a schema takes, and the referee does not."""


@pytest.mark.parametrize("name", READ)
def test_what_is_read(name):
    line, says = READ[name]
    assert decode(line.encode()) == says or (says is None and isinstance(decode(line.encode()), Ready))


@pytest.mark.parametrize("line", ["", "\r\n", " \t ", "\ufeff", "\ufeff\r\n"])
def test_what_is_blank(line):
    assert decode(line.encode()) is None


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong(name):
    line, code = WRONG[name]
    found = decode(line.encode())
    assert isinstance(found, Bad)
    assert (found.code, found.id) == (code, None)


@pytest.mark.parametrize("bad", [b"\xff", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf5\x80\x80\x80"])
def test_what_is_no_utf_8(bad):
    """Also in a field that is ignored; a surrogate, an overlong form and what lies beyond Unicode are none."""
    for line in (ACT % 1, DEEP % '"?"'):
        found = decode(line.encode().replace(b"pass", bad))
        assert isinstance(found, Bad)
        assert found.code == "encoding"
    assert decode((DEEP % '"?"').encode().replace(b"?", bad)).code == "encoding"


@pytest.mark.parametrize("name", [name for name in READ if name != "a huge number in an unknown field"])
def test_the_schema_takes_what_is_read(name):
    SAID["from-bot"].validate(json.loads(READ[name][0].removeprefix("\ufeff")))


@pytest.mark.parametrize("name", [name for name in WRONG if WRONG[name][1] == "type" and "5000" not in name])
def test_the_schema_refuses_what_is_of_the_wrong_type(name):
    assert SAID["from-bot"].is_valid(json.loads(WRONG[name][0])) is (name in BEYOND_A_SCHEMA)


def test_the_schema_tells_what_is_whole():
    """The limits of numbers stand in it, so that a generated type has them."""
    [number] = [schema.schema("act")["properties"]["id"]]
    assert number == {"type": "integer", "minimum": -BIG, "maximum": BIG}
    with pytest.raises(jsonschema.ValidationError):
        SAID["from-bot"].validate(json.loads(ACT % (BIG + 1)))
