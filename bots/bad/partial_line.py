"""Sends half a line and then nothing more.

The referee: timeout at the deadline; stopped at the third.
"""

from _bad import run


def deed(bot, request):
    bot.write(b'{"type": "act", "id": ')
    bot.silence()


run(deed)
