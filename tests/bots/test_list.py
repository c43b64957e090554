"""heat bot list: the shipped bots."""

from pathlib import Path

from heatcli.arena.players import PLAYERS
from tests.arena.helpers import BOTS, rows_of
from tests.arena.helpers import inside as heat


def test_every_bot_has_a_row():
    run = heat("bot", "list")
    assert (run.returncode, run.stderr) == (0, "")
    head, *rows, blank, where = run.stdout.splitlines()
    assert head.split() == ["name", "driver", "file", "options", "what", "it", "is"]
    assert [row[14:].split()[:3] for row in rows] == [
        ["builtin:cautious", "cautious.py", "-"],
        ["builtin:first", "first.py", "-"],
        ["-", "first_legal.py", "-"],
        ["builtin:greedy", "greedy.py", "-"],
        ["builtin:planner", "planner.py", "worlds"],
        ["builtin:racer", "racer.py", "-"],
        ["builtin:random", "random_legal.py", "-"],
    ]
    assert rows[6].endswith("  A Heat bot that plays at random.")
    assert (blank, where) == ("", f"The files are in {BOTS}; each races as a program too.")


def test_json_has_an_object_a_bot():
    rows = rows_of(heat("bot", "list", "--json").stdout)
    assert {row["builtin"] for row in rows} == {None, *(f"builtin:{name}" for name in PLAYERS)}
    assert all(list(row) == ["name", "builtin", "file", "what", "options"] for row in rows)
    assert all(Path(row["file"]).is_file() for row in rows)
    assert {row["name"] for row in rows} == {
        "cautious",
        "first",
        "first legal",
        "greedy",
        "planner",
        "racer",
        "random legal",
    }
    options = {row["name"]: row["options"] for row in rows}
    assert [option["name"] for option in options.pop("planner")] == ["worlds"]
    assert [*options.values()] == [[]] * 6
