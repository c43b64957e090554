"""Never says ready.

The referee: timeout when start_ms is over, once for all races; the driver is stopped at its first decision.
"""

import signal

from _bad import run, well


def start(bot):
    signal.alarm(bot.life)
    bot.silence()


run(well, start=start)
