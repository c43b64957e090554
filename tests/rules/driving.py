"""What the tests of the rules do often: one car acts while the others drive as the cautious first action says."""

from tests.scenario import Scenario, race


def go(s: Scenario, colour: str, *tokens: str) -> Scenario:
    """The others plan their first legal action, the cars before `colour` take their turns, then it acts."""
    for other in s.asked():
        s.act(other, tokens[0] if other == colour else s.legal(other)[0])
    while s.asked() != [colour] and s.state.at >= 0:
        s.rest(s.asked()[0])
    return s.act(colour, *tokens[1:])


def solo(text: str, *tokens: str, track: str = "usa", **rules: object) -> Scenario:
    """A race of the red car alone, after these decisions."""
    return race(track, red=text, rules=rules).act("red", *tokens)


def with_adrenaline(s: Scenario) -> list[str]:
    """Everybody drives a round with first legal actions; the colours to which react offered adrenaline."""
    round_ = s.state.round
    got = []
    while s.state.round == round_ and s.asked():
        colour = s.asked()[0]
        legal = s.legal(colour)
        if s.step() == "react" and "adrenaline" in legal:
            got.append(colour)
        s.act(colour, legal[0])
    return got
