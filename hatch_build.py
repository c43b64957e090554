"""The build hook: with HEATCLI_COMPILE=1 the wheel has the core compiled by mypyc; without it nothing happens here."""

import os
import sys
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CORE = "heatcli/core"
INTERPRETED = ("__init__.py", "chance.py")
"""Not compiled: interpreted classes, such as a record's piles, cannot inherit from a compiled Chance."""

RECORD = ("game", "reader", "replay", "tokens")
"""Of heatcli/record: what drives a record."""


def wanted() -> bool:
    """The compiled core was asked for."""
    return os.environ.get("HEATCLI_COMPILE") == "1"


class CompiledCore(BuildHookInterface[Any]):
    """The core and what drives records, no msgspec Structs: mypyc would drop their class keywords."""

    def dependencies(self) -> list[str]:
        """What the build needs on top of hatchling."""
        return ["mypy[mypyc]>=1.15", "setuptools>=70"] if wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into build/ and lay the modules beside their sources in the wheel."""
        if not wanted() or self.target_name != "wheel" or version == "editable":
            return
        os.chdir(self.root)
        sources = sorted(path for path in Path(CORE).rglob("*.py") if path.name not in INTERPRETED)
        sources += [Path("heatcli/record", f"{name}.py") for name in RECORD]
        folder = Path("build", f"core-{_digest(sources)}").absolute()
        if not (folder / "done").exists():  # pip builds twice: once for the metadata
            for old in folder.parent.glob("core-*"):
                rmtree(old)
            _compile(sources, folder)
            (folder / "done").touch()
        for library in sorted(folder.rglob("*.so")):
            build_data["force_include"][str(library)] = str(library.relative_to(folder))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def _digest(sources: list[Path]) -> str:
    digest = blake2b(f"{sys.version}\n{version('mypy')}\n".encode(), digest_size=8)
    for source in sources:
        digest.update(f"{source}\n".encode() + source.read_bytes())
    return digest.hexdigest()


def _compile(sources: list[Path], folder: Path) -> None:
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    quiet = ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports"]  # heatcli/__init__ names the rest
    extensions = mypycify(
        [*quiet, *map(str, sources)], opt_level="3", target_dir=str(folder / "c"), group_name="heatcli"
    )
    command = build_ext(Distribution({"name": "heatcli", "ext_modules": extensions}))
    command.build_lib, command.build_temp = str(folder), str(folder / "objects")
    command.ensure_finalized()
    command.run()
