"""The bench: all figures are there, a run is the same races however it is measured, its files come back."""

import json

import msgspec
import pytest

from heatcli.arena import bench, bench_wire
from heatcli.arena.bench import Figure, Report
from heatcli.core.specs import Spec, seat_cars
from heatcli.data.load import catalogue, legends, load_track
from heatcli.errors import DataError
from tests.arena.helpers import inside
from tests.shell import heat

FIGURES = {
    "base game": ["random decisions", "random races", "cautious decisions", "cautious races"],
    "all modules": ["all modules decisions", "all modules races"],
    "search": ["clone", "legal list", "view", "resample", "roll-out"],
    "notation": [
        "token written",
        "token read",
        "in memory decisions",
        "written down decisions",
        "written down / in memory",
        "validated decisions",
        "validated / in memory",
    ],
    "start-up": ["heat --version", "bare Python", "import click", "heat --version / import click"],
    "processes": ["random in 1 process races", "random in 2 processes races"],
}


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """What `heat bench --json` says of one race a batch, in processes too; in a file."""
    run = heat("bench", "-n", "2", "-j", "2", "--json")
    assert (run.returncode, run.stderr) == (0, "")
    file = tmp_path_factory.mktemp("bench") / "old.json"
    file.write_text(run.stdout)
    return file


def test_every_figure_is_there_and_positive(measured):
    figures = bench.read_report(measured).figures
    assert list(figures) == [name for names in FIGURES.values() for name in names]
    for group, names in FIGURES.items():
        for name in names:
            assert figures[name].group == group
            assert figures[name].value > 0
            assert figures[name].more == (figures[name].unit in ("/s", "×") and not name.startswith("heat"))


def test_it_says_what_it_was_measured_on(measured):
    report = json.loads(measured.read_text())
    assert (report["races"], report["compiled"]) == (2, bench.is_compiled())
    assert report["cpus"] >= 1
    assert report["python"].count(".") == 2


def test_races_are_the_same_in_any_number_of_processes(measured):
    signatures = bench.read_report(measured).signatures
    assert signatures["random"] == signatures["random in 1 process"] == signatures["random in 2 processes"]
    assert len(set(signatures.values())) == 3


def test_every_batch_has_a_signature_of_its_own_that_stays():
    """As over the last rules: a change of these is a change of the game, and is told in the commit."""
    for spec, chooser in (
        (bench.usa(), bench.Random),
        (bench.usa(), bench.Cautious),
        (bench.everything(), bench.Random),
    ):
        first, again = (bench.play(spec, 0, chooser)[0] for _ in range(2))
        assert first.log == again.log


def test_the_race_of_all_modules_has_them_all():
    spec = bench.everything()
    state, decisions = bench.play(spec, 0, bench.Random)
    assert decisions > 300
    assert {"base", "heavy-rain", "tunnel-vision", "rocky-roads"} == set(spec.boxes)
    assert spec.rules.press
    assert spec.rules.sponsorships
    assert state.weather >= 0
    assert all(len(car.garage) >= 3 for car in state.cars)


def test_a_run_is_compared_to_a_file(measured):
    run = heat("bench", "-n", "2", "--compare", str(measured))
    assert (run.returncode, run.stderr) == (0, "")
    line = next(line for line in run.stdout.splitlines() if line.startswith("search"))
    *_, old, new, unit, better = line.split()
    assert (float(old) > 0, float(new) > 0, unit, float(better) > 0) == (True, True, "µs", True)
    missing = next(line for line in run.stdout.splitlines() if "random in 2 processes races" in line)
    assert missing.split()[-2:] == ["-", "/s"]
    assert "signature" not in run.stdout.splitlines()[-1]


def report(figures=None, signature="aa", races=1) -> Report:
    return Report("3.13.0", False, 2, races, {"random": 800}, {"random": signature}, figures or {})


def test_other_races_are_told_in_words():
    assert bench.signature_notes(report(), report()) == []
    assert bench.signature_notes(report(), report(signature="bb")) == [
        "random: the races are others: signature aa was, bb is"
    ]
    assert bench.signature_notes(report(races=2), report(signature="bb")) == [
        "batches of 2 and 1 races: their signatures cannot be compared"
    ]


@pytest.mark.parametrize(
    ("old", "new", "more", "better"),
    [
        (1.0, 2.0, True, 2.0),
        (1.0, 2.0, False, 0.5),
        (None, 2.0, True, None),
        (1.0, None, True, None),
        (0, 1, True, None),
    ],
)
def test_more_than_one_is_better(old, new, more, better):
    figures = [None if value is None else Figure("", value, "", more) for value in (old, new)]
    assert bench.ratio(*figures) == better


def test_reports_round_trip(tmp_path):
    file = tmp_path / "r.json"
    file.write_bytes(msgspec.json.encode(report({"clone": Figure("search", 3.5, "µs", False)})))
    assert bench.read_report(file) == report({"clone": Figure("search", 3.5, "µs", False)})


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b"{}", b'{"figures": 1}', b"\xff\xfe", b'{"rates": [], "costs": {}}']
)
def test_a_file_that_is_none_gets_one_sentence(tmp_path, content):
    file = tmp_path / "old.json"
    file.write_bytes(content)
    run = heat("bench", "--compare", str(file))
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(f"heat: {file}: not what `heat bench --json` writes: ")
    assert run.stderr.count("\n") == 1


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(DataError, match=r"none\.json: No such file or directory$"):
        bench.read_report(tmp_path / "none.json")
    with pytest.raises(DataError, match=r"Is a directory$"):
        bench.read_report(tmp_path)


def test_usage():
    assert "do not go together" in heat("bench", "--json", "--compare", "x").stderr
    assert heat("bench", "-j", "0").returncode == 2


def test_what_the_referee_costs_is_measured_on_the_lines_of_real_races(monkeypatch):
    """Every decision of the races is in the recording, the plans of all cars are asked at once."""
    monkeypatch.setattr(bench_wire, "ROUNDS", 1)
    monkeypatch.setattr(bench_wire, "DECISIONS", 10)
    found = bench_wire.cost(2)
    assert found.decisions > 100
    assert found.referee > 0 < found.bare
    assert found.ratio == pytest.approx(found.referee / found.bare)
    turns = bench_wire._recorded(Spec(load_track("usa"), seat_cars(2, 0), catalogue(), legends()), 1)
    assert sum(len(turn.asked) for turn in turns) == found.decisions
    assert max(len(turn.asked) for turn in turns) == 2
    assert all(turn.asked for turn in turns[:-1])


def test_bench_wire_prints_both(monkeypatch):
    monkeypatch.setattr(bench_wire, "cost", lambda cars: bench_wire.Cost(9, 3e-5 * cars, 2e-5 * cars, 1.5))
    run = inside("bench", "--wire")
    assert run.returncode == 0
    said = [" ".join(line.split()) for line in run.stdout.splitlines()]
    assert "one bot, referee / recording 1.50 ×" in said
    assert "six bots, referee 180.0 µs" in said
    assert "signature" not in run.stdout
