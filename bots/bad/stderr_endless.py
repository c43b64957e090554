"""Writes to stderr without end in its decision.

The referee: drains stderr and keeps 64 kB of it; timeout at the deadline; stopped at the third.
"""

import os

from _bad import run


def deed(bot, request):
    while True:
        os.write(2, b"still thinking\n" * 1000)


run(deed)
