"""Answers, then exits with code 0.

The referee: the answer counts; exited at the next decision, and stopped.
"""

import sys

from _bad import run


def deed(bot, request):
    bot.answer(request)
    sys.exit()


run(deed)
