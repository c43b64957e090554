"""Answers half a limit too late, once.

The referee: timeout at the deadline, one fault; the answer that comes then is stale and costs nothing.
"""

import time

from _bad import run


def deed(bot, request):
    time.sleep(request["ms"] * 1.5 / 1000)
    bot.answer(request)


run(deed)
