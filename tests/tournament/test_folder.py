"""The folder: what is in it, what a crash leaves of it, what is said about it."""

import json
import shutil
import stat

import pytest

from heatcli.tournament.manifest import read_manifest
from tests.shell import heat
from tests.tournament.kit import BOTS, SMALL, begun, lines, records, run, same, table

SIZE = (*SMALL, "-n", "4")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "cup"
    assert run(folder, *SIZE).returncode == 0
    return folder


@pytest.fixture
def folder(whole, tmp_path):
    """A copy of a whole tournament."""
    return shutil.copytree(whole, tmp_path / "cup")


def check(folder):
    found = heat("tournament", "check", str(folder))
    return found.returncode, found.stdout


def test_the_manifest_is_whole_and_for_its_owner_alone(whole):
    assert stat.S_IMODE((whole / "manifest.toml").stat().st_mode) == 0o600
    assert stat.S_IMODE(whole.stat().st_mode) == 0o700
    found = read_manifest(whole / "manifest.toml")
    assert (found.seed, found.blocks, found.rotate, found.dq_rate) == ("s", 4, "cyclic", 0.1)
    assert [driver.cmd for driver in found.driver] == list(BOTS[1::2])


def test_a_manifest_is_a_set_up_of_another_tournament(whole, tmp_path):
    assert run(tmp_path / "again", "--setup", str(whole / "manifest.toml")).returncode == 0
    same(whole, tmp_path / "again")


def test_counts_agree_t11(folder):
    assert check(folder) == (0, f"{folder}: 12 races, 12 records: right\n")
    found = heat("validate", str(folder / "records.hrn"))
    assert found.stdout.startswith(f"{folder / 'records.hrn'}: 12 races, ")


def test_the_seed_is_written_down_t25(tmp_path):
    """Without one another is drawn; the second run with it is equal."""
    for name in ("one", "two"):
        assert run(tmp_path / name, *BOTS, "--laps", "1", "-n", "1").returncode == 0
    seeds = [read_manifest(tmp_path / name / "manifest.toml").seed for name in ("one", "two")]
    assert seeds[0] != seeds[1]
    assert run(tmp_path / "again", *BOTS, "--laps", "1", "-n", "1", "--seed", str(seeds[0])).returncode == 0
    same(tmp_path / "one", tmp_path / "again")
    assert f'[Seed "{seeds[0]}/0"]' in records(tmp_path / "one")[0]


TORN = {
    "results": lambda folder: cut(folder / "results.jsonl", 40),
    "timings": lambda folder: cut(folder / "timings.jsonl", 40),
    "records": lambda folder: (cut(folder / "results.jsonl", 40), cut(folder / "records.hrn", 100)),
    "a record without a result": lambda folder: cut(folder / "results.jsonl", 400),
    "results gone": lambda folder: (folder / "results.jsonl").unlink(),
}


def cut(path, size):
    with path.open("rb+") as file:
        file.truncate(path.stat().st_size - size)


@pytest.mark.parametrize("what", TORN)
def test_what_a_crash_has_torn_is_mended(folder, whole, what):
    TORN[what](folder)
    assert run(folder).returncode == 0
    same(folder, whole)
    assert check(folder)[0] == 0
    assert len(lines(folder, "timings.jsonl")) >= 12 - (what == "timings")  # what a clock has measured may be lost


def test_a_torn_line_is_told_and_counts_for_nothing(folder):
    cut(folder / "results.jsonl", 40)
    found = heat("tournament", "check", str(folder))
    assert (found.returncode, found.stdout) == (0, f"{folder}: 11 races, 12 records: right\n")
    assert found.stderr == f"{folder / 'results.jsonl'}:12: torn: the race is raced again\n"
    process = begun(folder)
    _, said = process.communicate(timeout=60)
    assert "12 races in 4 blocks, 11 of them are there" in said


def test_races_that_stand_there_twice_or_not_as_planned_are_told(folder, whole):
    text = (folder / "results.jsonl").read_text().splitlines(keepends=True)
    first = json.loads(text[0])
    first["cars"].reverse()
    (folder / "results.jsonl").write_text("".join([json.dumps(first) + "\n", *text[1:], text[5], "no json\n"]))
    code, said = check(folder)
    assert code == 1
    path = folder / "results.jsonl"
    assert f"{path}:13: block " in said
    assert " stands here again" in said
    assert f"{path}:14: no line of this file: " in said
    assert f"{path}: block 0, rotation 0 is not as planned" in said
    assert "the race ends otherwise than its result says" in said
    assert table(folder)[-1]["races"] == 12


def test_records_that_are_lost_changed_or_too_many_are_told(folder):
    path = folder / "records.hrn"
    found = records(folder)
    assert len(found) == 12
    path.write_text("".join([*found[1:], found[3], found[4].replace("{block", "{black")]).replace(" g2 ", " g3 ", 1))
    code, said = check(folder)
    assert code == 1
    assert "0 records of block " in said
    assert "2 records of block " in said
    assert "a record of no race of this tournament" in said
    assert said.count(f"{path}:") >= 4


@pytest.mark.parametrize("where", ["races", "off"])
def test_records_in_a_folder_or_nowhere(tmp_path, whole, where):
    folder = tmp_path / "cup"
    assert run(folder, *SIZE, "--records", where).returncode == 0
    assert lines(folder) == lines(whole)
    assert check(folder)[0] == 0
    if where == "races":
        files = sorted((folder / "races").iterdir())
        assert files[0].name == "0-0.hrn"
        assert sorted(file.read_text() for file in files) == records(whole)
    else:
        assert not (folder / "records.hrn").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--seed", "z"], 'seed "z": this tournament has "s"; leave it out, or take another folder'),
        (["-n", "9"], "blocks 9: this tournament has 4; leave it out, or take another folder"),
        (["-d", "builtin:random"], "other drivers than this tournament has; without -d it goes on, another folder"),
        (["--rotate", "none"], 'rotate "none": this tournament has "cyclic"; leave it out'),
    ],
)
def test_a_run_that_does_not_agree_with_the_manifest(folder, arguments, says):
    before = lines(folder)
    found = run(folder, *arguments)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith(f"heat: {says}")
    assert lines(folder) == before


def test_the_same_options_go_on(folder, whole):
    (folder / "results.jsonl").unlink()
    assert run(folder, *SIZE).returncode == 0
    same(folder, whole)


def test_folders_that_are_none(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thing").write_text("")
    for name, says in {
        "file": "File exists; a folder that can be written to is right",
        "full": "not empty, and no tournament; a new folder is right",
    }.items():
        found = run(tmp_path / name, *SIZE)
        assert (found.returncode, found.stderr.splitlines()[-1].partition(": ")[2]) == (2, f"{tmp_path / name}: {says}")
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["thing"]
    for command in ("show", "check", "stop"):
        found = heat("tournament", command, str(tmp_path / "nowhere"))
        assert found.returncode == 2
        assert "no tournament; heat tournament run " in found.stderr


def test_a_tournament_that_cannot_be_raced_leaves_no_folder(tmp_path):
    assert run(tmp_path / "cup", "-d", "builtin:nobody").returncode == 2
    assert not (tmp_path / "cup").exists()
