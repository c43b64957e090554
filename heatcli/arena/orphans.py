"""What bots started and left behind: this process adopts it (on Linux) and ends it."""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from typing import Final, NamedTuple

PR_SET_CHILD_SUBREAPER: Final = 36
ROUNDS: Final = 200
"""Of looking for more: who is killed may have started others meanwhile."""

LIVE: Final[dict[int, str]] = {}
"""The bots that run, and their own folders, by pid: what else this process adopts is theirs or nobody's."""


@contextlib.contextmanager
def adopted() -> Iterator[None]:
    """Meanwhile processes whose parent has ended become this one's children; those of bots are ended at the end."""
    first = not LIVE
    _adopt(True)
    try:
        yield
    finally:
        end()
        if first and not LIVE:
            _adopt(False)


def _adopt(yes: bool) -> None:
    if sys.platform == "linux":
        import ctypes  # only for races with programs

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, int(yes), 0, 0, 0)


def end() -> None:
    """End all that bots have left behind which do not run any more."""
    if sys.platform != "linux":
        return
    for _ in range(ROUNDS):
        left = [one.pid for one in _children() if one.session != os.getsid(0) and not _is_of_others(one)]
        if not left:
            return
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        for pid in left:
            _reap(pid)


class _Child(NamedTuple):
    pid: int
    session: int


def _children() -> list[_Child]:
    """All children of this process, zombies too."""
    own, found = os.getpid(), []
    for name in os.listdir("/proc"):
        if not name.isdecimal():
            continue
        with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
            _, parent, _, session, *_ = file.read().rpartition(b")")[2].split()
            if int(parent) == own:
                found.append(_Child(int(name), int(session)))
    return found


def _is_of_others(child: _Child) -> bool:
    """A bot that runs, or something that one has started."""
    if child.pid in LIVE or child.session in LIVE:
        return True
    if not LIVE:
        return False
    with contextlib.suppress(OSError), open(f"/proc/{child.pid}/environ", "rb") as file:
        folders = [value[7:].decode(errors="replace") for value in file.read().split(b"\0") if value[:7] == b"TMPDIR="]
        return any(folder in LIVE.values() for folder in folders)
    return False


def _reap(pid: int) -> None:
    for _ in range(100):
        with contextlib.suppress(ChildProcessError):
            if os.waitpid(pid, os.WNOHANG)[0]:
                return
            time.sleep(0.001)
            continue
        return
