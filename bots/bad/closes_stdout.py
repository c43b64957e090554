"""Closes its stdout in its decision and runs on.

The referee: closed, though the process lives; the driver is stopped.
"""

import os

from _bad import run


def deed(bot, request):
    os.close(1)
    bot.silence()


run(deed)
