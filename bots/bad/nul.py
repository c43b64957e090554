"""Sends a line of NUL bytes before its answer.

The referee: parse, a warning that costs nothing; the answer counts.
"""

from _bad import run


def deed(bot, request):
    bot.write(bytes(1000) + b"\n")
    bot.answer(request)


run(deed)
