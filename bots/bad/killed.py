"""Is killed in its decision.

The referee: exited, with the signal; the driver is stopped, the others race.
"""

import os
import signal

from _bad import run


def deed(bot, request):
    os.kill(os.getpid(), signal.SIGKILL)


run(deed)
