"""Sends 50 blank lines before its answer.

The referee: passes over them; nothing is wrong.
"""

from _bad import run


def deed(bot, request):
    bot.write(b"\n" * 50)
    bot.answer(request)


run(deed)
