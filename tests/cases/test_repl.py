"""Part 5 of the cases: what interactive shells get wrong."""

import subprocess
import sys

import pytest

from heatcli.repl import panel
from heatcli.repl.plain import converse
from heatcli.repl.text import plain
from tests.repl.kit import position, read, season, table, tokens, typed
from tests.shell import ROOT

DECK = " deck 1 2 3 4 1 2 3 4 0 5 S S H"
BLUE = "1/0 g2 e6 hand 1 1 2 2 3 3 5"


def played(script: str, home, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`heat play` in a pipe, with a home of its own."""
    env = {"HOME": str(home), "PATH": "/usr/bin:/bin", "COLUMNS": "100"}
    command = [sys.executable, "-m", "heatcli", "play", *arguments]
    return subprocess.run(command, cwd=ROOT, env=env, input=script, capture_output=True, text=True, timeout=60)


def test_i01_an_empty_line_does_nothing():
    session = table("usa", ("you", "first"), seed="i01")
    typed(session, "1")
    held = session.match.record()
    for line in ("", "   ", "\t", "\r", "# a comment"):
        assert typed(session, line) == []
        assert session.match.record() == held


# I03, Ctrl-C, is proved on a real terminal: tests/repl/test_shell.py.


def test_i04_the_reader_closes_the_pipe(tmp_path):
    script = "\n".join(["log", "map", "?"] * 2000)
    (tmp_path / "script").write_text(script)
    heat = f'"{sys.executable}" -m heatcli play --seed 4'
    run = subprocess.run(
        ["bash", "-c", f"{heat} < {tmp_path}/script | head -1; exit ${{PIPESTATUS[0]}}"],
        cwd=ROOT,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count("\n") == 1


def test_i05_scripts_with_crlf_a_bom_and_comments(tmp_path):
    lines = ["# a race", "1", "", "done", "log", "quit"]
    unix = played("\n".join(lines) + "\n", tmp_path / "unix", "--seed", "5")
    windows = played("\ufeff" + "\r\n".join(lines) + "\r\n", tmp_path / "windows", "--seed", "5")
    assert unix.returncode == 0
    assert windows.stdout == unix.stdout
    assert windows.stderr == unix.stderr == ""


def test_i10_who_is_awaited_is_named():
    session = table("usa", ("player-1", "player-2", "player-3"), seed="i10")
    assert panel.asked(session.scene()) == "black: plan (then blue, green)"
    typed(session, "1")
    assert panel.asked(session.scene()) == "blue: plan (then green)"
    assert session.prompt == "blue plan> "
    typed(session, "1")
    assert panel.asked(session.scene()) == "green: plan"


def test_i11_after_a_mulligan_the_new_hand_is_what_counts():
    session = table("usa", ("you", "first"), seed="i11", mulligan=True)
    old = list(session.scene().seen.hand)
    assert session.prompt == "mulligan> "
    typed(session, "mulligan")
    assert session.prompt == "plan> "
    assert list(session.scene().seen.hand) != old
    plan = next(text for text in session.tokens() if text.startswith("g2"))
    typed(session, plan)
    assert tokens(session) == ["mulligan", plan]


def test_i12_a_chance_that_would_be_lost_is_told_once():
    cars = {"red": "3/0 g2 e4 hand U34 1 2 3 4 5 5" + DECK, "blue": BLUE}
    session = position("usa", cars, machine=False)
    typed(session, "2 U34 1")
    typed(session, "pass")
    assert session.prompt == "discard> "
    [warning] = typed(session, "pass")
    assert "refresh U34" in warning
    assert "Type it again" in warning
    assert session.prompt == "discard> "
    typed(session, "pass")
    assert session.prompt == "plan> "


def test_i12_scripts_are_not_asked_twice():
    cars = {"red": "3/0 g2 e4 hand U34 1 2 3 4 5 5" + DECK, "blue": BLUE}
    session = position("usa", cars)
    assert typed(session, "2 U34 1", "pass", "pass") == []
    assert session.prompt == "plan> "


def test_i12_another_line_between_asks_again():
    cars = {"red": "3/0 g2 e4 hand U34 1 2 3 4 5 5" + DECK, "blue": BLUE}
    session = position("usa", cars, machine=False)
    typed(session, "2 U34 1", "pass")
    assert typed(session, "pass")
    assert typed(session, "discard 2")
    assert session.prompt == "discard> "


@pytest.mark.parametrize("line", ["salvage U22", "0", "done"])
def test_i14_up_to_n_is_none_too(line):
    cars = {"red": "3/0 g2 e4 hand U22 1 2 3 4 5 5 deck 1 1 2 2 3 3 4 4 discard 4 3 H S", "blue": BLUE}
    session = position("usa", cars)
    typed(session, "2 U22 1")
    assert "salvage U22" in session.tokens()
    typed(session, line)
    assert tokens(session)[1] in ("salvage U22", "pass")
    assert session.match.state.cars[0].discard.count(session.match.spec.catalogue.ids["4"]) == 1


def test_i15_a_choice_that_is_none_is_told_and_passed_over():
    cars = {"red": "3/0 g2 e4 hand 1 2 S S H H S deck 1 2 3 4 1 2 3 4", "blue": BLUE}
    for _ in range(2):
        session = position("usa", cars)
        assert typed(session, "2 1 2", "cool 1 gear", "pass") == ["(discard: nothing in your hand may go)"]
        assert session.prompt == "plan> "
        typed(session, "undo")
        assert session.prompt == "react> "


def test_i16_cars_at_home_and_cars_that_are_out():
    cars = {
        "red": "100/0 g2 e6 hand 1 1 2 2 3 3 5" + DECK,
        "blue": "137/0 g1 e6 hand 1 1 2 2 3 3 5",
        "green": "30/0 g4 e0 hand 5 5 4 4 4 4 5",
    }
    session = position("usa", cars, names=("first", "racer"), spin_out_eliminates=True)
    typed(session, "2 1 1", "pass", "pass")
    rows = plain(panel.cars(session.scene())).split("\n")
    assert [row.split()[2] for row in rows[1:]] == ["first", "you", "racer"]
    assert rows[1].endswith("home, 1")
    assert "2:33" in rows[2]
    assert rows[3].endswith("out, 3")


def test_i16_the_table_of_cars():
    session = table("usa", ("you", "first", "first"), seed="i16")
    scene = session.scene()
    cars = list(scene.seen.cars)
    cars[1] = cars[1]._replace(status=1, place=1, distance=140)
    cars[2] = cars[2]._replace(status=3, place=3, distance=30)
    shown = plain(panel.cars(scene._replace(seen=scene.seen._replace(cars=tuple(cars))))).split("\n")
    assert shown[1].endswith("home, 1")
    assert "grid" in shown[2]
    assert shown[3].endswith("out, 3")


def test_i17_names_places_points_and_reasons_at_the_end():
    session = table("usa", ("you", "racer"), 2, seed="i17")
    shown = []
    converse(session, ["resign"], shown.append)
    end = "\n".join(shown[-5:])
    assert "1  racer (blue): finished" in end
    assert "4  you (black): retired, lap 1 of 2 in round 1" in end
    assert "Legend (" in end


def test_i17_a_season_has_points():
    said = read(season(), "auto racer", "", "quit")
    assert "point" in said
    assert "season 1961 after race 1 of 3" in said
