"""heat stats: what drivers did, in numbers."""

import csv
import io
import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from tests.arena.helpers import driver, grid_of, rows_of
from tests.arena.helpers import inside as heat
from tests.shell import ROOT, shell

FOLDER = ROOT / "tests/golden/records"
RECORDS = sorted(
    str(path.relative_to(ROOT)) for name in ("core-*", "legends-0*") for path in FOLDER.glob(f"{name}.hrn")
)
RACES = {
    "a plain race": ("usa", "--legends", "2"),
    "with everything": ("japan", "--option", "weather=on", "--option", "garage=mixed", "-n", "2"),
    "with conceding": ("italia", "--option", "allow_concede=on", "--option", "mulligan=true"),
}
BOTS = ("name=A cmd=builtin:random", "name=A cmd=builtin:random", "name=C cmd=builtin:greedy")


def raced(file: Path, *options, drivers=BOTS):
    run = heat("race", *options, *grid_of(*drivers), "--laps", "1", "--seed", "5", "--record", str(file), "-q")
    assert run.returncode == 0, run.stderr
    return file


@pytest.fixture(scope="module", params=RACES)
def record(request, tmp_path_factory):
    return raced(tmp_path_factory.mktemp("record") / "race.hrn", *RACES[request.param])


# The first round of a race on USA, told by hand: black shifts up twice for 1 Heat and plays 4 4 S (Speed 9), blue plays
# 1 4 and boosts for 1 Heat (Speed 9), and slips 2. In round 2 black plays 2 2 S S in gear 4 (Speed 9), cools 1 by
# adrenaline and takes its +1 (Speed 10), slips 2, and crosses corner 1 (limit 7) for 3 Heat; blue, Speed 8, pays 1.
SMALL = """\
[Heat "1"]
[Rules "1"]
[Chance "1"]
[Track "usa"]
[Laps "1"]
[Seed "3"]
[Seat "black" "=greedy"]
[Seat "blue" "random"]
[Seat "green" "legend"]
1. black g3 4 4 S = 8/0 g3 v9 e5
   blue g2 1 4; boost; slip 2; discard 1 = 10/0 g2 v9 e5
   green legend 13 = 11/0
2. green legend 9 = 20/0
   blue g3 3 4 S; discard 3 = 18/0 g3 v8 e4
   black g4 2 2 S S; cool 1 adrenaline; adrenaline; slip 2; discard 0 1 = 20/1 g4 v10 e3
"""


@pytest.fixture
def small(tmp_path, monkeypatch):
    (tmp_path / "small.hrn").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    return "small.hrn"


def test_numbers_counted_by_hand(small):
    run = heat("stats", "--json", "--by", "colour", small)
    assert run.returncode == 0
    assert run.stderr == "small.hrn: ends without a result; valid up to line 15 (round 2, black)\n"
    rows = {row.pop("colour"): row for row in rows_of(run.stdout)}
    told = {colour: {key: value for key, value in row.items() if value} for colour, row in rows.items()}
    assert told == {
        "black": {
            "races": 1,
            "turns": 2,
            "mean_gear": 3.5,
            "gear_3": 1,
            "gear_4": 1,
            "mean_speed": 9.5,
            "adrenaline": 1,
            "slipstreams": 1,
            "slip_spaces": 2,
            "corners": 1,
            "corners_over": 1,
            "mean_over": 3.0,
            "heat": 4,
            "heat_shift": 1,
            "heat_corner": 3,
            "cooled": 1,
            "stress_played": 3,
        },
        "blue": {
            "races": 1,
            "turns": 2,
            "mean_gear": 2.5,
            "gear_2": 1,
            "gear_3": 1,
            "mean_speed": 8.5,
            "boosts": 1,
            "slipstreams": 1,
            "slip_spaces": 2,
            "corners": 1,
            "corners_over": 1,
            "mean_over": 1.0,
            "heat": 2,
            "heat_boost": 1,
            "heat_corner": 1,
            "stress_played": 1,
        },
        "green": {"races": 1, "turns": 2},
    }
    assert rows["green"]["mean_speed"] is rows["green"]["mean_place"] is rows["black"]["mean_under"] is None


