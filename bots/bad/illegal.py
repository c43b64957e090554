"""Answers with an action that is not legal, once.

The referee: illegal with the reason, one fault; the first legal action is applied, and the bot told so.
"""

from _bad import run


def deed(bot, request):
    tokens = ("g4 1 1 1 1", "boost", "slip 2", "discard 0")
    bot.answer(request, action=next(token for token in tokens if token not in request["legal"]))


run(deed)
