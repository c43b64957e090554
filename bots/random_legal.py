#!/usr/bin/env python3
"""A Heat bot that plays at random.

For a plan it draws a gear, then cards one by one from its hand: were it to draw one of all legal plans, it would
mostly drive in third and fourth gear, which have the most choices of cards. Everything else it draws uniformly.
"""

import random


class Bot:
    """Rolls dice seeded for each race, so the same race comes out the same again."""

    wants = ("legal", "view")

    def race(self, message: dict) -> None:
        """New dice."""
        self.random = random.Random(message["bot_seed"]).random

    def act(self, request: dict) -> str:
        """A plan, or any legal action."""
        if request["step"] == "plan":
            return self.plan(request["legal"], request["view"]["you"]["hand"])
        return self.draw(request["legal"])

    def plan(self, legal: list[str], hand: list[str]) -> str:
        """All gears alike, then all cards of the hand alike."""
        gear = self.draw(sorted({token.split()[0] for token in legal if token != "concede"}))
        size = int(gear[1:])
        cards = [card for card in hand if card != "H"]
        if size > len(cards):  # a cluttered hand: this gear has one plan
            return next(token for token in legal if token.startswith(f"{gear} "))
        chosen = [cards.pop(int(self.random() * len(cards))) for _ in range(size)]
        return " ".join([gear, *sorted(chosen, key=hand.index)])

    def draw(self, choices: list) -> str:
        """One of them."""
        return choices[int(self.random() * len(choices))]


if __name__ == "__main__":
    from client import play

    bot = Bot()
    play(bot.act, "random legal", wants=bot.wants, race=bot.race)
