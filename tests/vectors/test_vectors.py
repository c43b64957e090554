"""The recorded races replay; and the runner sees what it is there to see."""

import gzip
import json
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from heatcli.record.replay import replays
from tests.vectors.__main__ import check_file, main
from tests.vectors.react import R314, R316, R317_SPEED
from tests.vectors.replay import R32, R44, R52, Replay
from tests.vectors.report import Report
from tests.vectors.setup import seats_of, track_of
from tests.vectors.words import distance, spot

SHARED = Path(__file__).resolve().parents[3] / "shared" / "vectors"
SAMPLE = Path(__file__).with_name("sample.jsonl.gz")
OFFERED = "R3.17, offered: "
PICKED = "R3.17, picked: "
LOST_AT_MOST = 0.005  # of the decisions of a file

DEPARTURES: dict[str, dict[str, int]] = {
    "core": {R32: 1},
    "legends": {},
    "garage": {
        R316: 4,
        R317_SPEED: 3,
        **{OFFERED + verb: n for verb, n in {"accelerate": 2, "boost": 41, "reduce": 2, "scrap": 14}.items()},
        **{PICKED + verb: n for verb, n in {"boost": 4, "scrap": 6}.items()},
    },
    "weather": {
        R317_SPEED: 2,
        **{OFFERED + verb: n for verb, n in {"boost": 17, "scrap": 6}.items()},
        **{PICKED + verb: n for verb, n in {"boost": 3, "scrap": 1}.items()},
    },
    "expansions": {
        R317_SPEED: 2,
        **{OFFERED + verb: n for verb, n in {"boost": 40, "reduce": 8, "scrap": 6}.items()},
        **{PICKED + verb: n for verb, n in {"boost": 1, "reduce": 3, "scrap": 3}.items()},
    },
    "championship": {
        R314: 3,
        R316: 4,
        R317_SPEED: 22,
        **{OFFERED + verb: n for verb, n in {"boost": 61, "reduce": 4, "scrap": 33}.items()},
        **{PICKED + verb: n for verb, n in {"boost": 12, "reduce": 2, "scrap": 12}.items()},
        R44: 9,
        R52: 1,
    },
    "geometry": {},
}
"""As the table of FORMAT.md has them, by file."""

RACES = {"core": 43, "legends": 27, "garage": 40, "weather": 27, "expansions": 40, "championship": 46, "geometry": 0}


def run(path: Path) -> Report:
    report = Report()
    check_file(str(path), report)
    return report


needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/vectors is not beside the checkout")


@needs_shared
@pytest.mark.parametrize("name", DEPARTURES)
def test_the_shared_vectors_replay(name):
    """Nothing differs but what the rulings ask for, and that is as often as it should be."""
    report = run(SHARED / f"{name}.jsonl.gz")
    assert report.mismatches == []
    assert report.races == RACES[name]
    assert dict(report.departures) == DEPARTURES[name]
    assert report.lost_share < LOST_AT_MOST


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


MODULES = {
    "race": ("garage", {"corners": []}),
    "round": ("garage", {"order": []}),
    "adrenaline_speed": ("garage", {"speed": 99}),
    "scrap": ("garage", {"card": "upgrade:60"}),
    "reduce": ("garage", {"cards": ["stress"] * 9}),
    "cooldown": ("garage", {"n": 9}),
    "salvage": ("garage", {"cards": ["5"]}),
    "salvage_choice": ("garage", {"discard": []}),
    "direct": ("garage", {"speed": 99}),
    "accelerate": ("garage", {"n": 99}),
    "refresh_choice": ("garage", {"opts": []}),
    "refresh": ("garage", {"card": "5"}),
    "cannot_pay": ("garage", {"space": 1, "lap": 9}),
    "unpaid": ("garage", {"cards": []}),
    "lost": ("garage", {"cards": []}),
    "super_cool_choice": ("weather", {"heat_in_discard": 99}),
    "super_cool": ("weather", {"n": 9}),
    "sponsor": ("championship", {"cards": ["sponsor:86"]}),
    "sponsor_reason": ("championship", {"why": "smile"}),
    "eliminated": ("championship", {"car": 0}),
    "scores": ("championship", {"scores": []}),
}
"""Lies in records that the sample has not, and where to find them."""


@cache
def races(name):
    """The races of a shared file, each a list of records."""
    found = []
    with gzip.open(SHARED / f"{name}.jsonl.gz", "rt") as lines:
        for record in map(json.loads, lines):
            if record["t"] == "race":
                found.append([])
            found[-1].append(record)
    return found


def lied(name, kind, lie):
    """The first race with such a record, and that record changed."""
    told = next(race for race in races(name) if any(record["t"] == kind for record in race))
    at = next(i for i, record in enumerate(told) if record["t"] == kind)
    if kind == "eliminated":
        lie = {"car": next(car["car"] for car in told[0]["cars"] if car["car"] != told[at]["car"])}
    return [*told[:at], {**told[at], **lie}, *told[at + 1 :]], at


