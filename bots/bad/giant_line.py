"""Sends a line without end.

The referee: too_long, then flood when the bytes of a decision are used up, within bounded memory; stopped at the third.
"""

from _bad import run


def deed(bot, request):
    while True:
        bot.write(b"x" * 65536)


run(deed)
