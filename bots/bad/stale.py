"""Answers an old request, then the open one.

The referee: stale, a warning that costs nothing; the answer counts.
"""

from _bad import run


def deed(bot, request):
    bot.answer(request, id=max(0, request["id"] - 2))
    bot.answer(request)


run(deed)
