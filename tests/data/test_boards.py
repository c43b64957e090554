"""Track files looked at: all that is wrong, and what is odd."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heatcli.data import load
from heatcli.data.boards import look_at
from heatcli.errors import DataError
from tests.data.test_own_files import CHICANE, OVAL

NAMED = load.shipped("tracks")


def looked(tmp_path, text):
    file = tmp_path / "own.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return look_at(file)


@pytest.mark.parametrize("name", load.track_ids())
def test_nothing_is_wrong_or_odd_about_the_shipped_boards(name):
    assert look_at(NAMED / f"{name}.toml") == (
        [],
        [f"id {name!r}: a shipped board has it; with --track this one takes its place"],
    )


def test_all_that_is_wrong_is_named(tmp_path):
    text = OVAL.replace("spaces = 12", "spaces = 1000").replace("heat = 4\n", "lap = 3\n").replace("limit = 9", "")
    assert looked(tmp_path, text.replace("limit = 4", 'limit = "4"')).wrong == [
        "unknown key 'lap'; there are id, name, box, spaces, laps, heat, stress, corners, press, flooded, tunnel, "
        "gravel_both, gravel_left, gravel_right, map",
        "spaces: Expected `int` <= 999",
        "heat: missing",
        "corners[0].limit: Expected `int`, got `str`",
        "corners[1].limit: missing",
    ]
    text = OVAL.replace('race_line = "left"', 'race_line = "inside"').replace("legend_line = 5", "legend_line = 4")
    assert looked(tmp_path, text.replace("[1, 2]", "[1, 3]").replace("tunnel = [7]", "tunnel = [77, 78]")).wrong == [
        "corners[0].race_line 'inside': left or right is right",
        "corners[1].legend_line 4: a space from the line before (5) to 10 is right (SPEC 5.6)",
        "tunnel: space 77 does not exist; spaces go from 0 to 11",
        "tunnel: space 78 does not exist; spaces go from 0 to 11",
        "press [1, 3]: names corner lines from 1 to 2",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (OVAL, "press: no corner for C D E; an event card that names one cannot be raced here"),
        (OVAL, "map.path: missing; the board races, and is drawn as a strip only"),
        (OVAL, "corners[1].at 11: on the grid, which takes the last 6 spaces with 12 cars"),
        (CHICANE, "press: A is line 1, the first of a chicane; on printed boards it is the second"),
        (OVAL.replace("limit = 9", "limit = 11"), "corners[1].limit 11: hardly a limit; printed ones go up to 10"),
        (OVAL.replace("legend_line = 1", "legend_line = 2"), "corners[0].legend_line 2: less than 4 spaces before the"),
        (OVAL.replace("heat = 4", "heat = 0"), "heat 0: every printed board has some"),
        (OVAL.replace("tunnel = [7]", "tunnel = [7, 7]"), "tunnel: space 7 stands 2 times; once is enough"),
        (OVAL.replace('"oval"', '"usa"'), "id 'usa': a shipped board has it; with --track this one takes its place"),
        (OVAL + "[map]\npath = [" + "[1, 2]," * 12 + "]\n", "map.lane_offset 0: the two spots of a space are drawn"),
    ],
)
def test_what_is_odd_is_named_and_races(tmp_path, text, says):
    found = looked(tmp_path, text)
    assert found.wrong == []
    assert any(why.startswith(says) for why in found.odd), found.odd


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"id = '\xff'", "byte 6 is not UTF-8"),
        (b"\x00", "not TOML: "),
        (b"a = " + b"[" * 50_000, "not TOML: "),
        (b"a = " + b"9" * 50_000, "not TOML: "),
        (OVAL.replace("spaces = 12", "spaces = " + "9" * 400).encode(), "spaces: "),
        (b"corners = [1, {}]", "id: missing"),
        (b"", "id: missing"),
    ],
)
def test_what_is_no_track_file(tmp_path, text, says):
    found = looked(tmp_path, text)
    assert found.wrong[0].startswith(says)
    assert all("\n" not in why for why in found.wrong)
    with pytest.raises(DataError):
        load.read_track(tmp_path / "own.toml")


def test_a_file_that_is_not_there(tmp_path):
    for path, says in ((tmp_path / "no.toml", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(DataError, match=says):
            look_at(path)


@given(st.integers(0, len(OVAL)), st.integers(0, 12), st.text(max_size=6))
@settings(max_examples=200, deadline=None)
def test_what_is_not_wrong_is_loaded_and_what_is_wrong_is_not(tmp_path_factory, at, cut, put):
    file = tmp_path_factory.getbasetemp() / "board.toml"
    file.write_text(CHICANE[:at] + put + CHICANE[at + cut :], encoding="utf-8")
    found = look_at(file)
    try:
        load.read_track(file)
    except DataError:
        assert found.wrong
    else:
        assert found.wrong == []
