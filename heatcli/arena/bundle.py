"""A fault in a folder: all that its bot's author needs to see it again."""

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from heatcli.arena.drivers import Bot, ended, written
from heatcli.arena.process import LAST_LINES, LINE_SHOWN, Ring, Said, printable

RECORD: Final = "race.hrn"
FILES: Final = {
    "fault.json": "what is wrong, when, what was done instead, how the program ended",
    "lines.txt": "the last lines both ways, `<` to the bot, `>` from it, with the seconds since it was started",
    "stderr.txt": "its stderr: the beginning and the end",
    RECORD: "the race up to the fault",
    "repeat.txt": "the command that asks the bot the same questions again",
}


def write(
    folder: Path,
    fault: Mapping[str, Any],
    bot: Bot,
    record: Sequence[str],
    own: Sequence[str] = (),
    anew: bool = False,
) -> None:
    """The files of FILES, into a new folder. `own` are options that the record needs to be read.

    `anew`: a folder of this name is of the same fault, told before the race was broken off.
    """
    if anew:
        folder.mkdir(parents=True, exist_ok=True)
    else:
        folder = _new(folder)
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
        "repeat.txt": repeat(folder / RECORD, fault["colour"], bot, own),
    }
    for name in FILES:
        (folder / name).write_text(f"{texts[name]}\n", encoding="utf-8")


def repeat(record: Path, seat: str, bot: Bot, own: Sequence[str]) -> str:
    """The command that asks the bot every question of the record again."""
    words = ["heat", "bot", "replay", str(record.absolute()), "--seat", seat, "-d", written(bot.entry)]
    words += ["--limit", str(bot.clock.ms)] if "ms" not in dict(bot.entry.clocks) else []
    words += ["--sandbox", sandbox] if (sandbox := bot.entry.setting.sandbox) != "off" else []
    return shlex.join([*words, *own])


def _new(folder: Path) -> Path:
    """The folder, or the next that is free: another race may have had the same fault."""
    free, number = folder, 1
    while free.exists():
        number += 1
        free = folder.with_name(f"{folder.name}~{number}")
    free.mkdir(parents=True)
    return free


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
