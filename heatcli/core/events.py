"""Every event the core reports, and who sees what of it (SPEC chapter E).

An event is a tuple: the name, then the fields in the order given here. A starred field is the owner's alone:
the others' streams have the event without it. Every field counts for everybody else unless starred.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from heatcli.core.names import Event

Spell = Callable[[int], str]
How = Callable[[Any, Spell, Spell], object]
"""Spells a field's value."""


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


_SPELT: Final[dict[str, How]] = {
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

_TO_SPELL: Final[dict[object, list[tuple[int, How]]]] = {
    name: spelt
    for name, kind in EVENTS.items()
    if (spelt := [(i, _SPELT[f]) for i, f in enumerate(kind.fields) if f in _SPELT and (name, f) not in _PLAIN])
}
_SECRETS: Final[dict[object, int]] = {name: kind.secret for name, kind in EVENTS.items() if kind.secret}


def is_secret(event: Event) -> bool:
    """Its owner sees more of it than the others."""
    return event[0] in _SECRETS


def masked(event: Event, seat: int) -> Event:
    """The event as `seat` may see it: without what only its owner sees."""
    secret = _SECRETS.get(event[0])
    return event if secret is None or event[1] == seat else event[:-secret]


def values(event: Event, code: Spell, source: Spell) -> Sequence[object]:
    """The event's fields in order; cards and sources are spelt by `code` and `source`."""
    to_spell = _TO_SPELL.get(event[0])
    if to_spell is None:
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
