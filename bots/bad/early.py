"""Answers, and in the same breath the next request, which nobody has made yet.

The referee: stale for the second, a warning that costs nothing, for it was there before the question; the next decision
is open all the same.
"""

import json

from _bad import run


def deed(bot, request):
    both = [{"type": "act", "id": request["id"] + n, "action": request["legal"][0]} for n in (0, 1)]
    bot.write(b"".join(json.dumps(act).encode() + b"\n" for act in both))


run(deed)
