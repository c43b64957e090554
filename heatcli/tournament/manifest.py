"""What a tournament is, as a TOML file: a race's set-up, and how often it is raced by whom (SPEC chapter T)."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, structs

from heatcli.arena.setup_file import DriverTable, SetupFile
from heatcli.data.load import read_as
from heatcli.errors import SetupError

Format = Literal["table", "round-robin", "gauntlet", "swiss", "self-play", "season"]
Rotate = Literal["cyclic", "all", "none"]
Restart = Literal["rotation", "race", "off"]
OFF = "off"


class Manifest(SetupFile, forbid_unknown_fields=True, rename="kebab"):
    """A whole tournament. What a file leaves out is as it stands here.

    `format`: without one all drivers sit at a table, or all line-ups race; `blocks`: seeds, each raced in all rotations
    of the seats, in a swiss tournament rounds; `table_size`: cars; `fill` drives those that no bot does; `records`: a
    file or a folder in the tournament's, or off; `dq_rate`: the share of races with a fault beyond which a bot is
    disqualified; `digests` are of the user's own files.
    """

    format: Format | None = None
    blocks: Annotated[int, Meta(ge=1, le=1_000_000)] = 10
    tracks: list[str] = msgspec.field(default_factory=list)
    season: str | None = None
    table_size: Annotated[int, Meta(ge=1, le=12)] | None = None
    rotate: Rotate = "cyclic"
    restart: Restart = "rotation"
    fill: str | None = None
    max_faults: Annotated[int, Meta(ge=1, le=99)] = 3
    dq_rate: Annotated[float, Meta(ge=0, le=1)] = 0.1
    sprt: str | None = None
    records: str = "records.hrn"
    event_files: list[str] = msgspec.field(default_factory=list)
    card_files: list[str] = msgspec.field(default_factory=list)
    digests: dict[str, str] = msgspec.field(default_factory=dict)


def read_manifest(path: Path) -> Manifest:
    """A tournament's file. Raises DataError with the key and what would be right."""
    return read_as(path, Manifest)


def write_manifest(manifest: Manifest) -> str:
    """As TOML, whole: what is not asked for stands there too, lest it change with the program."""
    plain = _plain(manifest)
    drivers = plain.pop("driver", [])
    lines = [f"{key} = {_value(value)}" for key, value in plain.items()]
    for driver in drivers:
        lines += ["", "[[driver]]", *(f"{key} = {_value(value)}" for key, value in driver.items())]
    return "\n".join(lines) + "\n"


def differing(mine: Manifest, there: Manifest, given: list[str]) -> None:
    """Raises SetupError if a tournament that is there has another value for something that was asked for."""
    for key in given:
        wanted, value = getattr(mine, key), getattr(there, key)
        if wanted != value:
            name = key.replace("_", "-")
            if key == "driver":
                raise SetupError(
                    "other drivers than this tournament has; without -d it goes on, another folder begins anew"
                )
            has = "none" if value in (None, [], {}) else _value(value)
            raise SetupError(
                f"{name} {_value(wanted)}: this tournament has {has}; leave it out, or take another folder"
            )


def _plain(table: Manifest | DriverTable) -> dict[str, Any]:
    """Its values by TOML key; what is empty is left out."""
    found: dict[str, Any] = {}
    for field in structs.fields(table):
        value = getattr(table, field.name)
        if value in (None, "", [], {}):
            continue
        is_drivers = field.name == "driver"
        found[field.encode_name] = [_plain(driver) for driver in value] if is_drivers else value
    return found


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_value(one)}" for key, one in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
