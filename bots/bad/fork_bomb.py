"""Becomes 50 processes (--size) that fork each other.

The referee: nothing is wrong with its race, unless a limit forbids it; at the end all are gone.
"""

import os
import signal
import time

from _bad import run


def spread(bot, processes):
    """Become so many processes: this one, and half of the others by each of two children."""
    rest = processes - 1
    for share in (rest // 2, rest - rest // 2):
        if share and not os.fork():
            spread(bot, share)
    signal.alarm(bot.life)
    os.write(2, f"child {os.getpid()}\n".encode())
    time.sleep(bot.life)
    os._exit(0)


def deed(bot, request):
    if not os.fork():
        spread(bot, bot.size)
    bot.answer(request)


run(deed, size=50)
