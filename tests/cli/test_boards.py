"""`heat tracks check` and `heat tracks import`: boards of one's own and boards from elsewhere."""

import json

from heatcli.cli.tracks import WORDS
from heatcli.data import load
from tests.data.circuits import circuit
from tests.data.test_own_files import OVAL
from tests.shell import heat, shell


def test_no_board_is_called_like_a_word():
    assert not {"show", *WORDS} & {*load.track_ids()}


def test_check_says_all_and_exits_1_only_for_what_cannot_race(tmp_path):
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(OVAL)
    bad.write_text(OVAL.replace("limit = 4", "limit = 0").replace("laps = 3", "laps = 0"))
    run = heat("tracks", "check", str(good))
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.splitlines()[0] == (
        f"{good}: odd: press: no corner for C D E; an event card that names one cannot be raced here"
    )
    assert run.stdout.splitlines()[-1] == f"{good}: races, 3 odd"
    run = heat("tracks", "check", str(good), str(bad))
    assert run.returncode == 1
    assert run.stdout.splitlines()[-3:] == [
        f"{bad}: laps: Expected `int` >= 1",
        f"{bad}: corners[0].limit: Expected `int` >= 1",
        f"{bad}: cannot race: 2 findings",
    ]
    rows = [json.loads(line) for line in heat("tracks", "check", "--json", str(good), str(bad)).stdout.splitlines()]
    assert [(row["type"], row["races"], len(row["wrong"]), len(row["odd"])) for row in rows] == [
        ("board", True, 0, 3),
        ("board", False, 2, 0),
    ]


def test_an_imported_circuit_is_raced_by_its_record_s_name(tmp_path):
    drawn, board = tmp_path / "Ma Boucle.heat", tmp_path / "own.toml"
    drawn.write_text(json.dumps(circuit(load.load_track("italia")) | {"id": "Ma Boucle", "name": "Ma Boucle"}))
    run = heat("tracks", "import", str(drawn), "-o", str(board))
    assert (run.returncode, run.stdout) == (0, "")
    assert run.stderr == f"{drawn}: odd: id 'Ma Boucle': written ma-boucle; small letters, digits and - are right\n"
    assert heat("tracks", "check", str(board)).stdout == f"{board}: races\n"
    assert heat("tracks", str(board)).stdout.startswith("Ma Boucle (ma-boucle, own box): 54 spaces, 3 laps, 6 Heat")
    run = shell(
        f"heat race '{board}' -d builtin:first --laps 1 --seed 1 -q --record - | heat validate --track '{board}' -"
    )
    assert run.stdout.endswith(": valid\n"), run.stderr
    piped = shell(f"heat tracks import - < '{drawn}' 2> /dev/null")
    assert piped.stdout == board.read_text()


def test_a_circuit_that_cannot_race_is_not_written(tmp_path):
    drawn, board = tmp_path / "a.heat", tmp_path / "own.toml"
    drawn.write_text(json.dumps(circuit(load.load_track("italia")) | {"cells": {}}))
    run = heat("tracks", "import", str(drawn), "-o", str(board))
    assert (run.returncode, run.stdout, board.exists()) == (1, "", False)
    assert run.stderr.splitlines()[0] == f"{drawn}: cells: missing; an object with a cell for each spot is right"
    assert ": cannot race: 1 finding" in run.stderr.splitlines()[-1]
    for arguments in (("tracks", "import", "nowhere.heat"), ("tracks", "check", "nowhere.toml")):
        run = heat(*arguments)
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr.startswith("heat: nowhere.")
    run = heat("tracks", "import", "tracks/usa.toml")
    assert run.returncode == 1
    assert run.stderr.startswith("tracks/usa.toml: not JSON: ")
    drawn.write_text(json.dumps(circuit(load.load_track("italia"))))
    run = heat("tracks", "import", str(drawn), "-o", "/no/such/folder/a.toml")
    assert (run.returncode, run.stderr.splitlines()[-1]) == (
        2,
        "heat: /no/such/folder/a.toml: No such file or directory",
    )
