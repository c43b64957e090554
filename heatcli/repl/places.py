"""Where the cockpit keeps things: the XDG folders, the race that goes on later, the player's settings."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Annotated, Final

from msgspec import DecodeError, Meta, Struct, json

from heatcli.data.files import replace
from heatcli.data.load import read_as
from heatcli.errors import DataError

RECORD: Final = "play.hrn"
HOW: Final = "play.json"
HISTORY: Final = "history"
KNOWN: Final = "introduced"


class Settings(Struct, forbid_unknown_fields=True, rename="kebab"):
    """`$XDG_CONFIG_HOME/heat/play.toml`."""

    ascii: bool = False
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 250  # milliseconds a car's turn is looked at
    intro: bool = True
    hint: str = "racer"


class How(Struct):
    """How the race that was left was begun: the arguments of `heat play`, and where."""

    args: list[str]
    cwd: str


def state_folder(env: Mapping[str, str] = os.environ) -> Path:
    """`$XDG_STATE_HOME/heat`."""
    return _folder(env, "XDG_STATE_HOME", ".local/state")


def settings(env: Mapping[str, str] = os.environ) -> Settings:
    """The player's settings, or the default ones. Raises DataError for a file that is wrong."""
    path = _folder(env, "XDG_CONFIG_HOME", ".config") / "play.toml"
    return read_as(path, Settings) if path.exists() else Settings()


def _folder(env: Mapping[str, str], name: str, default: str) -> Path:
    given = env.get(name, "")
    home = Path(given) if os.path.isabs(given) else Path(env.get("HOME") or "/").expanduser() / default
    return home / "heat"


class Shelf:
    """The race under way on disk, whole at every moment; what cannot be written is told once, and stops nobody."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.trouble = ""
        self._how = b""

    def begin(self, args: Sequence[str], resumed: bool = False) -> Path | None:
        """A race begins that is raced so; nothing is kept of it yet. Where one that was left before is put aside."""
        self._how = json.encode(How([*args], os.getcwd()))
        left = self.folder / RECORD
        if resumed or not left.exists():
            return None
        names = (self.folder / f"left-{number}.hrn" for number in count(1))
        aside = next(name for name in names if not name.exists())
        try:
            left.rename(aside)
            (self.folder / HOW).unlink(missing_ok=True)
        except OSError:
            return None
        return aside

    def keep(self, text: str) -> None:
        """The record so far."""
        if not (self.folder / HOW).exists():  # the first of a race, or of one that was over and is taken back
            self._put(HOW, self._how)
        self._put(RECORD, text.encode(errors="backslashreplace"))

    def done(self) -> None:
        """The race is over: there is nothing to go on with."""
        for name in (HOW, RECORD):
            with suppress(OSError):
                (self.folder / name).unlink()

    def kept(self) -> tuple[How, str]:
        """What can be gone on with. Raises DataError."""
        try:
            how = json.decode((self.folder / HOW).read_bytes(), type=How)
            return how, (self.folder / RECORD).read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            raise DataError("no race to go on with; heat play begins one") from None
        except (OSError, DecodeError) as error:
            raise DataError(f"{self.folder}: {error}; heat play begins a new race") from None

    def is_known(self) -> bool:
        """The introduction was seen."""
        return (self.folder / KNOWN).exists()

    def know(self) -> None:
        """It was."""
        self._put(KNOWN, b"")

    def _put(self, name: str, data: bytes) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            replace(self.folder / name, data)
        except OSError as error:
            self.trouble = self.trouble or f"the race cannot be kept in {self.folder}: {error.strerror}"
