"""Writes a file heat-bad-bot.txt into its working directory, HOME and TMPDIR.

The referee: nothing is wrong with its race; a referee of strangers gives each bot folders of its own.
"""

import os
from contextlib import suppress

from _bad import run


def deed(bot, request):
    for folder in (".", os.environ.get("HOME"), os.environ.get("TMPDIR")):
        if folder:
            with suppress(OSError), open(f"{folder}/heat-bad-bot.txt", "a") as file:
                file.write(f"{request['race']}\n")
    bot.answer(request)


run(deed)
