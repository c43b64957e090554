"""Answers without an action.

The referee: type, a warning; the request stays open, so at its deadline timeout, one
fault, and the first legal action is applied.
"""

from _bad import run


def deed(bot, request):
    bot.say(type="act", id=request["id"])


run(deed)
