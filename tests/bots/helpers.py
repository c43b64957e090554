"""Scripted conversations: what a bot says to lines that are all there at once."""

import json
import subprocess
import sys
from pathlib import Path

from tests.arena.helpers import BOTS, rows_of

HELLO = {"type": "hello", "protocol": "heat/1", "referee": "test", "limits": {"line": 1 << 20, "start_ms": 10_000}}
BYE = {"type": "bye"}
LEGAL = ["g1 0", "g2 1 2"]


def request(id: int, **more: object) -> dict:
    return {"type": "request", "race": "r", "id": id, "seat": 0, "step": "plan", "after": 1, "legal": LEGAL, **more}


def lines(*messages: dict) -> bytes:
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


def heard(tmp_path: Path, body: str, *messages: dict | bytes) -> tuple[list[dict], str]:
    """What a program that begins with `from client import …` answers, and what it writes to stderr.

    Its input is a file, so that it reads everything at once.
    """
    said = b"".join(message if isinstance(message, bytes) else lines(message) for message in messages)
    (tmp_path / "input").write_bytes(said)
    with open(tmp_path / "input", "rb") as file:
        out = subprocess.run(program(body), stdin=file, capture_output=True, check=True, timeout=20)
    return rows_of(out.stdout.decode()), out.stderr.decode()


def program(body: str) -> list[str]:
    return [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(BOTS)!r})\n{body}"]
