"""heat diff: where two records part."""

import random
import re

import pytest

from tests.arena.helpers import grid_of, rows_of
from tests.arena.helpers import inside as heat
from tests.shell import shell

RACE = ("usa", "--laps", "1", "--seed", "1", "--legends", "1", "-q")
DRIVERS = grid_of("name=A cmd=builtin:random", "name=B cmd=builtin:greedy")


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A short race's record, to be read only."""
    file = tmp_path_factory.mktemp("record") / "race.hrn"
    run = heat("race", *RACE, *DRIVERS, "--record", str(file))
    assert run.returncode == 0, run.stderr
    return file


@pytest.fixture
def folder(record, tmp_path, monkeypatch):
    """A folder to work in, with the record as a.hrn."""
    (tmp_path / "a.hrn").write_bytes(record.read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def changed(folder, old, new, count=1):
    text = (folder / "a.hrn").read_text()
    assert old in text
    (folder / "b.hrn").write_text(text.replace(old, new, count))


def test_a_record_and_itself_are_the_same(folder):
    run = heat("diff", "a.hrn", "a.hrn")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert heat("diff", "--json", "a.hrn", "a.hrn").stdout == ""


def test_another_decision_is_shown_with_the_board_before_it(folder, golden):
    lines = (folder / "a.hrn").read_text().splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if "; discard" in line and line[:2] not in ("1.", "  "))
    lines[at] = re.sub("; discard [0-9 SHU]+ =", " =", lines[at])
    (folder / "b.hrn").write_text("".join(lines))
    run = heat("diff", "a.hrn", "b.hrn")
    assert (run.returncode, run.stderr) == (1, "")
    assert re.search(rf"(?m)^  a\.hrn:{at + 1}:\d+: discard ", run.stdout)
    assert re.search(rf"(?m)^  b\.hrn:{at + 1}:\d+: nothing$", run.stdout)
    assert run.stdout == golden


SAME = {
    "names": ('[Seat "black" "A"]', '[Seat "black" "somebody else"]', ["names"]),
    "comments": (" = ", " {1.2 s} = ", ["comments"]),
    "a comment alone": ("1. ", "{a comment}\n1. ", ["comments"]),
    "spelling": ("\nResult: ", "\n  RESULT:   ", ["spelling"]),
    "line ends": ("\n", "\r\n", ["spelling"]),
    "no checkpoints": (" = ", " { = } = ", ["comments"]),
    "a sandbox": ("\n# ", '\n[Sandbox "bwrap"]\n# ', ["names"]),
}


@pytest.mark.parametrize("name", SAME)
def test_what_is_not_the_race_makes_no_difference(folder, name):
    old, new, kinds = SAME[name]
    changed(folder, old, new, -1 if name == "line ends" else 1)
    run = heat("diff", "a.hrn", "b.hrn")
    assert (run.returncode, run.stdout, run.stderr) == (0, f"the same races: only {' and '.join(kinds)} differ\n", "")
    assert rows_of(heat("diff", "--json", "a.hrn", "b.hrn").stdout) == [{"type": "same", "differ": kinds}]


HEADS = {
    "the seed": ('[Seed "1"]', '[Seed "2"]', 6),
    "an option": ('[Seed "1"]', '[Option "hand=6"]\n[Seed "1"]', 6),
    "a Legend": ('[Seat "blue" "B"]', '[Seat "blue" "legend"]', 8),
    "a colour": ('[Seat "blue" "B"]', '[Seat "red" "B"]', 8),
    "a board that there is not": ('[Track "usa"]', '[Track "mars"]', 4),
}


@pytest.mark.parametrize("name", HEADS)
def test_another_head(folder, name):
    old, new, line = HEADS[name]
    changed(folder, old, new)
    [row] = rows_of(heat("diff", "--json", "a.hrn", "b.hrn").stdout)
    assert (row["race"], row["kind"], row["round"]) == (1, "head", None)
    assert {side["line"] for side in (row["a"], row["b"]) if side} == {line}
    assert heat("diff", "a.hrn", "b.hrn").returncode == 1


def test_seats_in_another_order_are_another_race(folder):
    changed(folder, '[Seat "black" "A"]\n[Seat "blue" "B"]', '[Seat "blue" "B"]\n[Seat "black" "A"]')
    [row] = rows_of(heat("diff", "--json", "a.hrn", "b.hrn").stdout)
    assert row["kind"] == "head"


def test_another_hash_of_the_head(folder):
    text = (folder / "a.hrn").read_text()
    (folder / "b.hrn").write_text(re.sub("(?m)^# .", "# g", text))
    [row] = rows_of(heat("diff", "--json", "a.hrn", "b.hrn").stdout)
    assert (row["kind"], row["a"]["line"], row["b"]["line"]) == ("head", 10, 10)


def words_of(line):
    """The columns and words of a line of the body that may be changed; the last `:` of a result is none."""
    return [match for match in re.finditer(r"[^\s;=:]+", line) if match[0] != "Result"]


