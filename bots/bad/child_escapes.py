"""Leaves a child in a session of its own, orphaned at once.

The referee: nothing is wrong with its race; at the end the child is gone too, where the system can find it (Linux).
"""

from _bad import run


def deed(bot, request):
    bot.child(session=True)
    bot.answer(request)


run(deed)