PLAIN = {
    "turn": lambda row: {"turns": 1},
    "reveal": lambda row: {f"gear_{row['gear']}": 1, "stress_played": row["cards"].count("S")},
    "pay": lambda row: {"heat": row["n"], f"heat_{row['why']}": row["n"]},
    "corner": lambda row: {"corners": 1, "corners_over": row["speed"] > row["limit"]},
    "spin": lambda row: {"spins": 1, "stress_gained": row["stress"]},
    "cool": lambda row: {"cooled": row["n"]},
    "supercool": lambda row: {"supercooled": row["n"]},
    "reduce": lambda row: {"stress_shed": row["n"]},
    "clutter": lambda row: {"cluttered": 1},
    "out": lambda row: {f"out_{row['why']}": 1},
    "fault": lambda row: {f"fault_{row['code']}": 1},
    "move": lambda row: {
        "boosts": row["by"] == "boost",
        "adrenaline": row["by"] == "adrenaline",
        "slipstreams": row["by"] == "slip",
        "slip_spaces": row["moved"] * (row["by"] == "slip"),
    },
}


def placed(standing):
    if standing["place"] is None:
        return {}
    place = standing["place"]
    return {"placed": 1, "places": place, "points": standing["points"], "wins": place == 1, "podiums": place <= 3}


def summed(rows, names):
    """The sums of what `heat replay --json` prints, by driver."""
    sums = defaultdict(Counter)
    for row in rows:
        if row["type"] == "race":
            who = [names(i, seat) for i, seat in enumerate(row["seats"])]
            for name in who:
                sums[name]["races"] += 1
        for standing in row.get("standings", ()):
            sums[who[standing["seat"]]].update(placed(standing))
        if row["type"] in PLAIN:
            sums[who[row["seat"]]].update(PLAIN[row["type"]](row))
    return sums


NAMES = {
    "name": lambda i, seat: seat.get("name", "legend"),
    "colour": lambda i, seat: seat["colour"],
    "seat": lambda i, seat: i,
}


@pytest.mark.parametrize("by", NAMES)
def test_the_numbers_are_the_sums_of_the_events(record, by):
    expected = summed(rows_of(heat("replay", "--json", str(record)).stdout), NAMES[by])
    rows = rows_of(heat("stats", "--json", "--by", by, str(record)).stdout)
    assert {row[by] for row in rows} == set(expected)
    for row in rows:
        sums = expected[row.pop(by)]
        means = {key: row.pop(key) for key in [*row] if key.startswith("mean")}
        assert row == {key: sums[key] for key in row}
        assert set(+sums) - set(row) <= {"places"}
        assert means["mean_place"] == round(sums["places"] / sums["placed"], 4)


def test_mean_speed_is_that_of_the_record(record):
    text = record.read_text()
    for row in rows_of(heat("stats", "--json", "--by", "colour", str(record)).stdout):
        said = [int(n) for n in re.findall(rf"(?m)\b{row['colour']} .* v(\d+) e", text)]
        assert row["mean_speed"] == (round(sum(said) / len(said), 4) if said else None)
        assert sum(row[f"gear_{gear}"] for gear in (1, 2, 3, 4)) >= len(said)


