"""What a person reads, and whole races, as files to look at: `pytest --snapshot-update` rewrites them."""

import pytest

from tests.shell import heat

COMMANDS = {
    "help": ("--help",),
    "race help": ("race", "--help"),
    "play help": ("play", "--help"),
    "watch help": ("watch", "--help"),
    "tracks help": ("tracks", "--help"),
    "cards help": ("cards", "--help"),
    "bench help": ("bench", "--help"),
    "validate help": ("validate", "--help"),
    "replay help": ("replay", "--help"),
    "diff help": ("diff", "--help"),
    "stats help": ("stats", "--help"),
    "legal help": ("legal", "--help"),
    "tracks": ("tracks",),
    "a track": ("tracks", "nederland"),
    "a track with gravel": ("tracks", "south-africa"),
    "cards": ("cards", "0", "4", "U7", "u41", "P8", "S", "H"),
    "four races": ("race", "usa", *["-d", "builtin:greedy"] * 2, "--laps", "1", "-n", "4", "--seed", "golden"),
    "six cars": ("race", "--seed", "golden"),
    "against Legends": ("race", "espana", "-d", "builtin:random", "--legends", "5", "--seed", "golden"),
    "a record with boards": ("replay", "tests/golden/records/legends-001.hrn", "--board"),
    "a record as a seat saw it": ("replay", "tests/golden/records/core-002.hrn", "--seat", "0", "--to", "3", "--board"),
    "a short race as events": (
        "race",
        "italia",
        "-d",
        "builtin:random",
        "-d",
        "builtin:first",
        "--laps",
        "1",
        "--seed",
        "golden",
        "--json",
    ),
    "a race with a Legend as events": (
        "race",
        "usa",
        "-d",
        "builtin:random",
        "--legends",
        "1",
        "--laps",
        "1",
        "--seed",
        "golden",
        "--json",
    ),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_output(name, golden):
    run = heat(*COMMANDS[name])
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == golden
