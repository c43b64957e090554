"""The map and the strip of the next spaces, as files to look at: `pytest --snapshot-update` rewrites them."""

import re
import time

import pytest

from heatcli.data import load
from heatcli.repl.board import BESIDE, STRAY, board, fits, key
from heatcli.repl.layout import apart, cells_of, points_of
from heatcli.repl.road import ahead
from heatcli.repl.text import length, plain

SIZES = {"small": (36, 9), "80x24": (50, 12), "120x40": (88, 24)}
LETTERS = "RGBYKW"
TRACKS = load.track_ids()


def limits_of(track):
    return [corner.limit for corner in track.corners]


def six(track):
    """Two cars on pole's space, two at corner lines, two on the far side."""
    far = track.spaces // 2
    places = (
        (track.spaces - 1, 0),
        (track.spaces - 1, 1),
        (track.corners[0].at, 0),
        (track.corners[-1].at - 1, 1),
        (far, 1),
        (far + 1, 0),
    )
    return {place: (f"class:car{i}", letter) for i, (place, letter) in enumerate(zip(places, LETTERS, strict=True))}


def drawn(track, cars, width, height, ascii=False):
    lines = board(track, limits_of(track), cars, width, height, ascii)
    assert len(lines) == height
    assert {length(line) for line in lines} == {width}
    return lines


def chars_of(lines):
    """The style and character of each column of each row."""
    return [[(style, char) for style, text in line for char in text] for line in lines]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", TRACKS)
def test_maps_to_look_at(golden, name, size):
    track, (width, height) = load.load_track(name), SIZES[size]
    if fits(track, width, height):
        text = plain([*drawn(track, six(track), width, height), *key(track)])
    else:
        text = plain(ahead(track, limits_of(track), track.laps * track.spaces, 0, six(track), width))
    assert golden(name=f"{name} {size}") == text + "\n"


def test_a_map_in_ascii(golden):
    track = load.load_track("japan")
    text = plain([*drawn(track, six(track), 50, 12, ascii=True), *key(track, ascii=True)])
    assert golden == text + "\n"


@pytest.mark.parametrize("name", TRACKS)
def test_ascii_is_ascii(name):
    track = load.load_track(name)
    marks = {3: ("", "x")}
    for width, height in SIZES.values():
        lines = [*drawn(track, six(track), width, height, ascii=True), *key(track, ascii=True)]
        lines += ahead(track, limits_of(track), track.spaces, 0, six(track), width, True, marks)
        assert plain(lines).isascii()


def test_all_boards_fit_a_common_terminal():
    for name in TRACKS:
        track = load.load_track(name)
        assert all(fits(track, *size) for size in [(50, 12), (88, 24), (140, 50)]), name


@pytest.mark.parametrize("name", TRACKS)
def test_every_car_is_seen_in_a_cell_of_its_own(name):
    track = load.load_track(name)
    spots = [(space, spot) for space in range(track.spaces) for spot in (0, 1)]
    cars = {place: (f"car {place}", "X") for place in spots}
    for size in SIZES.values():
        if fits(track, *size):
            found = [style for row in chars_of(drawn(track, cars, *size)) for style, _ in row if style[:4] == "car "]
            assert sorted(found) == sorted(style for style, _ in cars.values())
            for place, car in cars.items():
                alone = chars_of(drawn(track, {place: car}, *size))
                assert sum(row.count(car) for row in alone) == 1


@pytest.mark.parametrize("name", TRACKS)
def test_the_shape_is_the_board_s(name):
    """Cells stand near their true places, race line spot to the left, and neighbours are nearer than strangers."""
    track = load.load_track(name)
    for size in SIZES.values():
        if fits(track, *size):
            places, points = cells_of(track, *size), points_of(track, *size)
            assert all(apart(cell, point) <= STRAY for cell, point in zip(places, points, strict=True))
            steps = [apart(places[i - 1], places[i]) for i in range(track.spaces)]
            true = [apart(points[i - 1], points[i]) for i in range(track.spaces)]
            assert all(step <= way + 1.5 for step, way in zip(steps, true, strict=True))


