"""Wrong input gives one clear line and the right exit code; a closed pipe ends quietly."""

import shlex
import sys

import pytest

from tests.shell import ROOT, heat, shell


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("race", "monza"), 2, "heat: track 'monza': unknown; there are deutschland, espana, "),
        (("tracks", "monza"), 2, "heat: track 'monza': unknown; there are "),
        (
            ("race", "-d", "builtin:fangio"),
            2,
            "heat: builtin:fangio: unknown; there are builtin:first, builtin:random",
        ),
        (("race", "-d", "no-such-program --fast"), 2, "heat: driver 'no-such-program' cannot be started: No such file"),
        (("race", "-d", "name=A ms=5"), 2, "no cmd; cmd='python bot.py'"),
        (("race", "-d", "builtin:random", "--option", "hnad=6"), 2, "heat: option hnad: unknown; there are laps, "),
        (
            ("race", "-d", "builtin:random", "--option", "hand=many"),
            2,
            "heat: option hand: 'many' is not a whole number from 1 to 12",
        ),
        (
            ("race", *["-d", "builtin:random"] * 5, "--legends", "8"),
            2,
            "heat: 5 drivers and 8 Legends: a race has 1 to 12 cars",
        ),
        (("race", "-d", "builtin:random", "--laps", "0"), 2, "heat: option laps: 0 is not a whole number from 1 to 99"),
        (("race", "", "-d", "builtin:random"), 2, "heat: track '': unknown; there are "),
        (("race", "-d", "cmd=builtin:random ms=5"), 2, "ms=5 means nothing to it"),
        (("race", "--laps", "2", "--option", "laps=1"), 2, "heat: option laps: given twice; once is right"),
        (("race", "--laps", "-2"), 2, "heat: option laps: -2 is not a whole number from 1 to 99"),
        (("cards", "Z9"), 2, "heat: card 'Z9': unknown; codes are "),
        (("race", "./nowhere.toml"), 2, "heat: nowhere.toml: No such file or directory"),
    ],
)
def test_one_line_and_exit_code(arguments, code, says):
    run = heat(*arguments)
    assert (run.returncode, run.stdout) == (code, "")
    assert says in run.stderr
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [("rcae",), ("race", "--sede", "1"), ("bench", "-n", "0")])
def test_usage_is_click_s_and_exits_2(arguments):
    run = heat(*arguments)
    assert run.returncode == 2
    assert "Error: " in run.stderr


def test_a_broken_data_file(tmp_path):
    file = tmp_path / "oval.toml"
    file.write_text('id = "oval"\nname = "Oval"\nspaces = 2000\n')
    run = heat("race", str(file))
    assert run.returncode == 2
    assert run.stderr == f"heat: {file}: Expected `int` <= 999 - at `$.spaces`\n"


def test_a_reader_who_leaves():
    run = shell("set -o pipefail; heat race --json --seed 1 | head -1; echo ${PIPESTATUS[0]}")
    assert run.stdout.splitlines()[0].startswith('{"type":"race"')
    assert run.stdout.splitlines()[1] == "0"
    assert run.stderr == ""


def test_a_full_disk():
    run = shell("heat cards > /dev/full; echo $?")
    assert run.stdout == "1\n"
    assert run.stderr == "heat: output: No space left on device\n"


@pytest.mark.parametrize("drivers", [["builtin:random"] * 3, ["python3 bots/random_legal.py"] * 3])
def test_the_same_race_in_every_process(drivers):
    """In-process or external, whatever the hash seed: the same bytes but for the drivers' names."""
    wanted = heat(
        "race", *["-d", "builtin:random"] * 3, "--legends", "2", "--seed", "7", "--json", hash_seed="0"
    ).stdout
    for hash_seed in ("0", "1", "random"):
        options = [word for driver in drivers for word in ("-d", driver)]
        told = heat("race", *options, "--legends", "2", "--seed", "7", "--json", hash_seed=hash_seed).stdout
        assert told.splitlines()[1:-1] == wanted.splitlines()[1:-1]
        assert told.splitlines()[-1].replace("random legal", "random") == wanted.splitlines()[-1]


