"""The protocol heat/1 for a bot that is one function. Copy this file beside your bot; it needs nothing else.

    from client import play

    play(lambda request: request["legal"][0], name="mine")

`act(request)` answers with one of `request["legal"]`, or with (action, note). If it fails, the traceback goes to stderr
and the first legal action to the referee: the race goes on. print() goes to stderr too, for stdout is the referee's.
"""

import json
import os
import sys
import traceback


def play(act, name="", version="", wants=None, options=(), race=None, events=None, error=None, result=None):
    """Talk to the referee until it says bye, or is gone.

    `race`, `events`, `error` and `result` are told the messages of these types, as dicts. `wants` is what requests and
    the stream shall bring: by default all but the events, those too if `events` is given. `options` are made with
    option(); their values stand in the race message and in every request.
    """
    if wants is None:
        wants = ("legal", "view", "events") if events else ("legal", "view")
    ready = {"type": "ready", "protocol": "heat/1", "name": name, "wants": wants}
    ready |= {"version": version} if version else {}
    ready |= {"options": list(options)} if options else {}
    told = {"race": race, "events": events, "error": error, "result": result}
    values = {}
    sys.stdout = sys.stderr
    for message in _messages():
        kind = message.get("type")
        if kind == "hello":
            _say(ready)
        elif kind == "request":
            _say(_answer(act, {**message, "options": values}))
        elif kind == "bye":
            return
        else:
            values = message.get("options", {}) if kind == "race" else values
            _tell(told.get(kind), message)


def option(name, default, **limits):
    """An option for users to set: check, spin (min=, max=), string or combo (values=), as the default says."""
    kinds = {bool: "check", int: "spin", str: "combo" if "values" in limits else "string"}
    return {"name": name, "type": kinds[type(default)], "default": default, **limits}


def _answer(act, request):
    """What act says to a request, or the first legal action."""
    try:
        said = act(request)
        action, note = said if isinstance(said, tuple) else (said, "")
        if not isinstance(action, str):
            raise TypeError(f"the answer is {action!r}; one of request['legal'] is right")
    except Exception:
        traceback.print_exc()
        action, note = request.get("legal", [""])[0], ""
        print(f"request {request['id']}: answered with the first legal action, {action!r}", file=sys.stderr)
    return {"type": "act", "id": request["id"], "action": action, **({"note": str(note)} if note else {})}


def _tell(hear, message):
    """A message that wants no answer, for who listens."""
    try:
        if hear:
            hear(message)
    except Exception:
        traceback.print_exc()


def _messages():
    """Every message; of the requests that wait after a pause, not those whose time ran out: errors say which."""
    rest = b""
    while chunk := os.read(0, 1 << 20):
        *lines, rest = (rest + chunk).split(b"\n")
        waiting = [_read(line) for line in lines if line.strip()]
        late = [message.get("id") for message in waiting if message.get("type") == "error" and "applied" in message]
        yield from (message for message in waiting if message.get("type") != "request" or message["id"] not in late)


def _read(line):
    """A line as a message; what is none is told on stderr and passed over."""
    try:
        return dict(json.loads(line))
    except (ValueError, TypeError, RecursionError):
        print(f"no message: {line[:80]!r}", file=sys.stderr)
        return {}


def _say(message):
    """One message, one line, at once. A referee that is gone ends the program."""
    try:
        os.write(1, json.dumps(message).encode() + b"\n")
    except BrokenPipeError:
        sys.exit()
