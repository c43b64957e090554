"""Stops itself with SIGSTOP in its decision.

The referee: timeout at the deadline; stopped at the third, and killed at the end: SIGTERM alone would wait for SIGCONT.
"""

import os
import signal
import time

from _bad import run


def deed(bot, request):
    me = os.getpid()
    if not os.fork():  # no alarm wakes who is stopped
        os.closerange(0, 3)
        end = time.monotonic() + bot.life
        while os.getppid() == me:
            if time.monotonic() > end:
                os.kill(me, signal.SIGKILL)
            time.sleep(0.1)
        os._exit(0)
    os.kill(me, signal.SIGSTOP)
    bot.answer(request)


run(deed)
