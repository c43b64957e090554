"""Sends a message of a type that does not exist before its answer.

The referee: type, a warning that costs nothing; the answer counts.
"""

from _bad import run


def deed(bot, request):
    bot.say(type="info", score=0.31)
    bot.answer(request)


run(deed)
