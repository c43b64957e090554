"""`--fault-dir`: every fault in a folder of its own, with all that its bot's author needs."""

import json
import re
import shlex
import sys

import pytest

from heatcli.arena.bundle import FILES
from tests.arena.helpers import driver, grid_of, inside, script

TALKATIVE = """
n = [0]
def answer(m):
    n[0] += 1
    sys.stderr.write(f"thinking about {{m['id']}}\\n")
    if n[0] == 5:
        {deed}
    else:
        first(m)
loop(answer)
"""


def bundles(tmp_path, deed, *options, **parts):
    """The bundles of a race with a bot that does this at its fifth decision; each as texts by file name."""
    folder = tmp_path / "faults"
    bot = driver(TALKATIVE.format(deed=deed), name="Apex", ms=300, **parts)
    words = ["race", "usa", "--laps", "1", "--seed", "1", *grid_of(bot, "builtin:first"), "--fault-dir", str(folder)]
    run = inside(*words, *options)
    assert run.returncode == 0, run.stderr
    return [{file.name: file.read_text() for file in sorted(one.iterdir())} for one in sorted(folder.iterdir())]


@pytest.mark.parametrize(
    ("deed", "code", "why", "exit"),
    [
        ("say(type='act', id=m['id'], action='g9')", "illegal", r"'g9': .*", None),
        ("pass", "timeout", "no answer within 300 ms", None),
        ("sys.exit(7)", "exited", "exit code 7", "exit code 7"),
        ("os.kill(os.getpid(), 11)", "exited", "killed by SIGSEGV", "killed by SIGSEGV"),
        ("print('x' * 3_000_000, flush=True)", "flood", "more than 2 MiB for one decision", None),
    ],
)
def test_a_bundle_has_what_there_is_to_know(tmp_path, deed, code, why, exit):
    [bundle] = bundles(tmp_path, deed)
    assert set(bundle) == set(FILES)
    fault = json.loads(bundle["fault.json"])
    assert (fault["driver"], fault["colour"], fault["code"], fault["exit"]) == ("Apex", "black", code, exit)
    assert re.fullmatch(why, fault["why"])
    request = fault["request"]
    assert (request["type"], request["id"]) == ("request", fault["id"])
    assert fault["applied"] == request["legal"][0]
    assert request["view"]["cars"][0]["seat"] == 0
    lines = bundle["lines.txt"].splitlines()
    assert len(lines) <= 50
    assert all(re.match(r" *\d+\.\d{6} [<>] ", line) for line in lines)
    asked = [line for line in lines if '"type":"request"' in line]
    assert f'"id":{fault["id"]},' in asked[-1]
    assert bundle["stderr.txt"].startswith("thinking about 1\nthinking about 2\n")
    assert shlex.split(bundle["repeat.txt"])[:3] == ["heat", "bot", "replay"]


def test_the_record_of_a_bundle_is_valid_and_ends_where_the_fault_came(tmp_path):
    [bundle] = bundles(tmp_path, "pass")
    record = next((tmp_path / "faults").iterdir()) / "race.hrn"
    check = inside("validate", str(record))
    assert check.returncode == 0, check.stdout
    assert "1 cut: valid" in check.stdout
    assert "Result" not in bundle["race.hrn"]


def test_the_record_that_was_asked_for_is_whole_all_the_same(tmp_path):
    record = tmp_path / "race.hrn"
    bundles(tmp_path, "pass", "--record", str(record))
    assert record.read_text().splitlines()[-1].endswith("; finished")


def test_three_faults_are_three_bundles_and_a_race_without_one_leaves_the_folder_empty(tmp_path):
    names = [json.loads(one["fault.json"])["number"] for one in bundles(tmp_path, "n[0] = 4")]
    assert names == [1, 2, 3]
    assert bundles(tmp_path / "other", "first(m)") == []


def test_much_on_stderr_is_kept_from_both_ends(tmp_path):
    [bundle] = bundles(tmp_path, "sys.stderr.write('x' * 10_000_000 + 'the end'); sys.stderr.flush(); sys.exit(1)")
    told = bundle["stderr.txt"]
    assert told.startswith("thinking about 1\n")
    assert told.endswith("the end\n")
    assert re.search(r"\[… 9\d{6} bytes left out …\]", told)
    assert len(told) < 140_000
    assert json.loads(bundle["fault.json"])["stderr"] > 10_000_000


