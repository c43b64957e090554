"""Files that commands write: whole or not at all."""

import contextlib
import os
import tempfile
from pathlib import Path

from heatcli.cli.records import to_stdout
from heatcli.errors import DataError


def write_whole(name: str, text: str) -> None:
    """Into a file beside it, which takes its place; - is stdout, and what is no file gets the text as it is.

    Raises DataError for what cannot be written.
    """
    data = text.encode(errors="backslashreplace")
    if name == "-":
        to_stdout(data)
        return
    path = Path(os.path.realpath(name))
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)  # /dev/null, a pipe; a folder says no
        else:
            _replace(path, data)
    except OSError as error:
        raise DataError(f"{name}: {error.strerror}; a file that can be written to is right") from None


def _replace(path: Path, data: bytes) -> None:
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
