"""A race as a table: one row a car's turn (SPEC N.10)."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from heatcli.core.events import EVENTS
from heatcli.core.names import Event
from heatcli.core.specs import Spec
from heatcli.record import reader
from heatcli.record.reader import Text, TurnLine

_CAR: Final = ("round", "turn", "seat", "colour", "driver")
_LINE: Final = ("gear", "cards", "speed", "moved", "distance", "spot", "engine")
_FACTS: Final = ("boost", "adrenaline", "slip", "legend", "flips", "cooled", "reduced", "discarded", "paid", "spin")
FIELDS: Final = (*_CAR, *_LINE, *_FACTS, "marks", "tokens", "comments")
"""The columns."""

_OF_A_CAR: Final = {name for name, kind in EVENTS.items() if kind.fields[:1] == ("seat",)}


def turn_rows(
    spec: Spec, names: Sequence[str], log: Sequence[Event], lines: Sequence[tuple[int, str]]
) -> Iterator[list[object]]:
    """The rows of a race; `lines` of its record, each with the number of events told before it."""
    told: list[list[Event]] = [[] for _ in spec.seats]
    seats = {seat.colour: i for i, seat in enumerate(spec.seats)}
    at = round_ = turn = 0
    for told_before, text in lines:
        if text[0] in "[#@{R":
            continue
        line = reader.read_line(Text(0, text))
        assert isinstance(line, TurnLine)
        if line.round is not None:
            round_, turn = line.round, 0
        for event in log[at:told_before]:
            if event[0] == "round":
                told = [[] for _ in spec.seats]
            elif event[0] in _OF_A_CAR:
                told[int(str(event[1]))].append(event)
        at = told_before
        if not round_ or line.equals < 0:
            continue
        turn += 1
        seat = seats[line.colour.text]
        row: dict[str, Any] = {
            "round": round_,
            "turn": turn,
            "seat": seat,
            "colour": line.colour.text,
            "driver": names[seat],
        }
        row |= _of_events(told[seat], spec)
        row |= _of_line(line)
        row["moved"] = 0 if row["moved"] is None else int(row["distance"]) - row["moved"]
        yield [row.get(field, "") for field in FIELDS]
        told[seat] = []


def _of_line(line: TurnLine) -> dict[str, Any]:
    """What the line of a turn says."""
    check = {field: word.text for field, word in reader.check_of(line).items()}
    distance, _, spot = check["place"].partition("/")
    words = [word for word in line.tokens if not word.text.startswith("legend ")]
    said = [word.comment for word in line.tokens if word.comment]
    row: dict[str, Any] = {
        "distance": int(distance),
        "spot": int(spot),
        "marks": " ".join([word.text.partition("!")[2] for word in words if "!" in word.text]),
        "tokens": "; ".join([word.text for word in line.tokens]),
        "comments": " ".join([*said, *line.aside]),
    }
    for field in ("gear", "speed", "engine"):
        if field in check and check[field] != "v-":
            row[field] = int(check[field][1:])
    return row


def _of_events(events: Sequence[Event], spec: Spec) -> dict[str, Any]:
    """What happened in a turn; `moved` is where the car stood before it, None if it never moved."""
    facts: list[dict[str, Any]] = [
        dict(zip(EVENTS[str(event[0])].fields, event[1:], strict=False), type=event[0]) for event in events
    ]
    moves = [fact for fact in facts if fact["type"] == "move"]
    by = [move["by"] for move in moves]

    def total(*kinds: str) -> int:
        return sum([fact["n"] for fact in facts if fact["type"] in kinds and fact.get("why") != "mulligan"])

    def codes(kind: str, field: str) -> str:
        found: list[Any] = [fact[field] for fact in facts if fact["type"] == kind]
        cards = [card for one in found for card in (one if isinstance(one, tuple | list) else (one,))]
        return " ".join([spec.catalogue.codes[card] for card in cards])

    def asked(kind: str) -> int:
        return sum([move["asked"] for move in moves if move["by"] == kind])

    row = {"moved": moves[0]["distance"] - moves[0]["moved"] if moves else None}
    if "legend" in by:
        return {**row, "legend": asked("legend")}
    return {
        **row,
        "cards": codes("reveal", "cards"),
        "boost": by.count("boost"),
        "adrenaline": by.count("adrenaline"),
        "slip": asked("slip"),
        "flips": codes("flip", "card"),
        "cooled": total("cool", "supercool"),
        "reduced": total("reduce"),
        "discarded": total("discard"),
        "paid": total("pay"),
        "spin": sum([fact["type"] == "spin" for fact in facts]),
    }
