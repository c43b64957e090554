"""Leaves a child in its process group, without its pipes.

The referee: nothing is wrong with its race; at the end the child is gone.
"""

from _bad import run


def deed(bot, request):
    bot.child()
    bot.answer(request)


run(deed)
