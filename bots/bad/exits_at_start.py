"""Exits with a word on stderr before it reads anything.

The referee: exited, with the code, 1, and the word; the driver is stopped at its first decision, the others race.
"""

import sys

from _bad import run, well


def start(bot):
    sys.exit("no engine in this car")


run(well, start=start)
