"""Exits, and leaves a child that holds its pipes open.

The referee: exited, though the pipes have no end; the driver is stopped, and at the end the child is gone.
"""

import sys

from _bad import run


def deed(bot, request):
    bot.child(pipes=True)
    sys.exit(7)


run(deed)
