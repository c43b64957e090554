"""heat bot new: a bot to begin with, in a folder of its own."""

import re
import shlex
import shutil
import subprocess
import sys

import pytest

from tests.arena.helpers import BOTS, faults, race, rows_of
from tests.arena.helpers import inside as heat
from tests.bots.helpers import BYE, HELLO, LEGAL, lines, request

LANGUAGES = {"python": (sys.executable, "bot.py"), "javascript": ("node", "bot.js")}
WITHOUT_NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
BOTH = pytest.mark.parametrize("language", ["python", pytest.param("javascript", marks=WITHOUT_NODE)])
ERROR = {"type": "error", "code": "timeout", "why": "", "faults": 1, "left": 2}


def written(language, folder):
    """The command of a new bot."""
    run = heat("bot", "new", language, str(folder))
    assert (run.returncode, run.stderr) == (0, "")
    program, file = LANGUAGES[language]
    return shlex.join([program, str(folder / file)])


@BOTH
def test_a_starter_races_without_a_fault(tmp_path, language):
    command = written(language, tmp_path / "my bot")
    [outcome] = race(command, "builtin:greedy", command, legends=1)
    assert [placed.faults for placed in outcome.standings] == [[]] * 4
    assert [placed.why for placed in outcome.standings] == ["finished"] * 4
    assert [placed.name for placed in outcome.standings if placed.seat in (0, 2)] == ["my bot"] * 2


@BOTH
def test_a_starter_races_with_everything_in_it(tmp_path, language):
    bots = ["-d", written(language, tmp_path), "-d", "builtin:random"]
    run = heat("race", "mexico", *bots, "--garage", "mixed", "--weather", "--seed", "1", "--laps", "1", "--json")
    result = rows_of(run.stdout)[-1]
    assert (result["faults"], result["warnings"]) == ([], [])


@BOTH
def test_a_starter_beats_the_random_player(tmp_path, language):
    outcomes = race(written(language, tmp_path), "builtin:random", races=5)
    assert [outcome.standings[0].seat for outcome in outcomes].count(0) >= 4
    assert not any(faults(outcome, 0) for outcome in outcomes)


@WITHOUT_NODE
def test_the_starters_are_the_same_bot(tmp_path):
    tallies = []
    for language in LANGUAGES:
        command = written(language, tmp_path / language)
        record = tmp_path / f"{language}.hrn"
        bots = ["-d", f"name=A cmd={shlex.quote(command)}", "-d", "builtin:greedy", "-d", "builtin:random"]
        heat("race", "italia", *bots, "--seed", "1", "--garage", "mixed", "--weather", "--record", str(record), "-q")
        tallies.append(record.read_text())
    assert tallies[0] == tallies[1]


@BOTH
def test_a_failure_is_told_and_answered_with_the_first_legal_action(tmp_path, language):
    """There is no view in this request, and no board."""
    command = shlex.split(written(language, tmp_path))
    out = subprocess.run(command, input=lines(HELLO, request(7), BYE), capture_output=True, check=True, timeout=20)
    assert rows_of(out.stdout.decode())[1:] == [{"type": "act", "id": 7, "action": LEGAL[0]}]
    assert b"request 7: answered with the first legal action" in out.stderr


@BOTH
@pytest.mark.parametrize("end", [b"", lines(BYE), b'{"type": "requ'])
def test_a_starter_leaves_quietly(tmp_path, language, end):
    command = shlex.split(written(language, tmp_path))
    out = subprocess.run(command, input=lines(HELLO) + end, capture_output=True, check=True, timeout=20)
    assert len(out.stdout.splitlines()) == 1
    assert out.stderr == b""


@BOTH
def test_a_starter_gives_up_what_is_too_late(tmp_path, language):
    waiting = [request(1, step="slip"), {**ERROR, "id": 1, "applied": "g1 0"}, request(2, step="slip")]
    (tmp_path / "input").write_bytes(lines(HELLO, *waiting, BYE))
    command = shlex.split(written(language, tmp_path / "bot"))
    with open(tmp_path / "input", "rb") as file:
        out = subprocess.run(command, stdin=file, capture_output=True, check=True, timeout=20)
    assert [row["id"] for row in rows_of(out.stdout.decode())[1:]] == [2]


# the command


@pytest.mark.parametrize(
    ("language", "files", "says"),
    [
        ("python", {"bot.py", "client.py", "README.md"}, "{0}/bot.py is the bot, beside it client.py and README.md."),
        ("javascript", {"bot.js", "README.md"}, "{0}/bot.js is the bot, beside it README.md."),
    ],
)
def test_it_says_what_it_wrote_and_how_to_race_it(tmp_path, language, files, says):
    folder = tmp_path / "a" / "b"
    run = heat("bot", "new", language, str(folder))
    assert {path.name for path in folder.iterdir()} == files
    first, _, race_line, check_line = run.stdout.splitlines()
    assert first == says.format(folder)
    program = {"python": "python3", "javascript": "node"}[language]
    bot = next(folder.glob("bot.*"))
    assert shlex.split(race_line) == ["heat", "race", "-d", f"{program} {bot}", "-d", "builtin:greedy"]
    assert shlex.split(check_line) == ["heat", "bot", "check", f"{program} {bot}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commands_of_the_readme_name_the_bot(tmp_path, language):
    written(language, tmp_path)
    text = (tmp_path / "README.md").read_text()
    commands = [shlex.split(line, comments=True) for line in re.findall(r"^    (heat .*)$", text, re.MULTILINE)]
    assert [command[1:3] for command in commands] == [["race", "italia"], ["bot", "check"]]
    assert all((tmp_path / word.split()[1]).is_file() for command in commands for word in command if " bot." in word)


def test_the_client_is_the_shipped_one(tmp_path):
    written("python", tmp_path)
    assert (tmp_path / "client.py").read_bytes() == (BOTS / "client.py").read_bytes()


@pytest.mark.parametrize("there", ["bot.py", "client.py", "README.md"])
def test_nothing_is_overwritten(tmp_path, there):
    (tmp_path / there).write_text("mine")
    run = heat("bot", "new", "python", str(tmp_path))
    says = f"heat: {tmp_path / there}: is there already; a new or empty folder is right\n"
    assert (run.returncode, run.stdout, run.stderr) == (2, "", says)
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "mine"


def test_a_folder_with_other_files_takes_a_bot(tmp_path):
    (tmp_path / "notes").touch()
    assert heat("bot", "new", "javascript", str(tmp_path)).returncode == 0


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "taken").touch()
    run = heat("bot", "new", "python", str(tmp_path / "taken"))
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == f"heat: {tmp_path / 'taken'}: File exists\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["cobol", "x"], "Invalid value for '{python|javascript}': 'cobol' is not one of 'python', 'javascript'."),
        (["python"], "Missing argument 'DIR'."),
        ([], "Missing argument '{python|javascript}'."),
    ],
)
def test_wrong_words_are_answered_in_a_sentence(words, says):
    run = heat("bot", "new", *words)
    assert (run.returncode, run.stdout) == (2, "")
    assert says in run.stderr
