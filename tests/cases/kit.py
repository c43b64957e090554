"""What several cases share: cars that stay where they are, and a round driven turn by turn."""

from heatcli.core.names import AT_OVER
from tests.scenario import Scenario


def parked(place: str) -> str:
    """The text of a car that does not move in round 1: its hand is all Heat, so its turn is cluttered (SPEC 3.2.4)."""
    return f"{place} hand H"


def park(s: Scenario, *colours: str) -> Scenario:
    """Cars made by `parked` plan the only thing they can."""
    for colour in colours:
        s.act(colour, "g1 H")
    return s


def offered(s: Scenario, text: str) -> list[str]:
    """Play the round to its end; the colours that were asked with this token among their legal ones, in order."""
    colours: list[str] = []
    while s.step() != "plan" and s.state.step != AT_OVER:
        colour = s.asked()[0]
        if text in s.legal(colour) and colour not in colours:
            colours.append(colour)
        s.act(colour, "pass")
    return colours
