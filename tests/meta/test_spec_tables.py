"""SPEC's tables say what the code has: events with their fields, options, tokens."""

import re

from heatcli.core.events import EVENTS
from heatcli.core.names import EXTRA_SLIP, RETIRE, VERBS
from heatcli.core.rules import OPTIONS, Rules
from tests.shell import ROOT

SPEC = (ROOT / "SPEC.md").read_text(encoding="utf-8")
PROTOCOL = (ROOT / "protocol" / "README.md").read_text(encoding="utf-8")


def chapter(name: str) -> str:
    return SPEC.split(f"\n## {name} ", 1)[1].split("\n## ", 1)[0]


def test_every_event_stands_in_chapter_e_with_its_fields():
    told = {}
    for names, fields in re.findall(r"^\| ([a-z, ]+) \|([a-z*, ]*)\|", chapter("E"), re.MULTILINE):
        for name in names.split(", "):
            told[name] = [field.strip() for field in fields.split(",") if field.strip()]
    kinds = {
        name: [field + "*" * (i >= len(kind.fields) - kind.secret) for i, field in enumerate(kind.fields)]
        for name, kind in EVENTS.items()
    }
    del told["event"]
    assert told == kinds


def test_every_event_stands_in_the_protocol():
    table = PROTOCOL.split("| event |", 1)[1].split("\n\n", 1)[0]
    assert [name for name in EVENTS if not re.search(rf"\b{name}\b", table)] == []


def test_every_verb_stands_in_chapter_n_and_in_the_protocol():
    verbs = [verb for i, verb in enumerate(VERBS) if i not in (0, EXTRA_SLIP, RETIRE)]
    assert [verb for verb in verbs if f"`{verb}" not in chapter("N")] == []
    assert [verb for verb in verbs if f"`{verb}" not in PROTOCOL] == []


def test_every_rule_of_event_cards_stands_in_the_protocol():
    table = PROTOCOL.split("### Rules of event cards", 1)[1].split("\n## ", 1)[0]
    fields = Rules._fields[Rules._fields.index("sponsorships") :]
    assert [field for field in fields if f"`{field}`" not in table] == []


def test_every_option_stands_in_chapter_14():
    rows = re.findall(r"^\| ([a-z_, ]+) \|", chapter("14"), re.MULTILINE)
    told = [name for row in rows for name in row.split(", ")]
    assert [name for name in OPTIONS if name not in told] == []
