"""The words of the vector format in the core's: tracks, cars, cards, spots."""

from heatcli.core.names import COLOURS, HEAT, STRESS
from heatcli.core.track import Track

TRACKS = {"gb": "great-britain"}
"""Track names that differ from the project's ids."""


def colour(car: int) -> str:
    """Cars are numbered in the order of the colours."""
    return COLOURS[car]


def cards(words: list[str]) -> list[int]:
    """Card tokens as card ids; raises KeyError for cards of a module that is not there yet."""
    return [_card(word) for word in words]


def _card(word: str) -> int:
    if word.isdecimal():
        return int(word)
    return {"stress": STRESS, "heat": HEAT}[word]


def distance(track: Track, space: int, lap: int) -> int:
    """Spaces of the format count from 1."""
    return lap * track.spaces + space - 1


def spot(track: Track, space: int, lane: int) -> int:
    """Lane 1 is the pole's side: the Race Line wherever that lies on the same side as at pole."""
    at_pole_side = track.race_line(space - 1) == track.race_line(track.spaces - 1)
    return 0 if (lane == 1) == at_pole_side else 1
