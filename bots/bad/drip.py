"""Sends a line every fifth of a second, none of them an answer.

The referee: timeout at the one deadline, which no line moves, with parse warnings; stopped at the third.
"""

import time

from _bad import run


def deed(bot, request):
    while True:
        bot.write(b"still thinking\n")
        time.sleep(0.2)


run(deed)
