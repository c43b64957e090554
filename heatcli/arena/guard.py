"""The program between the referee and a bot: it sets limits on itself, then becomes the bot.

Run by path with a bare interpreter (nothing of heatcli is imported), so that no code runs between fork and exec.

    python -I -S guard.py SPEC COMMAND…

SPEC is JSON: {"parent": pid, "status": fd, "memory": bytes?, "cpu": seconds?, "files": number}. What cannot be done is
written to `status`, which closes by itself when the bot runs.
"""

import ctypes
import json
import os
import resource
import signal
import sys

PR_SET_PDEATHSIG = 1
PR_SET_NO_NEW_PRIVS = 38
LARGEST_FILE = 1 << 30
FAILED = 127


def main() -> None:
    """Become the bot."""
    spec = json.loads(sys.argv[1])
    argv = sys.argv[2:]
    os.set_inheritable(spec["status"], False)
    try:
        _limit(spec)
        if sys.platform == "linux":
            _bind_to(spec["parent"])
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)  # this interpreter had its own ways with them
        os.execvp(argv[0], argv)
    except (OSError, ValueError) as error:
        os.write(spec["status"], (getattr(error, "strerror", None) or str(error)).encode())
        os._exit(FAILED)


def _limit(spec: dict[str, int]) -> None:
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: LARGEST_FILE,
        resource.RLIMIT_NOFILE: spec["files"],
        resource.RLIMIT_AS: spec.get("memory"),
        resource.RLIMIT_CPU: spec.get("cpu"),
    }
    for which, most in limits.items():
        if most is None:
            continue
        hard = resource.getrlimit(which)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (most, most))


def _bind_to(parent: int) -> None:
    """Die with the referee, and get no more rights than it has by any program that is set-user-id."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    libc.prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:  # it died before it was bound to
        os._exit(FAILED)


main()
