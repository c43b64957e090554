"""Files that are written: whole or not at all."""

import contextlib
import os
import tempfile
from pathlib import Path


def replace(path: Path, data: bytes) -> None:
    """Into a file beside it, which takes its place: a crash leaves the old file or the new one. Raises OSError."""
    if path.exists():
        path.open("ab").close()  # what may not be written to may not be replaced either
    mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
    number, beside = tempfile.mkstemp(prefix=".heat", dir=path.parent)
    try:
        with open(number, "wb") as file:
            file.write(data)
        os.chmod(beside, mode)
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