@pytest.mark.parametrize("name", TRACKS)
def test_every_limit_stands_near_its_line(name):
    track = load.load_track(name)
    limits = [11 + i for i in range(len(track.corners))]
    for width, height in [(50, 12), (88, 24)]:
        rows = [(y, line) for y, line in enumerate(plain(board(track, limits, {}, width, height)).split("\n"))]
        found = {int(m[1]): (m.start() + 1, y) for y, line in rows for m in re.finditer(r"\((\d+)\)", line)}
        assert sorted(found) == limits
        places = cells_of(track, width, height)
        for limit, corner in zip(limits, track.corners, strict=True):
            assert apart(found[limit], places[corner.at]) <= BESIDE + 1.5


def test_other_limits_move_no_space():
    track = load.load_track("usa")
    one = plain(board(track, [1, 2, 3, 4], {}, 88, 24))
    other = plain(board(track, [5, 6, 7, 8], {}, 88, 24))
    assert [c for c in one if not c.isdigit()] == [c for c in other if not c.isdigit()]


def test_no_path_or_no_room_does_not_fit():
    track = load.load_track("espana")
    own = track._replace(path=())
    assert not fits(own, 88, 24)
    assert not fits(track, 20, 10)
    assert not fits(track, 1, 1)
    assert not fits(track, 0, 0)
    assert plain(board(own, limits_of(track), six(track), 10, 2)) == "\n"
    flat = track._replace(path=tuple((100.0 * i, 5.0) for i in range(track.spaces)))
    assert fits(flat, 2 * track.spaces + 10, 3)
    assert not fits(track._replace(path=((7.0, 7.0),) * track.spaces), 88, 24)


def test_golden_again_is_quick():
    track = load.load_track("espana")
    drawn(track, six(track), 88, 24)
    began = time.perf_counter()
    for _ in range(20):
        drawn(track, six(track), 88, 24)
    assert (time.perf_counter() - began) / 20 < 0.02  # 0.1 ms on an idle machine


ROADS = {
    "usa from the grid": ("usa", 0, 80),
    "usa from the grid, 40 columns": ("usa", 0, 40),
    "usa over the line": ("usa", 60, 100),
    "usa at the end": ("usa", 130, 80),
    "japan flooded": ("japan", 0, 80),
    "espana tunnel": ("espana", 84, 80),
    "south-africa gravel": ("south-africa", 5, 80),
    "mexico grid": ("mexico", -3, 60),
}


@pytest.mark.parametrize("name", ROADS)
def test_strips_to_look_at(golden, name):
    board_name, first, width = ROADS[name]
    track = load.load_track(board_name)
    finish = track.laps * track.spaces
    cars = {(first % track.spaces, 0): ("", "R"), ((first + 3) % track.spaces, 1): ("", "B"), **six(track)}
    marks = {first + 5: ("", "x"), first + 9: ("", "^"), first + 500: ("", "!")}
    lines = ahead(track, limits_of(track), finish, first, cars, width, marks=marks)
    assert {length(line) for line in lines} == {width}
    assert golden == plain(lines) + "\n"


def test_a_strip_has_only_the_rows_it_needs():
    track = load.load_track("usa")
    bare = ahead(track, limits_of(track), 138, 14, {}, 40)
    assert len(bare) == 4
    assert len(ahead(track, limits_of(track), 138, 14, {}, 40, marks={15: ("", "x")})) == 5
    assert len(ahead(track, limits_of(track), 138, 1, {}, 40)) == 5  # a Legends line


def test_no_corner_beyond_the_end():
    track = load.load_track("usa")
    text = plain(ahead(track, limits_of(track), 138, 137, {}, 100))
    assert "finish" in text
    assert "|" not in text
    assert "|7" in plain(ahead(track, limits_of(track), 207, 137, {}, 100))


def test_a_strip_ends_after_27_spaces():
    track = load.load_track("usa")
    other = plain(ahead(track, limits_of(track), 138, 0, {}, 200)).split("\n")[3]
    assert len(re.findall("·", other)) == 27
