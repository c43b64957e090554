"""Keeps a processor busy in its decision without end.

The referee: timeout at the deadline; stopped at the third, and killed at the end.
"""

from _bad import run


def deed(bot, request):
    while True:
        pass


run(deed)
