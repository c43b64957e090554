"""Circuits drawn elsewhere become boards that race; what is missing or odd in them is named, and nothing raises."""

import copy
import json
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heatcli.core import flow
from heatcli.core.setup import new_race
from heatcli.core.specs import Spec, seat_cars
from heatcli.data import load
from heatcli.data.boards import look_at
from heatcli.data.circuits import board_text, read_circuit
from tests.data.circuits import GRAVEL, circuit

OWN = {"box": "own", "path": (), "lane_offset": 0.0}
TRACKS = [load.load_track(name) for name in load.track_ids()]


def imported(raw, tmp_path):
    """The board of a circuit, written and read again, and what is said of it."""
    found = read_circuit(raw if isinstance(raw, bytes) else json.dumps(raw).encode(), "file")
    assert found.wrong == []
    file = tmp_path / "own.toml"
    file.write_text(board_text(found.board), encoding="utf-8")
    assert look_at(file).wrong == []
    return load.read_track(file), found.odd


def said(raw):
    found = read_circuit(json.dumps(raw).encode(), "file")
    return found.wrong, found.odd


def races(track):
    """The board without what is for the eye."""
    special = {key: tuple(sorted(getattr(track, key))) for key in ("flooded", "tunnel", *GRAVEL)}
    return track._replace(**OWN, **special)


@pytest.mark.parametrize("track", TRACKS, ids=lambda track: track.id)
@pytest.mark.parametrize("ways", [{}, {"texts": True, "mirrored": True}])
def test_our_boards_there_and_back_are_the_same(track, ways, tmp_path):
    again, odd = imported(circuit(track, **ways), tmp_path)
    assert races(again) == races(track)
    assert odd == [f"id {track.id!r}: a shipped board has it; with --track this one takes its place"]
    assert math.isclose(again.lane_offset, track.lane_offset, abs_tol=0.1)
    assert all(math.dist(a, b) < 0.2 for a, b in zip(again.path, track.path, strict=True))


@pytest.mark.parametrize("track", TRACKS, ids=lambda track: track.id)
def test_press_corners_that_are_not_told_are_all_but_the_first_lines_of_chicanes(track, tmp_path):
    raw = circuit(track)
    del raw["pressCornersPositions"]
    again, _ = imported(raw, tmp_path)
    if track.id not in ("espana", "south-africa"):  # their letters are printed otherwise
        assert again.press == track.press
    assert len(again.press) == 5


def test_without_a_map_lane_1_is_taken_for_the_right(tmp_path):
    again, odd = imported(circuit(load.load_track("italia"), drawn=False), tmp_path)
    assert races(again) == races(load.load_track("italia"))
    assert again.path == ()
    assert odd[0].startswith("cells: not every one has an x and y of its own; there is no map")


def test_an_imported_board_is_raced(tmp_path):
    again, _ = imported(circuit(load.load_track("nederland"), texts=True), tmp_path)
    state = new_race(Spec(again, seat_cars(3, 2), load.catalogue(), load.legends()), "1")
    while seats := flow.to_act(state):
        for seat in seats:
            flow.apply(state, seat, flow.legal_actions(state, seat)[0])
    assert state.round > 3


def test_the_editor_s_own_file_and_other_spellings(tmp_path):
    """The whole .heat file calls its lists otherwise, has texts as ids and either line of a chicane name the other."""
    raw = circuit(load.load_track("japan"), texts=True)
    raw["flooded"] = raw.pop("floodedSpaces")
    raw["computed"] = {"lanes": True}
    raw["corners"][0]["chicane"], _ = 1, raw["corners"][1].pop("chicane")
    assert races(imported(raw, tmp_path)[0]) == races(load.load_track("japan"))
    raw = circuit(load.load_track("espana"))
    raw["tunnelSpaces"] = raw.pop("tunnelsSpaces")
    raw["corners"][2]["chicane"] = "3"  # both
    raw["corners"] = {str(corner["position"]): corner for corner in raw["corners"]}
    for corner in raw["corners"].values():
        corner.pop("position")
        corner.pop("chicane", None)
    again, _ = imported(b"\xef\xbb\xbf" + json.dumps(raw).encode(), tmp_path)
    assert again.tunnel == load.load_track("espana").tunnel
    assert [corner.at for corner in again.corners] == [corner.at for corner in load.load_track("espana").corners]


def usa(**changes):
    raw = circuit(load.load_track("usa"))
    for path, value in changes.items():
        at = raw
        *keys, last = path.split("__")
        for key in keys:
            at = at[int(key) if isinstance(at, list) else key]
        if value is GONE:
            del at[int(last) if isinstance(at, list) else last]
        else:
            at[int(last) if isinstance(at, list) else last] = value
    return raw


