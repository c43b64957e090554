"""Sends lines without end, none of them an answer.

The referee: flood when the bytes or wrong lines of a decision are used up, within bounded memory, with parse warnings;
stopped at the third.
"""

from _bad import run


def deed(bot, request):
    while True:
        bot.write(b"faster!\n" * 1000)


run(deed)
