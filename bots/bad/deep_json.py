"""Sends a message with an array 100,000 deep before its answer.

The referee: parse, a warning that costs nothing and no stack overflow; the answer counts.
"""

from _bad import run


def deed(bot, request):
    bot.write(b'{"type": "act", "deep": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n")
    bot.answer(request)


run(deed)
