"""heat tournament stop: ask for an orderly end."""

import os
import signal
from pathlib import Path

import click

from heatcli.errors import SetupError
from heatcli.tournament.folder import Folder


@click.command()
@click.argument("folder", metavar="DIR")
def stop(folder: str) -> int:
    """Ask the process that runs a tournament to stop after the races under way; nothing is lost."""
    found = Folder(Path(folder))
    found.manifest()
    pid = found.runner()
    if pid is None:
        raise SetupError(f"{folder}: nobody runs it")
    try:
        os.kill(pid, signal.SIGTERM)
    except OSError as error:
        raise SetupError(f"{folder}: process {pid}: {error.strerror}") from None
    click.echo(f"process {pid} stops after the races under way")
    return 0
