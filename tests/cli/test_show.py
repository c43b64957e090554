"""`heat tracks` and `heat cards`: a board drawn as a strip, a card said in words."""

import json

import pytest

from heatcli.cli.strip import WIDTH, strip
from heatcli.core.track import Corner, Track
from heatcli.data.load import catalogue, load_track, track_ids
from heatcli.repl import words
from heatcli.repl.lexicon import KINDS
from tests.shell import heat

CARDS = [card for card in catalogue().cards if card is not None]


def drawn(name, row, part=0):
    """A named row of a board's drawing, from the column of the row's first space on."""
    lines = strip(load_track(name)).split("\n\n")[part].splitlines()
    indent = len(lines[1]) - len(lines[1].lstrip())
    return next(line[indent:] for line in lines if line.startswith(row))


def column(spaces, sign):
    return "".join(sign if space in spaces else " " for space in range(max(spaces) + 1))


def test_usa_in_full():
    assert strip(load_track("usa")).splitlines() == [
        "space    0         10        20        30",
        "         0123456789012345678901234567890123456789",
        "limit                7                    3",
        "line     F           |                    |",
        "sector   4-----------1--------------------2------",
        "Legends    L                        L",
        "",
        "space    40        50        60",
        "         01234567890123456789012345678",
        "limit             3       2",
        "line              |       |           F",
        "sector   2--------3-------4-----------",
        "Legends     L        L",
        "",
        "F    finish line, in front of space 0",
        "|    corner line, in front of the space in its column",
        "1--  sector, by the number of the line that it begins behind",
        "L    Legends line, in front of its space too, of the next corner line (5.6)",
    ]


def test_special_spaces_stand_in_their_columns():
    assert drawn("japan", "flooded") == column([*range(5, 11), *range(38, 45), *range(49, 55)], "~")
    assert drawn("espana", "tunnel") == column([*range(16, 24), *range(37, 42), *range(45, 49)], "=")
    assert drawn("espana", "tunnel", part=1) == column([*range(1, 11), *range(19, 28)], "=")
    assert drawn("south-africa", "gravel left") == column([*range(7, 21), 24], ".")
    assert drawn("south-africa", "gravel right") == column([*range(13, 16), *range(24, 28)], ".")


def test_chicanes_chevrons_and_two_figures():
    assert drawn("japan", "line")[8:20] == "  ( )     | "
    assert drawn("nederland", "chevrons") == "      ^^* ^^^"
    assert drawn("great-britain", "limit")[13:19] == "  10  "
    assert drawn("espana", "sector", part=1)[35:46] == "9--10---11-"
    assert drawn("espana", "sector")[:12] == "11---------1"


def test_lines_a_space_apart_have_their_numbers_one_below_the_other():
    lines = strip(load_track("mexico")).splitlines()
    limit = next(i for i, line in enumerate(lines) if line.startswith("limit"))
    assert (lines[limit][60:62], lines[limit + 1][60:62]) == ("2", " 2")
    assert lines[limit + 2][60:62] == "()"


@pytest.mark.parametrize("name", track_ids())
def test_a_board_s_drawing_is_narrow_ascii_and_explains_its_signs_only(name):
    drawing = strip(load_track(name))
    assert drawing.isascii()
    assert max(map(len, drawing.splitlines())) <= WIDTH
    *parts, legend = drawing.split("\n\n")
    explained = {line[0] for line in legend.splitlines()} - {"1"}
    assert explained == set("".join(line[14:] for part in parts for line in part.splitlines())) & set("F|()L^*~=.")


def test_any_board_of_one_s_own_fits():
    corners = tuple(Corner(at, 12, "left", at - 1, chevrons=4) for at in range(1, 999))
    own = Track("own", "Own", "own", 999, 1, 6, 3, corners, gravel_left=tuple(range(999)), flooded=(0, 998))
    lines = strip(own).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert sum(line.startswith("space") for line in lines) == 17


def test_show_may_be_left_out_and_a_path_works():
    run = heat("tracks", "show", "japan")
    assert run.stdout == heat("tracks", "japan").stdout == heat("tracks", "./tracks/japan.toml").stdout
    head, table, spaces, *_ = run.stdout.split("\n\n")
    assert head == "Japan (japan, heavy-rain box): 60 spaces, 2 laps, 7 Heat, 3 Stress"
    assert table.startswith("line  at  limit")
    assert spaces == "flooded: 5-10, 38-44, 49-54"
    assert heat("tracks", "usa", "japan").stdout == heat("tracks", "usa").stdout + "\n" + run.stdout
    assert heat("cards", "show", "u7", "S").stdout == heat("cards", "U7", "s").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("tracks", ""), "heat: track '': unknown; there are "),
        (("tracks", "show", "show"), "heat: track 'show': unknown; there are "),
        (("tracks", "show"), "Error: show needs a name, as in: heat tracks show NAME"),
        (("cards", ""), "heat: card '': unknown; codes are "),
        (("cards", "show", "4", "U67"), "heat: card 'U67': unknown; codes are "),
        (("cards", "show"), "Error: show needs a name, as in: heat cards show NAME"),
    ],
)
def test_what_there_is_not(arguments, says):
    run = heat(*arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert says in run.stderr


def test_cards_are_said_as_in_the_cockpit():
    codes = ("U27", "p3", "4", "S")
    said = [line for code in codes for line in words.card(code, catalogue())]
    assert heat("cards", *codes).stdout.splitlines() == said


def test_every_sentence_of_a_card_fits_a_line_of_a_terminal():
    told = heat("cards", *(card.code for card in CARDS)).stdout.splitlines()
    assert [line for line in told if len(line) > 80 or "{" in line] == []
    sentences = sum(1 + len(card.symbols) + (len(card.speeds) > 1) + len(KINDS.get(card.kind, ())) for card in CARDS)
    assert len(told) == sentences


def test_json_has_an_object_a_card():
    (card,) = map(json.loads, heat("cards", "show", "U27", "--json").stdout.splitlines())
    assert card == {
        "code": "U27",
        "name": "Gas Pedal",
        "kind": "upgrade",
        "box": "base",
        "copies": 2,
        "speeds": [4],
        "symbols": {"direct_play": 1, "heat": 1, "cooldown": 1},
        "pool": "advanced",
    }
    assert len(heat("cards", "--json").stdout.splitlines()) == len(CARDS)
