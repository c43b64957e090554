"""Event cards: what they lay over the rules of a race (SPEC 8.8.1, 8.9)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from heatcli.core.rules import Rules
from heatcli.core.track import Track
from heatcli.errors import SetupError

LETTERS: Final = "ABCDE"


class EventCard(NamedTuple):
    """An event card (SPEC 8.9). `effects` by name (see EFFECTS), `press` the letters of the press corners."""

    id: str
    name: str
    season: int
    race: int
    track: str
    sponsorships: int
    press: str
    effects: Mapping[str, Any]


class Effect(NamedTuple):
    """What a value must be, in words, and what it changes."""

    says: str
    fits: Callable[[Any], bool]
    change: Callable[[Rules, Track, Any], Rules]


def _whole(low: int, high: int) -> tuple[str, Callable[[Any], bool]]:
    return f"a whole number from {low} to {high}", lambda v: type(v) is int and low <= v <= high


def _sets(field: str, says: str, fits: Callable[[Any], bool]) -> Effect:
    return Effect(says, fits, lambda rules, track, value: rules._replace(**{field: value}))


def _flag(field: str) -> Effect:
    return _sets(field, "true or false", lambda value: isinstance(value, bool))


def _adds(field: str, least: int) -> Effect:
    def change(rules: Rules, track: Track, value: int) -> Rules:
        base = getattr(rules, field)
        return rules._replace(**{field: max(least, (getattr(track, field) if base is None else base) + value)})

    return Effect(*_whole(-9, 9), change)


def _points(rules: Rules, track: Track, more: Sequence[int]) -> Rules:
    padded = [*more, *[0] * len(rules.points)]
    return rules._replace(points=tuple(n + m for n, m in zip(rules.points, padded, strict=False)))


def _is_points(value: Any) -> bool:
    return isinstance(value, list) and all(type(n) is int and -9 <= n <= 9 for n in value)


def _slipstream(rules: Rules, track: Track, value: int) -> Rules:
    return rules._replace(slipstream_spaces=rules.slipstream_spaces + value)


def _discardable(rules: Rules, track: Track, value: Sequence[str]) -> Rules:
    return rules._replace(discard_heat="heat" in value, discard_stress="stress" in value)


def _lap_line(rules: Rules, track: Track, value: Mapping[str, Any]) -> Rules:
    return rules._replace(lap_line=line_of(track, value["letter"]), lap_line_first=value["first"])


def _is_lap_line(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and sorted(value) == ["first", "letter"]
        and value["letter"] in list(LETTERS)
        and _whole(1, 12)[1](value["first"])
    )


def _tunes(rules: Rules, track: Track, value: Sequence[Mapping[str, int]]) -> Rules:
    return rules._replace(tunes=tuple((one["heat"], one["stress"]) for one in value))


def _is_tunes(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(one, dict) and sorted(one) == ["heat", "stress"] for one in value)
        and all(_whole(-9, 9)[1](n) for one in value for n in one.values())
    )


EFFECTS: Final[Mapping[str, Effect]] = {
    "laps": _adds("laps", 1),
    "heat": _adds("heat", 0),
    "stress": _adds("stress", 0),
    "hand": _sets("hand", *_whole(1, 12)),
    "points": Effect("a list of whole numbers, place by place", _is_points, _points),
    "first_lap_sponsorships": _sets("first_lap_sponsorships", *_whole(0, 12)),
    "speed_record": _sets("speed_record", *_whole(0, 99)),
    "passed_cars": _sets("passed_cars", *_whole(0, 12)),
    "press_sponsorships": _sets("press_sponsorships", *_whole(0, 9)),
    "press_below_limit": _flag("press_below_limit"),
    "spin_out_eliminates": _flag("spin_out_eliminates"),
    "slipstream_min_gear": _sets("slipstream_min_gear", *_whole(1, 4)),
    "slipstream": Effect(*_whole(-9, 9), _slipstream),
    "discardable": Effect(
        'a list of "heat" and "stress"',
        lambda value: isinstance(value, list) and all(kind in ("heat", "stress") for kind in value),
        _discardable,
    ),
    "max_discards": _sets("max_discards", *_whole(0, 99)),
    "adrenaline": _flag("adrenaline"),
    "lap_removes_heat": _sets("lap_removes_heat", *_whole(0, 9)),
    "stress_to_discard": _flag("stress_to_discard"),
    "lap_line_sponsorships": Effect('{ letter = "B", first = 2 }', _is_lap_line, _lap_line),
    "choice": Effect("two choices such as { heat = 1, stress = -1 }", _is_tunes, _tunes),
}
"""What an event card can say. A new idea is one field of Rules, the line that reads it, and a row here."""


def line_of(track: Track, letter: str) -> int:
    """The number of the corner line that a letter names (SPEC 8.8.1). Raises SetupError for a board without it."""
    index = LETTERS.index(letter)
    if index >= len(track.press):
        raise SetupError(f"track {track.id}: no press corner {letter}; it names {len(track.press)}")
    return track.press[index]


def with_event(rules: Rules, track: Track, event: EventCard) -> Rules:
    """The rules of a race with this event card; its numbers change those of the track."""
    press = tuple(dict.fromkeys(line_of(track, letter) for letter in event.press))
    rules = rules._replace(sponsorships=event.sponsorships, press=press)
    for name, value in event.effects.items():
        rules = EFFECTS[name].change(rules, track, value)
    return rules
