"""The program as a user runs it: a process, its output, its exit code."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def heat(*arguments: str, hash_seed: str = "random", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "COLUMNS": "100"}
    command = [sys.executable, "-m", "heatcli", *arguments]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=120)


def shell(script: str) -> subprocess.CompletedProcess[str]:
    """A bash script in which `heat` is the program."""
    env = {**os.environ, "COLUMNS": "100"}
    start = f'heat() {{ "{sys.executable}" -m heatcli "$@"; }}\n'
    return subprocess.run(
        ["bash", "-c", start + script], cwd=ROOT, env=env, capture_output=True, text=True, timeout=120
    )
