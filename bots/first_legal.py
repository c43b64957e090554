#!/usr/bin/env python3
"""The smallest Heat bot: always the first legal action."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "ready", "protocol": "heat/1", "name": "first legal"}
    elif message["type"] == "request":
        answer = {"type": "act", "id": message["id"], "action": message["legal"][0]}
    else:
        continue
    print(json.dumps(answer), flush=True)