def test_any_one_word_changed_names_its_line(record, tmp_path):
    """Whatever the word: a round, a car, a card, a field of a checkpoint, a colour of the result."""
    rng = random.Random(5)
    lines = record.read_text().splitlines(keepends=True)
    start = next(i for i, line in enumerate(lines) if line.startswith("# ")) + 1
    other = tmp_path / "other.hrn"
    seen = set()
    for at in rng.sample(range(start, len(lines)), min(30, len(lines) - start)):
        word = rng.choice(words_of(lines[at]))
        new = {"1.": "7.", "g1": "g2", "g2": "g3"}.get(word[0], "9")
        line = lines[at][: word.start()] + new + lines[at][word.end() :]
        other.write_text("".join([*lines[:at], line, *lines[at + 1 :]]))
        for pair in ((record, other), (other, record)):
            run = heat("diff", "--json", *map(str, pair))
            [row] = rows_of(run.stdout)
            assert (run.returncode, row["a"]["line"], row["b"]["line"]) == (1, at + 1, at + 1), line
            seen.add(row["kind"])
    assert {"decision", "checkpoint"} <= seen


def test_a_cut_record_differs_where_it_ends(folder):
    lines = (folder / "a.hrn").read_text().splitlines(keepends=True)
    (folder / "b.hrn").write_text("".join(lines[:20]))
    run = heat("diff", "a.hrn", "b.hrn")
    assert run.returncode == 1
    assert re.match(
        r"race 1, round \d+, \w+: one of the records ends\n  a.hrn:21:\d+: .*\n  b.hrn: nothing\n", run.stdout
    )
    torn = lines[20][: lines[20].index(" ", 8)]
    (folder / "b.hrn").write_text("".join([*lines[:20], torn]))
    [row] = rows_of(heat("diff", "--json", "b.hrn", "a.hrn").stdout)
    assert (row["kind"], row["a"]["line"], row["b"]["line"]) == ("end", 21, 21)


def test_races_are_paired_and_one_may_be_chosen(folder, record):
    text = (folder / "a.hrn").read_text()
    (folder / "a.hrn").write_text(text * 3)
    (folder / "b.hrn").write_text(
        text + text.replace("finished", "rounds") + text.replace('"1"]\n[Seat', '"x"]\n[Seat')
    )
    rows = rows_of(heat("diff", "--json", "a.hrn", "b.hrn").stdout)
    assert [(row["race"], row["kind"]) for row in rows] == [(2, "result"), (3, "head")]
    assert rows[0]["b"]["text"] == "rounds"
    assert heat("diff", "a.hrn", "b.hrn", "--race", "1").returncode == 0
    [row] = rows_of(heat("diff", "--json", "a.hrn", "b.hrn", "--race", "3").stdout)
    assert row["race"] == 3
    rows = rows_of(heat("diff", "--json", str(record), "a.hrn").stdout)
    assert [(row["race"], row["kind"], row["a"]) for row in rows] == [(2, "race", None), (3, "race", None)]
    run = heat("diff", "a.hrn", "b.hrn", "--race", "4")
    assert (run.returncode, run.stderr) == (2, "heat: a.hrn: no race 4, it has 3\n")


PILES = "tests/golden/records/core-002.hrn"


def test_another_shuffle_of_a_record_without_a_seed(tmp_path):
    with open(PILES) as file:
        text = file.read()
    line = next(line for line in text.splitlines() if line.startswith("@deck:0/0"))
    name, first, *rest = line.split()
    other = tmp_path / "other.hrn"
    other.write_text(text.replace(line, " ".join([name, *rest, first])))
    [row] = rows_of(heat("diff", "--json", PILES, str(other)).stdout)
    assert (row["kind"], row["a"]["text"]) == ("pile", line)
    # where a shuffle stands is nobody's business
    body = text.replace(line + "\n", "")
    other.write_text(body.replace("\n1. ", f"\n{line}\n1. ", 1))
    assert heat("diff", PILES, str(other)).returncode == 0


def test_stdin(record):
    run = shell(f"heat diff {record} - < {record}; echo $?; sed s/finished/rounds/ {record} | heat diff - {record}")
    first, *rest = run.stdout.splitlines()
    assert first == "0"
    assert rest[0].endswith(": another result")
    assert rest[1].startswith("  stdin:")


def test_wrong_input(folder):
    (folder / "empty.hrn").write_text("")
    (folder / "binary.hrn").write_bytes(bytes(range(256)) * 20)
    for arguments, said in {
        ("a.hrn", "none.hrn"): "none.hrn: No such file or directory",
        ("a.hrn", "."): ".: Is a directory",
        ("a.hrn", "empty.hrn"): "empty.hrn: no race in it",
        ("empty.hrn", "a.hrn"): "empty.hrn: no race in it",
        ("-", "-"): "only one of the two can be -",
        ("a.hrn",): "Missing argument 'B'",
        ("a.hrn", "binary.hrn"): 'binary.hrn:1:1: a race begins with its head; [Heat "1"] is right',
    }.items():
        run = heat("diff", *arguments)
        assert (run.returncode, run.stdout) == (2, ""), arguments
        assert said in run.stderr
        assert "Traceback" not in run.stderr
