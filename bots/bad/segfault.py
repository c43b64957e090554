"""Dies of a segmentation fault in its decision.

The referee: exited, with the signal; the driver is stopped, the others race.
"""

import os
import signal
from resource import RLIMIT_CORE, setrlimit

from _bad import run


def deed(bot, request):
    setrlimit(RLIMIT_CORE, (0, 0))
    os.kill(os.getpid(), signal.SIGSEGV)


run(deed)
