"""Sends a line that is no UTF-8 before its answer.

The referee: encoding, a warning that costs nothing; the answer counts.
"""

from _bad import run


def deed(bot, request):
    bot.write(b'{"type": "act", "note": "\xff\xfe"}\n')
    bot.answer(request)


run(deed)