def test_what_is_not_printable_is_spelt_out(tmp_path):
    [bundle] = bundles(tmp_path, r"sys.stdout.buffer.write(b'\xff\x1b[31m'); sys.stdout.flush(); sys.exit(1)")
    assert "\\xff\\x1b[31m" in bundle["lines.txt"]


def test_a_folder_that_cannot_be_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    run = inside("race", "--fault-dir", str(tmp_path / "file"))
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"heat: --fault-dir {tmp_path / 'file'}: ")


def test_races_of_one_command_share_the_folder(tmp_path):
    folder = tmp_path / "faults"
    bot = script(TALKATIVE.format(deed="say(type='act', id=m['id'], action='g9')"))
    words = ["race", "usa", "--laps", "1", "--seed", "1", "-n", "2", "--fault-dir", str(folder)]
    inside(*words, *grid_of(bot, "builtin:first"))
    assert len([*folder.iterdir()]) == 1  # the deed is done once a process


@pytest.mark.parametrize(
    ("deed", "says"),
    [("say(type='act', id=m['id'], action='g9')", "`g9` is illegal"), ("sys.exit(7)", "exit code 7")],
)
def test_the_command_of_a_bundle_shows_the_fault_again(tmp_path, deed, says):
    """It is asked the same questions up to the one that it did not answer well."""
    [bundle] = bundles(tmp_path, deed)
    program, *words = shlex.split(bundle["repeat.txt"])
    run = inside(*words)
    assert (program, run.returncode) == ("heat", 1)
    assert says in run.stdout + run.stderr


def test_the_command_of_a_bundle_has_the_driver_s_own_options(tmp_path):
    """And the places of its files, wherever it is repeated."""
    bot = tmp_path / "bot.py"
    bot.write_text(
        shlex.split(script("")).pop()
        + """
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        risk = {"name": "risk", "type": "spin", "default": 0}
        say(type="ready", protocol="heat/1", options=[risk])
    elif m["type"] == "race":
        risk = m["options"]["risk"]
    elif m["type"] == "request":
        say(type="act", id=m["id"], action=m["legal"][0] if m["id"] < risk else os.environ["WORD"])
"""
    )
    parts = f"cmd='{sys.executable} {bot}' option.risk=4 env.WORD='g9 9' ms=700"
    words = ["race", "usa", "--laps", "1", "--seed", "1", *grid_of(parts, "builtin:first")]
    inside(*words, "--fault-dir", str(tmp_path / "faults"))
    first = sorted((tmp_path / "faults").iterdir())[0]
    _, *again = shlex.split((first / "repeat.txt").read_text())
    run = inside(*again)
    assert run.returncode == 1
    assert "request 4: not in the record; bot: `g9 9` is illegal" in run.stdout


@pytest.mark.parametrize("at", range(1, 9))
@pytest.mark.parametrize("options", [[], ["--garage", "mixed"]])
def test_a_bundle_takes_nothing_from_the_record(tmp_path, at, options):
    """The first line of a round keeps its number, whatever was written down of it before."""
    deed = f"say(type='act', id=m['id'], action='g9') if n[0] == {at} else first(m)"
    bot = script(f"n = [0]\ndef answer(m):\n    n[0] += 1\n    {deed}\nloop(answer)")
    words = ["race", "usa", "--laps", "1", "--seed", "1", *grid_of("builtin:greedy", bot), *options]
    records = [tmp_path / "with.hrn", tmp_path / "without.hrn"]
    inside(*words, "--record", str(records[0]), "--fault-dir", str(tmp_path / "faults"))
    inside(*words, "--record", str(records[1]))
    assert records[0].read_text() == records[1].read_text()
    bundled = [str(path / "race.hrn") for path in (tmp_path / "faults").iterdir()]
    check = inside("validate", *map(str, records), *bundled)
    assert check.returncode == 0, check.stdout
    assert len(bundled) == 1


def test_the_same_fault_in_another_race_has_a_folder_of_its_own(tmp_path):
    bot = script(TALKATIVE.format(deed="say(type='act', id=m['id'], action='g9')"))
    for track in ("usa", "italia"):
        words = ["race", track, "--laps", "1", "--seed", "2", *grid_of(bot, "builtin:first")]
        inside(*words, "--fault-dir", str(tmp_path))
    heads = [(path / "race.hrn").read_text().splitlines()[3] for path in sorted(tmp_path.iterdir())]
    assert sorted(heads) == ['[Track "italia"]', '[Track "usa"]']
