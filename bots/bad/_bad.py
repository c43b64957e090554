"""What the bad bots share: each plays the first legal action, but for its deed at one decision.

    python bots/bad/hang.py [--at N] [--size N] [--life SECONDS]

The deed comes at the Nth decision (3); --size is its measure, where it has one. Nothing that a bad bot starts outlives
its deed by more than --life seconds (120), even under a referee that forgets it.
"""

import json
import os
import signal
import sys
import time
from argparse import ArgumentParser


class Bot:
    """The conversation; `deed(bot, request)` answers at its decision, or does not."""

    def __init__(self, deed, size):
        parser = ArgumentParser()
        parser.add_argument("--at", type=int, default=3)
        parser.add_argument("--size", type=int, default=size)
        parser.add_argument("--life", type=int, default=120)
        given = parser.parse_args()
        self.deed, self.at, self.size, self.life = deed, given.at, given.size, given.life
        self.asked = 0
        self.newline = b"\n"

    def talk(self, ready):
        """Until bye or the end of the input."""
        for line in sys.stdin.buffer:
            message = json.loads(line)
            if message["type"] == "hello":
                self.greet(ready)
            elif message["type"] == "request":
                self.decide(message)
            elif message["type"] == "bye":
                return

    def greet(self, ready):
        """Say ready."""
        self.say(**{"type": "ready", "protocol": "heat/1", "name": "bad", "wants": ["legal", "events"], **ready})

    def decide(self, request):
        """The deed, or a good answer."""
        self.asked += 1
        if self.asked != self.at:
            return self.answer(request)
        signal.alarm(self.life)
        self.deed(self, request)
        signal.alarm(0)
        return None

    def answer(self, request, **more):
        """The first legal action; `more` is laid over the message."""
        self.say(**{"type": "act", "id": request["id"], "action": request["legal"][0], **more})

    def say(self, **message):
        """A message, at once."""
        self.write(json.dumps(message).encode() + self.newline)

    def write(self, data):
        """Bytes, all of them, at once."""
        while data:
            data = data[os.write(1, data) :]

    def silence(self):
        """No answer, for the rest of its life; the alarm ends it before."""
        time.sleep(self.life + 1)

    def child(self, pipes=False, session=False):
        """A process that only sleeps; it keeps the pipes or not, in this session or one of its own. Told on stderr."""
        if os.fork():
            return
        if session and (os.setsid() or os.fork()):
            os._exit(0)
        signal.alarm(self.life)
        os.write(2, f"child {os.getpid()}\n".encode())
        if not pipes:
            os.closerange(0, 3)
        time.sleep(self.life + 1)
        os._exit(0)


def run(deed, size=0, start=lambda bot: None, **ready):
    """A bad bot: `start(bot)` comes before all else, `ready` is laid over its greeting."""
    bot = Bot(deed, size)
    try:
        start(bot)
        bot.talk(ready)
    except BrokenPipeError:  # nobody listens any more
        os._exit(0)


def well(bot, request):
    """No deed: a good answer."""
    bot.answer(request)
