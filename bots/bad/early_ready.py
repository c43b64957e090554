"""Says ready before it has heard hello, and again when it has.

The referee: takes the first for the answer to hello; the second is a type warning.
"""

from _bad import run, well


def start(bot):
    bot.greet({})


run(well, start=start)
