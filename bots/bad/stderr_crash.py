"""Writes 10 MB (--size) to stderr and crashes with a traceback.

The referee: drains stderr and keeps its end; exited, with the traceback's last lines; the driver is stopped.
"""

import os

from _bad import run


def deed(bot, request):
    line = b"lap after lap after lap after lap after lap after lap after lap\n"
    for _ in range(bot.size * 1_000_000 // len(line)):
        os.write(2, line)
    raise RuntimeError("out of petrol")


run(deed, size=10)
