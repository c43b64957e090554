import re
from itertools import pairwise
from pathlib import Path

import pytest

from heatcli.core.track import Course
from heatcli.data import load

SPEC = (Path(__file__).parents[2] / "SPEC.md").read_text(encoding="utf-8")
IDS = {
    "USA": "usa", "Great Britain": "great-britain", "Italia": "italia", "France": "france", "Japan": "japan",
    "México": "mexico", "Nederland": "nederland", "España": "espana", "Deutschland": "deutschland",
    "South Africa": "south-africa",
}  # fmt: skip
BOXES = {"base": "base", "HR": "heavy-rain", "TV": "tunnel-vision", "RR": "rocky-roads"}


def rows(number: str) -> list[list[str]]:
    """The cells of the table of a paragraph; an empty first cell repeats the one above."""
    text = SPEC.split(f"\n**{number}**", 1)[1].split("|---", 1)[1].split("\n", 1)[1].split("\n\n", 1)[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    for above, row in pairwise(cells):
        row[0] = row[0] or above[0]
    return cells


def test_all_ten_tracks_are_there():
    """SPEC 13.1"""
    assert sorted(load.track_ids()) == sorted(IDS.values())
    assert [row[0] for row in rows("13.1")] == list(IDS)


@pytest.mark.parametrize("row", rows("13.1"), ids=lambda row: row[0])
def test_the_overview(row):
    """SPEC 13.1"""
    name, box, laps, length, lines, heat, stress, special, _ = row
    track = load.load_track(IDS[name])
    assert (track.name, track.box) == (name, BOXES[box])
    assert (track.laps, track.spaces, len(track.corners)) == (int(laps), int(length), int(lines))
    assert (track.heat, track.stress) == (int(heat), int(stress))
    chicanes = int(re.search(r"\d(?= chicane)", special)[0]) if "chicane" in special else 0
    assert len([corner for corner in track.corners if corner.chicane_of is not None]) == chicanes
    assert bool(track.flooded) == ("flooded" in special)
    assert bool(track.tunnel) == ("tunnel" in special)
    assert bool(track.gravel_both) == ("gravel" in special)


@pytest.mark.parametrize("name", IDS)
def test_the_lines(name):
    """SPEC 13.2, R13.1, R13.3"""
    track = load.load_track(IDS[name])
    mine = [row for row in rows("13.2") if row[0] == name]
    assert len(mine) == len(track.corners)
    for corner, (_, line, at, limit, legends_line, chevrons, side) in zip(track.corners, mine, strict=True):
        assert (corner.at, corner.limit, corner.legend_line) == (int(at), int(limit), int(legends_line))
        assert corner.race_line == {"L": "left", "R": "right"}[side]
        diamonds = [int(digit) for digit in re.findall(r"\d", chevrons)]
        assert diamonds == list(range(corner.chevrons))
        assert corner.double_chevrons == chevrons.count("double")
        assert (corner.chicane_of is not None) == ("out" in line)


@pytest.mark.parametrize("row", rows("13.3"), ids=lambda row: row[0])
def test_the_press_letters(row):
    """SPEC 13.3"""
    assert list(load.load_track(IDS[row[0]]).press) == [int(line) for line in row[1:]]


def spaces(text: str) -> list[int]:
    found = []
    for part in text.split(", "):
        first, _, last = part.partition("–")
        found += range(int(first), int(last or first) + 1)
    return found


@pytest.mark.parametrize("row", rows("13.4"), ids=lambda row: f"{row[0]} {row[1]}")
def test_the_special_spaces(row):
    """SPEC 13.4"""
    name, kind, listed = row
    field = {
        "flooded": "flooded", "tunnel": "tunnel", "gravel, both spots": "gravel_both",
        "gravel, left spot only": "gravel_left", "gravel, right spot only": "gravel_right",
    }[kind]  # fmt: skip
    assert list(getattr(load.load_track(IDS[name]), field)) == spaces(listed)


def test_gravel_lies_by_spot():
    """SPEC 13.4"""
    gravel = Course(load.load_track("south-africa"), 2).gravel
    assert [gravel[space] for space in (6, 7, 13, 24, 25, 47, 57)] == [0, 2, 3, 3, 2, 2, 2]
