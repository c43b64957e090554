"""Where the cockpit keeps things: the XDG folders, the race that goes on later, the player's settings."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from itertools import count
from pathlib import Path
from typing import Annotated, Final

from msgspec import DecodeError, Meta, Struct, json

from heatcli.data.files import replace
from heatcli.data.load import read_as
from heatcli.errors import DataError

RECORD: Final = ".hrn"
HOW: Final = ".json"
MOST: Final = 9  # races under way at once
HISTORY: Final = "history"
KNOWN: Final = "introduced"


class Settings(Struct, forbid_unknown_fields=True, rename="kebab"):
    """`$XDG_CONFIG_HOME/heat/play.toml`."""

    ascii: bool = False
    pace: Annotated[int, Meta(ge=0, le=10_000)] = 250  # milliseconds a car's turn is looked at
    intro: bool = True
    hint: str = "racer"


class How(Struct):
    """How a race that was left was begun: the arguments of `heat play`, and where; then what the record cannot say.

    `people` are the seats of those who sit here; `other`: it is no race of these arguments, but one that was loaded;
    `mark` is the decision that was taken back last, `made` tells whether boards have changed since. Texts of the system
    are kept byte by byte, as Latin-1.
    """

    args: list[str]
    cwd: str
    people: list[int] = []
    other: bool = False
    mark: str = ""
    made: str = ""

    @classmethod
    def now(cls, args: Sequence[str]) -> "How":
        """Begun here, with these arguments."""
        return cls([_bytewise(text) for text in args], _bytewise(os.getcwd()))

    def arguments(self) -> list[str]:
        """As they were given."""
        return [os.fsdecode(text.encode("latin-1")) for text in self.args]

    def folder(self) -> str:
        """Where it was begun."""
        return os.fsdecode(self.cwd.encode("latin-1"))


def _bytewise(text: str) -> str:
    return os.fsencode(text).decode("latin-1")


def state_folder(env: Mapping[str, str] = os.environ) -> Path:
    """`$XDG_STATE_HOME/heat`."""
    return _folder(env, "XDG_STATE_HOME", ".local/state")


def settings(env: Mapping[str, str] = os.environ) -> Settings:
    """The player's settings, or the default ones. Raises DataError for a file that is wrong."""
    path = _folder(env, "XDG_CONFIG_HOME", ".config") / "play.toml"
    return read_as(path, Settings) if path.exists() else Settings()


def _folder(env: Mapping[str, str], name: str, default: str) -> Path:
    given = env.get(name, "")
    home = env.get("HOME") or os.path.expanduser("~")  # the latter asks the system, where HOME is not set
    return (Path(given) if os.path.isabs(given) else Path(home) / default) / "heat"


class Shelf:
    """The race under way on disk, whole at every moment; what cannot be written is told once, and stops nobody.

    Several programs may play at once: each has a name of its own for its files, `play`, `play-2` …, as long as it runs.
    """

    def __init__(self, folder: Path, resume: bool = False) -> None:
        """`resume`: the race that was left is gone on with."""
        self.folder = folder
        self.trouble = ""
        self.how = How([], "")
        self._kept_how = b""
        self.name = self._claimed(resume)

    def _claimed(self, resume: bool) -> str:
        """A name that no other program has; to resume, that of the race that was left last. Raises DataError."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
        names = ["play", *(f"play-{number}" for number in range(2, MOST + 1))]
        if resume:
            there = [name for name in names if self._path(RECORD, name).exists()]
            names = sorted(there, key=lambda name: self._path(RECORD, name).stat().st_mtime, reverse=True)
        for name in names:
            if _locked(self.folder / f"{name}.lock"):
                return name
        if resume and names:
            raise DataError("the race that was left is under way in another program; heat play begins a new one")
        return "play" if resume else f"play-{os.getpid()}"

    def begin(self, how: How, anew: bool) -> Path | None:
        """A race begins that is raced so. Where one that was left before is put aside, if there is one to keep."""
        self.how, self._kept_how = how, b""
        left, told = self._path(RECORD), self._path(HOW)
        if not anew or not left.exists():
            return None
        try:
            if not any(line[:1] not in ("", "[", "#") for line in left.read_text(errors="replace").split("\n")):
                return None
            names = (f"left-{number}" for number in count(1))
            aside = next(name for name in names if not self._path(RECORD, name).exists())
            left.rename(self._path(RECORD, aside))
        except OSError:
            return None
        with suppress(OSError):  # it may be missing
            told.rename(self._path(HOW, aside))
        return self._path(RECORD, aside)

    def keep(self, text: str) -> None:
        """The record so far, and `how` it is raced."""
        how = json.encode(self.how)
        if how != self._kept_how:
            self._put(HOW, how)
            self._kept_how = how
        self._put(RECORD, text.encode(errors="backslashreplace"))

    def done(self) -> None:
        """The race is over: there is nothing to go on with."""
        self._kept_how = b""
        for kind in (HOW, RECORD):
            with suppress(OSError):
                self._path(kind).unlink()

    def kept(self) -> tuple[How, str]:
        """What can be gone on with. Raises DataError."""
        try:
            return read_left(self._path(RECORD))
        except FileNotFoundError:
            raise DataError("no race to go on with; heat play begins one") from None

    def is_known(self) -> bool:
        """The introduction was seen."""
        return (self.folder / KNOWN).exists()

    def know(self) -> None:
        """It was."""
        self._write(self.folder / KNOWN, b"")

    def _path(self, kind: str, name: str = "") -> Path:
        return self.folder / f"{name or self.name}{kind}"

    def _put(self, kind: str, data: bytes) -> None:
        self._write(self._path(kind), data)

    def _write(self, path: Path, data: bytes) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            replace(path, data)
        except OSError as error:
            self.trouble = self.trouble or f"the race cannot be kept in {self.folder}: {error.strerror}"


def _locked(path: Path) -> bool:
    """Hold a file until the program ends; False if another one does. Where none can be, nobody else plays."""
    try:
        file = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
    except OSError:
        return True
    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return False
    except OSError:  # no locks there
        os.close(file)
    return True


def read_left(record: Path) -> tuple[How, str]:
    """A race that was left: its record, and how it is raced, which lies beside. Raises DataError, FileNotFoundError."""
    told = record.with_suffix(HOW)
    try:
        how = json.decode(told.read_bytes(), type=How)
        how.arguments(), how.folder()
        return how, record.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        raise
    except (OSError, DecodeError, UnicodeError) as error:
        raise DataError(f"{told}: {error}; heat play begins a new race") from None
