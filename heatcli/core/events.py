"""Every event the core reports, and who sees what of it (SPEC chapter E).

An event is a tuple: the name, then the fields in the order given here. A starred field is the owner's alone:
the others' streams have the event without it. Every field counts for everybody else unless starred.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from heatcli.core.names import Event

Spell = Callable[[int], str]


class Kind(NamedTuple):
    """The fields of an event in order, and how many at the end only the owner (field `seat`) sees."""

    fields: tuple[str, ...]
    secret: int


def _kind(text: str) -> Kind:
    fields = text.split()
    return Kind(tuple(f.rstrip("*") for f in fields), sum(f.endswith("*") for f in fields))


EVENTS: Final[dict[str, Kind]] = {
    name: _kind(fields)
    for name, fields in {
        # set-up and rounds
        "grid": "order",
        "weather": "card tokens",
        "market": "cards",
        "took": "seat card",
        "dropped": "seat card",
        "swapped": "seat own market",
        "tune": "seat heat stress",
        "award": "seat why n line cards*",
        "round": "n order",
        "gears": "gears",
        "legend": "card",
        "finish": "seat place",
        "out": "seat why place",
        "fault": "seat code",
        "retire": "seat",
        "end": "",
        # steps 1-3
        "reveal": "seat gear paid cards",
        "clutter": "seat",
        "flip": "seat card",
        "value": "seat sum numbers",
        "move": "seat by asked moved distance spot speed",
        # steps 4-7
        "pay": "seat why n line",
        "use": "seat symbol cards",
        "cool": "seat source n",
        "supercool": "seat source n",
        "reduce": "seat source n",
        "salvage": "seat source n cards*",
        "scrap": "seat card",
        "direct": "seat card",
        "again": "seat paid lost",
        "corner": "seat line limit speed cost",
        "spin": "seat line paid stress distance spot",
        # steps 8-9
        "discard": "seat n cards*",
        "refresh": "seat card",
        "clear": "seat n",
        "removed": "seat from cards",
        "reshuffle": "seat n",
        "draw": "seat n cards*",
        "return": "seat n",
        "turn": "seat distance spot gear engine hand deck discard",
    }.items()
}


def _card(value: Any, code: Spell, source: Spell) -> object:
    return code(value)


def _cards(value: Any, code: Spell, source: Spell) -> object:
    return [code(card) for card in value]


def _numbers(value: Any, code: Spell, source: Spell) -> object:
    return [[code(card), number] for card, number in value]


def _source(value: Any, code: Spell, source: Spell) -> object:
    return source(value)


_SPELT: Final = {
    **dict.fromkeys(("card", "own", "market"), _card),
    **dict.fromkeys(("cards", "paid", "lost"), _cards),
    "numbers": _numbers,
    "source": _source,
}
"""Fields that are not as they are in the core, by name."""

SILENT: Final[dict[str, object]] = {"line": 0, "speed": -1, "numbers": ()}
"""Values that stand for none, by field: no corner line, a Legend's Speed, no card with several numbers."""

_PLAIN: Final = (("weather", "card"), ("legend", "card"), ("reveal", "paid"), ("spin", "paid"))
"""Fields of these names that are no cards: a weather card's name, a place in the Legend deck, amounts of Heat."""

_TO_SPELL: Final = {
    name: [(i, _SPELT[field]) for i, field in enumerate(kind.fields) if field in _SPELT and (name, field) not in _PLAIN]
    for name, kind in EVENTS.items()
}


def masked(event: Event, seat: int) -> Event:
    """The event as `seat` may see it: without what only its owner sees."""
    secret = EVENTS[str(event[0])].secret
    return event[:-secret] if secret and event[1] != seat else event


def values(event: Event, code: Spell, source: Spell) -> Sequence[object]:
    """The event's fields in order; cards and sources are spelt by `code` and `source`."""
    to_spell = _TO_SPELL[str(event[0])]
    if not to_spell:
        return event[1:]
    fields = list(event[1:])
    for i, spell in to_spell:
        if i < len(fields):  # a masked event ends before its secrets
            fields[i] = spell(fields[i], code, source)
    return fields


def as_dict(event: Event, code: Spell, source: Spell) -> dict[str, object]:
    """The event with named fields, `type` first, without those that stand for none."""
    name = str(event[0])
    row: dict[str, object] = {"type": name}
    for field, raw, value in zip(EVENTS[name].fields, event[1:], values(event, code, source), strict=False):
        if raw != SILENT.get(field):
            row[field] = value
    return row
