"""A car that leads the race has no adrenaline: only what its cards, its gear and the boost give."""

from tests.rules.driving import go
from tests.scenario import Scenario, race


def lead(text: str, *tokens: str, track: str = "usa", **more: object) -> Scenario:
    """The red car ahead of a black one on the grid, after these decisions of red's."""
    return go(race(track, red=text, black="-1/0 hand 0", **more), "red", *tokens)


def using(s: Scenario, *words: str) -> list[str]:
    """Red's legal tokens that have one of these words."""
    return [text for text in s.legal("red") if set(words) & set(text.split())]
