"""What ships in bots/: bots to race and to read, bots to begin with, bad bots to test a referee with."""

import ast
import subprocess
import sys
from pathlib import Path
from shutil import copyfile
from typing import Final, NamedTuple

from msgspec import Struct

from heatcli.arena.drivers import hello
from heatcli.arena.players import PLAYERS
from heatcli.data.load import read_as, shipped
from heatcli.errors import DriverError
from heatcli.wire import messages
from heatcli.wire.messages import Option, Ready

CLIENT: Final = "client.py"
_START_S: Final = 10


class Starter(NamedTuple):
    """A bot to begin with: the program that runs it, and its files in bots/, the bot itself first."""

    runner: str
    files: tuple[str, ...]


STARTERS: Final = {
    "python": Starter("python3", ("starters/python/bot.py", CLIENT, "starters/python/README.md")),
    "javascript": Starter("node", ("starters/javascript/bot.js", "starters/javascript/README.md")),
}


class Shipped(NamedTuple):
    """A bot as it announces itself; `builtin` is its name behind `builtin:`, empty if it races as a program only."""

    name: str
    builtin: str
    file: Path
    what: str
    options: list[Option]


class Verdict(Struct, forbid_unknown_fields=True):
    """What a referee makes of a bad bot: codes that cost, in order; codes that do not; whether it is stopped."""

    faults: list[str] = []
    warnings: list[str] = []
    stopped: bool = False


class Specimen(NamedTuple):
    """A bad bot."""

    mode: str
    what: str
    verdict: Verdict
    file: Path


def bots() -> list[Shipped]:
    """The bots to race, each asked who it is."""
    return [_shipped(path) for path in sorted(shipped("bots").glob("*.py")) if path.name != CLIENT]


def specimens() -> list[Specimen]:
    """The bad bots, in the order of bots/bad/verdicts.toml."""
    folder = shipped("bots") / "bad"
    found = []
    for mode, verdict in read_as(folder / "verdicts.toml", dict[str, Verdict]).items():
        path = folder / f"{mode.replace('-', '_')}.py"
        found.append(Specimen(mode, _what(path), verdict, path))
    return found


def begin(language: str, folder: Path) -> list[Path]:
    """Write a bot to begin with into a folder; its files, the bot first. Raises DriverError if one of them is there."""
    sources = [shipped("bots") / file for file in STARTERS[language].files]
    targets = [folder / source.name for source in sources]
    for target in targets:
        if target.exists() or target.is_symlink():
            raise DriverError(f"{target}: is there already; a new or empty folder is right")
    folder.mkdir(parents=True, exist_ok=True)
    for source, target in zip(sources, targets, strict=True):
        copyfile(source, target)
    return targets


def _what(path: Path) -> str:
    """The first sentence of a program."""
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert doc is not None
    return doc.splitlines()[0]


def _shipped(path: Path) -> Shipped:
    said = subprocess.run(
        [sys.executable, str(path)],
        input=messages.line(hello(_START_S * 1000)) + messages.line(messages.Bye()),
        capture_output=True,
        timeout=_START_S,
        check=True,
    )
    ready = messages.decode(said.stdout)
    assert isinstance(ready, Ready)
    builtin = next((name for name, stem in PLAYERS.items() if stem == path.stem), "")
    return Shipped(ready.name, builtin, path, _what(path), ready.options)
