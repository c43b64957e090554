"""Every event the core reports, and who sees what of it (SPEC chapter E).

An event is a tuple: the name, then the fields in the order given here. A starred field is the owner's alone:
the others' streams have the event without it. Every field counts for everybody else unless starred.
"""

from collections.abc import Callable
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

_SILENT: Final[dict[str, object]] = {"line": 0, "speed": -1, "numbers": ()}
"""Values that stand for none: no corner line, a Legend's Speed, no card with several numbers."""

_PLAIN: Final = {("weather", "card"), ("reveal", "paid"), ("spin", "paid")}
"""Fields of these names that are spelt as they are all the same: a weather card's name, amounts of Heat."""

_FIELDS: Final = {
    name: [(field, None if (name, field) in _PLAIN else _SPELT.get(field), _SILENT.get(field)) for field in kind.fields]
    for name, kind in EVENTS.items()
}
"""Of each event: its fields, how each is spelt, and the value that leaves it out."""


def masked(event: Event, seat: int) -> Event:
    """The event as `seat` may see it: without what only its owner sees."""
    secret = EVENTS[str(event[0])].secret
    return event[:-secret] if secret and event[1] != seat else event


def as_dict(event: Event, code: Spell, source: Spell) -> dict[str, object]:
    """The event with named fields, `type` first; cards and sources are spelt by `code` and `source`."""
    name = str(event[0])
    row: dict[str, object] = {"type": name}
    for (field, spell, silent), value in zip(_FIELDS[name], event[1:], strict=False):
        if silent is not None and value == silent:
            continue
        row[field] = value if spell is None else spell(value, code, source)
    return row