def test_of_many_races_the_sums_are_those_of_each(tmp_path):
    """In one file or in several, and with stdin."""
    parts = RECORDS[:4]
    whole = tmp_path / "all.hrn"
    whole.write_text("".join((ROOT / part).read_text() for part in parts))
    run = heat("stats", "--csv", str(whole))
    assert run.returncode == 0
    assert heat("stats", "--csv", *parts).stdout == run.stdout
    assert shell(f"cat {whole} | heat stats --csv -").stdout == run.stdout
    third = heat("stats", "--csv", str(whole), "--race", "3").stdout
    assert third == heat("stats", "--csv", parts[2]).stdout
    heads = [row["turns"] for row in csv.DictReader(io.StringIO(run.stdout))]
    alone = [csv.DictReader(io.StringIO(heat("stats", "--csv", part).stdout)) for part in parts]
    assert sum(map(int, heads)) == sum(int(row["turns"]) for rows in alone for row in rows)


def test_a_table_for_people(golden):
    run = heat("stats", *RECORDS)
    assert (run.returncode, run.stderr) == (0, "")
    assert max(map(len, run.stdout.splitlines())) <= 120
    assert run.stdout == golden


def test_faults_by_code(tmp_path):
    wild = """
n = [0]
def answer(m):
    n[0] += 1
    if n[0] in (2, 4):
        say(type="act", id=m["id"], action="fly")
    elif n[0] == 6:
        sys.exit(1)
    else:
        first(m)
loop(answer)
"""
    file = raced(tmp_path / "race.hrn", "usa", "--on-fault", "retire", drivers=[driver(wild, name="W"), BOTS[2]])
    rows = {row["name"]: row for row in rows_of(heat("stats", "--json", str(file)).stdout)}
    assert {key: value for key, value in rows["W"].items() if "fault" in key and value} == {
        "fault_illegal": 2,
        "fault_exited": 1,
    }
    assert (rows["W"]["out_retired"], rows["W"]["mean_place"]) == (1, 2)
    table = heat("stats", str(file)).stdout
    assert re.search(r"(?m)^faults +illegal +exited\n(C +0 +0\n)?W +2 +1$", table)
    assert "faults" not in heat("stats", RECORDS[0]).stdout


def test_csv_has_no_cell_that_a_spreadsheet_takes_for_a_formula(small):
    for sign in "=+-@":
        Path(small).write_text(SMALL.replace("=greedy", f'{sign}1,2 \\"x\\"'))
        rows = list(csv.reader(io.StringIO(heat("stats", "--csv", small).stdout)))
        assert f'\'{sign}1,2 "x"' in [row[0] for row in rows]
        assert {len(row) for row in rows} == {len(rows[0])}
        [name] = [row["name"] for row in rows_of(heat("stats", "--json", small).stdout) if "1,2" in row["name"]]
        assert name == f'{sign}1,2 "x"'


def test_a_wrong_race_is_left_out_and_the_others_count(tmp_path):
    good = (ROOT / RECORDS[0]).read_text()
    file = tmp_path / "races.hrn"
    file.write_text(good + SMALL.replace("g3 4 4 S", "g9 4 4 S") + good)
    run = heat("stats", "--csv", str(file))
    assert run.returncode == 1
    assert re.match(rf"{file}:\d+:\d+: ", run.stderr)
    assert run.stdout == heat("stats", "--csv", RECORDS[0], RECORDS[0]).stdout


def test_wrong_input(small):
    for arguments, said in {
        ("none.hrn",): "none.hrn: No such file or directory",
        (".",): ".: Is a directory",
        (small, "--race", "2"): "small.hrn: no race 2, it has 1",
        (small, "--csv", "--json"): "--csv or --json: one of them",
        (small, "--by", "shoe"): "'shoe' is not one of",
    }.items():
        run = heat("stats", *arguments)
        assert (run.returncode, run.stdout) == (2, ""), arguments
        assert said in run.stderr
    Path("binary.hrn").write_bytes(bytes(range(256)) * 20)
    run = heat("stats", "binary.hrn")
    assert (run.returncode, run.stdout) == (1, "")
    Path("empty.hrn").write_text("")
    run = heat("stats", "empty.hrn")
    assert (run.returncode, run.stdout, run.stderr) == (1, "", "empty.hrn: no race in it\n")
