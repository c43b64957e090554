"""`heat play` in a pipe: begun, left, gone on with, and refused."""

import subprocess
import sys

import pytest

from tests.shell import ROOT


def play(home, script, *arguments, cwd=ROOT, **env):
    env = {"HOME": str(home), "PATH": "/usr/bin:/bin", "COLUMNS": "100", **env}
    command = [sys.executable, "-m", "heatcli", "play", *arguments]
    return subprocess.run(command, cwd=cwd, env=env, input=script, capture_output=True, text=True, timeout=60)


def kept(home):
    return home / ".local/state/heat/play.hrn"


def test_a_race_that_was_left_goes_on_at_the_same_decision(tmp_path):
    begun = play(tmp_path, "1\ndone\ndone\n", "--seed", "5")
    assert begun.returncode == 3
    assert begun.stderr == "The input ends before the race. The race is kept: heat play --resume goes on with it.\n"
    situation = begun.stdout[begun.stdout.rindex("\nUSA") :].partition("\nplan>")[0]
    resumed = play(tmp_path, "quit\n", "--resume")
    assert resumed.returncode == 0
    assert situation.strip("\n") in resumed.stdout


def test_whole_race_in_two_sittings_is_the_race_in_one(tmp_path):
    script = ["2", "pass", "pass", "3", "pass", "pass", "auto racer"]
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one = tmp_path / "one.hrn"
    two = tmp_path / "two.hrn"
    play(tmp_path / "one", "\n".join([*script, f"save {one}"]), "--seed", "5")
    play(tmp_path / "two", "\n".join(script[:4]), "--seed", "5")
    play(tmp_path / "two", "\n".join([*script[4:], f"save {two}"]), "--resume")
    assert one.read_text() == two.read_text()
    assert "finished" in one.read_text()


def test_what_was_undone_stays_in_the_record_of_a_race_that_goes_on(tmp_path):
    play(tmp_path, "1\nundo\n2\n", "--seed", "5")
    record = tmp_path / "race.hrn"
    play(tmp_path, f"done\nsave {record}\n", "--resume")
    assert "{undo: " in record.read_text()


def test_a_race_that_is_over_is_not_kept(tmp_path):
    done = play(tmp_path, "auto first\n", "--seed", "5", "--laps", "1", "--legends", "1")
    assert done.returncode == 0
    assert not kept(tmp_path).exists()
    again = play(tmp_path, "", "--resume")
    assert (again.returncode, again.stderr) == (2, "heat: no race to go on with; heat play begins one\n")


def test_a_race_that_was_left_is_not_lost_to_the_next_one(tmp_path):
    play(tmp_path, "1\nquit\n", "--seed", "5")
    left = kept(tmp_path).read_text()
    new = play(tmp_path, "1\nquit\n", "--seed", "6")
    aside = tmp_path / ".local/state/heat/left-1.hrn"
    assert f"heat play --load {aside}" in new.stderr
    assert aside.read_text() == left
    assert kept(tmp_path).read_text() != left
    assert play(tmp_path, "quit\n", "--load", str(aside)).returncode == 0


def test_a_race_taken_back_after_the_flag_is_kept_again(tmp_path):
    run = play(tmp_path, "1\nauto first\nundo\n", "--seed", "5", "--laps", "1", "--legends", "1")
    assert run.returncode == 3
    assert play(tmp_path, "quit\n", "--resume").returncode == 0


def test_saved_races_go_on(tmp_path):
    record = tmp_path / "race.hrn"
    play(tmp_path, f"1\nsave {record}\nsave {record}\nquit\n", "--seed", "5")
    gone_on = play(tmp_path, "quit\n", "--load", str(record))
    assert gone_on.returncode == 0
    assert "your react" in gone_on.stdout
    refused = play(tmp_path, f"save {record}\nquit\n", "--seed", "6")
    assert "is there already" in " ".join(refused.stdout.split())


def test_records_of_others_are_gone_on_with_in_any_seat(tmp_path):
    record = tmp_path / "cut.hrn"
    lines = (ROOT / "tests/golden/records/base-12-cars.hrn").read_text().split("\n")
    record.write_text("\n".join(lines[: len(lines) // 2]) + "\n")
    taken = play(tmp_path, f"load {record} blue\nquit\n", "--seed", "5")
    assert "you are blue" in " ".join(taken.stdout.split())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--people", "13"], "13 is not in the range"),
        (["mars"], "track 'mars': unknown"),
        (["-d", "builtin:nobody"], "builtin:nobody: unknown"),
        (["--season", "1900"], "season '1900': unknown"),
        (["usa", "--season", "1961"], "track, grid and event are the season's own"),
        (["--load", "/no/such.hrn"], "/no/such.hrn: No such file"),
        (["--load", "README.md"], "README.md:"),
        (["--legends", "5", "--people", "12"], "a race has 1 to 12 cars"),
        (["--option", "hand=x"], "hand"),
    ],
)
def test_wrong_options_get_one_sentence(tmp_path, arguments, sentence):
    run = play(tmp_path, "", *arguments)
    assert run.returncode == 2
    assert sentence in run.stderr
    assert "Traceback" not in run.stderr


def test_settings_that_are_wrong_are_named_with_their_key(tmp_path):
    folder = tmp_path / ".config/heat"
    folder.mkdir(parents=True)
    (folder / "play.toml").write_text("pase = 3\n")
    run = play(tmp_path, "")
    assert run.returncode == 2
    assert "play.toml: unknown key 'pase'; there are ascii, pace, intro, hint" in run.stderr


def test_a_home_that_cannot_be_written_to_stops_nobody(tmp_path):
    run = play(tmp_path, "1\nquit\n", "--seed", "5", XDG_STATE_HOME="/proc/nowhere")
    assert run.returncode == 0
    assert run.stdout.count("the race cannot be kept in /proc/nowhere/heat") == 1


def test_records_of_the_cockpit_are_valid(tmp_path):
    record = tmp_path / "race.hrn"
    play(tmp_path, f"1\nundo\n2\npass\nundo\npass\nresign\nsave {record}\n", "--seed", "5", "--garage", "mixed")
    run = subprocess.run([sys.executable, "-m", "heatcli", "validate", str(record)], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")
    assert "; retire" in record.read_text()
    assert "{undo: " in record.read_text()


def test_the_seat_is_the_persons_wish(tmp_path):
    run = play(tmp_path, "quit\n", "-d", "builtin:first", "-d", "builtin:greedy", "--seat", "3", "--seed", "5")
    assert "G you" in run.stdout


def test_programs_race_along(tmp_path):
    bot = f"{sys.executable} bots/random_legal.py"
    run = play(tmp_path, "auto racer\nquit\n", "-d", bot, "--seed", "5", "--laps", "1")
    assert run.returncode == 0, run.stderr
    assert "the flag is down" in run.stdout


def test_a_season_goes_on_after_its_first_race(tmp_path):
    play(tmp_path, "1\nauto racer\n\n2\n", "--season", "1961", "--seed", "5")
    assert kept(tmp_path).read_text().count('[Heat "1"]') == 2
    resumed = play(tmp_path, "auto racer\n\nauto racer\n", "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert "season 1961 after race 3 of 3" in resumed.stdout
    assert not kept(tmp_path).exists()
