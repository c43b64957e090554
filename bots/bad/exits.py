"""Exits with code 7 in its decision.

The referee: exited, with the code; the driver is stopped, the others race.
"""

import sys

from _bad import run


def deed(bot, request):
    sys.exit(7)


run(deed)
