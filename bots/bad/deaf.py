"""Answers, and reads nothing more: its pipe fills up.

The referee: never blocks in a write; timeout at the deadline; stopped at the third.
"""

from _bad import run


def deed(bot, request):
    bot.answer(request)
    bot.silence()


run(deed)
