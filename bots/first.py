#!/usr/bin/env python3
"""A Heat bot that takes the first legal action: low gears, low cards, no Heat, no risk.

The referee lists the legal actions from the most careful one, so there is nothing to think about.
"""


class Bot:
    """Needs to know the legal actions and nothing else."""

    wants = ("legal",)

    def race(self, message: dict) -> None:
        """All races are alike."""

    def act(self, request: dict) -> str:
        """The first one."""
        return request["legal"][0]


if __name__ == "__main__":
    from client import play

    bot = Bot()
    play(bot.act, "first", wants=bot.wants, race=bot.race)
