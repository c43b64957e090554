"""What commands write that is more than a line: to a file, or to stdout."""

import os
from pathlib import Path

from heatcli.cli.records import to_stdout
from heatcli.data.files import replace
from heatcli.errors import DataError


def write_whole(name: str, text: str) -> None:
    """Into a file, whole or not at all; - is stdout, and what is no file gets the text as it is.

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
            replace(path, data)
    except OSError as error:
        raise DataError(f"{name}: {error.strerror}; a file that can be written to is right") from None
