"""Takes 4 seconds (--size) until it is ready.

The referee: waits, for start_ms is 10 seconds; nothing is wrong.
"""

import time

from _bad import run, well


def start(bot):
    time.sleep(bot.size)


run(well, size=4, start=start)
