"""Sessions as a pipe sees them: every module at least once, line by line, to be looked at."""

from textwrap import wrap

import pytest

from heatcli.data.load import track_ids
from heatcli.repl.asking import typed
from heatcli.repl.screen import screen
from heatcli.repl.text import plain
from tests.repl.kit import position, read, season, table

DECK = " deck 1 2 3 4 1 2 3 4 0 5 S S H"


def first_race():
    return table("usa", ("you",), 5, seed="first"), [
        "?",
        "2 3 4",
        "pass",
        "pass",
        "hint",
        "odds g2",
        "list",
        "auto",
        "log",
        "why",
    ]


def garage_draft():
    session = table("japan", ("you", "racer", "greedy"), 0, seed="garage", garage="mixed", weather=True)
    return session, ["?", "cards", "1", "undo", "hint", "2", "1", "1", "map", "cards", "1", "1", "1"]


def tunnel():
    cars = {"red": "13/0 g2 e3 hand 1 2 3 S S H H" + DECK, "blue": "12/0 g2 e6 hand 1 1 2 2 3 3 5"}
    return position("espana", cars), ["? tunnel", "strip", "g2 1 2", "pass", "why", "1"]


def flooded():
    cars = {"red": "46/0 g3 e3 hand 1 2 3 4 S 5 0" + DECK, "blue": "44/0 g2 e6 hand 1 1 2 2 3 3 5"}
    return position("japan", cars), ["? flooded", "odds g1", "g2 1 2", "pass", "log", "why"]


def weather():
    cars = {"red": "10/0 g2 e3 hand 1 2 3 4 H H 5" + DECK, "blue": "4/0 g2 e6 hand 1 1 2 2 3 3 5"}
    roads = "rain limit+1 overheat heat_control slipstream+1"
    return position("usa", cars, weather=roads), [
        "? rain",
        "odds g2 3 4",
        "2 3 4",
        "list",
        "cool 1 gear",
        "pass",
        "pass",
        "why",
    ]


def salvage():
    cars = {
        "red": "3/0 g2 e4 hand U22 1 2 3 4 5 5 deck 1 1 2 2 3 3 4 4 discard 4 3 H S",
        "blue": "1/0 g2 e6 hand 1 1 2 2 3 3 5",
    }
    return position("usa", cars), [
        "cards U22",
        "2 U22 1",
        "list",
        "salvage U22 4 3",
        "undo",
        "salvage U22",
        "pass",
        "pass",
    ]


def direct_play():
    cars = {"red": "3/0 g2 e4 hand U26 1 2 3 4 5 5" + DECK, "blue": "1/0 g2 e6 hand 1 1 2 2 3 3 5"}
    return position("usa", cars), ["2 1 2", "odds", "direct U26", "pass", "pass"]


def cannot_pay():
    cars = {"red": "3/0 g2 e0 hand U43 1 2 3 4 5 5" + DECK, "blue": "1/0 g2 e6 hand 1 1 2 2 3 3 5"}
    return position("usa", cars), ["2 U43 1", "list", "pass", "cannot-pay", "why", "1", "1"]


def cluttered():
    cars = {"red": "3/0 g4 e0 hand 1 2 H H H H H" + DECK, "blue": "1/0 g2 e6 hand 1 1 2 2 3 3 5"}
    return position("usa", cars), ["why", "? cluttered hand", "list", "1", "1"]


def spin_out():
    cars = {"red": "30/0 g3 e1 hand 4 4 4 S S 1 2" + DECK, "blue": "20/0 g2 e6 hand 1 1 2 2 3 3 5"}
    return position("usa", cars), ["odds 3 4 4 S", "3 4 4 S", "pass", "why", "cards"]


def slipstream():
    cars = {"red": "26/0 g2 e4 hand 1 2 3 4 5 5 S" + DECK, "blue": "30/0 g1 e6 hand 1 1 2 2 3 3 5"}
    return position("usa", cars), ["odds 2 1 2", "2 1 2", "pass", "odds", "slip", "why", "1"]


def finish_and_undo():
    cars = {"red": "132/0 g4 e2 hand 4 4 4 3 2 1 5" + DECK, "blue": "60/0 g2 e6 hand 1 1 2 2 3 3 5"}
    return position("usa", cars), ["4 4 4 3 2", "pass", "log", "undo 2", "redo 2", "auto first", "why", "quit"]


def hot_seat():
    session = table("italia", ("player-1", "player-2", "racer"), 1, seed="two")
    return session, ["1", "2 1 2", "log", "1", "1", "1", "1"]


def hot_seat_with_a_curtain():
    session = table("italia", ("player-1", "player-2", "racer"), 1, seed="two", machine=False)
    return session, ["", "1", "2 1 2", "cards", "log", "", "2 1 2", "", "pass", "undo"]


def two_races_of_a_season():
    return season(), ["? sponsorship", "1", "auto racer", "log", "undo", "", "? press corner", "cards", "quit"]


SESSIONS = [
    first_race,
    garage_draft,
    tunnel,
    flooded,
    weather,
    salvage,
    direct_play,
    cannot_pay,
    cluttered,
    spin_out,
    slipstream,
    finish_and_undo,
    hot_seat,
    hot_seat_with_a_curtain,
    two_races_of_a_season,
]


@pytest.mark.parametrize("begin", SESSIONS, ids=lambda begin: begin.__name__)
def test_sessions_to_look_at(begin, golden):
    session, lines = begin()
    shown = read(session, *lines)
    assert shown == golden
    assert all(len(line) <= 80 for line in shown.split("\n"))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 20)], ids=["80x24", "120x40", "narrow"])
@pytest.mark.parametrize("board", track_ids())
def test_screens_to_look_at(board, size, golden):
    """While a plan is typed whose Stress may carry it over the next corner."""
    laps = {"red": "1/0 g3 e4 hand 1 2 3 4 5 S S" + DECK, "blue": "3/1 g2 e6 hand 1 1 2 2 3 3 5", "green": "legend 5/0"}
    session = position(board, laps)
    plan = typed(session, "3 4 5 S")
    lines = [[("", piece)] for text in plan.lines for piece in wrap(text, size[0])]
    assert plain(screen(session.scene(), *size, typed=lines, marks=plan.marks)) == golden
