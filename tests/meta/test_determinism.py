"""The same race twice gives the same bytes, whatever the process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
from hashlib import blake2b
from heatcli.core.snapshot import encode
from tests.fuzz.races import any_race, play
digest = blake2b()
for number in range(40, 52):
    state = play(*any_race(number))
    digest.update(repr((state.log, encode(state))).encode())
print(digest.hexdigest())
"""


def digest(hash_seed: str) -> str:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize("hash_seed", ["1", "random"])
def test_every_hash_seed_gives_the_same_races(hash_seed):
    assert digest(hash_seed) == digest("0")
