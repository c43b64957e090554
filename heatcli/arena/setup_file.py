"""A race's set-up as a TOML file: what `heat race` takes as options, once and for all."""

import shlex
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from heatcli.arena.drivers import BUILTIN, CLOCKS, ENV, HUMAN, OPTION, Entry, Patience, clock_with, entry
from heatcli.arena.isolation import found
from heatcli.core.rules import Rules, overlay
from heatcli.data.load import read_as
from heatcli.errors import DataError, DriverError, SetupError
from heatcli.wire.messages import Clock

Whole = Annotated[int, Meta(ge=1, le=9_999_999)]


class DriverTable(Struct, forbid_unknown_fields=True):
    """`[[driver]]`: `cmd` as behind `-d`, the rest as its parts."""

    cmd: str
    name: str = ""
    ms: Whole | None = None
    first_ms: Whole | None = None
    bank_ms: Whole | None = None
    add_ms: Annotated[int, Meta(ge=0, le=9_999_999)] | None = None
    dir: str | None = None
    memory: Whole | None = None
    cpu: Whole | None = None
    restart: str | None = None
    env: dict[str, str] = msgspec.field(default_factory=dict)
    option: dict[str, Any] = msgspec.field(default_factory=dict)


class SetupFile(Struct, forbid_unknown_fields=True, rename="kebab"):
    """A whole file. What it leaves out is as `heat race` has it."""

    track: str | None = None
    laps: Annotated[int, Meta(ge=1, le=99)] | None = None
    legends: Annotated[int, Meta(ge=0, le=9)] | None = None
    seed: str | int | None = None
    limit: Whole | None = None
    first: Whole | None = None
    bank: Whole | None = None
    add: Annotated[int, Meta(ge=0, le=9_999_999)] | None = None
    start: Whole | None = None
    quit: Whole | None = None
    kill: Whole | None = None
    sandbox: Literal["off", "bwrap"] | None = None
    grid: list[str] | str | None = None
    event: str | None = None
    on_fault: Literal["default", "retire", "abort"] | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    driver: list[DriverTable] = msgspec.field(default_factory=list)


def read_setup(path: Path) -> SetupFile:
    """A set-up file. Raises DataError with the key and what would be right."""
    return read_as(path, SetupFile)


def rules_of(path: Path, setup: SetupFile) -> Rules:
    """Its rules. Raises DataError."""
    if setup.laps is not None and "laps" in setup.options:
        raise DataError(f"{path}: laps stands twice, once in options; once is right")
    try:
        return overlay(Rules(laps=setup.laps), setup.options)
    except SetupError as error:
        raise DataError(f"{path}: {error}") from None


def clock_of(setup: SetupFile) -> Clock:
    """Its clock. With a bank and no limit one decision may use the bank up."""
    given = {"ms": setup.limit, "first_ms": setup.first, "bank_ms": setup.bank, "add_ms": setup.add}
    return clock_with(Clock(), {name: value for name, value in given.items() if value is not None})


def patience_of(setup: SetupFile) -> Patience:
    """Its other clocks."""
    given = {"start": setup.start, "quit": setup.quit, "kill": setup.kill}
    return Patience(**{key: value for key, value in given.items() if value is not None})


def entries(path: Path, setup: SetupFile, people: int = 1) -> list[Entry]:
    """Its drivers, at most so many people among them. Raises DataError."""
    drivers = []
    for number, driver in enumerate(setup.driver):
        parts = {"cmd": driver.cmd, **({"name": driver.name} if driver.name else {})}
        plain = {key: getattr(driver, key) for key in (*CLOCKS, "dir", "memory", "cpu", "restart")}
        parts |= {key: str(value) for key, value in plain.items() if value is not None}
        parts |= {f"{ENV}{name}": value for name, value in driver.env.items()}
        parts |= {f"{OPTION}{name}": _text(value) for name, value in driver.option.items()}
        where = f"driver[{number}]"
        try:
            drivers.append(entry(parts, where))
        except DriverError as error:
            why = str(error).removeprefix(f"{where}: ")
            raise DataError(f"{path}: {where}: {why}") from None
    if sum(one.human for one in drivers) > people:
        raise DataError(f"{path}: more than one {HUMAN}; one person a terminal")
    return drivers


def driver_table(entry: Entry) -> DriverTable:
    """A driver as such a file has it; the files that its command names are found from here."""
    setting = entry.setting
    command = f"{BUILTIN}{entry.builtin}" if entry.builtin else HUMAN if entry.human else ""
    return DriverTable(
        cmd=command or shlex.join(found(entry.argv, setting)),
        name=entry.name,
        **dict(entry.clocks),
        dir=setting.folder or None,
        memory=setting.memory,
        cpu=setting.cpu,
        restart=entry.restart or None,
        env=dict(setting.env),
        option=dict(entry.options),
    )


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
