"""The core's values as JSON: events, views, tracks, rules. Card ids become codes, small ints become words."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from msgspec import UNSET, Raw, Struct, defstruct, json

from heatcli.core import events
from heatcli.core.names import EXTRA_SLIP, PAY, STATES, STEPS, VERBS, Action, Event
from heatcli.core.specs import Spec
from heatcli.core.view import CarView, TurnView, View
from heatcli.wire import shapes


def _row(name: str, fields: Sequence[str]) -> type[Struct]:
    """An event's fields as msgspec has them: those that stand for none, or are hidden, are left out."""
    silent = {field: [] if none == () else none for field, none in events.SILENT.items()}
    rows = [(f"f_{field}", Any, silent.get(field, UNSET)) for field in fields]
    return defstruct(
        name,
        rows,
        tag=name,
        tag_field="type",
        omit_defaults=True,
        rename={row[0]: field for row, field in zip(rows, fields, strict=True)},
    )


_ROWS: Final[dict[object, type[Struct]]] = {name: _row(name, kind.fields) for name, kind in events.EVENTS.items()}
_encode: Final = json.Encoder().encode


class Spelling:
    """How one race is spelt. `source` names a source of Cooldown, `token` an action (both are the notation's)."""

    def __init__(self, spec: Spec, source: Callable[[int], str], token: Callable[[Action], str]) -> None:
        self._codes = spec.catalogue.codes
        self._code = spec.catalogue.codes.__getitem__
        self._owned = lru_cache(1 << 10)(lambda cards: {self._codes[card]: n for card, n in cards})
        self._legends = any(seat.legend for seat in spec.seats)
        self._source = source
        self._token = token

    def event(self, event: Event, seat: int | None = None) -> dict[str, object]:
        """An event as `seat` may see it; as it is, for None."""
        seen = event if seat is None else events.masked(event, seat)
        return events.as_dict(seen, self._codes.__getitem__, self._source)

    def event_line(self, event: Event, seat: int) -> Raw:
        """The same as JSON, in a third of the time."""
        seen = events.masked(event, seat)
        return Raw(_encode(_ROWS[event[0]](*events.values(seen, self._code, self._source))))

    def view(self, seen: View, rows: Sequence[Raw] | None = None) -> shapes.View:
        """What a seat knows; `rows` are the cars' where they are kept, as JSON."""
        row: Any = {
            "round": seen.round,
            "step": STEPS[seen.step],
            "seat": seen.seat,
            "order": seen.order,
            "turn": seen.order[seen.at] if seen.at >= 0 else None,
        }
        if self._legends:
            row["legend"] = {"card": seen.legend_card if seen.legend_card >= 0 else None, "left": seen.legend_deck}
        if seen.weather >= 0 and seen.spec.weather is not None:
            row["weather"] = seen.spec.weather.cards[seen.weather].name
            row["tokens"] = [seen.spec.weather.tokens[i].name for i in seen.tokens]
            course = seen.spec.course_with(seen.weather, seen.tokens)
            row["limits"] = course.limits[: len(seen.spec.track.corners)]
        if seen.market:
            row["market"] = [self._codes[card] for card in seen.market]
        if seen.spec.sponsored:
            row["sponsors"] = {"left": seen.sponsors, "used": [self._codes[card] for card in seen.used]}
        row["cars"] = [self.car(car) for car in seen.cars] if rows is None else list(rows)
        row["you"] = self._you(seen, own_turn=row["turn"] == seen.seat)
        return cast(shapes.View, row)

    def car(self, car: CarView) -> shapes.Car:
        """A car as all see it."""
        codes = self._codes
        row: shapes.Car = {
            "seat": car.seat,
            "distance": car.distance,
            "spot": car.spot,
            "gear": car.gear,
            "engine": car.engine,
            "hand": car.hand,
            "deck": car.deck,
            "discard": car.discard,
            "cards": self._owned(car.cards).copy(),
            "known": [codes[card] for card in car.known],
            "top": [codes[card] for card in car.top],
            "played": [codes[card] for card in car.played],
            "state": STATES[car.status],
        }
        if car.garage:
            row["garage"] = [codes[card] for card in car.garage]
        if car.planned:
            row["planned"] = car.planned
        if car.place:
            row["place"] = car.place
        return row

    def _you(self, seen: View, own_turn: bool) -> shapes.You:
        codes, turn = self._codes, seen.turn
        row: shapes.You = {
            "hand": [codes[card] for card in seen.hand],
            "discard": [codes[card] for card in seen.discard],
            "start": turn.start if own_turn else None,
            "speed": turn.speed if own_turn and turn.speed >= 0 else None,
            "owed": sum(n for verb, _, n in turn.uses if verb == PAY) if own_turn else 0,
            "open": self._open(turn) if own_turn else {"cool": [], "adrenaline": False},
            "boosted": own_turn and turn.boosted,
        }
        if seen.plan is not None:
            row["plan"] = self._token(seen.plan)
        return row

    def _open(self, turn: TurnView) -> shapes.Open:
        """What is still open to use, by verb: [source, how many]."""
        row: Any = {"cool": []}
        for verb, source, n in turn.uses:
            row.setdefault(_verb(verb), []).append([self._source(source), n])
        row["adrenaline"] = turn.adrenaline
        return cast(shapes.Open, row)


def _verb(verb: int) -> str:
    return "slip again" if verb == EXTRA_SLIP else VERBS[verb]


def track(spec: Spec) -> shapes.Track:
    """The track as its file has it, without the map."""
    row = spec.track._asdict()
    del row["lane_offset"], row["path"]
    row["corners"] = [
        {key: value for key, value in corner._asdict().items() if value is not None} for corner in spec.track.corners
    ]
    return cast(shapes.Track, row)


def rules(spec: Spec) -> dict[str, Any]:
    """Every rule of the race; laps, heat and stress as they are raced."""
    return {**spec.rules._asdict(), "laps": spec.laps, "heat": spec.heat, "stress": spec.stress}


def cards(spec: Spec) -> dict[str, shapes.Card]:
    """The upgrades and sponsorships that may come into the race: their numbers and symbols, by code."""
    used = [*(spec.upgrades if spec.rules.garage != "off" else ()), *(spec.sponsorships if spec.sponsored else ())]
    known = [spec.catalogue[card] for card in sorted(dict.fromkeys([*used, *spec.stock.cards]))]
    return {card.code: {"speed": card.speeds, "symbols": dict(card.symbols)} for card in known}


def legends(spec: Spec) -> shapes.Legends | None:
    """The Legend deck, if a Legend drives: card → row → [diamonds, helmet], and whose row a colour reads."""
    if not any(seat.legend for seat in spec.seats):
        return None
    return {"cards": spec.legends.cards, "rows": spec.legends.helmets}
