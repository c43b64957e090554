"""Other people's programs: what they run in. An environment and a folder of their own, limits, a sandbox if asked."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from heatcli.errors import SetupError

SANDBOXES: Final = ("off", "bwrap")
PASSED_ON: Final = ("PATH", "HOME", "LANG", "VIRTUAL_ENV")
"""Of the referee's environment; TMPDIR is the bot's own folder."""

OPEN_FILES: Final = 1024
MEGABYTE: Final = 1 << 20
_PREFIX: Final = "heat-bot-"
_GUARD: Final = Path(__file__).with_name("guard.py")
_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix", "/gnu")
_WORDS: Final = 200  # characters of bwrap's own complaint that are passed on


class Setting(NamedTuple):
    """How a bot's program runs.

    `folder`: where, in an empty one of its own without; `memory`: megabytes of addresses; `cpu`: seconds in all.
    """

    folder: str = ""
    env: tuple[tuple[str, str], ...] = ()
    memory: int | None = None
    cpu: int | None = None
    sandbox: str = "off"


def own_folder() -> str:
    """A new empty folder, named for this process."""
    return tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-")


def sweep() -> None:
    """Take away the folders of referees that were killed before they could."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        pid = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if pid.isdecimal() and not _runs(int(pid)):
            shutil.rmtree(folder, ignore_errors=True)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's
        return True
    return True


def check_sandbox(name: str) -> None:
    """Raises SetupError if this sandbox cannot be had here: it is refused, not pretended."""
    if name == "off":
        return
    program = shutil.which("bwrap")
    if program is None:
        raise SetupError("--sandbox bwrap: there is no bwrap on this machine (package bubblewrap); off races without")
    tried = subprocess.run([*_bwrap(program, []), "true"], capture_output=True, text=True)
    if tried.returncode:
        said = " ".join(tried.stderr.split())[:_WORDS] or f"exit code {tried.returncode}"
        raise SetupError(f"--sandbox bwrap: it does not work here ({said}); off races without")


def environment(setting: Setting, own: str) -> dict[str, str]:
    """The few variables that a bot gets, and those that its driver names."""
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return {**kept, "TMPDIR": own, **dict(setting.env)}


def found(argv: Sequence[str], setting: Setting) -> list[str]:
    """The command with the files it names found from here: the bot itself runs elsewhere."""
    if setting.folder:
        return list(argv)
    return [argv[0] if "/" not in argv[0] else _absolute(argv[0]), *map(_absolute, argv[1:])]


def _absolute(word: str) -> str:
    return os.path.abspath(word) if word and not os.path.isabs(word) and os.path.isfile(word) else word


def command(argv: Sequence[str], setting: Setting, own: str, status: int) -> list[str]:
    """What is started: the guard, which becomes the bot, or the sandbox with the bot in it."""
    spec = {"parent": os.getpid(), "status": status, "files": OPEN_FILES}
    if setting.memory is not None:
        spec["memory"] = setting.memory * MEGABYTE
    if setting.cpu is not None:
        spec["cpu"] = setting.cpu
    argv = found(argv, setting)
    if setting.sandbox == "bwrap":
        argv = _sandboxed(argv, setting, own)
    return [sys.executable, "-I", "-S", str(_GUARD), json.dumps(spec), *argv]


def _sandboxed(argv: list[str], setting: Setting, own: str) -> list[str]:
    """No network, no other processes, no files but the system's, those of the command (to read) and the own folder."""
    program = shutil.which("bwrap")
    assert program is not None, "check_sandbox has seen it"
    start = shutil.which(argv[0], path=setting.folder or None) or shutil.which(argv[0]) or argv[0]
    folder = os.path.abspath(setting.folder) if setting.folder else own
    readable = [*_homes(start), *(_reach(word) for word in argv if os.path.isfile(word))]
    if setting.folder:
        readable.append(folder)
    return [*_bwrap(program, readable, own), "--chdir", folder, "--", *argv]


def _bwrap(program: str, readable: Iterable[str], own: str = "") -> list[str]:
    words = [program, "--unshare-all", "--die-with-parent", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for path in _SYSTEM:
        words += ["--ro-bind-try", path, path]
    for path in dict.fromkeys(readable):
        words += ["--ro-bind-try", path, path]
    return [*words, "--bind", own, own] if own else words


def _homes(program: str) -> list[str]:
    """Where a program and what it needs are installed: its prefix, and for a virtual environment the Python's."""
    homes = []
    for path in (Path(program).absolute(), Path(program).resolve()):
        prefix = path.parent.parent if path.parent.name == "bin" else path.parent
        homes.append(str(prefix))
        config = prefix / "pyvenv.cfg"
        if config.is_file():
            lines = [line.partition("=") for line in config.read_text(encoding="utf-8").splitlines()]
            homes += [str(Path(value.strip()).parent) for key, _, value in lines if key.strip() == "home"]
    return [home for home in homes if home != "/" and not home.startswith(_SYSTEM)]


def _reach(file: str) -> str:
    """What a file of the command lets a bot see: the folder it lies in, but not all that a person has."""
    folder = os.path.dirname(os.path.abspath(file))
    return os.path.abspath(file) if folder in ("/", "/tmp", os.path.expanduser("~")) else folder