def test_without_a_seed_one_is_drawn_and_shown():
    run = heat("race", "-d", "builtin:random", "--laps", "1")
    seed = run.stderr.removeprefix("seed ").strip()
    assert len(seed) == 32
    again = heat("race", "-d", "builtin:random", "--laps", "1", "--seed", seed)
    assert again.stdout == run.stdout


def test_many_races_have_seeds_of_their_own():
    run = heat("race", "-d", "builtin:random", "--laps", "1", "--seed", "7", "-n", "2", "--json", "-q")
    heads = [line for line in run.stdout.splitlines() if line.startswith('{"type":"race"')]
    assert ['"seed":"7/0"' in heads[0], '"seed":"7/1"' in heads[1]] == [True, True]


@pytest.mark.parametrize("arguments", ["--help", "race --help", "tracks --help", "cards --help", "bench --help"])
def test_help_shows_no_markup(arguments):
    assert "\\b" not in heat(*arguments.split()).stdout


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_at_the_start(closed):
    """Bots still race, nothing is written where nothing can be."""
    run = shell(f"heat race --seed 1 -q {closed}; echo $?")
    assert run.stdout.splitlines()[-1] == "0"
    assert "Traceback" not in run.stderr


def test_a_bot_of_another_protocol_is_told_and_stopped_at_once(tmp_path):
    bot = """import json, sys
heard = open(sys.argv[1], "w")
for line in sys.stdin:
    message = json.loads(line)
    print(line, end="", file=heard, flush=True)
    if message["type"] == "hello":
        print('{"type":"ready","protocol":"heat/9"}', flush=True)
"""
    command = f"{sys.executable} -c {shlex.quote(bot)} {tmp_path}/heard"
    run = heat("race", "-d", command, "-d", "builtin:random", "--laps", "1", "--seed", "1")
    assert run.returncode == 0
    assert "never ready: protocol 'heat/9': heat/1 is right; applied g1 1; stopped" in run.stderr
    assert '"type":"error","code":"type","why":"protocol' in (tmp_path / "heard").read_text()


NAMED = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": "heat/1", "name": "Zo\\u00eb \\u65e5"}), flush=True)
    elif message["type"] == "request":
        print(json.dumps({"type": "act", "id": message["id"], "action": message["legal"][0]}), flush=True)
"""


@pytest.mark.parametrize("options", ["", "--json", "--record -"])
@pytest.mark.parametrize("encoding", ["ascii", "utf-8:strict", "latin-1"])
def test_output_is_utf_8_whatever_the_terminal_says(options, encoding):
    bot = shlex.quote(shlex.join([sys.executable, "-c", NAMED]))
    run = shell(f"PYTHONIOENCODING={encoding} heat race -d {bot} --laps 1 --seed 1 -q {options}")
    assert (run.returncode, run.stderr) == (0, "")
    assert "Zoë 日" in run.stdout


@pytest.mark.parametrize("encoding", ["ascii", "utf-8:strict", ""])
def test_a_file_name_that_is_no_text(tmp_path, encoding):
    start = f"cd {tmp_path}; export PYTHONPATH={ROOT} PYTHONIOENCODING={encoding}; "
    run = shell(
        start
        + r"""
        heat race -d builtin:random --laps 1 --seed 1 -q --record $'\xff.hrn' > table
        for options in "" --json; do heat validate $options $'\xff.hrn'; done; heat validate $'\xfe.hrn'"""
    )
    text, row = run.stdout.splitlines()
    assert text == r"\udcff.hrn: 1 race, 25 turns: valid"
    assert r'"file":"\\udcff.hrn"' in row
    assert run.stderr == "heat: \\udcfe.hrn: No such file or directory\n"
