"""Every event the core reports, and who sees what of it (SPEC chapter E).

An event is a tuple: the name, then the fields in the order given here. A starred field is the owner's alone:
the others' streams have the event without it. Every field counts for everybody else unless starred.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from heatcli.core.names import Event


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


_SILENT: Final = (("line", 0), ("speed", -1), ("numbers", ()))
"""Values that stand for none: no corner line, a Legend's Speed, no card with several numbers."""


def masked(event: Event, seat: int) -> Event:
    """The event as `seat` may see it: without what only its owner sees."""
    secret = EVENTS[str(event[0])].secret
    return event[:-secret] if secret and event[1] != seat else event


def as_dict(event: Event, code: Callable[[int], str], source: Callable[[int], str]) -> dict[str, object]:
    """The event with named fields, `type` first; cards and sources are spelt by `code` and `source`."""
    name = str(event[0])
    row: dict[str, object] = {"type": name}
    for field, value in zip(EVENTS[name].fields, event[1:], strict=False):
        if (field, value) in _SILENT:
            continue
        row[field] = _spelt(field, value, code, source)
    return row


def _spelt(field: str, value: object, code: Callable[[int], str], source: Callable[[int], str]) -> object:
    if field in ("cards", "paid", "lost") and isinstance(value, tuple):
        return [code(card) for card in value]
    if field == "numbers" and isinstance(value, tuple):
        return [[code(card), number] for card, number in value]
    if field == "source":
        return source(value)  # type: ignore[arg-type]  # an int
    if field in ("card", "own", "market") and isinstance(value, int):
        return code(value)
    return value
