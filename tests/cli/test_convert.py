"""heat convert: records as JSON lines and as a table, and back."""

import csv
import io
import json
from itertools import pairwise

import pytest

from heatcli.record.turns import FIELDS
from tests.arena.helpers import inside as heat
from tests.arena.helpers import rows_of
from tests.record.kit import PILES, RACE, exported, from_position, wide_spec, without_hash, written
from tests.record.test_game import numbers
from tests.shell import ROOT, shell

WRONG = RACE.replace("g4 1 2 S S", "g4 1 2 S 5")


@pytest.fixture
def file(tmp_path):
    """A record of two races that is not canonical, with comments and a line of the head that nobody knows."""
    path = tmp_path / "race.hrn"
    more = RACE.replace("[Seat", '[Venue "x"]\n[Seat', 1).replace("   red g2 0 2", "{a}\n{b}\n   red g2 0 2 {c}")
    path.write_text("{first}\n" + without_hash(more) + PILES + "{last}\n")
    return path


def turns_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_there_and_back(file, tmp_path):
    canonical = heat("fmt", str(file)).stdout
    assert heat("convert", str(file), "--to", "record").stdout == canonical
    events = heat("convert", str(file), "--to", "events")
    assert (events.returncode, events.stderr) == (0, "")
    lines = tmp_path / "race.jsonl"
    lines.write_text(events.stdout)
    assert heat("convert", str(lines), "--to", "record").stdout == canonical
    assert heat("convert", str(lines), "--to", "events").stdout == events.stdout
    turns = heat("convert", str(lines), "--to", "turns").stdout
    assert turns.replace(str(lines), str(file)) == heat("convert", str(file), "--to", "turns").stdout
    without = [row for row in rows_of(events.stdout) if row["type"] != "line"]
    assert without == rows_of(heat("replay", "--json", str(file)).stdout)


@pytest.mark.parametrize("number", numbers(16, 500))
def test_random_races_there_and_back(number, tmp_path):
    text, _ = (
        from_position(number) if number % 3 == 2 else written(wide_spec(number), number, number % 2 == 0, notes=True)
    )
    file, lines = tmp_path / "race.hrn", tmp_path / "race.jsonl"
    file.write_text(text)
    lines.write_text(heat("convert", str(file), "--to", "events").stdout)
    assert heat("convert", str(lines), "--to", "record").stdout == text
    assert exported(text)[1] == text


def test_the_lines_of_the_record_stand_behind_what_they_tell(file):
    rows = rows_of(heat("convert", str(file), "--to", "events").stdout)
    assert rows[0]["type"] == "race"
    for before, row in pairwise(rows):
        if row["type"] == "line" and " g" in row["text"] and " = " in row["text"]:
            assert before["type"] in ("turn", "line")
    piped = shell(f"""heat convert {file} --to events | grep '^{{"type":"line"' | head -1""")
    assert json.loads(piped.stdout) == {"type": "line", "text": "{first}"}


def test_turns(file):
    run = heat("convert", str(file), "--to", "turns")
    assert (run.returncode, run.stderr) == (0, "")
    rows = turns_of(run.stdout)
    assert list(rows[0]) == ["file", "race", *FIELDS]
    assert [row["race"] for row in rows] == ["1"] * 6 + ["2"] * 6
    blue, red, gray = rows[:3]
    facts = [blue[field] for field in FIELDS if field not in ("moved", "flips")]
    car = ["1", "1", "1", "blue", 'a "b"']
    assert facts == [
        *car,
        *[
            "3",
            "2 4 S",
            "10",
            "9",
            "0",
            "5",
            "0",
            "0",
            "0",
            "",
            "0",
            "0",
            "2",
            "1",
            "0",
            "",
            "g3 2 4 S; discard 2 3",
            "",
        ],
    ]
    assert len(blue["flips"].split()) == 1
    assert [row["moved"] for row in rows[:6]] == ["10", "5", "11", "11", "8", "9"]
    assert (red["boost"], red["cooled"], red["comments"]) == ("1", "1", "c")
    assert (gray["legend"], gray["gear"], gray["engine"], gray["tokens"]) == ("11", "", "", "legend 11")
    assert [row["round"] for row in rows[:6]] == ["1", "1", "1", "2", "2", "2"]


