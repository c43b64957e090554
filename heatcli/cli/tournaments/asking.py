"""What `heat tournament run` is asked for, as a manifest."""

import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from heatcli.arena.drivers import Entry, parse
from heatcli.arena.setup_file import DriverTable, driver_table
from heatcli.cli.running import rule_options, seed_or_new
from heatcli.core.rules import read_options
from heatcli.data.load import is_path, track_ids
from heatcli.errors import DriverError, SetupError
from heatcli.tournament.manifest import Manifest, read_manifest
from heatcli.tournament.plan import digests

ALL: Final = "all"
SHIPPED: Final = ("builtin:racer", "builtin:greedy", "builtin:cautious")
NAMES: Final = {
    "limit": "limit",
    "first": "first",
    "bank": "bank",
    "add": "add",
    "start": "start",
    "quit": "quit",
    "kill": "kill",
    "sandbox": "sandbox",
    "legend_cars": "legends",
    "on_fault": "on_fault",
    "event": "event",
    "format": "format",
    "blocks": "blocks",
    "season": "season",
    "table_size": "table_size",
    "rotate": "rotate",
    "restart": "restart",
    "fill": "fill",
    "max_faults": "max_faults",
    "dq_rate": "dq_rate",
    "sprt": "sprt",
    "records": "records",
}
"""Options by the name that the command has for them, and the manifest's key."""


def asked(setup: str | None, options: dict[str, Any]) -> tuple[Manifest, list[str]]:
    """The manifest that the options make, and which of its keys were given. Raises HeatError."""
    file = Manifest() if setup is None else read_manifest(Path(setup))
    given = [field.name for field in msgspec.structs.fields(Manifest) if _differs(file, field.name)]
    values = {key: options[name] for name, key in NAMES.items() if options[name] is not None}
    if not math.isfinite(values.get("dq_rate", 0.0)):
        raise SetupError(f"--dq-rate {values['dq_rate']}: a number from 0 to 1 is right")
    if "season" in values:
        values.setdefault("format", "season")
        values["season"] = _track(values["season"])
    if options["seed"] is not None:
        values["seed"] = seed_or_new(options["seed"], "")
    if rules := read_options(rule_options(options["options"], options["garage"], options)):
        values["options"] = {**file.options, **rules}
    if options["tracks"]:
        values["tracks"] = [_track(name) for name in _all(options["tracks"])]
    if options["events"]:
        values["event_files"] = [os.path.abspath(name) for name in options["events"]]
    if options["cards"]:
        values["card_files"] = [os.path.abspath(name) for name in options["cards"]]
    if drivers := _drivers(options["drivers"], options["driver_files"], options["each"], file):
        values["driver"] = drivers
    manifest = msgspec.structs.replace(file, **values)
    return manifest, list(dict.fromkeys([*given, *values]))


def completed(manifest: Manifest) -> Manifest:
    """With what nobody has asked for: a seed, drivers."""
    drivers = manifest.driver or [driver_table(parse(text)) for text in SHIPPED]
    seed = seed_or_new(manifest.seed, "")
    return msgspec.structs.replace(manifest, seed=seed, driver=drivers, digests=digests(manifest))


def _differs(file: Manifest, key: str) -> bool:
    return bool(getattr(file, key) != getattr(_PLAIN, key))


_PLAIN: Final = Manifest()


def _all(names: Sequence[str]) -> list[str]:
    return track_ids() if ALL in names else [*names]


def _track(name: str) -> str:
    return os.path.abspath(name) if is_path(name) else name


def _drivers(texts: Sequence[str], files: Sequence[str], each: str | None, file: Manifest) -> list[DriverTable]:
    tables: list[DriverTable] = []
    for name in files:
        found = read_manifest(Path(name)).driver
        if not found:
            raise SetupError(f"--drivers {name}: no [[driver]] in it")
        tables += found
    tables += [driver_table(parse(text)) for text in texts]
    if each is None:
        return tables
    defaults = driver_table(_each(each))
    return [_with(table, defaults) for table in tables or file.driver]


def _each(text: str) -> Entry:
    """The parts that every program gets."""
    try:
        return parse(f"cmd=x {text}")
    except DriverError as error:
        raise SetupError(f"--each {text!r}: {str(error).partition(': ')[2] or error}") from None


def _with(table: DriverTable, defaults: DriverTable) -> DriverTable:
    """Its own parts win; built-in players have none."""
    if table.cmd.startswith("builtin:"):
        return table
    values = {
        field.name: getattr(defaults, field.name)
        for field in msgspec.structs.fields(DriverTable)
        if field.name not in ("cmd", "name", "env", "option") and getattr(table, field.name) is None
    }
    env, option = {**defaults.env, **table.env}, {**defaults.option, **table.option}
    return msgspec.structs.replace(table, **values, env=env, option=option)
