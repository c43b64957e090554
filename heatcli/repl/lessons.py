"""What a first race teaches."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from heatcli.core.names import STEPS
from heatcli.core.state import State

INTRO: Final[Mapping[str, tuple[str, ...]]] = {
    "welcome": (
        "Welcome to your first race! Cards drive your car, Heat is what it can take.",
        "Slow down for corners, or pay for them. First home wins.",
    ),
    "plan": (
        "Your plan: choose a gear that is open, and as many cards as the gear says.",
        "The numbers add up to your Speed, and you drive as many spaces.",
        "Type 2 and two cards, such as: {example}",
    ),
    "react": (
        "You have moved. Before the turn goes on you may react, in any order.",
        "In gear 1 or 2, Heat in hand can go back into the engine: cool 1 gear",
        "If there is nothing you want to do, type pass",
    ),
    "boost": (
        "You may boost once a turn: 1 Heat for a card off the deck, 1 to 4 spaces.",
        "It is Speed too, so mind the corner you have crossed or will cross.",
    ),
    "corner": (
        "You crossed a corner. Speed up to its limit is free;",
        "each point above it takes 1 Heat out of your engine.",
    ),
    "slip": (
        "A car right beside or in front of you: you may ride in its slipstream.",
        "It is free and no Speed, but a corner you slip over still counts.",
        "Type slip 2, or pass to stay where you are",
    ),
    "discard": (
        "Cards in hand that you do not want may go now, all but Heat and Stress.",
        "You draw new ones right after. Type them, such as: {example}",
    ),
    "spin": (
        "You spun out: a corner cost more Heat than your engine had.",
        "You are back before it in gear 1, with Stress in your hand. It happens!",
        "Stress is played like a card and turns up one you cannot foresee.",
    ),
    "legend": (
        "The other cars are Legends: they drive by themselves and never pay Heat.",
        "They block the road as you do, and you may ride in their slipstream.",
    ),
}
"""What to tell in a first race, each when it first happens; {example} is a token that is open then."""


def lessons(state: State, happened: Sequence[str], tokens: Sequence[str], taught: list[str]) -> list[str]:
    """What there is to say now to who is asked, each thing once: `taught` grows.

    `happened` are the kinds of events of that car so far, `tokens` what is open to it.
    """
    found: list[str] = []
    for key in _due(state, happened, tokens):
        if key in INTRO and key not in taught:
            taught.append(key)
            found += [line.format(example=_example(tokens)) for line in INTRO[key] if _fits(line, tokens)]
    return found


def _fits(line: str, tokens: Sequence[str]) -> bool:
    """It does not tell of Cooldown where there is none."""
    return "cool 1 gear" not in line or "cool 1 gear" in tokens


def _due(state: State, happened: Sequence[str], tokens: Sequence[str]) -> Iterator[str]:
    step = STEPS[state.step]
    yield "welcome"
    yield from (kind for kind in ("corner", "spin") if kind in happened)
    yield step
    if step == "plan" and state.round > 1 and any(seat.legend for seat in state.spec.seats):
        yield "legend"
    if step == "react" and state.round > 1 and "boost" in tokens:
        yield "boost"


def _example(tokens: Sequence[str]) -> str:
    """A choice to show how it is typed: two cards in gear 2, or the cards that go."""
    plans = [text.removeprefix("g") for text in tokens if text.startswith("g2 ")]
    discards = [text for text in tokens if text.startswith("discard ")]
    return (plans or discards or tokens or ["pass"])[-1]
