"""A tournament's folder: manifest, results that are only ever appended to, timings, records, lock (SPEC T.5)."""

import contextlib
import errno
import fcntl
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec

from heatcli.errors import HeatError, SetupError
from heatcli.tournament.manifest import OFF, Manifest, read_manifest, write_manifest
from heatcli.tournament.results import Played, RaceRow, TimesRow, line, read_row, read_times

MANIFEST: Final = "manifest.toml"
RESULTS: Final = "results.jsonl"
TIMINGS: Final = "timings.jsonl"
LOCK: Final = "lock"
FAULTS: Final = "faults"
OWN: Final = (MANIFEST, RESULTS, TIMINGS, LOCK, FAULTS)
MOST_BOTS: Final = 10_000
_KEY: Final = re.compile(rb"\{block (\d+), rotation (\d+)\}")

Key = tuple[int, int]
Row = TypeVar("Row", RaceRow, TimesRow)


class FullError(HeatError):
    """A file that takes no more: what was finished is kept."""


class Wrong(NamedTuple):
    """What is wrong with a folder: file, line from 1 (0: the whole), and what."""

    file: str
    line: int
    text: str


class Folder:
    """A tournament's folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.records: Path | None = None  # the file, or the folder, that gets them
        self._sizes: dict[Path, int] = {}

    @property
    def there(self) -> bool:
        """A tournament is in it."""
        return (self.path / MANIFEST).is_file()

    def manifest(self) -> Manifest:
        """Raises SetupError where there is none."""
        if not self.there:
            raise SetupError(f"{self.path}: no tournament; heat tournament run {self.path} begins one")
        return read_manifest(self.path / MANIFEST)

    def begin(self, manifest: Manifest) -> None:
        """Write the manifest, once."""
        try:
            beside = self.path / f".{MANIFEST}"
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                file.write(write_manifest(manifest))
                file.flush()
                os.fsync(file.fileno())
            os.rename(beside, self.path / MANIFEST)
        except OSError as error:
            raise SetupError(f"{self.path}: {error.strerror}; a folder that can be written to is right") from None

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else runs it meanwhile. Raises SetupError if somebody does, and where something else is."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self.there and any(path.name not in (LOCK, f".{MANIFEST}") for path in self.path.iterdir()):
                raise SetupError(f"{self.path}: not empty, and no tournament; a new folder is right")
            file = open(os.open(self.path / LOCK, os.O_RDWR | os.O_CREAT, 0o600), "r+")  # noqa: SIM115  # closed below
        except OSError as error:
            raise SetupError(f"{self.path}: {error.strerror}; a folder that can be written to is right") from None
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise SetupError(f"{self.path}: it is run already, by process {file.read().strip() or '?'}") from None
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
            try:
                yield
            finally:
                file.truncate(0)

    def runner(self) -> int | None:
        """The process that runs it, if one does."""
        try:
            with open(self.path / LOCK) as file:
                try:
                    fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
                except OSError:
                    text = file.read().strip()
                    return int(text) if text.isdecimal() else None
        except OSError:
            return None
        return None

    # --- reading

    def rows(self, wrong: Callable[[Wrong], object] = lambda _: None, bots: int = MOST_BOTS) -> Iterator[RaceRow]:
        """The results, each race once; what is no result of so many bots is told."""
        seen: set[Key] = set()
        for number, row in self._read(RESULTS, read_row, wrong):
            if any(car.bot >= bots for car in row.cars):
                wrong(Wrong(RESULTS, number, f"a bot that is not there; they are 0 to {bots - 1}"))
                continue
            if row.key in seen:
                wrong(Wrong(RESULTS, number, f"block {row.block}, rotation {row.rotation} stands here again"))
                continue
            seen.add(row.key)
            yield row

    def times(self) -> Iterator[TimesRow]:
        """The timings; of a race that was broken off and raced again only the last line counts."""
        last = {row.key: number for number, row in self._read(TIMINGS, read_times, lambda _: None)}
        for number, row in self._read(TIMINGS, read_times, lambda _: None):
            if last.get(row.key) == number:
                yield row

    def _read(
        self, name: str, read: Callable[[bytes], Row], wrong: Callable[[Wrong], object]
    ) -> Iterator[tuple[int, Row]]:
        try:
            file = open(self.path / name, "rb")  # noqa: SIM115  # closed below
        except FileNotFoundError:
            return
        with file:
            for number, text in enumerate(file, 1):
                if not text.endswith(b"\n"):
                    wrong(Wrong(name, number, "torn: the race is raced again"))
                    return
                try:
                    row = read(text)
                except msgspec.DecodeError as error:
                    wrong(Wrong(name, number, f"no line of this file: {error}"))
                    continue
                yield number, row

    # --- writing

    def open(self, manifest: Manifest, done: set[Key]) -> None:
        """Make it ready to be written to: what a crash has torn is taken off."""
        self.locate(manifest)
        for name in (RESULTS, TIMINGS):
            self._cut_torn(self.path / name)
        if self.records is None:
            return
        if self.in_folder:
            self.records.mkdir(mode=0o700, parents=True, exist_ok=True)
        elif self.records.exists():
            self._cut_dangling(self.records, done)

    def locate(self, manifest: Manifest) -> None:
        """Know where records are."""
        self.records = None if manifest.records == OFF else self.path / manifest.records

    @property
    def in_folder(self) -> bool:
        """Records are files in a folder, one a race."""
        return self.records is not None and self.records.suffix != ".hrn"

    def record_of(self, key: Key) -> Path | None:
        """Where the record of a race is."""
        if self.records is None:
            return None
        return self.records / f"{key[0]}-{key[1]}.hrn" if self.in_folder else self.records

    def append(self, played: Played) -> None:
        """Write down a race that is over: its record first, its result last, which makes it count.

        Raises FullError if it cannot be written; nothing of it is left then.
        """
        parts = [(self.path / TIMINGS, line(played.times)), (self.path / RESULTS, line(played.row))]
        record = self.record_of(played.row.key)
        if record is not None and not self.in_folder:
            parts.insert(0, (record, played.record.encode()))
        try:
            if record is not None and self.in_folder:
                beside = record.with_name(f".{record.name}")
                beside.write_text(played.record, encoding="utf-8")
                os.replace(beside, record)
            for path, data in parts:
                with open(path, "ab") as file:
                    self._sizes[path] = file.tell()
                    file.write(data)
        except OSError as error:
            for path in self._sizes:
                with contextlib.suppress(OSError):
                    os.truncate(path, self._sizes[path])
            why = os.strerror(error.errno or errno.EIO)
            raise FullError(f"{error.filename or self.path}: {why}") from None
        self._sizes.clear()

    def _cut_torn(self, path: Path) -> None:
        with contextlib.suppress(FileNotFoundError), open(path, "rb+") as file:
            size = file.seek(0, os.SEEK_END)
            end = size
            while end:
                start = max(0, end - (1 << 16))
                file.seek(start)
                at = file.read(end - start).rfind(b"\n")
                if at >= 0:
                    end = start + at + 1
                    break
                end = start
            file.truncate(end)

    def _cut_dangling(self, path: Path, done: set[Key]) -> None:
        """Take off records at the end whose races have no result: they are raced again."""
        at = good = 0
        counts = False  # the record at hand
        with open(path, "rb+") as file:
            for text in file:
                if text.startswith(b"[Heat "):
                    good = at if counts else good
                    counts = False
                elif match := _KEY.match(text):
                    counts = (int(match[1]), int(match[2])) in done
                at += len(text)
            file.truncate(at if counts else good)
