"""heat fmt: canonical records on stdout and in place."""

import os
import re

import pytest

from heatcli.cli import fmt as command
from tests.arena.helpers import inside as heat
from tests.record.kit import PILES, RACE, without_hash
from tests.shell import shell

LOOSE = "\ufeff{first}\r\n" + without_hash(RACE).replace("; ", ";").replace("\n", "\r\n")
CANONICAL = "{first}\n" + RACE
WRONG = RACE.replace("g4 1 2 S S", "g4 1 2 S 5")


@pytest.fixture
def file(tmp_path):
    """A file that is not canonical."""
    path = tmp_path / "race.hrn"
    path.write_bytes(LOOSE.encode())
    return path


def test_to_stdout_and_again(file, tmp_path):
    run = heat("fmt", str(file))
    assert (run.returncode, run.stdout, run.stderr) == (0, CANONICAL, "")
    assert file.read_bytes() == LOOSE.encode()
    file.write_text(CANONICAL)
    assert heat("fmt", str(file), str(file)).stdout == CANONICAL * 2
    piped = shell(f"heat fmt - < {file} | heat fmt - | cmp - {file} && echo same")
    assert (piped.stdout, piped.stderr) == ("same\n", "")


def test_in_place(file, tmp_path):
    file.chmod(0o640)
    other = tmp_path / "other.hrn"
    other.write_text(CANONICAL)
    link = tmp_path / "link.hrn"
    link.symlink_to(file)
    before = os.stat(other)
    run = heat("fmt", "-w", str(link), str(other))
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert file.read_bytes() == CANONICAL.encode()
    assert file.stat().st_mode & 0o777 == 0o640
    assert link.is_symlink()
    after = os.stat(other)
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)  # canonical: not touched
    assert sorted(os.listdir(tmp_path)) == ["link.hrn", "other.hrn", "race.hrn"]


@pytest.mark.parametrize("where", ["races", "replace"])
def test_an_error_leaves_the_file_as_it_was(file, tmp_path, monkeypatch, where):
    def broken(*_):
        yield from real(*_) if where == "races" else ()
        raise OSError(28, "No space left on device", "disk")

    real = command.races
    if where == "races":
        monkeypatch.setattr(command, "races", broken)
    else:
        monkeypatch.setattr(command.os, "replace", lambda *_: next(broken()))
    run = heat("fmt", "--write", str(file))
    assert (run.returncode, run.stdout) == (1, "")
    assert "No space left" in run.stderr
    assert file.read_bytes() == LOOSE.encode()
    assert os.listdir(tmp_path) == ["race.hrn"]


def test_check_names_the_files_and_writes_nothing(file, tmp_path):
    good = tmp_path / "good.hrn"
    good.write_text(RACE)
    run = heat("fmt", "--check", str(good), str(file))
    assert (run.returncode, run.stdout, run.stderr) == (1, f"{file}: not canonical\n", "")
    assert file.read_bytes() == LOOSE.encode()
    assert (heat("fmt", "--check", str(good)).returncode, heat("fmt", "--check", str(good)).stdout) == (0, "")


def test_a_wrong_race_is_passed_through_and_the_next_is_formatted(file):
    file.write_text(without_hash(RACE) + WRONG + PILES)
    run = heat("fmt", str(file))
    assert run.returncode == 1
    assert re.fullmatch(rf"{file}:32:\d+: .*\n", run.stderr)
    assert without_hash(run.stdout) == without_hash(RACE + WRONG + PILES)
    assert run.stdout.startswith(RACE + WRONG)
    assert heat("fmt", "-w", str(file)).returncode == 1
    assert file.read_text() == run.stdout
    check = heat("fmt", "--check", str(file))
    assert (check.returncode, check.stdout) == (1, "")


def test_a_torn_line_stays_with_a_note(file):
    file.write_text(without_hash(RACE)[:-20])
    run = heat("fmt", str(file))
    assert (run.returncode, run.stdout) == (0, RACE[:-20])
    assert run.stderr.startswith(f"{file}:17: cut in this line; valid up to line 16 ")
    assert run.stderr.count("\n") == 1


def test_bytes_that_are_no_text_come_out_as_they_are(file):
    text = RACE.encode().replace(b"1. blue", b"{\xff}\n1. blue")
    file.write_bytes(text)
    run = shell(f"heat fmt {file} | cmp - {file}; heat fmt {file} > /dev/null; echo $?")
    assert run.stdout == "1\n"
    assert set(run.stderr.splitlines()) == {f"{file}:12:2: no text; UTF-8 is right"}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["-w", "--check", "x"], "-w and --check exclude each other"),
        (["-w", "-"], "-w writes into files; stdin is none"),
        (["none.hrn"], "none.hrn: No such file or directory"),
        (["-w", "/nowhere/none.hrn"], "/nowhere/none.hrn: No such file or directory"),
        (["-w", "none.hrn"], "none.hrn: No such file or directory"),
        (["."], ".: Is a directory"),
        ([], "Missing argument 'FILE...'"),
    ],
)
def test_wrong_use(arguments, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = heat("fmt", *arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert says in run.stderr
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("content", [b"", b"\n", b"{only a comment}\n"])
def test_a_file_without_a_race(file, content):
    file.write_bytes(content)
    for options in ([], ["-w"], ["--check"]):
        run = heat("fmt", *options, str(file))
        assert (run.returncode, run.stdout, run.stderr) == (1, "", f"{file}: no race in it\n")
        assert file.read_bytes() == content


@pytest.mark.parametrize("content", [bytes(range(256)) * 50, b"\0" * 5000, b"MZ\x90\r\n\x1b[2J\n"])
def test_a_binary_file_stays_as_it_is(file, content):
    file.write_bytes(content)
    run = heat("fmt", "-w", str(file))
    assert run.returncode == 1
    assert all(char.isprintable() or char == "\n" for char in run.stderr)
    assert file.read_bytes() == content


def test_salvage_keeps_what_is_good_and_says_what_is_not(file):
    """A race that is right, one with a wrong token, one whose head is mended, others torn in a line and in the head."""
    torn = RACE[: RACE.index("#799bf0") + 3]
    file.write_text(CANONICAL + WRONG + RACE.replace("[Track", "[Trak") + RACE + torn + "\n" + torn[:60])
    run = heat("fmt", "--salvage", str(file))
    assert run.returncode == 1
    ended = RACE[: RACE.index("2. blue")] + "Result: -; interrupted\n"
    cut = RACE[: RACE.index("   gray")] + "Result: -; interrupted\n"
    assert run.stdout == CANONICAL + ended + RACE * 2 + cut
    said = run.stderr.splitlines()
    assert said[0].startswith(f"{file}:34:9: ")
    assert said[1] == f'{file}:41:5: the head does not have this hash; [Track "usa"] would'
    assert said[2].startswith(f"{file}:87:25: '#79': ")
    assert said[3].startswith(f"{file}: ends in the head of a race: ")
    file.write_text(run.stdout)
    again = heat("validate", str(file))
    assert (again.returncode, again.stderr) == (0, "")
    assert again.stdout == f"{file}: 5 races, 23 turns: valid\n"


@pytest.mark.parametrize("option", ["-w", "--check"])
def test_salvage_goes_to_stdout_alone(file, option):
    run = heat("fmt", "--salvage", option, str(file))
    assert (run.returncode, run.stdout) == (2, "")
    assert "--salvage leaves things out" in run.stderr
