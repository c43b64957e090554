"""Prints a line of debug output before its answer.

The referee: parse, a warning that costs nothing; the answer counts.
"""

from _bad import run


def deed(bot, request):
    bot.write(b"thinking about " + request["step"].encode() + b"\n")
    bot.answer(request)


run(deed)
