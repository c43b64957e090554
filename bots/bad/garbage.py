"""Answers with garbage only.

The referee: parse, a warning; the request stays open, so at its deadline timeout, one
fault, and the first legal action is applied.
"""

from _bad import run


def deed(bot, request):
    bot.write(b"g2 please!\n")


run(deed)
