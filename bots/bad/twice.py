"""Answers twice.

The referee: the first answer counts; the second is a duplicate, a warning that costs nothing.
"""

from _bad import run


def deed(bot, request):
    bot.answer(request)
    bot.answer(request)


run(deed)