@needs_shared
@pytest.mark.parametrize("kind", MODULES)
def test_a_lie_about_modules_is_seen(tmp_path, kind):
    """Choices are read with the decision before them."""
    told, at = lied(MODULES[kind][0], kind, MODULES[kind][1])
    report = run(jsonl(tmp_path, told))
    number = int(report.mismatches[0].split()[2])
    assert at - 2 <= number <= at
    assert number == at or kind in ("salvage_choice", "super_cool_choice", "unpaid")


@needs_shared
@pytest.mark.parametrize(
    ("option", "lie"),
    [
        ("heat", {"src": []}),
        ("scrap", {"src": []}),
        ("cooldown", {"max": 9}),
        ("super-cool", {"src": []}),
        ("reduce", {"ok": 0}),
        ("salvage", {"ok": 0}),
        ("direct", {"src": []}),
        ("accelerate", {"n": 9}),
        ("draft", {"min": 3}),
        ("heated-boost", {"free": 1}),
        ("adrenaline", {"ok": 0}),
    ],
)
def test_a_lie_about_an_offer_is_seen(tmp_path, option, lie):
    told, at, offer = next(
        (race, i, offer)
        for race in [*races("expansions"), *races("garage")]
        for i, record in enumerate(race)
        if record["t"] == "react"
        for offer in record["opts"]
        if offer["sym"] == option and offer["ok"] and (not offer.get("free") or option != "heated-boost")
    )
    options = [{**other, **lie} if other is offer else other for other in told[at]["opts"]]
    report = run(jsonl(tmp_path, [*told[:at], {**told[at], "opts": options}, *told[at + 1 :]]))
    assert f"record {at} (react)" in report.mismatches[0]
    assert len(report.mismatches) <= 2


def jsonl(folder, told):
    file = folder / "races.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in told))
    return file


def driven(lines):
    """The records driven again; none of them is wrong or cut."""
    for replay in replays([f"{line}\n" for line in lines]):
        assert (replay.findings, replay.cut) == ([], False)
        yield replay


NO_RECORD = {"core": 0, "legends": 0, "garage": 27, "weather": 15, "expansions": 17, "championship": 117}
"""Turns that no record has: from a departure to the end of its round, and Legends without a rival."""


@needs_shared
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if name in ("core", "garage") else []) for name in NO_RECORD]
)
def test_the_shared_races_are_right_as_records_and_come_to_the_same_checkpoints(name):
    """Every turn of every record is a checkpoint of the file; and what is written again is the same for good."""
    told = missing = 0
    others = []
    for race in races(name):
        lines, wanted = [], checkpoints(race)
        Replay(race, Report(), lines.append).run()
        for replay in driven(lines):
            turns = [line for line in replay.chunk.body if " = " in line.text]
            for turn in islice(turn_ends(replay.game.log), len(turns)):
                if wanted.pop(turn[:2]) not in (turn[2:], R44):
                    others.append((race[0]["id"], *turn[:2]))
            told += len(turns)
        missing += len(wanted)
    assert missing == NO_RECORD[name]
    assert others == ([("championship-035", 15, 4)] if name == "championship" else [])  # R5.2
    assert told > 2_000


def checkpoints(race):
    """By round and seat: distance, spot, and what cars with a hand have."""
    seats, track, found, number = seats_of(race[0]), track_of(race[0]), {}, 0
    legends = [seats[car["car"]] for car in race[0]["cars"] if car["kind"] == "legend"]
    for record in race:
        if record["t"] == "round":
            number = record["n"]
        elif record["t"] == "cp" and number and record["space"] is None:
            found[number, seats[record["car"]]] = R44
        elif record["t"] == "cp" and number:
            place = (distance(track, record["space"], record["lap"]), spot(track, record["space"], record["lane"]))
            seat = seats[record["car"]]
            if seat in legends:
                found[number, seat] = place
            else:
                piles = (len(record["hand"]), record["deck"], len(record["discard"]))
                found[number, seat] = (*place, record["gear"], record["engine"], *piles)
    return found


def turn_ends(log):
    """Round, seat and what checkpoints have."""
    number = 0
    for event in log:
        if event[0] == "round":
            number = event[1]
        elif event[0] == "turn":
            _, seat, place, side, gear, *cards = event
            yield (number, seat, place, side, *([gear, *cards] if sum(cards) else []))


def test_the_sample_becomes_a_record(tmp_path, capsys):
    """Twice in a row; the report goes to stderr."""
    file = jsonl(tmp_path, [*records(), *records()])
    assert main(["--to-record", str(file)]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err.startswith("races 2 decisions ")
    assert [lines[i - 1][0] for i, line in enumerate(lines) if line == "{core-002}"] == ["#", "#"]
    assert len(list(driven(lines))) == 2


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
    assert "other cards than the file's" in capsys.readouterr().err


@pytest.mark.parametrize(("text", "says"), [("nonsense\n", "line 1 is not JSON"), ("[1]\n", "line 1 is no record")])
def test_files_that_are_no_vectors(tmp_path, capsys, text, says):
    file = tmp_path / "x.jsonl"
    file.write_text(text)
    assert main([str(file)]) == 2
    assert says in capsys.readouterr().err
    assert main([]) == 2
    assert main([str(tmp_path / "nowhere.jsonl")]) == 2
