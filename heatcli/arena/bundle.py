"""A fault in a folder: all that its bot's author needs to see it again."""

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from heatcli.arena.drivers import Bot, Entry, ended, written
from heatcli.arena.process import LAST_LINES, LINE_SHOWN, Ring, Said, printable

RECORD: Final = "race.hrn"
FILES: Final = {
    "fault.json": "what is wrong, when, what was done instead, how the program ended",
    "lines.txt": "the last lines both ways, `<` to the bot, `>` from it, with the seconds since it was started",
    "stderr.txt": "its stderr: the beginning and the end",
    RECORD: "the race up to the fault",
    "repeat.txt": "the command that asks the bot the same questions again",
}


def write(folder: Path, fault: Mapping[str, Any], bot: Bot, record: Sequence[str]) -> None:
    """The files of FILES, into a new folder."""
    folder.mkdir(parents=True, exist_ok=True)
    code, errors = bot.process.exit_code, bot.process.errors
    told = {
        **fault,
        "driver": bot.name,
        "command": list(bot.entry.argv),
        "request": bot.asked,
        "exit": None if code is None else ended(code),
        "received": bot.process.received,
        "stderr": errors.size,
    }
    texts = {
        "fault.json": json.dumps(told, indent=2, ensure_ascii=False),
        "lines.txt": "\n".join([line for said in bot.process.said for line in _spelt(said)][-LAST_LINES:]),
        "stderr.txt": _both_ends(errors),
        RECORD: "\n".join(record),
        "repeat.txt": repeat(folder / RECORD, fault["colour"], bot.entry),
    }
    for name in FILES:
        (folder / name).write_text(f"{texts[name]}\n", encoding="utf-8")


def repeat(record: Path, seat: str, entry: Entry) -> str:
    """The command that asks the bot every question of the record again."""
    return shlex.join(["heat", "bot", "replay", str(record.absolute()), "--seat", seat, "-d", written(entry)])


def _spelt(said: Said) -> list[str]:
    lines = [line[:LINE_SHOWN].decode(errors="backslashreplace") for line in said.text.split(b"\n") if line]
    return [f"{said.at:12.6f} {said.to} {printable(line, 1 << 16)}" for line in lines]


def _both_ends(errors: Ring) -> str:
    head, tail = errors.head.decode(errors="backslashreplace"), errors.tail.decode(errors="backslashreplace")
    if errors.size <= len(errors.head):
        return head
    if errors.size <= len(errors.head) + len(errors.tail):
        return head + errors.tail[len(errors.head) + len(errors.tail) - errors.size :].decode(errors="backslashreplace")
    return f"{head}\n[… {errors.size - len(errors.head) - len(errors.tail)} bytes left out …]\n{tail}"
