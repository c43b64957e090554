"""The words of the vector format in the core's: tracks, cars, cards, spots, symbols, events."""

from heatcli.core.names import (
    ACCELERATE,
    ADRENALINE,
    BOOST,
    COLOURS,
    COOL,
    DIRECT,
    DRAFT,
    FROM_ADRENALINE,
    FROM_GEAR,
    FROM_WEATHER,
    HEAT,
    PAY,
    REDUCE,
    SALVAGE,
    SCRAP,
    STRESS,
    SUPERCOOL,
)
from heatcli.core.track import Track
from heatcli.data import load

TRACKS = {"gb": "great-britain"}
"""Track names that differ from the project's ids."""

VERBS = {
    "heat": PAY,
    "scrap": SCRAP,
    "cooldown": COOL,
    "super-cool": SUPERCOOL,
    "adrenaline": ADRENALINE,
    "heated-boost": BOOST,
    "reduce": REDUCE,
    "salvage": SALVAGE,
    "direct": DIRECT,
    "accelerate": ACCELERATE,
    "draft": DRAFT,
}
"""Symbols of React."""

EVENTS = (
    "new-grandstand",
    "new-record",
    "drivers-strike",
    "restrictions-lifted",
    "record-crowds",
    "corruption",
    "title-sponsor",
    "live-television",
    "safety-regulations",
    "future-unknown",
    "going-global",
    "turbulent-winds",
    "chicanes-for-safety",
    "sudden-rain",
    "hold-tight",
    "smile-and-wave",
    "tunnel-vision",
    "pressure-cooker",
)
"""Event cards by number, from 1."""

REASONS = {"below": "smile", "lap": "inauguration", "passed": "live_tv"}
"""Why a sponsorship was earned, where the words differ."""

FIRST_SPONSOR = 79  # sponsor:80 is P1


def colour(car: int) -> str:
    """Cars are numbered in the order of the colours."""
    return COLOURS[car]


def cards(words: list[str]) -> list[int]:
    """Card tokens as card ids."""
    return [card(word) for word in words]


def card(word: str) -> int:
    """A card token as a card id."""
    if word.isdecimal():
        return int(word)
    kind, _, number = word.partition(":")
    if kind == "upgrade":
        return load.catalogue().ids[f"U{number}"]
    if kind == "sponsor":
        return load.catalogue().ids[f"P{int(number) - FIRST_SPONSOR}"]
    return {"stress": STRESS, "heat": HEAT}[word]


def source(word: str) -> int:
    """What a symbol of React comes from."""
    if word.startswith("corner-"):
        return FROM_WEATHER
    sources = {"gear": FROM_GEAR, "adrenaline": FROM_ADRENALINE}
    return sources[word] if word in sources else card(word)


def distance(track: Track, space: int, lap: int) -> int:
    """Spaces of the format count from 1."""
    return lap * track.spaces + space - 1


def spot(track: Track, space: int, lane: int) -> int:
    """Lane 1 is the pole's side: the Race Line wherever that lies on the same side as at pole."""
    at_pole_side = track.race_line(space - 1) == track.race_line(track.spaces - 1)
    return 0 if (lane == 1) == at_pole_side else 1
