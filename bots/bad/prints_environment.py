"""Prints its environment to stderr.

The referee: nothing is wrong with its race; a referee of strangers hands no secrets on.
"""

import os
import sys

from _bad import run


def deed(bot, request):
    for name, value in sorted(os.environ.items()):
        print(f"{name}={value}", file=sys.stderr)
    bot.answer(request)


run(deed)
