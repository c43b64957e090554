"""Answers well, but ignores SIGTERM, bye and the end of its input.

The referee: nothing is wrong with its race; at the end it is killed when its time to leave is over.
"""

import signal

from _bad import run


def deed(bot, request):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    bot.answer(request)
    bot.talk({})
    bot.silence()


run(deed)
