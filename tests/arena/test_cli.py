import json

import pytest
from click.testing import CliRunner

from heatcli.cli.race import race
from heatcli.errors import DriverError, SetupError

TWO = ["usa", "-d", "builtin:random", "-d", "builtin:first", "--laps", "1"]


def run(*args):
    result = CliRunner().invoke(race, args, catch_exceptions=True)
    if result.exception is not None:
        raise result.exception
    return result


def test_the_table_names_every_car_and_the_seed():
    result = run(*TWO, "--legends", "1", "--seed", "7")
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["place", "car", "driver", "round", "distance", "why", "faults"]
    assert [line.split()[0] for line in lines[1:4]] == ["1", "2", "3"]
    assert lines[4].endswith("seed 7")
    assert result.stderr == ""


def test_json_is_the_race_every_event_and_the_result():
    rows = [json.loads(line) for line in run(*TWO, "--seed", "7", "--json").stdout.splitlines()]
    assert (rows[0]["type"], rows[0]["seed"], rows[-1]["type"]) == ("race", "7", "result")
    assert [row["place"] for row in rows[-1]["standings"]] == [1, 2]
    assert all("cards" in row for row in rows if row["type"] == "draw")


def test_the_six_shipped_drivers_race_without_arguments():
    result = run("--seed", "7", "--laps", "1")
    assert len(result.stdout.splitlines()) == 8
    assert result.stderr == ""


def test_a_drawn_seed_is_told_and_repeats_the_race():
    first = run(*TWO)
    seed = first.stderr.split()[1]
    assert len(seed) == 32
    assert run(*TWO, "--seed", seed).stdout == first.stdout


def test_many_races_have_numbered_seeds():
    result = run(*TWO, "--seed", "7", "-n", "2", "-q")
    title, first, second, _, head, *cars, foot = result.stdout.splitlines()
    assert title == "seed: cars by place"
    assert [line.split(": ")[0] for line in (first, second)] == ["7/0", "7/1"]
    assert all(sorted(line.split()[1:]) == ["black", "blue"] for line in (first, second))
    assert head.split() == ["car", "driver", "races", "wins", "mean", "place", "faults"]
    assert sum(int(line.split()[3]) for line in cars) == 2
    assert foot == "usa, 1 lap, 2 races"


def test_a_fault_is_one_line_naming_driver_deed_and_default():
    result = run("usa", "-d", "name=Apex cmd='sh -c \"echo oops >&2; exit 4\"'", "-d", "builtin:random", "--seed", "7")
    assert "black (Apex): exited" in result.stderr
    assert "exit code 4" in result.stderr
    assert "Apex | oops" in result.stderr


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["--option", "hand"], SetupError),
        (["--option", "hand=x"], SetupError),
        (["--option", "wings=2"], SetupError),
        (["--laps", "0"], SetupError),
        (["--seed", "\udc80"], SetupError),
        (["-d", "nosuchprogram-x"], DriverError),
    ],
)
def test_wrong_arguments_are_refused(args, error):
    with pytest.raises(error):
        run(*TWO, *args)
