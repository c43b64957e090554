"""What a first race teaches."""

from collections.abc import Mapping
from typing import Final

INTRO: Final[Mapping[str, tuple[str, ...]]] = {
    "welcome": (
        "Welcome to your first race! Cards drive your car, Heat is what it can take.",
        "Slow down for corners, or pay for them. First home wins.",
    ),
    "plan": (
        "Your plan: choose a gear from 1 to 4, and as many cards as the gear says.",
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
