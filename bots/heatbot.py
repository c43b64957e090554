"""The loop of the protocol heat/1, for bots to copy: JSON lines in, JSON lines out.

A bot is an object with `wants` (any of "legal", "view", "events": what requests and the stream shall bring),
`race(message)`, told at the start of every race, and `act(request)`, which answers with one action.
"""

import json
import sys


def run(bot, name):
    """Talk to the referee until it closes the pipe. Messages of other types need no answer."""
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["type"] == "hello":
            say({"type": "ready", "protocol": "heat/1", "name": name, "wants": bot.wants})
        elif message["type"] == "race":
            bot.race(message)
        elif message["type"] == "request":
            say({"type": "act", "id": message["id"], "action": bot.act(message)})


def say(message):
    """One message, one line, at once."""
    print(json.dumps(message), flush=True)
