"""Answers, closes its stdin and runs on.

The referee: does not die of SIGPIPE; closed, at the next decision at the latest; the driver is stopped.
"""

import os

from _bad import run


def deed(bot, request):
    bot.answer(request)
    os.close(0)
    bot.silence()


run(deed)
