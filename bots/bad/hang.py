"""Sleeps in its decision and never wakes.

The referee: timeout at the deadline; stopped at the third, and killed at the end.
"""

from _bad import run


def deed(bot, request):
    bot.silence()


run(deed)
