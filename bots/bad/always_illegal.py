"""Answers with an action that is none, at this decision and all that follow.

The referee: illegal, three times; then the driver is stopped.
"""

from _bad import run


def deed(bot, request):
    bot.answer(request, action="fly me to the moon")
    bot.at += 1


run(deed)