GONE = object()
WRONG = [
    ({"corners": GONE}, "corners: missing; a list of 1 to 99 corners is right"),
    ({"corners": []}, "corners: 0; a list of 1 to 99 corners is right"),
    ({"corners": 7}, "corners: 7; a list of 1 to 99 corners is right"),
    ({"corners__1": 7}, "corners[1]: 7; an object with position, speed, lane, legend is right"),
    ({"corners__1__position": GONE}, "corners[1].position: missing; a whole number from 1 to 68 is right"),
    ({"corners__1__position": 69}, "corners[1].position: 69; a whole number from 1 to 68 is right"),
    ({"corners__1__position": 0}, "corners[1].position: 0; a whole number from 1 to 68 is right"),
    ({"corners__1__position": 12}, "corners[1].position 12: corners[0] is there already"),
    ({"corners__1__position": 10**30}, "corners[1].position: a number far too great; a whole number from"),
    ({"corners__1__speed": GONE}, "corners[1].speed: missing; a whole number from 1 to 99 is right"),
    ({"corners__1__speed": "fast"}, 'corners[1].speed: "fast"; a whole number from 1 to 99 is right'),
    ({"corners__1__speed": 2.5}, "corners[1].speed: 2.5; a whole number from 1 to 99 is right"),
    ({"corners__1__speed": True}, "corners[1].speed: true; a whole number from 1 to 99 is right"),
    ({"corners__1__chicane": 9}, "corners[1].chicane: 9; the index of another corner is right"),
    ({"corners__1__chicane": 1}, "corners[1].chicane: 1; the index of another corner is right"),
    ({"corners__3__chicane": 0}, "corners[3].chicane 0: the two lines of a chicane are not one behind the other"),
    ({"corners__1__chicane": 0}, "corners[1].speed 3: the limit of the chicane's first line, 7, is right"),
    ({"corners__1__doubleAggressiveLegends": 2}, "corners[1].doubleAggressiveLegends 2: at most the chevrons, 0"),
    ({"cells": GONE}, "cells: missing; an object with a cell for each spot is right"),
    ({"cells": {}}, "cells: missing; an object with a cell for each spot is right"),
    ({"cells": "many"}, 'cells: "many"; an object with a cell for each spot is right'),
    ({"cells__7": None}, "cells.7: null; an object with lane and position is right"),
    ({"cells__7__lane": 3}, "cells.7.lane: 3; 1 or 2 is right"),
    ({"cells__7__position": 0}, "cells.7.position: 0; a whole number from 1 to 999 is right"),
    ({"cells__7__position": 3}, "cells.7: position 3, lane 1, as cells.5"),
    ({"cells__7": GONE}, "cells: none with position 4, lane 1"),
]


@pytest.mark.parametrize(("change", "says"), WRONG)
def test_what_cannot_race_is_named_with_its_place_in_the_json(change, says):
    wrong, _ = said(usa(**change))
    assert any(why.startswith(says) for why in wrong), wrong
    assert all("\n" not in why for why in wrong)


ODD = [
    ({"id": GONE}, "id: missing; usa is taken"),
    ({"id": "Grande Boucle!"}, "id 'Grande Boucle!': written grande-boucle; small letters, digits and - are right"),
    ({"name": GONE}, "name: missing; usa is taken"),
    ({"name": "a\x1b[31mb"}, "name: written 'a [31mb'; up to 60 printable characters are right"),
    ({"name": ["a"]}, "name: a list is no text"),
    ({"nbrLaps": 0}, "nbrLaps: 0; a whole number from 1 to 99 is right, 2 is taken"),
    ({"heatCards": "some"}, 'heatCards: "some"; a whole number from 0 to 99 is right, 6 is taken'),
    ({"stressCards": GONE}, "stressCards: missing; a whole number from 0 to 99 is right, 3 is taken"),
    ({"corners__1__lane": 3}, "corners[1].lane: 3; a whole number from 1 to 2 is right, 1 is taken"),
    ({"corners__1__lane": GONE}, "corners[1].lane: missing; a whole number from 1 to 2 is right, 1 is taken"),
    ({"corners__3__lane": 2}, "corners[3].lane 2: the pole stands on the Race Line, so on lane 2; there it is lane 1"),
    ({"corners__1__legend": GONE}, "corners[1].legend: missing; a number from 12 (the line before) to 32 is right, 27"),
    ({"corners__1__legend": 5}, "corners[1].legend: 5; a number from 12 (the line before) to 32 is right, 27 is taken"),
    ({"corners__1__legend": 32}, "corners[1].legend 32: less than 4 spaces before the line; a Legend may stop"),
    ({"corners__1__speed": 20}, "corners[1].speed 20: hardly a limit"),
    ({"corners__1__aggressiveLegends": 9}, "corners[1].aggressiveLegends: 9; a whole number from 0 to 4 is right, 0"),
    ({"corners__3__position": 5}, "corners: not in driving order; they are sorted by position"),
    ({"cells__7__x": GONE}, "cells: not every one has an x and y of its own; there is no map"),
    ({"floodedSpaces": [7]}, "floodedSpaces: of space 3 one spot only; both are taken"),
    ({"floodedSpaces": ["7", 8, 9999]}, "floodedSpaces[2]: 9999 is no cell; it is left out"),
    ({"tunnelsSpaces": 5}, "tunnelsSpaces: 5; a list of cells is right, it is left out"),
    ({"pressCornersPositions": [12, 13]}, "pressCornersPositions: a list; positions of corners are right"),
    ({"heatCards": 0}, "heat 0: every printed board has some"),
]


