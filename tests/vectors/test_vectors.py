"""The recorded races replay; and the runner sees what it is there to see."""

import gzip
import json
from pathlib import Path

import pytest

from heatcli.record.replay import replays
from tests.vectors.__main__ import Writer, check_file, main
from tests.vectors.report import Report

SHARED = Path(__file__).resolve().parents[3] / "shared" / "vectors"
SAMPLE = Path(__file__).with_name("sample.jsonl.gz")
R32 = "R3.2, a cluttered hand may shift two steps for 1 Heat"


def run(path: Path) -> Report:
    report = Report()
    check_file(str(path), report)
    return report


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/vectors is not beside the checkout")
@pytest.mark.parametrize(
    ("name", "races", "departures", "not_yet"),
    [("core", 43, {R32: 1}, {}), ("legends", 27, {}, {}), ("geometry", 0, {}, {"draft distances": 1600})],
)
def test_the_shared_vectors_replay(name, races, departures, not_yet):
    report = run(SHARED / f"{name}.jsonl.gz")
    assert report.mismatches == []
    assert (report.races, dict(report.departures), dict(report.not_yet)) == (races, departures, not_yet)


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/vectors is not beside the checkout")
@pytest.mark.parametrize("name", ["garage", "weather", "expansions", "championship"])
def test_races_of_modules_are_owed_not_matched(name):
    report = run(SHARED / f"{name}.jsonl.gz")
    assert report.mismatches == []
    assert report.races == report.not_yet.total() > 0
    assert report.checks == 0


def test_the_sample_replays(capsys):
    assert main([str(SAMPLE)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("races 1 decisions ")


def records():
    return [json.loads(line) for line in gzip.open(SAMPLE, "rt")]


def change(record):
    """A small lie in a record, by its kind."""
    kind = record["t"]
    lies = {
        "plan": ("gear_now", 5),
        "reveal": ("heat_paid", 3),
        "flip": ("card", "4" if record.get("card") != "4" else "3"),
        "speed": ("pick", 99),
        "move": ("moved", 99),
        "react": ("cost", 99),
        "pay": ("n", 99),
        "slip": ("opts", []),
        "check": ("corners", [[1, 2, 3]]),
        "spinout": ("stress", 3),
        "discard_choice": ("opts", ["1"] * 7),
        "draw": ("cards", ["4", "4"]),
        "cp": ("engine", 99),
        "finish": ("place", 7),
        "end": ("rounds", 1),
        "gear_cooldown": ("n", 9),
    }
    return {**record, **dict([lies[kind]])} if kind in lies else None


KINDS = ["plan", "reveal", "flip", "speed", "move", "react", "pay", "slip", "check", "spinout", "discard_choice"]
KINDS += ["draw", "cp", "finish", "end", "gear_cooldown"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_lie_in_any_record_is_seen(tmp_path, kind):
    """And the race goes on from the next checkpoint: one lie costs few mismatches."""
    told = records()
    at = next(i for i, record in enumerate(told) if record["t"] == kind and i > 20)
    told[at] = change(told[at])
    file = jsonl(tmp_path, told)
    report = run(file)
    assert f"record {at} ({kind})" in report.mismatches[0]
    assert main([str(file)]) == 1


@pytest.mark.parametrize("kind", ["reveal", "flip", "speed", "gear_cooldown"])
def test_a_car_is_taken_over_from_its_checkpoint(tmp_path, kind):
    """All but the lost turn is compared; the next car's first event may be lost with it."""
    told = records()
    at = next(i for i, record in enumerate(told) if record["t"] == kind and i > 300)
    told[at] = change(told[at])
    report = run(jsonl(tmp_path, told))
    assert len(report.mismatches) <= 2
    assert report.decisions > 160


def jsonl(folder, told):
    file = folder / "races.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in told))
    return file


def driven(lines):
    """The records driven again; none of them is wrong or cut."""
    for replay in replays([f"{line}\n" for line in lines]):
        assert (replay.findings, replay.cut) == ([], False)
        yield replay


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/vectors is not beside the checkout")
@pytest.mark.parametrize(("name", "races"), [("core", 43), ("legends", 27)])
def test_the_shared_races_are_right_as_records(name, races):
    lines: list[str] = []
    check_file(str(SHARED / f"{name}.jsonl.gz"), Report(), Writer(lines.append))
    assert [replay.why for replay in driven(lines)] == ["finished"] * races


def test_the_sample_becomes_a_record(tmp_path, capsys):
    """Twice in a row, with a blank line between; the report goes to stderr."""
    file = jsonl(tmp_path, [*records(), *records()])
    assert main(["--to-record", str(file)]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err.startswith("races 2 decisions ")
    assert [lines[i - 1][0] for i, line in enumerate(lines) if line == "{core-002}"] == ["#", "#"]
    assert lines.count("") == 1
    assert len(list(driven(lines))) == 2


def test_races_of_modules_become_no_records(tmp_path, capsys):
    told = records()
    told[0]["event"] = 1
    file = jsonl(tmp_path, [*told, *records()])
    assert main(["--to-record", str(file)]) == 0
    out, err = capsys.readouterr()
    assert err.splitlines()[0] == "not yet races with championship: 1"
    assert out.startswith("[Heat ")
    assert main(["--to-record", "--strict", str(file)]) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_ends_where_the_race_differs(tmp_path, capsys, kind):
    told = records()
    at = next(i for i, record in enumerate(told) if record["t"] == kind and i > 20)
    told[at] = change(told[at])
    assert main(["--to-record", str(jsonl(tmp_path, told))]) == 1
    out, err = capsys.readouterr()
    assert f"record {at} ({kind})" in err
    (replay,) = driven(out.splitlines())
    assert replay.why == ("finished" if kind == "end" else "interrupted")


@pytest.mark.parametrize("kind", ["race", "shuffle"])
def test_other_cards_in_a_pile_end_a_record(tmp_path, capsys, kind):
    told = records()
    record = next(record for record in told if record["t"] == kind)
    deck = (record["cars"][0] if kind == "race" else record)["deck"]
    deck[deck.index("stress")] = "4"
    assert main(["--to-record", str(jsonl(tmp_path, told))]) == 1
    assert "has other cards than the pile shuffled here" in capsys.readouterr().err


@pytest.mark.parametrize(("text", "says"), [("nonsense\n", "line 1 is not JSON"), ("[1]\n", "line 1 is no record")])
def test_files_that_are_no_vectors(tmp_path, capsys, text, says):
    file = tmp_path / "x.jsonl"
    file.write_text(text)
    assert main([str(file)]) == 2
    assert says in capsys.readouterr().err
    assert main([]) == 2
    assert main([str(tmp_path / "nowhere.jsonl")]) == 2