def test_marks_and_names_in_a_table(tmp_path):
    """Names that a spreadsheet would take for a formula are quoted; numbers are not."""
    file = tmp_path / "=race.hrn"
    text = without_hash(RACE).replace('"back\\\\slash\\\\"', '"=cmd(1)"').replace(r'"a \"b\""', '"@, \\"x\\""')
    file.write_text(text.replace("g3 2 4 S;", "g3 2 4 S {-1 note};"))
    rows = turns_of(heat("convert", str(file), "--to", "turns").stdout)
    assert {row["driver"] for row in rows} == {"'=cmd(1)", '\'@, "x"', "legend"}
    assert rows[0]["comments"] == "'-1 note"
    marked = next(text for n in range(60, 90) if "!" in (text := written(wide_spec(n), n)[0]))
    file.write_text(marked)
    rows = turns_of(heat("convert", str(file), "--to", "turns").stdout)
    assert {row["marks"] for row in rows} - {""}
    run = shell(f"cd {file.parent} && PYTHONPATH={ROOT} heat convert =race.hrn --to turns")
    assert {row["file"] for row in turns_of(run.stdout)} == {"'=race.hrn"}


@pytest.mark.parametrize("to", ["events", "turns", "record"])
def test_a_wrong_race_is_left_out_and_the_next_is_not(file, to):
    good = heat("convert", str(file), "--to", to).stdout
    text = file.read_text()
    file.write_text(text.replace("{first}\n", WRONG + "{first}\n").removeprefix("{first}\n"))
    run = heat("convert", str(file), "--to", to)
    assert run.returncode == 1
    assert run.stderr.startswith(f"{file}:15:")
    if to != "turns":
        assert run.stdout == good.replace("{first}\n", "").replace('{"type":"line","text":"{first}"}\n', "")
    else:
        assert {row["race"] for row in turns_of(run.stdout)} == {"2", "3"}


def test_a_cut_record_is_converted_as_far_as_it_goes(file):
    file.write_text(RACE[:-50])
    run = heat("convert", str(file), "--to", "record")
    assert run.returncode == 0
    assert run.stdout == RACE[: RACE.rindex("\n", 0, len(RACE) - 50) + 1]
    assert "cut in this line" in run.stderr


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no race in it"),
        (b'{"type":"race","track":"usa"}\n{"type":"result"}\n', "no race in it"),
        (b'{"type":"line","text":"nonsense"}\n', "1:1: a race begins with its head"),
        (b'{"type":"line","text":7}\n', "1: a row of type line has one line of a record as its text"),
        (b'{"type":"race"}\n{"type":"li', "2: no row; a JSON object with a type is right"),
        (b"\xff\xfe\x00", "1:1: no text; UTF-8 is right"),
        (b'{"type":' + b"[" * 100_000 + b"\n", "1:1: "),
    ],
)
def test_bad_input(file, content, says):
    file.write_bytes(content)
    for to in ("events", "record"):
        run = heat("convert", str(file), "--to", to)
        assert (run.returncode, run.stdout) == (1, "")
        assert f"{file}:{'' if says[0].isdigit() else ' '}{says}" in run.stderr
        assert "Traceback" not in run.stderr


def test_wrong_use(file):
    for arguments, says in (
        ([str(file)], "Missing option '--to'"),
        ([str(file), "--to", "pgn"], "'pgn' is not one of 'events', 'turns', 'record'"),
        (["none", "--to", "record"], "none: No such file or directory"),
    ):
        run = heat("convert", *arguments)
        assert (run.returncode, run.stdout) == (2, "")
        assert says in run.stderr