@pytest.mark.parametrize(("change", "says"), ODD)
def test_what_is_odd_is_named_and_races(change, says, tmp_path):
    _, odd = imported(usa(**change), tmp_path)
    assert any(why.startswith(says) for why in odd), odd
    assert all("\n" not in why and why.isprintable() for why in odd)


def test_many_of_a_kind_are_counted():
    wrong, _ = said(usa(cells={str(n): {"lane": 3, "position": 1} for n in range(99)}))
    assert len([why for why in wrong if why.startswith("cells")]) == 6
    assert "cells: 94 more like this" in wrong


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not JSON: "),
        (b"id = 'usa'", "not JSON: "),
        (b"[1, 2]", "no circuit: an object with id, name, corners, cells is right"),
        (b"null", "no circuit: "),
        (b"\xff\xfe{", "byte 0 is not UTF-8"),
        (b"[" * 100_000, "not JSON: "),
        (b'{"id": ' + b"9" * 10_000 + b"}", "not JSON: "),
        (b'{"id": "\\ud800", "cells": {"\\ud800\\n": 1e999}, "corners": [NaN, -Infinity]}', "cells.??: Infinity;"),
    ],
)
def test_what_is_no_circuit(data, says):
    found = read_circuit(data, "file")
    assert found.wrong[0].startswith(says)
    assert all(why.isprintable() for why in (*found.wrong, *found.odd))


WHATEVER = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 80),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["1", "2", "12", "-1", " 7 ", "7.0", "1e9", "9" * 5000, [], {}, [1, 2], {"1": {}}, 10**400]),
)


def spoilt(raw, path, value, gone):
    """One value of a circuit, wherever it stands, changed or taken out."""
    at = raw
    for step in path:
        if not isinstance(at, dict | list) or not at:
            return
        keys = [*at] if isinstance(at, dict) else [*range(len(at))]
        key = keys[step % len(keys)]
        below = at[key]
        if not isinstance(below, dict | list) or step % 7 == 0:
            if gone:
                del at[key]
            else:
                at[key] = value
            return
        at = below


@given(st.integers(0, 9), st.lists(st.tuples(st.lists(st.integers(0, 400), min_size=3), WHATEVER, st.booleans())))
@settings(max_examples=150, deadline=None)
def test_whatever_a_circuit_says_it_is_imported_or_refused(tmp_path_factory, number, changes):
    raw = copy.deepcopy(CIRCUITS[number])
    for change in changes:
        spoilt(raw, *change)
    found = read_circuit(json.dumps(raw).encode(), "file")
    assert all("\n" not in why and len(why) < 600 for why in (*found.wrong, *found.odd))
    if not found.wrong:
        imported(raw, tmp_path_factory.getbasetemp())


CIRCUITS = [circuit(track) for track in TRACKS]


@given(st.dictionaries(st.sampled_from([*CIRCUITS[0]]), WHATEVER))
@settings(max_examples=100, deadline=None)
def test_whatever_a_circuit_is_it_is_refused(raw):
    assert read_circuit(json.dumps(raw).encode(), "file").wrong


def test_bytes_lost_anywhere():
    rng, data = random.Random(1), json.dumps(CIRCUITS[5]).encode()
    for _ in range(100):
        at, cut = rng.randrange(len(data)), rng.choice([0, 1, 9])
        found = read_circuit(data[:at] + rng.randbytes(rng.choice([0, 1, 3])) + data[at + cut :], "file")
        assert isinstance(found.board, dict)
